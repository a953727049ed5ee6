//! The baselines against their golden table and the conformance check.

mod common;

use common::table::{self, black_red};
use common::{Question, knowledge, options};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use turnzero_contract::{ActionKind, BottomTiming, NoRules, Pilot, PilotError, PlayerKnowledge, Seat};
use turnzero_pilots::conformance::pilot_conformance;
use turnzero_pilots::{Baseline, BaselinePilot, RandomPilot};

const TABLE: &str = include_str!("data/baselines.txt");

/// One line of the table.
struct Row {
    line: usize,
    knowledge: PlayerKnowledge,
    taken: u32,
    starting_player: Option<Seat>,
    hand: Vec<String>,
    keeps: Vec<bool>,
    bottoms: [Vec<String>; 2],
}

fn names(text: &str) -> Vec<String> {
    text.split(';')
        .map(str::trim)
        .filter(|name| !name.is_empty() && *name != "-")
        .map(str::to_owned)
        .collect()
}

fn rows() -> Vec<Row> {
    let mut decks: BTreeMap<&str, Vec<(u32, &str)>> = BTreeMap::new();
    let mut rows = Vec::new();
    for (index, line) in TABLE.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        if let Some((name, cards)) = line.strip_prefix("deck ").and_then(|deck| deck.split_once(": ")) {
            let cards = cards
                .split("; ")
                .map(|entry| {
                    entry
                        .split_once(' ')
                        .map(|(n, card)| (n.parse().unwrap(), card))
                        .unwrap()
                })
                .collect();
            decks.insert(name, cards);
            continue;
        }
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [deck, seats, taken, begins, hand, keeps, forge, default] = columns[..] else {
            panic!("line {}: eight columns expected", index + 1);
        };
        let timing = if seats.ends_with('w') {
            BottomTiming::WithMulligan
        } else {
            BottomTiming::AfterKeep
        };
        let seats: u8 = seats.trim_end_matches('w').parse().unwrap();
        rows.push(Row {
            line: index + 1,
            knowledge: knowledge(&decks[deck], &[], options(seats, timing)),
            taken: taken.parse().unwrap(),
            starting_player: match begins {
                "play" => Some(Seat(0)),
                "draw" => Some(Seat(1)),
                _ => None,
            },
            hand: names(hand),
            keeps: keeps.split(' ').map(|word| word == "keep").collect(),
            bottoms: [names(forge), names(default)],
        });
    }
    rows
}

#[test]
fn golden_table_has_the_decisions() {
    let rows = rows();
    assert!(rows.len() >= 40);
    for row in &rows {
        for (baseline, keep) in Baseline::ALL.into_iter().zip(&row.keeps) {
            let mut pilot = BaselinePilot::new(baseline);
            pilot.start_game(&row.knowledge, Arc::new(NoRules)).unwrap();
            let question = Question {
                hand: row.hand.clone(),
                starting_player: row.starting_player,
                ..Question::of(&row.knowledge, &[], row.taken)
            };
            let point = question.point();
            let decision = pilot.decide(&point).unwrap();
            let kind = &point.action(decision.action_id).unwrap().kind;
            let report = decision.report.unwrap();
            assert_eq!(
                *kind == ActionKind::Keep,
                *keep,
                "line {}: {} says {kind:?} because {}",
                row.line,
                baseline.name(),
                report.reason
            );
            assert!(!report.reason.is_empty() && !report.facts.is_empty());
            assert!(report.facts.iter().all(|fact| fact.value.fract() == 0.0));
        }
    }
    // Every baseline both keeps and gives up hands of the table.
    for index in 0..Baseline::ALL.len() {
        let kept = rows.iter().filter(|row| row.keeps[index]).count();
        assert!((10..rows.len() - 10).contains(&kept), "column {index}: {kept}");
    }
}

#[test]
fn golden_table_has_the_bottoms() {
    for row in rows().iter().filter(|row| !row.bottoms[0].is_empty()) {
        for baseline in Baseline::ALL {
            let expected = &row.bottoms[usize::from(baseline != Baseline::Forge)];
            let mut pilot = BaselinePilot::new(baseline);
            pilot.start_game(&row.knowledge, Arc::new(NoRules)).unwrap();
            let mut hand = row.hand.clone();
            let mut chosen = Vec::new();
            while chosen.len() < expected.len() {
                let question = Question {
                    hand: hand.clone(),
                    pending: u32::try_from(expected.len() - chosen.len()).unwrap(),
                    chosen: chosen.clone(),
                    ..Question::of(&row.knowledge, &[], row.taken)
                };
                let point = question.point();
                let decision = pilot.decide(&point).unwrap();
                let ActionKind::Bottom { card } = point.action(decision.action_id).unwrap().kind.clone() else {
                    panic!("a bottom choice was asked for");
                };
                hand.remove(hand.iter().position(|name| *name == card).unwrap());
                chosen.push(card);
                assert!(!decision.report.unwrap().reason.is_empty());
            }
            assert_eq!(&chosen, expected, "line {}: {}", row.line, baseline.name());
        }
    }
}

#[test]
fn baselines_conform() {
    let games = table::games(&mut RandomPilot::new("deal"), 6);
    let decisions = games.iter().map(|game| game.points.len()).sum::<usize>();
    for baseline in Baseline::ALL {
        let checked = pilot_conformance(|| Box::new(BaselinePilot::new(baseline)), &games);
        assert_eq!(checked, Ok(decisions), "{}", baseline.name());
    }
}

#[test]
fn baselines_finish_their_own_games_fast() {
    let begin = Instant::now();
    for baseline in Baseline::ALL {
        let mut pilot = BaselinePilot::new(baseline);
        for game in 0..50 {
            for seat in 0..4 {
                let mut knowledge = black_red(4, BottomTiming::AfterKeep);
                knowledge.seat = Seat(seat);
                table::play_seat(&mut pilot, &knowledge, game);
            }
        }
    }
    // 300 four-seat pregames; generous for a debug build on a busy machine.
    assert!(begin.elapsed().as_secs_f64() < 20.0, "{:?}", begin.elapsed());
}

#[test]
fn a_baseline_says_what_it_cannot_play() {
    let black_red = black_red(4, BottomTiming::AfterKeep);
    let mut pilot = BaselinePilot::new(Baseline::Forge);
    let point = Question::of(&black_red, &["Swamp", "Shock"], 0).point();
    assert!(matches!(pilot.decide(&point), Err(PilotError::NotStarted { .. })));
    let other = knowledge(&[(60, "Forest")], &[], options(2, BottomTiming::AfterKeep));
    pilot.start_game(&other, Arc::new(NoRules)).unwrap();
    let error = pilot.decide(&point).unwrap_err().to_string();
    assert!(error.contains("`Shock` is not in the starting deck"), "{error}");
    let mut late = Question::of(&black_red, &["Swamp", "Shock"], 0).point();
    late.observation.opening = None;
    assert!(pilot.decide(&late).unwrap_err().to_string().contains("mulligan phase"));
}

#[test]
fn the_last_hand_is_kept_with_a_reason() {
    let black_red = black_red(4, BottomTiming::AfterKeep);
    let mut pilot = BaselinePilot::new(Baseline::Xmage);
    pilot.start_game(&black_red, Arc::new(NoRules)).unwrap();
    let mut point = Question::of(&black_red, &["Shock"], 8).point();
    point.legal_actions.truncate(1);
    let report = pilot.decide(&point).unwrap().report.unwrap();
    assert!(report.reason.contains("no further mulligan"), "{}", report.reason);
}
