//! Mulligans that cost no card (CR 103.5c, 800.6; case M01).

use crate::common::{mirror, options, plain_deck, seed, submit};
use turnzero_contract::{ActionKind, BottomTiming, Event, Seat};
use turnzero_engine::{EngineError, Game, pregame};

/// Hand, library, and free mulligans left after seat 0 takes `mulligans` and keeps; others keep.
fn sizes(seats: u8, mulligans: u32, timing: BottomTiming) -> (u32, u32) {
    let mut game = mirror(&plain_deck("a", 60, 4), seats, timing, 21);
    loop {
        let point = game.decision().expect("seat 0 reaches BEGIN_GAME");
        let seen = point.observation.opening.as_ref().expect("an opening part");
        let kind = if point.find(&ActionKind::Mulligan).is_none() {
            if point.seat == Seat(0) && point.find(&ActionKind::BeginGame).is_some() {
                return (seen.hand_sizes[0], seen.library_sizes[0]);
            }
            point.legal_actions[0].kind.clone()
        } else if point.seat == Seat(0) && seen.mulligans_taken[0] < mulligans {
            ActionKind::Mulligan
        } else {
            ActionKind::Keep
        };
        submit(&mut game, &point, &kind);
    }
}

#[test]
fn cr_103_5c_cost_table() {
    for timing in [BottomTiming::AfterKeep, BottomTiming::WithMulligan] {
        for mulligans in 0..=7 {
            assert_eq!(sizes(2, mulligans, timing), (7 - mulligans, 53 + mulligans));
        }
        for mulligans in 0_u32..=8 {
            let counted = mulligans.saturating_sub(1);
            for seats in [3, 4] {
                assert_eq!(sizes(seats, mulligans, timing), (7 - counted, 53 + counted));
            }
        }
    }
}

#[test]
fn cr_103_5c_the_log_and_the_observation_tell_what_is_free() {
    let mut game = mirror(&plain_deck("a", 60, 4), 3, BottomTiming::AfterKeep, 1);
    let mut seat = None;
    for round in 0..2 {
        for _ in 0..3 {
            let point = game.decision().expect("a declaration");
            let seen = point.observation.opening.as_ref().expect("an opening part");
            assert_eq!(seen.free_mulligans_left, 1 - round);
            assert_eq!(seen.pending_mulligan_bottom_cards, 0);
            submit(&mut game, &point, &ActionKind::Mulligan);
            seat = Some(point.seat);
        }
    }
    let seat = seat.expect("three players");
    let events = game.events(seat).expect("a seat");
    for (taken, free) in [(1, true), (2, false)] {
        assert!(events.contains(&Event::TookMulligan { seat, taken, free }));
    }
}

#[test]
fn cr_103_5c_another_number_of_free_mulligans_is_a_marked_house_rule() {
    assert!(!pregame::options(4, 1, BottomTiming::AfterKeep, 40).house_rule);
    assert!(!pregame::options(2, 0, BottomTiming::AfterKeep, 20).house_rule);
    assert!(pregame::options(2, 1, BottomTiming::AfterKeep, 40).house_rule);
    assert!(pregame::options(4, 0, BottomTiming::AfterKeep, 40).house_rule);
    let mut unmarked = pregame::options(2, 1, BottomTiming::AfterKeep, 40);
    unmarked.house_rule = false;
    let deck = plain_deck("a", 60, 4);
    assert!(matches!(
        Game::new(&[deck.clone(), deck.clone()], unmarked, seed(1)),
        Err(EngineError::HouseRule { given: false, .. })
    ));
    // Zero and five seats, and decks that are not one a seat.
    assert!(matches!(
        Game::new(&[], options(0, BottomTiming::AfterKeep), seed(1)),
        Err(EngineError::Seats { .. })
    ));
    let five = vec![deck.clone(); 5];
    assert!(matches!(
        Game::new(&five, options(5, BottomTiming::AfterKeep), seed(1)),
        Err(EngineError::Seats { .. })
    ));
    assert!(matches!(
        Game::new(&[deck], options(2, BottomTiming::AfterKeep), seed(1)),
        Err(EngineError::Seats { .. })
    ));
}
