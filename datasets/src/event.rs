//! What can happen to a study: each event is one line of its journal.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use turnzero_contract::PlayerKnowledge;

use crate::canonical;
use crate::error::Result;
use crate::record::{DecisionRecord, Provenance, Timing};

/// One step in the life of a study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The definitions that pilots will be shown, once per deck and options.
    KnowledgeStored {
        /// Content address of the canonical JSON.
        sha256: String,
        /// The contract's `PlayerKnowledge` without the starting player.
        knowledge: Value,
    },
    /// An actor begins or goes on; a changed provenance is refused.
    ActorStarted {
        /// The actor.
        actor: String,
        /// Which program answers.
        provenance: Provenance,
    },
    /// A game begins.
    GameStarted {
        /// The actor.
        actor: String,
        /// The game.
        game: u32,
        /// Content address of the knowledge shown.
        knowledge: String,
    },
    /// A decision was made.
    Decided {
        /// The actor.
        actor: String,
        /// The game.
        game: u32,
        /// Place of the decision in its game, from 0.
        index: u32,
        /// The decision.
        decision: Box<DecisionRecord>,
        /// Wall-clock facts, kept outside the actor record.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timing: Option<Timing>,
    },
    /// A game was played to its end.
    GameFinished {
        /// The actor.
        actor: String,
        /// The game.
        game: u32,
        /// What came out.
        outcome: Value,
    },
    /// A game stopped for a reason that is no decision.
    GameFailed {
        /// The actor.
        actor: String,
        /// The game.
        game: u32,
        /// Why.
        why: String,
    },
    /// A game that was cut off is played from its beginning again.
    GameReset {
        /// The actor.
        actor: String,
        /// The game.
        game: u32,
        /// Why.
        why: String,
    },
    /// A decision and all later ones of its game are taken back.
    Undone {
        /// The actor.
        actor: String,
        /// The game.
        game: u32,
        /// Index of the first decision that no longer counts.
        supersedes: u32,
    },
    /// An own hand was asked again.
    Repeated {
        /// The actor.
        actor: String,
        /// The game asked again.
        game: u32,
        /// The decision of that game.
        index: u32,
        /// The second answer.
        decision: Box<DecisionRecord>,
    },
    /// A reason was given later.
    Annotated {
        /// The actor.
        actor: String,
        /// The game.
        game: u32,
        /// The decision of that game.
        index: u32,
        /// The reason.
        reason: String,
    },
    /// Machine choices were shown while a human had not finished.
    Unsealed {
        /// When, UTC.
        at: String,
        /// The command that showed them.
        command: String,
    },
    /// All games of one actor were discarded; they stay in the history.
    Restarted {
        /// The actor.
        actor: String,
        /// When, UTC.
        at: String,
    },
    /// A line of the cost ledger; its meaning is the ledger's own.
    Ledger {
        /// The entry.
        entry: Value,
    },
}

impl Event {
    /// The event that stores what pilots of these games know, and its content address. The
    /// starting player is left out, so that all games of a deck share one entry.
    ///
    /// # Errors
    /// [`crate::Error::Unwritable`] never happens for the contract's own type.
    pub fn knowledge(knowledge: &PlayerKnowledge) -> Result<(String, Self)> {
        let knowledge = canonical::to_value(&knowledge.without_starting_player())?;
        let sha256 = canonical::sha256_hex(&canonical::value_bytes(&knowledge));
        let event = Self::KnowledgeStored {
            sha256: sha256.clone(),
            knowledge,
        };
        Ok((sha256, event))
    }

    /// The event's name in words, for messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::KnowledgeStored { .. } => "store knowledge",
            Self::ActorStarted { .. } => "start an actor",
            Self::GameStarted { .. } => "start a game",
            Self::Decided { .. } => "record a decision",
            Self::GameFinished { .. } => "finish a game",
            Self::GameFailed { .. } => "fail a game",
            Self::GameReset { .. } => "reset a game",
            Self::Undone { .. } => "undo",
            Self::Repeated { .. } => "record a repeat",
            Self::Annotated { .. } => "annotate",
            Self::Unsealed { .. } => "unseal",
            Self::Restarted { .. } => "restart an actor",
            Self::Ledger { .. } => "record a ledger entry",
        }
    }
}
