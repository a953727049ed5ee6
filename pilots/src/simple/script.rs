//! The pilot that follows a list of expected actions: for tests and puzzles.

use std::sync::Arc;
use turnzero_contract::{ActionKind, Decision, DecisionPoint, Pilot, PilotError, PlayerKnowledge, RulesQueries};

const NAME: &str = "script";

/// Answers decision *n* with the *n*-th action of the list, which must be offered.
#[derive(Clone, Debug)]
pub struct ScriptPilot {
    actions: Vec<ActionKind>,
}

impl ScriptPilot {
    /// A pilot that follows this list in every game.
    pub const fn new(actions: Vec<ActionKind>) -> Self {
        Self { actions }
    }
}

impl Pilot for ScriptPilot {
    fn start_game(&mut self, _: &PlayerKnowledge, _: Arc<dyn RulesQueries>) -> Result<(), PilotError> {
        Ok(())
    }

    fn decide(&mut self, point: &DecisionPoint) -> Result<Decision, PilotError> {
        let no_answer = |why| PilotError::NoAnswer {
            pilot: NAME.to_owned(),
            decision: point.number,
            why,
        };
        let expected = usize::try_from(point.number)
            .ok()
            .and_then(|number| self.actions.get(number))
            .ok_or_else(|| no_answer(format!("the script ends after {} actions", self.actions.len())))?;
        let action_id = point.find(expected).ok_or_else(|| {
            let offered: Vec<String> = point
                .legal_actions
                .iter()
                .map(|action| format!("{:?}", action.kind))
                .collect();
            no_answer(format!(
                "the script says {expected:?}, offered are {}",
                offered.join(", ")
            ))
        })?;
        Ok(Decision {
            number: Some(point.number),
            ..Decision::of(action_id)
        })
    }
}
