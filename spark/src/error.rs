//! What training, scoring and loading refuse, and the remedy.

use thiserror::Error;

/// The one error type of this crate.
#[derive(Debug, Error)]
pub enum SparkError {
    /// A hyper-parameter outside the range in which training is defined.
    #[error("`{field}` is {value}, allowed is {allowed}; correct the option")]
    Parameter {
        /// Option name.
        field: &'static str,
        /// Value as given.
        value: String,
        /// Allowed range, in words.
        allowed: &'static str,
    },
    /// There is nothing to train on.
    #[error("no labelled rows to train on; add a study or a dataset that holds the label actor")]
    NoRows,
    /// A row is wider or narrower than the schema.
    #[error(
        "{source_name} row {row}: {found} feature values, the schema names {expected}; export the rows again with this program"
    )]
    Width {
        /// Source of the row.
        source_name: String,
        /// 1-based data row.
        row: u64,
        /// Values found.
        found: usize,
        /// Columns of the schema.
        expected: usize,
    },
    /// A feature value that arithmetic cannot carry.
    #[error(
        "{source_name} row {row}, column `{column}`: {value} is not a finite number below 1e150 in size; correct or remove the row"
    )]
    BadValue {
        /// Source of the row.
        source_name: String,
        /// 1-based data row.
        row: u64,
        /// Feature name.
        column: String,
        /// Value as read.
        value: f64,
    },
    /// A value outside a model's arithmetic at scoring time.
    #[error("feature `{column}` is {value}; a hand is scored from finite numbers only")]
    BadScoreValue {
        /// Feature name.
        column: String,
        /// Value as given.
        value: f64,
    },
    /// Two rows carry the same key.
    #[error("{source_name} row {row} occurs twice; give every data row once")]
    DuplicateRow {
        /// Source of the row.
        source_name: String,
        /// 1-based data row.
        row: u64,
    },
    /// A text column of a row is blank.
    #[error("{source_name} row {row}: empty `{field}`; fill it before training")]
    EmptyField {
        /// Source of the row.
        source_name: String,
        /// 1-based data row.
        row: u64,
        /// Column name.
        field: &'static str,
    },
    /// A feature schema that cannot name columns.
    #[error("feature schema: {problem}; build the schema from the feature table")]
    Schema {
        /// What is wrong.
        problem: String,
    },
    /// Two arrays that must be parallel are not.
    #[error("`{field}` holds {found} entries where {expected} are needed")]
    Length {
        /// Argument name.
        field: &'static str,
        /// Entries needed.
        expected: usize,
        /// Entries found.
        found: usize,
    },
    /// One label class only.
    #[error(
        "{part} holds {keep} KEEP and {mulligan} MULLIGAN rows in {groups} groups; both classes are needed: add labelled hands of the missing class or use fewer folds"
    )]
    OneClass {
        /// Which part of the data.
        part: String,
        /// KEEP rows.
        keep: usize,
        /// MULLIGAN rows.
        mulligan: usize,
        /// Groups in the part.
        groups: usize,
    },
    /// More folds than independent games.
    #[error(
        "folds={folds} but only {groups} groups (seeded games); use --folds {groups} or fewer, at least 2, or label more games"
    )]
    TooFewGroups {
        /// Folds asked for.
        folds: usize,
        /// Groups present.
        groups: usize,
    },
    /// A folds file that does not partition the rows.
    #[error("folds file: {problem}")]
    Folds {
        /// What is wrong and how to mend it.
        problem: String,
    },
    /// The solver stopped without reaching the tolerance.
    #[error(
        "training stopped after {iterations} passes ({reason}): largest gradient {gradient:e} per unit weight, tolerance {tolerance:e}; raise the smallest lambda or loosen the tolerance"
    )]
    NotConverged {
        /// Newton steps taken.
        iterations: usize,
        /// Why it stopped.
        reason: &'static str,
        /// Largest absolute gradient entry over the sum of weights.
        gradient: f64,
        /// Tolerance asked for.
        tolerance: f64,
    },
    /// The independent solver disagrees with ours.
    #[error(
        "linfa-logistic check: coefficients differ by {difference:e}, allowed {allowed:e}; do not use this model, report the dataset as a solver fault"
    )]
    OracleDisagrees {
        /// Largest absolute coefficient difference.
        difference: f64,
        /// Allowed difference.
        allowed: f64,
    },
    /// A stored model of another feature schema.
    #[error(
        "model has feature schema {found} ({found_sha256}), this program has {expected} ({expected_sha256}); first difference: {difference}; train again: spark train-mulligans"
    )]
    OtherSchema {
        /// Number in the model.
        found: u32,
        /// Hash in the model.
        found_sha256: String,
        /// Number of this program.
        expected: u32,
        /// Hash of this program.
        expected_sha256: String,
        /// First differing feature.
        difference: String,
    },
    /// A stored model that contradicts itself.
    #[error("model file: {problem}; restore the bundle or train again: spark train-mulligans")]
    Model {
        /// What is wrong.
        problem: String,
    },
    /// A statistic that has no defined answer.
    #[error(transparent)]
    Stats(#[from] turnzero_datasets::stats::StatsError),
    /// linfa refused its input.
    #[error("linfa: {0}")]
    Linfa(#[from] linfa::Error),
    /// linfa-logistic refused its input.
    #[error("linfa-logistic: {0}")]
    LinfaLogistic(#[from] linfa_logistic::error::Error),
}

impl SparkError {
    /// Process exit code of the command line's table: 1 a check answered no, 2 usage, 3 bad input.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::OracleDisagrees { .. } => 1,
            Self::Parameter { .. } => 2,
            _ => 3,
        }
    }
}
