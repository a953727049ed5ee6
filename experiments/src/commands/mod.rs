//! The commands of the programs, one file each.

pub mod bench;
pub mod cards;
pub mod catalog;
pub mod decks;
pub mod leak_check;
pub mod mulligans;
pub mod puzzle_check;
pub mod report;
pub mod schema;
pub mod spark;
pub mod verify;
