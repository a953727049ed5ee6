//! A game of whole decks, from the deal to the first turn (CR 103).

use super::ids::{FaceId, Player};
use super::object::Flags;
use super::pool::{Pool, PoolBuilder};
use super::state::State;
use super::step::Step;
use crate::GameDeck;
use crate::random::Stream;
use crate::rules::pool::Unplayable;
use std::sync::Arc;
use turnzero_contract::card::Zone;

/// Decks compiled together: what a game of these decks needs, shared by all games of them.
#[derive(Clone, Debug)]
pub struct Table {
    pool: Arc<Pool>,
    /// For each seat the front faces of its cards, in canonical order, and of its commanders.
    decks: Vec<(Vec<FaceId>, Vec<FaceId>)>,
}

impl Table {
    /// Compiles the decks of a game, one a seat.
    ///
    /// # Errors
    /// [`Unplayable`] names the first card with a clause that whole games do not execute.
    pub fn new(decks: &[Arc<GameDeck>]) -> Result<Self, Unplayable> {
        let mut builder = PoolBuilder::default();
        let mut seats = Vec::new();
        for deck in decks {
            let mut cards = Vec::new();
            for (count, card) in deck.cards() {
                let card = builder.add(card)?;
                let face = builder.front(card);
                cards.extend(std::iter::repeat_n(face, *count as usize));
            }
            let mut commanders = Vec::new();
            for card in deck.commanders() {
                let card = builder.add(card)?;
                commanders.push(builder.front(card));
            }
            seats.push((cards, commanders));
        }
        Ok(Self {
            pool: Arc::new(builder.build()),
            decks: seats,
        })
    }

    /// The compiled definitions.
    pub(crate) const fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// The front faces of a seat's cards, in canonical order, and of its commanders.
    pub(crate) fn faces(&self, seat: usize) -> Option<(&[FaceId], &[FaceId])> {
        let (cards, commanders) = self.decks.get(seat)?;
        Some((cards, commanders))
    }

    /// A game after the deal: libraries shuffled, seven cards drawn by everybody, nobody mulligans.
    pub(crate) fn deal(&self, mut random: Stream, life: i32) -> State {
        let seats = self.decks.len();
        let first = random.index(seats.max(1));
        let mut state = State::empty(Arc::clone(&self.pool), seats, random);
        state.turn.active = Player(u8::try_from(first).unwrap_or(0));
        state.turn.first = state.turn.active;
        state.turn.step = Step::Untap;
        for (seat, (cards, commanders)) in self.decks.iter().enumerate() {
            let player = Player(u8::try_from(seat).unwrap_or(0));
            state.players[seat].life = life;
            for face in cards {
                state.add_object(*face, player, Zone::Library, Flags::default());
            }
            for face in commanders {
                state.add_object(*face, player, Zone::Command, Flags::COMMANDER);
            }
            state.shuffle(player);
        }
        for seat in 0..seats {
            let player = Player(u8::try_from((first + seat) % seats).unwrap_or(0));
            state.draw(player, 7);
            state.players[player.index()].drawn = 0;
        }
        state
    }
}
