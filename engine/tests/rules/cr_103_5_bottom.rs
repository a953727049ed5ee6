//! Cards on the bottom: which, in what order, when (CR 103.5; case M04).

use crate::common::{mirror, plain_deck, submit};
use turnzero_contract::{ActionId, ActionKind, BottomTiming, Decision, DecisionPoint, Event, Refusal, Seat};
use turnzero_engine::Game;

fn seen(point: &DecisionPoint) -> &turnzero_contract::OpeningObservation {
    point.observation.opening.as_ref().expect("an opening part")
}

/// A lone player who took two mulligans, at the first prompt for the bottom.
fn at_the_bottom_prompt(timing: BottomTiming) -> Game {
    let mut game = mirror(&plain_deck("a", 60, 1), 1, timing, 8);
    loop {
        let point = game.decision().expect("a bottom prompt comes");
        if matches!(point.legal_actions[0].kind, ActionKind::Bottom { .. })
            && seen(&point).pending_mulligan_bottom_cards == 2
        {
            return game;
        }
        let kind = match point.find(&ActionKind::Mulligan) {
            Some(_) if seen(&point).mulligans_taken[0] < 2 => ActionKind::Mulligan,
            Some(_) => ActionKind::Keep,
            None => point.legal_actions[0].kind.clone(),
        };
        submit(&mut game, &point, &kind);
    }
}

fn bottom(game: &mut Game, card: &str) {
    let point = game.decision().expect("a prompt");
    submit(game, &point, &ActionKind::Bottom { card: card.to_owned() });
}

#[test]
fn cr_103_5_the_order_given_is_the_order_on_the_bottom() {
    for timing in [BottomTiming::AfterKeep, BottomTiming::WithMulligan] {
        let start = at_the_bottom_prompt(timing);
        let hand = seen(&start.decision().expect("a prompt")).hand.clone();
        let spells: Vec<&String> = hand.iter().filter(|name| name.starts_with("Spell")).collect();
        let (high, low) = (spells[0], spells[1]);
        for [one, two] in [[high, low], [low, high]] {
            let mut game = start.clone();
            bottom(&mut game, one);
            bottom(&mut game, two);
            let point = game.decision().expect("the next step");
            assert_eq!(seen(&point).known_bottom, [one.clone(), two.clone()]);
            assert_eq!(seen(&point).hand.len(), 5);
            assert_eq!(seen(&point).library_sizes, [55]);
            assert_eq!(
                seen(&point).remaining_deck.cards_by_name[one],
                1,
                "bottomed cards count as library"
            );
            assert!(game.events(Seat(0)).expect("a seat").contains(&Event::Bottomed {
                seat: Seat(0),
                count: 2,
                names: Some(vec![one.clone(), two.clone()])
            }));
        }
    }
}

#[test]
fn cr_103_5_nothing_moves_before_the_last_choice_and_no_card_is_offered_twice() {
    let mut game = at_the_bottom_prompt(BottomTiming::AfterKeep);
    let before = game.decision().expect("a prompt");
    let card = seen(&before)
        .hand
        .iter()
        .find(|name| name.starts_with("Spell"))
        .expect("a spell")
        .clone();
    bottom(&mut game, &card);
    let after = game.decision().expect("the second prompt");
    assert_eq!(seen(&after).library_sizes, seen(&before).library_sizes);
    assert_eq!(seen(&after).hand_sizes, [7]);
    assert_eq!(seen(&after).remaining_deck, seen(&before).remaining_deck);
    assert_eq!(seen(&after).chosen_for_bottom, std::slice::from_ref(&card));
    assert_eq!(seen(&after).pending_mulligan_bottom_cards, 1);
    assert_eq!(seen(&after).hand.len(), 6);
    assert_eq!(
        after.find(&ActionKind::Bottom { card }),
        None,
        "the only copy was chosen"
    );
}

#[test]
fn cr_103_5_a_card_not_in_the_hand_cannot_be_put_down() {
    let mut game = at_the_bottom_prompt(BottomTiming::AfterKeep);
    let point = game.decision().expect("a prompt");
    let before = game.clone();
    let made_up = ActionId(u32::try_from(point.legal_actions.len()).expect("seven at most"));
    let rejected = game
        .submit(point.seat, Decision::of(made_up))
        .expect_err("no such offer");
    assert!(matches!(rejected.refusal, Refusal::NotOffered { offered, .. } if offered == point.legal_actions.len()));
    assert_eq!(game, before);
}

#[test]
fn cr_103_5_offers_are_distinct_names_in_canonical_order() {
    for number in 0..50 {
        let mut game = mirror(&plain_deck("a", 40, 4), 2, BottomTiming::WithMulligan, number);
        let points = crate::common::play(&mut game, crate::common::always_mulligan);
        for point in points {
            let names: Vec<&String> = point
                .legal_actions
                .iter()
                .filter_map(|offer| match &offer.kind {
                    ActionKind::Bottom { card } => Some(card),
                    _ => None,
                })
                .collect();
            assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
            assert!(seen(&point).hand.is_sorted());
            if !names.is_empty() {
                assert!(seen(&point).hand.iter().all(|card| names.contains(&card)));
            }
        }
    }
}

#[test]
fn cr_103_5_after_keep_asks_for_the_bottom_after_the_keep() {
    let mut game = mirror(&plain_deck("a", 60, 4), 1, BottomTiming::AfterKeep, 4);
    let first = game.decision().expect("a declaration");
    submit(&mut game, &first, &ActionKind::Mulligan);
    let second = game.decision().expect("a declaration");
    assert_eq!(seen(&second).hand.len(), 7);
    assert_eq!(seen(&second).pending_mulligan_bottom_cards, 1);
    submit(&mut game, &second, &ActionKind::Keep);
    assert!(matches!(
        game.decision().expect("a prompt").legal_actions[0].kind,
        ActionKind::Bottom { .. }
    ));
}

#[test]
fn cr_103_5_with_mulligan_asks_for_the_bottom_before_the_next_declaration() {
    let mut game = mirror(&plain_deck("a", 60, 4), 2, BottomTiming::WithMulligan, 4);
    let first = game.starting_player().expect("known");
    for _ in 0..2 {
        let point = game.decision().expect("a declaration");
        submit(&mut game, &point, &ActionKind::Mulligan);
    }
    // Several players bottom: the starting player first, each to the end.
    for seat in [first, Seat(1 - first.0)] {
        let point = game.decision().expect("a prompt");
        assert_eq!(point.seat, seat);
        let kind = point.legal_actions[0].kind.clone();
        assert!(matches!(kind, ActionKind::Bottom { .. }));
        submit(&mut game, &point, &kind);
    }
    let point = game.decision().expect("the second round");
    assert_eq!(point.seat, first);
    assert_eq!(seen(&point).hand.len(), 6);
    assert_eq!(seen(&point).pending_mulligan_bottom_cards, 0);
    assert_eq!(seen(&point).known_bottom.len(), 1);
    // The next mulligan shuffles the bottom away.
    for _ in 0..2 {
        let point = game.decision().expect("a declaration");
        submit(&mut game, &point, &ActionKind::Mulligan);
    }
    assert!(seen(&game.decision().expect("a prompt")).known_bottom.is_empty());
}
