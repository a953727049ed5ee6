//! Card language, card pool, deck lists and the user's card catalogue.

pub mod catalog;
pub mod coverage;
pub mod decklist;
pub mod error;
pub mod identity;
pub mod language;
pub mod names;
pub mod pool;
pub mod render;

pub use error::CardsError;
