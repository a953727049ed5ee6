//! The folder of runs: list, look up, point to the latest.

use std::fs;
use std::path::{Path, PathBuf};

use turnzero_datasets::atomic;

use crate::bundle::Bundle;
use crate::draft::{Draft, STAGING};
use crate::error::{Error, IoContext, Result};
use crate::manifest::SUMS;

/// Name of the pointer file; it holds the id of the latest run.
pub const LATEST: &str = "latest";

/// A folder of bundles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    /// The shelf at `folder`, which need not exist yet.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_path_buf(),
        }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Begins a bundle.
    ///
    /// # Errors
    /// As [`Draft::begin`].
    pub fn begin(&self) -> Result<Draft> {
        Draft::begin(&self.folder)
    }

    /// Ids of all runs, oldest first (they begin with their time).
    ///
    /// # Errors
    /// [`Error::Io`] when the folder cannot be listed.
    pub fn list(&self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(names),
            listed => listed.doing("list", &self.folder)?,
        };
        for entry in entries {
            let entry = entry.doing("list", &self.folder)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if !name.starts_with(STAGING) && entry.path().join(SUMS).is_file() {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// Points `latest` to this run.
    ///
    /// # Errors
    /// [`Error::Store`] when the pointer cannot be written.
    pub fn set_latest(&self, run: &str) -> Result<()> {
        atomic::write(&self.folder.join(LATEST), format!("{run}\n").as_bytes())?;
        Ok(())
    }

    /// The folder meant by RUN: `latest`, a run id, a unique beginning of one, or a bundle folder
    /// anywhere (looked up from the working directory).
    ///
    /// # Errors
    /// [`Error::NoRun`], [`Error::Ambiguous`].
    pub fn resolve(&self, run: &str) -> Result<PathBuf> {
        let none = || Error::NoRun {
            wanted: run.to_owned(),
            folder: self.folder.clone(),
        };
        if run.is_empty() {
            return Err(none());
        }
        let names = self.list()?;
        let wanted = if run == LATEST {
            let pointer = self.folder.join(LATEST);
            match fs::read_to_string(&pointer) {
                Ok(text) => text.trim().to_owned(),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(none()),
                Err(error) => return Err(error).doing("read", &pointer),
            }
        } else {
            run.to_owned()
        };
        if names.contains(&wanted) {
            return Ok(self.folder.join(wanted));
        }
        if run == LATEST {
            return Err(Error::Damaged {
                file: self.folder.join(LATEST),
                problem: format!("points to {wanted:?}, which is no run here"),
            });
        }
        let found: Vec<String> = names.into_iter().filter(|name| name.starts_with(run)).collect();
        match found.as_slice() {
            [one] => return Ok(self.folder.join(one)),
            [] => {}
            _ => {
                return Err(Error::Ambiguous { wanted, found });
            }
        }
        let folder = Path::new(run);
        // A damaged bundle without its list must still be found by `verify`.
        if folder.is_dir() {
            return Ok(folder.to_path_buf());
        }
        Err(none())
    }

    /// [`Self::resolve`] and [`Bundle::open`] in one.
    ///
    /// # Errors
    /// As both.
    pub fn open(&self, run: &str) -> Result<Bundle> {
        Bundle::open(&self.resolve(run)?)
    }
}
