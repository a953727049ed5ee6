//! Decks and players for the tests.

use std::sync::Arc;
use turnzero_contract::card::{Ability, CardType, DefinitionSource, Face, Keyword, Layout, Supertype};
use turnzero_contract::{ActionKind, BottomTiming, CardDefinition, ColorSet, Decision, DecisionPoint, FormatOptions};
use turnzero_engine::{Game, GameDeck, GameSeed, Stream, pregame};

pub(crate) fn card(name: &str, types: &[CardType]) -> CardDefinition {
    CardDefinition {
        name: name.to_owned(),
        layout: Layout::Normal,
        color_identity: ColorSet::EMPTY,
        source: DefinitionSource::Pool,
        faces: vec![Face {
            name: name.to_owned(),
            cost: None,
            colors: ColorSet::EMPTY,
            supertypes: Vec::new(),
            types: types.to_vec(),
            subtypes: Vec::new(),
            power: None,
            toughness: None,
            loyalty: None,
            abilities: Vec::new(),
        }],
    }
}

pub(crate) fn legend(name: &str, keywords: &[Keyword]) -> CardDefinition {
    let mut card = card(name, &[CardType::Creature]);
    card.faces[0].supertypes = vec![Supertype::Legendary];
    card.faces[0].abilities = keywords.iter().cloned().map(Ability::Keyword).collect();
    card
}

pub(crate) fn background(name: &str) -> CardDefinition {
    let mut card = card(name, &[CardType::Enchantment]);
    card.faces[0].supertypes = vec![Supertype::Legendary];
    card.faces[0].subtypes = vec!["Background".to_owned()];
    card
}

/// `size` cards without commanders: two fifths of one land, the rest with `copies` of each.
pub(crate) fn plain_deck(tag: &str, size: u32, copies: u32) -> Arc<GameDeck> {
    deck_with(Vec::new(), tag, size, copies)
}

/// One commander and 99 cards, most of them single.
pub(crate) fn commander_deck(tag: &str) -> Arc<GameDeck> {
    let commander = Arc::new(legend(&format!("Commander {tag}"), &[]));
    deck_with(vec![commander], tag, 99, 1)
}

fn deck_with(commanders: Vec<Arc<CardDefinition>>, tag: &str, size: u32, copies: u32) -> Arc<GameDeck> {
    let lands = size * 2 / 5;
    let mut cards = Vec::new();
    if lands > 0 {
        cards.push((lands, Arc::new(card(&format!("Land {tag}"), &[CardType::Land]))));
    }
    let mut left = size - lands;
    while left > 0 {
        let count = copies.min(left);
        cards.push((
            count,
            Arc::new(card(&format!("Spell {tag} {left:03}"), &[CardType::Sorcery])),
        ));
        left -= count;
    }
    Arc::new(GameDeck::new(commanders, cards).expect("a legal deck"))
}

pub(crate) fn seed(number: u64) -> GameSeed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    GameSeed(bytes)
}

/// The options the rules ask for at a table of so many.
pub(crate) fn options(seats: u8, timing: BottomTiming) -> FormatOptions {
    pregame::options(seats, pregame::rules_free_mulligans(seats), timing, 20)
}

pub(crate) fn mirror(deck: &Arc<GameDeck>, seats: u8, timing: BottomTiming, number: u64) -> Game {
    let decks = vec![Arc::clone(deck); usize::from(seats)];
    Game::new(&decks, options(seats, timing), seed(number)).expect("a legal table")
}

/// The choice of the first offer of that kind.
pub(crate) fn choose(point: &DecisionPoint, kind: &ActionKind) -> Decision {
    Decision::of(
        point
            .find(kind)
            .unwrap_or_else(|| panic!("{kind:?} is offered: {:?}", point.legal_actions)),
    )
}

pub(crate) fn submit(game: &mut Game, point: &DecisionPoint, kind: &ActionKind) {
    game.submit(point.seat, choose(point, kind)).expect("an offered choice");
}

/// Mulligan where it is offered, else the first offer.
pub(crate) fn always_mulligan(point: &DecisionPoint) -> Decision {
    Decision::of(point.find(&ActionKind::Mulligan).unwrap_or(point.legal_actions[0].id))
}

/// Plays to the end with `policy`; returns every decision point in order.
pub(crate) fn play(game: &mut Game, mut policy: impl FnMut(&DecisionPoint) -> Decision) -> Vec<DecisionPoint> {
    let mut points = Vec::new();
    while let Some(point) = game.decision() {
        assert!(points.len() < 10_000, "the pregame does not end");
        game.submit(point.seat, policy(&point)).expect("an offered choice");
        points.push(point);
    }
    points
}

/// A uniform choice among the offers.
pub(crate) fn random_choice(stream: &mut Stream) -> impl FnMut(&DecisionPoint) -> Decision {
    move |point| Decision::of(point.legal_actions[stream.index(point.legal_actions.len())].id)
}
