//! The errors of bundles: what was found where, and the remedy.

use std::io;
use std::path::{Path, PathBuf};

/// Everything that can go wrong with a run bundle.
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
    /// A file name that a bundle may not hold.
    #[error(
        "{name:?} cannot be a file of a bundle: {reason}; use letters, digits, `.`, `_`, `-` and `/` between folders"
    )]
    Name {
        /// The name.
        name: String,
        /// Why not.
        reason: &'static str,
    },
    /// Another file of that name is in the bundle already.
    #[error("{name} is in the bundle already; a bundle is written once")]
    Twice {
        /// The name.
        name: String,
    },
    /// A published bundle stands where this one would go.
    #[error("{path} exists already and is never overwritten; run the command again in the next second", path = path.display())]
    Exists {
        /// The bundle in the way.
        path: PathBuf,
    },
    /// No bundle answers to this name.
    #[error("no run {wanted:?} in {folder}; `spark runs` lists them, `spark train-mulligans` makes one", folder = folder.display())]
    NoRun {
        /// What was asked for.
        wanted: String,
        /// The folder of runs.
        folder: PathBuf,
    },
    /// Several bundles answer to this prefix.
    #[error("{wanted:?} is the beginning of several runs: {}; give more of it", found.join(", "))]
    Ambiguous {
        /// The prefix.
        wanted: String,
        /// The runs that begin with it.
        found: Vec<String>,
    },
    /// A bundle whose manifest cannot be read.
    #[error("{file}: {problem}; copy the bundle again, or run `spark verify` for every problem", file = file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A write of the layer below failed.
    #[error(transparent)]
    Store(#[from] turnzero_datasets::Error),
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
