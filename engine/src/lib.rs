//! Rules truth: deterministic games of Magic behind a player-safe boundary.
//!
//! A [`Game`] has private state and five verbs: [`Game::knowledge`], [`Game::decision`],
//! [`Game::submit`], [`Game::outcome`], [`Game::events`]. Everything a player sees is built up by
//! one projection from what that seat may know; nothing is ever blanked out of a full state.

mod deck;
mod error;
mod game;
mod log;
mod mutant;
pub mod pregame;
mod projection;
pub mod puzzle;
mod queries;
mod random;
mod redeal;
mod rules;
mod seat;
mod whole;

pub use deck::{GameDeck, MAX_DECK_SIZE};
pub use error::{EngineError, Rejected};
pub use game::{Game, MAX_SEATS, Outcome};
pub use mutant::Mutant;
pub use queries::rules_for;
pub use random::{GameSeed, Stream};
pub use redeal::Redeal;
pub use rules::pool::Unplayable;
pub use rules::random_game::{Broken, RandomGame};
pub use rules::setup::Table;
pub use whole::{WholeGame, WholeOutcome, WholeRedeal};
