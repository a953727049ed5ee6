//! What crosses the boundary between engine and pilots: knowledge, observation, decision, card
//! definitions, and the traits [`Pilot`] and [`RulesQueries`]. Types only; JSON is camelCase.

pub mod card;
mod choice;
mod color;
mod decision;
mod error;
mod event;
mod knowledge;
mod mana;
mod name;
mod observation;
mod pilot;
mod play;
pub mod protocol;
mod rules;

pub use card::CardDefinition;
pub use choice::{AttackCandidate, BlockCandidate, CastWay, ChoiceReason, Row};
pub use color::{Color, ColorSet};
pub use decision::{
    ActionId, ActionKind, Decision, DecisionPoint, Fact, LegalAction, ParameterFamily, Report, Specialization,
};
pub use error::{ContractError, PilotError, Refusal};
pub use event::{Event, Subject};
pub use knowledge::{BottomTiming, DeckCard, FormatOptions, PlayerKnowledge, Seat};
pub use mana::{ManaCost, ManaSymbol};
pub use name::{Name, NameCounts};
pub use observation::{
    Declaration, OpeningObservation, PlayerObservation, RemainingDeck, SeatDeclaration, VisibleDefinition,
};
pub use pilot::Pilot;
pub use play::{
    AttackRow, CardRow, DefinitionRef, KnownCard, PermanentRow, PlayObservation, PlayerRow, StackRow, StackRowKind,
    Step, TargetRow,
};
pub use rules::{Answer, NoRules, Query, QueryError, RulesQueries};
