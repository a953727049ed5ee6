//! `kill -9` at any moment: what was committed is there, the chain holds, and going on gives the
//! record of a run that was never interrupted. The same checks must fail for the mutants.
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::fixture::{header, names, record_bytes, remaining, uninterrupted};
use turnzero_datasets::{Durability, Error, Event, Stage, StoreOptions, StudyStore, lock_path, store};

/// Tells the re-executed test what to play: file, mode, durability, games, stage.
const CHILD: &str = "TURNZERO_TEST_CHILD";
const GAMES: u32 = 45;

fn spawn(job: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kill::child", "--nocapture", "--test-threads=1"])
        .env(CHILD, job)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn job(path: &Path, mode: &str, durability: &str, stage: &str) -> String {
    format!("{}\n{mode}\n{durability}\n{stage}", path.display())
}

/// Not a test by itself: the process that is killed.
#[test]
fn child() {
    let Ok(job) = std::env::var(CHILD) else {
        return;
    };
    let [path, mode, durability, stage] = job.split('\n').collect::<Vec<_>>()[..] else {
        panic!("four lines");
    };
    let path = Path::new(path);
    match mode {
        "hold" => {
            let _store = StudyStore::open_for_writing(path, StoreOptions::default()).unwrap();
            say("holding");
            std::thread::sleep(Duration::from_mins(1));
        }
        "append" => append_often(path),
        _ => play(path, mode, options(durability, stage)),
    }
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "\n{text}").unwrap();
    out.flush().unwrap();
}

fn options(durability: &str, stage: &str) -> StoreOptions {
    let durability = match durability {
        "no-fsync" => Durability::NoFsync,
        "rename-before-history" => Durability::RenameBeforeHistory,
        _ => Durability::Full,
    };
    let stage = stage.to_owned();
    StoreOptions {
        durability,
        hook: Some(Box::new(move |now: Stage| {
            if format!("{now:?}") == stage {
                std::process::abort();
            }
        })),
        ..StoreOptions::default()
    }
}

fn play(path: &Path, mode: &str, options: StoreOptions) {
    let mut store = if path.exists() {
        StudyStore::open_for_writing(path, options).unwrap()
    } else {
        StudyStore::create(path, header(GAMES), options).unwrap()
    };
    let actor = mode.to_owned();
    let open: Vec<u32> = store.study().actors.get(&actor).map_or(vec![], |record| {
        let open = record
            .games
            .iter()
            .filter(|(_, game)| game.status == turnzero_datasets::GameStatus::Open);
        open.map(|(number, _)| *number).collect()
    });
    if mode == "local" {
        // A deterministic actor plays a cut-off game again from its beginning.
        for game in open {
            let why = "interrupted".to_owned();
            store
                .record(&Event::GameReset {
                    actor: actor.clone(),
                    game,
                    why,
                })
                .unwrap();
        }
    }
    for group in remaining(store.study(), &actor) {
        for event in group {
            let n = store.append(&event).unwrap();
            if mode == "human" {
                store.commit().unwrap();
                say(&format!("saved {n}"));
            }
        }
        if mode == "local" {
            let n = store.study().journal.n;
            store.commit().unwrap();
            say(&format!("saved {n}"));
        }
    }
    store.finish().unwrap();
    say("finished");
}

fn append_often(path: &Path) {
    for number in 0..25 {
        let entry = serde_json::json!({"pid": std::process::id(), "number": number});
        loop {
            match StudyStore::open_for_writing(path, StoreOptions::default()) {
                Ok(mut store) => {
                    store.record(&Event::Ledger { entry }).unwrap();
                    say("saved 1");
                    break;
                }
                Err(Error::Locked { .. }) => std::thread::sleep(Duration::from_millis(1)),
                Err(error) => panic!("{error}"),
            }
        }
    }
}

/// When to kill a process.
#[derive(Clone, Copy)]
enum Kill {
    Never,
    /// This long after it was started.
    AfterStart(Duration),
    /// This long after it saved something for the first time.
    AfterSave(Duration),
}

/// Runs the job to its end or its death; returns the highest number that it claimed to have
/// saved, and whether it finished.
fn run(job: &str, kill: Kill) -> (u64, bool) {
    let mut child = spawn(job);
    let out = child.stdout.take().unwrap();
    let (first, saved_first) = std::sync::mpsc::channel();
    let lines = std::thread::spawn(move || {
        let lines = BufReader::new(out).lines().map_while(Result::ok);
        let noting = lines.inspect(|line| {
            if line.starts_with("saved") {
                let _ = first.send(());
            }
        });
        noting.collect::<Vec<String>>()
    });
    if let Kill::AfterSave(_) = kill {
        // Fails at once when the process ends without having saved anything.
        let _ = saved_first.recv();
    }
    if let Kill::AfterStart(delay) | Kill::AfterSave(delay) = kill {
        std::thread::sleep(delay);
        child.kill().unwrap(); // SIGKILL
    }
    child.wait().unwrap();
    let lines = lines.join().unwrap();
    let saved = lines
        .iter()
        .filter_map(|line| line.strip_prefix("saved ")?.parse().ok())
        .max();
    (saved.unwrap_or(0), lines.iter().any(|line| line == "finished"))
}

/// Kills `wanted` processes; returns how many committed events were lost, over all kills.
fn stress(mode: &str, durability: &str, wanted: u32, mut seed: u64) -> u64 {
    let whole = uninterrupted(GAMES, &[mode]);
    let expected = record_bytes(&whole, mode);
    let (mut kills, mut amid, mut lost) = (0, 0, 0);
    while kills < wanted {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("study.json");
        let job = job(&path, mode, durability, "");
        loop {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let random = seed >> 33;
            let kill = match random % 4 {
                _ if kills >= wanted => Kill::Never,
                0 => Kill::AfterStart(Duration::from_micros(random % 20_000)),
                _ => Kill::AfterSave(Duration::from_micros(random % 8_000)),
            };
            let (saved, done) = run(&job, kill);
            kills += u32::from(!done);
            if !path.exists() {
                assert_eq!(saved, 0, "something was saved without a study");
                continue;
            }
            let loaded = match store::read(&path) {
                // Events that the checkpoint holds and no journal does.
                Err(Error::Tampered { .. }) if durability != "full" => return lost + 1,
                read => read.unwrap(),
            };
            amid += u32::from(!done && saved > 0);
            lost += saved.saturating_sub(loaded.study.journal.n);
            if kills.is_multiple_of(10) || done {
                let check = store::verify(&path).unwrap();
                assert_eq!(check.problems, vec![], "after {kills} kills");
            }
            if done {
                assert!(loaded.study.complete(mode));
                assert_eq!(record_bytes(&loaded.study, mode), expected);
                let left: Vec<String> = names(dir.path());
                assert!(!left.iter().any(|name| name.contains(".tmp-")), "{left:?}");
                break;
            }
            if durability != "full" && lost > 0 {
                return lost;
            }
        }
    }
    assert!(
        amid * 3 > kills,
        "only {amid} of {kills} kills came in the middle of work"
    );
    lost
}

#[test]
fn a_human_loses_at_most_the_decision_in_flight() {
    assert_eq!(stress("human", "full", 100, 1), 0);
}

#[test]
fn a_local_actor_loses_at_most_the_game_in_flight() {
    assert_eq!(stress("local", "full", 100, 2), 0);
}

#[test]
fn without_fsync_committed_decisions_are_lost() {
    assert!(stress("human", "no-fsync", 60, 3) > 0, "the mutant survived");
}

/// Ends the process at `stage`, goes on, and returns the problems of the finished study.
fn cut_at(stage: Stage, durability: &str) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("study.json");
    let (saved, done) = run(&job(&path, "human", durability, &format!("{stage:?}")), Kill::Never);
    assert!(!done, "{stage:?} was never reached");
    assert!(store::read(&path).unwrap().study.journal.n >= saved);
    let (_, done) = run(&job(&path, "human", durability, ""), Kill::Never);
    assert!(done);
    let study = store::read(&path).unwrap().study;
    let expected = uninterrupted(GAMES, &["human"]);
    assert_eq!(record_bytes(&study, "human"), record_bytes(&expected, "human"));
    let check = store::verify(&path).unwrap();
    check.problems.into_iter().map(|problem| problem.code).collect()
}

#[test]
fn a_cut_between_any_two_steps_costs_nothing() {
    for stage in [
        Stage::JournalWritten,
        Stage::HistoryStored,
        Stage::CheckpointReplaced,
        Stage::JournalReset,
    ] {
        assert_eq!(cut_at(stage, "full"), Vec::<String>::new(), "{stage:?}");
    }
}

#[test]
fn renaming_before_the_history_is_stored_loses_a_revision() {
    let codes = cut_at(Stage::CheckpointReplaced, "rename-before-history");
    assert!(codes.iter().any(|code| code == "history_missing"), "{codes:?}");
}

#[test]
fn e10_the_second_writer_is_told_who_writes_and_kill_frees_the_study() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("study.json");
    StudyStore::create(&path, header(2), StoreOptions::default()).unwrap();
    let before = std::fs::read(&path).unwrap();
    let mut child = spawn(&job(&path, "hold", "full", ""));
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "holding"));
    match StudyStore::open_for_writing(&path, StoreOptions::default()) {
        Err(Error::Locked { pid, started, file }) => {
            assert_eq!(pid, child.id());
            assert_eq!(file, path);
            assert_eq!(started.len(), "20261130T000000Z".len());
        }
        Ok(_) => panic!("two writers"),
        Err(error) => panic!("{error}"),
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert!(store::read(&path).is_ok(), "readers take no lock");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(StudyStore::open_for_writing(&path, StoreOptions::default()).is_ok());
    assert!(lock_path(&path).exists(), "lock files are never unlinked");
}

#[test]
fn e10_eight_writers_lose_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("study.json");
    StudyStore::create(&path, header(2), StoreOptions::default()).unwrap();
    let children: Vec<Child> = (0..8).map(|_| spawn(&job(&path, "append", "full", ""))).collect();
    let mut successes = 0;
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        successes += String::from_utf8_lossy(&output.stdout).matches("saved 1").count();
    }
    assert_eq!(successes, 200);
    let study = store::read(&path).unwrap().study;
    assert_eq!(study.ledger.len(), successes);
    let distinct: std::collections::BTreeSet<String> = study.ledger.iter().map(ToString::to_string).collect();
    assert_eq!(distinct.len(), successes);
}

#[test]
fn e10_a_reader_never_sees_half_a_study() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("study.json");
    let mut child = spawn(&job(&path, "human", "full", ""));
    let mut reads = 0_u32;
    let mut last = 0;
    while child.try_wait().unwrap().is_none() {
        match store::read(&path) {
            Ok(loaded) => {
                assert!(loaded.study.journal.n >= last, "time ran backwards");
                last = loaded.study.journal.n;
                reads += 1;
            }
            Err(Error::Missing { .. }) => assert_eq!(last, 0),
            Err(error) => panic!("{error}"),
        }
    }
    assert!(reads > 5, "only {reads} reads");
    assert!(store::read(&path).unwrap().study.complete("human"));
}
