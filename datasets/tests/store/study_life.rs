//! The life of a study: undo, repeats, annotations, seals, and what `verify` sees.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fixture::{decided, finished, game, header, judgment, provenance, record_bytes, remaining, setup, started};
use turnzero_datasets::{
    Error, Event, GameStatus, HUMAN, Sealing, StoreOptions, Study, StudyStore, Timing, canonical, store,
};

fn study_with(events: impl IntoIterator<Item = Event>) -> Study {
    let mut study = Study::new(header(2)).unwrap();
    for event in events {
        study.apply(&event).unwrap();
    }
    study
}

fn undone(game: u32, supersedes: u32) -> Event {
    Event::Undone {
        actor: HUMAN.to_owned(),
        game,
        supersedes,
    }
}

fn unsealed() -> Event {
    Event::Unsealed {
        at: "20261130T000000Z".to_owned(),
        command: "study report".to_owned(),
    }
}

#[test]
fn undo_takes_back_from_a_decision_on_and_forgets_nothing() {
    let mut study = study_with(setup(HUMAN).into_iter().chain(game(HUMAN, 2)));
    let before = study.actors[HUMAN].games[&2].decisions.clone();
    study.apply(&undone(2, 1)).unwrap();
    let record = &study.actors[HUMAN];
    assert_eq!(record.games[&2].status, GameStatus::Open);
    assert_eq!(record.games[&2].decisions, before[..1]);
    assert_eq!(record.undone[0].decisions, before[1..]);
    assert_eq!(record.undone[0].supersedes, 1);
    for (index, decision) in (1..).zip(&before[1..]) {
        study.apply(&decided(HUMAN, 2, index, decision.clone())).unwrap();
    }
    study.apply(&finished(HUMAN, 2)).unwrap();
    let straight = study_with(setup(HUMAN).into_iter().chain(game(HUMAN, 2)));
    assert_eq!(record_bytes(&study, HUMAN), record_bytes(&straight, HUMAN));
    assert!(study.apply(&undone(2, 9)).is_err());
    assert!(study.apply(&undone(7, 0)).is_err());
}

#[test]
fn events_that_do_not_follow_change_nothing() {
    let mut study = study_with(setup("first").into_iter().chain([started("first", 0)]));
    let before = study.clone();
    let decision = judgment(0, 0, true, "");
    let mut foreign = decision.clone();
    foreign.chosen = turnzero_contract::ActionId(9);
    let mut odd = decision.clone();
    odd.report.as_mut().unwrap().p_keep = Some(1.5);
    let refused = [
        started("first", 0),
        started("first", 4),
        started("nobody", 1),
        decided("first", 0, 1, decision.clone()),
        decided("first", 1, 0, decision.clone()),
        decided("first", 0, 0, foreign),
        decided("first", 0, 0, odd),
        Event::Annotated {
            actor: "first".into(),
            game: 0,
            index: 0,
            reason: "x".into(),
        },
        Event::KnowledgeStored {
            sha256: "0".repeat(64),
            knowledge: 1.into(),
        },
        Event::ActorStarted {
            actor: " ".into(),
            provenance: provenance("x"),
        },
        Event::GameStarted {
            actor: "first".into(),
            game: 1,
            knowledge: "0".repeat(64),
        },
    ];
    for event in refused {
        assert!(matches!(study.apply(&event), Err(Error::Refused { .. })), "{event:?}");
        assert_eq!(study, before, "{event:?}");
    }
    study.apply(&decided("first", 0, 0, decision.clone())).unwrap();
    study.apply(&finished("first", 0)).unwrap();
    assert!(study.apply(&decided("first", 0, 1, decision)).is_err());
    let reset = Event::GameReset {
        actor: "first".into(),
        game: 0,
        why: String::new(),
    };
    assert!(study.apply(&reset).is_err(), "a finished game stays");
}

#[test]
fn timing_repeats_and_annotations_stand_outside_or_beside_the_record() {
    let mut study = study_with(setup(HUMAN).into_iter().chain([started(HUMAN, 0)]));
    let mut bare = judgment(0, 0, true, "");
    let timing = Timing {
        at: "20261130T000000Z".to_owned(),
        milliseconds: 1200,
    };
    study
        .apply(&Event::Decided {
            actor: HUMAN.to_owned(),
            game: 0,
            index: 0,
            decision: Box::new(bare.clone()),
            timing: Some(timing),
        })
        .unwrap();
    let without = record_bytes(&study, HUMAN);
    assert!(!String::from_utf8(without.clone()).unwrap().contains("20261130"));
    study
        .apply(&Event::Repeated {
            actor: HUMAN.to_owned(),
            game: 0,
            index: 0,
            decision: Box::new(bare.clone()),
        })
        .unwrap();
    assert_eq!(record_bytes(&study, HUMAN), without);
    assert_eq!(study.actors[HUMAN].repeats.len(), 1);
    let reason = "On review MULLIGAN".to_owned();
    study
        .apply(&Event::Annotated {
            actor: HUMAN.to_owned(),
            game: 0,
            index: 0,
            reason: reason.clone(),
        })
        .unwrap();
    let stored = &study.actors[HUMAN].games[&0].decisions[0];
    assert_eq!(stored.reason(), reason);
    assert_eq!(stored.report, bare.report, "what was said at the time stays");
    bare.report.as_mut().unwrap().reason = "said".to_owned();
    assert_eq!(bare.reason(), "said");
}

#[test]
fn machine_choices_are_sealed_while_a_human_is_under_way() {
    let machine: Vec<Event> = remaining(&Study::new(header(2)).unwrap(), "heuristic").concat();
    let mut study = study_with(machine);
    let batch = study.id().to_owned();
    let may = |study: &Study| Sealing::of([study]).may_show(&batch, "heuristic");
    assert!(may(&study), "no human yet");
    for event in setup(HUMAN) {
        study.apply(&event).unwrap();
    }
    assert!(may(&study), "a human who has answered nothing has not begun");
    study.apply(&started(HUMAN, 0)).unwrap();
    study.apply(&decided(HUMAN, 0, 0, judgment(0, 0, true, "x"))).unwrap();
    assert!(!may(&study));
    assert!(Sealing::of([&study]).may_show(&batch, HUMAN));
    assert_eq!(Sealing::of([&study]).sealed_batches(), [batch.as_str()]);
    let other_file = study_with(setup("heuristic"));
    assert!(!Sealing::of([&study, &other_file]).may_show(&batch, "heuristic"));
    let mut opened = study.clone();
    opened.apply(&unsealed()).unwrap();
    assert!(may(&opened));
    for event in remaining(&study, HUMAN).into_iter().flatten() {
        study.apply(&event).unwrap();
    }
    assert!(study.complete(HUMAN) && may(&study), "finished");
}

#[test]
fn answers_after_an_unsealing_are_marked() {
    let mut study = study_with(setup(HUMAN).into_iter().chain(game(HUMAN, 0)).chain([unsealed()]));
    for event in game(HUMAN, 1) {
        study.apply(&event).unwrap();
    }
    let marks = |number| {
        let decisions = &study.actors[HUMAN].games[&number].decisions;
        decisions
            .iter()
            .map(|decision| decision.unblinded)
            .collect::<Vec<bool>>()
    };
    assert!(marks(0).iter().all(|mark| !mark));
    assert!(marks(1).iter().all(|mark| *mark));
}

fn finished_study(dir: &Path) -> PathBuf {
    let path = dir.join("study.json");
    for actor in ["heuristic", "first"] {
        let mut store = if path.exists() {
            StudyStore::open_for_writing(&path, StoreOptions::default()).unwrap()
        } else {
            StudyStore::create(&path, header(2), StoreOptions::default()).unwrap()
        };
        for event in remaining(store.study(), actor).into_iter().flatten() {
            store.append(&event).unwrap();
        }
        store.finish().unwrap();
    }
    path
}

fn codes(path: &Path) -> Vec<String> {
    let problems = store::verify(path).unwrap().problems;
    problems.into_iter().map(|problem| problem.code).collect()
}

#[test]
fn verify_finds_a_machine_choice_changed_after_sealing_even_with_a_new_digest() {
    let dir = tempfile::tempdir().unwrap();
    let path = finished_study(dir.path());
    assert_eq!(codes(&path), Vec::<String>::new());
    let whole = fs::read(&path).unwrap();
    let text = String::from_utf8(whole.clone()).unwrap();
    fs::write(
        &path,
        text.replacen("\"chosen\":\"action-1\"", "\"chosen\":\"action-0\"", 1),
    )
    .unwrap();
    assert_eq!(codes(&path), ["checkpoint_digest", "checkpoint_events"]);
    assert!(store::read(&path).is_err(), "a changed study is not used");
    // A careful forger writes the digest anew: the events still tell.
    let mut value: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    value.as_object_mut().unwrap().remove("sha256");
    let digest = canonical::sha256_hex(&canonical::value_bytes(&value));
    value["sha256"] = digest.into();
    fs::write(&path, canonical::value_bytes(&value)).unwrap();
    assert_eq!(codes(&path), ["checkpoint_events"]);
    // So no reader and no writer uses it.
    let opened = StudyStore::open_for_writing(&path, StoreOptions::default()).err();
    for error in [store::read(&path).err(), opened] {
        let error = error.expect("a forged study is refused");
        assert!(matches!(error, Error::Tampered { .. }), "{error}");
        let text = error.to_string();
        for word in ["study.json", "decisions[0].chosen", "`study verify`"] {
            assert!(text.contains(word), "{word}: {text}");
        }
    }
    fs::write(&path, &whole).unwrap();
    assert_eq!(codes(&path), Vec::<String>::new());
}

#[test]
fn verify_finds_lost_and_damaged_history() {
    let dir = tempfile::tempdir().unwrap();
    let path = finished_study(dir.path());
    let history = dir.path().join(".history");
    assert_eq!(store::verify(&path).unwrap().revisions, 2);
    for name in crate::fixture::names(&history) {
        let file = history.join(&name);
        let bytes = fs::read(&file).unwrap();
        fs::remove_file(&file).unwrap();
        assert!(!codes(&path).is_empty(), "{name} removed");
        let mut changed = bytes.clone();
        let middle = changed.len() / 2;
        changed[middle] ^= 0x40;
        fs::write(&file, &changed).unwrap();
        assert!(!codes(&path).is_empty(), "{name} changed");
        fs::write(&file, &bytes).unwrap();
    }
    assert_eq!(codes(&path), Vec::<String>::new());
}

#[test]
fn a_study_is_made_once_and_a_missing_one_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let path = finished_study(dir.path());
    let before = fs::read(&path).unwrap();
    assert!(matches!(
        StudyStore::create(&path, header(2), StoreOptions::default()),
        Err(Error::Exists { .. })
    ));
    assert_eq!(fs::read(&path).unwrap(), before);
    let missing = dir.path().join("none.json");
    assert!(matches!(store::read(&missing), Err(Error::Missing { .. })));
    let opened = StudyStore::open_for_writing(&missing, StoreOptions::default());
    assert!(matches!(opened, Err(Error::Missing { .. })));
    assert!(!missing.exists());
}

#[cfg(unix)]
#[test]
fn links_are_not_written_through() {
    let dir = tempfile::tempdir().unwrap();
    let path = finished_study(dir.path());
    let link = dir.path().join("link.json");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let before = crate::fixture::names(dir.path());
    let opened = StudyStore::open_for_writing(&link, StoreOptions::default());
    assert!(matches!(opened, Err(Error::Symlink { .. })));
    let created = StudyStore::create(&link, header(2), StoreOptions::default());
    assert!(matches!(created, Err(Error::Symlink { .. })));
    assert!(matches!(store::read(&link), Err(Error::Symlink { .. })));
    assert!(
        matches!(store::verify(&link), Err(Error::Symlink { .. })),
        "no tampering"
    );
    assert_eq!(crate::fixture::names(dir.path()), before, "not even a lock is left");
}

#[test]
fn a_folder_is_no_study() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("s.json");
    fs::create_dir(&path).unwrap();
    let opened = StudyStore::open_for_writing(&path, StoreOptions::default()).err();
    for error in [opened, store::read(&path).err(), store::verify(&path).err()] {
        assert!(matches!(error, Some(Error::NoFile { .. })), "{error:?}");
    }
    assert_eq!(crate::fixture::names(dir.path()), ["s.json"]);
}

#[test]
fn a_study_without_its_history_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = finished_study(dir.path());
    let alone = dir.path().join("alone.json");
    fs::copy(&path, &alone).unwrap();
    let error = store::read(&alone).unwrap_err().to_string();
    assert!(error.contains("neither in .history"), "{error}");
    // A history that cannot be read is not an absent one.
    let history = dir.path().join(".history");
    fs::rename(&history, dir.path().join("away")).unwrap();
    fs::write(&history, "").unwrap();
    let error = store::read(&path).unwrap_err();
    assert!(matches!(error, Error::Io { .. }), "{error}");
}

#[test]
fn equal_runs_give_equal_checkpoints() {
    let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (a, b) = (finished_study(a.path()), finished_study(b.path()));
    assert_eq!(fs::read(a).unwrap(), fs::read(b).unwrap());
}

#[test]
fn absurd_numbers_are_refused_and_verify_ends() {
    for (n, revision) in [(u64::MAX, 0), (0, u64::MAX), (7, 1 << 40)] {
        let dir = tempfile::tempdir().unwrap();
        let path = finished_study(dir.path());
        let mut study = store::read(&path).unwrap().study;
        study.journal.n = n;
        study.journal.revision = revision;
        fs::write(&path, study.to_bytes().unwrap()).unwrap();
        assert!(!codes(&path).is_empty());
        if n != 7 {
            assert!(store::read(&path).is_err());
        }
    }
}
