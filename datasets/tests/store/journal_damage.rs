//! What a journal may meet (case E01) and what must be refused.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fixture::{game, header, provenance, record_bytes, remaining, setup, uninterrupted};
use proptest::prelude::*;
use turnzero_datasets::{
    Event, Note, StoreOptions, StudyStore, journal_path, parse_journal, parse_rows, parse_study, store,
};

/// A study with three games in its journal and none in its checkpoint.
fn cut_off(dir: &Path) -> PathBuf {
    let path = dir.join("study.json");
    let mut store = StudyStore::create(&path, header(2), StoreOptions::default()).unwrap();
    for event in setup("heuristic") {
        store.append(&event).unwrap();
    }
    for number in 0..3 {
        for event in game("heuristic", number) {
            store.append(&event).unwrap();
        }
    }
    store.commit().unwrap();
    path
}

fn journal(path: &Path) -> Vec<u8> {
    fs::read(journal_path(path)).unwrap()
}

fn put(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::write(journal_path(path), bytes).unwrap();
}

fn line_feeds(bytes: &[u8]) -> usize {
    bytes.split(|byte| *byte == b'\n').count() - 1
}

/// Opens, plays the rest, and checks that the result equals an uninterrupted run.
fn go_on(path: &Path) -> Vec<Note> {
    let mut store = StudyStore::open_for_writing(path, StoreOptions::default()).unwrap();
    let notes = store.notes().to_vec();
    for event in remaining(store.study(), "heuristic").into_iter().flatten() {
        store.record(&event).unwrap();
    }
    let study = store.finish().unwrap();
    let expected = uninterrupted(2, &["heuristic"]);
    assert_eq!(record_bytes(&study, "heuristic"), record_bytes(&expected, "heuristic"));
    let check = store::verify(path).unwrap();
    assert_eq!(check.problems, vec![]);
    assert_eq!(store::read(path).unwrap().study, study);
    notes
}

#[test]
fn e01_a_torn_tail_costs_one_record_and_is_kept_aside() {
    let dir = tempfile::tempdir().unwrap();
    let path = cut_off(dir.path());
    let whole = journal(&path);
    let lines = line_feeds(&whole);
    let torn = &whole[..whole.len() - 25];
    put(&path, torn);
    let loaded = store::read(&path).unwrap();
    assert_eq!(loaded.notes, vec![Note::Torn { line: lines }]);
    assert_eq!(
        loaded.notes[0].to_string(),
        format!("line {lines} incomplete, set aside")
    );
    assert_eq!(loaded.study.journal.n, lines as u64 - 1);
    assert_eq!(journal(&path), torn, "a reader changes nothing");
    assert_eq!(go_on(&path), vec![Note::Torn { line: lines }]);
    let aside = fs::read(dir.path().join("study.journal.jsonl.aside")).unwrap();
    let last_line = torn.iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    assert_eq!(aside.trim_ascii(), &torn[last_line..]);
}

#[test]
fn e01_torn_at_every_byte() {
    let dir = tempfile::tempdir().unwrap();
    let path = cut_off(dir.path());
    let whole = journal(&path);
    let total = store::read(&path).unwrap().study.journal.n;
    for length in (whole.len() - 700..whole.len()).chain(0..300) {
        put(&path, &whole[..length]);
        let study = store::read(&path).unwrap().study;
        let ends = line_feeds(&whole[..length]) as u64;
        // Without its line feed the last line may still be whole.
        assert!(study.journal.n == ends || study.journal.n == ends + 1, "at {length}");
        assert!(study.journal.n <= total);
    }
}

#[test]
fn e01_no_final_newline_before_the_append() {
    let dir = tempfile::tempdir().unwrap();
    let path = cut_off(dir.path());
    put(&path, journal(&path).trim_ascii_end());
    assert_eq!(go_on(&path), vec![]);
}

#[test]
fn e01_empty_file_and_missing_file() {
    for missing in [false, true] {
        let dir = tempfile::tempdir().unwrap();
        let path = cut_off(dir.path());
        put(&path, b"");
        if missing {
            fs::remove_file(journal_path(&path)).unwrap();
        }
        assert_eq!(go_on(&path), vec![]);
    }
}

#[test]
fn e01_carriage_returns() {
    let dir = tempfile::tempdir().unwrap();
    let path = cut_off(dir.path());
    let text = String::from_utf8(journal(&path)).unwrap();
    put(&path, text.replace('\n', "\r\n"));
    assert_eq!(go_on(&path), vec![Note::CarriageReturns]);
}

#[test]
fn e01_null_blank_duplicate_and_foreign_lines() {
    let dir = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let path = cut_off(dir.path());
    let foreign_path = other.path().join("study.json");
    let mut foreign = StudyStore::create(&foreign_path, header(3), StoreOptions::default()).unwrap();
    foreign.record(&setup("heuristic")[0]).unwrap();
    let foreign_line = String::from_utf8(journal(&foreign_path)).unwrap();
    let text = String::from_utf8(journal(&path)).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    put(&path, format!("{first}\nnull\n\n{first}\n{foreign_line}{rest}"));
    let notes = go_on(&path);
    let study = foreign.study().id().to_owned();
    assert_eq!(
        notes,
        vec![
            Note::Empty { line: 2 },
            Note::Empty { line: 3 },
            Note::Duplicate { line: 4, n: 1 },
            Note::Foreign { line: 5, study },
        ]
    );
}

#[test]
fn what_was_changed_is_refused_by_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = cut_off(dir.path());
    let text = String::from_utf8(journal(&path)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let with = |number: usize, line: &str| {
        let mut lines = lines.clone();
        lines[number - 1] = line;
        lines.join("\n") + "\n"
    };
    let changed = lines[3]
        .replace("three lands", "four lands")
        .replace("no land", "one land");
    let last = lines.len();
    let last_changed = lines[last - 1].replace("\"handSize\":7", "\"handSize\":6");
    let gone: Vec<&str> = lines
        .iter()
        .enumerate()
        .filter(|(i, _)| *i != 4)
        .map(|(_, l)| *l)
        .collect();
    let swapped = {
        let mut lines = lines.clone();
        lines.swap(4, 5);
        lines.join("\n") + "\n"
    };
    for (bytes, place) in [
        (with(4, &changed), "line 4"),
        (with(4, "{\"half"), "line 4"),
        (with(last, &last_changed), &*format!("line {last}")),
        (with(last, "{}"), &*format!("line {last}")),
        (gone.join("\n") + "\n", "line 5"),
        (swapped, "line 5"),
    ] {
        put(&path, &bytes);
        let error = store::read(&path).unwrap_err().to_string();
        assert!(error.contains(place), "{place}: {error}");
        assert!(StudyStore::open_for_writing(&path, StoreOptions::default()).is_err());
        assert_eq!(journal(&path), bytes.as_bytes(), "a refused journal is not touched");
        let check = store::verify(&path).unwrap();
        assert!(!check.problems.is_empty());
    }
}

#[test]
fn e02_a_resume_keeps_finished_work_and_history() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("study.json");
    let mut store = StudyStore::create(&path, header(25), StoreOptions::default()).unwrap();
    for event in setup("first").into_iter().chain((0..30).flat_map(|g| game("first", g))) {
        store.append(&event).unwrap();
    }
    store.commit().unwrap();
    drop(store);
    let first = store::read(&path).unwrap().study;
    // Run B ends before it has done anything.
    drop(StudyStore::open_for_writing(&path, StoreOptions::default()).unwrap());
    let mut store = StudyStore::open_for_writing(&path, StoreOptions::default()).unwrap();
    let left = remaining(store.study(), "first");
    assert_eq!(left.len(), 20);
    for event in left.into_iter().flatten() {
        store.append(&event).unwrap();
    }
    let study = store.finish().unwrap();
    for (number, played) in &first.actors["first"].games {
        assert_eq!(study.actors["first"].games.get(number), Some(played));
    }
    assert_eq!(
        record_bytes(&study, "first"),
        record_bytes(&uninterrupted(25, &["first"]), "first")
    );
    let check = store::verify(&path).unwrap();
    assert_eq!((check.problems, check.revisions), (vec![], 1));
}

#[test]
fn checkpoints_are_rare_and_each_prior_one_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("study.json");
    let mut store = StudyStore::create(&path, header(400), StoreOptions::default()).unwrap();
    for event in remaining(store.study(), "first").into_iter().flatten() {
        store.append(&event).unwrap();
        if matches!(event, Event::GameFinished { .. }) {
            store.commit().unwrap();
        }
    }
    let study = store.finish().unwrap();
    let revisions = study.journal.revision;
    assert!((3..14).contains(&revisions), "{revisions} revisions for 3,000 lines");
    let check = store::verify(&path).unwrap();
    assert_eq!((check.problems, check.revisions), (vec![], revisions));
}

#[test]
fn a_restart_leaves_the_other_actors_byte_for_byte() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("study.json");
    let mut store = StudyStore::create(&path, header(2), StoreOptions::default()).unwrap();
    for actor in ["deepseek", "heuristic"] {
        for event in remaining(store.study(), actor).into_iter().flatten() {
            store.append(&event).unwrap();
        }
    }
    let before = record_bytes(store.study(), "heuristic");
    let other = Event::ActorStarted {
        actor: "deepseek".to_owned(),
        provenance: turnzero_datasets::Provenance {
            details: [("temperature".to_owned(), "0.7".to_owned())].into(),
            ..provenance("deepseek")
        },
    };
    let error = store.append(&other).unwrap_err();
    assert_eq!(error.exit_code(), 4);
    let text = error.to_string();
    assert!(
        text.contains("temperature") && text.contains("--restart-deepseek"),
        "{text}"
    );
    let restart = Event::Restarted {
        actor: "deepseek".to_owned(),
        at: "20261130T000000Z".to_owned(),
    };
    store.record(&restart).unwrap();
    store.record(&other).unwrap();
    let study = store.finish().unwrap();
    assert_eq!(record_bytes(&study, "heuristic"), before);
    assert_eq!((study.restarts.len(), study.restarts[0].games), (1, 4));
    assert_eq!(study.actors["deepseek"].games.len(), 0);
    assert_eq!(store::verify(&path).unwrap().problems, vec![]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn damaged_journals_give_a_prefix_or_an_error(
        cut in any::<prop::sample::Index>(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let dir = tempfile::tempdir().unwrap();
        let path = cut_off(dir.path());
        let whole = store::read(&path).unwrap().study;
        let mut bytes = journal(&path);
        bytes.truncate(cut.index(bytes.len()) + 1);
        for (place, value) in flips {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        put(&path, &bytes);
        if let Ok(loaded) = store::read(&path) {
            prop_assert!(loaded.study.journal.n <= whole.journal.n);
            for (actor, record) in &loaded.study.actors {
                for (number, game) in &record.games {
                    let other = &whole.actors[actor].games[number];
                    prop_assert_eq!(&game.decisions[..], &other.decisions[..game.decisions.len()]);
                }
            }
            prop_assert!(StudyStore::open_for_writing(&path, StoreOptions::default()).is_ok());
        }
        store::verify(&path).unwrap();
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse_journal(&bytes);
        let _ = parse_rows(&bytes);
        prop_assert!(parse_study(&bytes).is_err());
    }

    #[test]
    fn odd_json_is_read_without_panic(text in "[{}\\[\\]\":,0-9eE+.nul\\\\\n -]{0,120}") {
        let _ = parse_journal(text.as_bytes());
        let _ = parse_rows(text.as_bytes());
        prop_assert!(parse_study(text.as_bytes()).is_err());
    }
}

#[test]
fn a_study_with_one_byte_changed_is_refused_or_equal() {
    let study = uninterrupted(1, &["heuristic"]);
    let bytes = study.to_bytes().unwrap();
    assert_eq!(parse_study(&bytes).unwrap(), study);
    for place in (0..bytes.len()).step_by(7) {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        if let Ok(read) = parse_study(&changed) {
            assert_eq!(read, study, "byte {place}");
        }
    }
}
