//! What a viewer does not know does not change what it sees; each mutant is caught.

use crate::common::{commander_deck, options, plain_deck, seed};
use std::sync::Arc;
use turnzero_contract::{BottomTiming, Decision, Seat};
use turnzero_engine::{Game, GameDeck, Mutant, Stream};

#[derive(Debug, Default)]
struct Found {
    resamples: u64,
    really_different: u64,
    leaks: u64,
}

/// Everything that crosses the boundary to one viewer now.
fn seen(game: &Game, viewer: Seat) -> String {
    let open = game.decision().filter(|point| point.seat == viewer);
    let knowledge = game.knowledge(viewer).expect("a seat");
    let events = game.events(viewer).expect("a seat");
    serde_json::to_string(&(&*knowledge, &open, &events)).expect("JSON")
}

fn search(decks: &[Arc<GameDeck>], mutant: Option<Mutant>, games: u64) -> Found {
    let (mut stream, mut found) = (Stream::new([3; 32]), Found::default());
    for number in 0..games {
        let seats = 2 + u8::try_from(number % 3).expect("small");
        let timing = [BottomTiming::AfterKeep, BottomTiming::WithMulligan][stream.index(2)];
        let table: Vec<Arc<GameDeck>> = (0..seats)
            .map(|seat| Arc::clone(&decks[usize::from(seat) % decks.len()]))
            .collect();
        let game = Game::new(&table, options(seats, timing), seed(number)).expect("a legal table");
        let mut game = game.with_mutant(mutant);
        while let Some(point) = game.decision() {
            for viewer in (0..seats).map(Seat) {
                let redeal = game.redealt(viewer, &mut stream).expect("a seat");
                found.resamples += 1;
                found.really_different += u64::from(redeal.changed > 0);
                assert!(redeal.changed <= redeal.hidden);
                found.leaks += u64::from(seen(&redeal.game, viewer) != seen(&game, viewer));
            }
            let offers = &point.legal_actions;
            game.submit(point.seat, Decision::of(offers[stream.index(offers.len())].id))
                .expect("an offered choice");
        }
    }
    found
}

#[test]
fn hidden_facts_do_not_interfere() {
    for decks in [
        vec![commander_deck("a"), commander_deck("b")],
        vec![plain_deck("a", 40, 4)],
    ] {
        let found = search(&decks, None, 40);
        assert!(found.resamples > 1_000, "{found:?}");
        assert_eq!(found.leaks, 0);
        assert!(found.really_different * 10 >= found.resamples * 9, "{found:?}");
    }
}

#[test]
fn every_mutant_is_caught() {
    for decks in [
        vec![commander_deck("a"), commander_deck("b")],
        vec![plain_deck("a", 40, 4)],
    ] {
        for mutant in Mutant::ALL {
            assert!(search(&decks, Some(mutant), 6).leaks > 0, "{mutant} is not caught");
        }
    }
}

#[test]
fn a_redealt_game_can_be_played_on() {
    let decks = [commander_deck("a"), commander_deck("b")];
    let mut stream = Stream::new([4; 32]);
    for number in 0..20 {
        let game = Game::new(&decks, options(2, BottomTiming::AfterKeep), seed(number)).expect("a legal table");
        let redeal = game.redealt(Seat(0), &mut stream).expect("a seat");
        assert!(redeal.hidden > 190 && redeal.changed * 2 > redeal.hidden, "{redeal:?}");
        let mut new = redeal.game;
        crate::common::play(&mut new, crate::common::always_mulligan);
    }
    let game = Game::new(&decks, options(2, BottomTiming::AfterKeep), seed(0)).expect("a legal table");
    assert!(game.redealt(Seat(2), &mut stream).is_err());
}
