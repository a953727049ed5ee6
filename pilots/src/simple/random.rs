//! The pilot that chooses uniformly, by a stream that depends on what was seen only.

use super::plain_offers;
use crate::play::{Draw, is_play, uniform};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use turnzero_contract::{Decision, DecisionPoint, Pilot, PilotError, PlayerKnowledge, RulesQueries};

const NAME: &str = "random";

/// Chooses uniformly among the offers that need no selection; in a game in play among all offers, and then among the
/// selections.
///
/// The draw is SHA-256 of (seed text, decision number, the observation's JSON, attempt), so the choice is a
/// function of the seed and of what the seat saw: no state is carried over, and hidden facts change nothing.
#[derive(Clone, Debug)]
pub struct RandomPilot {
    seed: String,
}

impl RandomPilot {
    /// A pilot with this seed text.
    pub fn new(seed: impl Into<String>) -> Self {
        Self { seed: seed.into() }
    }

    /// The stream of one decision.
    fn stream(&self, point: &DecisionPoint) -> Result<Words<'_>, PilotError> {
        let seen = serde_json::to_vec(&point.observation).map_err(|error| PilotError::NoAnswer {
            pilot: NAME.to_owned(),
            decision: point.number,
            why: format!("the observation cannot be written as JSON: {error}"),
        })?;
        Ok(Words {
            seed: &self.seed,
            number: point.number,
            seen,
            attempt: 0,
        })
    }
}

/// The words of a decision's stream.
struct Words<'s> {
    seed: &'s str,
    number: u64,
    seen: Vec<u8>,
    attempt: u64,
}

impl Words<'_> {
    fn next(&mut self) -> u64 {
        let mut hash = Sha256::new();
        hash.update(b"turnzero random pilot\0");
        hash.update((self.seed.len() as u64).to_le_bytes());
        hash.update(self.seed.as_bytes());
        hash.update(self.number.to_le_bytes());
        hash.update(&self.seen);
        hash.update(self.attempt.to_le_bytes());
        self.attempt += 1;
        let digest = hash.finalize();
        digest
            .iter()
            .take(8)
            .fold(0_u64, |word, byte| word << 8 | u64::from(*byte))
    }
}

impl Draw for Words<'_> {
    fn below(&mut self, limit: usize) -> usize {
        let count = (limit as u64).max(1);
        // Words above the last multiple of count would make small results likelier; they are drawn again.
        let fair = u64::MAX - u64::MAX % count;
        loop {
            let word = self.next();
            if word < fair {
                return usize::try_from(word % count).unwrap_or(0);
            }
        }
    }
}

impl Pilot for RandomPilot {
    fn start_game(&mut self, _: &PlayerKnowledge, _: Arc<dyn RulesQueries>) -> Result<(), PilotError> {
        Ok(())
    }

    fn decide(&mut self, point: &DecisionPoint) -> Result<Decision, PilotError> {
        let mut words = self.stream(point)?;
        if is_play(point) && !point.legal_actions.is_empty() {
            let offer = &point.legal_actions[words.below(point.legal_actions.len())];
            return Ok(Decision {
                specialization: uniform(point, offer, &mut words),
                ..Decision::of(offer.id)
            });
        }
        let offers = plain_offers(NAME, point)?;
        Ok(Decision::of(offers[words.below(offers.len())].id))
    }
}
