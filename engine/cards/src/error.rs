//! What can go wrong in this crate.

use std::path::PathBuf;

use thiserror::Error;

use crate::decklist::Problems;
use crate::language::CardError;

/// Bad input or missing data; every message names the place and the remedy.
#[derive(Debug, Error)]
pub enum CardsError {
    /// A file could not be read.
    #[error("{}: cannot read: {source}; check the path and its permissions", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A file could not be written.
    #[error("{}: cannot write: {source}; check free space and permissions", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A deck file is too large to be a deck.
    #[error("{}: {size} bytes is no deck list (at most {most}); pass a text list", path.display())]
    DeckTooLarge {
        /// The file.
        path: PathBuf,
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        most: u64,
    },
    /// A deck list with problems, all of them.
    #[error("{}:\n{problems}", path.display())]
    Deck {
        /// The file.
        path: PathBuf,
        /// The problems.
        problems: Problems,
    },
    /// A catalogue file that is not MTGJSON AtomicCards.
    #[error("{file}: not an MTGJSON AtomicCards file: {why}; download AtomicCards.json (plain, .gz or .zst) again")]
    Catalog {
        /// The file or other source.
        file: String,
        /// What is wrong, with the card's name where one is concerned.
        why: String,
    },
    /// A catalogue index that cannot be used.
    #[error("{file}: catalogue index is unusable: {why}; run `study catalog add FILE` again")]
    Index {
        /// The file or other source.
        file: String,
        /// What is wrong.
        why: String,
    },
    /// A catalogue card whose facts cannot be read.
    #[error("catalogue card `{card}`: {field}: {why}; the catalogue entry is incomplete or of a newer form")]
    Card {
        /// Canonical name.
        card: String,
        /// Field of the entry.
        field: &'static str,
        /// What is wrong.
        why: String,
    },
    /// A card text of the pool or a user's file that does not parse.
    #[error(transparent)]
    CardText(#[from] CardError),
}
