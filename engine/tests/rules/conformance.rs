//! What every pregame must do, over random tables, options, and choices.

use crate::common::{commander_deck, plain_deck, play, random_choice, seed};
use std::collections::BTreeMap;
use std::sync::Arc;
use turnzero_contract::{ActionId, ActionKind, BottomTiming, Decision, DecisionPoint, PlayerKnowledge, Seat};
use turnzero_engine::{Game, GameDeck, Outcome, Stream, pregame};

fn check_cards(point: &DecisionPoint, deck: &GameDeck) {
    let seen = point.observation.opening.as_ref().expect("an opening part");
    let mut cards: BTreeMap<&str, u32> = BTreeMap::new();
    for name in seen.hand.iter().chain(&seen.chosen_for_bottom) {
        *cards.entry(name).or_default() += 1;
    }
    for (name, count) in &seen.remaining_deck.cards_by_name {
        *cards.entry(name).or_default() += count;
    }
    let expected: BTreeMap<&str, u32> = deck
        .cards()
        .iter()
        .map(|(count, card)| (card.name.as_str(), *count))
        .collect();
    assert_eq!(cards, expected, "every card of the deck is in hand or library");
    let own = point.seat.index();
    assert_eq!(
        seen.hand_sizes[own] as usize,
        seen.hand.len() + seen.chosen_for_bottom.len()
    );
    assert_eq!(
        seen.library_sizes[own],
        seen.remaining_deck.cards_by_name.values().sum::<u32>()
    );
    let counts = seen.remaining_deck.cards_by_name.iter();
    let mut left: std::collections::BTreeMap<&str, u32> = counts.map(|(name, count)| (&**name, *count)).collect();
    for name in &seen.known_bottom {
        let count = left
            .get_mut(name.as_str())
            .expect("the known bottom lies in the library");
        *count = count.checked_sub(1).expect("as often as it is known");
    }
}

fn check_offers(point: &DecisionPoint) {
    let kinds: Vec<&ActionKind> = point.legal_actions.iter().map(|offer| &offer.kind).collect();
    match kinds.as_slice() {
        [ActionKind::Keep, ActionKind::Mulligan] | [ActionKind::BeginGame] => {}
        bottoms => assert!(
            bottoms.iter().all(|kind| matches!(kind, ActionKind::Bottom { .. })),
            "{bottoms:?}"
        ),
    }
    for (number, offer) in (0..).zip(&point.legal_actions) {
        assert_eq!(offer.id, ActionId(number));
    }
}

fn check_json(game: &Game, point: &DecisionPoint) {
    let text = serde_json::to_string(point).expect("JSON");
    let back: DecisionPoint = serde_json::from_str(&text).expect("readable");
    assert_eq!(&back, point);
    let knowledge = game.knowledge(point.seat).expect("a seat");
    let text = serde_json::to_string(&*knowledge).expect("JSON");
    assert_eq!(
        serde_json::from_str::<PlayerKnowledge>(&text).expect("readable"),
        *knowledge
    );
}

#[test]
fn random_pregames_conform() {
    let decks = [
        commander_deck("a"),
        plain_deck("b", 60, 4),
        plain_deck("c", 40, 20),
        plain_deck("d", 5, 1),
    ];
    let mut stream = Stream::new([1; 32]);
    for number in 0..400 {
        let seats = 1 + u8::try_from(number % 4).expect("small");
        let timing = [BottomTiming::AfterKeep, BottomTiming::WithMulligan][stream.index(2)];
        let free = u8::try_from(stream.index(3)).expect("small");
        let table: Vec<Arc<GameDeck>> = (0..seats).map(|_| Arc::clone(&decks[stream.index(4)])).collect();
        let options = pregame::options(seats, free, timing, 40);
        let start = Game::new(&table, options, seed(number)).expect("a legal table");
        let (mut game, mut numbers) = (start.clone(), BTreeMap::<Seat, u64>::new());
        let mut answers = Vec::new();
        while let Some(point) = game.decision() {
            assert_eq!(game.decision().as_ref(), Some(&point), "asking changes nothing");
            assert_eq!(game.outcome(), Outcome::Open);
            assert_eq!(game.to_answer(), Some(point.seat));
            check_cards(&point, &table[point.seat.index()]);
            check_offers(&point);
            if answers.len() % 8 == 0 {
                check_json(&game, &point);
            }
            let due = numbers.entry(point.seat).or_default();
            assert_eq!(point.number, *due, "decisions of a seat count from 0");
            *due += 1;
            let before = game.clone();
            let wrong = Decision::of(ActionId(u32::MAX));
            game.submit(point.seat, wrong).expect_err("not offered");
            assert_eq!(game, before, "a refusal changes nothing");
            let answer = Decision::of(point.legal_actions[stream.index(point.legal_actions.len())].id);
            game.submit(point.seat, answer.clone()).expect("an offered choice");
            answers.push((point, answer));
            assert!(answers.len() < 4 * 100, "the pregame ends");
        }
        assert_eq!(game.outcome(), Outcome::Begun);
        let mut replayed = start;
        for (point, answer) in answers {
            assert_eq!(replayed.decision(), Some(point.clone()), "same seed, same questions");
            replayed.submit(point.seat, answer).expect("an offered choice");
        }
        assert_eq!(replayed, game);
    }
}

#[test]
fn every_card_is_dealt_equally_often() {
    // 20 single cards, 7 dealt: each is in 35 % of the hands.
    let deck = plain_deck("a", 20, 1);
    let (games, mut counts) = (4_000_u64, BTreeMap::<String, u32>::new());
    for number in 0..games {
        let game = crate::common::mirror(&deck, 1, BottomTiming::AfterKeep, number);
        let hand = game
            .decision()
            .expect("a declaration")
            .observation
            .opening
            .expect("an opening part")
            .hand;
        for card in hand {
            *counts.entry(card).or_default() += 1;
        }
    }
    for (card, count) in counts {
        let copies = if card.starts_with("Land") { 8 } else { 1 };
        // Five standard deviations of a single card are 151; copies add up.
        let expected = 1_400 * copies;
        assert!(count.abs_diff(expected) < 151 * copies, "{card}: {count} of {expected}");
    }
}

#[test]
fn random_play_reaches_every_depth() {
    let deck = plain_deck("a", 60, 4);
    let mut stream = Stream::new([2; 32]);
    let mut deepest = 0;
    for number in 0..300 {
        let mut game = crate::common::mirror(&deck, 4, BottomTiming::AfterKeep, number);
        for point in play(&mut game, random_choice(&mut stream)) {
            let seen = point.observation.opening.expect("an opening part");
            deepest = deepest.max(seen.mulligans_taken[point.seat.index()]);
        }
    }
    assert_eq!(deepest, 8, "the free mulligan and seven more");
}
