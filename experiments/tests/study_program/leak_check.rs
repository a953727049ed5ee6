//! `study leak-check` as a program: no leak over thousands of pregames, every planted one found.

use crate::support::Home;

fn mutants(home: &Home) -> Vec<String> {
    let answer = home.study(&["leak-check", "--list-mutants"]);
    answer.expect(0);
    answer.out.lines().map(str::to_owned).collect()
}

#[test]
fn two_thousand_pregames_leak_nothing_with_two_to_four_seats() {
    let home = Home::new();
    let report = home.json(&["leak-check", "--games", "2000"]);
    assert_eq!(report["leaks"], 0, "{report}");
    assert_eq!(report["games"], 2000);
    assert!(report["mutant"].is_null(), "{report}");
    for key in [
        "whole_games",
        "scopes",
        "decisions",
        "resamples",
        "hidden_facts_changed",
    ] {
        assert!(report.get(key).is_some(), "no {key} in {report}");
    }
    assert!(report["decisions"].as_u64() > Some(2000), "{report}");
    assert!(report["resamples"].as_u64() >= report["decisions"].as_u64(), "{report}");
    assert!(
        report["hidden_facts_changed"].as_u64() > report["resamples"].as_u64(),
        "{report}"
    );
    let seats = report["by_seats"].as_object().unwrap();
    assert_eq!(seats.keys().collect::<Vec<_>>(), ["2", "3", "4"]);
    let games: u64 = seats.values().filter_map(|tally| tally["games"].as_u64()).sum();
    assert_eq!(games, 2000);
    assert!(
        seats
            .values()
            .all(|tally| tally["games"].as_u64() > Some(600) && tally["leaks"] == 0)
    );
}

#[test]
fn every_mutant_exits_1() {
    let home = Home::new();
    let mutants = mutants(&home);
    assert!(mutants.len() >= 5, "{mutants:?}");
    for mutant in &mutants {
        assert!(!mutant.contains(char::is_whitespace), "not a bare name: {mutant:?}");
        let answer = home.study(&["leak-check", "--games", "60", "--mutant", mutant, "--json"]);
        answer.expect(1);
        let report = answer.object();
        assert!(report["leaks"].as_u64() > Some(0), "{report}");
        assert_eq!(report["mutant"], mutant.as_str());
    }
}

#[test]
fn the_same_check_gives_the_same_report() {
    let (one, other) = (Home::new(), Home::new());
    let args = ["leak-check", "--games", "40", "--seats", "3"];
    assert_eq!(one.json(&args), other.json(&args));
    assert!(one.files("").is_empty(), "a check wrote a file");
}

/// A deck list of the repository.
fn list(name: &str) -> String {
    let decks = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks");
    decks.join(name).to_string_lossy().into_owned()
}

#[test]
fn whole_games_leak_nothing_with_two_to_four_seats() {
    let home = Home::new();
    for name in ["duel_white_weenie.txt", "duel_mono_red_burn.txt", "bench_bolt.txt"] {
        let deck = list(name);
        let report = home.json(&["leak-check", "--scope", "games", "--deck", &deck, "--games", "12"]);
        assert_eq!(report["leaks"], 0, "{name}: {report}");
        assert_eq!((&report["games"], &report["whole_games"]), (&0.into(), &12.into()));
        assert!(report["decisions"].as_u64() > Some(300), "{name}: {report}");
        assert!(report["resamples"].as_u64() >= report["decisions"].as_u64(), "{report}");
        let seats = report["by_seats"].as_object().unwrap();
        assert_eq!(seats.keys().collect::<Vec<_>>(), ["2", "3", "4"]);
    }
}

#[test]
fn every_mutant_of_whole_games_exits_1() {
    let home = Home::new();
    let deck = list("duel_white_weenie.txt");
    for mutant in &mutants(&home) {
        let scope = ["leak-check", "--scope", "games", "--deck", &deck];
        let answer = home.study(&[&scope[..], &["--games", "6", "--mutant", mutant, "--json"]].concat());
        answer.expect(1);
        assert!(answer.object()["leaks"].as_u64() > Some(0), "{mutant}");
    }
}

#[test]
fn whole_games_are_checked_beside_pregames_of_decks_that_can_be_played() {
    let home = Home::new();
    let deck = list("duel_mono_red_burn.txt");
    let report = home.json(&["leak-check", "--deck", &deck, "--games", "4", "--seats", "2"]);
    assert_eq!((&report["games"], &report["whole_games"]), (&4.into(), &4.into()));
    assert_eq!(report["scopes"], serde_json::json!(["pregame", "games"]));
    assert_eq!(report["leaks"], 0);
}
