//! What can go wrong at the border.

use crate::{ActionId, Seat};
use thiserror::Error;

/// Text that is not of the form its type asks for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContractError {
    /// Text does not parse.
    #[error("expected {expected}, found `{found}`")]
    Syntax {
        /// What the reader expects.
        expected: &'static str,
        /// The text it met.
        found: String,
    },
}

impl ContractError {
    pub(crate) fn syntax(expected: &'static str, found: &str) -> Self {
        Self::Syntax {
            expected,
            found: found.to_owned(),
        }
    }
}

/// Why a pilot has no decision; never turned into a default choice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PilotError {
    /// The pilot was asked before `start_game`.
    #[error("pilot `{pilot}` was asked to decide before start_game")]
    NotStarted {
        /// The pilot's name.
        pilot: String,
    },
    /// The pilot cannot play under these rules or with this deck.
    #[error("pilot `{pilot}` cannot play this game: {why}")]
    Unsupported {
        /// The pilot's name.
        pilot: String,
        /// Reason and remedy.
        why: String,
    },
    /// A recorded or external answer is missing or unusable.
    #[error("pilot `{pilot}` gave no usable answer to decision {decision}: {why}")]
    NoAnswer {
        /// The pilot's name.
        pilot: String,
        /// The decision's number for this seat.
        decision: u64,
        /// Reason and remedy.
        why: String,
    },
    /// The person at the keyboard stopped.
    #[error("stopped by the player")]
    Stopped,
}

/// Why the engine refused a decision; the state is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It is not this seat's turn to answer.
    #[error("seat {seat} has no decision to make now")]
    NotYourDecision {
        /// The seat that answered.
        seat: Seat,
    },
    /// The answer belongs to an earlier or later decision.
    #[error("answer is for decision {given}, the open one is {open}")]
    Stale {
        /// Number in the answer.
        given: u64,
        /// Number of the open decision.
        open: u64,
    },
    /// The action was not offered in this decision.
    #[error("action `{id}` is not among the {offered} offered")]
    NotOffered {
        /// The id given.
        id: ActionId,
        /// How many actions were offered.
        offered: usize,
    },
    /// A parameter was given where the offer takes none, is missing, or is not of its family.
    #[error("action `{id}` is wrongly specialised: {why}")]
    BadSpecialization {
        /// The id given.
        id: ActionId,
        /// What is wrong.
        why: String,
    },
    /// The game is over; nothing is asked any more.
    #[error("the game has no open decision")]
    Finished,
}
