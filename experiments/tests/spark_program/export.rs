//! Exports for researchers: the same rows in every format, described, and nothing hidden in them.

use crate::support::{Home, TRAIN, TRAIN_SEED, files, has_keys, shared};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use turnzero_datasets::export::scan_for;
use turnzero_datasets::{Study, canonical, store};
use turnzero_parquet::{Column, ColumnData, read_parquet};

fn column<'a>(columns: &'a [Column], name: &str) -> &'a ColumnData {
    &columns
        .iter()
        .find(|column| column.name == name)
        .unwrap_or_else(|| panic!("no column {name}"))
        .data
}

fn texts(columns: &[Column], name: &str) -> Vec<String> {
    match column(columns, name) {
        ColumnData::Str(values) => values.iter().map(|value| value.clone().unwrap_or_default()).collect(),
        other => panic!("{name} holds no text: {other:?}"),
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "one export, looked at from every side")]
fn parquet_json_lines_dictionary_and_croissant_say_the_same() {
    let home = Home::trained();
    home.study_json(&["mulligans", "--pilot", "karsten", "--output", TRAIN]);
    let made = home.spark_json(&["export", "--study", TRAIN, "--out", "exports/all"]);
    has_keys(
        &made,
        &["rows", "groups", "keep_share", "facts_only", "files", "skipped"],
    );
    let folder = home.path("exports/all");
    assert_eq!(
        files(&folder),
        ["DICTIONARY.md", "croissant.json", "hands.jsonl", "hands.parquet"]
    );

    let bytes = fs::read(folder.join("hands.jsonl")).unwrap();
    let dataset = turnzero_datasets::rows::parse_rows(&bytes).unwrap();
    let columns = read_parquet(&folder.join("hands.parquet")).unwrap();
    assert_eq!(dataset.rows.len() as u64, made["rows"].as_u64().unwrap());
    assert!(columns.iter().all(|column| column.data.len() == dataset.rows.len()));
    let of =
        |value: &dyn Fn(&turnzero_datasets::rows::Row) -> String| dataset.rows.iter().map(value).collect::<Vec<_>>();
    assert_eq!(texts(&columns, "group"), of(&|row| row.origin.group.clone()));
    assert_eq!(texts(&columns, "source"), of(&|row| row.origin.source.clone()));
    assert_eq!(texts(&columns, "actor"), of(&|row| row.origin.actor.clone()));
    assert_eq!(
        texts(&columns, "label_effective"),
        of(&|row| row.labels.label_effective.to_string())
    );
    assert_eq!(texts(&columns, "reason"), of(&|row| row.reason.clone()));
    let hands = of(&|row| {
        let hand = row.observation["opening"]["hand"].as_array().unwrap();
        hand.iter()
            .map(|name| name.as_str().unwrap())
            .collect::<Vec<_>>()
            .join("; ")
    });
    assert_eq!(texts(&columns, "hand"), hands);
    let ColumnData::I64(numbers) = column(&columns, "row") else {
        panic!("row numbers")
    };
    let numbers: Vec<u64> = numbers.iter().map(|n| u64::try_from(n.unwrap()).unwrap()).collect();
    assert_eq!(
        numbers,
        dataset.rows.iter().map(|row| row.origin.row).collect::<Vec<_>>()
    );
    let actors: BTreeSet<String> = texts(&columns, "actor").into_iter().collect();
    assert_eq!(actors, BTreeSet::from(["heuristic".to_owned(), "karsten".to_owned()]));

    // Feature columns are those that `spark features` gives for the same hand.
    let ColumnData::F64(mana) = column(&columns, "usable_mana_t3") else {
        panic!("a number")
    };
    let first = &dataset.rows[0];
    let opening = &first.observation["opening"];
    let on_draw = first.observation["startingPlayer"] != first.observation["seat"];
    let deck = crate::support::deck(&format!("commander_{}.txt", first.origin.deck));
    let mut args = vec!["features", "--deck", &deck, "--hand", &hands[0]];
    if on_draw {
        args.push("--on-draw");
    }
    assert_eq!(opening["mulligansTaken"][0], 0);
    assert_eq!(home.spark_json(&args)["values"]["usable_mana_t3"], json!(mana[0]));

    let names: BTreeSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names.len(), columns.len());
    let dictionary = fs::read_to_string(folder.join("DICTIONARY.md")).unwrap();
    let described: BTreeSet<&str> = dictionary
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`').map(|(name, _)| name))
        .collect();
    assert_eq!(
        described, names,
        "the dictionary has every column of the file and no other"
    );

    let croissant: Value = serde_json::from_slice(&fs::read(folder.join("croissant.json")).unwrap()).unwrap();
    let listed = croissant["distribution"].as_array().unwrap();
    assert_eq!(listed.len(), 2);
    for file in listed {
        let name = file["name"].as_str().unwrap();
        let sha256 = canonical::sha256_hex(&fs::read(folder.join(name)).unwrap());
        assert_eq!(file["sha256"], sha256, "{name}");
    }
    let fields: BTreeSet<&str> = croissant["recordSet"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|set| set["field"].as_array().unwrap())
        .filter(|field| field["source"]["fileObject"]["@id"] == "hands.parquet")
        .map(|field| field["name"].as_str().unwrap())
        .collect();
    assert_eq!(fields, names);
    let bundle: Value = serde_json::from_slice(&fs::read(home.bundle().join("croissant.json")).unwrap()).unwrap();
    for file in bundle["distribution"].as_array().unwrap() {
        let name = file["name"].as_str().unwrap();
        assert_eq!(
            file["sha256"],
            canonical::sha256_hex(&fs::read(home.bundle().join(name)).unwrap()),
            "{name}"
        );
    }
    // A dataset exported here trains like the study that it came from.
    let trained = home.spark_json(&[
        "train-mulligans",
        "--dataset",
        "exports/all/hands.jsonl",
        "--labels",
        "heuristic",
        "--folds",
        "2",
    ]);
    assert_eq!(trained["rows"], shared().1["rows"]);
}

/// Base seed, game seeds, and runs of the library orders that the first hands were dealt from.
fn hidden(study: &Study) -> Vec<String> {
    let mut hidden = vec![study.header.base_seed.clone()];
    for game in 0..study.header.total_games() {
        let seed = study.header.game_seed(game);
        hidden.push(turnzero_engine::GameSeed(seed).to_hex());
        hidden.push(serde_json::to_string(&seed).unwrap());
    }
    hidden
}

fn leaks(study: &Study, folder: &Path) -> Vec<String> {
    let hidden = hidden(study);
    let inside = files(folder);
    assert!(!inside.is_empty());
    let mut found = Vec::new();
    // The inputs of a bundle are the study itself, which holds its seeds by definition.
    for name in inside.iter().filter(|name| !name.starts_with("inputs/")) {
        let bytes = fs::read(folder.join(name)).unwrap();
        for leak in scan_for(&hidden, &bytes) {
            found.push(format!("{name}: {}", leak.hidden));
        }
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        for word in [
            "instanceid",
            "instance_id",
            "objectid",
            "libraryorder",
            "gameseed",
            "game_seed",
            "base_seed",
        ] {
            if text.contains(word) {
                found.push(format!("{name}: {word}"));
            }
        }
    }
    found
}

#[test]
fn no_seed_and_no_instance_stands_in_exports_bundles_or_reports() {
    let home = Home::trained();
    home.study_json(&["mulligans", "--pilot", "spark", "--output", TRAIN]);
    home.spark_json(&["export", "--study", TRAIN, "--out", "exports/all"]);
    let study = store::read(&home.path(TRAIN)).unwrap().study;
    assert_eq!(study.header.base_seed, TRAIN_SEED);
    fs::create_dir_all(home.path("reports")).unwrap();
    home.study(&[
        "report",
        TRAIN,
        "--html",
        "reports/r.html",
        "--markdown",
        "reports/r.md",
    ])
    .ends(0);
    fs::write(
        home.path("reports/r.json"),
        home.study(&["report", TRAIN, "--json"]).ends(0).out,
    )
    .unwrap();
    fs::write(home.path("reports/r.txt"), home.study(&["report", TRAIN]).ends(0).out).unwrap();
    for actor in ["heuristic", "spark"] {
        let record = home.study(&["report", TRAIN, "--records", actor]).ends(0).out;
        fs::write(home.path(&format!("reports/{actor}.json")), record).unwrap();
    }
    for folder in [
        "exports/all".into(),
        "reports".into(),
        home.bundle().to_string_lossy().into_owned(),
    ] {
        assert_eq!(leaks(&study, &home.path(&folder)), Vec::<String>::new(), "{folder}");
    }

    // The scan is not blind: a seed put into any of these files is found.
    let seeds = hidden(&study);
    for (file, secret) in [
        ("exports/all/hands.jsonl", &seeds[1]),
        ("reports/r.html", &seeds[0]),
        ("reports/r.md", &seeds[5]),
    ] {
        let path = home.path(file);
        let before = fs::read_to_string(&path).unwrap();
        let mut text = before.clone();
        let middle = (text.len() / 2..=text.len())
            .find(|place| text.is_char_boundary(*place))
            .unwrap();
        text.insert_str(middle, &secret.to_uppercase());
        fs::write(&path, text).unwrap();
        let found = leaks(&study, path.parent().unwrap());
        assert_eq!(found.len(), 1, "{file}: {found:?}");
        fs::write(&path, before).unwrap();
    }
}

#[test]
fn an_export_that_would_hold_a_seed_is_refused_and_nothing_is_written() {
    let home = Home::new();
    let begin = [
        "mulligans",
        "--games",
        "1",
        "--base-seed",
        "spark-program-leak",
        "--output",
        "leak.json",
    ];
    home.typed(&begin, "q\n");
    let study = store::read(&home.path("leak.json")).unwrap().study;
    let secret = &hidden(&study)[1];
    // A person who has looked into the study file writes a seed into a reason.
    home.typed(
        &["mulligans", "--output", "leak.json"],
        &format!("k\nI know {secret}\nk\nfine\n"),
    );
    assert!(store::read(&home.path("leak.json")).unwrap().study.complete("human"));
    home.spark(&["export", "--study", "leak.json", "--out", "out"])
        .ends(1)
        .says(&["seed", "nothing was written"]);
    assert!(!home.path("out").exists());
}

#[test]
fn absent_actors_and_empty_studies_are_refused() {
    let home = Home::trained();
    home.spark(&["export", "--study", TRAIN, "--actor", "human", "--out", "out"])
        .ends(3)
        .says(&["human", "heuristic"]);
    home.spark(&["export", "--study", "absent.json", "--out", "out"])
        .ends(3)
        .says(&["absent.json"]);
    home.spark(&["export", "--study", TRAIN]).ends(2);
    assert!(!home.path("out").exists());
    let one = home.spark_json(&["export", "--study", TRAIN, "--actor", "heuristic", "--out", "out"]);
    assert_eq!(one["rows"], shared().1["rows"]);
}
