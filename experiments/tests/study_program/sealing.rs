//! What the machines chose stays sealed while a person answers the same batch.

use crate::human::ARGS;
use crate::support::{HUMAN, Home, ran};
use serde_json::Value;

/// What must not be told about `heuristic` while the person has begun and not finished.
fn assert_sealed(name: &str, answer: &crate::support::Ran, secrets: &[String]) {
    for secret in secrets {
        assert!(
            !answer.all().contains(secret.as_str()),
            "{name} tells {secret}: {answer:?}"
        );
    }
}

/// The actors of whom a report tells anything.
fn told(report: &Value) -> Vec<String> {
    let mut names: Vec<String> = report["actors"].as_object().unwrap().keys().cloned().collect();
    for batch in report["batches"].as_array().unwrap() {
        let actors = batch["actors"].as_array().unwrap().iter();
        names.extend(actors.map(|actor| actor["actor"].as_str().unwrap().to_owned()));
    }
    for deck in report["by_deck"].as_object().unwrap().values() {
        names.extend(deck["actors"].as_object().unwrap().keys().cloned());
    }
    names.sort();
    names.dedup();
    names
}

#[test]
fn a_person_seals_the_batch_in_every_file() {
    let home = Home::new();
    let of = |output: &'static str| ["mulligans", "--base-seed", "same", "--games", "2", "--output", output];
    home.typed(&of("mulligan-study/h.json"), "k\nfine\nq\n").expect(0);
    let copy = of("elsewhere/copy.json");
    let played = home
        .study(&[&copy[..], &["--pilot", "heuristic", "--json"]].concat())
        .object();
    assert!(played["decisions"].is_null() && played["sealed"] == true, "{played}");
    for args in [
        &["report", "elsewhere/copy.json"][..],
        &["report", "elsewhere/copy.json", "--records", "heuristic"],
    ] {
        home.study(args).expect(4);
    }
    home.study(&["report", "elsewhere/copy.json", "--unseal"]).expect(0);
    assert_eq!(home.load("elsewhere/copy.json").unsealed.len(), 1);
    home.study(&["report", "elsewhere/copy.json"]).expect(0);
}

#[test]
fn machine_choices_are_sealed_while_the_person_answers() {
    let home = Home::new();
    let play = |pilot: &str, more: &[&str]| home.study(&[&ARGS[..], &["--pilot", pilot], more].concat());
    // Open before the person begins, sealed from then on.
    let open = play("heuristic", &["--json"]).object();
    assert!(
        open["decisions"].is_u64() && open["first_hands_kept"].is_u64(),
        "{open}"
    );
    home.typed(&ARGS, "k\nfine\nq\n").expect(0);
    let sealed = play("heuristic", &["--json"]).object();
    assert!(
        sealed["decisions"].is_null() && sealed["first_hands_kept"].is_null(),
        "{sealed}"
    );
    assert_eq!((&sealed["sealed"], &sealed["complete"]), (&true.into(), &true.into()));
    let fresh = play("first", &[]);
    fresh.expect(0);
    assert!(!fresh.out.contains("kept") && fresh.out.contains("sealed"), "{fresh:?}");
    // The reasons of the machine are its choices in words.
    let study = home.load("h.json");
    let secrets: Vec<String> = study.actors["heuristic"]
        .games
        .values()
        .flat_map(|game| &game.decisions)
        .map(|decision| decision.reason().to_owned())
        .filter(|reason| reason.len() > 12)
        .collect();
    assert!(!secrets.is_empty());
    for args in [
        &["mulligans", "--report", "--output", "h.json"][..],
        &["mulligans", "--report", "--output", "h.json", "--json"],
        &["report", "h.json"],
        &["report", "h.json", "--json"],
        &["report", "h.json", "--reference", "heuristic", "--json"],
        &["report", "h.json", "--html", "r.html", "--markdown", "r.md"],
    ] {
        let answer = home.study(args);
        assert_sealed(&args.join(" "), &answer, &secrets);
        if args.contains(&"--json") && answer.code == 0 {
            let value = answer.object();
            assert_eq!(value["pairs"], serde_json::json!([]), "{args:?}: {value}");
            assert_eq!(told(&value), [HUMAN], "{args:?}");
            assert!(
                value["disagreements"].as_array().is_none_or(Vec::is_empty),
                "{args:?}: {value}"
            );
        }
    }
    for file in ["r.html", "r.md"] {
        let text = std::fs::read_to_string(home.path(file)).unwrap_or_default();
        assert!(
            secrets.iter().all(|secret| !text.contains(secret.as_str())),
            "{file} tells a choice"
        );
    }
    let records = home.study(&["report", "h.json", "--records", "heuristic"]);
    assert_ne!(records.code, 0, "{records:?}");
    assert!(
        records.out.is_empty() && records.err.contains("--unseal"),
        "{records:?}"
    );
    let trained = home.spark(&["train-mulligans", "--study", "h.json", "--labels", "heuristic"]);
    assert_eq!(trained.code, 4, "{trained:?}");
    assert!(trained.err.contains("seal"), "{trained:?}");
    assert_sealed("train", &trained, &secrets);
    let exported = home.spark(&["export", "--study", "h.json", "--out", "x", "--json"]);
    assert_eq!(exported.code, 4, "{exported:?}");
    assert_sealed("export", &exported, &secrets);
    assert!(!home.path("x").exists());
    // The person's own record stays readable, and the machine's is guarded by the chain.
    home.record("h.json", HUMAN);
    home.verified("h.json");
    // Once everything is answered the seal is gone.
    home.typed(&ARGS, &"k\nfine\n".repeat(6)).expect(0);
    let after = play("heuristic", &["--json"]).object();
    assert_eq!(after["decisions"], open["decisions"]);
    let report = home.json(&["report", "h.json"]);
    assert!(!report["pairs"].as_array().unwrap().is_empty(), "{report}");
    assert_eq!(told(&report), ["first", "heuristic", HUMAN]);
}

#[test]
fn unsealing_is_recorded_and_marks_later_answers() {
    let home = Home::new();
    home.study(&[&ARGS[..], &["--pilot", "heuristic"]].concat()).expect(0);
    home.typed(&ARGS, "k\nfine\nq\n").expect(0);
    assert!(home.load("h.json").unsealed.is_empty());
    let shown = home.study(&["mulligans", "--report", "--output", "h.json", "--unseal"]);
    shown.expect(0);
    assert_eq!(home.load("h.json").unsealed.len(), 1);
    home.record("h.json", "heuristic");
    home.typed(&ARGS, "k\nlater\nq\n").expect(0);
    let study = home.load("h.json");
    let games = study.actors[HUMAN].games.values();
    let marks: Vec<bool> = games
        .flat_map(|game| &game.decisions)
        .filter(|decision| !decision.automatic)
        .map(|decision| decision.unblinded)
        .collect();
    assert_eq!(marks, [false, true]);
    home.verified("h.json");
}

#[test]
fn the_refusal_of_a_sealed_batch_names_the_study_that_opens_it() {
    let home = Home::new();
    home.study(&[&ARGS[..], &["--pilot", "heuristic"]].concat()).expect(0);
    home.typed(&ARGS, "k\nfine\nq\n").expect(0);
    let study = home.path("h.json").display().to_string();
    for args in [
        &["train-mulligans", "--study", "h.json", "--labels", "heuristic"][..],
        &["export", "--study", "h.json", "--out", "x"],
    ] {
        let refused = home.spark(args);
        refused.expect(4);
        for command in [
            format!("`study mulligans --output {study}`"),
            format!("`study mulligans --unseal --output {study}`"),
        ] {
            assert!(refused.err.contains(&command), "{command}: {refused:?}");
        }
    }
    // The command works as it is printed.
    let opening = home
        .shell(&format!("study mulligans --unseal --output {study} < /dev/null"))
        .output()
        .unwrap();
    assert_eq!(ran(opening).code, 4, "the input ends, and the unsealing is recorded");
    home.spark(&["export", "--study", "h.json", "--out", "x"]).expect(0);
}

#[test]
fn a_folder_that_cannot_be_listed_is_no_open_batch() {
    let home = Home::new();
    home.study(&[&ARGS[..], &["--pilot", "heuristic"]].concat()).expect(0);
    // A file where the studies of the data root lie, then a folder under a study's name.
    std::fs::write(home.path("mulligan-study"), "").unwrap();
    let report = || home.study(&["report", "h.json"]);
    let refused = report();
    assert!(
        refused.code == 3 && refused.err.contains("mulligan-study"),
        "{refused:?}"
    );
    std::fs::remove_file(home.path("mulligan-study")).unwrap();
    std::fs::create_dir_all(home.path("mulligan-study/s.json")).unwrap();
    let refused = report();
    assert!(refused.code == 3 && refused.err.contains("s.json"), "{refused:?}");
    std::fs::remove_dir(home.path("mulligan-study/s.json")).unwrap();
    report().expect(0);
}
