//! What can go wrong with a Parquet file.

use std::path::PathBuf;

/// Errors of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The columns are no table.
    #[error(
        "column {column} has {found} values where the first column has {expected}; give every column one value a row"
    )]
    Length {
        /// The column.
        column: String,
        /// Its length.
        found: usize,
        /// Length of the first column.
        expected: usize,
    },
    /// A name that is empty or stands twice.
    #[error("column name {column:?} is empty or stands twice; give every column its own name")]
    Name {
        /// The name.
        column: String,
    },
    /// A float that is not finite.
    #[error("column {column}, row {row} (from 0) is not a finite number; write null instead")]
    NotFinite {
        /// The column.
        column: String,
        /// Row from 0.
        row: usize,
    },
    /// A column of another kind than this crate writes.
    #[error("column {column} holds {kind}; only 64-bit floats, 64-bit integers, truth values and text are read here")]
    Kind {
        /// The column.
        column: String,
        /// Its type in polars' words.
        kind: String,
    },
    /// The system refused.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The file is no Parquet file, or is damaged.
    #[error("Parquet: {0}; write the file again from the dataset")]
    Polars(String),
}

impl Error {
    #[expect(clippy::needless_pass_by_value, reason = "used as map_err(Error::polars)")]
    pub(crate) fn polars(error: polars::error::PolarsError) -> Self {
        Self::Polars(error.to_string())
    }
}
