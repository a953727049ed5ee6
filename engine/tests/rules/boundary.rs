//! Refusals change nothing; what crosses the boundary holds no hidden fact (cases H01, H02, H04).

use crate::common::{choose, commander_deck, mirror, options, plain_deck, play, random_choice, seed, submit};
use std::sync::Arc;
use turnzero_contract::{
    ActionId, ActionKind, BottomTiming, Decision, Event, FormatOptions, ManaCost, Query, QueryError, Refusal, Report,
    Seat, Specialization,
};
use turnzero_engine::{EngineError, Game, Mutant, Stream, rules_for};

fn two_players() -> Game {
    mirror(&plain_deck("a", 60, 4), 2, BottomTiming::AfterKeep, 3)
}

#[test]
fn a_refused_decision_comes_back_and_changes_nothing() {
    let mut game = two_players();
    let point = game.decision().expect("a declaration");
    let other = Seat(1 - point.seat.0);
    let keep = choose(&point, &ActionKind::Keep);
    let stale = Decision {
        number: Some(point.number + 1),
        ..keep.clone()
    };
    let special = Decision {
        specialization: Some(Specialization::Cards(vec!["Land a".to_owned()])),
        report: Some(Report {
            reason: "kept whole".to_owned(),
            ..Report::default()
        }),
        ..keep.clone()
    };
    let before = game.clone();
    let mut refused = |seat, decision: Decision| {
        let rejected = game.submit(seat, decision.clone()).expect_err("refused");
        assert_eq!(rejected.decision, decision, "the decision is handed back");
        assert_eq!(game, before, "the state is unchanged");
        assert_eq!(game.decision().as_ref(), Some(&point));
        rejected.refusal
    };
    assert_eq!(refused(other, keep.clone()), Refusal::NotYourDecision { seat: other });
    assert_eq!(
        refused(Seat(200), keep.clone()),
        Refusal::NotYourDecision { seat: Seat(200) }
    );
    assert_eq!(refused(point.seat, stale), Refusal::Stale { given: 1, open: 0 });
    let manufactured = Refusal::NotOffered {
        id: ActionId(2),
        offered: 2,
    };
    assert_eq!(refused(point.seat, Decision::of(ActionId(2))), manufactured);
    assert!(matches!(
        refused(point.seat, special),
        Refusal::BadSpecialization { .. }
    ));
}

#[test]
fn an_answer_to_an_earlier_decision_is_stale_and_a_finished_game_asks_nothing() {
    let mut game = mirror(&plain_deck("a", 60, 4), 1, BottomTiming::AfterKeep, 3);
    let point = game.decision().expect("a declaration");
    let answer = Decision {
        number: Some(point.number),
        ..choose(&point, &ActionKind::Mulligan)
    };
    game.submit(point.seat, answer.clone()).expect("an offered choice");
    let rejected = game.submit(point.seat, answer.clone()).expect_err("answered already");
    assert_eq!(rejected.refusal, Refusal::Stale { given: 0, open: 1 });
    play(&mut game, |point| Decision::of(point.legal_actions[0].id));
    let rejected = game.submit(point.seat, answer).expect_err("the game has begun");
    assert_eq!(rejected.refusal, Refusal::Finished);
}

#[test]
fn a_report_never_affects_the_game() {
    let (mut bare, mut reported) = (two_players(), two_players());
    let point = bare.decision().expect("a declaration");
    submit(&mut bare, &point, &ActionKind::Mulligan);
    let report = Report {
        reason: "no land".to_owned(),
        unsure: true,
        p_keep: Some(0.1),
        facts: Vec::new(),
    };
    let decision = Decision {
        report: Some(report),
        ..choose(&point, &ActionKind::Mulligan)
    };
    reported.submit(point.seat, decision).expect("an offered choice");
    assert_eq!(bare, reported);
}

#[test]
fn knowledge_is_shared_and_holds_the_deck_by_name_without_order_or_seed() {
    let deck = commander_deck("a");
    let games = [1, 2].map(|number| mirror(&deck, 1, BottomTiming::AfterKeep, number));
    let known = games.each_ref().map(|game| game.knowledge(Seat(0)).expect("a seat"));
    assert!(Arc::ptr_eq(&known[0], &known[1]));
    assert_eq!(known[0].deck_size(), 99);
    assert!(known[0].deck.is_sorted_by(|a, b| a.definition.name < b.definition.name));
    assert_eq!(known[0].commanders[0].name, "Commander a");
    let rebuilt = turnzero_engine::GameDeck::from_knowledge(&known[0]).expect("the same deck");
    assert_eq!(&rebuilt, &*deck);
    assert!(matches!(
        games[0].knowledge(Seat(1)),
        Err(EngineError::NoSuchSeat {
            seat: Seat(1),
            seats: 1
        })
    ));
    assert!(games[0].events(Seat(9)).is_err());
}

#[test]
fn hidden_names_never_cross_the_boundary() {
    // Case H01: seat 0 and seat 1 hold decks without a common name.
    let decks = [plain_deck("left", 60, 4), plain_deck("right", 60, 4)];
    let mut stream = Stream::new([5; 32]);
    for number in 0..60 {
        let mut game = Game::new(&decks, options(2, BottomTiming::WithMulligan), seed(number)).expect("a legal table");
        let points = play(&mut game, random_choice(&mut stream));
        for (seat, foreign) in [(Seat(0), "right"), (Seat(1), "left")] {
            let mut text = serde_json::to_string(&*game.knowledge(seat).expect("a seat")).expect("JSON");
            text += &serde_json::to_string(&game.events(seat).expect("a seat")).expect("JSON");
            for point in points.iter().filter(|point| point.seat == seat) {
                text += &serde_json::to_string(point).expect("JSON");
            }
            assert!(!text.contains(foreign), "seat {seat}");
            let hex = seed(number).to_hex();
            assert!(!text.contains(&hex));
        }
        assert!(!format!("{game:?}").contains("GameSeed(["), "the seed is never printed");
    }
}

#[test]
fn the_log_names_bottomed_cards_to_their_owner_only() {
    // Case H02.
    let mut game = mirror(&plain_deck("a", 40, 4), 2, BottomTiming::AfterKeep, 3);
    play(&mut game, crate::common::always_mulligan);
    for viewer in [Seat(0), Seat(1)] {
        for event in game.events(viewer).expect("a seat") {
            if let Event::Bottomed { seat, count, names } = event {
                assert_eq!(count, 7);
                assert_eq!(names.map(|names| names.len()), (seat == viewer).then_some(7));
            }
        }
    }
}

#[test]
fn events_since_the_last_decision_add_up_to_the_log() {
    let mut stream = Stream::new([6; 32]);
    let mut game = mirror(&plain_deck("a", 40, 4), 3, BottomTiming::AfterKeep, 3);
    let points = play(&mut game, random_choice(&mut stream));
    for seat in [Seat(0), Seat(1), Seat(2)] {
        let delivered: Vec<Event> = points
            .iter()
            .filter(|point| point.seat == seat)
            .flat_map(|point| point.observation.events.clone())
            .collect();
        let log = game.events(seat).expect("a seat");
        assert_eq!(log[..delivered.len()], delivered);
        assert!(
            log.len() - delivered.len() <= 3,
            "only what came after the last decision is missing"
        );
    }
}

#[test]
fn rules_queries_answer_from_the_snapshot_and_are_unavailable_before_the_game() {
    let game = two_players();
    let point = game.decision().expect("a declaration");
    let rules = rules_for(game.knowledge(point.seat).expect("a seat"));
    let queries = [
        Query::Lethal,
        Query::Payable {
            cost: ManaCost::default(),
        },
        Query::Castable {
            card: "Land a".to_owned(),
        },
    ];
    for query in queries {
        assert!(matches!(
            rules.answer(&point.observation, &query),
            Err(QueryError::Unavailable { .. })
        ));
    }
    let other = rules_for(game.knowledge(Seat(1 - point.seat.0)).expect("a seat"));
    assert!(matches!(
        other.answer(&point.observation, &Query::Lethal),
        Err(QueryError::Unfit { .. })
    ));
}

#[test]
fn mutants_have_names() {
    for mutant in Mutant::ALL {
        assert_eq!(mutant.to_string().parse(), Ok(mutant));
    }
    let error = "no-such".parse::<Mutant>().expect_err("unknown");
    assert!(error.to_string().contains("top-card"));
    let FormatOptions { seats, .. } = two_players().options();
    assert_eq!(seats, 2);
}
