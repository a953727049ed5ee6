//! Guarantees of training with their mutants: each check fails under its mutant and passes without.

use crate::support::{Home, TRAIN, copy_dir, json_lines, shared};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use turnzero_experiments::model::rows::{Source, SourceKind, labelled};
use turnzero_spark::features::schema;
use turnzero_spark::{Mutant, SparkModel};

/// Games that lie in more than one fold.
fn split_games(bundle: &Path) -> usize {
    let folds: Value = serde_json::from_slice(&fs::read(bundle.join("folds.json")).unwrap()).unwrap();
    let mut of: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for row in folds["rows"].as_array().unwrap() {
        of.entry(row["group"].as_str().unwrap())
            .or_default()
            .push(row["fold"].as_u64().unwrap());
    }
    assert!(
        of.values().any(|rows| rows.len() > 1),
        "some game has several rows, or the check is empty"
    );
    of.values()
        .filter(|rows| rows.iter().any(|fold| *fold != rows[0]))
        .count()
}

/// Derivative of the balanced objective in the free intercept, per unit weight; 0 at its optimum.
fn intercept_gradient(bundle: &Path) -> f64 {
    // The bundle's own copy, which its digests guard; it has no journal beside it.
    let path = bundle.join("inputs").join(TRAIN);
    let source = Source {
        name: TRAIN.to_owned(),
        bytes: fs::read(&path).unwrap(),
        path,
        kind: SourceKind::Study,
    };
    let rows = labelled(&[source], "heuristic").unwrap();
    let text = fs::read_to_string(bundle.join("model.json")).unwrap();
    let model = SparkModel::from_json(&text, &schema()).unwrap();
    let (mut sums, mut weights) = ([0.0; 2], [0.0; 2]);
    for (row, meta) in rows.set.meta().iter().enumerate() {
        let sure = if meta.unsure { 0.5 } else { 1.0 };
        let p = model.score(rows.set.features(row)).unwrap().p_keep_balanced;
        let class = usize::from(meta.label_keep);
        weights[class] += sure;
        sums[class] += sure * (p - if meta.label_keep { 1.0 } else { 0.0 });
    }
    0.5 * (sums[0] / weights[0] + sums[1] / weights[1])
}

#[test]
fn each_training_mutant_is_caught_by_the_check_of_its_guarantee() {
    let sound = Home::trained();
    assert_eq!(split_games(&sound.bundle()), 0);
    assert!(
        intercept_gradient(&sound.bundle()).abs() < 1e-6,
        "{}",
        intercept_gradient(&sound.bundle())
    );

    for (name, mutant) in Mutant::ALL {
        let home = Home::new();
        let (from, to) = (shared().0.path(TRAIN), home.path(TRAIN));
        fs::copy(from, to).unwrap();
        copy_dir(&shared().0.path(".history"), &home.path(".history"));
        let made = home.spark_json(&[
            "train-mulligans",
            "--study",
            TRAIN,
            "--labels",
            "heuristic",
            "--mutant",
            name,
        ]);
        assert_ne!(
            made["content_sha256"],
            shared().1["content_sha256"],
            "{name} changes nothing"
        );
        let bundle = home.bundle();
        match mutant {
            Mutant::GroupColumnIgnored => assert!(split_games(&bundle) > 0, "{name} splits no game"),
            Mutant::LinfaInPlaceOfOurs => {
                assert_eq!(split_games(&bundle), 0);
                let gradient = intercept_gradient(&bundle);
                assert!(gradient.abs() > 1e-4, "{name} solves the weighted problem: {gradient}");
            }
        }
        // The bundle itself is whole; only making it again shows that it is not what training gives.
        assert_eq!(home.spark_json(&["verify", "latest"])["ok"], true);
        let again = home.spark(&["reproduce", "latest", "--json"]).ends(1).json();
        assert_eq!(again["identical"], false);
        assert!(!again["differences"].as_array().unwrap().is_empty());
    }
}

#[test]
fn an_unknown_mutant_is_wrong_usage_and_help_names_none() {
    let home = Home::trained();
    home.spark(&[
        "train-mulligans",
        "--study",
        TRAIN,
        "--labels",
        "heuristic",
        "--mutant",
        "no-such",
    ])
    .ends(2);
    let help = home.spark(&["train-mulligans", "--help"]).ends(0).out;
    assert!(!help.contains("mutant"), "{help}");
}

#[test]
fn weights_level_the_labels_and_halve_unsure_rows() {
    let predictions = json_lines(Path::new(shared().1["predictions"].as_str().unwrap()));
    let mut unsure = 0;
    let mut sums = Vec::new();
    for label in ["KEEP", "MULLIGAN"] {
        let own = predictions.iter().filter(|line| line["label"] == label);
        let weights: Vec<f64> = own.map(|line| line["weight"].as_f64().unwrap()).collect();
        let sure = weights.iter().copied().fold(0.0, f64::max);
        unsure += weights
            .iter()
            .filter(|weight| (*weight / sure - 0.5).abs() < 1e-12)
            .count() as u64;
        assert!(
            weights
                .iter()
                .all(|weight| [0.5, 1.0].iter().any(|share| (weight / sure - share).abs() < 1e-12))
        );
        sums.push(weights.iter().sum::<f64>());
    }
    assert!((sums[0] - sums[1]).abs() < 1e-9, "{sums:?}");
    assert!(unsure > 0, "the heuristic marks close calls");
    assert_eq!(shared().1["class_counts"]["unsure"], unsure);
}
