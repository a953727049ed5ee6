//! What a forecast refuses.

use crate::{MAX_CARDS, MAX_COMMANDERS, MAX_HAND};

/// Why a deck or hand cannot be forecast.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForecastError {
    /// The hand names a card that the knowledge does not define.
    #[error("card `{name}` of the hand is not in the player's knowledge: use the exact card name of the deck list")]
    UnknownCard {
        /// The name.
        name: String,
    },
    /// The hand has more cards than the search has slots for.
    #[error("a hand of {count} cards is too large: forecast at most {MAX_HAND}")]
    HandTooLarge {
        /// Cards in the hand.
        count: usize,
    },
    /// The hand holds more copies than the deck.
    #[error("the hand holds more copies of `{name}` than the {in_deck} of the deck: correct the hand or the deck")]
    TooManyCopies {
        /// The name.
        name: String,
        /// Copies in the deck.
        in_deck: u32,
    },
    /// The deck has too many different cards.
    #[error("{count} different cards are too many: a deck may have at most {MAX_CARDS}")]
    TooManyCards {
        /// Different cards, commanders included.
        count: usize,
    },
    /// More commanders than the rules know (CR 702.124g).
    #[error("{count} commanders are too many: a deck has at most {MAX_COMMANDERS} (CR 702.124g)")]
    TooManyCommanders {
        /// Commanders.
        count: usize,
    },
    /// A definition without faces.
    #[error("card `{name}` has no face: read its definition again from the card pool or catalogue")]
    NoFace {
        /// The card.
        name: String,
    },
}
