//! Refused decisions are handed back with a reason, and the game stays as it was.

use crate::common::{BOLT, Combat, Tables, WHITE, decide, step};
use turnzero_contract::{
    ActionId, ActionKind, Decision, DecisionPoint, ParameterFamily, Refusal, Row, Seat, Specialization,
};
use turnzero_engine::{Stream, WholeGame, WholeOutcome};

fn refused(game: &mut WholeGame, seat: Seat, decision: &Decision) -> Refusal {
    let before = format!("{game:?}");
    let rejected = game.submit(seat, decision.clone()).expect_err("a refusal");
    assert_eq!(rejected.decision, *decision);
    assert_eq!(before, format!("{game:?}"), "{rejected} changed the game");
    rejected.refusal
}

/// Selections that are wrong for every offer of the decision, with the offer's identity.
fn wrong_selections(point: &DecisionPoint) -> Vec<(ActionId, Option<Specialization>)> {
    let nowhere = Row::Battlefield(60_000);
    let mut wrong = Vec::new();
    for offer in &point.legal_actions {
        let mut add = |selection| wrong.push((offer.id, selection));
        let Some(parameter) = &offer.parameter else {
            add(Some(Specialization::Objects(Vec::new())));
            add(Some(Specialization::Number(0)));
            continue;
        };
        add(None);
        add(Some(Specialization::Cards(Vec::new())));
        match parameter {
            ParameterFamily::Cards => {}
            ParameterFamily::Attackers { candidates } => {
                let first = (candidates[0].attacker, candidates[0].defenders[0]);
                add(Some(Specialization::Attackers(vec![first, first])));
                add(Some(Specialization::Attackers(vec![(nowhere, first.1)])));
                add(Some(Specialization::Attackers(vec![(
                    first.0,
                    Row::Player(point.seat),
                )])));
                add(Some(Specialization::Attackers(vec![(first.0, Row::Player(Seat(200)))])));
                add(Some(Specialization::Blockers(Vec::new())));
            }
            ParameterFamily::Blockers { candidates, .. } => {
                let first = (candidates[0].blocker, candidates[0].attackers[0]);
                add(Some(Specialization::Blockers(vec![first, first])));
                add(Some(Specialization::Blockers(vec![(nowhere, first.1)])));
                add(Some(Specialization::Blockers(vec![(first.0, first.0)])));
                add(Some(Specialization::Attackers(Vec::new())));
            }
            ParameterFamily::Objects { candidates } => {
                let ActionKind::ChooseObjects { max, .. } = offer.kind else {
                    panic!("{offer:?}");
                };
                add(Some(Specialization::Objects(vec![nowhere; max as usize])));
                add(Some(Specialization::Objects(vec![candidates[0]; max as usize + 1])));
                if max > 1 {
                    add(Some(Specialization::Objects(vec![candidates[0]; max as usize])));
                }
                add(Some(Specialization::Modes(vec![0])));
            }
            ParameterFamily::Modes { .. } => {
                add(Some(Specialization::Modes(vec![99])));
                add(Some(Specialization::Modes(Vec::new())));
            }
            ParameterFamily::Number => {
                let ActionKind::ChooseNumber { max, .. } = offer.kind else {
                    panic!("{offer:?}");
                };
                add(Some(Specialization::Number(max + 1)));
                add(Some(Specialization::Number(u32::MAX)));
            }
            ParameterFamily::Shares { among } => {
                add(Some(Specialization::Shares(Vec::new())));
                add(Some(Specialization::Shares(vec![u32::MAX; among.len()])));
                add(Some(Specialization::Shares(vec![0; among.len()])));
            }
        }
    }
    wrong
}

#[test]
fn wrong_decisions_change_nothing() {
    let mut kinds = std::collections::BTreeSet::new();
    for (seed, tables) in (0..).zip([Tables::of(&[WHITE, WHITE]), Tables::of(&[BOLT, WHITE])]) {
        let mut game = tables.game(seed);
        let mut random = Stream::new([seed; 32]);
        for _ in 0..600 {
            let Some(point) = game.decision() else { break };
            let right = decide(&point, &mut random, Combat::None);
            let other = Seat(1 - point.seat.0);
            assert_eq!(
                refused(&mut game, other, &right),
                Refusal::NotYourDecision { seat: other }
            );
            let stale = Decision {
                number: Some(point.number + 1),
                ..right.clone()
            };
            let (given, open) = (point.number + 1, point.number);
            assert_eq!(refused(&mut game, point.seat, &stale), Refusal::Stale { given, open });
            let offered = point.legal_actions.len();
            let id = ActionId(u32::try_from(offered).expect("few offers"));
            let made_up = Decision::of(id);
            assert_eq!(
                refused(&mut game, point.seat, &made_up),
                Refusal::NotOffered { id, offered }
            );
            for (id, specialization) in wrong_selections(&point) {
                let decision = Decision {
                    specialization,
                    ..Decision::of(id)
                };
                match refused(&mut game, point.seat, &decision) {
                    Refusal::BadSpecialization { id: named, why } => assert!(named == id && !why.is_empty()),
                    other => panic!("{other}"),
                }
                kinds.insert(serde_json::to_value(&point.legal_actions[id.0 as usize]).unwrap()["kind"].to_string());
            }
            step(&mut game, &mut random);
        }
    }
    // The games met questions of several kinds.
    for kind in ["PASS", "DECLARE_ATTACKERS", "DECLARE_BLOCKERS", "CHOOSE"] {
        assert!(kinds.contains(&format!("\"{kind}\"")), "{kind} is missing in {kinds:?}");
    }
}

#[test]
fn a_finished_game_takes_no_decision() {
    let tables = Tables::of(&[BOLT, BOLT]);
    let mut game = tables.game(9);
    let mut random = Stream::new([9; 32]);
    while step(&mut game, &mut random).is_some() {}
    assert_ne!(game.outcome(), WholeOutcome::Open);
    let bare = Decision::of(ActionId(0));
    assert_eq!(refused(&mut game, Seat(0), &bare), Refusal::Finished);
}
