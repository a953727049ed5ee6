//! The index: sorted names with offsets, card records in small compressed blocks.
//!
//! Bytes, little endian: magic, version, 32-byte SHA-256 of the catalogue file, its length, its
//! modification time (ns), then formats, names, entries and blocks as length-prefixed sections,
//! and a SHA-256 of everything before. Records are read only when a card is looked up.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::CatalogCard;
use crate::names::{face_names, key};

const MAGIC: &[u8; 8] = b"TZCARDIX";
const VERSION: u32 = 1;
const BLOCK_CARDS: usize = 32;
const ENTRY: usize = 20;
/// Longest block after decompression; real ones are about 30 kB.
const MOST_BLOCK: usize = 4 << 20;
/// Names in card order are cut into offsets of 32 bits; this is far above any catalogue.
const MOST_CARDS: usize = 1 << 22;

/// How a key belongs to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum KeyKind {
    /// The whole canonical name.
    Full,
    /// The front face of a card with two names.
    Front,
    /// Any other face; never resolves, only helps suggestions.
    Back,
}

/// Identity of the catalogue file that an index was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) sha256: [u8; 32],
    pub(super) length: u64,
    /// Modification time in nanoseconds since 1970; 0 when unknown. Only spares re-hashing.
    pub(super) modified: u64,
}

/// A name that leads to a card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit<'a> {
    pub(super) kind: KeyKind,
    pub(super) rebalanced: bool,
    pub(super) name: &'a str,
    pub(super) card: u32,
}

/// An index in memory.
pub(super) struct Index {
    bytes: Vec<u8>,
    origin: Origin,
    formats: Vec<String>,
    names: (usize, usize),
    entries: (usize, usize),
    blocks: Vec<(usize, usize)>,
    cards: u32,
}

/// Collects cards and writes the index.
pub(super) struct Builder {
    keys: Vec<(String, KeyKind, bool, String, u32)>,
    formats: BTreeSet<String>,
    block: Vec<u8>,
    in_block: usize,
    blocks: Vec<Vec<u8>>,
    cards: u32,
}

impl Builder {
    pub(super) const fn new() -> Self {
        Self {
            keys: Vec::new(),
            formats: BTreeSet::new(),
            block: Vec::new(),
            in_block: 0,
            blocks: Vec::new(),
            cards: 0,
        }
    }

    pub(super) fn add(&mut self, card: &CatalogCard) -> Result<(), String> {
        if self.cards as usize >= MOST_CARDS {
            return Err(format!("more than {MOST_CARDS} cards"));
        }
        if card.name.len() > 4096 {
            return Err("a card name is longer than 4096 bytes".to_owned());
        }
        let mut put = |text: &str, kind: KeyKind| {
            self.keys
                .push((key(text), kind, card.rebalanced, card.name.clone(), self.cards));
        };
        put(&card.name, KeyKind::Full);
        // Reversible cards repeat the name of another entry; they are reached by the full name.
        if card.layout != "reversible_card" {
            for (at, face) in face_names(&card.name).into_iter().enumerate() {
                if face != card.name {
                    put(face, if at == 0 { KeyKind::Front } else { KeyKind::Back });
                }
            }
        }
        for format in card.legalities.keys() {
            self.formats.insert(format.clone());
        }
        let record = serde_json::to_vec(card).map_err(|e| e.to_string())?;
        self.block.extend_from_slice(&record);
        self.block.push(b'\n');
        self.in_block += 1;
        self.cards += 1;
        if self.in_block == BLOCK_CARDS {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), String> {
        if self.block.len() > MOST_BLOCK {
            return Err(format!("the cards around number {} are too long", self.cards));
        }
        if self.in_block > 0 {
            self.blocks
                .push(zstd::bulk::compress(&self.block, 6).map_err(|e| e.to_string())?);
            self.block.clear();
            self.in_block = 0;
        }
        Ok(())
    }

    /// The finished index.
    pub(super) fn finish(mut self, origin: Origin) -> Result<Index, String> {
        self.flush()?;
        self.keys.sort();
        // The same name twice in one file would make look-ups depend on file order.
        let twice = self
            .keys
            .windows(2)
            .find(|w| matches!(w, [a, b] if a.1 == KeyKind::Full && b.1 == KeyKind::Full && a.3 == b.3));
        if let Some([a, _]) = twice {
            return Err(format!("card `{}` stands there twice", a.3));
        }
        let mut names = Vec::new();
        let mut entries = Vec::new();
        for (key, kind, rebalanced, name, card) in &self.keys {
            let at = u32::try_from(names.len()).map_err(|e| e.to_string())?;
            names.extend_from_slice(key.as_bytes());
            let name_at = u32::try_from(names.len()).map_err(|e| e.to_string())?;
            names.extend_from_slice(name.as_bytes());
            entries.extend_from_slice(&at.to_le_bytes());
            entries.extend_from_slice(&name_at.to_le_bytes());
            entries.extend_from_slice(&u32::try_from(name.len()).map_err(|e| e.to_string())?.to_le_bytes());
            entries.extend_from_slice(&card.to_le_bytes());
            let kind = match kind {
                KeyKind::Full => 0_u32,
                KeyKind::Front => 1,
                KeyKind::Back => 2,
            };
            entries.extend_from_slice(&(kind | u32::from(*rebalanced) << 8).to_le_bytes());
        }
        let mut bytes = Vec::new();
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&origin.sha256);
        bytes.extend_from_slice(&origin.length.to_le_bytes());
        bytes.extend_from_slice(&origin.modified.to_le_bytes());
        bytes.extend_from_slice(&self.cards.to_le_bytes());
        let formats: Vec<&str> = self.formats.iter().map(String::as_str).collect();
        section(&mut bytes, formats.join("\n").as_bytes());
        section(&mut bytes, &names);
        section(&mut bytes, &entries);
        bytes.extend_from_slice(&(self.blocks.len() as u64).to_le_bytes());
        for block in &self.blocks {
            section(&mut bytes, block);
        }
        let digest: [u8; 32] = Sha256::digest(&bytes).into();
        bytes.extend_from_slice(&digest);
        Index::read(bytes)
    }
}

fn section(bytes: &mut Vec<u8>, body: &[u8]) {
    bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
    bytes.extend_from_slice(body);
}

/// Reads numbers and sections in order; every step is checked.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], String> {
        let end = self.at.checked_add(length).ok_or("a length is too large")?;
        let part = self.bytes.get(self.at..end).ok_or("the file is cut short")?;
        self.at = end;
        Ok(part)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        self.take(N)?.try_into().map_err(|_| "the file is cut short".to_owned())
    }

    fn u32(&mut self) -> Result<u32, String> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn u64(&mut self) -> Result<u64, String> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn section(&mut self) -> Result<(usize, usize), String> {
        let length = usize::try_from(self.u64()?).map_err(|_| "a length is too large")?;
        let start = self.at;
        self.take(length)?;
        Ok((start, self.at))
    }
}

impl Index {
    /// Takes an index apart; refuses other versions and damaged bytes.
    pub(super) fn read(bytes: Vec<u8>) -> Result<Self, String> {
        let body = bytes.len().checked_sub(32).ok_or("the file is cut short")?;
        let (head, digest) = bytes.split_at(body);
        let mut cursor = Cursor { bytes: head, at: 0 };
        if cursor.take(8)? != MAGIC {
            return Err("this is no catalogue index".to_owned());
        }
        let version = cursor.u32()?;
        if version != VERSION {
            return Err(format!("index version {version}, this program reads {VERSION}"));
        }
        if Sha256::digest(head).as_slice() != digest {
            return Err("the bytes are damaged (checksum differs)".to_owned());
        }
        let origin = Origin {
            sha256: cursor.array()?,
            length: cursor.u64()?,
            modified: cursor.u64()?,
        };
        let cards = cursor.u32()?;
        let (from, to) = cursor.section()?;
        let formats = std::str::from_utf8(head.get(from..to).unwrap_or_default())
            .map_err(|e| e.to_string())?
            .lines()
            .map(str::to_owned)
            .collect();
        let names = cursor.section()?;
        let entries = cursor.section()?;
        if (entries.1 - entries.0) % ENTRY != 0 {
            return Err("the name table has a partial entry".to_owned());
        }
        let count = cursor.u64()?;
        let mut blocks = Vec::new();
        for _ in 0..count {
            blocks.push(cursor.section()?);
        }
        if cursor.at != body {
            return Err("bytes follow the last block".to_owned());
        }
        Ok(Self {
            bytes,
            origin,
            formats,
            names,
            entries,
            blocks,
            cards,
        })
    }

    pub(super) const fn origin(&self) -> Origin {
        self.origin
    }

    /// The same index for the copied file, whose time stamp differs.
    pub(super) fn with_origin(&self, origin: Origin) -> Result<Self, String> {
        let body = self.bytes.len().saturating_sub(32);
        let mut bytes = self.bytes.get(..body).unwrap_or_default().to_vec();
        let mut head = origin.sha256.to_vec();
        head.extend_from_slice(&origin.length.to_le_bytes());
        head.extend_from_slice(&origin.modified.to_le_bytes());
        bytes.splice(12..12 + head.len(), head);
        let digest: [u8; 32] = Sha256::digest(&bytes).into();
        bytes.extend_from_slice(&digest);
        Self::read(bytes)
    }

    pub(super) const fn cards(&self) -> u32 {
        self.cards
    }

    pub(super) fn formats(&self) -> &[String] {
        &self.formats
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    const fn entry_count(&self) -> usize {
        (self.entries.1 - self.entries.0) / ENTRY
    }

    /// Key and meaning of one entry; damaged offsets read as empty names.
    fn entry(&self, number: usize) -> (&str, Hit<'_>) {
        let start = self.entries.0 + number * ENTRY;
        let word = |at: usize| {
            self.bytes
                .get(start + at * 4..start + at * 4 + 4)
                .and_then(|b| b.try_into().ok())
                .map_or(0, u32::from_le_bytes)
        };
        let (key_at, name_at, name_length) = (word(0) as usize, word(1) as usize, word(2) as usize);
        let blob = self.bytes.get(self.names.0..self.names.1).unwrap_or_default();
        let text = |from: usize, to: usize| {
            blob.get(from..to)
                .and_then(|b| std::str::from_utf8(b).ok())
                .unwrap_or("")
        };
        let kind = match word(4) & 0xff {
            0 => KeyKind::Full,
            1 => KeyKind::Front,
            _ => KeyKind::Back,
        };
        let hit = Hit {
            kind,
            rebalanced: word(4) >> 8 != 0,
            name: text(name_at, name_at.saturating_add(name_length)),
            card: word(3),
        };
        (text(key_at, name_at), hit)
    }

    /// All entries with this key.
    pub(super) fn find(&self, wanted: &str) -> Vec<Hit<'_>> {
        let (mut low, mut high) = (0, self.entry_count());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(middle).0 < wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut hits = Vec::new();
        while low < self.entry_count() {
            let (key, hit) = self.entry(low);
            if key != wanted {
                break;
            }
            hits.push(hit);
            low += 1;
        }
        hits
    }

    /// Every key with its meaning, in key order.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&str, Hit<'_>)> {
        (0..self.entry_count()).map(|number| self.entry(number))
    }

    /// Unpacks one block.
    fn block(&self, number: usize) -> Result<Vec<u8>, String> {
        let (from, to) = self.blocks.get(number).copied().ok_or("a name leads to no card")?;
        let packed = self.bytes.get(from..to).unwrap_or_default();
        zstd::bulk::decompress(packed, MOST_BLOCK).map_err(|e| e.to_string())
    }

    /// Reads one card record.
    pub(super) fn card(&self, number: u32) -> Result<CatalogCard, String> {
        let number = number as usize;
        let block = self.block(number / BLOCK_CARDS)?;
        let line = block
            .split(|&b| b == b'\n')
            .nth(number % BLOCK_CARDS)
            .ok_or("a name leads to no card")?;
        serde_json::from_slice(line).map_err(|e| e.to_string())
    }

    /// The cards of every block in turn.
    pub(super) fn blocks(&self) -> impl Iterator<Item = Vec<Result<CatalogCard, String>>> {
        (0..self.blocks.len()).map(|number| match self.block(number) {
            Ok(block) => block
                .split(|&b| b == b'\n')
                .filter(|line| !line.is_empty())
                .map(|line| serde_json::from_slice(line).map_err(|e| e.to_string()))
                .collect(),
            Err(why) => vec![Err(why)],
        })
    }
}
