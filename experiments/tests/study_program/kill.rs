//! `kill -9` at random moments (cases E01, E02, E10): what was shown as saved is there, going on
//! gives the record of an uninterrupted run, and the same checks fail for stores that promise less.

use crate::support::{Dice, HUMAN, Home, finished};
use crate::terminal::Terminal;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;
use turnzero_datasets::{ActorRecord, Error, store};

const STUDY: &str = "k.json";

fn arguments<'a>(pilot: &'a str, games: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let args = [
        "mulligans",
        "--pilot",
        pilot,
        "--games",
        games,
        "--base-seed",
        "kill",
        "--output",
        STUDY,
    ];
    [&args, more].concat()
}

/// What a reader finds of an actor; `None` where a mutant has left a study that every reader refuses.
fn found(home: &Home, actor: &str, durability: &[&str]) -> Option<ActorRecord> {
    match store::read(&home.path(STUDY)) {
        Ok(loaded) => Some(loaded.study.actors.get(actor).cloned().unwrap_or_default()),
        Err(Error::Missing { .. }) => Some(ActorRecord::default()),
        Err(Error::Tampered { .. }) if !durability.is_empty() => None,
        Err(error) => panic!("{error}"),
    }
}

/// Decisions that the person made, as they are on disk.
fn stored(home: &Home, durability: &[&str]) -> Option<usize> {
    let record = found(home, HUMAN, durability)?;
    let decisions = record.games.values().flat_map(|game| &game.decisions);
    Some(decisions.filter(|decision| !decision.automatic).count())
}

/// What `study verify` finds: nothing in a whole store.
fn damage(home: &Home, durability: &[&str]) -> usize {
    if !home.path(STUDY).exists() {
        return 0;
    }
    let answer = home.study(&["verify", STUDY]);
    assert!(answer.code == 0 || !durability.is_empty(), "{answer:?}");
    usize::from(answer.code != 0)
}

/// What the person on the pipe saw and did.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Decisions shown as saved.
    saved: usize,
    /// Decisions whose reason was typed.
    typed: usize,
}

/// Answers as a function of the screen alone, so that a resumed session answers the same.
fn person(mut keyboard: ChildStdin, mut screen: ChildStdout, asked: &Sender<()>) -> Seen {
    let mut seen = Seen::default();
    let mut text = String::new();
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = screen.read(&mut bytes) {
        text.push_str(&String::from_utf8_lossy(&bytes[..count]));
        // The final hand of the game before is no part of this question.
        let question = text.rfind("\nhand ").map_or("", |at| &text[at..]);
        let answer = if text.ends_with("for help)> ") {
            if question.contains("; first hand;") {
                if question.contains("Sol Ring") { "k" } else { "m" }
            } else if question.contains("after 1 mulligan;") {
                "mu"
            } else {
                "ku"
            }
        } else if text.ends_with("to the bottom> ") {
            "1"
        } else if text.ends_with("own phrases)> ") {
            seen.typed += 1;
            // Nobody may be waiting for it any more.
            let _ = asked.send(());
            "because"
        } else {
            continue;
        };
        seen.saved += text.lines().filter(|line| line.ends_with("saved")).count();
        text.clear();
        if keyboard.write_all(format!("{answer}\n").as_bytes()).is_err() {
            break;
        }
    }
    seen.saved += text.lines().filter(|line| line.ends_with("saved")).count();
    seen
}

/// When to kill a process.
#[derive(Clone, Copy)]
enum Kill {
    Never,
    /// This long after its start.
    AfterStart(Duration),
    /// This long after its first work was seen.
    AfterWork(Duration),
}

impl Kill {
    /// One in four anywhere from the start on, the others amid the work.
    fn random(dice: &mut Dice, work_micros: u64) -> Self {
        if dice.below(4) == 0 {
            Self::AfterStart(Duration::from_micros(dice.below(40_000)))
        } else {
            Self::AfterWork(Duration::from_micros(dice.below(work_micros)))
        }
    }
}

/// Lets a person play until the kill, or to the end.
fn play_human(home: &Home, games: &str, durability: &[&str], kill: Kill) -> (Seen, bool) {
    let mut child = home.typing(&arguments(HUMAN, games, durability));
    let (keyboard, screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (asked, first) = channel();
    let player = std::thread::spawn(move || person(keyboard, screen, &asked));
    if let Kill::AfterWork(_) = kill {
        // Fails at once when the process ends without a question.
        let _ = first.recv();
    }
    if let Kill::AfterStart(delay) | Kill::AfterWork(delay) = kill {
        std::thread::sleep(delay);
        child.kill().unwrap(); // SIGKILL
    }
    let ended = child.wait().unwrap().success();
    (player.join().unwrap(), ended)
}

/// Kills `wanted` human sessions; gives how many decisions were shown as saved and are gone.
fn kill_humans(wanted: u32, durability: &[&str]) -> usize {
    let games = "10";
    let whole = Home::new();
    assert!(play_human(&whole, games, &[], Kill::Never).1);
    let expected = whole.record(STUDY, HUMAN);
    let mut dice = Dice(11);
    let (mut kills, mut amid, mut lost) = (0, 0, 0);
    while kills < wanted {
        let home = Home::new();
        loop {
            let Some(before) = stored(&home, durability) else {
                return lost + 1;
            };
            let kill = if kills < wanted {
                Kill::random(&mut dice, 12_000)
            } else {
                Kill::Never
            };
            let (seen, ended) = play_human(&home, games, durability, kill);
            let Some(after) = stored(&home, durability) else {
                return lost + 1;
            };
            kills += u32::from(!ended);
            amid += u32::from(!ended && seen.typed > 0);
            lost += (before + seen.saved).saturating_sub(after);
            if !durability.is_empty() && lost > 0 {
                return lost;
            }
            assert!(
                after <= before + seen.typed,
                "more is stored than was typed: {before}, {seen:?}, {after}"
            );
            assert!(
                before + seen.typed <= after + 1,
                "more than the decision in flight is gone: {before}, {seen:?}, {after}"
            );
            lost += damage(&home, durability);
            if ended {
                assert!(
                    home.record(STUDY, HUMAN) == expected,
                    "the record differs after {kills} kills"
                );
                break;
            }
        }
    }
    assert!(
        amid * 4 > kills,
        "only {amid} of {kills} kills came in the middle of work"
    );
    lost
}

#[test]
fn a_human_loses_at_most_the_decision_in_flight() {
    assert_eq!(kill_humans(100, &[]), 0);
}

#[test]
fn without_fsync_the_same_check_fails_for_a_human() {
    assert!(
        kill_humans(60, &["--durability-mutant", "no-fsync"]) > 0,
        "the mutant survived"
    );
}

/// The highest number of games that the progress bar showed.
fn shown(screen: &str, total: usize) -> usize {
    let end = format!("/{total} games");
    let parts = screen.split(&end);
    parts
        .filter_map(|part| part.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
        .filter(|count| *count <= total)
        .max()
        .unwrap_or(0)
}

/// Kills `wanted` runs of a deterministic actor; gives how many games were shown as played and are gone.
fn kill_machines(wanted: u32, durability: &[&str]) -> usize {
    let (games, total) = ("40", 80);
    let whole = Home::new();
    whole.study(&arguments("heuristic", games, &[])).expect(0);
    let expected = whole.record(STUDY, "heuristic");
    let mut dice = Dice(12);
    let (mut kills, mut amid, mut lost) = (0, 0, 0);
    while kills < wanted {
        let home = Home::new();
        loop {
            let mut terminal = Terminal::start(home.study_command(&arguments("heuristic", games, durability)));
            if kills < wanted {
                match Kill::random(&mut dice, 25_000) {
                    Kill::AfterWork(delay) => {
                        terminal.until_or_end(" games");
                        std::thread::sleep(delay);
                    }
                    Kill::AfterStart(delay) => std::thread::sleep(delay),
                    Kill::Never => {}
                }
                let before = found(&home, "heuristic", durability);
                terminal.kill();
                let (code, screen) = terminal.end();
                kills += u32::from(code == 137);
                let (Some(before), Some(after)) = (before, found(&home, "heuristic", durability)) else {
                    return lost + 1;
                };
                let (before, after) = (finished(Some(&before)), finished(Some(&after)));
                amid += u32::from(code == 137 && after > 0 && after < total);
                let promised = before.max(shown(&screen, total));
                lost += promised.saturating_sub(after);
            } else {
                assert_eq!(terminal.end().0, 0);
            }
            lost += damage(&home, durability);
            if !durability.is_empty() && lost > 0 {
                return lost;
            }
            if home.path(STUDY).exists() && home.load(STUDY).complete("heuristic") {
                assert!(
                    home.record(STUDY, "heuristic") == expected,
                    "the record differs after {kills} kills"
                );
                break;
            }
        }
    }
    assert!(
        amid * 4 > kills,
        "only {amid} of {kills} kills came in the middle of work"
    );
    lost
}

#[test]
fn a_deterministic_actor_loses_at_most_the_game_in_flight() {
    assert_eq!(kill_machines(100, &[]), 0);
}

#[test]
fn without_fsync_the_same_check_fails_for_a_machine() {
    assert!(
        kill_machines(60, &["--durability-mutant", "no-fsync"]) > 0,
        "the mutant survived"
    );
}

/// Kills runs at the moment the checkpoint is replaced; gives the problems that `study verify` finds.
fn cut_at_replacement(attempts: u32, durability: &[&str]) -> Vec<String> {
    for attempt in 0..attempts {
        let home = Home::new();
        home.study(&arguments("heuristic", "20", &[])).expect(0);
        let path = home.path(STUDY);
        let inode = || std::fs::metadata(&path).map(|meta| meta.ino()).ok();
        let before = inode();
        let pilot = format!("random:{attempt}");
        let mut child = home
            .study_command(&arguments(&pilot, "20", durability))
            .spawn()
            .unwrap();
        while inode() == before && child.try_wait().unwrap().is_none() {}
        child.kill().unwrap();
        child.wait().unwrap();
        let answer = home.study(&["verify", STUDY, "--json"]);
        let problems = answer.object()["problems"].as_array().unwrap().clone();
        if !problems.is_empty() {
            assert_eq!(answer.code, 1);
            return problems
                .iter()
                .map(|problem| problem.as_str().unwrap().to_owned())
                .collect();
        }
        home.study(&arguments(&pilot, "20", &[])).expect(0);
        home.verified(STUDY);
    }
    Vec::new()
}

#[test]
fn a_cut_at_the_replacement_of_the_checkpoint_costs_nothing() {
    assert_eq!(cut_at_replacement(10, &[]), Vec::<String>::new());
}

#[test]
fn renaming_before_the_history_is_stored_is_found() {
    let problems = cut_at_replacement(40, &["--durability-mutant", "rename-before-history"]);
    assert!(
        problems.iter().any(|problem| problem.contains("history")),
        "the mutant survived: {problems:?}"
    );
}

#[test]
fn a_first_writer_cut_off_at_its_first_line_can_go_on() {
    let whole = Home::new();
    whole.study(&arguments("heuristic", "3", &[])).expect(0);
    let header = whole.load(STUDY).header;
    let home = Home::new();
    drop(
        turnzero_datasets::StudyStore::create(&home.path(STUDY), header, turnzero_datasets::StoreOptions::default())
            .unwrap(),
    );
    home.study(&arguments("heuristic", "3", &[])).expect(0);
    assert!(whole.record(STUDY, "heuristic") == home.record(STUDY, "heuristic"));
    home.verified(STUDY);
}

/// A session that waits at a prompt after this many saved decisions.
fn waiting(home: &Home, decisions: usize) -> Child {
    let mut child = home.typing(&arguments(HUMAN, "3", &[]));
    let keys = "k\nbecause\n".repeat(decisions);
    child.stdin.as_mut().unwrap().write_all(keys.as_bytes()).unwrap();
    let mut text = String::new();
    let mut bytes = [0; 4096];
    let screen = child.stdout.as_mut().unwrap();
    while text.matches("for help)> ").count() <= decisions {
        let count = screen.read(&mut bytes).unwrap();
        assert_ne!(count, 0, "{text}");
        text.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    child
}

#[test]
fn e10_a_second_writer_is_told_who_writes() {
    let home = Home::new();
    let mut first = waiting(&home, 1);
    let before = home.files("");
    for args in [
        arguments("heuristic", "3", &[]),
        arguments(HUMAN, "3", &[]),
        vec!["mulligans", "--restart-human", "--output", STUDY],
    ] {
        let second = home.typed(&args, "k\nbecause\n");
        assert_eq!(second.code, 4, "{second:?}");
        assert!(second.err.contains(&first.id().to_string()), "{second:?}");
        assert!(second.err.contains(STUDY) && second.err.contains("20"), "{second:?}");
    }
    assert!(home.files("") == before, "the second writer changed a file");
    // Readers need no lock.
    home.study(&["report", STUDY]).expect(0);
    home.verified(STUDY);
    first.kill().unwrap(); // SIGKILL
    first.wait().unwrap();
    home.study(&arguments("heuristic", "3", &[])).expect(0);
    assert_eq!(stored(&home, &[]), Some(1));
    home.verified(STUDY);
}

#[test]
fn e01_a_torn_tail_costs_one_record_and_is_kept_aside() {
    for tail in ["{\"n\":7,\"prev\":\"ab", "{", "null"] {
        let home = Home::new();
        let mut first = waiting(&home, 2);
        first.kill().unwrap();
        first.wait().unwrap();
        let journal = home.path("k.journal.jsonl");
        let mut file = std::fs::OpenOptions::new().append(true).open(&journal).unwrap();
        file.write_all(tail.as_bytes()).unwrap();
        let read = home.study(&["verify", STUDY]);
        assert!(read.err.contains("warning"), "{read:?}");
        let resumed = home.typed(&arguments(HUMAN, "3", &[]), "q\n");
        resumed.expect(0);
        assert!(
            resumed.err.contains("warning") && resumed.err.contains("line "),
            "{resumed:?}"
        );
        assert!(resumed.out.contains("hand 3/6"), "{resumed:?}");
        assert_eq!(stored(&home, &[]), Some(2));
        let torn = format!("{tail}\n").into_bytes();
        let aside = home
            .files("")
            .iter()
            .any(|(path, bytes)| *path != journal && *bytes == torn);
        // A whole `null` is a line that holds no entry: it is passed over where it stands.
        assert!(aside || tail == "null", "the torn bytes are gone");
        home.verified(STUDY);
    }
}
