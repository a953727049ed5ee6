//! What the statistics refuse, and the remedy.

use thiserror::Error;

/// A statistic was asked for something that has no defined answer.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum StatsError {
    /// A row without a group would silently become its own unit of independence.
    #[error("row {row}: empty group id; give every row the `batch#gameIndex` of the game it comes from")]
    EmptyGroup {
        /// Zero-based row.
        row: usize,
    },
    /// Two columns of one table disagree in length.
    #[error("`{field}` has {found} entries but {expected} rows were given; pass one entry per {unit}")]
    Length {
        /// The column or argument.
        field: &'static str,
        /// Rows expected.
        expected: usize,
        /// Entries found.
        found: usize,
        /// What one entry stands for.
        unit: &'static str,
    },
    /// A game in two strata cannot be drawn within one of them.
    #[error(
        "group {group} has rows in `{}` and in `{}`; a game belongs to one deck, so correct the \
         group or the deck of its rows",
        strata[0],
        strata[1]
    )]
    SplitGroup {
        /// The group's id.
        group: String,
        /// The first two strata found.
        strata: [String; 2],
    },
    /// A value outside the range in which the statistic is defined.
    #[error("`{field}`{at} is {value}, outside {range}; correct the value before computing", at = row.map_or_else(String::new, |r| format!(" of row {r}")))]
    OutOfRange {
        /// The column or argument.
        field: &'static str,
        /// Zero-based row, for a column.
        row: Option<usize>,
        /// The value as written.
        value: String,
        /// The range that is allowed, in words.
        range: &'static str,
    },
}

/// Why a figure has no value although its input is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Undefined {
    /// 0/0.
    #[error("undefined: no rows")]
    NoRows,
    /// Both raters gave one and the same label throughout, so chance agreement is 1.
    #[error("undefined: both gave the same single label on every row, chance agreement is 1")]
    OneLabel,
    /// Blind repeats agree no better than coin tosses.
    #[error("undefined: retest agreement is at most 1/2, no better than chance")]
    RetestAtChance,
    /// The statistic has no value on the rows themselves.
    #[error("undefined: the statistic has no value on these rows")]
    Statistic,
    /// Resampling cannot vary the sample.
    #[error("no interval: every stratum holds a single game, so resampling changes nothing")]
    NothingToResample,
}

impl From<Undefined> for String {
    fn from(reason: Undefined) -> Self {
        reason.to_string()
    }
}
