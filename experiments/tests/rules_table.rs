//! `docs/rules.md`: which section of the Comprehensive Rules is proved where, made from the tests themselves.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
}

fn name(path: &Path) -> String {
    let inside = path.strip_prefix(workspace()).unwrap();
    inside.to_string_lossy().replace('\\', "/")
}

/// The section in a file name such as `cr_509_blocking.rs` or `cr_103_5c_free_mulligans.rs`.
fn section_of_name(path: &Path) -> Option<u32> {
    let stem = path.file_stem()?.to_str()?;
    stem.strip_prefix("cr_")?.split('_').next()?.parse().ok()
}

/// The sections that a text names as `CR 702.9b` and the like, each once.
fn sections(text: &str) -> Vec<u32> {
    let mut found: Vec<u32> = text
        .split("CR ")
        .skip(1)
        .filter_map(|rest| {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok().filter(|section| (100..1000).contains(section))
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Test files and numbers of puzzles by section.
fn table() -> String {
    let mut tests: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut puzzles: BTreeMap<u32, u32> = BTreeMap::new();
    let mut found = Vec::new();
    for folder in ["engine/src/rules/tests", "engine/tests"] {
        files(&workspace().join(folder), "rs", &mut found);
    }
    found.sort();
    for path in &found {
        if let Some(section) = section_of_name(path) {
            tests.entry(section).or_default().push(format!("`{}`", name(path)));
        }
    }
    let mut found = Vec::new();
    files(&workspace().join("puzzles"), "pzl", &mut found);
    for path in &found {
        for section in sections(&fs::read_to_string(path).unwrap()) {
            *puzzles.entry(section).or_default() += 1;
        }
    }
    let all: std::collections::BTreeSet<u32> = tests.keys().chain(puzzles.keys()).copied().collect();
    let mut text = String::from(
        "# Rules and their tests\n\nSections of the Comprehensive Rules, the test files named for them, and how many \
         puzzles name them.\nMade from the tests: `TURNZERO_BLESS=1 cargo test --release -p turnzero-experiments --test \
         rules_table`.\n\n| CR | tests | puzzles |\n|---|---|---|\n",
    );
    for section in all {
        let files = tests.get(&section).map(|files| files.join(", ")).unwrap_or_default();
        let count = puzzles.get(&section).copied().unwrap_or(0);
        let _ = writeln!(text, "| {section} | {files} | {count} |");
    }
    text
}

#[test]
fn the_table_of_rules_is_up_to_date() {
    let path = workspace().join("docs/rules.md");
    let now = table();
    if std::env::var_os("TURNZERO_BLESS").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == now,
        "docs/rules.md is not what the tests say; make it anew as it says itself"
    );
    assert!(now.lines().count() > 27, "few sections are tested:\n{now}");
}

#[test]
fn sections_are_read_from_names_and_texts() {
    assert_eq!(section_of_name(Path::new("a/cr_509_blocking.rs")), Some(509));
    assert_eq!(section_of_name(Path::new("a/main.rs")), None);
    assert_eq!(sections("it (CR 702.9b), CR 110.2 and CR 702.20; not CR x"), [110, 702]);
}
