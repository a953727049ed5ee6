//! A study on disk: a checkpoint file and the journal of what happened since.
//!
//! `kill -9` at any moment loses at most what was appended and not yet committed. Readers take no
//! lock and see the state before or after a step, never half of one.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::atomic;
use crate::canonical;
use crate::clock;
use crate::error::{Error, IoContext, Result};
use crate::event::Event;
use crate::header::StudyHeader;
use crate::history::History;
use crate::integrity;
use crate::journal::{self, ChainFault, Journal, Link, Note};
use crate::lock::WriterLock;
use crate::study::Study;

pub use crate::integrity::{Verification, verify};

/// How carefully a store writes. Only [`Durability::Full`] keeps the promises; the others are
/// mutants with which tests show that the promises are really tested.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Durability {
    /// Everything is on disk before it counts as saved.
    #[default]
    Full,
    /// Mutant: a commit returns while its lines are still in a buffer of the process.
    NoFsync,
    /// Mutant: the new checkpoint replaces the old one before that is in the history.
    RenameBeforeHistory,
}

/// Moments between two steps of a write, for tests that end the process there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Journal lines are handed to the system, not yet synced.
    JournalWritten,
    /// Prior checkpoint and journal are in the history.
    HistoryStored,
    /// The new checkpoint is in place.
    CheckpointReplaced,
    /// The journal is empty again.
    JournalReset,
}

/// Called at every [`Stage`].
pub type StageHook = Box<dyn FnMut(Stage) + Send>;

/// How to open a store.
pub struct StoreOptions {
    /// Start time of this process, UTC, for the lock file.
    pub started: String,
    /// [`Durability::Full`] everywhere but in tests of the tests.
    pub durability: Durability,
    /// For tests only.
    pub hook: Option<StageHook>,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self {
            started: clock::now(),
            durability: Durability::Full,
            hook: None,
        }
    }
}

/// A study as a reader finds it.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded {
    /// Its state.
    pub study: Study,
    /// Warnings to show.
    pub notes: Vec<Note>,
}

/// A journal shorter than this is never worth a new checkpoint during a run.
const CHECKPOINT_LINES: u64 = 200;

/// The right and the means to write one study.
pub struct StudyStore {
    path: PathBuf,
    study: Study,
    journal: journal::Writer,
    history: History,
    checkpoint_bytes: u64,
    notes: Vec<Note>,
    options: StoreOptions,
    _lock: WriterLock,
}

impl StudyStore {
    /// Makes a new study with this header.
    ///
    /// # Errors
    /// [`Error::Exists`] when there is one, [`Error::Locked`] when another process is writing it.
    pub fn create(path: &Path, header: StudyHeader, options: StoreOptions) -> Result<Self> {
        // Before the lock, whose file would stay beside a link.
        atomic::refuse_symlink(path)?;
        let lock = WriterLock::acquire(path, &options.started)?;
        for taken in [path, &journal::journal_path(path)] {
            atomic::refuse_symlink(taken)?;
            if taken.exists() {
                return Err(Error::Exists {
                    path: taken.to_path_buf(),
                });
            }
        }
        let study = Study::new(header)?;
        let bytes = study.to_bytes()?;
        atomic::write(path, &bytes)?;
        Self::assemble(
            path,
            study,
            (0, bytes.len()),
            &Journal::default(),
            Vec::new(),
            lock,
            options,
        )
    }

    /// Opens a study to go on with it. A torn tail of its journal is set aside.
    ///
    /// # Errors
    /// [`Error::Missing`], [`Error::Symlink`], [`Error::NoFile`], [`Error::Locked`], [`Error::Tampered`], or
    /// [`Error::Bad`] naming file and line.
    pub fn open_for_writing(path: &Path, options: StoreOptions) -> Result<Self> {
        // Before the lock, whose file would stay beside what is no study.
        fingerprint(path)?;
        let lock = WriterLock::acquire(path, &options.started)?;
        fingerprint(path)?;
        atomic::sweep_temporaries(path)?;
        atomic::sweep_temporaries(&journal::journal_path(path))?;
        let bytes = fs::read(path).doing("read", path)?;
        let mut study = Study::from_bytes(path, &bytes)?;
        let checkpoint = (study.journal.n, bytes.len());
        let (journal, mut notes) = read_journal(path)?;
        integrity::require_whole(path, &study, &journal)?;
        fold(path, &mut study, &journal, &mut notes)?;
        Self::assemble(path, study, checkpoint, &journal, notes, lock, options)
    }

    fn assemble(
        path: &Path,
        study: Study,
        (stored, checkpoint_len): (u64, usize),
        journal: &Journal,
        notes: Vec<Note>,
        lock: WriterLock,
        options: StoreOptions,
    ) -> Result<Self> {
        let folded = Link {
            n: study.journal.n,
            head: study.journal.head.clone(),
        };
        let journal_path = journal::journal_path(path);
        let mut store = Self {
            path: path.to_path_buf(),
            journal: journal::Writer::open(journal_path, study.id(), folded, journal, options.durability)?,
            history: History::of(path),
            checkpoint_bytes: u64::try_from(checkpoint_len).unwrap_or(u64::MAX),
            study,
            notes,
            options,
            _lock: lock,
        };
        // A writer that was cut off between checkpoint and reset left entries that are inside
        // the checkpoint already.
        if store.journal.lines > 0 && store.study.journal.n == stored {
            let left = fs::read(store.journal.path()).doing("read", store.journal.path())?;
            store.history.store_journal(stored, &left)?;
            store.journal.reset()?;
        }
        Ok(store)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The state with every appended event; saved is what [`Self::commit`] has returned for.
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// Warnings from opening.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Adds an event to the current group; returns its number. It is not saved before
    /// [`Self::commit`], so nothing may be acted on or shown as saved before that.
    ///
    /// # Errors
    /// [`Error::Refused`] and [`Error::ProvenanceChanged`] change nothing.
    pub fn append(&mut self, event: &Event) -> Result<u64> {
        let bytes = canonical::bytes(event)?;
        self.study.apply(event)?;
        let n = self.journal.append(&bytes)?;
        self.mark();
        Ok(n)
    }

    /// Makes every appended event durable; rewrites the checkpoint when the journal has at least
    /// 200 lines and at least half the checkpoint's bytes.
    ///
    /// # Errors
    /// [`Error::Io`]; after a write that failed half-way only a fresh open goes on.
    pub fn commit(&mut self) -> Result<()> {
        let hook = &mut self.options.hook;
        self.journal.commit(|| {
            if let Some(hook) = hook {
                hook(Stage::JournalWritten);
            }
        })?;
        let long = self.journal.lines >= CHECKPOINT_LINES;
        if long && self.journal.bytes.saturating_mul(2) >= self.checkpoint_bytes {
            return self.checkpoint();
        }
        Ok(())
    }

    /// [`Self::append`] and [`Self::commit`] in one.
    ///
    /// # Errors
    /// As both.
    pub fn record(&mut self, event: &Event) -> Result<u64> {
        let n = self.append(event)?;
        self.commit()?;
        Ok(n)
    }

    /// Ends a run: commits and rewrites the checkpoint if anything happened since the last one.
    ///
    /// # Errors
    /// As [`Self::commit`].
    pub fn finish(mut self) -> Result<Study> {
        self.commit()?;
        if self.journal.lines > 0 {
            self.checkpoint()?;
        }
        Ok(self.study)
    }

    fn mark(&mut self) {
        let link = self.journal.link();
        self.study.journal.n = link.n;
        self.study.journal.head.clone_from(&link.head);
    }

    fn at(&mut self, stage: Stage) {
        if let Some(hook) = &mut self.options.hook {
            hook(stage);
        }
    }

    fn checkpoint(&mut self) -> Result<()> {
        let prior = fs::read(&self.path).doing("read", &self.path)?;
        let segment_path = self.journal.path().to_path_buf();
        let segment = fs::read(&segment_path).doing("read", &segment_path)?;
        let revision = self.study.journal.revision + 1;
        let last = self.study.journal.n;
        self.study.journal.revision = revision;
        let bytes = self.study.to_bytes();
        // In force only when the file is in place.
        self.study.journal.revision = revision - 1;
        let bytes = bytes?;
        let store_history = |history: &History| {
            history.store_checkpoint(revision, &prior)?;
            history.store_journal(last, &segment)
        };
        if self.options.durability == Durability::RenameBeforeHistory {
            atomic::write(&self.path, &bytes)?;
            self.at(Stage::CheckpointReplaced);
            self.journal.reset()?;
            self.at(Stage::JournalReset);
            store_history(&self.history)?;
            self.at(Stage::HistoryStored);
        } else {
            store_history(&self.history)?;
            self.at(Stage::HistoryStored);
            atomic::write(&self.path, &bytes)?;
            self.at(Stage::CheckpointReplaced);
            self.journal.reset()?;
            self.at(Stage::JournalReset);
        }
        self.study.journal.revision = revision;
        self.checkpoint_bytes = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        Ok(())
    }
}

/// Reads a study without a lock: the state before or after any write that is going on. A study that is not
/// what its chained events add up to is refused.
///
/// # Errors
/// [`Error::Missing`], [`Error::Symlink`], [`Error::NoFile`], [`Error::Tampered`], or [`Error::Bad`] naming
/// file and line.
pub fn read(path: &Path) -> Result<Loaded> {
    const ATTEMPTS: u32 = 40;
    let mut attempt = 0;
    loop {
        attempt += 1;
        let before = fingerprint(path)?;
        let bytes = fs::read(path).doing("read", path)?;
        let mut study = Study::from_bytes(path, &bytes)?;
        let (journal, mut notes) = read_journal(path)?;
        let whole = integrity::require_whole(path, &study, &journal);
        let folded = whole.and_then(|()| Ok(fold(path, &mut study, &journal, &mut notes)?));
        // A checkpoint that was replaced meanwhile does not belong to the journal read after it.
        let replaced = fingerprint(path)? != before;
        match folded {
            Ok(()) if !replaced => return Ok(Loaded { study, notes }),
            Err(error) if !replaced || attempt == ATTEMPTS => return Err(error),
            _ if attempt == ATTEMPTS => {
                return Err(Error::bad(
                    path,
                    "checkpoint",
                    "was replaced at every attempt to read it",
                    "run the command again",
                ));
            }
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// Size and time of a study file, which must be a regular one.
pub(crate) fn fingerprint(path: &Path) -> Result<(u64, Option<std::time::SystemTime>)> {
    atomic::refuse_symlink(path)?;
    match fs::metadata(path) {
        Ok(meta) if meta.is_file() => Ok((meta.len(), meta.modified().ok())),
        Ok(_) => Err(Error::NoFile {
            path: path.to_path_buf(),
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(Error::Missing {
            path: path.to_path_buf(),
        }),
        Err(error) => Err(error).doing("examine", path),
    }
}

pub(crate) fn read_journal(study: &Path) -> Result<(Journal, Vec<Note>)> {
    let path = journal::journal_path(study);
    let bytes = match fs::read(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        read => read.doing("read", &path)?,
    };
    let journal = journal::parse(&path, &bytes)?;
    let notes = journal.notes.clone();
    Ok((journal, notes))
}

/// Adds the entries after the checkpoint to the study.
pub(crate) fn fold(path: &Path, study: &mut Study, journal: &Journal, notes: &mut Vec<Note>) -> Result<(), ChainFault> {
    let file = journal::journal_path(path);
    let mut link = Link {
        n: study.journal.n,
        head: study.journal.head.clone(),
    };
    let id = study.id().to_owned();
    for entry in journal::follow(&file, &id, &mut link, journal, notes)? {
        apply_entry(&file, study, entry).map_err(ChainFault::Broken)?;
    }
    study.journal.n = link.n;
    study.journal.head = link.head;
    Ok(())
}

pub(crate) fn apply_entry(file: &Path, study: &mut Study, entry: &journal::Entry) -> Result<()> {
    let place = format!("line {}", entry.line);
    let remedy = "use the program that wrote it, or restore the study from .history";
    let event: Event = serde::Deserialize::deserialize(&entry.event)
        .map_err(|error: serde_json::Error| Error::bad(file, &place, error.to_string(), remedy))?;
    study
        .apply(&event)
        .map_err(|error| Error::bad(file, place, error.to_string(), remedy))
}
