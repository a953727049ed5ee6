//! Deck lists in the formats that sites and programs export.
//!
//! [`parse`] reads Moxfield, Archidekt, Arena, MTGO (text and `.dek`), Forge, XMage, Cockatrice
//! and plain lists; every line is counted as a card, heading, comment, blank or problem.

mod companion;
mod format;
mod heading;
mod legality;
mod line;
mod problem;
mod report;
mod resolve;
mod text;
mod xml;

use std::path::Path;

pub use format::Format;
pub use legality::check;
pub use problem::{DeckProblem, ProblemKind, Problems};
pub use report::{DeckReport, report};
pub use resolve::{PoolLookup, ResolvedCard, ResolvedDeck, resolve};

use crate::error::CardsError;

/// Largest count accepted on one line; more is a typing error in any format.
pub const MAX_COUNT: u32 = 9_999;

/// Largest deck file read, in bytes.
pub const MAX_BYTES: u64 = 4 << 20;

/// The part of a deck that a line belongs to (CR 100.4, 103.2b, 903.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// Commanders, which start in the command zone.
    Commander,
    /// The chosen companion, kept outside the game.
    Companion,
    /// The main deck.
    Main,
    /// The sideboard.
    Sideboard,
    /// Cards under consideration and tokens: read, shown, never part of the deck.
    Outside,
}

impl Section {
    /// The heading that starts this section in our own lists.
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Commander => "Commander",
            Self::Companion => "Companion",
            Self::Main => "Deck",
            Self::Sideboard => "Sideboard",
            Self::Outside => "Maybeboard",
        }
    }
}

/// One card line of a deck list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckEntry {
    /// Section the line belongs to.
    pub section: Section,
    /// Copies, 1 to [`MAX_COUNT`].
    pub count: u32,
    /// The name without printing marks, as written.
    pub name: String,
    /// The name with a bracketed tail that may be part of it (`Hazmat Suit (Used)`); looked up first.
    pub long_name: Option<String>,
    /// Set code in upper case, where given.
    pub set: Option<String>,
    /// Collector number, where given.
    pub number: Option<String>,
    /// 1-based line of the file.
    pub line: usize,
    /// The whole line as written, trimmed.
    pub text: String,
}

/// What became of every line of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct LineCount {
    /// All lines.
    pub total: usize,
    /// Lines that hold cards.
    pub cards: usize,
    /// Headings.
    pub headings: usize,
    /// Comments, file properties and markup.
    pub comments: usize,
    /// Empty lines.
    pub blank: usize,
    /// Lines reported as problems.
    pub reported: usize,
}

impl LineCount {
    /// Whether every line is accounted for exactly once.
    pub const fn adds_up(&self) -> bool {
        self.cards + self.headings + self.comments + self.blank + self.reported == self.total
    }
}

/// A deck list as read, before any card is looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeckList {
    /// The format named by a `// format: …` line.
    pub format: Option<Format>,
    /// Card lines in file order.
    pub entries: Vec<DeckEntry>,
    /// Account of all lines.
    pub lines: LineCount,
}

impl DeckList {
    /// Copies in one section.
    pub fn copies(&self, section: Section) -> u64 {
        self.entries
            .iter()
            .filter(|e| e.section == section)
            .map(|e| u64::from(e.count))
            .sum()
    }
}

/// A deck list together with the lines that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// What was read.
    pub list: DeckList,
    /// One entry per unreadable line.
    pub problems: Vec<DeckProblem>,
}

impl Parsed {
    /// The list, or all problems at once.
    ///
    /// # Errors
    /// [`Problems`] when any line could not be read or the list holds no card.
    pub fn into_list(self) -> Result<DeckList, Problems> {
        if !self.problems.is_empty() {
            return Err(Problems(self.problems));
        }
        if self.list.entries.is_empty() {
            return Err(Problems(vec![DeckProblem::empty_list()]));
        }
        Ok(self.list)
    }
}

/// Reads a deck list from text; total, never panics. The format is recognised from the content.
pub fn parse(text: &str) -> Parsed {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if xml::looks_like(text) {
        xml::parse(text)
    } else {
        text::parse(text)
    }
}

/// Reads a deck list from bytes: UTF-8, or UTF-16 with a byte order mark.
///
/// Bytes that are neither are reported with their line and never replaced silently.
pub fn parse_bytes(bytes: &[u8]) -> Parsed {
    let utf16 = match bytes {
        [0xff, 0xfe, rest @ ..] => Some((rest, u16::from_le_bytes as fn([u8; 2]) -> u16)),
        [0xfe, 0xff, rest @ ..] => Some((rest, u16::from_be_bytes as fn([u8; 2]) -> u16)),
        _ => None,
    };
    if let Some((rest, join)) = utf16 {
        let (pairs, odd) = rest.as_chunks::<2>();
        let units: Vec<u16> = pairs.iter().map(|&pair| join(pair)).collect();
        return match String::from_utf16(&units) {
            Ok(text) if odd.is_empty() => parse(&text),
            _ => unreadable(1),
        };
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(error) => {
            let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
            unreadable(good.split(|&b| b == b'\n').count())
        }
    }
}

fn unreadable(line: usize) -> Parsed {
    let mut parsed = Parsed::default();
    parsed.list.lines = LineCount {
        total: 1,
        reported: 1,
        ..LineCount::default()
    };
    parsed.problems.push(DeckProblem::not_text(line));
    parsed
}

/// Reads a deck file.
///
/// # Errors
/// [`CardsError::Read`] when the file cannot be read, [`CardsError::DeckTooLarge`] above
/// [`MAX_BYTES`], [`CardsError::Deck`] with every unreadable line.
pub fn read(path: &Path) -> Result<DeckList, CardsError> {
    let at = |source| CardsError::Read {
        path: path.to_path_buf(),
        source,
    };
    let size = std::fs::metadata(path).map_err(at)?.len();
    if size > MAX_BYTES {
        return Err(CardsError::DeckTooLarge {
            path: path.to_path_buf(),
            size,
            most: MAX_BYTES,
        });
    }
    let bytes = std::fs::read(path).map_err(at)?;
    parse_bytes(&bytes).into_list().map_err(|problems| CardsError::Deck {
        path: path.to_path_buf(),
        problems,
    })
}
