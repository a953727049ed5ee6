//! Rounds of declarations and simultaneous mulligans (CR 103.5).

use crate::common::{always_mulligan, commander_deck, mirror, options, plain_deck, play, seed, submit};
use std::sync::Arc;
use turnzero_contract::{
    ActionKind, BottomTiming, Decision, Declaration, Event, OpeningObservation, Seat, SeatDeclaration,
};
use turnzero_engine::{Game, Outcome};

fn opening(point: &turnzero_contract::DecisionPoint) -> &OpeningObservation {
    point.observation.opening.as_ref().expect("an opening part")
}

#[test]
fn cr_103_1_every_seat_starts_sometimes() {
    let deck = plain_deck("a", 40, 4);
    let mut starts = [0; 4];
    for number in 0..400 {
        let game = mirror(&deck, 4, BottomTiming::AfterKeep, number);
        starts[game.starting_player().expect("known before the deal").index()] += 1;
    }
    // Five standard deviations around 100 of 400.
    assert!(
        starts.iter().all(|count: &i32| (57..=143).contains(count)),
        "{starts:?}"
    );
}

#[test]
fn cr_103_3_commanders_are_not_in_the_library() {
    let game = mirror(&commander_deck("a"), 4, BottomTiming::AfterKeep, 1);
    let point = game.decision().expect("a declaration");
    let seen = opening(&point);
    assert_eq!(seen.hand.len(), 7);
    assert_eq!(seen.library_sizes, [92; 4]);
    assert_eq!(seen.commanders, ["Commander a"]);
    assert!(!seen.hand.contains(&"Commander a".to_owned()));
    assert!(!seen.remaining_deck.cards_by_name.contains_key("Commander a"));
}

#[test]
fn cr_103_5_the_starting_player_declares_first_then_turn_order() {
    for number in 0..20 {
        let mut game = mirror(&plain_deck("a", 60, 4), 4, BottomTiming::AfterKeep, number);
        let first = game.starting_player().expect("known").0;
        for step in 0..4 {
            let point = game.decision().expect("a declaration");
            assert_eq!(point.seat, Seat((first + step) % 4));
            submit(&mut game, &point, &ActionKind::Keep);
        }
    }
}

#[test]
fn cr_103_5_later_players_hear_earlier_declarations_and_see_no_cards() {
    let mut game = mirror(&plain_deck("a", 60, 4), 3, BottomTiming::AfterKeep, 5);
    let first = game.decision().expect("a declaration");
    assert!(opening(&first).declarations.is_empty());
    submit(&mut game, &first, &ActionKind::Mulligan);
    let second = game.decision().expect("a declaration");
    let heard = SeatDeclaration {
        seat: first.seat,
        declaration: Declaration::Mulligan,
    };
    assert_eq!(opening(&second).declarations, [heard]);
    assert!(second.observation.events.contains(&Event::Declared {
        seat: first.seat,
        declaration: Declaration::Mulligan
    }));
    // Declared, not taken: everybody still holds the first hand.
    assert_eq!(opening(&second).mulligans_taken, [0; 3]);
}

#[test]
fn cr_103_5_mulligans_of_a_round_are_taken_together_after_the_last_declaration() {
    let mut game = mirror(&plain_deck("a", 60, 4), 3, BottomTiming::AfterKeep, 6);
    let mut asked = Vec::new();
    for kind in [ActionKind::Mulligan, ActionKind::Keep, ActionKind::Mulligan] {
        let point = game.decision().expect("a declaration");
        assert_eq!(opening(&point).mulligans_taken, [0; 3]);
        asked.push(point.seat);
        submit(&mut game, &point, &kind);
    }
    let point = game.decision().expect("the second round");
    assert_eq!(point.seat, asked[0]);
    let seen = opening(&point);
    assert!(seen.declarations.is_empty(), "a new round");
    for (seat, taken) in asked.iter().zip([1, 0, 1]) {
        assert_eq!(seen.mulligans_taken[seat.index()], taken);
    }
    // A player who kept is not asked again.
    submit(&mut game, &point, &ActionKind::Keep);
    assert_eq!(game.to_answer(), Some(asked[2]));
}

#[test]
fn cr_103_5_a_hand_depends_on_seed_seat_and_mulligans_only() {
    let deck = commander_deck("a");
    // Seat 2's second hand, whatever others do and in whatever game it is reached.
    let reach = |others_mulligan: bool, timing| {
        let mut game = mirror(&deck, 4, timing, 9);
        loop {
            let point = game.decision().expect("seat 2 gets its second hand");
            let seen = opening(&point);
            if point.seat == Seat(2) && seen.mulligans_taken[2] == 1 {
                return seen.hand.clone();
            }
            let mulligan = point.seat == Seat(2) || others_mulligan && seen.mulligans_taken[point.seat.index()] < 3;
            submit(
                &mut game,
                &point,
                if mulligan {
                    &ActionKind::Mulligan
                } else {
                    &ActionKind::Keep
                },
            );
        }
    };
    let expected = reach(false, BottomTiming::AfterKeep);
    assert_eq!(reach(true, BottomTiming::AfterKeep), expected);
    assert_eq!(reach(true, BottomTiming::WithMulligan), expected);
}

#[test]
fn cr_103_5_a_hand_does_not_depend_on_other_decks() {
    let (a, b) = (commander_deck("a"), plain_deck("b", 60, 4));
    let hand = |other: &Arc<_>| {
        let game = Game::new(
            &[Arc::clone(&a), Arc::clone(other)],
            options(2, BottomTiming::AfterKeep),
            seed(3),
        );
        let mut game = game.expect("a legal table");
        let points = play(&mut game, always_mulligan);
        let own = points.iter().filter(|point| point.seat == Seat(0));
        own.map(|point| opening(point).hand.clone()).collect::<Vec<_>>()
    };
    assert_eq!(hand(&a), hand(&b));
}

/// Case M02: the sizes an opening hand would have after each mulligan, then the bottom, then the game.
fn always_mulligan_trace(seats: u8, timing: BottomTiming) -> Vec<u32> {
    let mut game = mirror(&plain_deck("a", 40, 4), seats, timing, 11);
    let mut sizes = Vec::new();
    let mut offered = 0;
    while let Some(point) = game.decision() {
        if point.seat == Seat(0) {
            let seen = opening(&point);
            assert_eq!(seen.library_sizes[0] + seen.hand_sizes[0], 40);
            offered += usize::from(point.find(&ActionKind::Mulligan).is_some());
            let size = seen.hand_sizes[0]
                - seen.pending_mulligan_bottom_cards
                - u32::try_from(seen.chosen_for_bottom.len()).expect("seven at most");
            if sizes.len() < seen.mulligans_taken[0] as usize + 1 {
                sizes.push(size);
            }
            if point.find(&ActionKind::BeginGame).is_some() {
                assert!(seen.hand.is_empty());
                assert_eq!(point.legal_actions.len(), 1);
                assert_eq!(seen.library_sizes[0], 40);
                assert_eq!(seen.known_bottom.len(), 7);
            }
        }
        game.submit(point.seat, always_mulligan(&point))
            .expect("an offered choice");
    }
    assert_eq!(game.outcome(), Outcome::Begun);
    assert_eq!(offered, sizes.len() - 1, "MULLIGAN was offered at the last hand");
    sizes
}

#[test]
fn cr_103_5_mulligans_end_at_zero_cards_and_all_seven_go_down() {
    for timing in [BottomTiming::AfterKeep, BottomTiming::WithMulligan] {
        assert_eq!(always_mulligan_trace(2, timing), [7, 6, 5, 4, 3, 2, 1, 0]);
        assert_eq!(always_mulligan_trace(1, timing), [7, 6, 5, 4, 3, 2, 1, 0]);
        assert_eq!(always_mulligan_trace(4, timing), [7, 7, 6, 5, 4, 3, 2, 1, 0]);
    }
}

#[test]
fn cr_103_5_a_deck_of_few_cards_still_reaches_the_game() {
    for size in [0, 1, 3, 7, 8] {
        for timing in [BottomTiming::AfterKeep, BottomTiming::WithMulligan] {
            let mut game = mirror(&plain_deck("a", size, 1), 2, timing, 1);
            let points = play(&mut game, always_mulligan);
            let mulligans = points
                .iter()
                .filter(|point| point.find(&ActionKind::Mulligan).is_some())
                .count();
            assert_eq!(mulligans, 2 * size.min(7) as usize, "size {size}");
            assert!(game.events(Seat(0)).expect("a seat").contains(&Event::GameBegan));
        }
    }
}

#[test]
fn cr_103_8_each_seat_leaves_the_mulligan_phase_once_in_turn_order() {
    let mut game = mirror(&plain_deck("a", 60, 4), 4, BottomTiming::AfterKeep, 2);
    let points = play(&mut game, |point| Decision::of(point.legal_actions[0].id));
    let begin: Vec<Seat> = points
        .iter()
        .filter(|point| point.find(&ActionKind::BeginGame).is_some())
        .map(|point| point.seat)
        .collect();
    let first = game.starting_player().expect("known").0;
    assert_eq!(begin, (0..4).map(|step| Seat((first + step) % 4)).collect::<Vec<_>>());
    assert_eq!(game.decision(), None);
}
