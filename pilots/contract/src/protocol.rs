//! Messages between the engine's side and an external pilot: one JSON object a line.

use crate::{Answer, Decision, DecisionPoint, PlayerKnowledge, Query, QueryError};
use serde::{Deserialize, Serialize};

/// A message to the pilot process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToPilot {
    /// A game starts.
    Start {
        /// What the pilot knows for the whole game.
        knowledge: Box<PlayerKnowledge>,
    },
    /// A decision is due.
    Decide {
        /// The decision.
        decision_point: Box<DecisionPoint>,
    },
    /// The answer to a query.
    Answer {
        /// The answer or why there is none.
        result: QueryResult,
    },
    /// The game is over for this pilot.
    End,
}

/// Outcome of a query in the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum QueryResult {
    /// Answered.
    Answered(Answer),
    /// Not answered.
    Refused(QueryError),
}

/// A message from the pilot process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum FromPilot {
    /// A rules query; it is answered and the decision stays open.
    Query(PilotQuery),
    /// The decision.
    Decision(Decision),
}

/// `{"type":"query", …}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "query")]
pub struct PilotQuery {
    /// The query.
    #[serde(flatten)]
    pub query: Query,
}
