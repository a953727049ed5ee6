//! What can go wrong in the engine.

use crate::MAX_DECK_SIZE;
use thiserror::Error;
use turnzero_contract::{Decision, Refusal, Seat};

/// Why a deck, game or question cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// An entry of the deck has no copies.
    #[error("deck entry `{card}` has count 0; remove it or give it a count")]
    NoCopies {
        /// The card.
        card: String,
    },
    /// Two different definitions share a name.
    #[error("deck holds two different definitions of `{card}`; build the deck from one card source")]
    TwoDefinitions {
        /// The card.
        card: String,
    },
    /// More cards than the engine numbers.
    #[error("deck has {size} cards, at most {MAX_DECK_SIZE} are possible; check the counts")]
    TooManyCards {
        /// Cards asked for.
        size: u64,
    },
    /// A card whose opening-hand action is not played yet.
    #[error(
        "`{card}` has an opening-hand action (CR 103.6), which this engine does not play yet; replace the card to use this deck"
    )]
    OpeningHandAction {
        /// The card.
        card: String,
    },
    /// A companion, which is not played yet.
    #[error("`{card}` is a companion (CR 702.139), which this engine does not play yet; remove it to use this deck")]
    Companion {
        /// The card.
        card: String,
    },
    /// More than two commanders.
    #[error("{count} commanders given, at most two are possible (CR 702.124g)")]
    TooManyCommanders {
        /// How many.
        count: usize,
    },
    /// A card that cannot be a commander.
    #[error("`{card}` cannot be a commander (CR {rule}): {why}")]
    NotACommander {
        /// The card.
        card: String,
        /// The rule.
        rule: &'static str,
        /// What is missing.
        why: &'static str,
    },
    /// Two commanders that do not go together.
    #[error("`{first}` and `{second}` cannot be commanders together (CR {rule}): {why}")]
    NotPartners {
        /// One commander.
        first: String,
        /// The other.
        second: String,
        /// The rule.
        rule: &'static str,
        /// What is missing.
        why: &'static str,
    },
    /// The number of seats is not possible or not the number of decks.
    #[error("options say {seats} seats and {decks} decks were given; give 1 to 4 of each, equal")]
    Seats {
        /// Seats in the options.
        seats: u8,
        /// Decks given.
        decks: usize,
    },
    /// The house-rule mark does not fit the free mulligans.
    #[error(
        "house_rule is {given} with {seats} seats and {free_mulligans} free mulligans, CR 103.5c makes it {}; build the options with pregame::options", !.given
    )]
    HouseRule {
        /// The mark given.
        given: bool,
        /// Seats in the options.
        seats: u8,
        /// Free mulligans in the options.
        free_mulligans: u8,
    },
    /// A seat that is not at the table.
    #[error("there is no seat {seat} at a table of {seats}")]
    NoSuchSeat {
        /// The seat asked for.
        seat: Seat,
        /// Seats at the table.
        seats: u8,
    },
    /// A hand names a card that the deck does not hold.
    #[error("`{card}` is not in the deck's library (commanders are never in the hand); correct the name")]
    NotInDeck {
        /// The card.
        card: String,
    },
    /// A hand holds more copies than the deck.
    #[error("hand has {hand} copies of `{card}`, the deck holds {deck}")]
    TooManyCopies {
        /// The card.
        card: String,
        /// Copies in the hand.
        hand: u32,
        /// Copies in the deck.
        deck: u32,
    },
    /// A hand of an impossible size.
    #[error(
        "hand has {found} cards; after {mulligans_taken} mulligans it has {full} before and {bottomed} after putting cards on the bottom"
    )]
    HandSize {
        /// Cards given.
        found: usize,
        /// Mulligans taken.
        mulligans_taken: u32,
        /// Cards drawn.
        full: usize,
        /// Cards left after bottoming.
        bottomed: usize,
    },
    /// More mulligans than the rules allow.
    #[error("{mulligans_taken} mulligans are more than CR 103.5 allows here: at most {most}")]
    TooManyMulligans {
        /// Mulligans given.
        mulligans_taken: u32,
        /// The most possible.
        most: u32,
    },
    /// A card that whole games do not play.
    #[error(transparent)]
    Unplayable(#[from] crate::Unplayable),
    /// A game whose mulligan phase is not over.
    #[error("the mulligan phase is not over: seat {seat} has a decision to make before the first turn")]
    NotBegun {
        /// Whose decision is open.
        seat: Seat,
    },
    /// Text that is no seed.
    #[error("a game seed is 64 lower-case hexadecimal digits, found `{found}`")]
    SeedText {
        /// The text.
        found: String,
    },
    /// Text that is no mutant's name.
    #[error("no mutant is called `{found}`; the names are {names}")]
    MutantName {
        /// The text.
        found: String,
        /// The names that exist.
        names: String,
    },
}

/// A refused decision, handed back; the game is unchanged.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{refusal}")]
pub struct Rejected {
    /// Why.
    pub refusal: Refusal,
    /// The decision as it was submitted.
    pub decision: Decision,
}
