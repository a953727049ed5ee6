//! The game's log and its projection for one viewer.

use crate::Mutant;
use crate::deck::CardIndex;
use crate::seat::SeatState;
use turnzero_contract::{Declaration, Event, Seat};

/// Something that happened, with everything about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LogEntry {
    DrewHand { seat: Seat, count: u32 },
    Declared { seat: Seat, declaration: Declaration },
    TookMulligan { seat: Seat, taken: u32, free: bool },
    Bottomed { seat: Seat, cards: Vec<CardIndex> },
    GameBegan,
}

impl LogEntry {
    /// What `viewer` saw of it: names of bottomed cards go to their owner only.
    pub(crate) fn seen_by(&self, viewer: Seat, seats: &[SeatState], mutant: Option<Mutant>) -> Event {
        match *self {
            Self::DrewHand { seat, count } => Event::DrewHand { seat, count },
            Self::Declared { seat, declaration } => Event::Declared { seat, declaration },
            Self::TookMulligan { seat, taken, free } => Event::TookMulligan { seat, taken, free },
            Self::Bottomed { seat, ref cards } => Event::Bottomed {
                seat,
                count: as_count(cards.len()),
                names: (seat == viewer || mutant == Some(Mutant::LogLine))
                    .then(|| seats[seat.index()].deck.names(cards)),
            },
            Self::GameBegan => Event::GameBegan,
        }
    }
}

/// A number of cards; decks are far smaller than its limit.
pub(crate) fn as_count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}
