//! From a name to a pilot.

use crate::{BaselinePilot, ExecPilot, FirstPilot, HeuristicPilot, PilotName, RandomPilot};
use turnzero_contract::Pilot;

/// The seed of `random` without one.
const DEFAULT_SEED: &str = "0";

/// A pilot for the names that need nothing but this crate; `None` for `human`, `spark`, `deepseek` and `replay`.
pub fn build(name: &PilotName) -> Option<Box<dyn Pilot>> {
    match name {
        PilotName::First => Some(Box::new(FirstPilot)),
        PilotName::Random(seed) => Some(Box::new(RandomPilot::new(
            seed.as_deref().unwrap_or(DEFAULT_SEED).to_owned(),
        ))),
        PilotName::Baseline(baseline) => Some(Box::new(BaselinePilot::new(*baseline))),
        PilotName::Exec(command) => Some(Box::new(ExecPilot::new(command.clone()))),
        PilotName::Heuristic => Some(Box::new(HeuristicPilot::new())),
        PilotName::Human | PilotName::Spark(_) | PilotName::Deepseek | PilotName::Replay { .. } => None,
    }
}
