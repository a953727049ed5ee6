//! Questions about a hand that no game has dealt.

use crate::common::{commander_deck, mirror, options, plain_deck, submit};
use std::sync::Arc;
use turnzero_contract::{ActionKind, BottomTiming, DecisionPoint, PlayerKnowledge, Seat};
use turnzero_engine::pregame::{HypotheticalOptions, hypothetical, hypothetical_game};
use turnzero_engine::{EngineError, Game, GameDeck};

fn asked(seats: u8, mulligans_taken: u32) -> HypotheticalOptions {
    HypotheticalOptions {
        options: options(seats, BottomTiming::AfterKeep),
        seat: Seat(0),
        starting_player: None,
        mulligans_taken,
    }
}

fn ask(
    deck: &Arc<GameDeck>,
    hand: &[&str],
    options: &HypotheticalOptions,
) -> Result<(Arc<PlayerKnowledge>, DecisionPoint), EngineError> {
    hypothetical(deck, hand, options)
}

#[test]
fn the_question_equals_the_one_of_a_real_game() {
    let deck = commander_deck("a");
    for mulligans in 0..4 {
        let mut game = mirror(&deck, 4, BottomTiming::AfterKeep, 12);
        let real = loop {
            let point = game.decision().expect("seat 0 is asked");
            let seen = point.observation.opening.as_ref().expect("an opening part");
            if point.seat == Seat(0) && seen.mulligans_taken[0] == mulligans {
                break point;
            }
            let kind = if point.find(&ActionKind::Mulligan).is_none() {
                point.legal_actions[0].kind.clone()
            } else if point.seat == Seat(0) {
                ActionKind::Mulligan
            } else {
                ActionKind::Keep
            };
            submit(&mut game, &point, &kind);
        };
        let real_seen = real.observation.opening.as_ref().expect("an opening part");
        let options = HypotheticalOptions {
            starting_player: game.starting_player(),
            ..asked(4, mulligans)
        };
        let (knowledge, point) = hypothetical(&deck, &real_seen.hand, &options).expect("a possible hand");
        assert_eq!(knowledge, game.knowledge(Seat(0)).expect("a seat"));
        assert_eq!(point.legal_actions, real.legal_actions);
        let seen = point.observation.opening.expect("an opening part");
        assert_eq!(seen.hand, real_seen.hand);
        assert_eq!(seen.commanders, real_seen.commanders);
        assert_eq!(seen.remaining_deck, real_seen.remaining_deck);
        assert_eq!(seen.library_sizes, real_seen.library_sizes);
        assert_eq!(seen.free_mulligans_left, real_seen.free_mulligans_left);
        assert_eq!(
            seen.pending_mulligan_bottom_cards,
            real_seen.pending_mulligan_bottom_cards
        );
        assert_eq!(seen.mulligans_taken[0], mulligans);
    }
}

#[test]
fn a_bottomed_hand_has_nothing_left_to_put_down() {
    let deck = plain_deck("a", 60, 4);
    let hand = ["Land a"; 5];
    let (knowledge, point) = ask(&deck, &hand, &asked(2, 2)).expect("seven minus two");
    assert_eq!(knowledge.starting_player, None);
    let seen = point.observation.opening.as_ref().expect("an opening part");
    assert_eq!(seen.pending_mulligan_bottom_cards, 0);
    assert_eq!(seen.library_sizes[0], 55);
    assert_eq!(seen.remaining_deck.cards_by_name["Land a"], 19);
    assert_eq!(seen.known_bottom.len(), 0, "nobody said which cards went down");
    assert!(point.find(&ActionKind::Keep).is_some() && point.find(&ActionKind::Mulligan).is_some());
}

#[test]
fn the_last_hand_is_asked_for_its_bottom() {
    let deck = plain_deck("a", 60, 4);
    let (_, point) = ask(&deck, &["Land a"; 7], &asked(2, 7)).expect("the last mulligan");
    assert!(matches!(point.legal_actions[0].kind, ActionKind::Bottom { .. }));
    let (_, point) = ask(&deck, &[], &asked(2, 7)).expect("all bottomed");
    assert_eq!(point.legal_actions[0].kind, ActionKind::BeginGame);
}

#[test]
fn impossible_hands_are_refused_by_name() {
    let deck = commander_deck("a");
    let seven = |card: &'static str| ["Land a", "Land a", "Land a", "Land a", "Land a", "Land a", card];
    let error = |hand: &[&str], options: &HypotheticalOptions| ask(&deck, hand, options).expect_err("refused");
    assert!(matches!(error(&seven("Nothing"), &asked(4, 0)), EngineError::NotInDeck { card } if card == "Nothing"));
    assert!(matches!(
        error(&seven("Commander a"), &asked(4, 0)),
        EngineError::NotInDeck { .. }
    ));
    let spell = "Spell a 001";
    let twice = ["Land a", "Land a", "Land a", "Land a", "Land a", spell, spell];
    let expected = EngineError::TooManyCopies {
        card: spell.to_owned(),
        hand: 2,
        deck: 1,
    };
    assert_eq!(error(&twice, &asked(4, 0)), expected);
    for (cards, mulligans) in [(6, 0), (8, 0), (6, 1), (5, 2), (0, 3)] {
        let size = error(&vec!["Land a"; cards], &asked(4, mulligans));
        assert!(
            matches!(size, EngineError::HandSize { found, .. } if found == cards),
            "{size}"
        );
    }
    assert!(matches!(
        error(&["Land a"; 7], &asked(4, 9)),
        EngineError::TooManyMulligans { most: 8, .. }
    ));
    assert!(matches!(
        error(&["Land a"; 7], &asked(2, 8)),
        EngineError::TooManyMulligans { most: 7, .. }
    ));
    let outside = HypotheticalOptions {
        seat: Seat(4),
        ..asked(4, 0)
    };
    assert!(matches!(
        error(&["Land a"; 7], &outside),
        EngineError::NoSuchSeat { .. }
    ));
    let outside = HypotheticalOptions {
        starting_player: Some(Seat(7)),
        ..asked(4, 0)
    };
    assert!(matches!(
        error(&["Land a"; 7], &outside),
        EngineError::NoSuchSeat { .. }
    ));
}

fn answer(game: &mut Game, kind: &ActionKind) -> DecisionPoint {
    let point = game.decision().expect("an open decision");
    submit(game, &point, kind);
    point
}

/// CR 103.5: declarations in turn order, and after a keep one card for the bottom for each mulligan that counts.
#[test]
fn the_game_asked_about_goes_on_to_the_bottom() {
    let deck = plain_deck("a", 60, 4);
    let spell = "Spell a 036";
    let hand = ["Land a", "Land a", "Land a", "Land a", "Land a", spell, spell];
    let options = HypotheticalOptions {
        starting_player: Some(Seat(1)),
        ..asked(2, 2)
    };
    let mut game = hypothetical_game(&deck, &hand, &options).expect("a possible hand");
    assert_eq!(
        answer(&mut game, &ActionKind::Keep).seat,
        Seat(1),
        "the starting player first"
    );
    let point = game.decision().expect("the asker's own");
    let (_, question) = ask(&deck, &hand, &options).expect("a possible hand");
    assert_eq!(point.seat, Seat(0));
    assert_eq!(point.legal_actions, question.legal_actions);
    submit(&mut game, &point, &ActionKind::Keep);
    let land = ActionKind::Bottom {
        card: "Land a".to_owned(),
    };
    let spell_down = ActionKind::Bottom { card: spell.to_owned() };
    answer(&mut game, &spell_down);
    answer(&mut game, &land);
    let point = game.decision().expect("nobody has begun");
    assert_eq!(
        point.legal_actions[0].kind,
        ActionKind::BeginGame,
        "two cards, not three"
    );
    let bottom = answer_of_seat_zero(&mut game);
    assert_eq!(bottom, [spell, "Land a"], "in the order chosen");
}

/// What seat 0 knows of its bottom once it leaves the mulligan phase.
fn answer_of_seat_zero(game: &mut Game) -> Vec<String> {
    loop {
        let point = answer(game, &ActionKind::BeginGame);
        if point.seat == Seat(0) {
            let seen = point.observation.opening.expect("an opening part");
            assert_eq!(seen.hand, ["Land a", "Land a", "Land a", "Land a", "Spell a 036"]);
            return seen.known_bottom;
        }
    }
}

/// CR 103.5: a mulligan is seven new cards once everybody has declared.
#[test]
fn the_game_asked_about_deals_the_next_hand() {
    let deck = plain_deck("a", 60, 4);
    let mut game = hypothetical_game(&deck, &["Land a"; 7], &asked(2, 0)).expect("a possible hand");
    answer(&mut game, &ActionKind::Mulligan);
    answer(&mut game, &ActionKind::Keep);
    let point = game.decision().expect("the second hand");
    let seen = point.observation.opening.expect("an opening part");
    assert_eq!((point.seat, seen.mulligans_taken[0], seen.hand.len()), (Seat(0), 1, 7));
    assert_eq!(seen.pending_mulligan_bottom_cards, 1);
    assert_ne!(seen.hand, ["Land a"; 7], "dealt from the whole deck");
}

#[test]
fn the_game_asked_about_starts_with_the_bottom_when_nothing_is_to_declare() {
    let deck = plain_deck("a", 60, 4);
    let mut game = hypothetical_game(&deck, &["Land a"; 7], &asked(2, 7)).expect("the last mulligan");
    let land = ActionKind::Bottom {
        card: "Land a".to_owned(),
    };
    for _ in 0..7 {
        assert_eq!(answer(&mut game, &land).seat, Seat(0));
    }
    assert_eq!(game.to_answer(), Some(Seat(1)));
}
