//! Dataset files: what a study exports, what a reader refuses, and by which line.

use crate::fixture::{bottom, decided, game, header, judgment, knowledge, setup, started, uninterrupted};
use turnzero_datasets::{Dataset, Error, HUMAN, Label, Study, parse_rows};

fn reviewed() -> Study {
    let mut study = Study::new(header(2)).unwrap();
    let mut forced = judgment(1, 1, true, "");
    forced.automatic = true;
    let decisions = [
        started(HUMAN, 1),
        decided(HUMAN, 1, 0, judgment(1, 0, false, "Slow. On review KEEP + UNSURE")),
        decided(HUMAN, 1, 1, forced),
        decided(HUMAN, 1, 2, judgment(1, 2, true, "hm, on review who knows")),
        decided(HUMAN, 1, 3, bottom("Card 5")),
    ];
    for event in setup(HUMAN).into_iter().chain(decisions) {
        study.apply(&event).unwrap();
    }
    study
}

#[test]
fn a_study_becomes_rows_and_deferred_bottoms() {
    let study = reviewed();
    let dataset = Dataset::of_study(&study, HUMAN, "study.json");
    assert_eq!((dataset.rows.len(), dataset.bottoms.len()), (2, 1));
    let first = &dataset.rows[0];
    assert_eq!(first.labels.label_original, Label::Mulligan);
    assert_eq!(first.labels.label_effective, Label::Keep);
    assert!(first.labels.unsure_effective);
    assert_eq!(first.origin.group, format!("{}#1", study.id()));
    assert_eq!(first.origin.knowledge, knowledge().0);
    assert_eq!(first.origin.deck, "Left");
    let second = &dataset.rows[1];
    assert_eq!(
        second.labels.review_unparsed.as_deref(),
        Some("hm, on review who knows")
    );
    assert_eq!(dataset.bottoms[0].chosen, "Card 5");
    let numbers = [first.origin.row, second.origin.row, dataset.bottoms[0].origin.row];
    assert_eq!(numbers, [1, 2, 3]);
    assert_eq!(dataset.knowledge.len(), 1);
}

#[test]
fn files_round_trip_and_begin_with_the_knowledge() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("d.jsonl");
    let dataset = Dataset::of_study(&reviewed(), HUMAN, "study.json");
    dataset.write(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(Dataset::read(&path).unwrap(), dataset);
    assert_eq!(parse_rows(&bytes).unwrap().to_bytes().unwrap(), bytes);
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap();
    let first: serde_json::Value = serde_json::from_slice(first).unwrap();
    assert_eq!(first["type"], "knowledge");
    let text = String::from_utf8(bytes).unwrap();
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(parse_rows(windows.as_bytes()).unwrap(), dataset);
}

#[test]
fn no_game_seed_and_no_base_seed_leave_the_study() {
    let study = uninterrupted(2, &["heuristic"]);
    let bytes = Dataset::of_study(&study, "heuristic", "s").to_bytes().unwrap();
    let mut hidden: Vec<String> = (0..4)
        .map(|game| turnzero_datasets::canonical::hex(&study.header.game_seed(game)))
        .collect();
    hidden.push(study.header.base_seed.clone());
    assert_eq!(turnzero_datasets::export::scan_for(&hidden, &bytes), vec![]);
    let mutant = [bytes.as_slice(), hidden[2].as_bytes()].concat();
    assert_eq!(turnzero_datasets::export::scan_for(&hidden, &mutant).len(), 1);
}

#[test]
fn bad_lines_are_named() {
    let dataset = Dataset::of_study(&reviewed(), HUMAN, "study.json");
    let text = String::from_utf8(dataset.to_bytes().unwrap()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let with = |number: usize, from: &str, to: &str| {
        assert!(lines[number - 1].contains(from), "{from}");
        let mut lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        lines[number - 1] = lines[number - 1].replacen(from, to, 1);
        lines.join("\n")
    };
    let cases = [
        (with(1, "60", "61"), "line 1", "sha256"),
        (
            with(2, "\"label_original\":\"MULLIGAN\"", "\"label_original\":\"MAYBE\""),
            "line 2",
            "MAYBE",
        ),
        (
            with(2, "\"label_effective\":\"KEEP\"", "\"label_effective\":\"MULLIGAN\""),
            "line 2",
            "label_effective",
        ),
        (with(2, "\"row\":1", "\"row\":0"), "line 2", "from 1"),
        (with(2, "\"row\":1", "\"row\":\"1\""), "line 2", "invalid type"),
        (with(2, "\"row\":1", "\"row\":1,\"colour\":1"), "line 2", "colour"),
        (with(3, "\"row\":2", "\"row\":1"), "line 3", "twice"),
        (with(3, "\"actor\":\"human\"", "\"actor\":\" \""), "line 3", "actor"),
        (with(3, "\"knowledge\":\"", "\"knowledge\":\"0"), "line 3", "knowledge"),
        (with(4, "}", ""), "line 4", "EOF"),
        (format!("{}\n{}", lines[1], lines[0]), "line 1", "knowledge"),
    ];
    for (text, place, word) in cases {
        let error = parse_rows(text.as_bytes()).unwrap_err();
        let text = error.to_string();
        assert!(text.contains(place) && text.contains(word), "{place} {word}: {text}");
        assert_eq!(error.exit_code(), 3);
    }
}

#[test]
fn an_absent_label_actor_is_never_replaced() {
    let mut study = Study::new(header(2)).unwrap();
    for event in setup("heuristic").into_iter().chain(game("heuristic", 0)) {
        study.apply(&event).unwrap();
    }
    let mut all = Dataset::of_study(&study, "heuristic", "s");
    all.extend(Dataset::of_study(&study, HUMAN, "s"));
    match all.clone().labelled_by(HUMAN) {
        Err(Error::NoLabels { wanted, present }) => {
            assert_eq!((wanted.as_str(), present.as_str()), (HUMAN, "heuristic"));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(all.clone().labelled_by("heuristic").unwrap(), all);
    all.extend(Dataset::of_study(&reviewed(), HUMAN, "s"));
    let back = parse_rows(&all.to_bytes().unwrap()).unwrap();
    assert_eq!(back.rows.len(), all.rows.len(), "rows of two actors of one source");
}

#[test]
fn knowledge_that_no_game_can_have_is_refused_by_file_line_and_field() {
    let dataset = Dataset::of_study(&reviewed(), HUMAN, "study.json");
    let (old, mut value) = knowledge();
    value["options"]["seats"] = 200.into();
    let new = turnzero_datasets::canonical::address(&value).unwrap();
    let text = String::from_utf8(dataset.to_bytes().unwrap()).unwrap();
    let forged = text.replace(&old, &new).replace("\"seats\":4", "\"seats\":200");
    let error = Dataset::parse(std::path::Path::new("d.jsonl"), forged.as_bytes()).unwrap_err();
    assert_eq!(error.exit_code(), 3);
    let said = error.to_string();
    for word in ["d.jsonl", "line 1", "options.seats is 200", "import the dataset again"] {
        assert!(said.contains(word), "{word}: {said}");
    }
    // A journal or a checkpoint with it is refused as well.
    let event = turnzero_datasets::Event::KnowledgeStored {
        sha256: new.clone(),
        knowledge: value.clone(),
    };
    let mut study = Study::new(header(2)).unwrap();
    let refused = study.apply(&event).unwrap_err().to_string();
    assert!(refused.contains("options.seats is 200"), "{refused}");
    study.knowledge.insert(new, value);
    let read = turnzero_datasets::parse_study(&study.to_bytes().unwrap())
        .unwrap_err()
        .to_string();
    assert!(read.contains("options.seats is 200"), "{read}");
}
