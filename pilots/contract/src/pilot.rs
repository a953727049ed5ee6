//! The pilot: an interchangeable decision policy.

use crate::{Decision, DecisionPoint, PilotError, PlayerKnowledge, RulesQueries};
use std::sync::Arc;

/// A decision policy for one seat.
///
/// A pilot is a function of what it was given: same knowledge and decision points, same answers.
pub trait Pilot: Send {
    /// Called once at the start of each game, before any decision.
    fn start_game(&mut self, knowledge: &PlayerKnowledge, rules: Arc<dyn RulesQueries>) -> Result<(), PilotError>;

    /// Answers one decision with an offered action.
    fn decide(&mut self, point: &DecisionPoint) -> Result<Decision, PilotError>;
}
