//! Where and why a card text does not parse.

use thiserror::Error;

/// A card text that does not parse: place, expectation and finding.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}:{line}:{column}: expected {expected}, found {found}")]
pub struct CardError {
    /// The file, as the caller names it.
    pub file: String,
    /// 1-based line.
    pub line: usize,
    /// 1-based column in characters.
    pub column: usize,
    /// What could stand here.
    pub expected: String,
    /// What stands here.
    pub found: String,
}
