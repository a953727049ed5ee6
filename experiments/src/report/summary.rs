//! Rates by batch and actor, retest, calibration, learning curves; puts the report together.

use super::actors::Reference;
use super::gather::{Actor, Table};
use super::model::{
    ActorSummary, BatchActor, BatchSummary, Calibration, CalibrationBin, DeckSummary, Disagreement, InSample,
    LearningCurve, Pair, Report, Retest, Sealed,
};
use super::notes;
use crate::error::{AppError, Result};
use std::collections::{BTreeMap, BTreeSet};
use turnzero_datasets::stats::{Estimate, ceiling, wilson};
use turnzero_datasets::{DecisionRecord, GameStatus};

/// Bins of a calibration plot.
const BINS: u32 = 5;

/// Puts everything into one struct.
pub(super) fn assemble(
    table: &Table<'_>,
    reference: &Reference,
    pairs: Vec<Pair>,
    by_deck: BTreeMap<String, DeckSummary>,
    disagreements: Vec<Disagreement>,
) -> Result<Report> {
    let of = reference.index.and_then(|index| table.actors.get(index));
    let mut report = Report {
        title: of.map_or_else(
            || "First hands: keep rates and agreement between actors".to_owned(),
            |actor| format!("Agreement with {}", actor.label),
        ),
        reference: of.map(|actor| actor.label.clone()),
        reference_is_machine: of.is_some_and(|actor| !actor.is_human()),
        notes: Vec::new(),
        batches: batches(table)?,
        sealed: sealed(table),
        actors: BTreeMap::new(),
        in_sample: in_sample(table),
        pairs,
        by_deck,
        retest: retest(table)?,
        learning_curves: learning_curves(table),
        calibration: calibration(table, reference.index)?,
        disagreements,
    };
    for actor in &table.actors {
        let summary = actor_summary(table, actor, &report)?;
        report.actors.insert(actor.label.clone(), summary);
    }
    report.notes = notes::notes(table, reference, &report);
    Ok(report)
}

fn batches(table: &Table<'_>) -> Result<Vec<BatchSummary>> {
    let mut out = Vec::new();
    for (index, batch) in table.batches.iter().enumerate() {
        let header = batch.header;
        let mut actors = Vec::new();
        for actor in &table.actors {
            actors.extend(batch_actor(actor, index, header.total_games())?);
        }
        out.push(BatchSummary {
            batch: header.batch.clone(),
            files: batch.files.iter().map(|file| (*file).to_owned()).collect(),
            decks: header
                .decks
                .iter()
                .map(|deck| {
                    table
                        .deck_names
                        .get(deck.content_sha256.as_str())
                        .cloned()
                        .unwrap_or_default()
                })
                .collect(),
            games: header.total_games(),
            options: header.options.clone(),
            house_rule: header.house_rule.clone(),
            sealed: batch.sealed,
            unsealed: batch.unsealed,
            actors,
        });
    }
    Ok(out)
}

fn batch_actor(actor: &Actor<'_>, batch: usize, total: u32) -> Result<Option<BatchActor>> {
    let games: Vec<_> = actor
        .games
        .iter()
        .filter(|(key, _)| key.0 == batch)
        .map(|(_, game)| game)
        .collect();
    if games.is_empty() {
        return Ok(None);
    }
    let finished = games.iter().filter(|game| game.finished()).count();
    let failed = |status: &GameStatus| matches!(status, GameStatus::Failed { .. });
    let judged = || {
        games
            .iter()
            .filter(|game| game.finished())
            .flat_map(|game| &game.decisions)
    };
    let (first_hands_kept, keep_rate) = if let Some(why) = &actor.withheld {
        (None, Estimate::undefined(0, why.clone()))
    } else {
        let keeps: Vec<bool> = games.iter().filter_map(|game| Some(game.counted()?.1)).collect();
        rate(&keeps)?
    };
    Ok(Some(BatchActor {
        actor: actor.label.clone(),
        games: finished,
        open: games
            .iter()
            .filter(|game| game.record.status == GameStatus::Open)
            .count(),
        failed: games.iter().filter(|game| failed(&game.record.status)).count(),
        complete: u32::try_from(finished) == Ok(total),
        in_sample: games.iter().filter(|game| game.finished() && game.in_sample).count(),
        first_hands_kept,
        keep_rate,
        unblinded: judged().filter(|judged| judged.record.unblinded).count(),
        reviewed: judged().filter(|judged| judged.played.is_some()).count(),
    }))
}

fn rate(keeps: &[bool]) -> Result<(Option<u64>, Estimate)> {
    let kept = count(keeps.iter().filter(|keep| **keep).count());
    let estimate = wilson(kept, count(keeps.len())).map_err(AppError::input)?;
    Ok((Some(kept), estimate))
}

fn count(n: usize) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}

fn actor_summary(table: &Table<'_>, actor: &Actor<'_>, report: &Report) -> Result<ActorSummary> {
    let played: BTreeSet<usize> = actor.games.keys().map(|key| key.0).collect();
    let (first_hands_kept, keep_rate) = if let Some(why) = &actor.withheld {
        (None, Estimate::undefined(0, why.clone()))
    } else {
        let keeps: Vec<bool> = actor
            .games
            .values()
            .filter_map(|game| Some(game.counted()?.1))
            .collect();
        rate(&keeps)?
    };
    Ok(ActorSummary {
        name: actor.name.to_owned(),
        provenance: actor.provenance.clone(),
        batches: played
            .into_iter()
            .filter_map(|index| Some(table.batches.get(index)?.header.batch.clone()))
            .collect(),
        games: actor.games.values().filter(|game| game.finished()).count(),
        first_hands_kept,
        keep_rate,
        agreement: report.with_reference(&actor.label).map(Pair::agreement),
        withheld: actor.withheld.clone(),
    })
}

fn sealed(table: &Table<'_>) -> Vec<Sealed> {
    let sealed = table.batches.iter().enumerate().filter(|(_, batch)| batch.sealed);
    sealed
        .map(|(index, batch)| {
            let names: Vec<&str> = table.hidden.get(&index).into_iter().flatten().copied().collect();
            let who = if names.is_empty() {
                "no machine actor".to_owned()
            } else {
                names.join(", ")
            };
            Sealed {
                batch: batch.header.batch.clone(),
                why: format!(
                    "the human has begun and not finished, so nothing of {who} is shown; finish the hands, \
                     or use --unseal, which is recorded and marks later human answers unblinded"
                ),
            }
        })
        .collect()
}

fn in_sample(table: &Table<'_>) -> Vec<InSample> {
    let mut out = Vec::new();
    for (_, actor) in table.shown() {
        let Some(bundle) = actor.provenance.bundle.as_ref() else {
            continue;
        };
        for (key, _) in actor.games.iter().filter(|(_, game)| game.in_sample) {
            let Some(batch) = table.batches.get(key.0) else {
                continue;
            };
            out.push(InSample {
                actor: actor.label.clone(),
                batch: batch.header.batch.clone(),
                game: key.1,
                group: table.group(*key),
                bundle: bundle.clone(),
            });
        }
    }
    out
}

/// Repeats of every actor that has any, against the answer as it was first given.
fn retest(table: &Table<'_>) -> Result<BTreeMap<String, Retest>> {
    let mut counts: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    let mut seen: BTreeSet<(usize, &str, u32, u32)> = BTreeSet::new();
    for (batch, study) in &table.studies {
        for actor in &table.actors {
            let Some(record) = study.actors.get(actor.name) else {
                continue;
            };
            let hidden = table.hidden.get(batch).is_some_and(|names| names.contains(actor.name));
            if hidden || actor.withheld.is_some() || record.provenance != *actor.provenance {
                continue;
            }
            for repeat in &record.repeats {
                let original = record.games.get(&repeat.game).and_then(|game| {
                    let index = usize::try_from(repeat.index).ok()?;
                    game.decisions.get(index)
                });
                let Some(original) = original.filter(|original| original.is_keep_or_mulligan()) else {
                    continue;
                };
                if !seen.insert((*batch, &actor.label, repeat.game, repeat.index)) {
                    continue;
                }
                let (same, n) = counts.entry(&actor.label).or_default();
                *n += 1;
                *same += u64::from(choices_equal(original, &repeat.decision));
            }
        }
    }
    let mut out = BTreeMap::new();
    for (label, (same, repeats)) in counts {
        let figures = ceiling(same, repeats).map_err(AppError::input)?;
        out.insert(label.to_owned(), Retest { repeats, same, figures });
    }
    Ok(out)
}

fn choices_equal(a: &DecisionRecord, b: &DecisionRecord) -> bool {
    a.choice().is_some() && a.choice() == b.choice()
}

fn learning_curves(table: &Table<'_>) -> Vec<LearningCurve> {
    let mut curves: BTreeMap<&str, LearningCurve> = BTreeMap::new();
    for (_, actor) in table.shown() {
        let (Some(id), Some(facts)) = (&actor.provenance.bundle, &actor.bundle) else {
            continue;
        };
        if facts.curve.is_empty() {
            continue;
        }
        let curve = curves.entry(id).or_insert_with(|| LearningCurve {
            actors: Vec::new(),
            bundle: id.clone(),
            labels: facts.labels.clone(),
            points: facts.curve.clone(),
        });
        curve.actors.push(actor.label.clone());
    }
    curves.into_values().collect()
}

/// Stated probabilities of every actor that gives them, against the reference's first hands.
fn calibration(table: &Table<'_>, reference: Option<usize>) -> Result<Vec<Calibration>> {
    let Some((index, reference)) = reference.and_then(|index| Some((index, table.actors.get(index)?))) else {
        return Ok(Vec::new());
    };
    let mut out = Vec::new();
    for (_, actor) in table.shown().filter(|(other, _)| *other != index) {
        let mut stated: Vec<(f64, bool)> = Vec::new();
        for (key, game) in &actor.games {
            let Some((first, _)) = game.counted() else { continue };
            let p = first.record.report.as_ref().and_then(|report| report.p_keep);
            let answer = reference.games.get(key).and_then(|game| game.counted());
            if let (Some(p), Some((other, keep))) = (p.filter(|p| (0.0..=1.0).contains(p)), answer)
                && other.state == first.state
            {
                stated.push((p, keep));
            }
        }
        if stated.is_empty() {
            continue;
        }
        out.push(Calibration {
            actor: actor.label.clone(),
            reference: reference.label.clone(),
            n: stated.len(),
            bins: bins(&stated)?,
        });
    }
    Ok(out)
}

fn bins(stated: &[(f64, bool)]) -> Result<Vec<CalibrationBin>> {
    let mut out = Vec::new();
    for bin in 0..BINS {
        let (from, to) = (f64::from(bin) / f64::from(BINS), f64::from(bin + 1) / f64::from(BINS));
        let inside: Vec<&(f64, bool)> = stated
            .iter()
            .filter(|(p, _)| *p >= from && (*p < to || bin + 1 == BINS))
            .collect();
        if inside.is_empty() {
            continue;
        }
        let kept = inside.iter().filter(|(_, keep)| *keep).count();
        out.push(CalibrationBin {
            from,
            to,
            mean_p_keep: inside.iter().map(|(p, _)| p).sum::<f64>() / inside.len() as f64,
            kept: wilson(count(kept), count(inside.len())).map_err(AppError::input)?,
        });
    }
    Ok(out)
}
