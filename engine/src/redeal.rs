//! Re-dealing what a viewer does not know, for proofs of non-interference.

use crate::EngineError;
use crate::deck::{CardIndex, GameDeck};
use crate::game::Game;
use crate::log::LogEntry;
use crate::pregame::unknown_card;
use crate::random::{GameSeed, Stream};
use crate::seat::SeatState;
use std::collections::BTreeMap;
use std::sync::Arc;
use turnzero_contract::{CardDefinition, Seat};

/// Invented cards mixed into other players' new decks.
const INVENTED: u32 = 3;

/// A new game that one viewer cannot tell from the original.
#[derive(Clone, Debug)]
pub struct Redeal {
    /// The new game.
    pub game: Game,
    /// Hidden cards of the original, each at its place in a library or hand.
    pub hidden: u64,
    /// How many of those places hold another card now.
    pub changed: u64,
}

impl Game {
    /// A new game in which everything `viewer` does not know is drawn afresh from `stream`: other
    /// players' decks (names, not sizes), hands, bottomed cards, all library orders, the order in
    /// which own cards were dealt, and the seed. What the viewer knows stays: own hand and bottom,
    /// choices, commanders, counts, declarations.
    pub fn redealt(&self, viewer: Seat, stream: &mut Stream) -> Result<Redeal, EngineError> {
        // Refuses a seat that is not at the table.
        self.knowledge(viewer)?;
        let pool = self.pool();
        let mut game = Self {
            seed: GameSeed(stream.bytes()),
            seats: Vec::with_capacity(self.seats.len()),
            log: Vec::with_capacity(self.log.len()),
            ..self.clone()
        };
        for (seat, state) in (0..).map(Seat).zip(&self.seats) {
            game.seats.push(if seat == viewer {
                redeal_own(state, stream)
            } else {
                redeal_other(state, &pool, stream)
            });
        }
        for entry in &self.log {
            game.log.push(match entry {
                LogEntry::Bottomed { seat, cards } if *seat != viewer => LogEntry::Bottomed {
                    seat: *seat,
                    cards: sample(&game.seats[seat.index()].deck, cards.len(), stream),
                },
                known => known.clone(),
            });
        }
        game.pin_last_bottomed(viewer);
        let (hidden, changed) = self.compare(&game, viewer);
        Ok(Redeal { game, hidden, changed })
    }

    /// Definitions other players' new cards are drawn from.
    fn pool(&self) -> Vec<Arc<CardDefinition>> {
        let mut pool: BTreeMap<&str, &Arc<CardDefinition>> = BTreeMap::new();
        for (_, card) in self.seats.iter().flat_map(|state| state.deck.cards()) {
            pool.insert(&card.name, card);
        }
        let invented = (0..INVENTED).map(|number| Arc::new(unknown_card(number)));
        pool.into_values().cloned().chain(invented).collect()
    }

    /// The cards now at the bottom are those that the last entry of their owner names.
    fn pin_last_bottomed(&mut self, viewer: Seat) {
        for (seat, state) in (0..).map(Seat).zip(&self.seats) {
            let of_seat = |entry: &&mut LogEntry| matches!(entry, LogEntry::Bottomed { seat: of, .. } if *of == seat);
            if seat != viewer
                && state.bottomed
                && let Some(LogEntry::Bottomed { cards, .. }) = self.log.iter_mut().rev().find(of_seat)
            {
                *cards = state.library[state.library.len() - state.known_bottom..].to_vec();
            }
        }
    }

    /// Places that hide a card from the viewer, and how many hold another card in `new`.
    fn compare(&self, new: &Self, viewer: Seat) -> (u64, u64) {
        let mut count = (0, 0);
        let mut add = |old: Vec<String>, new: Vec<String>| {
            count.0 += old.len() as u64;
            count.1 += old.iter().zip(&new).filter(|(old, new)| old != new).count() as u64;
        };
        for (seat, (old, new)) in (0..).map(Seat).zip(self.seats.iter().zip(&new.seats)) {
            if seat == viewer {
                let unknown = old.library.len() - old.known_bottom;
                add(
                    old.deck.names(&old.library[..unknown]),
                    new.deck.names(&new.library[..unknown]),
                );
            } else {
                add(old.deck.names(&old.library), new.deck.names(&new.library));
                let sorted = |state: &SeatState| {
                    let mut names = state.deck.names(&state.hand);
                    names.sort_unstable();
                    names
                };
                add(sorted(old), sorted(new));
            }
        }
        count
    }
}

/// The viewer's own seat: same hand, same known bottom, another order of everything else.
fn redeal_own(state: &SeatState, stream: &mut Stream) -> SeatState {
    let mut own = SeatState {
        // Another deck object, so that knowledge is built afresh too.
        deck: Arc::new(GameDeck::assembled(
            state.deck.commanders().to_vec(),
            state.deck.cards().to_vec(),
        )),
        ..state.clone()
    };
    let unknown = own.library.len() - own.known_bottom;
    stream.shuffle(&mut own.library[..unknown]);
    stream.shuffle(&mut own.hand);
    own
}

/// Another seat: a new deck of the same size behind the same commanders, dealt to the same sizes.
fn redeal_other(state: &SeatState, pool: &[Arc<CardDefinition>], stream: &mut Stream) -> SeatState {
    let mut counts = vec![0_u32; pool.len()];
    for _ in 0..state.deck.size() {
        counts[stream.index(pool.len())] += 1;
    }
    let mut cards: Vec<(u32, Arc<CardDefinition>)> = counts
        .into_iter()
        .zip(pool)
        .filter(|(count, _)| *count > 0)
        .map(|(count, card)| (count, Arc::clone(card)))
        .collect();
    cards.sort_by(|a, b| a.1.name.cmp(&b.1.name));
    let deck = GameDeck::assembled(state.deck.commanders().to_vec(), cards);
    let mut order = deck.order().to_vec();
    stream.shuffle(&mut order);
    let library = order.split_off(state.hand.len().min(order.len()));
    let chosen = order.iter().take(state.chosen.len()).copied().collect();
    stream.shuffle(&mut order);
    SeatState {
        deck: Arc::new(deck),
        library,
        hand: order,
        chosen,
        ..state.clone()
    }
}

/// Some cards of a deck, for a bottom that later shuffles have undone.
fn sample(deck: &GameDeck, count: usize, stream: &mut Stream) -> Vec<CardIndex> {
    let mut order = deck.order().to_vec();
    stream.shuffle(&mut order);
    order.truncate(count);
    order
}
