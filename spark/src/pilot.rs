//! The learned pilot: keeps by score, bottoms what leaves the best-scoring hand.

use crate::features::{FeatureExtractor, FeatureVector};
use crate::model::{Contribution, Score, SparkModel};
use std::sync::Arc;
use turnzero_contract::{
    ActionKind, Decision, DecisionPoint, Fact, OpeningObservation, Pilot, PilotError, PlayerKnowledge,
    PlayerObservation, Report, RulesQueries,
};

const NAME: &str = "spark";
/// Balanced probabilities nearer to one half than this are reported as unsure.
const UNSURE: f64 = 0.1;
/// Facts named in a report.
const FACTS: usize = 3;

/// Score of a hand and what it rests on.
#[derive(Debug, Clone)]
pub struct Judgment {
    /// Both scales.
    pub score: Score,
    /// Share of each feature, in schema order.
    pub contributions: Vec<Contribution>,
    /// The features.
    pub features: FeatureVector,
}

/// A final hand and its score.
#[derive(Debug, Clone)]
pub struct BottomPlan {
    /// Names for the bottom, in name order.
    pub bottom: Vec<String>,
    /// Names kept, in name order.
    pub kept: Vec<String>,
    /// Score of what is kept.
    pub score: Score,
}

/// Judges a hand with a model.
///
/// # Errors
/// [`PilotError::Unsupported`] when the observation has no opening part or holds unknown cards.
pub fn judge(
    model: &SparkModel,
    extractor: &mut FeatureExtractor,
    observation: &PlayerObservation,
) -> Result<Judgment, PilotError> {
    let features = extractor.features(observation).map_err(|error| unsupported(&error))?;
    Ok(Judgment {
        score: model.score(&features.values).map_err(|error| unsupported(&error))?,
        contributions: model
            .contributions(&features.values)
            .map_err(|error| unsupported(&error))?,
        features,
    })
}

/// The best of all final hands that leave `count` cards out; ties go to the kept names that come
/// first. The model never saw such choices: this is extrapolation.
///
/// # Errors
/// As [`judge`].
pub fn best_bottom(
    model: &SparkModel,
    extractor: &mut FeatureExtractor,
    observation: &PlayerObservation,
    hand: &[String],
    count: usize,
) -> Result<Option<BottomPlan>, PilotError> {
    let mut best: Option<BottomPlan> = None;
    // Hands are short (at most ten cards), so a mask of bits walks all subsets.
    let size = hand.len();
    if count > size || size >= 16 {
        return Ok(None);
    }
    for mask in 0_u32..1 << size {
        if mask.count_ones() as usize != count {
            continue;
        }
        let (mut bottom, mut kept) = (Vec::new(), Vec::new());
        for (place, name) in hand.iter().enumerate() {
            if mask >> place & 1 == 1 {
                bottom.push(name.clone());
            } else {
                kept.push(name.clone());
            }
        }
        bottom.sort();
        kept.sort();
        let features = extractor
            .features_keeping(observation, &kept)
            .map_err(|error| unsupported(&error))?;
        let score = model.score(&features.values).map_err(|error| unsupported(&error))?;
        let better = best.as_ref().is_none_or(|old| {
            score.eta > old.score.eta || (score.eta.total_cmp(&old.score.eta).is_eq() && kept < old.kept)
        });
        if better {
            best = Some(BottomPlan { bottom, kept, score });
        }
    }
    Ok(best)
}

fn unsupported(error: &dyn std::fmt::Display) -> PilotError {
    PilotError::Unsupported {
        pilot: NAME.to_owned(),
        why: error.to_string(),
    }
}

/// The contributions that weigh most, largest first.
pub fn weightiest(contributions: &[Contribution], count: usize) -> Vec<&Contribution> {
    let mut sorted: Vec<&Contribution> = contributions.iter().filter(|c| c.contribution != 0.0).collect();
    sorted.sort_by(|a, b| {
        let (x, y) = (a.contribution.abs(), b.contribution.abs());
        y.total_cmp(&x).then_with(|| a.name.cmp(&b.name))
    });
    sorted.truncate(count);
    sorted
}

/// A pilot that answers the mulligan phase with a model.
pub struct SparkMulliganPilot {
    model: SparkModel,
    /// One extractor a deck and options, since compiling a deck takes its time.
    decks: Vec<(PlayerKnowledge, FeatureExtractor)>,
    current: Option<usize>,
}

impl SparkMulliganPilot {
    /// A pilot with this model.
    pub const fn new(model: SparkModel) -> Self {
        Self {
            model,
            decks: Vec::new(),
            current: None,
        }
    }

    fn hand(&mut self, point: &DecisionPoint) -> Result<Decision, PilotError> {
        let (model, extractor) = self.parts()?;
        let judgment = judge(model, extractor, &point.observation)?;
        let kind = if judgment.score.keep() {
            ActionKind::Keep
        } else {
            ActionKind::Mulligan
        };
        let id = point
            .find(&kind)
            .ok_or_else(|| no_answer(point, "its choice is not offered"))?;
        let facts = weightiest(&judgment.contributions, FACTS);
        let words: Vec<String> = facts
            .iter()
            .map(|c| format!("{} ({:+.2})", c.name.replace('_', " "), c.contribution))
            .collect();
        Ok(Decision {
            number: Some(point.number),
            report: Some(Report {
                reason: format!(
                    "{} at {:.0} %: {}",
                    if judgment.score.keep() { "keep" } else { "mulligan" },
                    100.0 * judgment.score.p_keep_balanced,
                    words.join(", ")
                ),
                unsure: (judgment.score.p_keep_balanced - 0.5).abs() < UNSURE,
                p_keep: Some(judgment.score.p_keep),
                facts: facts
                    .iter()
                    .map(|c| Fact {
                        name: c.name.clone(),
                        value: c.value,
                    })
                    .collect(),
            }),
            ..Decision::of(id)
        })
    }

    /// The plan is a function of the observation alone: what is left of the best plan stays best.
    fn bottom(&mut self, point: &DecisionPoint, opening: &OpeningObservation) -> Result<Decision, PilotError> {
        let count = opening.pending_mulligan_bottom_cards as usize;
        let (model, extractor) = self.parts()?;
        let plan = best_bottom(model, extractor, &point.observation, &opening.hand, count)?
            .ok_or_else(|| no_answer(point, "the hand is too short for what must go to the bottom"))?;
        let card = plan.bottom.first().cloned().unwrap_or_default();
        let id = point
            .find(&ActionKind::Bottom { card })
            .ok_or_else(|| no_answer(point, "its choice is not offered"))?;
        Ok(Decision {
            number: Some(point.number),
            report: Some(Report {
                reason: format!(
                    "leaves {} at {:.0} %",
                    plan.kept.join(", "),
                    100.0 * plan.score.p_keep_balanced
                ),
                p_keep: Some(plan.score.p_keep),
                ..Report::default()
            }),
            ..Decision::of(id)
        })
    }

    fn parts(&mut self) -> Result<(&SparkModel, &mut FeatureExtractor), PilotError> {
        let current = self.current.and_then(|index| self.decks.get_mut(index));
        let (_, extractor) = current.ok_or_else(|| PilotError::NotStarted { pilot: NAME.to_owned() })?;
        Ok((&self.model, extractor))
    }
}

fn no_answer(point: &DecisionPoint, why: &str) -> PilotError {
    PilotError::NoAnswer {
        pilot: NAME.to_owned(),
        decision: point.number,
        why: why.to_owned(),
    }
}

impl Pilot for SparkMulliganPilot {
    fn start_game(&mut self, knowledge: &PlayerKnowledge, _: Arc<dyn RulesQueries>) -> Result<(), PilotError> {
        let shared = knowledge.without_starting_player();
        let known = self.decks.iter().position(|(deck, _)| *deck == shared);
        self.current = Some(if let Some(index) = known {
            index
        } else {
            // The starting player stands in every observation of a game.
            let extractor = FeatureExtractor::new(&shared).map_err(|error| unsupported(&error))?;
            self.decks.push((shared, extractor));
            self.decks.len() - 1
        });
        Ok(())
    }

    fn decide(&mut self, point: &DecisionPoint) -> Result<Decision, PilotError> {
        let Some(opening) = &point.observation.opening else {
            return Err(no_answer(point, "it plays the mulligan phase only"));
        };
        if let [forced] = point.legal_actions.as_slice() {
            return Ok(Decision::of(forced.id));
        }
        if opening.pending_mulligan_bottom_cards > 0
            && point
                .legal_actions
                .iter()
                .any(|action| matches!(action.kind, ActionKind::Bottom { .. }))
        {
            let opening = opening.clone();
            return self.bottom(point, &opening);
        }
        self.hand(point)
    }
}
