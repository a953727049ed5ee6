//! Labelled hands from elsewhere: the columns, the bad rows, training on them, folds from a file.

use crate::hands::{CINDERS, Deck, GROVE, arg, catalogue, csv};
use crate::support::{Home, decks_of, files, has_keys, is_estimate, json_lines};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// A home with the invented catalogue and one deck.
fn home(deck: &Deck) -> (Home, String) {
    let home = Home::new();
    let file = home.write("cards.json", &catalogue().to_string());
    home.study_json(&["catalog", "add", arg(&file)]);
    let deck = deck.write(&home);
    (home, deck)
}

/// The rows of a dataset without its knowledge lines.
fn rows(path: &Path) -> Vec<Value> {
    let mut rows = json_lines(path);
    rows.retain(|line| line["type"] == "row");
    rows
}

#[test]
fn a_thousand_hands_of_a_deck_outside_the_pool_train_and_are_evaluated() {
    let (home, grove) = home(&GROVE);
    home.study(&["cards", "Moss Tender"]).ends(3);
    let file = csv(&home, "grove-hands.csv", &GROVE.hands(1_000, 1));
    let made = home.spark_json(&[
        "import-hands",
        arg(&file),
        "--deck",
        &grove,
        "--out",
        "datasets/grove.jsonl",
    ]);
    has_keys(
        &made,
        &["rows", "groups", "keep_share", "facts_only", "files", "skipped"],
    );
    assert_eq!((&made["rows"], &made["skipped"]), (&json!(1_000), &json!([])));
    assert_eq!(
        made["facts_only"], 10,
        "every card but the basic land is known by facts only"
    );
    let share = made["keep_share"].as_f64().unwrap();
    let dataset = home.path("datasets/grove.jsonl");
    assert_eq!(made["files"][0], json!(dataset));
    let stored = rows(&dataset);
    let kept = stored.iter().filter(|row| row["label_effective"] == "KEEP").count();
    assert!((share - kept as f64 / 1_000.0).abs() < 1e-12);

    let trained = home.spark_json(&["train-mulligans", "--dataset", "datasets/grove.jsonl", "--folds", "3"]);
    assert_eq!(trained["rows"], 1_000);
    assert_eq!(trained["groups"], made["groups"]);
    is_estimate(&trained["cv"]["balanced_accuracy"]);
    // The rule behind the labels is about lands, with one label in twenty turned.
    let accuracy = &trained["cv"]["balanced_accuracy"]["estimate"];
    assert!(accuracy.as_f64().unwrap() > 0.75, "{accuracy}");
    assert_eq!(trained["leave_one_deck_out"]["grove"], Value::Null);
    assert!(
        trained["leave_one_deck_out"]["why"]
            .as_str()
            .unwrap()
            .contains("one deck")
    );

    let fresh = csv(&home, "fresh-hands.csv", &GROVE.hands(300, 2));
    home.spark_json(&[
        "import-hands",
        arg(&fresh),
        "--deck",
        &grove,
        "--out",
        "datasets/fresh.jsonl",
    ]);
    let evaluated = home.spark_json(&[
        "evaluate",
        "latest",
        "--dataset",
        "datasets/fresh.jsonl",
        "--predictions",
        "fresh-predictions.jsonl",
    ]);
    is_estimate(&evaluated["cv"]["accuracy"]);
    let written = json_lines(Path::new(evaluated["predictions"].as_str().unwrap()));
    assert_eq!(written.len() as u64, evaluated["rows"].as_u64().unwrap());
    // A CSV's name is part of its groups, so the training rows are recognised again.
    home.spark(&["evaluate", "latest", "--dataset", "datasets/grove.jsonl"])
        .ends(3)
        .says(&["training"]);
    assert_eq!(home.spark_json(&["reproduce", "latest"])["identical"], true);
}

#[test]
fn leaving_one_deck_out_needs_two_decks_and_folds_from_a_file_are_obeyed() {
    let (home, grove) = home(&GROVE);
    let cinders = CINDERS.write(&home);
    for (deck, file, name) in [(&GROVE, &grove, "grove"), (&CINDERS, &cinders, "cinders")] {
        let csv = csv(&home, &format!("{name}.csv"), &deck.hands(150, 5));
        home.spark_json(&[
            "import-hands",
            arg(&csv),
            "--deck",
            file,
            "--out",
            &format!("{name}.jsonl"),
        ]);
    }
    let both = home.spark_json(&[
        "train-mulligans",
        "--dataset",
        "grove.jsonl",
        "--dataset",
        "cinders.jsonl",
        "--folds",
        "2",
    ]);
    assert_eq!(both["rows"], 300);
    assert_eq!(decks_of(&both["leave_one_deck_out"]), ["cinders", "grove"]);
    for deck in ["cinders", "grove"] {
        let figures = &both["leave_one_deck_out"][deck];
        is_estimate(&figures["balanced_accuracy"]);
    }
    assert_eq!(both["by_deck"].as_object().unwrap().len(), 2);

    // Folds from a file: groups whole, by the row numbers of the dataset.
    let stored = rows(&home.path("grove.jsonl"));
    let mut of_group: BTreeMap<&str, u64> = BTreeMap::new();
    let mut folds = serde_json::Map::new();
    for row in &stored {
        let next = of_group.len() as u64 % 3;
        let fold = *of_group.entry(row["group"].as_str().unwrap()).or_insert(next);
        folds.insert(row["row"].to_string(), json!(10 + fold));
    }
    let write = |folds: &serde_json::Map<String, Value>| {
        home.write("folds.json", &Value::Object(folds.clone()).to_string())
            .to_string_lossy()
            .into_owned()
    };
    let file = write(&folds);
    let train = ["train-mulligans", "--dataset", "grove.jsonl", "--folds-file", &file];
    let made = home.spark_json(&train);
    for line in json_lines(Path::new(made["predictions"].as_str().unwrap())) {
        assert_eq!(line["fold"], folds[&line["row"].to_string()], "{line}");
    }
    assert_eq!(
        home.spark_json(&["reproduce", "latest"])["identical"],
        true,
        "the folds are part of the inputs"
    );

    let mut missing = folds.clone();
    missing.remove("7");
    let mut unknown = folds.clone();
    unknown.insert("9999".to_owned(), json!(10));
    let mut one = folds.clone();
    one.values_mut().for_each(|fold| *fold = json!(0));
    for (bad, words) in [(missing, "row 7 of grove.jsonl"), (unknown, "9999"), (one, "one fold")] {
        write(&bad);
        home.spark(&train).ends(3).says(&[words]);
    }
    for (text, words) in [
        ("{\"1\": 0, \"1\": 1}", "twice"),
        ("[1, 2]", "ROW"),
        ("{\"1\": 0.5}", "ROW"),
        ("", "ROW"),
    ] {
        home.write("folds.json", text);
        home.spark(&train).ends(3).says(&[words, "folds.json"]);
    }
    home.spark(&[
        "train-mulligans",
        "--dataset",
        "grove.jsonl",
        "--folds-file",
        "absent.json",
    ])
    .ends(3)
    .says(&["absent.json"]);
    let two = [
        "train-mulligans",
        "--dataset",
        "grove.jsonl",
        "--dataset",
        "cinders.jsonl",
        "--folds-file",
        &file,
    ];
    home.spark(&two).ends(2).says(&["one --dataset"]);
    home.spark(&[&train[..], &["--folds", "3"]].concat()).ends(2);
}

#[test]
fn a_split_group_in_a_folds_file_is_refused() {
    let (home, grove) = home(&GROVE);
    let mut text = String::from("hand,keep,group\n");
    for (number, hand) in GROVE.hands(40, 8).iter().enumerate() {
        let _ = writeln!(
            text,
            "{},{},game-{}",
            hand.cards.join(";"),
            u8::from(hand.keep),
            number / 2
        );
    }
    let csv = home.write("grouped.csv", &text);
    home.spark_json(&["import-hands", arg(&csv), "--deck", &grove, "--out", "grouped.jsonl"]);
    let folds: serde_json::Map<String, Value> = (1..=40).map(|row: u64| (row.to_string(), json!(row % 2))).collect();
    let file = home.write("folds.json", &Value::Object(folds).to_string());
    home.spark(&[
        "train-mulligans",
        "--dataset",
        "grouped.jsonl",
        "--folds-file",
        arg(&file),
    ])
    .ends(3)
    .says(&["game-0", "split"]);
}

#[test]
fn every_form_of_the_columns_is_read() {
    let (home, grove) = home(&GROVE);
    let deck8 = {
        let csv = home.write(
            "plain.csv",
            "keep,hand\nyes,Forest;Forest;Forest;Fern Cub;Fern Cub;Old Tusker;Copper Idol\n",
        );
        home.spark_json(&["import-hands", arg(&csv), "--deck", &grove, "--out", "plain.jsonl"]);
        let row = rows(&home.path("plain.jsonl")).remove(0);
        let group = row["group"].as_str().unwrap().to_owned();
        let parts: Vec<&str> = group.splitn(3, '/').collect();
        assert_eq!(parts[0], "plain");
        assert_eq!(
            parts[2], "Copper Idol; Fern Cub; Fern Cub; Forest; Forest; Forest; Old Tusker",
            "the sorted hand"
        );
        assert!(
            row["observation"].get("startingPlayer").is_none_or(Value::is_null),
            "unknown stays unknown"
        );
        assert_eq!(row["actor"], "human");
        parts[1].to_owned()
    };
    assert!(
        deck8.len() == 8 && deck8.chars().all(|c| c.is_ascii_hexdigit()),
        "{deck8}"
    );

    let text = "\u{feff}card1,card2,card3,card4,card5,card6,card7,keep,on_play,mulligans_taken,unsure,reason,group\r\n\
                Forest,Forest,FOREST,fern cub,Fern Cub,Old Tusker,Copper Idol,1,1,0,0,\"solid, slow\",g1\r\n\
                Forest,Forest,Forest,Forest,Fern Cub,Old Tusker,Copper Idol,keep,0,,1,,g1\r\n\
                Forest,Canopy Wyrm,Canopy Wyrm,Fern Cub,Fern Cub,Old Tusker,,mulligan,,1,yes,on review: KEEP + SURE,g2\r\n\
                Forest,Canopy Wyrm,Canopy Wyrm,Fern Cub,Fern Cub,Old Tusker,Forest,FALSE,No,1,,on review I wonder,g3\r\n";
    let csv = home.write("full.csv", text);
    let made = home.spark_json(&[
        "import-hands",
        arg(&csv),
        "--deck",
        &grove,
        "--out",
        "full.jsonl",
        "--name",
        "draft",
        "--actor",
        "ada",
        "--seats",
        "4",
    ]);
    assert_eq!(
        (&made["rows"], &made["groups"], &made["keep_share"]),
        (&json!(4), &json!(3), &json!(0.75))
    );
    let stored = rows(&home.path("full.jsonl"));
    let column = |key: &str| stored.iter().map(|row| row[key].clone()).collect::<Vec<_>>();
    let group = |name: &str| json!(format!("draft/{deck8}/{name}"));
    assert_eq!(column("group"), [group("g1"), group("g1"), group("g2"), group("g3")]);
    assert_eq!(column("row"), [json!(1), json!(2), json!(3), json!(4)]);
    assert_eq!(column("label_original"), ["KEEP", "KEEP", "MULLIGAN", "MULLIGAN"]);
    assert_eq!(column("label_effective"), ["KEEP", "KEEP", "KEEP", "MULLIGAN"]);
    assert_eq!(
        column("unsure_original"),
        [json!(false), json!(true), json!(true), json!(false)]
    );
    assert_eq!(
        column("unsure_effective"),
        [json!(false), json!(true), json!(false), json!(false)]
    );
    assert_eq!(stored[0]["reason"], "solid, slow");
    assert_eq!(stored[0]["actor"], "ada");
    assert_ne!(stored[2]["review_span"], Value::Null);
    assert_ne!(stored[3]["review_unparsed"], Value::Null);
    let opening = |row: usize| &stored[row]["observation"]["opening"];
    assert_eq!(
        opening(0)["hand"],
        json!([
            "Copper Idol",
            "Fern Cub",
            "Fern Cub",
            "Forest",
            "Forest",
            "Forest",
            "Old Tusker"
        ])
    );
    assert_eq!(
        opening(2)["hand"].as_array().unwrap().len(),
        6,
        "one counted mulligan, bottomed"
    );
    assert_eq!(opening(0)["mulligansTaken"], json!([0, 0, 0, 0]));
    assert_eq!(opening(3)["mulligansTaken"][0], 1);
    let starts: Vec<&Value> = stored.iter().map(|row| &row["observation"]["startingPlayer"]).collect();
    assert_eq!((starts[0], starts[2]), (&json!(0), &Value::Null));
    assert_ne!(starts[1], &json!(0));
    home.spark(&["train-mulligans", "--dataset", "full.jsonl"])
        .ends(3)
        .says(&["actors present: ada"]);
}

/// Bad rows: line, and a word of the reason.
const BAD: [(u64, &str, &str); 9] = [
    (
        3,
        "Forest;Forest;Forest;Fern Cub;Fern Cub;Fern Cb;Old Tusker,1,0",
        "did you mean Fern Cub",
    ),
    (
        4,
        "Canopy Wyrm;Canopy Wyrm;Canopy Wyrm;Canopy Wyrm;Canopy Wyrm;Forest;Forest,1,0",
        "5 copies",
    ),
    (5, "Forest;Forest;Forest;Fern Cub;Fern Cub;Old Tusker,1,0", "6 cards"),
    (
        6,
        "Forest;Forest;Forest;Fern Cub;Fern Cub;Old Tusker;Forest;Forest,1,0",
        "8 cards",
    ),
    (
        7,
        "Forest;Forest;Forest;Fern Cub;Fern Cub;Old Tusker;Forest,NaN,0",
        "keep",
    ),
    (8, "Forest;Forest;Forest;Fern Cub;Fern Cub;Old Tusker;Forest,,0", "keep"),
    (
        9,
        "Forest;Forest;Forest;Fern Cub;Fern Cub;Old Tusker;Forest,1,-1",
        "mulligans_taken",
    ),
    (
        10,
        "Forest;Forest;Forest;Fern Cub;Fern Cub;Old Tusker;Forest,1,0,7",
        "4 cells where the header has 3",
    ),
    (11, ",1,0", "hand"),
];

#[test]
fn bad_rows_stop_the_import_and_skipping_them_lists_each_and_keeps_row_numbers() {
    let (home, grove) = home(&GROVE);
    let good = "Forest;Forest;Forest;Fern Cub;Fern Cub;Old Tusker;Copper Idol";
    let mut text = format!("hand,keep,mulligans_taken\n{good},1,0\n");
    for (_, line, _) in BAD {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(
        text,
        "{good},0,2\n{good},1,NaN\nForest;Forest;Forest;Fern Cub;Old Tusker,0,2"
    );
    let csv = home.write("bad.csv", &text);
    let import = ["import-hands", arg(&csv), "--deck", &grove, "--out", "bad/rows.jsonl"];
    let refused = home.spark(&import).ends(3);
    for (line, _, reason) in BAD {
        let said = refused
            .err
            .lines()
            .find(|said| said.contains(&format!("line {line}:")))
            .unwrap_or_default();
        assert!(said.contains(reason), "line {line}: {reason:?} is not in {said:?}");
    }
    assert!(refused.err.contains("--skip-bad"), "{}", refused.err);
    assert!(!home.path("bad").exists(), "nothing is written");

    let made = home.spark_json(&[&import[..], &["--skip-bad"]].concat());
    assert_eq!(made["rows"], 3);
    let skipped = made["skipped"].as_array().unwrap();
    let lines: Vec<u64> = skipped.iter().map(|row| row["line"].as_u64().unwrap()).collect();
    assert_eq!(
        lines,
        BAD.iter().map(|(line, ..)| *line).chain([13]).collect::<Vec<u64>>()
    );
    for (one, (_, _, reason)) in skipped.iter().zip(BAD) {
        assert!(one["reason"].as_str().unwrap().contains(reason), "{one}");
    }
    let numbers: Vec<Value> = rows(&home.path("bad/rows.jsonl"))
        .iter()
        .map(|row| row["row"].clone())
        .collect();
    assert_eq!(
        numbers,
        [json!(1), json!(11), json!(13)],
        "numbers of the CSV, with gaps"
    );
}

#[test]
fn files_that_are_no_tables_of_hands_are_refused_with_the_column_named() {
    let (home, grove) = home(&GROVE);
    for (text, words) in [
        ("", "header"),
        ("hand\nForest\n", "keep"),
        ("keep\n1\n", "hand"),
        ("hand,card1,keep\n", "not both"),
        ("hand,keep,colour\n", "colour"),
        ("hand,keep,keep\n", "twice"),
        ("hand,keep\n", "no usable row"),
    ] {
        let csv = home.write("odd.csv", text);
        let ran = home
            .spark(&["import-hands", arg(&csv), "--deck", &grove, "--out", "odd.jsonl"])
            .ends(3);
        let words = if text.is_empty() { "hand" } else { words };
        assert!(
            ran.err.contains(words) && ran.err.contains("odd.csv"),
            "{words}: {}",
            ran.err
        );
    }
    let csv = home.write("odd.csv", "hand,keep\nForest,1\n");
    home.spark(&["import-hands", "absent.csv", "--deck", &grove, "--out", "odd.jsonl"])
        .ends(3)
        .says(&["absent.csv"]);
    home.spark(&["import-hands", arg(&csv), "--deck", "absent.txt", "--out", "odd.jsonl"])
        .ends(3)
        .says(&["absent.txt"]);
    assert!(!home.path("odd.jsonl").exists());
    // Without the catalogue the deck's cards are unknown.
    let bare = Home::new();
    bare.spark(&["import-hands", arg(&csv), "--deck", &grove, "--out", "odd.jsonl"])
        .ends(3)
        .says(&["Moss Tender"]);
    assert_eq!(files(&bare.path("")), Vec::<String>::new());
}
