//! Training into a bundle: its keys, its files, what verification finds, what reproduction gives.

use crate::support::{Home, copy_dir, decks_of, files, has_keys, is_estimate, json_lines, shared, tool};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CV: [&str; 7] = [
    "accuracy",
    "balanced_accuracy",
    "keep_recall",
    "mulligan_recall",
    "log_loss",
    "brier",
    "calibration_slope",
];

#[test]
fn training_prints_every_promised_key() {
    let made = &shared().1;
    has_keys(
        made,
        &[
            "run",
            "path",
            "bundle_sha256",
            "content_sha256",
            "rows",
            "groups",
            "labels",
            "class_counts",
            "lambda",
            "feature_schema",
            "truncated_rows",
            "cv",
            "baselines",
            "vs_lands_logistic",
            "by_deck",
            "leave_one_deck_out",
            "predictions",
        ],
    );
    let classes = &made["class_counts"];
    assert_eq!(made["cv"]["keep_recall"]["n"], classes["keep"]);
    assert_eq!(made["cv"]["mulligan_recall"]["n"], classes["mulligan"]);
    assert_eq!(made["cv"]["accuracy"]["n"], made["rows"]);
    for key in CV {
        is_estimate(&made["cv"][key]);
    }
    has_keys(
        &made["baselines"],
        &["always_keep", "lands_rule", "lands_window", "lands_logistic"],
    );
    for baseline in ["always_keep", "lands_rule", "lands_window", "lands_logistic"] {
        is_estimate(&made["baselines"][baseline]["accuracy"]);
        is_estimate(&made["baselines"][baseline]["balanced_accuracy"]);
    }
    is_estimate(&made["vs_lands_logistic"]);
    for part in ["by_deck", "leave_one_deck_out"] {
        assert_eq!(
            decks_of(&made[part]),
            ["baeloth_iron_throne", "quintorius_loremaster"],
            "{part}"
        );
    }
    assert_eq!(made["labels"], "heuristic");
    assert_eq!(made["groups"], 120);
    let counts = &made["class_counts"];
    assert_eq!(
        counts["keep"].as_u64().unwrap() + counts["mulligan"].as_u64().unwrap(),
        made["rows"].as_u64().unwrap()
    );
    assert!(Path::new(made["path"].as_str().unwrap()).is_absolute());

    let predictions = json_lines(Path::new(made["predictions"].as_str().unwrap()));
    assert_eq!(predictions.len() as u64, made["rows"].as_u64().unwrap());
    for line in &predictions {
        let keys: BTreeSet<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
        let promised = [
            "source", "row", "group", "deck", "fold", "label", "weight", "eta", "p_keep",
        ];
        assert_eq!(keys, BTreeSet::from(promised));
        let p = line["p_keep"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&p));
    }
    // The accuracy printed is that of the predictions stored.
    let right = predictions
        .iter()
        .filter(|line| (line["eta"].as_f64().unwrap() >= 0.0) == (line["label"] == "KEEP"))
        .count();
    let accuracy = right as f64 / predictions.len() as f64;
    assert!((accuracy - made["cv"]["accuracy"]["estimate"].as_f64().unwrap()).abs() < 1e-12);
}

#[test]
fn a_bundle_holds_the_promised_files_and_says_whom_it_imitates() {
    let home = Home::trained();
    let bundle = home.bundle();
    assert_eq!(
        files(&bundle),
        [
            "MANIFEST.sha256",
            "MODEL_CARD.md",
            "SHA256SUMS",
            "croissant.json",
            "dataset.jsonl",
            "dataset.parquet",
            "folds.json",
            "inputs/recipe.json",
            "inputs/train.json",
            "metrics.json",
            "model.json",
            "predictions.jsonl",
            "run.json",
        ]
    );
    let imitates = "imitates heuristic: high figures show that the pipeline works, nothing about good mulligans";
    let card = fs::read_to_string(bundle.join("MODEL_CARD.md")).unwrap();
    assert!(
        card.contains(imitates) && card.contains("agreement with heuristic"),
        "{card}"
    );
    assert!(card.contains("extrapolation"), "{card}");
    let run: Value = serde_json::from_slice(&fs::read(bundle.join("run.json")).unwrap()).unwrap();
    has_keys(
        &run,
        &[
            "created",
            "host",
            "command",
            "commit",
            "lock_sha256",
            "seconds",
            "oracle",
        ],
    );
    let shown = home.spark(&["show"]).ends(0);
    assert!(shown.out.contains(imitates));
    let runs = home.spark_json(&["runs"]);
    assert_eq!(runs["runs"][0]["run"], shared().1["run"]);
    let dataset = json_lines(&bundle.join("dataset.jsonl"));
    let knowledge = dataset.iter().filter(|line| line["type"] == "knowledge").count();
    assert_eq!(knowledge, 2, "one knowledge line per deck");
    assert!(dataset[..knowledge].iter().all(|line| line["type"] == "knowledge"));
}

#[test]
fn a_whole_bundle_verifies_by_every_name_and_by_coreutils() {
    let home = Home::trained();
    let run = shared().1["run"].as_str().unwrap();
    let folder = home.bundle().to_string_lossy().into_owned();
    for name in ["latest", run, &run[..12], &folder] {
        let found = home.spark_json(&["verify", name]);
        assert_eq!(found["ok"], true, "{name}");
        assert_eq!(found["problems"], json!([]));
        assert_eq!(found["bundle_sha256"], shared().1["bundle_sha256"]);
    }
    home.spark(&["verify", "nonesuch"]).ends(3).says(&["nonesuch"]);
    if tool("sha256sum") {
        for list in ["SHA256SUMS", "MANIFEST.sha256"] {
            let checked = Command::new("sha256sum")
                .args(["-c", "--strict", list])
                .current_dir(home.bundle())
                .output()
                .unwrap();
            assert!(
                checked.status.success(),
                "{list}: {}",
                String::from_utf8_lossy(&checked.stderr)
            );
        }
    }
}

/// One kind of tampering and the code that verification gives it.
struct Tampering {
    code: &'static str,
    file: &'static str,
    apply: fn(&Path),
}

const TAMPERINGS: [Tampering; 7] = [
    Tampering {
        code: "changed",
        file: "model.json",
        apply: |bundle| flip(&bundle.join("model.json")),
    },
    Tampering {
        code: "changed",
        file: "dataset.parquet",
        apply: |bundle| flip(&bundle.join("dataset.parquet")),
    },
    Tampering {
        code: "extra",
        file: "inputs/more.json",
        apply: |bundle| fs::write(bundle.join("inputs/more.json"), "{}").unwrap(),
    },
    Tampering {
        code: "missing",
        file: "folds.json",
        apply: |bundle| fs::remove_file(bundle.join("folds.json")).unwrap(),
    },
    Tampering {
        code: "symlink",
        file: "metrics.json",
        apply: |bundle| {
            // The same bytes elsewhere are still no file of the bundle.
            let (inside, outside) = (bundle.join("metrics.json"), bundle.with_extension("metrics"));
            fs::rename(&inside, &outside).unwrap();
            std::os::unix::fs::symlink(&outside, &inside).unwrap();
        },
    },
    Tampering {
        code: "manifest_mismatch",
        file: "MANIFEST.sha256",
        apply: |bundle| {
            // A changed file with its digest in the list corrected, as a careful forger would.
            flip(&bundle.join("model.json"));
            let old = fs::read_to_string(bundle.join("SHA256SUMS")).unwrap();
            let digest = turnzero_datasets::canonical::sha256_hex(&fs::read(bundle.join("model.json")).unwrap());
            let new: String = old
                .lines()
                .map(|line| {
                    if line.ends_with("  model.json") {
                        format!("{digest}  model.json\n")
                    } else {
                        format!("{line}\n")
                    }
                })
                .collect();
            assert_ne!(old, new);
            fs::write(bundle.join("SHA256SUMS"), new).unwrap();
        },
    },
    Tampering {
        code: "sums_missing",
        file: "SHA256SUMS",
        apply: |bundle| fs::remove_file(bundle.join("SHA256SUMS")).unwrap(),
    },
];

/// Turns one bit of one byte in the middle.
fn flip(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn every_tampering_is_found_with_its_code() {
    let home = Home::trained();
    for (number, tampering) in TAMPERINGS.iter().enumerate() {
        let copy = home.path(&format!("copy-{number}"));
        copy_dir(&home.bundle(), &copy);
        (tampering.apply)(&copy);
        let name = copy.to_string_lossy().into_owned();
        let found = home.spark(&["verify", &name, "--json"]).ends(1).json();
        assert_eq!(found["ok"], false);
        let problems = found["problems"].as_array().unwrap();
        assert!(
            problems
                .iter()
                .any(|one| one["code"] == tampering.code && one["file"] == tampering.file),
            "{} {}: {found}",
            tampering.code,
            tampering.file
        );
        let said = home.spark(&["verify", &name]).ends(1);
        assert!(
            said.out.contains(tampering.code) && said.out.contains("NOT"),
            "{}",
            said.out
        );
        let refused = home.spark(&["show", &name]).ends(3);
        assert!(
            refused.out.is_empty(),
            "{} shows a damaged bundle: {}",
            tampering.code,
            refused.out
        );
    }
    // A changed model is used by no command.
    let changed = home.path("copy-0").to_string_lossy().into_owned();
    let hand = "Plains; Plains; Mountain; Sol Ring; Boros Garrison; Sun Titan; Guttersnipe";
    let quintorius = crate::support::deck("commander_quintorius_loremaster.txt");
    home.spark(&["advise", "--run", &changed, "--deck", &quintorius, "--hand", hand])
        .ends(3)
        .says(&["model.json"]);
}

#[test]
fn a_bundle_is_reproduced_anywhere_from_its_own_inputs() {
    let home = Home::trained();
    let elsewhere = Home::new();
    let copy = elsewhere.path("from-a-friend");
    copy_dir(&home.bundle(), &copy);
    let copy = copy.to_string_lossy().into_owned();
    let environments: [&[(&str, &str)]; 2] = [
        &[
            ("RAYON_NUM_THREADS", "1"),
            ("TZ", "Pacific/Kiritimati"),
            ("LC_ALL", "tr_TR.UTF-8"),
            ("LANG", "tr_TR.UTF-8"),
        ],
        &[("RAYON_NUM_THREADS", "3"), ("TZ", "America/St_Johns"), ("LC_ALL", "C")],
    ];
    for environment in environments {
        let made = elsewhere
            .spark_in(environment, &["reproduce", &copy, "--json"])
            .ends(0)
            .json();
        assert_eq!(made["identical"], true);
        assert_eq!(made["differences"], json!([]));
    }
}

#[test]
fn training_again_gives_the_same_content_and_another_seed_does_not() {
    let home = Home::trained();
    let train = ["train-mulligans", "--study", "train.json", "--labels", "heuristic"];
    let one_cpu = [("RAYON_NUM_THREADS", "1"), ("TZ", "Asia/Kathmandu")];
    let again = home
        .spark_in(&one_cpu, &[&train[..], &["--json"]].concat())
        .ends(0)
        .json();
    assert_eq!(again["content_sha256"], shared().1["content_sha256"]);
    assert_ne!(again["run"], shared().1["run"], "both runs are kept");
    let other = home.spark_json(&[&train[..], &["--seed", "1"]].concat());
    assert_ne!(other["content_sha256"], again["content_sha256"]);
    let runs = home.spark_json(&["runs"]);
    assert_eq!(runs["runs"].as_array().unwrap().len(), 3);
    let compared = home.spark_json(&[
        "compare",
        again["run"].as_str().unwrap(),
        other["run"].as_str().unwrap(),
    ]);
    assert_eq!(compared["a"], again["run"]);
    let latest = home.spark_json(&["show", "latest"]);
    assert_eq!(latest["run"], other["run"]);
}

#[test]
fn missing_labels_and_missing_studies_are_refused_before_anything_is_written() {
    let home = Home::trained();
    home.spark(&["train-mulligans", "--study", "train.json"])
        .ends(3)
        .says(&["human", "actors present: heuristic", "--labels"]);
    home.spark(&["train-mulligans", "--study", "train.json", "--labels", "forge"])
        .ends(3)
        .says(&["forge", "heuristic"]);
    home.spark(&["train-mulligans", "--study", "absent.json"])
        .ends(3)
        .says(&["absent.json"]);
    home.spark(&[
        "train-mulligans",
        "--study",
        "train.json",
        "--labels",
        "heuristic",
        "--folds",
        "500",
    ])
    .ends(3)
    .says(&["500", "120"]);
    home.bundle();
    let empty = Home::new();
    empty
        .spark(&["train-mulligans"])
        .ends(3)
        .says(&["baeloth-quintorius-50-v5.json", "study mulligans"]);
    empty
        .spark(&[
            "advise",
            "--deck",
            &crate::support::deck("duel_white_weenie.txt"),
            "--hand",
            "Plains",
        ])
        .ends(3)
        .says(&["spark train-mulligans"]);
    assert_eq!(files(&empty.path("")), Vec::<String>::new());
}

/// Replaces text of a file and puts the new digests into both lists: a whole bundle with other content.
pub(crate) fn forge(bundle: &Path, name: &str, from: &str, to: &str) {
    let sha256 = |path: PathBuf| turnzero_datasets::canonical::sha256_hex(&fs::read(path).unwrap());
    let text = fs::read_to_string(bundle.join(name)).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(bundle.join(name), text.replacen(from, to, 1)).unwrap();
    let digest = sha256(bundle.join(name));
    let sums: String = fs::read_to_string(bundle.join("SHA256SUMS"))
        .unwrap()
        .lines()
        .map(|line| {
            if line.ends_with(&format!("  {name}")) {
                format!("{digest}  {name}\n")
            } else {
                format!("{line}\n")
            }
        })
        .collect();
    fs::write(bundle.join("SHA256SUMS"), sums).unwrap();
    let manifest = sha256(bundle.join("SHA256SUMS"));
    let old = fs::read_to_string(bundle.join("MANIFEST.sha256")).unwrap();
    let rest = old.split_once("  ").unwrap().1;
    fs::write(bundle.join("MANIFEST.sha256"), format!("{manifest}  {rest}")).unwrap();
}

#[test]
fn a_model_of_another_feature_schema_is_refused() {
    let home = Home::trained();
    let hand = "Plains; Plains; Mountain; Sol Ring; Boros Garrison; Sun Titan; Guttersnipe";
    let deck = crate::support::deck("commander_quintorius_loremaster.txt");
    let own = shared().1["feature_schema"]["sha256"].as_str().unwrap();

    // The first column under another name, with the digest that such a schema would have.
    let other = home.path("other-columns");
    copy_dir(&home.bundle(), &other);
    forge(&other, "model.json", "\"usable_mana_t2\"", "\"mana_on_turn_two\"");
    let other_digest = "0".repeat(64);
    forge(&other, "model.json", own, &other_digest);
    let name = other.to_string_lossy().into_owned();
    for args in [
        vec!["advise", "--run", &name, "--deck", &deck, "--hand", hand],
        vec!["evaluate", &name, "--study", "train.json", "--labels", "heuristic"],
    ] {
        home.spark(&args)
            .ends(3)
            .says(&[own, &other_digest, "mana_on_turn_two", "usable_mana_t2"]);
    }
    home.study(&[
        "mulligans",
        "--pilot",
        &format!("spark:{name}"),
        "--output",
        "train.json",
    ])
    .ends(3)
    .says(&["mana_on_turn_two"]);
}
