//! Rules questions a pilot may ask about what it can see.

use crate::{ManaCost, PlayerObservation};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A rules question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "query", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Query {
    /// Can this mana cost be paid now?
    Payable {
        /// The cost.
        cost: ManaCost,
    },
    /// Can this own card be cast now?
    Castable {
        /// Its name.
        card: String,
    },
    /// What does combat with these attackers and blocks do?
    CombatOutcome {
        /// Names of the attackers.
        attackers: Vec<String>,
        /// Names of the blockers, one list an attacker.
        blockers: Vec<Vec<String>>,
    },
    /// Is there lethal damage on the board this turn?
    Lethal,
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "answer", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Answer {
    /// Yes or no.
    Truth {
        /// The answer.
        value: bool,
    },
    /// What dies and what damage goes through.
    Combat {
        /// Own creatures that die.
        own_losses: Vec<String>,
        /// Opposing creatures that die.
        opposing_losses: Vec<String>,
        /// Damage to each seat.
        damage: Vec<u32>,
    },
}

/// Why a query has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "error", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum QueryError {
    /// Nothing of the kind exists now, such as before the game begins.
    #[error("no such query can be answered now: {why}")]
    Unavailable {
        /// Why.
        why: String,
    },
    /// The query names something the snapshot does not hold.
    #[error("the query does not fit the snapshot: {why}")]
    Unfit {
        /// What does not fit.
        why: String,
    },
}

/// Rules answers from a snapshot passed in; never from a live game.
pub trait RulesQueries: Send + Sync {
    /// Answers `query` on a private game rebuilt from `snapshot`.
    fn answer(&self, snapshot: &PlayerObservation, query: &Query) -> Result<Answer, QueryError>;
}

/// Answers nothing: for pilots used where no engine is at hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRules;

impl RulesQueries for NoRules {
    fn answer(&self, _: &PlayerObservation, _: &Query) -> Result<Answer, QueryError> {
        Err(QueryError::Unavailable {
            why: "no rules engine is attached".to_owned(),
        })
    }
}
