//! Named faults in the real projection, so that the leak check can be seen to catch each.

use crate::EngineError;
use std::fmt;
use std::str::FromStr;

/// A deliberate leak; a game has none unless [`crate::Game::with_mutant`] sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mutant {
    /// The remaining-deck counts leave out the top card of the library.
    TopCard,
    /// Cards of the hand are listed by instance number, given in the order dealt or drawn.
    StableId,
    /// Bottom offers, and what a hand can play, stand in the order dealt or drawn.
    OfferOrder,
    /// Decision numbers count from a value taken from the seed or the random numbers.
    Seed,
    /// Cards in opponents' hands, or their definitions, are delivered as visible.
    OpponentHand,
    /// The event log names bottomed and drawn cards to everybody.
    LogLine,
}

impl Mutant {
    /// Every mutant.
    pub const ALL: [Self; 6] = [
        Self::TopCard,
        Self::StableId,
        Self::OfferOrder,
        Self::Seed,
        Self::OpponentHand,
        Self::LogLine,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TopCard => "top-card",
            Self::StableId => "stable-id",
            Self::OfferOrder => "offer-order",
            Self::Seed => "seed",
            Self::OpponentHand => "opponent-hand",
            Self::LogLine => "log-line",
        }
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Mutant {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|mutant| mutant.name() == text);
        found.ok_or_else(|| EngineError::MutantName {
            found: text.to_owned(),
            names: Self::ALL.map(Self::name).join(", "),
        })
    }
}
