//! Options of the mulligan phase, and questions about a hand that no game has dealt.

use crate::deck::{CardIndex, GameDeck};
use crate::game::{Ask, Game, MAX_SEATS};
use crate::random::GameSeed;
use crate::seat::{STARTING_HAND, SeatState};
use crate::{EngineError, projection};
use std::collections::BTreeMap;
use std::sync::Arc;
use turnzero_contract::card::{CardType, DefinitionSource, Face, Layout};
use turnzero_contract::{BottomTiming, CardDefinition, ColorSet, DecisionPoint, FormatOptions, PlayerKnowledge, Seat};

/// Options of a game, with the house-rule mark that CR 103.5c asks for.
pub fn options(seats: u8, free_mulligans: u8, bottom_timing: BottomTiming, starting_life: u16) -> FormatOptions {
    FormatOptions {
        seats,
        free_mulligans,
        bottom_timing,
        starting_life,
        house_rule: free_mulligans != rules_free_mulligans(seats),
    }
}

/// Free mulligans by the rules: one with three or more players (CR 103.5c; Brawl is not meant).
pub const fn rules_free_mulligans(seats: u8) -> u8 {
    if seats >= 3 { 1 } else { 0 }
}

pub(crate) fn check_options(options: FormatOptions) -> Result<(), EngineError> {
    let seats = usize::from(options.seats);
    if seats == 0 || seats > MAX_SEATS {
        return Err(EngineError::Seats {
            seats: options.seats,
            decks: seats,
        });
    }
    if options.house_rule != (options.free_mulligans != rules_free_mulligans(options.seats)) {
        return Err(EngineError::HouseRule {
            given: options.house_rule,
            seats: options.seats,
            free_mulligans: options.free_mulligans,
        });
    }
    Ok(())
}

/// The situation a question about a hand is asked in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HypotheticalOptions {
    /// The options of the game.
    pub options: FormatOptions,
    /// The asker's seat.
    pub seat: Seat,
    /// Who takes the first turn, if that is known.
    pub starting_player: Option<Seat>,
    /// Mulligans the asker has taken.
    pub mulligans_taken: u32,
}

/// Knowledge and decision for a hand named by its cards, made by the projection of real games.
///
/// The hand has all cards drawn (seven), or already lacks those that went to the bottom. Other
/// seats hold unknown decks of the same size without commanders and have not declared. Errors
/// name the card that the deck does not hold often enough, or what does not fit.
pub fn hypothetical<S: AsRef<str>>(
    deck: &Arc<GameDeck>,
    hand: &[S],
    asked: &HypotheticalOptions,
) -> Result<(Arc<PlayerKnowledge>, DecisionPoint), EngineError> {
    let (game, ask) = imagined(deck, hand, asked)?;
    let knowledge = game.knowledge(asked.seat)?;
    Ok((knowledge, projection::decision_point(&game, asked.seat, ask)))
}

/// The game that [`hypothetical`] asks about, to be answered with [`Game::submit`] (CR 103.5).
///
/// Seats that declare before the asker are still to declare, so [`Game::to_answer`] names them
/// first. A mulligan deals from the deck as a game with a seed of zeros does. Errors as
/// [`hypothetical`].
pub fn hypothetical_game<S: AsRef<str>>(
    deck: &Arc<GameDeck>,
    hand: &[S],
    asked: &HypotheticalOptions,
) -> Result<Game, EngineError> {
    imagined(deck, hand, asked).map(|(game, _)| game)
}

fn imagined<S: AsRef<str>>(
    deck: &Arc<GameDeck>,
    hand: &[S],
    asked: &HypotheticalOptions,
) -> Result<(Game, Ask), EngineError> {
    let HypotheticalOptions { options, seat, .. } = *asked;
    check_options(options)?;
    for seat in std::iter::once(seat).chain(asked.starting_player) {
        if seat.0 >= options.seats {
            return Err(EngineError::NoSuchSeat {
                seat,
                seats: options.seats,
            });
        }
    }
    let (hand, library) = take_hand(deck, hand)?;
    let own = own_state(deck, hand, library, asked)?;
    let ask = match (own.opening_hand_is_empty(options), own.bottomed) {
        (false, _) => Ask::Declare,
        (true, false) if !own.hand.is_empty() => Ask::Bottom,
        (true, _) => Ask::Begin,
    };
    let mut game = Game {
        options,
        seed: GameSeed([0; 32]),
        starting_player: asked.starting_player,
        seats: vec![unknown_seat(deck.size()); usize::from(options.seats)],
        declarations: Vec::new(),
        bottoming: if ask == Ask::Bottom { vec![seat] } else { Vec::new() },
        log: Vec::new(),
        mutant: None,
    };
    game.seats[seat.index()] = own;
    Ok((game, ask))
}

/// Splits the deck into the named hand and the rest, both in canonical order.
fn take_hand<S: AsRef<str>>(deck: &GameDeck, names: &[S]) -> Result<(Vec<CardIndex>, Vec<CardIndex>), EngineError> {
    let mut wanted: BTreeMap<CardIndex, u32> = BTreeMap::new();
    for name in names {
        let index = deck.find(name.as_ref()).ok_or_else(|| EngineError::NotInDeck {
            card: name.as_ref().to_owned(),
        })?;
        *wanted.entry(index).or_default() += 1;
    }
    for (index, count) in &wanted {
        let (held, card) = &deck.cards()[usize::from(*index)];
        if count > held {
            return Err(EngineError::TooManyCopies {
                card: card.name.clone(),
                hand: *count,
                deck: *held,
            });
        }
    }
    Ok(deck.order().iter().partition(|card| {
        let open = wanted.get_mut(card).filter(|open| **open > 0);
        open.map(|open| *open -= 1).is_some()
    }))
}

fn own_state(
    deck: &Arc<GameDeck>,
    hand: Vec<CardIndex>,
    library: Vec<CardIndex>,
    asked: &HypotheticalOptions,
) -> Result<SeatState, EngineError> {
    let full = deck.size().min(STARTING_HAND);
    let most = match full {
        0 => 0,
        cards => u32::from(asked.options.free_mulligans) + crate::log::as_count(cards),
    };
    let mut own = SeatState::new(Arc::clone(deck));
    own.mulligans_taken = asked.mulligans_taken;
    if own.mulligans_taken > most {
        return Err(EngineError::TooManyMulligans {
            mulligans_taken: own.mulligans_taken,
            most,
        });
    }
    let counted = own.counted_mulligans(asked.options) as usize;
    let bottomed = full.saturating_sub(counted);
    let found = hand.len();
    if found != full && found != bottomed {
        return Err(EngineError::HandSize {
            found,
            mulligans_taken: own.mulligans_taken,
            full,
            bottomed,
        });
    }
    own.hand = hand;
    own.library = library;
    own.bottomed = found < full;
    own.kept = own.opening_hand_is_empty(asked.options);
    Ok(own)
}

/// A seat that nothing is known about but its sizes.
fn unknown_seat(size: usize) -> SeatState {
    let count = crate::log::as_count(size);
    let cards = if count == 0 {
        Vec::new()
    } else {
        vec![(count, Arc::new(unknown_card(0)))]
    };
    let mut state = SeatState::new(Arc::new(GameDeck::assembled(Vec::new(), cards)));
    let mut order = state.deck.order().to_vec();
    state.library = order.split_off(order.len().min(STARTING_HAND));
    state.hand = order;
    state
}

/// A card that exists in no pool.
pub(crate) fn unknown_card(number: u32) -> CardDefinition {
    let name = format!("Unknown Card {number}");
    CardDefinition {
        name: name.clone(),
        layout: Layout::Normal,
        color_identity: ColorSet::EMPTY,
        source: DefinitionSource::FactsOnly,
        faces: vec![Face {
            name,
            cost: None,
            colors: ColorSet::EMPTY,
            supertypes: Vec::new(),
            types: vec![CardType::Artifact],
            subtypes: Vec::new(),
            power: None,
            toughness: None,
            loyalty: None,
            abilities: Vec::new(),
        }],
    }
}
