//! The training table: one contiguous row-major matrix and what each row stands for.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use turnzero_datasets::stats::Groups;

use crate::error::SparkError;

/// Largest feature value that still squares without overflow.
pub const MAX_ABS_FEATURE: f64 = 1e150;

/// Names and order of the feature columns, with their number and hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureSchema {
    /// Schema number; another number invalidates stored models.
    pub number: u32,
    /// SHA-256 of names and order, 64 lower-case hex digits.
    pub sha256: String,
    /// Column names in order.
    pub names: Vec<String>,
    /// Columns that may tell decks apart (mulligan state, interactions, play or draw).
    pub exempt: Vec<String>,
}

impl FeatureSchema {
    /// Checks that names are given, distinct and hashed.
    ///
    /// # Errors
    /// [`SparkError::Schema`] naming the offending column.
    pub fn check(&self) -> Result<(), SparkError> {
        let fail = |problem: String| Err(SparkError::Schema { problem });
        if self.names.is_empty() {
            return fail("no columns".into());
        }
        let hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        if self.sha256.len() != 64 || !self.sha256.bytes().all(hex) {
            return fail(format!("`sha256` is `{}`, not 64 hex digits", self.sha256));
        }
        let mut seen = BTreeSet::new();
        for name in &self.names {
            if name.trim().is_empty() {
                return fail("a column without a name".into());
            }
            if !seen.insert(name.as_str()) {
                return fail(format!("column `{name}` occurs twice"));
            }
        }
        if let Some(name) = self.exempt.iter().find(|n| !seen.contains(n.as_str())) {
            return fail(format!("exempt column `{name}` is not a column"));
        }
        Ok(())
    }

    /// The first column at which two schemas differ, in words; `None` when names agree.
    #[must_use]
    pub fn first_difference(&self, other: &Self) -> Option<String> {
        let n = self.names.len().max(other.names.len());
        (0..n).find_map(|i| {
            let show = |s: Option<&String>| s.map_or("nothing".into(), |s| format!("`{s}`"));
            let (a, b) = (self.names.get(i), other.names.get(i));
            (a != b).then(|| format!("column {} is {} here, {} there", i + 1, show(a), show(b)))
        })
    }
}

/// What a row stands for, beside its feature values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowMeta {
    /// File or study the row comes from.
    pub source: String,
    /// 1-based data row in the source.
    pub row: u64,
    /// `batch#gameIndex`, the unit of independence.
    pub group: String,
    /// Deck, as shown in reports.
    pub deck: String,
    /// Effective label: keep.
    pub label_keep: bool,
    /// The labeller marked doubt; halves the row's weight.
    pub unsure: bool,
    /// Lands in the hand.
    pub lands: u8,
    /// Mulligans taken before this hand.
    pub depth: u8,
}

/// One labelled hand with its feature values.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainRow {
    /// What the row stands for.
    pub meta: RowMeta,
    /// One value per schema column.
    pub features: Vec<f64>,
}

/// Rows of one label actor over one feature schema.
#[derive(Debug, Clone)]
pub struct TrainingSet {
    schema: FeatureSchema,
    meta: Vec<RowMeta>,
    x: Vec<f64>,
}

impl TrainingSet {
    /// Collects rows into one matrix.
    ///
    /// # Errors
    /// A bad schema, no rows, a wrong width, a value that is not finite or beyond
    /// [`MAX_ABS_FEATURE`] (named by source, row and column), a blank key, a row given twice.
    pub fn from_rows(schema: FeatureSchema, rows: impl IntoIterator<Item = TrainRow>) -> Result<Self, SparkError> {
        let width = schema.names.len();
        let mut meta = Vec::new();
        let mut x = Vec::new();
        for row in rows {
            if row.features.len() != width {
                return Err(SparkError::Width {
                    source_name: row.meta.source,
                    row: row.meta.row,
                    found: row.features.len(),
                    expected: width,
                });
            }
            x.extend_from_slice(&row.features);
            meta.push(row.meta);
        }
        Self::from_matrix(schema, meta, x)
    }

    /// Takes a row-major matrix of `meta.len()` rows as it stands, without copying it.
    ///
    /// # Errors
    /// As [`Self::from_rows`].
    pub fn from_matrix(schema: FeatureSchema, meta: Vec<RowMeta>, x: Vec<f64>) -> Result<Self, SparkError> {
        schema.check()?;
        let width = schema.names.len();
        if meta.is_empty() {
            return Err(SparkError::NoRows);
        }
        if x.len() != meta.len() * width {
            return Err(SparkError::Length {
                field: "matrix",
                expected: meta.len() * width,
                found: x.len(),
            });
        }
        let mut keys = BTreeSet::new();
        for (m, values) in meta.iter().zip(x.chunks_exact(width)) {
            for (field, text) in [("source", &m.source), ("group", &m.group), ("deck", &m.deck)] {
                if text.trim().is_empty() {
                    return Err(SparkError::EmptyField {
                        source_name: m.source.clone(),
                        row: m.row,
                        field,
                    });
                }
            }
            if !keys.insert((m.source.as_str(), m.row)) {
                return Err(SparkError::DuplicateRow {
                    source_name: m.source.clone(),
                    row: m.row,
                });
            }
            let bad = |v: &f64| !v.is_finite() || v.abs() > MAX_ABS_FEATURE;
            if let Some(j) = values.iter().position(bad) {
                return Err(SparkError::BadValue {
                    source_name: m.source.clone(),
                    row: m.row,
                    column: schema.names[j].clone(),
                    value: values[j],
                });
            }
        }
        Ok(Self { schema, meta, x })
    }

    /// Feature schema of the columns.
    pub fn schema(&self) -> &FeatureSchema {
        &self.schema
    }

    /// What the rows stand for.
    pub fn meta(&self) -> &[RowMeta] {
        &self.meta
    }

    /// Row-major feature matrix.
    pub fn matrix(&self) -> &[f64] {
        &self.x
    }

    /// Number of rows.
    pub fn n_rows(&self) -> usize {
        self.meta.len()
    }

    /// Number of feature columns.
    pub fn n_cols(&self) -> usize {
        self.schema.names.len()
    }

    /// Feature values of a row.
    ///
    /// # Panics
    /// If `row >= n_rows()`.
    pub fn features(&self, row: usize) -> &[f64] {
        let p = self.n_cols();
        &self.x[row * p..(row + 1) * p]
    }

    /// Labels, `true` for keep.
    pub fn labels(&self) -> Vec<bool> {
        self.meta.iter().map(|m| m.label_keep).collect()
    }

    /// Certainty u of each row: ½ for unsure, else 1.
    pub fn certainty(&self) -> Vec<f64> {
        self.meta.iter().map(|m| crate::weights::certainty(m.unsure)).collect()
    }

    /// Partition of the rows by `group`.
    ///
    /// # Errors
    /// None in practice: blank groups were refused when the set was built.
    pub fn groups(&self) -> Result<Groups, SparkError> {
        Ok(Groups::from_ids(self.meta.iter().map(|m| m.group.as_str()))?)
    }

    /// A set of chosen rows, in the order given.
    ///
    /// # Panics
    /// If a row is out of range.
    #[must_use]
    pub fn subset(&self, rows: &[usize]) -> Self {
        let mut x = Vec::with_capacity(rows.len() * self.n_cols());
        for &row in rows {
            x.extend_from_slice(self.features(row));
        }
        Self {
            schema: self.schema.clone(),
            meta: rows.iter().map(|&row| self.meta[row].clone()).collect(),
            x,
        }
    }

    /// The same rows with other columns, for baselines and ablation.
    pub(crate) fn with_columns(&self, names: Vec<String>, mut values: impl FnMut(usize, &mut Vec<f64>)) -> Self {
        let mut x = Vec::with_capacity(self.n_rows() * names.len());
        for row in 0..self.n_rows() {
            values(row, &mut x);
        }
        Self {
            schema: FeatureSchema {
                number: self.schema.number,
                sha256: self.schema.sha256.clone(),
                names,
                exempt: Vec::new(),
            },
            meta: self.meta.clone(),
            x,
        }
    }
}
