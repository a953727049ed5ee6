//! Whether a study is what the events of its life add up to.

use std::fs;
use std::path::Path;

use crate::canonical;
use crate::error::{Error, IoContext, Result};
use crate::history::{self, History};
use crate::journal::{self, Journal, Link, Note};
use crate::store;
use crate::study::{Problem, Study};

/// What a check of a study found.
#[derive(Debug, Clone, PartialEq)]
pub struct Verification {
    /// Everything that is wrong; empty for a whole study.
    pub problems: Vec<Problem>,
    /// Prior checkpoints in the history.
    pub revisions: u64,
    /// Oddities that cost no record.
    pub notes: Vec<Note>,
    /// The study as far as it reads, for further checks; trust it only without problems.
    pub study: Option<Study>,
}

/// Checks a study completely: digests, chain, history, and that the events of its whole life add
/// up to the checkpoint. Problems of content are listed, not errors.
///
/// # Errors
/// [`Error::Missing`] or [`Error::Io`] when the files cannot be read at all.
pub fn verify(path: &Path) -> Result<Verification> {
    store::fingerprint(path)?;
    let history = History::of(path);
    let revisions = history.revisions()?;
    let mut found = Verification {
        problems: Vec::new(),
        revisions,
        notes: Vec::new(),
        study: None,
    };
    if let Err(error) = verify_into(path, &history, &mut found) {
        found.problems.push(Problem::new("unreadable", error.to_string()));
    }
    Ok(found)
}

fn verify_into(path: &Path, history: &History, found: &mut Verification) -> Result<()> {
    let bytes = fs::read(path).doing("read", path)?;
    let (checkpoint, problems) = Study::from_bytes_with_problems(path, &bytes)?;
    found.problems.extend(problems);
    let last = history.last_checkpoint()?;
    if checkpoint.journal.revision > last {
        let text = format!(
            "revisions {} to {} are not in .history",
            last + 1,
            checkpoint.journal.revision
        );
        found.problems.push(Problem::new("history_missing", text));
    }
    for number in 1..=checkpoint.journal.revision.min(last) {
        let problem = match history.checkpoint(number) {
            Ok(Some(bytes)) => Study::from_bytes(Path::new("revision"), &bytes).err(),
            Ok(None) => {
                let text = format!("revision {number} is not in .history");
                found.problems.push(Problem::new("history_missing", text));
                None
            }
            Err(error) => Some(error),
        };
        if let Some(error) = problem {
            let text = format!("revision {number}: {error}");
            found.problems.push(Problem::new("history_damaged", text));
        }
    }
    match store::read_journal(path) {
        Err(error) => {
            found.problems.extend(life(path, &checkpoint, &Journal::default())?);
            found.problems.push(Problem::new("journal", error.to_string()));
            found.study = Some(checkpoint);
        }
        Ok((journal, mut notes)) => {
            let mut whole = checkpoint.clone();
            let late = store::fold(path, &mut whole, &journal, &mut notes).map_err(Error::from);
            found.problems.extend(life(path, &checkpoint, &journal)?);
            if let Some(error) = late.err() {
                let problem = Problem::new("journal", error.to_string());
                if !found.problems.contains(&problem) {
                    found.problems.push(problem);
                }
            }
            found.notes = notes;
            found.study = Some(whole);
        }
    }
    Ok(())
}

/// Refuses a checkpoint that its events do not add up to, as every reader must: a digest made to fit tells nothing.
/// Prior checkpoints are not read, since nothing of the study rests on them.
///
/// # Errors
/// [`Error::Tampered`] names file, record and remedy.
pub(crate) fn require_whole(path: &Path, checkpoint: &Study, journal: &Journal) -> Result<()> {
    match life(path, checkpoint, journal)?.into_iter().next() {
        None => Ok(()),
        Some(problem) => Err(Error::Tampered {
            file: path.to_path_buf(),
            problem: problem.message,
        }),
    }
}

/// The whole life of the study replayed from its header up to the checkpoint: what does not fit.
fn life(path: &Path, checkpoint: &Study, journal: &Journal) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    let mut replayed = Study::new(checkpoint.header.clone())?;
    let upto = checkpoint.journal.n;
    for (last, segment_path) in History::of(path).journals()? {
        if last > upto {
            // Stored for a checkpoint that was never written; the journal still has it.
            continue;
        }
        let step = history::read(&segment_path)
            .and_then(|bytes| journal::parse(&segment_path, &bytes))
            .and_then(|segment| replay(&segment_path, &mut replayed, &segment, u64::MAX, &mut Vec::new()));
        if let Err(error) = step {
            problems.push(Problem::new("history_damaged", error.to_string()));
        }
    }
    // A writer cut off before the reset leaves the last segment in place: it counts once.
    let journal_path = journal::journal_path(path);
    if let Err(error) = replay(&journal_path, &mut replayed, journal, upto, &mut Vec::new()) {
        problems.push(Problem::new("journal", error.to_string()));
    }
    if problems.is_empty() && replayed.journal.n < upto {
        let text = format!(
            "events {} to {upto} are neither in .history (files {}.n….jsonl.zst) nor in the journal",
            replayed.journal.n + 1,
            path.file_name().unwrap_or_default().to_string_lossy()
        );
        problems.push(Problem::new("history_missing", text));
    }
    replayed.journal.revision = checkpoint.journal.revision;
    if canonical::bytes(checkpoint)? != canonical::bytes(&replayed)? {
        let (left, right) = (canonical::to_value(checkpoint)?, canonical::to_value(&replayed)?);
        let place = canonical::first_difference(&left, &right).unwrap_or_default();
        let text = format!("the checkpoint is not what its events add up to: {place}");
        problems.push(Problem::new("checkpoint_events", text));
    }
    Ok(problems)
}

/// Adds the entries of `journal` up to number `until`.
fn replay(file: &Path, study: &mut Study, journal: &Journal, until: u64, notes: &mut Vec<Note>) -> Result<()> {
    let early = Journal {
        entries: journal
            .entries
            .iter()
            .filter(|entry| entry.n <= until)
            .cloned()
            .collect(),
        ..Journal::default()
    };
    let mut link = Link {
        n: study.journal.n,
        head: study.journal.head.clone(),
    };
    let id = study.id().to_owned();
    for entry in journal::follow(file, &id, &mut link, &early, notes)? {
        store::apply_entry(file, study, entry)?;
    }
    study.journal.n = link.n;
    study.journal.head = link.head;
    Ok(())
}
