//! `spark import-hands` end to end: a deck and a CSV, both broken, through the real program.

use crate::mutate::{Corpus, Random};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Longest time for one run of the program.
const BOUND: Duration = Duration::from_secs(30);

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// Runs the import on `runs` broken pairs; gives how many were accepted.
pub(crate) fn run(seed: u64, runs: u64) -> u64 {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/csv");
    let read = |name: &str| std::fs::read(corpus.join(name)).expect("a seed");
    let decks = Corpus::new([read("deck.txt")]);
    let hands = Corpus::new([read("hand.csv"), read("cards.csv")]);
    let mut accepted = 0;
    for number in 0..runs {
        let mut random = Random(seed ^ (number << 20));
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("data");
        std::fs::create_dir(&root).expect("a folder");
        let deck = if random.one_in(2) {
            read("deck.txt")
        } else {
            decks.input(&mut random)
        };
        let csv = if random.one_in(4) {
            read("hand.csv")
        } else {
            hands.input(&mut random)
        };
        std::fs::write(folder.path().join("deck.txt"), deck).expect("written");
        std::fs::write(folder.path().join("hands.csv"), csv).expect("written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_spark"));
        command.args([
            "import-hands",
            "hands.csv",
            "--deck",
            "deck.txt",
            "--out",
            "out.jsonl",
            "--json",
        ]);
        if random.one_in(2) {
            command.arg("--skip-bad");
        }
        command
            .current_dir(folder.path())
            .env("TURNZERO_LOCAL_DATA_ROOT", &root)
            .env_remove("TURNZERO_CATALOG");
        let start = Instant::now();
        let output = command.stdin(Stdio::null()).output().expect("the program runs");
        assert!(
            start.elapsed() < BOUND,
            "import {number} of seed {seed} took {:?}",
            start.elapsed()
        );
        let complaint = String::from_utf8_lossy(&output.stderr);
        let left = files(&root);
        match output.status.code() {
            Some(0) => {
                accepted += 1;
                assert_eq!(left, [root.join("out.jsonl")], "import {number} of seed {seed}");
                let bytes = std::fs::read(&left[0]).expect("the dataset");
                let dataset = turnzero_datasets::parse_rows(&bytes).expect("an imported dataset reads");
                let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
                assert_eq!(said["rows"], dataset.rows.len(), "import {number} of seed {seed}");
            }
            Some(3) => {
                assert_eq!(
                    left,
                    Vec::<PathBuf>::new(),
                    "import {number} of seed {seed} left files: {complaint}"
                );
                assert!(
                    output.stdout.is_empty() && complaint.len() > 8,
                    "import {number} of seed {seed}: {complaint}"
                );
            }
            other => panic!("import {number} of seed {seed} ended with {other:?}: {complaint}"),
        }
    }
    accepted
}
