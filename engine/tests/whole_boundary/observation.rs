//! What the rows say, and where whole games come from.

use crate::common::{BOLT, Tables, WHITE, deck, options, step};
use std::collections::BTreeMap;
use std::sync::Arc;
use turnzero_contract::card::Zone;
use turnzero_contract::{ActionKind, CardRow, Decision, DefinitionRef, Event, PlayObservation, Seat};
use turnzero_engine::{EngineError, Game, GameDeck, GameSeed, Stream, Table, WholeGame, WholeOutcome};

fn play(game: &WholeGame, viewer: Seat) -> PlayObservation {
    let (observation, _) = game.observation(viewer).expect("a seat");
    observation.play.expect("a game that is played")
}

/// Own cards wherever the viewer sees them, by name.
fn own_cards(game: &WholeGame, viewer: Seat) -> u32 {
    let seen = play(game, viewer);
    let own = &seen.players[viewer.index()];
    let in_zones = own.graveyard.len() + own.exile.len() + own.command.len() + seen.hand.len();
    let in_play = seen
        .battlefield
        .iter()
        .filter(|row| row.owner == viewer && !row.token)
        .count();
    let spells = seen.stack.iter().chain(&seen.pending);
    let cast = spells
        .filter(|row| row.source.is_none() && row.controller == viewer)
        .count();
    let library: u32 = seen.remaining_deck.cards_by_name.values().sum();
    assert_eq!(library, own.library_size);
    assert_eq!(seen.hand.len(), own.hand_size as usize);
    u32::try_from(in_zones + in_play + cast).expect("few cards") + library
}

#[test]
fn own_cards_are_conserved_and_definitions_are_delivered_before_they_are_named() {
    let tables = Tables::of(&[WHITE, BOLT]);
    for seed in 20..23 {
        let mut game = tables.game(seed);
        let mut random = Stream::new([seed; 32]);
        let mut delivered: Vec<BTreeMap<u32, String>> = vec![BTreeMap::new(); 2];
        let mut numbers = [0_u64; 2];
        while let Some(point) = game.decision() {
            let at = point.seat.index();
            assert_eq!(point.number, numbers[at]);
            numbers[at] += 1;
            for seen in &point.definitions {
                let new = delivered[at].insert(seen.def_id, seen.definition.name.clone());
                assert!(new.is_none(), "delivered twice");
                assert_eq!(seen.def_id as usize + 1, delivered[at].len());
            }
            let seen = point.observation.play.as_ref().expect("a game that is played");
            let names = |row: &CardRow| match row.definition {
                DefinitionRef::Own => assert!(game.knowledge(point.seat).unwrap().definition(&row.name).is_some()),
                DefinitionRef::Seen(id) => assert_eq!(delivered[at][&id], *row.name),
                DefinitionRef::Unknown => panic!("{row:?}"),
            };
            seen.hand.iter().for_each(names);
            seen.battlefield.iter().map(|row| &row.card).for_each(names);
            seen.stack.iter().map(|row| &row.card).for_each(names);
            seen.players.iter().flat_map(|row| &row.graveyard).for_each(names);
            assert!(seen.hand.is_sorted_by_key(|row| row.name.clone()), "canonical order");
            for viewer in [Seat(0), Seat(1)] {
                assert_eq!(own_cards(&game, viewer), 60);
            }
            step(&mut game, &mut random);
        }
        assert_ne!(game.outcome(), WholeOutcome::Open);
    }
}

#[test]
fn draws_are_named_to_their_player_only() {
    let tables = Tables::of(&[WHITE, BOLT]);
    let mut game = tables.game(30);
    let mut random = Stream::new([30; 32]);
    for _ in 0..60 {
        step(&mut game, &mut random);
    }
    for viewer in [Seat(0), Seat(1)] {
        let events = game.events(viewer).expect("a seat");
        let mut drawn = 0;
        for event in &events {
            match event {
                Event::Drew { seat, name } => {
                    drawn += 1;
                    assert_eq!(name.is_some(), *seat == viewer);
                }
                Event::Moved {
                    name,
                    owner,
                    from: Zone::Library,
                    to: Zone::Hand,
                } => {
                    assert_eq!(name.is_some(), *owner == viewer);
                }
                _ => {}
            }
        }
        assert!(drawn > 3, "{drawn}");
    }
}

#[test]
fn a_game_follows_its_mulligan_phase_with_the_same_cards() {
    let decks = [deck(WHITE), deck(BOLT)];
    let mut game = Game::new(&decks, options(2), GameSeed([4; 32])).expect("a game");
    assert!(matches!(WholeGame::after(&game), Err(EngineError::NotBegun { .. })));
    // Everybody takes one mulligan, keeps, and puts the first card offered on the bottom.
    let mut hands: Vec<Vec<String>> = vec![Vec::new(); 2];
    let mut bottoms: Vec<Vec<String>> = vec![Vec::new(); 2];
    let mut answered = [0; 2];
    while let Some(point) = game.decision() {
        let opening = point.observation.opening.as_ref().expect("the mulligan phase");
        let at = point.seat.index();
        hands[at].clone_from(&opening.hand);
        bottoms[at].clone_from(&opening.known_bottom);
        answered[at] = point.number + 1;
        let mulligan = point
            .find(&ActionKind::Mulligan)
            .filter(|_| opening.mulligans_taken[at] == 0);
        let id = mulligan.unwrap_or(point.legal_actions[0].id);
        game.submit(point.seat, Decision::of(id)).expect("an offer");
    }
    let whole = WholeGame::after(&game).expect("a begun game");
    assert_eq!(whole.starting_player(), game.starting_player().expect("chosen"));
    for viewer in [Seat(0), Seat(1)] {
        let at = viewer.index();
        let seen = play(&whole, viewer);
        let first_turn_draw = usize::from(seen.turn > 1 && seen.active == viewer);
        let names: Vec<String> = seen.hand.iter().map(|row| row.name.to_string()).collect();
        assert_eq!(names.len(), hands[at].len() + first_turn_draw);
        assert!(hands[at].iter().all(|name| names.contains(name)));
        let known = &seen.players[at].known_library;
        assert_eq!(
            known.iter().map(|known| known.card.name.clone()).collect::<Vec<_>>(),
            bottoms[at]
        );
        assert_eq!(known[0].above + 1, seen.players[at].library_size);
        assert!(seen.players[1 - at].known_library.is_empty() && seen.players[1 - at].known_hand.is_empty());
        assert_eq!(own_cards(&whole, viewer), 60);
        let events = whole.events(viewer).expect("a seat");
        assert!(events.contains(&Event::GameBegan));
    }
    let point = whole.decision().expect("a decision");
    assert_eq!(point.number, answered[point.seat.index()]);
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_other_verbs_check_their_seat() {
    let tables = Tables::of(&[WHITE, WHITE]);
    let record = || {
        let mut game = tables.game(7);
        let mut random = Stream::new([7; 32]);
        for _ in 0..150 {
            step(&mut game, &mut random);
        }
        serde_json::to_string(&(game.decision(), game.events(Seat(0)).unwrap())).unwrap()
    };
    assert_eq!(record(), record());
    let game = tables.game(7);
    let nobody = Seat(2);
    assert!(game.knowledge(nobody).is_err() && game.events(nobody).is_err() && game.observation(nobody).is_err());
    assert!(game.redealt(nobody, &mut Stream::new([0; 32])).is_err());
    let decks = [deck(BOLT)];
    let table = Table::new(&decks).expect("a table");
    assert!(WholeGame::on(&table, &decks, options(2), GameSeed([0; 32])).is_err());
}

#[test]
fn commanders_lie_face_up_from_the_start() {
    let pool = turnzero_cards::pool::pool().expect("the embedded pool");
    let get = |name: &str| Arc::clone(pool.get(name).unwrap_or_else(|| panic!("the pool has {name}")));
    let with = |commander: &str| {
        let deck = GameDeck::new(vec![get(commander)], vec![(99, get("Plains"))]);
        Arc::new(deck.expect("a deck"))
    };
    let decks = [with("Isamaru, Hound of Konda"), deck(WHITE)];
    let game = WholeGame::new(&decks, options(2), GameSeed([3; 32])).expect("a game");
    for viewer in [Seat(0), Seat(1)] {
        let (observation, definitions) = game.observation(viewer).expect("a seat");
        let seen = observation.play.expect("a game that is played");
        assert_eq!(seen.players[0].command.len(), 1);
        assert_eq!(seen.players[0].command[0].name, "Isamaru, Hound of Konda");
        // The same card stands in the other deck, so both know it already.
        assert_eq!(seen.players[0].command[0].definition, DefinitionRef::Own);
        assert!(definitions.is_empty());
    }
    let decks = [with("Isamaru, Hound of Konda"), deck(BOLT)];
    let game = WholeGame::new(&decks, options(2), GameSeed([3; 32])).expect("a game");
    let (observation, definitions) = game.observation(Seat(1)).expect("a seat");
    let seen = observation.play.expect("a game that is played");
    assert_eq!(seen.players[0].command[0].definition, DefinitionRef::Seen(0));
    assert_eq!(definitions[0].definition.name, "Isamaru, Hound of Konda");
}
