//! The trained model as a pilot of studies: in-sample games, another model on resume.

use crate::support::{Home, TRAIN, shared};
use serde_json::Value;
use std::fs;

#[test]
fn games_of_the_training_batch_are_in_sample_and_those_of_a_fresh_seed_are_not() {
    let home = Home::trained();
    let played = home.study_json(&["mulligans", "--pilot", "spark", "--output", TRAIN]);
    assert_eq!(
        (&played["actor"], &played["games"], &played["complete"]),
        (&"spark".into(), &120.into(), &true.into())
    );
    let report = home.study_json(&["report", TRAIN]);
    let in_sample = report["in_sample"].as_array().unwrap();
    assert_eq!(in_sample.len(), 120);
    assert!(
        in_sample
            .iter()
            .all(|game| game["actor"] == "spark" && game["bundle"] == shared().1["content_sha256"])
    );
    let spark = &report["actors"]["spark"];
    assert_eq!(spark["keep_rate"]["n"], 0, "no rate holds an in-sample game: {spark}");
    assert_eq!(report["actors"]["heuristic"]["keep_rate"]["n"], 120);
    for pair in report["pairs"].as_array().unwrap() {
        assert_eq!(pair["n_games"], 0, "{pair}");
    }

    for pilot in ["heuristic", "spark"] {
        let mut args = vec!["mulligans", "--pilot", pilot, "--output", "fresh.json"];
        if pilot == "heuristic" {
            args.extend(["--games", "20", "--base-seed", "spark-program-fresh"]);
        }
        home.study_json(&args);
    }
    let fresh = home.study_json(&["report", "fresh.json", "--reference", "heuristic"]);
    assert_eq!(fresh["in_sample"], serde_json::json!([]));
    assert_eq!(fresh["actors"]["spark"]["keep_rate"]["n"], 40);
    // Both batches in one report: only the games of the training batch are left out.
    let both = home.study_json(&["report", TRAIN, "fresh.json"]);
    assert_eq!(both["in_sample"].as_array().unwrap().len(), 120);
    assert_eq!(both["actors"]["spark"]["keep_rate"]["n"], 40);

    // `evaluate` leaves the same games out, and says when nothing is left.
    let evaluated = home.spark_json(&["evaluate", "latest", "--study", "fresh.json", "--labels", "heuristic"]);
    assert_eq!(evaluated["groups"], 40);
    crate::support::is_estimate(&evaluated["cv"]["balanced_accuracy"]);
    crate::support::is_estimate(&evaluated["vs_lands_logistic"]);
    crate::support::has_keys(
        &evaluated,
        &["run", "path", "bundle_sha256", "content_sha256", "baselines", "by_deck"],
    );
    home.spark(&["evaluate", "latest", "--study", TRAIN, "--labels", "heuristic"])
        .ends(3);
}

/// The canonical record of an actor.
fn record(home: &Home, study: &str, actor: &str) -> String {
    home.study(&["report", study, "--records", actor]).ends(0).out
}

/// The model that the study names beside spark's games.
fn model_of(home: &Home) -> Value {
    home.study_json(&["report", "resume.json"])["actors"]["spark"]["provenance"]["bundle"].clone()
}

#[test]
fn another_model_on_resume_is_refused_until_spark_is_restarted() {
    let home = Home::trained();
    let games = [
        "mulligans",
        "--games",
        "10",
        "--base-seed",
        "spark-program-resume",
        "--output",
        "resume.json",
    ];
    home.study_json(&[&games[..], &["--pilot", "heuristic"]].concat());
    home.study_json(&["mulligans", "--pilot", "spark", "--output", "resume.json"]);
    let heuristic = record(&home, "resume.json", "heuristic");
    let first = record(&home, "resume.json", "spark");
    assert_eq!(model_of(&home), shared().1["content_sha256"]);

    let other = home.spark_json(&[
        "train-mulligans",
        "--study",
        TRAIN,
        "--labels",
        "heuristic",
        "--seed",
        "7",
    ]);
    let before = fs::read(home.path("resume.json")).unwrap();
    home.study(&["mulligans", "--pilot", "spark", "--output", "resume.json"])
        .ends(4)
        .says(&["--restart-spark", other["content_sha256"].as_str().unwrap()]);
    assert_eq!(fs::read(home.path("resume.json")).unwrap(), before);
    assert_eq!(record(&home, "resume.json", "spark"), first);
    // The model that began may go on, named by its run.
    let own = format!("spark:{}", shared().1["run"].as_str().unwrap());
    home.study_json(&["mulligans", "--pilot", &own, "--output", "resume.json"]);

    let again = home.study_json(&[
        "mulligans",
        "--pilot",
        "spark",
        "--restart-spark",
        "--output",
        "resume.json",
    ]);
    assert_eq!(again["complete"], Value::Bool(true));
    let second = record(&home, "resume.json", "spark");
    assert_eq!(model_of(&home), other["content_sha256"]);
    assert_ne!(second, "");
    assert_eq!(
        record(&home, "resume.json", "heuristic"),
        heuristic,
        "the other actor keeps every byte"
    );
    assert_eq!(home.study_json(&["verify", "resume.json"])["ok"], true);
}

#[test]
fn without_a_model_the_pilot_is_refused_and_no_study_is_made() {
    let home = Home::new();
    home.study(&[
        "mulligans",
        "--pilot",
        "spark",
        "--base-seed",
        "x",
        "--output",
        "none.json",
    ])
    .ends(3)
    .says(&["spark train-mulligans"]);
    assert!(!home.path("none.json").exists());
}
