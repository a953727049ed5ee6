//! Pool cards against the user's card catalogue: facts equal, rules text made of the same words.

mod oracle;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use oracle::bag;
use turnzero_cards::catalog::{Catalog, Lookup, definition, find_catalog};
use turnzero_cards::pool::pool;
use turnzero_cards::render::face_text;

/// The catalogue to compare with: `TURNZERO_CATALOG`, else `../shared/catalog` beside the workspace.
fn catalogue() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("TURNZERO_CATALOG") {
        return Some(PathBuf::from(path));
    }
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    find_catalog(&workspace.join("../shared/catalog"))
}

/// Opens the catalogue, or says that the test does not run.
#[expect(clippy::print_stdout, reason = "a test that cannot run says so")]
fn open() -> Option<Catalog> {
    let Some(path) = catalogue() else {
        println!("not run: needs a catalogue");
        return None;
    };
    Some(Catalog::open(&path).unwrap_or_else(|error| panic!("{error}")))
}

fn card(catalog: &Catalog, name: &str) -> turnzero_cards::catalog::CatalogCard {
    match catalog.lookup(name, false) {
        Ok(Lookup::Card(card)) if card.name == name => *card,
        other => panic!("{name}: not one card of the catalogue: {other:?}"),
    }
}

#[test]
fn facts_equal_the_catalogue() {
    let Some(catalog) = open() else { return };
    let pool = pool().unwrap_or_else(|error| panic!("{error}"));
    let mut wrong = Vec::new();
    for ours in pool.iter() {
        let facts = definition(&card(&catalog, &ours.name)).unwrap_or_else(|error| panic!("{error}"));
        let mut differ = |field: &str, equal: bool| {
            if !equal {
                wrong.push(format!("{}: {field}", ours.name));
            }
        };
        differ("layout", ours.layout == facts.layout);
        differ("identity", ours.color_identity == facts.color_identity);
        differ("faces", ours.faces.len() == facts.faces.len());
        for (own, fact) in ours.faces.iter().zip(&facts.faces) {
            differ("name", own.name == fact.name);
            differ("cost", own.cost == fact.cost);
            differ("colors", own.colors == fact.colors);
            differ("supertypes", own.supertypes == fact.supertypes);
            differ("types", own.types == fact.types);
            differ("subtypes", own.subtypes == fact.subtypes);
            differ("power", own.power == fact.power);
            differ("toughness", own.toughness == fact.toughness);
            differ("loyalty", own.loyalty == fact.loyalty);
        }
    }
    assert!(
        wrong.is_empty(),
        "facts differ from the catalogue:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn rules_texts_say_the_same_words() {
    let Some(catalog) = open() else { return };
    let pool = pool().unwrap_or_else(|error| panic!("{error}"));
    let mut found = BTreeSet::new();
    for ours in pool.iter() {
        let theirs = card(&catalog, &ours.name);
        for (own, other) in ours.faces.iter().zip(&theirs.faces) {
            let complete = own.abilities.iter().all(|ability| ability.pending().is_empty());
            found.extend(differences(&own.name, &face_text(own), &other.text, complete));
        }
    }
    let reviewed = reviewed();
    let new: Vec<&String> = found.iter().filter(|line| !reviewed.contains_key(*line)).collect();
    let stale: Vec<&String> = reviewed.keys().filter(|line| !found.contains(*line)).collect();
    assert!(
        new.is_empty(),
        "differences to correct or to review in tests/oracle_differences.txt:\n{}",
        lines(&new)
    );
    assert!(
        stale.is_empty(),
        "stale entries in tests/oracle_differences.txt:\n{}",
        lines(&stale)
    );
}

fn lines(list: &[&String]) -> String {
    let lines: Vec<String> = list.iter().map(|line| format!("{line} | reason")).collect();
    lines.join("\n")
}

/// `card | kind | word | ours | theirs` for every word that comes a different number of times.
///
/// A text with pending clauses may lack words, but must not have any the print has not.
fn differences(name: &str, ours: &str, theirs: &str, complete: bool) -> Vec<String> {
    let (ours, theirs) = (bag(name, ours), bag(name, theirs));
    let words: BTreeSet<_> = ours.keys().chain(theirs.keys()).collect();
    let count = |bag: &BTreeMap<oracle::Word, usize>, word| bag.get(word).copied().unwrap_or(0);
    words
        .into_iter()
        .map(|word| (word, count(&ours, word), count(&theirs, word)))
        .filter(|(_, ours, theirs)| if complete { ours != theirs } else { ours > theirs })
        .map(|((kind, word), ours, theirs)| format!("{name} | {kind} | {word} | {ours} | {theirs}"))
        .collect()
}

/// Reviewed differences and their reasons; a comment line starts with `#`.
fn reviewed() -> BTreeMap<String, String> {
    let text = include_str!("oracle_differences.txt");
    let mut entries = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (entry, reason) = line
            .rsplit_once(" | ")
            .unwrap_or_else(|| panic!("no reason in `{line}`"));
        assert!(!reason.trim().is_empty() && reason != "reason", "no reason in `{line}`");
        assert!(
            entries.insert(entry.to_owned(), reason.to_owned()).is_none(),
            "twice: `{line}`"
        );
    }
    entries
}

#[test]
fn bags_ignore_wording_but_not_meaning() {
    let one = bag(
        "Test Bolt",
        "Test Bolt deals 3 damage to any target. (A reminder with {G}.)",
    );
    let same = bag("Test Bolt", "To any target, ~ deals 3 damage.");
    assert_eq!(one, same);
    assert_eq!(
        differences("X", "Draw two cards.", "Draw 2 cards", true),
        Vec::<String>::new()
    );
    assert_eq!(
        differences("X", "Draw two cards.", "Draw three cards.", true),
        ["X | number | 2 | 1 | 0", "X | number | 3 | 0 | 1"]
    );
    assert_eq!(
        differences("X", "{T}: Add {R}.", "{T}: Add {G}.", true),
        ["X | symbol | {G} | 0 | 1", "X | symbol | {R} | 1 | 0"]
    );
    assert_eq!(
        differences("X", "Draw two cards.", "Draw two cards. Scry 1.", false),
        Vec::<String>::new()
    );
    assert_eq!(
        differences("X", "Draw two cards. Mill two cards.", "Draw two cards.", false),
        [
            "X | keyword | mill | 1 | 0",
            "X | number | 2 | 2 | 1",
            "X | type | card | 2 | 1"
        ]
    );
}
