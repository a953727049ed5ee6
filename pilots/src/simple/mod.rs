//! Pilots that judge nothing: the first offer, a random one, recorded ones, expected ones.

mod first;
mod random;
mod replay;
mod script;

pub use first::FirstPilot;
pub use random::RandomPilot;
pub use replay::{Recorded, ReplayPilot};
pub use script::ScriptPilot;

use turnzero_contract::{DecisionPoint, LegalAction, PilotError};

/// The offers that need no selection; a pilot that judges nothing cannot make one.
fn plain_offers<'a>(pilot: &str, point: &'a DecisionPoint) -> Result<Vec<&'a LegalAction>, PilotError> {
    let offers: Vec<&LegalAction> = point
        .legal_actions
        .iter()
        .filter(|action| action.parameter.is_none())
        .collect();
    if offers.is_empty() {
        return Err(PilotError::NoAnswer {
            pilot: pilot.to_owned(),
            decision: point.number,
            why: format!(
                "none of the {} offers can be taken without a selection; use a pilot that plays whole games",
                point.legal_actions.len()
            ),
        });
    }
    Ok(offers)
}
