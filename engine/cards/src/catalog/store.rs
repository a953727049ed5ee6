//! Opening, adding and asking a catalogue.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use sha2::{Digest, Sha256};

use super::atomic::parse_atomic;
use super::index::{Builder, Hit, Index, KeyKind, Origin};
use super::{CatalogCard, Legality};
use crate::error::CardsError;
use crate::names;

/// Largest document read after decompression; AtomicCards is about 120 MB.
const MOST_BYTES: u64 = 4 << 30;

/// What a name leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// One card.
    Card(Box<CatalogCard>),
    /// A rebalanced digital card, asked for in a paper format; its canonical name.
    DigitalOnly(String),
    /// Several cards fit; their canonical names.
    Ambiguous(Vec<String>),
    /// A face that is not the front one; the cards that have it.
    OtherFace(Vec<String>),
    /// No card has the name.
    Unknown,
}

/// What `add` wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// The copied catalogue.
    pub path: PathBuf,
    /// The index beside it.
    pub index: PathBuf,
    /// SHA-256 of the catalogue file, hex.
    pub sha256: String,
    /// Number of cards.
    pub cards: u32,
}

/// A catalogue ready for look-ups.
pub struct Catalog {
    source: String,
    index: Index,
}

impl Catalog {
    /// Opens a catalogue file; uses the index beside it when it belongs to these bytes, else reads
    /// the whole file. Never writes.
    ///
    /// # Errors
    /// [`CardsError::Read`], [`CardsError::Catalog`].
    pub fn open(path: &Path) -> Result<Self, CardsError> {
        let source = path.display().to_string();
        let found = stat(path)?;
        if let Some(index) = fs::read(index_path(path))
            .ok()
            .and_then(|bytes| Index::read(bytes).ok())
        {
            let origin = index.origin();
            let unchanged = origin.length == found.0 && origin.modified == found.1 && found.1 != 0;
            // Another time stamp may still be the same bytes (a copied data root).
            if unchanged || (origin.length == found.0 && hash_file(path)? == origin.sha256) {
                return Ok(Self { source, index });
            }
        }
        let index = build(path)?;
        Ok(Self { source, index })
    }

    /// Reads a catalogue from memory (plain, gzip or zstd).
    ///
    /// # Errors
    /// [`CardsError::Catalog`].
    pub fn from_bytes(source: &str, bytes: &[u8]) -> Result<Self, CardsError> {
        let mut builder = Builder::new();
        read_document(source, bytes, &mut builder)?;
        let origin = Origin {
            sha256: Sha256::digest(bytes).into(),
            length: bytes.len() as u64,
            modified: 0,
        };
        let index = builder.finish(origin).map_err(|why| CardsError::Catalog {
            file: source.to_owned(),
            why,
        })?;
        Ok(Self {
            source: source.to_owned(),
            index,
        })
    }

    /// Copies a catalogue into `directory` as `AtomicCards.json[.gz|.zst]` and indexes the copy.
    /// Other `AtomicCards.json*` files there are removed once the new ones are in place.
    ///
    /// # Errors
    /// [`CardsError::Read`], [`CardsError::Write`], [`CardsError::Catalog`]; the directory is
    /// unchanged then.
    pub fn add(file: &Path, directory: &Path) -> Result<Added, CardsError> {
        let read = |source| CardsError::Read {
            path: file.to_path_buf(),
            source,
        };
        // Reading it all first means that a bad file changes nothing.
        let index = build(file)?;
        let mut head = Vec::new();
        File::open(file)
            .map_err(read)?
            .take(4)
            .read_to_end(&mut head)
            .map_err(read)?;
        let path = directory.join(format!("AtomicCards.json{}", Packing::of(&head).suffix()));
        fs::create_dir_all(directory).map_err(|source| CardsError::Write {
            path: directory.to_path_buf(),
            source,
        })?;
        let copied = write_whole(&path, File::open(file).map_err(read)?)?;
        let catalog = Self {
            source: path.display().to_string(),
            index,
        };
        if copied != catalog.index.origin().sha256 {
            return Err(CardsError::Catalog {
                file: file.display().to_string(),
                why: "the file changed while it was being read".to_owned(),
            });
        }
        let (length, modified) = stat(&path)?;
        let origin = Origin {
            sha256: catalog.index.origin().sha256,
            length,
            modified,
        };
        let indexed = catalog.index.with_origin(origin).map_err(|why| CardsError::Index {
            file: path.display().to_string(),
            why,
        })?;
        let index = index_path(&path);
        write_whole(&index, indexed.bytes())?;
        remove_others(directory, &[&path, &index])?;
        Ok(Added {
            path,
            index,
            sha256: catalog.sha256(),
            cards: catalog.len(),
        })
    }

    /// SHA-256 of the catalogue file, hex.
    pub fn sha256(&self) -> String {
        hex(&self.index.origin().sha256)
    }

    /// The file it came from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Number of cards.
    pub const fn len(&self) -> u32 {
        self.index.cards()
    }

    /// Whether it holds no card.
    pub const fn is_empty(&self) -> bool {
        self.index.cards() == 0
    }

    /// Looks a name up in any accepted spelling. `digital` admits rebalanced cards.
    ///
    /// A rebalanced card and its paper card are never taken for each other.
    ///
    /// # Errors
    /// [`CardsError::Index`] when the record is damaged.
    pub fn lookup(&self, name: &str, digital: bool) -> Result<Lookup, CardsError> {
        let key = names::key(name);
        if key.is_empty() {
            return Ok(Lookup::Unknown);
        }
        let hits = self.index.find(&key);
        for kind in [KeyKind::Full, KeyKind::Front] {
            let of_kind: Vec<&Hit<'_>> = hits.iter().filter(|hit| hit.kind == kind).collect();
            let exact = of_kind.iter().find(|hit| hit.name == name.trim());
            let chosen = match (of_kind.as_slice(), exact) {
                ([], _) => continue,
                ([only], _) | (_, Some(only)) => only,
                (several, None) => {
                    return Ok(Lookup::Ambiguous(
                        several.iter().map(|hit| hit.name.to_owned()).collect(),
                    ));
                }
            };
            if chosen.rebalanced && !digital {
                return Ok(Lookup::DigitalOnly(chosen.name.to_owned()));
            }
            return self
                .index
                .card(chosen.card)
                .map(|card| Lookup::Card(Box::new(card)))
                .map_err(|why| CardsError::Index {
                    file: self.source.clone(),
                    why,
                });
        }
        if hits.is_empty() {
            return Ok(Lookup::Unknown);
        }
        Ok(Lookup::OtherFace(hits.iter().map(|hit| hit.name.to_owned()).collect()))
    }

    /// At most `most` canonical names nearest to `name`, best first.
    pub fn nearest(&self, name: &str, most: usize) -> Vec<String> {
        let candidates = self
            .index
            .entries()
            .filter(|(_, hit)| hit.kind != KeyKind::Back && !hit.rebalanced)
            .map(|(key, hit)| (key, hit.name));
        names::nearest(name, candidates, most)
            .into_iter()
            .map(str::to_owned)
            .collect()
    }

    /// Canonical names in key order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.index
            .entries()
            .filter(|(_, hit)| hit.kind == KeyKind::Full)
            .map(|(_, hit)| hit.name)
    }

    /// Every card in file order; each block is unpacked once.
    pub fn cards(&self) -> impl Iterator<Item = Result<CatalogCard, CardsError>> {
        self.index.blocks().flatten().map(|card| {
            card.map_err(|why| CardsError::Index {
                file: self.source.clone(),
                why,
            })
        })
    }

    /// Groups of different cards that folding makes equal; empty for a sound catalogue.
    pub fn collisions(&self) -> Vec<Vec<String>> {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for (key, hit) in self.index.entries().filter(|(_, hit)| hit.kind == KeyKind::Full) {
            match groups.last_mut() {
                Some((last, names)) if last == key => names.push(hit.name.to_owned()),
                _ => groups.push((key.to_owned(), vec![hit.name.to_owned()])),
            }
        }
        groups
            .into_iter()
            .map(|(_, names)| names)
            .filter(|names| names.len() > 1)
            .collect()
    }

    /// Status of a card in a format; `Unknown` when the catalogue never mentions the format.
    pub fn legality(&self, card: &CatalogCard, format: &str) -> Legality {
        if self.index.formats().iter().any(|known| known == format) {
            card.legality(format)
        } else {
            Legality::Unknown
        }
    }
}

impl std::fmt::Debug for Catalog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Catalog")
            .field("source", &self.source)
            .field("cards", &self.len())
            .finish_non_exhaustive()
    }
}

/// The catalogue file in a directory: `AtomicCards.json`, `.gz` or `.zst`, in this order.
pub fn find_catalog(directory: &Path) -> Option<PathBuf> {
    ["AtomicCards.json", "AtomicCards.json.gz", "AtomicCards.json.zst"]
        .iter()
        .map(|name| directory.join(name))
        .find(|path| path.is_file())
}

fn index_path(catalog: &Path) -> PathBuf {
    let mut name = catalog.as_os_str().to_owned();
    name.push(".index");
    PathBuf::from(name)
}

/// Length and modification time in nanoseconds (0 when the system has none).
fn stat(path: &Path) -> Result<(u64, u64), CardsError> {
    let meta = fs::metadata(path).map_err(|source| CardsError::Read {
        path: path.to_path_buf(),
        source,
    })?;
    let modified = meta
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .and_then(|age| u64::try_from(age.as_nanos()).ok())
        .unwrap_or(0);
    Ok((meta.len(), modified))
}

fn hash_file(path: &Path) -> Result<[u8; 32], CardsError> {
    let read = |source| CardsError::Read {
        path: path.to_path_buf(),
        source,
    };
    let mut hashing = Hashing::new(File::open(path).map_err(read)?);
    std::io::copy(&mut hashing, &mut std::io::sink()).map_err(read)?;
    Ok(hashing.digest().0)
}

fn build(path: &Path) -> Result<Index, CardsError> {
    let read = |source| CardsError::Read {
        path: path.to_path_buf(),
        source,
    };
    let source = path.display().to_string();
    let (_, modified) = stat(path)?;
    let mut hashing = Hashing::new(BufReader::new(File::open(path).map_err(read)?));
    let mut builder = Builder::new();
    read_document(&source, &mut hashing, &mut builder)?;
    // A packed stream may end before the file does; the hash covers every byte.
    std::io::copy(&mut hashing, &mut std::io::sink()).map_err(read)?;
    let (sha256, length) = hashing.digest();
    builder
        .finish(Origin {
            sha256,
            length,
            modified,
        })
        .map_err(|why| CardsError::Catalog { file: source, why })
}

/// Unpacks by content and feeds every card to the builder.
fn read_document(source: &str, mut reader: impl Read, builder: &mut Builder) -> Result<(), CardsError> {
    let bad = |why: String| CardsError::Catalog {
        file: source.to_owned(),
        why,
    };
    let mut head = Vec::new();
    reader
        .by_ref()
        .take(4)
        .read_to_end(&mut head)
        .map_err(|e| bad(e.to_string()))?;
    let packing = Packing::of(&head);
    let whole = std::io::Cursor::new(head).chain(reader);
    let mut sink = |card: CatalogCard| {
        builder.add(&card).map_err(|why| CardsError::Catalog {
            file: source.to_owned(),
            why: format!("card `{}`: {why}", card.name),
        })
    };
    match packing {
        Packing::Plain => parse_atomic(source, plain(whole), &mut sink),
        Packing::Gzip => parse_atomic(source, plain(flate2::read::MultiGzDecoder::new(whole)), &mut sink),
        Packing::Zstd => {
            let unpacked = zstd::stream::read::Decoder::new(whole).map_err(|e| bad(e.to_string()))?;
            parse_atomic(source, plain(unpacked), &mut sink)
        }
        Packing::Zip => Err(bad("this is a zip archive; unpack it first".to_owned())),
    }
}

fn plain(reader: impl Read) -> impl Read {
    BufReader::with_capacity(
        1 << 16,
        SkipBom {
            reader: reader.take(MOST_BYTES),
            started: false,
        },
    )
}

/// Drops a UTF-8 byte order mark.
struct SkipBom<R> {
    reader: R,
    started: bool,
}

impl<R: Read> Read for SkipBom<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.started || buffer.len() < 3 {
            return self.reader.read(buffer);
        }
        self.started = true;
        let mut filled = 0;
        while filled < 3 {
            let Some(rest) = buffer.get_mut(filled..3) else { break };
            match self.reader.read(rest)? {
                0 => break,
                n => filled += n,
            }
        }
        if buffer.starts_with(b"\xef\xbb\xbf") && filled == 3 {
            return self.reader.read(buffer);
        }
        Ok(filled)
    }
}

#[derive(Clone, Copy)]
enum Packing {
    Plain,
    Gzip,
    Zstd,
    Zip,
}

impl Packing {
    const fn of(bytes: &[u8]) -> Self {
        match bytes {
            [0x1f, 0x8b, ..] => Self::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Zstd,
            [b'P', b'K', 3, 4, ..] => Self::Zip,
            _ => Self::Plain,
        }
    }

    const fn suffix(self) -> &'static str {
        match self {
            Self::Gzip => ".gz",
            Self::Zstd => ".zst",
            Self::Plain | Self::Zip => "",
        }
    }
}

struct Hashing<R> {
    reader: R,
    hash: Sha256,
    length: u64,
}

impl<R: Read> Hashing<R> {
    fn new(reader: R) -> Self {
        Self {
            reader,
            hash: Sha256::new(),
            length: 0,
        }
    }

    fn digest(self) -> ([u8; 32], u64) {
        (self.hash.finalize().into(), self.length)
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.reader.read(buffer)?;
        self.hash.update(buffer.get(..n).unwrap_or_default());
        self.length += n as u64;
        Ok(n)
    }
}

/// Writes beside the target, syncs, renames: a reader sees the old file or the new one. Returns
/// the SHA-256 of what was written; memory holds one buffer.
fn write_whole(path: &Path, from: impl Read) -> Result<[u8; 32], CardsError> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = PathBuf::from(name);
    let outcome = (|| {
        let mut from = Hashing::new(from);
        let mut file = File::create(&temporary)?;
        std::io::copy(&mut from, &mut file)?;
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        if let Some(parent) = path.parent().filter(|_| cfg!(unix)) {
            File::open(parent)?.sync_all()?;
        }
        Ok(from.digest().0)
    })();
    outcome.map_err(|source| {
        // The temporary file is ours; a failed removal changes nothing for the caller.
        let _ = fs::remove_file(&temporary);
        CardsError::Write {
            path: path.to_path_buf(),
            source,
        }
    })
}

fn remove_others(directory: &Path, keep: &[&Path]) -> Result<(), CardsError> {
    for name in ["AtomicCards.json", "AtomicCards.json.gz", "AtomicCards.json.zst"] {
        let file = directory.join(name);
        for path in [index_path(&file), file] {
            if !keep.contains(&path.as_path()) && path.exists() {
                fs::remove_file(&path).map_err(|source| CardsError::Write { path, source })?;
            }
        }
    }
    Ok(())
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
            let _ = write!(out, "{byte:02x}");
            out
        })
}
