//! `kill -9` at any moment of publishing: afterwards there is no bundle or a whole one, and a second attempt succeeds.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use turnzero_runs::{Shelf, unprotect, verify};

/// Tells the re-executed test where to publish, and as which attempt.
const CHILD: &str = "TURNZERO_TEST_PUBLISH";
const KILLS: u32 = 120;

/// Names and sizes like those of a real bundle, so that writing takes a while.
const FILES: [(&str, usize); 7] = [
    ("model.json", 30_000),
    ("metrics.json", 20_000),
    ("predictions.jsonl", 400_000),
    ("MODEL_CARD.md", 3_000),
    ("dataset.jsonl", 900_000),
    ("inputs/recipe.json", 400),
    ("inputs/0-study.json", 900_000),
];

fn content(name: &str, size: usize) -> Vec<u8> {
    name.bytes().cycle().take(size).collect()
}

/// Not a test by itself: the process that is killed.
#[test]
fn child() {
    let Ok(job) = std::env::var(CHILD) else {
        return;
    };
    let (folder, attempt) = job.split_once('\n').expect("a folder and an attempt");
    let shelf = Shelf::new(Path::new(folder));
    say("begun");
    let mut draft = shelf.begin().unwrap();
    for (name, size) in FILES {
        draft.add(name, &content(name, size)).unwrap();
    }
    draft
        .add("run.json", format!("{{\"attempt\":{attempt}}}").as_bytes())
        .unwrap();
    let bundle = draft.publish("20261130T223554Z", "mulligans").unwrap();
    shelf.set_latest(&bundle.name).unwrap();
    say("published");
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "\n{text}").unwrap();
    out.flush().unwrap();
}

fn spawn(runs: &Path, attempt: u32) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture", "--test-threads=1"])
        .env(CHILD, format!("{}\n{attempt}", runs.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Publishes and kills `delay` after the beginning; `None` lets it finish. Whether it said that it published.
fn publish(runs: &Path, attempt: u32, delay: Option<Duration>) -> bool {
    let mut child = spawn(runs, attempt);
    let mut lines = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    assert!(lines.any(|line| line == "begun"));
    if let Some(delay) = delay {
        std::thread::sleep(delay);
        child.kill().unwrap(); // SIGKILL
    }
    child.wait().unwrap();
    lines.any(|line| line == "published")
}

/// Every bundle that a reader finds is whole; gives their number.
fn whole(shelf: &Shelf) -> usize {
    let names = shelf.list().unwrap();
    for name in &names {
        let found = verify(&shelf.path().join(name)).unwrap();
        assert!(found.ok, "{name}: {:?}", found.problems);
        assert_eq!(shelf.resolve(name).unwrap(), shelf.path().join(name));
    }
    // The pointer names a whole bundle, or there is none yet.
    if shelf.path().join("latest").exists() {
        assert!(names.contains(&shelf.open("latest").unwrap().name));
    }
    names.len()
}

#[test]
fn a_killed_publish_leaves_no_bundle_or_a_whole_one() {
    let dir = tempfile::tempdir().unwrap();
    let runs = dir.path().join("spark/runs");
    let shelf = Shelf::new(&runs);
    let begun = Instant::now();
    assert!(publish(&runs, 0, None));
    let (mut usual, mut published) = (begun.elapsed(), whole(&shelf));
    assert_eq!(published, 1);
    let (mut seed, mut amid) = (7_u64, 0);
    for attempt in 1..=KILLS {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let share = u32::try_from(seed >> 40).unwrap() % 1_000;
        let said = publish(&runs, attempt, Some(usual * share / 1_000));
        let now = whole(&shelf);
        assert!(now == published || now == published + 1, "{now} after {published}");
        assert!(
            !said || now == published + 1,
            "a bundle that was said to be published is gone"
        );
        amid += u32::from(now == published);
        published = now;
        // A second attempt succeeds, whatever the first left behind.
        if attempt % 20 == 0 {
            let begun = Instant::now();
            assert!(publish(&runs, 1_000 + attempt, None), "after {attempt} kills");
            usual = begun.elapsed();
            published += 1;
            assert_eq!(whole(&shelf), published);
        }
    }
    assert!(
        amid * 4 > KILLS,
        "only {amid} of {KILLS} kills came before the bundle stood"
    );
    unprotect(dir.path()).unwrap();
}
