//! The journal of a study: one event a line, each line chained to the one before by SHA-256.
//!
//! A line is canonical JSON with `event`, `n` (from 1), `prev` (digest of the line before, of the
//! header for the first), `sha256` (digest of the line without this key) and `study`.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::atomic;
use crate::canonical;
use crate::error::{Error, IoContext, Result};
use crate::history::LARGEST;
use crate::store::Durability;

/// One readable line.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Line in the file, from 1.
    pub line: usize,
    /// Number of the event in the life of the study, from 1.
    pub n: u64,
    /// Digest of the entry before.
    pub prev: String,
    /// Digest of this entry.
    pub sha256: String,
    /// The study that the entry belongs to.
    pub study: String,
    /// The event.
    pub event: Value,
}

/// Something odd that costs no record, to be shown as a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// The last line is incomplete: a writer was cut off.
    Torn {
        /// The line.
        line: usize,
    },
    /// A line that holds nothing: `null` or white space.
    Empty {
        /// The line.
        line: usize,
    },
    /// The same entry a second time; the first counts.
    Duplicate {
        /// The line.
        line: usize,
        /// Number of the event.
        n: u64,
    },
    /// An entry of another study; it is passed over.
    Foreign {
        /// The line.
        line: usize,
        /// That study.
        study: String,
    },
    /// Lines end with carriage return and line feed.
    CarriageReturns,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Torn { line } => write!(f, "line {line} incomplete, set aside"),
            Self::Empty { line } => write!(f, "line {line} holds no entry, passed over"),
            Self::Duplicate { line, n } => {
                write!(f, "line {line} repeats entry {n}, the first one counts")
            }
            Self::Foreign { line, study } => {
                write!(f, "line {line} belongs to study {study}, passed over")
            }
            Self::CarriageReturns => f.write_str("lines end with CR LF, read as LF"),
        }
    }
}

/// What the bytes of a journal hold.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Journal {
    /// Readable entries, in file order.
    pub entries: Vec<Entry>,
    /// Oddities.
    pub notes: Vec<Note>,
    /// Length of the part before a torn tail.
    pub kept: usize,
    /// Whether the last line of that part lacks its line feed.
    pub open_end: bool,
}

/// Reads the bytes of a journal; never panics.
///
/// # Errors
/// [`Error::Bad`] names the line that is unreadable (unless it is the last, which is torn) or
/// was changed after it was written.
pub fn parse_journal(bytes: &[u8]) -> Result<Journal> {
    parse(Path::new("journal"), bytes)
}

pub(crate) fn parse(file: &Path, bytes: &[u8]) -> Result<Journal> {
    let mut journal = Journal {
        open_end: bytes.last().is_some_and(|byte| *byte != b'\n'),
        kept: bytes.len(),
        ..Journal::default()
    };
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let last_with_content = lines.iter().rposition(|line| !line.trim_ascii().is_empty());
    let mut start = 0;
    for (index, raw) in lines.iter().enumerate() {
        let line = index + 1;
        if raw.ends_with(b"\r\n") && !journal.notes.contains(&Note::CarriageReturns) {
            journal.notes.push(Note::CarriageReturns);
        }
        let text = raw.trim_ascii();
        if text.is_empty() || text == b"null" {
            journal.notes.push(Note::Empty { line });
        } else {
            match parse_line(line, text) {
                Ok(entry) => journal.entries.push(entry),
                Err(LineFault::Unreadable(_)) if last_with_content == Some(index) => {
                    journal.notes.push(Note::Torn { line });
                    journal.kept = start;
                    journal.open_end = false;
                    break;
                }
                Err(LineFault::Unreadable(problem) | LineFault::Wrong(problem)) => {
                    return Err(Error::bad(
                        file,
                        format!("line {line}"),
                        problem,
                        "restore the journal from a copy, or the study from .history",
                    ));
                }
            }
        }
        start += raw.len();
    }
    Ok(journal)
}

enum LineFault {
    /// No JSON: what a cut-off write leaves.
    Unreadable(String),
    /// Whole JSON that is no entry, or whose digest does not fit.
    Wrong(String),
}

fn parse_line(line: usize, text: &[u8]) -> Result<Entry, LineFault> {
    let mut value: Value =
        serde_json::from_slice(text).map_err(|error| LineFault::Unreadable(format!("is not JSON: {error}")))?;
    let wrong = |what: &str| LineFault::Wrong(what.to_owned());
    let map = value.as_object_mut().ok_or_else(|| wrong("is no object"))?;
    let mut take = |key: &str| {
        map.remove(key)
            .ok_or_else(|| LineFault::Wrong(format!("`{key}` is missing")))
    };
    let text_of = |value: Value| match value {
        Value::String(text) => Ok(text),
        _ => Err(wrong("`prev`, `sha256` and `study` must be text")),
    };
    let event = take("event")?;
    let n = take("n")?.as_u64().filter(|n| (1..LARGEST).contains(n));
    let n = n.ok_or_else(|| wrong("`n` is no number from 1"))?;
    let prev = text_of(take("prev")?)?;
    let sha256 = text_of(take("sha256")?)?;
    let study = text_of(take("study")?)?;
    if let Some(key) = map.keys().next() {
        return Err(LineFault::Wrong(format!("has the unknown key `{key}`")));
    }
    if digest_as_written(text).as_ref() != Some(&sha256)
        && digest(&canonical::value_bytes(&event), n, &prev, &study) != sha256
    {
        return Err(wrong("was changed after it was written (its sha256 does not fit)"));
    }
    Ok(Entry {
        line,
        n,
        prev,
        sha256,
        study,
        event,
    })
}

/// Digest of an entry: SHA-256 of its canonical JSON without `sha256`.
fn digest(event: &[u8], n: u64, prev: &str, study: &str) -> String {
    let mut bytes = Vec::with_capacity(event.len() + 160);
    bytes.extend_from_slice(b"{\"event\":");
    bytes.extend_from_slice(event);
    let rest = format!(
        ",\"n\":{n},\"prev\":{},\"study\":{}}}",
        Value::from(prev),
        Value::from(study)
    );
    bytes.extend_from_slice(rest.as_bytes());
    canonical::sha256_hex(&bytes)
}

/// Digest of a line in the layout in which it was written, which need not be encoded again:
/// `…,"sha256":"<64 digits>","study":"…"}`.
fn digest_as_written(text: &[u8]) -> Option<String> {
    const KEY: &[u8] = b",\"sha256\":\"";
    const LENGTH: usize = KEY.len() + 64 + 1;
    let start = text.windows(KEY.len()).rposition(|window| window == KEY)?;
    let (before, rest) = text.split_at_checked(start)?;
    let after = rest.get(LENGTH..)?;
    Some(canonical::sha256_hex(&[before, after].concat()))
}

/// Where a chain stands: number and digest of the last entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) n: u64,
    pub(crate) head: String,
}

/// Why entries do not continue a chain.
#[derive(Debug)]
pub(crate) enum ChainFault {
    /// Entries are missing before this one; a reader may have met a checkpoint being replaced.
    Gap(Error),
    /// The chain is broken.
    Broken(Error),
}

impl From<ChainFault> for Error {
    fn from(fault: ChainFault) -> Self {
        match fault {
            ChainFault::Gap(error) | ChainFault::Broken(error) => error,
        }
    }
}

/// The entries that continue `link`, which moves along; those before it are passed over.
pub(crate) fn follow<'a>(
    file: &Path,
    study: &str,
    link: &mut Link,
    journal: &'a Journal,
    notes: &mut Vec<Note>,
) -> Result<Vec<&'a Entry>, ChainFault> {
    let broken = |entry: &Entry, problem: String| {
        Error::bad(
            file,
            format!("line {}", entry.line),
            problem,
            "restore the journal from a copy, or the study from .history",
        )
    };
    let mut seen: BTreeMap<u64, &str> = BTreeMap::new();
    let mut next = Vec::new();
    for entry in &journal.entries {
        if entry.study != study {
            notes.push(Note::Foreign {
                line: entry.line,
                study: entry.study.clone(),
            });
            continue;
        }
        if let Some(first) = seen.get(&entry.n) {
            if *first != entry.sha256 {
                let text = format!("is another entry {} than an earlier line", entry.n);
                return Err(ChainFault::Broken(broken(entry, text)));
            }
            notes.push(Note::Duplicate {
                line: entry.line,
                n: entry.n,
            });
            continue;
        }
        seen.insert(entry.n, &entry.sha256);
        if entry.n < link.n {
            continue;
        }
        if entry.n == link.n {
            if entry.sha256 != link.head {
                let text = format!("entry {} is not the one in the checkpoint", entry.n);
                return Err(ChainFault::Broken(broken(entry, text)));
            }
            continue;
        }
        let expected = link.n.saturating_add(1);
        if entry.n > expected {
            let text = format!("is entry {}, entry {expected} is missing", entry.n);
            return Err(ChainFault::Gap(broken(entry, text)));
        }
        if entry.prev != link.head {
            let text = format!("entry {} does not follow the entry before it", entry.n);
            return Err(ChainFault::Broken(broken(entry, text)));
        }
        link.n = entry.n;
        link.head.clone_from(&entry.sha256);
        next.push(entry);
    }
    Ok(next)
}

/// The journal file beside a study.
pub fn journal_path(study: &Path) -> PathBuf {
    let stem = study.file_stem().unwrap_or_default().to_string_lossy();
    study.with_file_name(format!("{stem}.journal.jsonl"))
}

/// Appends entries; they are durable when [`Self::commit`] returns.
#[derive(Debug)]
pub(crate) struct Writer {
    path: PathBuf,
    file: File,
    study: String,
    link: Link,
    durability: Durability,
    pending: Vec<u8>,
    /// Lines in the file and pending.
    pub(crate) lines: u64,
    /// Bytes in the file and pending.
    pub(crate) bytes: u64,
    poisoned: bool,
}

/// What the mutant without fsync keeps back before it hands anything to the system.
const UNSYNCED_BUFFER: usize = 1 << 16;

impl Writer {
    /// Opens the journal for appending after `journal`, which was read from it. A torn tail goes
    /// to a side file first.
    pub(crate) fn open(
        path: PathBuf,
        study: &str,
        link: Link,
        journal: &Journal,
        durability: Durability,
    ) -> Result<Self> {
        atomic::refuse_symlink(&path)?;
        let existed = path.exists();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .doing("open the journal", &path)?;
        if !existed {
            atomic::sync_folder(atomic::folder_of(&path))?;
        }
        let length = file.metadata().doing("examine", &path)?.len();
        let kept = u64::try_from(journal.kept).unwrap_or(u64::MAX);
        if length > kept {
            set_aside(&path, &mut file, kept)?;
        }
        file.seek(SeekFrom::End(0)).doing("seek in", &path)?;
        let mut writer = Self {
            path,
            file,
            study: study.to_owned(),
            link,
            durability,
            pending: Vec::new(),
            lines: u64::try_from(journal.entries.len()).unwrap_or(u64::MAX),
            bytes: kept.min(length),
            poisoned: false,
        };
        if journal.open_end {
            writer.pending.push(b'\n');
            writer.bytes += 1;
        }
        Ok(writer)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn link(&self) -> &Link {
        &self.link
    }

    /// Adds an entry to the group that the next commit makes durable; returns its number.
    pub(crate) fn append(&mut self, event: &[u8]) -> Result<u64> {
        self.refuse_poisoned()?;
        let n = self.link.n + 1;
        let sha256 = digest(event, n, &self.link.head, &self.study);
        let before = self.pending.len();
        self.pending.extend_from_slice(b"{\"event\":");
        self.pending.extend_from_slice(event);
        let rest = format!(
            ",\"n\":{n},\"prev\":{},\"sha256\":{},\"study\":{}}}\n",
            Value::from(self.link.head.as_str()),
            Value::from(sha256.as_str()),
            Value::from(self.study.as_str())
        );
        self.pending.extend_from_slice(rest.as_bytes());
        self.link = Link { n, head: sha256 };
        self.lines += 1;
        self.bytes += u64::try_from(self.pending.len() - before).unwrap_or(0);
        Ok(n)
    }

    /// Makes every appended entry durable.
    pub(crate) fn commit(&mut self, written: impl FnOnce()) -> Result<()> {
        self.refuse_poisoned()?;
        if self.pending.is_empty() {
            return Ok(());
        }
        if self.durability == Durability::NoFsync && self.pending.len() < UNSYNCED_BUFFER {
            return Ok(());
        }
        // Until the file is known to hold the whole group, nothing more may be added to it.
        self.poisoned = true;
        self.file.write_all(&self.pending).doing("append to", &self.path)?;
        written();
        if self.durability != Durability::NoFsync {
            self.file.sync_data().doing("sync", &self.path)?;
        }
        self.poisoned = false;
        self.pending.clear();
        Ok(())
    }

    /// Replaces the file by an empty one; the chain goes on. A reader keeps the old file.
    pub(crate) fn reset(&mut self) -> Result<()> {
        self.refuse_poisoned()?;
        atomic::write(&self.path, b"")?;
        self.file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(&self.path)
            .doing("open the journal", &self.path)?;
        self.lines = 0;
        self.bytes = 0;
        Ok(())
    }

    fn refuse_poisoned(&self) -> Result<()> {
        if self.poisoned {
            return Err(Error::Poisoned {
                path: self.path.clone(),
            });
        }
        Ok(())
    }
}

/// Moves the bytes after `kept` to the end of the side file, then cuts them off the journal.
fn set_aside(path: &Path, file: &mut File, kept: u64) -> Result<()> {
    let mut torn = Vec::new();
    file.seek(SeekFrom::Start(kept)).doing("seek in", path)?;
    std::io::Read::read_to_end(file, &mut torn).doing("read", path)?;
    let mut side = path.as_os_str().to_owned();
    side.push(".aside");
    let side = PathBuf::from(side);
    atomic::refuse_symlink(&side)?;
    if !torn.ends_with(b"\n") {
        torn.push(b'\n');
    }
    let mut out = OpenOptions::new()
        .append(true)
        .create(true)
        .open(&side)
        .doing("open", &side)?;
    out.write_all(&torn)
        .and_then(|()| out.sync_all())
        .doing("write", &side)?;
    atomic::sync_folder(atomic::folder_of(path))?;
    file.set_len(kept)
        .and_then(|()| file.sync_all())
        .doing("cut the torn tail off", path)
}
