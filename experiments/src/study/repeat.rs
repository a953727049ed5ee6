//! Blind repeats: a share of the own first hands, asked again much later (retest agreement).

use crate::error::{AppError, Result};
use sha2::{Digest, Sha256};
use turnzero_contract::{DecisionPoint, PlayerKnowledge, Seat};
use turnzero_datasets::{DecisionRecord, HUMAN, Study};

/// Hands that must lie between an answer and its repeat.
const DISTANCE: usize = 15;

/// The earliest own hand that is due to be asked again: game, decision, record.
///
/// Which games are asked again is a function of the batch, so that a resume asks the same ones.
pub(super) fn due(study: &Study, share: f64) -> Option<(u32, u32, DecisionRecord)> {
    let record = study.actors.get(HUMAN)?;
    let judged: Vec<(u32, u32)> = record
        .timing
        .iter()
        .map(|entry| (entry.game, entry.index))
        .filter(|(game, index)| {
            let decision = record.games.get(game).and_then(|g| g.decisions.get(*index as usize));
            decision.is_some_and(DecisionRecord::is_keep_or_mulligan)
        })
        .collect();
    let chosen = judged.iter().enumerate().find(|(place, (game, index))| {
        *index == 0
            && judged.len() - place > DISTANCE
            && selected(study.id(), *game, share)
            && !record.repeats.iter().any(|repeat| repeat.game == *game)
    });
    let (_, (game, index)) = chosen?;
    let decision = record.games.get(game)?.decisions.get(*index as usize)?;
    Some((*game, *index, decision.clone()))
}

/// Whether a game belongs to the share that is asked again.
fn selected(batch: &str, game: u32, share: f64) -> bool {
    let digest = Sha256::digest(format!("repeat\n{batch}\n{game}").as_bytes());
    let head = digest
        .iter()
        .take(4)
        .fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte));
    f64::from(head) / (f64::from(u32::MAX) + 1.0) < share
}

/// The decision as it was asked, from the stored snapshot only.
///
/// # Errors
/// Exit-3 class when the stored observation does not read.
pub(super) fn point(record: &DecisionRecord) -> Result<DecisionPoint> {
    let observation = serde_json::from_value(record.observation.clone())
        .map_err(|error| AppError::Input(format!("a stored observation does not read: {error}")))?;
    Ok(DecisionPoint {
        number: 0,
        seat: Seat(0),
        observation,
        definitions: Vec::new(),
        legal_actions: record.offers.clone(),
    })
}

/// The stored knowledge of the human's game.
///
/// # Errors
/// Exit-3 class when it is missing or does not read.
pub(super) fn knowledge(study: &Study, game: u32) -> Result<PlayerKnowledge> {
    let address = study
        .actors
        .get(HUMAN)
        .and_then(|record| record.games.get(&game))
        .map(|game| game.knowledge.as_str())
        .unwrap_or_default();
    let value = study.knowledge.get(address).cloned().unwrap_or_default();
    serde_json::from_value(value)
        .map_err(|error| AppError::Input(format!("stored knowledge {address} does not read: {error}")))
}
