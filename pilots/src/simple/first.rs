//! The pilot that takes the first offer, which keeps every hand.

use super::plain_offers;
use crate::play::{is_play, least};
use std::sync::Arc;
use turnzero_contract::{Decision, DecisionPoint, Pilot, PilotError, PlayerKnowledge, RulesQueries};

/// Takes the first offer that needs no selection; in a game in play the first offer, with the smallest selection.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstPilot;

impl Pilot for FirstPilot {
    fn start_game(&mut self, _: &PlayerKnowledge, _: Arc<dyn RulesQueries>) -> Result<(), PilotError> {
        Ok(())
    }

    fn decide(&mut self, point: &DecisionPoint) -> Result<Decision, PilotError> {
        if is_play(point)
            && let Some(decision) = least(point)
        {
            return Ok(decision);
        }
        let offers = plain_offers("first", point)?;
        Ok(Decision::of(offers[0].id))
    }
}
