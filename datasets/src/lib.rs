//! Study records, their crash-safe store, labels, dataset rows and grouped statistics.

pub mod atomic;
pub mod canonical;
pub mod clock;
pub mod data_root;
mod encoder;
mod error;
mod event;
pub mod export;
mod header;
mod history;
mod integrity;
mod journal;
pub mod knowledge;
pub mod labels;
mod lock;
mod record;
pub mod rows;
pub mod sealing;
pub mod stats;
pub mod store;
mod study;

pub use data_root::DataRoot;
pub use error::{Error, Result};
pub use event::Event;
pub use header::{DeckList, StudyHeader, StudyOptions};
pub use journal::{Entry, Journal, Note, journal_path, parse_journal};
pub use labels::{Label, LabelColumns};
pub use lock::{WriterLock, lock_path};
pub use record::{
    ActorRecord, DecisionRecord, GameRecord, GameStatus, HUMAN, Provenance, RepeatRecord, Timing, TimingRecord,
    UndoneRecord,
};
pub use rows::{BottomRow, Dataset, Origin, Row, parse_rows};
pub use sealing::Sealing;
pub use store::{Durability, Loaded, Stage, StoreOptions, StudyStore, Verification};
pub use study::{JournalMark, Problem, Restart, SCHEMA, Study, Unsealing, parse_study, restart_flag};
