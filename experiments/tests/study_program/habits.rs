//! Habits of a command line (cases C01, C02): help, JSON, colours, pipes, exit codes.

use crate::support::{Home, Ran, SPARK, STUDY, ran};
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

const COMMANDS: [(&str, &str, &[&str]); 22] = [
    ("study", STUDY, &[]),
    ("study mulligans", STUDY, &["mulligans"]),
    ("study report", STUDY, &["report"]),
    ("study verify", STUDY, &["verify"]),
    ("study decks", STUDY, &["decks"]),
    ("study decks check", STUDY, &["decks", "check"]),
    ("study cards", STUDY, &["cards"]),
    ("study catalog", STUDY, &["catalog"]),
    ("study catalog add", STUDY, &["catalog", "add"]),
    ("study leak-check", STUDY, &["leak-check"]),
    ("study bench", STUDY, &["bench"]),
    ("study schema", STUDY, &["schema"]),
    ("spark", SPARK, &[]),
    ("spark train-mulligans", SPARK, &["train-mulligans"]),
    ("spark evaluate", SPARK, &["evaluate"]),
    ("spark export", SPARK, &["export"]),
    ("spark import-hands", SPARK, &["import-hands"]),
    ("spark advise", SPARK, &["advise"]),
    ("spark features", SPARK, &["features"]),
    ("spark runs", SPARK, &["runs"]),
    ("spark show", SPARK, &["show"]),
    ("spark verify", SPARK, &["verify"]),
];

/// Commands and pilots of which nothing stands yet.
const ABSENT: [&str; 6] = ["deepseek", "play", "arena", "label", "cost", "puzzle-check"];

fn answer(home: &Home, program: &str, args: &[&str]) -> Ran {
    ran(home.program(program, args).output().unwrap())
}

fn subcommands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn every_command_helps_with_two_examples() {
    let home = Home::new();
    let mut seen: Vec<Vec<String>> = Vec::new();
    for (program, path) in [("study", STUDY), ("spark", SPARK)] {
        let mut open: Vec<Vec<String>> = vec![vec![]];
        while let Some(words) = open.pop() {
            let mut args: Vec<&str> = words.iter().map(String::as_str).collect();
            args.push("--help");
            let help = answer(&home, path, &args);
            help.expect(0);
            let name = [&[program.to_owned()], words.as_slice()].concat();
            let start = format!("  {}", name.join(" "));
            let examples = help.out.lines().skip_while(|line| *line != "Examples:");
            let count = examples.filter(|line| line.starts_with(&start)).count();
            assert!(count >= 2, "{}: {count} examples\n{}", name.join(" "), help.out);
            for absent in ABSENT {
                assert!(
                    !subcommands(&help.out).iter().any(|name| name == absent),
                    "{absent} in {name:?}"
                );
            }
            open.extend(
                subcommands(&help.out)
                    .into_iter()
                    .map(|next| [words.as_slice(), &[next]].concat()),
            );
            seen.push(name);
        }
    }
    for (name, ..) in COMMANDS {
        assert!(
            seen.iter().any(|words| words.join(" ") == name),
            "{name} is missing from help"
        );
    }
    let help = answer(&home, STUDY, &["mulligans", "--help"]).out;
    for absent in ["deepseek", "--dry-run", "--max-cost-usd", "durability", "mutant"] {
        assert!(!help.contains(absent), "{absent} in help");
    }
}

#[test]
fn wrong_usage_exits_2_and_writes_nothing() {
    let home = Home::new();
    for (name, program, words) in COMMANDS {
        let answer = answer(&home, program, &[words, &["--no-such-flag"]].concat());
        assert_eq!(answer.code, 2, "{name}: {answer:?}");
        assert!(
            answer.out.is_empty() && answer.err.contains("--no-such-flag"),
            "{name}: {answer:?}"
        );
    }
    for word in ABSENT.into_iter().chain(["nonsense", ""]) {
        assert_eq!(answer(&home, STUDY, &[word]).code, 2, "study {word}");
        assert_eq!(answer(&home, SPARK, &[word]).code, 2, "spark {word}");
    }
    for wrong in [
        &["mulligans", "--pilot", "deepseek"][..],
        &["mulligans", "--pilot", "nobody"],
        &["mulligans", "--pilot", "exec:"],
        &["mulligans", "--pilot", "heuristic", "--dry-run"],
        &["mulligans", "--restart-deepseek"],
        &["mulligans", "--games", "0"],
        &["mulligans", "--seats", "5"],
        &["mulligans", "--repeat-share", "1.5"],
        &["mulligans", "--repeat-share", "NaN"],
        &["mulligans", "--bottom", "sometimes"],
        &["report"],
        &["leak-check", "--mutant", "none-such"],
        &["mulligans", "--durability-mutant", "none-such"],
    ] {
        assert_eq!(home.study(wrong).code, 2, "{wrong:?}");
    }
    assert!(home.files("").is_empty(), "wrong usage wrote a file");
}

#[test]
fn json_is_one_object_and_nothing_else() {
    let home = Home::new();
    let study = "mulligan-study/baeloth-quintorius-50-v5.json";
    let deck = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../decks/commander_quintorius_loremaster.txt"
    );
    for args in [
        &["mulligans", "--pilot", "heuristic"][..],
        &["mulligans", "--pilot", "first"],
        &["mulligans", "--report"],
        &["mulligans", "--restart", "first"],
        &["report", study],
        &["report", study, "--records", "heuristic"],
        &["verify", study],
        &["decks", "check", deck],
        &["cards"],
        &["cards", "Sol Ring"],
        &["cards", "--coverage"],
        &["leak-check", "--games", "5"],
        &["leak-check", "--list-mutants"],
        &["schema"],
    ] {
        let value = home.json(args);
        let keys = value.as_object().unwrap().keys();
        let snake = |key: &String| {
            key.chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        };
        if args != ["schema"] && !args.contains(&"--records") {
            assert!(keys.clone().all(snake), "{args:?}: {:?}", keys.collect::<Vec<_>>());
        }
    }
    // The person's prompts give way to the object.
    let answer = home.typed(
        &["mulligans", "--json", "--base-seed", "j", "--output", "j.json"],
        "k\nwhy\nq\n",
    );
    answer.expect(0);
    assert_eq!(answer.object()["games"], 1);
    assert!(answer.err.contains("• "), "{answer:?}");
}

#[test]
fn keys_that_other_tools_read_are_there() {
    let home = Home::new();
    let has = |args: &[&str], keys: &[&str]| {
        let value = home.json(args);
        for key in keys {
            assert!(value.get(key).is_some(), "{args:?}: no {key} in {value}");
        }
        value
    };
    let played = has(
        &["mulligans", "--pilot", "heuristic"],
        &["study", "actor", "games", "decisions", "first_hands_kept", "complete"],
    );
    let path = played["study"].as_str().unwrap().to_owned();
    assert!(std::path::Path::new(&path).is_absolute() && std::path::Path::new(&path).is_file());
    let verified = has(&["verify", &path], &["ok", "problems", "revisions"]);
    assert_eq!(
        (&verified["ok"], verified["revisions"].as_u64() > Some(0)),
        (&true.into(), true)
    );
    let bench = has(
        &["bench", "--seconds", "1"],
        &[
            "decks",
            "turns_per_s",
            "turns_per_s_observed",
            "games_per_s",
            "games_per_s_heuristic",
            "decisions_per_s",
            "clone_ns",
            "legal_actions_ns",
            "observation_ns",
            "features_per_s",
        ],
    );
    assert!(bench["features_per_s"].as_f64() > Some(0.0));
    let cover = has(&["cards", "--coverage"], &["pool", "supported", "decks"]);
    for key in ["file", "cards", "supported", "missing"] {
        assert!(cover["decks"][1].get(key).is_some(), "{key}");
    }
}

#[test]
fn c01_a_closed_pipe_ends_quietly() {
    let home = Home::new();
    for args in [
        &["cards"][..],
        &["schema"],
        &["mulligans", "--help"],
        &["cards", "--json"],
    ] {
        let mut child = home.study_command(args).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        drop(out);
        let answer = ran(child.wait_with_output().unwrap());
        assert!(!line.is_empty());
        assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{args:?}");
    }
    // What was being saved when the reader left is whole.
    let mut child = home
        .study_command(&["mulligans", "--pilot", "heuristic"])
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let answer = ran(child.wait_with_output().unwrap());
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    home.verified("mulligan-study/baeloth-quintorius-50-v5.json");
    // A person whose screen is gone is not asked for ever.
    let mut child = home.typing(&["mulligans"]);
    drop(child.stdout.take());
    let keyboard = child.stdin.take();
    let code = child.wait().unwrap().code();
    drop(keyboard);
    assert_eq!(code, Some(0));
}

#[test]
fn c01_a_full_device_is_an_error() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
        eprintln!("not run: needs /dev/full");
        return;
    };
    let home = Home::new();
    for args in [
        &["cards"][..],
        &["schema"],
        &["cards", "--json"],
        &["--help"],
        &["mulligans", "--pilot", "first"],
    ] {
        let full = full.try_clone().unwrap();
        let answer = ran(home.study_command(args).stdout(Stdio::from(full)).output().unwrap());
        assert_ne!(answer.code, 0, "{args:?}: {answer:?}");
        assert!(!answer.err.contains("panicked"), "{args:?}: {answer:?}");
        assert!(answer.err.contains("space"), "{args:?}: {answer:?}");
    }
    home.verified("mulligan-study/baeloth-quintorius-50-v5.json");
}

#[test]
fn c02_no_escapes_in_pipes_unless_asked_for() {
    let home = Home::new();
    home.study(&["mulligans", "--pilot", "heuristic"]).expect(0);
    let study = "mulligan-study/baeloth-quintorius-50-v5.json";
    for args in [
        &["cards", "Sol Ring"][..],
        &["report", study],
        &["verify", study],
        &["--help"],
        &["mulligans", "--help"],
        &["nonsense"],
        &["mulligans", "--pilot", "first"],
    ] {
        let plain = home.study(args);
        assert!(!plain.all().contains('\u{1b}'), "{args:?}: {plain:?}");
    }
    let typed = home.typed(
        &["mulligans", "--base-seed", "c", "--output", "c.json"],
        "k\nwhy\nm\nwhy\n?\nq\n",
    );
    assert!(!typed.all().contains('\u{1b}'), "{typed:?}");
    let always = home.study(&["cards", "Sol Ring", "--color", "always"]);
    assert!(always.out.contains('\u{1b}'), "{always:?}");
    let flag = home
        .study_command(&["--color", "always", "cards", "Sol Ring"])
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert!(ran(flag).out.contains('\u{1b}'), "the flag wins over NO_COLOR");
    let json = home.study(&["cards", "Sol Ring", "--color", "always", "--json"]);
    assert!(
        !json.out.contains("\\u001b") && !json.out.contains('\u{1b}'),
        "{json:?}"
    );
}

#[test]
fn exit_3_names_the_file_and_the_remedy() {
    let home = Home::new();
    home.study(&["mulligans", "--pilot", "first"]).expect(0);
    let study = "mulligan-study/baeloth-quintorius-50-v5.json";
    std::fs::write(home.path("bad.txt"), "1 Sol Rnig\n").unwrap();
    std::fs::write(home.path("torn.json"), "{\"kind\":").unwrap();
    std::fs::write(home.path("empty.json"), "").unwrap();
    for (args, words) in [
        (&["report", "none.json"][..], &["none.json", "study mulligans"][..]),
        (&["verify", "none.json"], &["none.json", "study mulligans"]),
        (&["report", study, "--records", "nobody"], &["nobody", "first"]),
        (&["mulligans", "--pilot", "spark"], &["spark train-mulligans"]),
        (&["mulligans", "--pilot", "replay:none.json#human"], &["none.json"]),
        (
            &[
                "mulligans",
                "--pilot",
                "replay:mulligan-study/baeloth-quintorius-50-v5.json#x",
            ],
            &["x", "first"],
        ),
        (&["cards", "Sol Rnig"], &["Sol Rnig", "study cards"]),
        (
            &[
                "mulligans",
                "--pilot",
                "first",
                "--deck",
                "bad.txt",
                "--output",
                "d.json",
                "--base-seed",
                "d",
            ],
            &["bad.txt", "line 1", "Sol Ring"],
        ),
        (
            &[
                "mulligans",
                "--pilot",
                "first",
                "--deck",
                "none.txt",
                "--output",
                "d.json",
                "--base-seed",
                "d",
            ],
            &["none.txt"],
        ),
        (
            &["mulligans", "--pilot", "first", "--output", "torn.json"],
            &["torn.json"],
        ),
        (
            &["mulligans", "--pilot", "first", "--output", "empty.json"],
            &["empty.json"],
        ),
        (&["mulligans", "--annotate-human"], &["human", "study mulligans"]),
    ] {
        let answer = home.study(args);
        assert_eq!(answer.code, 3, "{args:?}: {answer:?}");
        assert!(answer.out.is_empty(), "{args:?}: {answer:?}");
        for word in words {
            assert!(answer.err.contains(word), "{args:?} does not say {word}: {answer:?}");
        }
    }
    assert!(!home.path("d.json").exists());
    let trained = home.spark(&["train-mulligans"]);
    assert_eq!(trained.code, 3, "{trained:?}");
    assert!(trained.err.contains("first"), "the actors present: {trained:?}");
    let nothing = Home::new().spark(&["train-mulligans"]);
    assert_eq!(nothing.code, 3, "{nothing:?}");
    assert!(nothing.err.contains("study mulligans"), "{nothing:?}");
}

#[test]
fn decks_are_checked_line_by_line() {
    let home = Home::new();
    std::fs::write(home.path("bad.txt"), "1 Sol Rnig\n").unwrap();
    let answer = home.study(&["decks", "check", "bad.txt", "--json"]);
    let value = answer.object();
    assert_ne!(answer.code, 0, "{answer:?}");
    let deck = &value["decks"][0];
    assert_eq!(deck["ok"], false);
    assert_eq!(deck["problems"][0]["line"], 1);
    for key in ["file", "cards", "facts_only"] {
        assert!(deck.get(key).is_some(), "{key}");
    }
    assert!(
        deck["problems"][0]["suggestion"].to_string().contains("Sol Ring"),
        "{value}"
    );
}
