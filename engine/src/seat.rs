//! One player's part of the pregame state.

use crate::deck::{CardIndex, GameDeck};
use crate::random::{GameSeed, Purpose, Stream};
use std::sync::Arc;
use turnzero_contract::{FormatOptions, Seat};

/// Cards in a starting hand (CR 103.5).
pub(crate) const STARTING_HAND: usize = 7;

/// A seat: deck, zones, mulligan state, and how far its view has been delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatState {
    pub(crate) deck: Arc<GameDeck>,
    /// Library, the top first.
    pub(crate) library: Vec<CardIndex>,
    /// Hand, in the order dealt.
    pub(crate) hand: Vec<CardIndex>,
    /// Cards chosen for the bottom; still part of `hand`.
    pub(crate) chosen: Vec<CardIndex>,
    /// How many of the lowest library cards the owner knows in order.
    pub(crate) known_bottom: usize,
    pub(crate) mulligans_taken: u32,
    /// Cards of this hand already went to the bottom.
    pub(crate) bottomed: bool,
    pub(crate) kept: bool,
    /// Answered `BEGIN_GAME`.
    pub(crate) began: bool,
    /// Decisions answered so far.
    pub(crate) answered: u64,
    /// Entries of the log seen up to the last decision.
    pub(crate) log_seen: usize,
    /// Definitions delivered up to the last decision.
    pub(crate) definitions_seen: usize,
}

impl SeatState {
    /// A seat before its first hand.
    pub(crate) fn new(deck: Arc<GameDeck>) -> Self {
        Self {
            deck,
            library: Vec::new(),
            hand: Vec::new(),
            chosen: Vec::new(),
            known_bottom: 0,
            mulligans_taken: 0,
            bottomed: false,
            kept: false,
            began: false,
            answered: 0,
            log_seen: 0,
            definitions_seen: 0,
        }
    }

    /// Shuffles the whole starting deck from canonical order and deals the top seven: a function of
    /// seed, seat and mulligans taken alone.
    pub(crate) fn deal(&mut self, seed: GameSeed, seat: Seat) {
        let purpose = Purpose::Deal {
            seat,
            mulligans: self.mulligans_taken,
        };
        let mut cards = self.deck.order().to_vec();
        Stream::for_purpose(seed, purpose).shuffle(&mut cards);
        self.library = cards.split_off(cards.len().min(STARTING_HAND));
        self.hand = cards;
        self.chosen.clear();
        self.known_bottom = 0;
        self.bottomed = false;
    }

    /// Mulligans taken that cost a card (CR 103.5c).
    pub(crate) fn counted_mulligans(&self, options: FormatOptions) -> u32 {
        self.mulligans_taken.saturating_sub(u32::from(options.free_mulligans))
    }

    /// Cards of this hand that go to the bottom, choices already made included.
    pub(crate) fn bottom_due(&self, options: FormatOptions) -> usize {
        if self.bottomed {
            return 0;
        }
        self.hand.len().min(self.counted_mulligans(options) as usize)
    }

    /// Whether keeping now would start the game with no card, so that nothing is left to declare.
    pub(crate) fn opening_hand_is_empty(&self, options: FormatOptions) -> bool {
        self.hand.len() == self.bottom_due(options)
    }

    /// The hand without the cards chosen for the bottom, in the order dealt.
    pub(crate) fn unchosen(&self) -> Vec<CardIndex> {
        let mut cards = self.hand.clone();
        for chosen in &self.chosen {
            if let Some(position) = cards.iter().position(|card| card == chosen) {
                cards.remove(position);
            }
        }
        cards
    }

    /// Moves the chosen cards to the bottom, the last chosen lowest; returns them.
    pub(crate) fn put_on_bottom(&mut self) -> Vec<CardIndex> {
        self.hand = self.unchosen();
        let chosen = std::mem::take(&mut self.chosen);
        self.library.extend(&chosen);
        self.known_bottom = chosen.len();
        self.bottomed = true;
        chosen
    }
}
