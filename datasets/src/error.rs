//! The errors of this crate: each names what was found where, and the remedy.

use std::io;
use std::path::{Path, PathBuf};

/// Everything that can go wrong with studies, datasets and their files.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An operating-system call failed.
    #[error("cannot {action} {path}: {source}", path = path.display())]
    Io {
        /// What was tried, as a verb phrase.
        action: &'static str,
        /// The file or folder concerned.
        path: PathBuf,
        /// The system's own answer.
        source: io::Error,
    },
    /// A path that is to be written or trusted is a symbolic link.
    #[error("{path} is a symbolic link; give the real path, or replace the link by the file", path = path.display())]
    Symlink {
        /// The link.
        path: PathBuf,
    },
    /// A path that should be a study file is a folder, a device or the like.
    #[error("{path} is no regular file and so no study; give the path of a file, such as `mine.json` under the data root", path = path.display())]
    NoFile {
        /// What stands there.
        path: PathBuf,
    },
    /// A study whose checkpoint, journal and history contradict each other.
    #[error("{file}: {problem}; nothing of it is used: `study verify` lists every problem, then restore the study with its journal and .history from a copy", file = file.display())]
    Tampered {
        /// The study file.
        file: PathBuf,
        /// The record concerned, and what is wrong with it.
        problem: String,
    },
    /// A value that JSON cannot hold exactly.
    #[error("{place}: {value} is not a finite number and JSON has no word for it; store null with a reason instead")]
    NotFinite {
        /// Path of the field inside the value, such as `metrics.folds[3].recall`.
        place: String,
        /// The number found.
        value: f64,
    },
    /// A value whose `Serialize` implementation failed or used keys that are no text.
    #[error("value cannot be written as JSON: {reason}")]
    Unwritable {
        /// serde's own words.
        reason: String,
    },
    /// A file is not what it should be.
    #[error("{file}: {place}: {problem}; {remedy}", file = file.display())]
    Bad {
        /// The file, or a name for bytes that came from elsewhere.
        file: PathBuf,
        /// Line or field, in words: `line 3`, `header.options.seats`.
        place: String,
        /// What is wrong.
        problem: String,
        /// What to do about it.
        remedy: String,
    },
    /// Another process writes this study.
    #[error("{file} is being written by process {pid} since {started}; wait for it or end it, then run the same command again", file = file.display())]
    Locked {
        /// Process id of the holder, 0 when it has not yet written its name.
        pid: u32,
        /// Start time of the holder, UTC.
        started: String,
        /// The study file.
        file: PathBuf,
    },
    /// The study is already there.
    #[error("{path} exists already; open it to go on, or choose another file", path = path.display())]
    Exists {
        /// The file in the way.
        path: PathBuf,
    },
    /// The study is not there.
    #[error("{path} does not exist; check the name, or make it with `study mulligans`", path = path.display())]
    Missing {
        /// The file looked for.
        path: PathBuf,
    },
    /// An output path that would put the only copy into a linked worktree.
    #[error("{path} lies inside the linked worktree {worktree}, which Git may remove; give a path under {root}, or set TURNZERO_LOCAL_DATA_ROOT", path = path.display(), worktree = worktree.display(), root = root.display())]
    InLinkedWorktree {
        /// The path asked for.
        path: PathBuf,
        /// Top folder of the linked worktree.
        worktree: PathBuf,
        /// The data root in force.
        root: PathBuf,
    },
    /// A relative path that climbs out of the data root.
    #[error("{path} leaves the data root {root}; give an absolute path instead", path = path.display(), root = root.display())]
    LeavesDataRoot {
        /// The path asked for.
        path: PathBuf,
        /// The data root in force.
        root: PathBuf,
    },
    /// The pilot on resume is not the pilot that was recorded.
    #[error(
        "actor {actor} was recorded with {field} = {recorded}, now it is {offered}; discard its games with {restart}, or use another study file"
    )]
    ProvenanceChanged {
        /// The actor.
        actor: String,
        /// The first field that differs.
        field: String,
        /// The stored value.
        recorded: String,
        /// The value of this run.
        offered: String,
        /// The flag that discards the actor's games.
        restart: String,
    },
    /// The options of an existing study cannot change.
    #[error("{field} of this study is {recorded} and may not become {offered}; use another --output for another batch")]
    HeaderChanged {
        /// Field of the header.
        field: String,
        /// The stored value.
        recorded: String,
        /// The value of this run.
        offered: String,
    },
    /// An event that does not follow from the study so far.
    #[error("{event} refused: {reason}")]
    Refused {
        /// Name of the event.
        event: &'static str,
        /// Why it does not fit.
        reason: String,
    },
    /// A write failed half-way, so that memory and disk may differ.
    #[error("{path} could not be written completely earlier in this run; nothing after that is saved, start the command again to go on from the last saved event", path = path.display())]
    Poisoned {
        /// The journal.
        path: PathBuf,
    },
    /// No row carries a label of the actor asked for.
    #[error("no row is labelled by {wanted}; actors present: {present}; choose one with --labels")]
    NoLabels {
        /// The actor asked for.
        wanted: String,
        /// The actors that do have rows, comma-separated.
        present: String,
    },
}

impl Error {
    /// Exit code of the command line: 4 for a guard that keeps the state, else 3.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Locked { .. } | Self::ProvenanceChanged { .. } => 4,
            _ => 3,
        }
    }

    pub(crate) fn bad(
        file: &Path,
        place: impl Into<String>,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Bad {
            file: file.to_path_buf(),
            place: place.into(),
            problem: problem.into(),
            remedy: remedy.into(),
        }
    }
}

/// Result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Turns an I/O error into one that says what was tried on which path.
pub(crate) trait IoContext<T> {
    fn doing(self, action: &'static str, path: &Path) -> Result<T>;
}

impl<T> IoContext<T> for io::Result<T> {
    fn doing(self, action: &'static str, path: &Path) -> Result<T> {
        self.map_err(|source| Error::Io {
            action,
            path: path.to_path_buf(),
            source,
        })
    }
}
