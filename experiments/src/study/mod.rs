//! Mulligan studies: one batch of seeded games, answered by any number of actors.

pub mod annotate;
mod answer;
pub mod batch;
pub mod human;
pub mod machine;
pub mod prompt;
mod repeat;
pub mod screen;
pub mod seal;
pub mod table;

use crate::error::Result;
use serde_json::Value;
use turnzero_contract::{Decision, DecisionPoint};
use turnzero_datasets::{DecisionRecord, canonical};

/// Who plays, and the command that goes on with it.
#[derive(Clone, Debug)]
pub struct ActorRun {
    /// Name in the study.
    pub actor: String,
    /// The complete command that resumes.
    pub resume: String,
}

/// The record of one answered decision.
///
/// # Errors
/// When an observation cannot be written as JSON.
pub fn record_of(point: &DecisionPoint, decision: &Decision, automatic: bool) -> Result<DecisionRecord> {
    let observation: Value = canonical::to_value(&point.observation)?;
    Ok(DecisionRecord {
        observation,
        offers: point.legal_actions.clone(),
        chosen: decision.action_id,
        specialization: decision.specialization.clone(),
        report: decision.report.clone(),
        automatic,
        unblinded: false,
        annotation: None,
    })
}
