//! The pilots that judge nothing.

mod common;

use common::table::{self, black_red};
use common::{Question, offers};
use std::sync::Arc;
use turnzero_contract::{
    ActionId, ActionKind, BottomTiming, NoRules, ParameterFamily, Pilot, PilotError, Specialization,
};
use turnzero_pilots::conformance::pilot_conformance;
use turnzero_pilots::{FirstPilot, RandomPilot, Recorded, ReplayPilot, ScriptPilot};

const HAND: &[&str] = &[
    "Swamp",
    "Swamp",
    "Mountain",
    "Mind Stone",
    "Terminate",
    "Zombify",
    "Grave Titan",
];

#[test]
fn first_takes_the_first_offer_and_keeps() {
    let knowledge = black_red(4, BottomTiming::AfterKeep);
    let decision = FirstPilot.decide(&Question::of(&knowledge, HAND, 0).point()).unwrap();
    assert_eq!(decision.action_id, ActionId(0));
}

#[test]
fn a_pilot_that_judges_nothing_makes_no_selection() {
    let knowledge = black_red(4, BottomTiming::AfterKeep);
    let mut point = Question::of(&knowledge, HAND, 0).point();
    point.legal_actions[0].parameter = Some(ParameterFamily::Cards);
    assert_eq!(FirstPilot.decide(&point).unwrap().action_id, ActionId(1));
    point.legal_actions.truncate(1);
    assert!(matches!(
        FirstPilot.decide(&point),
        Err(PilotError::NoAnswer { decision: 0, .. })
    ));
    point.legal_actions.clear();
    assert!(RandomPilot::new("7").decide(&point).is_err());
}

#[test]
fn random_is_uniform_and_keyed_by_seed_and_sight() {
    let knowledge = black_red(4, BottomTiming::AfterKeep);
    let mut by_seed = Vec::new();
    for seed in ["7", "8"] {
        let mut pilot = RandomPilot::new(seed);
        let mut counts = [0_u32; 3];
        let mut answers = Vec::new();
        for game in 0..3000 {
            let mut point = Question::of(&knowledge, HAND, 0).point();
            point.observation.opening.as_mut().unwrap().hand = table::shuffled(&knowledge, game, 0)[..7].to_vec();
            point.legal_actions = offers(vec![ActionKind::Keep, ActionKind::Mulligan, ActionKind::BeginGame]);
            let answer = pilot.decide(&point).unwrap().action_id;
            assert_eq!(pilot.decide(&point).unwrap().action_id, answer);
            counts[answer.0 as usize] += 1;
            answers.push(answer);
        }
        // 1000 expected, standard deviation 25.8.
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        by_seed.push(answers);
    }
    assert_ne!(by_seed[0], by_seed[1]);
}

#[test]
fn random_depends_on_the_decision_number() {
    let knowledge = black_red(4, BottomTiming::AfterKeep);
    let mut pilot = RandomPilot::new("7");
    let answers: Vec<ActionId> = (0..40)
        .map(|number| {
            let question = Question {
                number,
                ..Question::of(&knowledge, HAND, 0)
            };
            pilot.decide(&question.point()).unwrap().action_id
        })
        .collect();
    assert!(answers.contains(&ActionId(0)) && answers.contains(&ActionId(1)));
}

#[test]
fn replay_repeats_a_game_and_names_what_does_not_fit() {
    let knowledge = black_red(4, BottomTiming::AfterKeep);
    let point = Question::of(&knowledge, HAND, 0).point();
    let mut pilot = ReplayPilot::new([Recorded::of(0, ActionKind::Mulligan)]);
    pilot.start_game(&knowledge, Arc::new(NoRules)).unwrap();
    assert_eq!(pilot.decide(&point).unwrap().action_id, ActionId(1));

    let mut later = point.clone();
    later.number = 1;
    let missing = pilot.decide(&later).unwrap_err();
    assert!(
        matches!(&missing, PilotError::NoAnswer { decision: 1, .. }),
        "{missing}"
    );

    let mut other = point;
    other.legal_actions = offers(vec![ActionKind::Keep]);
    let unfit = pilot.decide(&other).unwrap_err();
    assert!(unfit.to_string().contains("not offered"), "{unfit}");

    let mut doubled = ReplayPilot::new([Recorded::of(3, ActionKind::Keep), Recorded::of(3, ActionKind::Keep)]);
    assert!(matches!(
        doubled.start_game(&knowledge, Arc::new(NoRules)),
        Err(PilotError::NoAnswer { decision: 3, .. })
    ));
}

#[test]
fn replay_repeats_selection_and_report() {
    let knowledge = black_red(4, BottomTiming::AfterKeep);
    let answer = Recorded {
        specialization: Some(Specialization::Cards(vec!["Swamp".to_owned()])),
        ..Recorded::of(0, ActionKind::Keep)
    };
    let decision = ReplayPilot::new([answer.clone()])
        .decide(&Question::of(&knowledge, HAND, 0).point())
        .unwrap();
    assert_eq!(decision.specialization, answer.specialization);
    assert_eq!(decision.number, Some(0));
}

#[test]
fn script_follows_its_list_and_names_what_does_not_fit() {
    let knowledge = black_red(4, BottomTiming::AfterKeep);
    let point = Question::of(&knowledge, HAND, 0).point();
    let mut pilot = ScriptPilot::new(vec![ActionKind::Mulligan, ActionKind::BeginGame]);
    assert_eq!(pilot.decide(&point).unwrap().action_id, ActionId(1));
    let mut later = point.clone();
    later.number = 1;
    let unfit = pilot.decide(&later).unwrap_err().to_string();
    assert!(unfit.contains("BeginGame") && unfit.contains("Keep"), "{unfit}");
    later.number = 2;
    assert!(pilot.decide(&later).unwrap_err().to_string().contains("ends after 2"));
}

#[test]
fn simple_pilots_conform() {
    let games = table::games(&mut RandomPilot::new("deal"), 6);
    let decisions = games.iter().map(|game| game.points.len()).sum::<usize>();
    assert_eq!(pilot_conformance(|| Box::new(FirstPilot), &games), Ok(decisions));
    assert_eq!(
        pilot_conformance(|| Box::new(RandomPilot::new("7")), &games),
        Ok(decisions)
    );
    let kinds = |game: &turnzero_pilots::conformance::RecordedGame| -> Vec<ActionKind> {
        game.points
            .iter()
            .map(|point| point.legal_actions[0].kind.clone())
            .collect()
    };
    for game in &games {
        let script = kinds(game);
        let record: Vec<Recorded> = (0..)
            .zip(script.clone())
            .map(|(n, kind)| Recorded::of(n, kind))
            .collect();
        let one = std::slice::from_ref(game);
        pilot_conformance(|| Box::new(ScriptPilot::new(script.clone())), one).unwrap();
        pilot_conformance(|| Box::new(ReplayPilot::new(record.clone())), one).unwrap();
    }
}
