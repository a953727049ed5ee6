//! `puzzle-check` as a program: the puzzles of the repository, what each kind of fault answers, reports.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn check_in(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_puzzle-check"))
        .args(args)
        .current_dir(folder)
        .env("TURNZERO_LOCAL_DATA_ROOT", folder)
        .env_remove("MTG_BLESS_GOLDEN")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn check(args: &[&str]) -> Output {
    let home = tempfile::tempdir().unwrap();
    Command::new(env!("CARGO_BIN_EXE_puzzle-check"))
        .args(args)
        .current_dir(workspace())
        .env("TURNZERO_LOCAL_DATA_ROOT", home.path())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[track_caller]
fn json(ran: &Output, code: i32) -> Value {
    let (out, err) = (
        String::from_utf8_lossy(&ran.stdout),
        String::from_utf8_lossy(&ran.stderr),
    );
    assert_eq!(ran.status.code(), Some(code), "{out}\n{err}");
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}\n{out}\n{err}"))
}

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn check(&self, args: &[&str]) -> Output {
        check_in(self.0.path(), args)
    }
}

const SHOCK: &str = "[state]\np0hand=Shock\np0battlefield=Mountain\np0library=Forest\np1library=Forest\n\
                     [p0_script]\ncast Shock targeting p1\nassert opponent life eq 18\n[p1_script]\n\
                     [final_assertions]\nspell cast Shock\n";

#[test]
fn every_puzzle_of_the_repository_passes() {
    let report = json(&check(&["puzzles", "--strict", "--golden", "--json"]), 0);
    assert_eq!(report["unexpected"], serde_json::json!([]));
    assert_eq!(
        report["golden_unexpected"], 0,
        "look at what changed with --golden, then --bless"
    );
    assert!(report["assert_pass"].as_u64() >= Some(160), "{}", report["assert_pass"]);
    assert_eq!(report["assert_pass"], report["run"]);
}

#[test]
fn every_puzzle_of_a_card_notices_when_the_card_does_nothing() {
    let report = json(&check(&["--blank-named-card", "puzzles/cards", "--json"]), 0);
    assert_eq!(report["assert_fail"], report["run"]);
    assert!(report["run"].as_u64() >= Some(200), "{}", report["run"]);
}

#[test]
fn threads_change_nothing() {
    let one = check(&["puzzles/cards", "-j", "1", "--show-log", "--verbose"]);
    let two = check(&["puzzles/cards", "-j", "2", "--show-log", "--verbose"]);
    assert!(one.stdout.len() > 100_000 && one.stdout == two.stdout);
}

/// The corpus that other programs share, where it is there: none of our faults, nothing failed.
#[test]
fn the_shared_corpus_runs_without_engine_error() {
    let corpus = workspace().join("../shared/puzzles/deepscry");
    if !corpus.is_dir() {
        return;
    }
    let path = corpus.to_string_lossy().into_owned();
    let ran = check(&[&path, "--json"]);
    let report: Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(
        (&report["engine_error"], &report["assert_fail"]),
        (&0.into(), &0.into())
    );
    assert_eq!(report["assert_pass"], 41);
    let ran_to_the_end = report["assert_pass"].as_u64().unwrap() + report["smoke_pass"].as_u64().unwrap();
    assert!(ran_to_the_end >= 88, "{ran_to_the_end}");
    for result in report["results"].as_array().unwrap() {
        let messages = result["messages"].as_array().unwrap();
        assert!(result["class"] != "load_error" || !messages.is_empty(), "{result}");
    }
}

#[test]
fn each_kind_of_outcome_has_its_class_and_exit_code() {
    let home = Home::new();
    let good = home.write("good.pzl", SHOCK);
    assert_eq!(home.check(&["good.pzl"]).status.code(), Some(0));
    home.write(
        "smoke.pzl",
        "[state]\np0library=Forest\np1library=Forest\n[p0_script]\n[p1_script]\n",
    );
    home.write("false.pzl", &SHOCK.replace("life eq 18", "life eq 17"));
    home.write("no_match.pzl", &SHOCK.replace("cast Shock", "cast Lightning Bolt"));
    home.write("unknown.pzl", &SHOCK.replace("p0hand=Shock", "p0hand=No Such Card"));
    home.write("broken.pzl", "[metadata]\nName: nothing\n");
    home.write(
        "unreached.pzl",
        &SHOCK.replace("cast Shock targeting p1", "PASS_UNTIL turn=99"),
    );
    for (name, class, told) in [
        ("smoke.pzl", "smoke_pass", ""),
        ("false.pzl", "assert_fail", "false.pzl:8: assert opponent life eq 17"),
        ("no_match.pzl", "engine_error", "Available actions: [pass, cast Shock]"),
        (
            "unknown.pzl",
            "load_error",
            "unknown.pzl:2: Card not found: No Such Card",
        ),
        ("broken.pzl", "load_error", "Missing [state] section"),
        (
            "unreached.pzl",
            "assert_fail",
            "the game ended before the script came to it",
        ),
    ] {
        let ran = home.check(&[name, "--json"]);
        let report = json(&ran, i32::from(class != "smoke_pass"));
        let result = &report["results"][0];
        assert_eq!(result["class"], class, "{result}");
        assert!(result["messages"].to_string().contains(told), "{result}");
    }
    let report = json(&home.check(&[".", "--json"]), 1);
    assert_eq!(report["run"], 7);
    let classes = ["assert_pass", "smoke_pass", "assert_fail", "engine_error", "load_error"];
    let sum: u64 = classes.iter().filter_map(|class| report[*class].as_u64()).sum();
    assert_eq!(sum, 7);
    assert_eq!(report["unexpected"].as_array().unwrap().len(), 5);
    assert!(good.is_file());
    assert_eq!(home.check(&["nowhere"]).status.code(), Some(3));
    assert_eq!(home.check(&["--no-such-flag"]).status.code(), Some(2));
}

#[test]
fn known_failures_are_expected_until_they_pass() {
    let home = Home::new();
    home.write("p/false.pzl", &SHOCK.replace("life eq 18", "life eq 17"));
    home.write("p/good.pzl", SHOCK);
    assert_eq!(home.check(&["p"]).status.code(), Some(1));
    home.write("known.txt", "# why\np/false.pzl assert_fail shocks do two\n");
    assert_eq!(home.check(&["p", "--known-bad", "known.txt"]).status.code(), Some(0));
    assert_eq!(
        home.check(&["p", "--known-bad", "known.txt", "--strict"]).status.code(),
        Some(1)
    );
    home.write(
        "known.txt",
        "p/good.pzl assert_fail it passes\np/false.pzl assert_fail known\n",
    );
    let report = json(&home.check(&["p", "--known-bad", "known.txt", "--json"]), 1);
    assert_eq!(report["unexpected"][0]["expected"], "assert_fail");
    home.write("known.txt", "p/good.pzl\n");
    let ran = home.check(&["p", "--known-bad", "known.txt"]);
    assert_eq!(ran.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("known.txt:1"));
}

#[test]
fn junit_holds_every_file() {
    let home = Home::new();
    home.write("p/false.pzl", &SHOCK.replace("life eq 18", "life eq 17"));
    home.write("p/good.pzl", SHOCK);
    home.write("p/unknown.pzl", &SHOCK.replace("p0hand=Shock", "p0hand=A \"<B>\" & C"));
    home.check(&["p", "--junit", "out/report.xml"]);
    let xml = fs::read_to_string(home.0.path().join("out/report.xml")).unwrap();
    assert_eq!(xml.matches("<testcase ").count(), 3, "{xml}");
    assert!(
        xml.contains("tests=\"3\"") && xml.contains("<failure") && xml.contains("<error"),
        "{xml}"
    );
    assert!(
        xml.contains("3 assertion(s) passed") || xml.contains("2 assertion(s) passed"),
        "{xml}"
    );
}

#[test]
fn logs_beside_puzzles_are_written_and_compared() {
    let home = Home::new();
    home.write("good.pzl", SHOCK);
    assert_eq!(home.check(&["good.pzl", "--golden"]).status.code(), Some(1));
    assert_eq!(home.check(&["good.pzl", "--bless"]).status.code(), Some(0));
    assert_eq!(home.check(&["good.pzl", "--golden"]).status.code(), Some(0));
    let path = home.0.path().join("good.log");
    let log = fs::read_to_string(&path).unwrap();
    assert!(log.contains("p0 casts Shock\n"), "{log}");
    fs::write(&path, log.replace("Shock", "Bolt")).unwrap();
    let ran = home.check(&["good.pzl", "--golden"]);
    assert_eq!(ran.status.code(), Some(1));
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(
        out.contains("-p0 casts Bolt") && out.contains("+p0 casts Shock"),
        "{out}"
    );
}

#[test]
fn a_file_that_proves_nothing_about_its_card_is_named() {
    let home = Home::new();
    home.write("cards/shock.pzl", SHOCK);
    home.write(
        "cards/mountain.pzl",
        &SHOCK
            .replace("cast Shock targeting p1\nassert opponent life eq 18\n", "")
            .replace("spell cast Shock", "life eq 20"),
    );
    home.write("cards/no_such_card.pzl", SHOCK);
    home.write("elsewhere.pzl", SHOCK);
    assert_eq!(
        home.check(&["--blank-named-card", "cards/shock.pzl"]).status.code(),
        Some(0)
    );
    for (path, told) in [
        ("cards/mountain.pzl", "with Mountain blank it is assert_pass"),
        ("cards/no_such_card.pzl", "is no card of the pool"),
        ("elsewhere.pzl", "does not lie in a folder `cards`"),
    ] {
        let ran = home.check(&["--blank-named-card", path]);
        assert_eq!(ran.status.code(), Some(1), "{path}");
        assert!(String::from_utf8_lossy(&ran.stdout).contains(told), "{path}");
    }
}

#[test]
fn scripts_say_all_they_can() {
    let home = Home::new();
    let text = "[state]\np0hand=Forest; Giant Growth\np0battlefield=Forest; Grizzly Bears; Hill Giant\n\
                p1battlefield=Wall of Stone; Mogg Fanatic\np0library=Forest; Forest\np1library=Forest; Forest\n\
                [p0_script]\nassert hand count eq 2\nplay forest\nassert battlefield count eq 4\n\
                PASS_UNTIL phase=declareAttackers\nattack grizzly; attack hill\n*\n\
                cast \"Giant Growth\" targeting Grizzly Bears\nassert hand count eq 0\n\
                PASS_UNTIL phase=MAIN2\nassert opponent life eq 15\n\
                [p1_script]\nPASS_UNTIL turn=1,phase=declareBlockers\nWall of Stone blocks Hill Giant\n\
                PASS_UNTIL phase=END\nassert life eq 15\n\
                [final_assertions]\nNOT creature died\n";
    home.write("all.pzl", text);
    let ran = home.check(&["all.pzl", "--show-log"]);
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stdout));
}
