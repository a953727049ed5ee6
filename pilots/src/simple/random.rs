//! The pilot that chooses uniformly, by a stream that depends on what was seen only.

use super::plain_offers;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use turnzero_contract::{Decision, DecisionPoint, Pilot, PilotError, PlayerKnowledge, RulesQueries};

const NAME: &str = "random";

/// Chooses uniformly among the offers that need no selection.
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

    /// One of 0..count, every one equally likely.
    fn draw(&self, point: &DecisionPoint, count: u64) -> Result<u64, PilotError> {
        let seen = serde_json::to_vec(&point.observation).map_err(|error| PilotError::NoAnswer {
            pilot: NAME.to_owned(),
            decision: point.number,
            why: format!("the observation cannot be written as JSON: {error}"),
        })?;
        // Words above the last multiple of count would make small results likelier; they are drawn again.
        let limit = u64::MAX - u64::MAX % count;
        let mut attempt = 0_u64;
        loop {
            let mut hash = Sha256::new();
            hash.update(b"turnzero random pilot\0");
            hash.update((self.seed.len() as u64).to_le_bytes());
            hash.update(self.seed.as_bytes());
            hash.update(point.number.to_le_bytes());
            hash.update(&seen);
            hash.update(attempt.to_le_bytes());
            let word = hash
                .finalize()
                .iter()
                .take(8)
                .fold(0_u64, |word, byte| word << 8 | u64::from(*byte));
            if word < limit {
                return Ok(word % count);
            }
            attempt += 1;
        }
    }
}

impl Pilot for RandomPilot {
    fn start_game(&mut self, _: &PlayerKnowledge, _: Arc<dyn RulesQueries>) -> Result<(), PilotError> {
        Ok(())
    }

    fn decide(&mut self, point: &DecisionPoint) -> Result<Decision, PilotError> {
        let offers = plain_offers(NAME, point)?;
        let index = self.draw(point, offers.len() as u64)?;
        usize::try_from(index)
            .ok()
            .and_then(|index| offers.get(index))
            .map(|offer| Decision::of(offer.id))
            .ok_or_else(|| PilotError::NoAnswer {
                pilot: NAME.to_owned(),
                decision: point.number,
                why: "the draw lies outside the offers".to_owned(),
            })
    }
}
