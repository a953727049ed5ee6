//! Prior checkpoints and retired journal segments, compressed, in `.history/` beside the study.
//! Nothing in there is ever replaced.

use std::fs;
use std::path::{Path, PathBuf};

use crate::atomic;
use crate::error::{Error, IoContext, Result};

/// Fast level: float-heavy JSON gains almost nothing from a higher one.
const LEVEL: i32 = 1;

/// Larger numbers of events or revisions are no numbers of a real study.
pub(crate) const LARGEST: u64 = 1 << 53;

/// The history folder of one study.
#[derive(Debug, Clone)]
pub(crate) struct History {
    folder: PathBuf,
    name: String,
}

impl History {
    pub(crate) fn of(study: &Path) -> Self {
        Self {
            folder: atomic::folder_of(study).join(".history"),
            name: study.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        }
    }

    /// Stores the checkpoint that is about to be replaced as revision `number` (from 1).
    pub(crate) fn store_checkpoint(&self, number: u64, bytes: &[u8]) -> Result<()> {
        self.store(&format!("r{number:06}.json.zst"), bytes)
    }

    /// Stores a journal that is about to be emptied; it holds the entries up to `last`.
    pub(crate) fn store_journal(&self, last: u64, bytes: &[u8]) -> Result<()> {
        self.store(&format!("n{last:09}.jsonl.zst"), bytes)
    }

    fn store(&self, suffix: &str, bytes: &[u8]) -> Result<()> {
        atomic::refuse_symlink(&self.folder)?;
        for attempt in 0_u32.. {
            let tag = if attempt == 0 {
                String::new()
            } else {
                format!("{attempt}-")
            };
            let path = self.folder.join(format!("{}.{tag}{suffix}", self.name));
            if !path.exists() {
                let packed = zstd::bulk::compress(bytes, LEVEL).doing("compress", &path)?;
                return atomic::write(&path, &packed);
            }
            // The same step was interrupted earlier and is repeated now.
            if read(&path)? == bytes {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The checkpoint stored as revision `number`.
    pub(crate) fn checkpoint(&self, number: u64) -> Result<Option<Vec<u8>>> {
        let path = self.folder.join(format!("{}.r{number:06}.json.zst", self.name));
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            _ => read(&path).map(Some),
        }
    }

    /// All files of this study: path and whether it is a journal; sorted by name.
    fn files(&self) -> Result<Vec<PathBuf>> {
        let prefix = format!("{}.", self.name);
        let mut found = Vec::new();
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(found),
            listed => listed.doing("list", &self.folder)?,
        };
        for entry in entries {
            let entry = entry.doing("list", &self.folder)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(&prefix) {
                found.push(entry.path());
            }
        }
        found.sort();
        Ok(found)
    }

    /// Number of revisions stored.
    pub(crate) fn revisions(&self) -> Result<u64> {
        let files = self.files()?;
        let count = files
            .iter()
            .filter(|path| path.to_string_lossy().ends_with(".json.zst"))
            .count();
        Ok(u64::try_from(count).unwrap_or(u64::MAX))
    }

    /// The highest revision stored, 0 for none.
    pub(crate) fn last_checkpoint(&self) -> Result<u64> {
        let numbered = self.numbered('r', ".json.zst")?;
        Ok(numbered.last().map_or(0, |(number, _)| *number))
    }

    /// Retired journals with the number of their last entry, in order of life.
    pub(crate) fn journals(&self) -> Result<Vec<(u64, PathBuf)>> {
        self.numbered('n', ".jsonl.zst")
    }

    /// Files whose name ends with `letter`, a number and `suffix`, by number.
    fn numbered(&self, letter: char, suffix: &str) -> Result<Vec<(u64, PathBuf)>> {
        let mut found: Vec<(u64, PathBuf)> = self
            .files()?
            .into_iter()
            .filter_map(|path| {
                let name = path.file_name()?.to_string_lossy().into_owned();
                let (_, number) = name.strip_suffix(suffix)?.rsplit_once(letter)?;
                Some((number.parse().ok()?, path))
            })
            .filter(|(number, _)| *number < LARGEST)
            .collect();
        found.sort();
        Ok(found)
    }
}

/// Reads a compressed file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    let packed = fs::read(path).doing("read", path)?;
    zstd::stream::decode_all(packed.as_slice()).map_err(|error| {
        Error::bad(
            path,
            "content",
            format!("is not whole zstd data: {error}"),
            "restore it from a copy; the study itself may still be whole (`study verify`)",
        )
    })
}
