//! What would change the verdict: another situation, or one other card in place of one of the hand.

use super::{Question, word};
use crate::error::{AppError, Result};
use serde::Serialize;
use std::collections::BTreeSet;
use turnzero_spark::features::FeatureExtractor;
use turnzero_spark::{Judgment, SparkModel, judge};

/// One change and the verdict under it.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// What is different.
    pub what: String,
    /// The verdict then.
    pub decision: String,
    /// Balanced probability of keep then.
    pub p_keep_balanced: f64,
    /// A feature then lies outside the training data, so that the figure is extrapolation.
    pub outside_training: bool,
}

/// Card changes shown.
const SHOWN: usize = 3;

/// Every change of the situation that flips the verdict, and the single-card changes that flip it
/// with the least movement, one a card put in.
///
/// # Errors
/// When a changed hand cannot be judged.
pub fn changes(
    question: &Question<'_>,
    model: &SparkModel,
    extractor: &mut FeatureExtractor,
    judgment: &Judgment,
) -> Result<Vec<Change>> {
    let keep = judgment.score.keep();
    let mut found = situations(question, model, extractor, keep)?;
    found.extend(cards(question, model, extractor, judgment, keep)?);
    Ok(found)
}

fn situations(
    question: &Question<'_>,
    model: &SparkModel,
    extractor: &mut FeatureExtractor,
    keep: bool,
) -> Result<Vec<Change>> {
    let mut variants = Vec::new();
    for (on_play, what) in [(true, "on the play"), (false, "on the draw")] {
        if question.on_play != Some(on_play) {
            variants.push((Some(on_play), question.mulligans_taken, what.to_owned()));
        }
    }
    let full = question.hand.len() == 7;
    for taken in 0..=question.mulligans_taken + 1 {
        if taken != question.mulligans_taken && full {
            let what = match taken {
                0 => "as the first hand".to_owned(),
                1 => "after 1 mulligan".to_owned(),
                n => format!("after {n} mulligans"),
            };
            variants.push((question.on_play, taken, what));
        }
    }
    let mut found = Vec::new();
    for (on_play, taken, what) in variants {
        let Ok((_, point)) = question.situation.ask(question.hand, on_play, taken) else {
            continue;
        };
        let judged = judge(model, extractor, &point.observation).map_err(AppError::input)?;
        if judged.score.keep() != keep {
            found.push(Change {
                what,
                decision: word(!keep).to_owned(),
                p_keep_balanced: judged.score.p_keep_balanced,
                outside_training: outside(model, &judged)?,
            });
        }
    }
    Ok(found)
}

fn cards(
    question: &Question<'_>,
    model: &SparkModel,
    extractor: &mut FeatureExtractor,
    judgment: &Judgment,
    keep: bool,
) -> Result<Vec<Change>> {
    let (_, point) = question.ask()?;
    let mut flips: Vec<(f64, String, Change)> = Vec::new();
    let out: BTreeSet<&String> = question.hand.iter().collect();
    for (copies, card) in &question.deck.cards {
        let held = question.hand.iter().filter(|name| **name == card.name).count();
        if held >= *copies as usize {
            continue;
        }
        for removed in &out {
            if **removed == card.name {
                continue;
            }
            let mut hand = question.hand.to_vec();
            if let Some(place) = hand.iter().position(|name| name == *removed) {
                hand[place].clone_from(&card.name);
            }
            let mut observation = point.observation.clone();
            if let Some(opening) = &mut observation.opening {
                opening.hand = hand;
            }
            let judged = judge(model, extractor, &observation).map_err(AppError::input)?;
            if judged.score.keep() == keep {
                continue;
            }
            let movement = (judged.score.eta - judgment.score.eta).abs();
            let change = Change {
                what: format!("with {} in place of {removed}", card.name),
                decision: word(!keep).to_owned(),
                p_keep_balanced: judged.score.p_keep_balanced,
                outside_training: outside(model, &judged)?,
            };
            flips.push((movement, card.name.clone(), change));
        }
    }
    flips.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.2.what.cmp(&b.2.what)));
    let mut seen = BTreeSet::new();
    Ok(flips
        .into_iter()
        .filter(|(_, name, _)| seen.insert(name.clone()))
        .take(SHOWN)
        .map(|(_, _, change)| change)
        .collect())
}

fn outside(model: &SparkModel, judged: &Judgment) -> Result<bool> {
    let features = model.outside(&judged.features.values).map_err(AppError::input)?;
    Ok(!features.is_empty())
}
