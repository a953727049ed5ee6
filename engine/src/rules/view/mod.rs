//! What one player may see and answer: a projection built up from what that seat knows, and back.
//!
//! Nothing here reads a card of a hidden zone unless its seat's knowledge or the open question
//! shows it.

mod answer;
mod definitions;
mod events;
mod observe;
mod offers;
mod redeal;
mod rows;
mod words;

pub(crate) use answer::{Chosen, specialize};
pub(crate) use definitions::{DefKey, Shown, Sight, shown};
pub(crate) use events::Logged;
pub(crate) use observe::{counter_name, observe};
pub(crate) use offers::{Offer, forced, offers};
pub(crate) use redeal::{redeal, redeal_log};
pub(crate) use rows::{Rows, RowsRoom};
pub(crate) use words::keyword_words;

/// A position as it crosses the boundary.
pub(crate) fn count(len: usize) -> u32 {
    crate::log::as_count(len)
}

/// A seat as it crosses the boundary.
pub(crate) const fn seat(player: crate::rules::ids::Player) -> turnzero_contract::Seat {
    turnzero_contract::Seat(player.0)
}
