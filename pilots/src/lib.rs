//! Decision policies that see the game only through the contract.
//!
//! [`build`] makes a pilot from a [`PilotName`]; [`conformance`] checks any pilot's promises. [`HeuristicPilot`]
//! reasons about opening hands and plays whole games for value, [`BaselinePilot`] follows other programs' rules, [`ExecPilot`] asks another process.

mod baseline;
mod build;
pub mod conformance;
mod error;
mod exec;
mod heuristic;
mod name;
mod opening;
pub mod play;
mod simple;

pub use baseline::{Baseline, BaselinePilot};
pub use build::build;
pub use error::PilotsError;
pub use exec::{DEFAULT_TIME_LIMIT, ExecPilot, end_processes};
pub use heuristic::HeuristicPilot;
pub use name::PilotName;
pub use simple::{FirstPilot, RandomPilot, Recorded, ReplayPilot, ScriptPilot};
