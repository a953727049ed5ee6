//! `study report` as users run it: files, exit codes, sealing, bundles.

use crate::support::*;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};
use turnzero_datasets::{Provenance, StoreOptions, Study, StudyStore, store};
use turnzero_runs::{Shelf, unprotect};
use turnzero_spark::model::group_digest;

/// A data root and a working directory with a study in it.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("data")).unwrap();
        std::fs::create_dir_all(folder.path().join("here")).unwrap();
        Self { folder }
    }

    fn data(&self) -> std::path::PathBuf {
        self.folder.path().join("data")
    }

    fn put(&self, name: &str, study: &Study) {
        let mut store =
            StudyStore::create(&self.data().join(name), study.header.clone(), StoreOptions::default()).unwrap();
        for event in events(study) {
            store.append(&event).unwrap();
        }
        let stored = store.finish().unwrap();
        assert_eq!((&stored.actors, &stored.knowledge), (&study.actors, &study.knowledge));
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_study"))
            .arg("report")
            .args(arguments)
            .current_dir(self.folder.path().join("here"))
            .env("TURNZERO_LOCAL_DATA_ROOT", self.data())
            .env_remove("TURNZERO_CATALOG")
            .output()
            .unwrap()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(&[arguments, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("one JSON object and nothing else")
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn files_are_written_beside_the_user_and_named_absolutely() {
    let place = Place::new();
    place.put("s.json", &example());
    let shown = place.json(&["s.json", "--html", "r.html", "--markdown", "r.md"]);
    let html = shown["path"].as_str().unwrap();
    assert!(Path::new(html).is_absolute() && html.ends_with("here/r.html"), "{html}");
    assert_eq!(
        (&shown["html"], shown["pairs"].as_array().unwrap().len()),
        (&shown["path"], 3)
    );
    let page = std::fs::read(html).unwrap();
    let markdown = std::fs::read(shown["markdown"].as_str().unwrap()).unwrap();
    assert!(text(&page).starts_with("<!DOCTYPE html>") && text(&markdown).starts_with("# Agreement with human"));
    assert_eq!(shown["batches"][0]["files"], json!(["s.json"]));

    // A leading `.data/` is dropped; the bytes are those of before; the paths are printed for people.
    let again = place.run(&[".data/s.json", "--markdown", "again.md"]);
    assert_eq!(again.status.code(), Some(0));
    assert!(text(&again.stdout).contains("x agrees with human more often than y"));
    assert!(
        text(&again.stdout)
            .lines()
            .any(|line| line.starts_with("Markdown report /") && line.ends_with("again.md"))
    );
    place.json(&["s.json", "--html", "r2.html"]);
    assert_eq!(page, std::fs::read(place.folder.path().join("here/r2.html")).unwrap());

    let nowhere = place.run(&["s.json", "--html", "none/r.html"]);
    assert_eq!(nowhere.status.code(), Some(3));
    assert!(text(&nowhere.stderr).contains("make it first"));
}

#[test]
fn wrong_input_is_named() {
    let place = Place::new();
    place.put("s.json", &example());
    assert_eq!(place.run(&[]).status.code(), Some(2));
    let missing = place.run(&["none.json"]);
    assert_eq!(missing.status.code(), Some(3));
    assert!(text(&missing.stderr).contains("none.json"));
    std::fs::write(place.data().join("bad.json"), "{").unwrap();
    assert_eq!(place.run(&["bad.json"]).status.code(), Some(3));
    assert_eq!(place.run(&["s.json", "s.json"]).status.code(), Some(2));
    assert_eq!(
        place.run(&["s.json", "s.json", "--records", "x"]).status.code(),
        Some(2)
    );
    assert_eq!(
        place
            .run(&["s.json", "--records", "x", "--html", "r.html"])
            .status
            .code(),
        Some(2)
    );
    let nobody = place.run(&["s.json", "--records", "nobody"]);
    assert_eq!(nobody.status.code(), Some(3));
    assert!(
        text(&nobody.stderr).contains("present: human, x, y"),
        "{}",
        text(&nobody.stderr)
    );
}

#[test]
fn records_are_the_canonical_bytes() {
    let place = Place::new();
    let study = example();
    place.put("s.json", &study);
    let record = place.run(&["s.json", "--records", "x"]);
    let mut expected = study.actors["x"].canonical_bytes().unwrap();
    expected.push(b'\n');
    assert_eq!((record.status.code(), record.stdout), (Some(0), expected));
}

#[test]
fn a_seal_opens_only_on_record() {
    let place = Place::new();
    let mut study = study("sealed");
    mute(&mut study, "human", "KM");
    mute(&mut study, "machine", CLOSE);
    place.put("s.json", &study);
    let before = std::fs::read(place.data().join("s.json")).unwrap();

    let sealed = place.json(&["s.json"]);
    assert!(sealed["actors"].get("machine").is_none() && sealed["pairs"] == json!([]));
    let refused = place.run(&["s.json", "--records", "machine"]);
    assert_eq!((refused.status.code(), refused.stdout.is_empty()), (Some(4), true));
    assert!(text(&refused.stderr).contains("--records machine --unseal"));
    assert_eq!(
        before,
        std::fs::read(place.data().join("s.json")).unwrap(),
        "looking changes nothing"
    );

    let open = place.json(&["s.json", "--unseal"]);
    assert_eq!(open["actors"]["machine"]["first_hands_kept"], 11);
    let stored = store::read(&place.data().join("s.json")).unwrap().study;
    assert_eq!(stored.unsealed.len(), 1);
    assert_eq!(stored.unsealed[0].command, "study report --unseal");
    // Once is enough: it stays open, and a second look is no second event.
    assert_eq!(place.run(&["s.json", "--records", "machine"]).status.code(), Some(0));
    place.json(&["s.json", "--unseal"]);
    assert_eq!(
        store::read(&place.data().join("s.json")).unwrap().study.unsealed.len(),
        1
    );
}

#[test]
fn unsealing_what_is_not_sealed_records_nothing() {
    let place = Place::new();
    place.put("s.json", &example());
    let before = std::fs::read(place.data().join("s.json")).unwrap();
    place.json(&["s.json", "--unseal"]);
    assert_eq!(before, std::fs::read(place.data().join("s.json")).unwrap());
}

#[test]
fn training_games_come_from_the_bundle_that_the_record_names() {
    let place = Place::new();
    let mut study = study("bundle");
    mute(&mut study, "heuristic", HUMAN);
    let mut groups: Vec<String> = (0..5).map(|game| group_digest(&study.header.group(game))).collect();
    groups.sort();
    let model = json!({"format": 99, "training_groups": groups, "origin": {"labels": "heuristic", "knowledge": []}});
    let point = json!({"share": 1.0, "train_rows": 160.0, "metrics": {"groups": 5, "balanced_accuracy":
        {"estimate": 0.8, "ci95": [0.7, 0.9], "n": 200}}});
    let shelf = Shelf::new(&place.data().join("spark/runs"));
    let mut draft = shelf.begin().unwrap();
    draft.add("model.json", model.to_string().as_bytes()).unwrap();
    draft
        .add(
            "metrics.json",
            json!({"learning_curve": [point]}).to_string().as_bytes(),
        )
        .unwrap();
    let bundle = draft.publish("20260101T000000Z", "test").unwrap();
    let provenance = Provenance {
        pilot: "spark".to_owned(),
        bundle: Some(bundle.content_sha256.clone()),
        ..Provenance::default()
    };
    start(&mut study, "spark", provenance);
    mute(&mut study, "spark", CLOSE);
    place.put("s.json", &study);

    let report = place.json(&["s.json", "--reference", "heuristic"]);
    assert_eq!(report["title"], "Agreement with heuristic");
    assert_eq!(report["in_sample"].as_array().unwrap().len(), 5);
    assert_eq!(report["actors"]["spark"]["keep_rate"]["n"], 15);
    assert_eq!(report["learning_curves"][0]["points"][0]["size"], 160.0);

    // A changed model file is not believed; nor is an empty shelf.
    unprotect(&bundle.path).unwrap();
    std::fs::write(bundle.path.join("model.json"), "{}").unwrap();
    let tampered = place.json(&["s.json"]);
    assert!(
        tampered["actors"]["spark"]["withheld"]
            .as_str()
            .unwrap()
            .contains("training games")
    );
    std::fs::remove_dir_all(&bundle.path).unwrap();
    let gone = place.json(&["s.json"]);
    assert!(
        gone["actors"]["spark"]["withheld"]
            .as_str()
            .unwrap()
            .contains("no run in")
    );
    assert_eq!(
        (&gone["pairs"], &gone["actors"]["spark"]["first_hands_kept"]),
        (&json!([]), &Value::Null)
    );
    let refused = place.run(&["s.json", "--reference", "spark"]);
    assert_eq!(refused.status.code(), Some(3));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let place = Place::new();
    place.put("s.json", &example());
    let mut child = Command::new(env!("CARGO_BIN_EXE_study"))
        .args(["report", "s.json", "--json"])
        .current_dir(place.folder.path())
        .env("TURNZERO_LOCAL_DATA_ROOT", place.data())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
