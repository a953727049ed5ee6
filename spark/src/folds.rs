//! Folds that keep games whole: greedy, stratified by label and deck, order from SHA-256.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};
use turnzero_datasets::stats::Groups;

use crate::design::{RowMeta, TrainingSet};
use crate::error::SparkError;
use crate::params::{Mutant, TrainValidParams};

/// Fold of every row; a game lies in one fold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folds {
    of: Vec<u32>,
    ids: Vec<u32>,
    from_file: bool,
}

/// One line of `folds.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FoldLine {
    /// Source of the row.
    pub source: String,
    /// 1-based data row.
    pub row: u64,
    /// Game.
    pub group: String,
    /// Fold.
    pub fold: u32,
}

/// Content of `folds.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FoldsRecord {
    /// How the folds were made.
    pub method: &'static str,
    /// Seed, when dealt here.
    pub seed: Option<u64>,
    /// Fold ids.
    pub folds: Vec<u32>,
    /// Fold of every row.
    pub rows: Vec<FoldLine>,
}

/// A folds file `{"ROW": FOLD}`: 1-based data row to fold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoldsFile(pub BTreeMap<u64, u32>);

impl FoldsFile {
    /// Reads the JSON text; a row named twice is refused, not overwritten.
    ///
    /// # Errors
    /// [`SparkError::Folds`] with the place in the text.
    pub fn parse(text: &str) -> Result<Self, SparkError> {
        serde_json::from_str(text).map_err(|e| SparkError::Folds {
            problem: format!("{e}; write {{\"ROW\": FOLD, …}} with whole numbers"),
        })
    }
}

impl<'de> Deserialize<'de> for FoldsFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rows;
        impl<'de> Visitor<'de> for Rows {
            type Value = FoldsFile;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of row number to fold number")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FoldsFile, A::Error> {
                let mut rows = BTreeMap::new();
                while let Some((row, fold)) = map.next_entry::<u64, u32>()? {
                    if rows.insert(row, fold).is_some() {
                        return Err(serde::de::Error::custom(format!("row {row} occurs twice")));
                    }
                }
                Ok(FoldsFile(rows))
            }
        }
        deserializer.deserialize_map(Rows)
    }
}

impl Folds {
    /// Deals the games of a set into `params.folds()` folds.
    ///
    /// # Errors
    /// [`SparkError::TooFewGroups`], [`SparkError::OneClass`].
    pub fn deal(set: &TrainingSet, params: &TrainValidParams) -> Result<Self, SparkError> {
        let all: Vec<usize> = (0..set.n_rows()).collect();
        Self::deal_rows(set.meta(), &all, params.folds(), params)
    }

    /// Deals chosen rows; `of` is in the order of `rows`.
    pub(crate) fn deal_rows(
        meta: &[RowMeta],
        rows: &[usize],
        folds: usize,
        params: &TrainValidParams,
    ) -> Result<Self, SparkError> {
        let ignored = params.mutant() == Some(Mutant::GroupColumnIgnored);
        let groups = Groups::from_ids(rows.iter().map(|&row| {
            if ignored {
                format!("{}#{}", meta[row].source, meta[row].row)
            } else {
                meta[row].group.clone()
            }
        }))?;
        require_both_classes("the data", rows.iter().map(|&row| &meta[row]))?;
        if groups.n_groups() < folds || folds < 2 {
            return Err(SparkError::TooFewGroups {
                folds,
                groups: groups.n_groups(),
            });
        }
        let mut stratum_ids: BTreeMap<(bool, &str), usize> = BTreeMap::new();
        for &row in rows {
            let next = stratum_ids.len();
            stratum_ids
                .entry((meta[row].label_keep, &meta[row].deck))
                .or_insert(next);
        }
        let stratum = |i: usize| {
            let m = &meta[rows[i]];
            stratum_ids[&(m.label_keep, m.deck.as_str())]
        };
        let mut totals = vec![0_u64; stratum_ids.len()];
        for i in 0..rows.len() {
            totals[stratum(i)] += 1;
        }
        let mut order: Vec<([u8; 32], usize)> = (0..groups.n_groups())
            .map(|g| {
                let mut hash = Sha256::new();
                hash.update(params.seed().to_string().as_bytes());
                hash.update(groups.id(g).as_bytes());
                (hash.finalize().into(), g)
            })
            .collect();
        order.sort_unstable();
        let mut counts = vec![vec![0_u64; totals.len()]; folds];
        let mut sizes = vec![0_usize; folds];
        let mut of = vec![0_u32; rows.len()];
        for &(_, g) in &order {
            let mut own = BTreeMap::<usize, u64>::new();
            for &i in groups.rows(g) {
                *own.entry(stratum(i)).or_default() += 1;
            }
            // Least overlap Σ_s count_s·own_s/total_s² keeps every stratum's shares level; it is
            // 0 for an empty fold, so the first games open all folds.
            let overlap = |fold: usize| -> f64 {
                own.iter()
                    .map(|(&s, &n)| {
                        let total = totals[s] as f64;
                        counts[fold][s] as f64 / total * (n as f64 / total)
                    })
                    .sum()
            };
            let best = (0..folds)
                .min_by(|&a, &b| {
                    overlap(a)
                        .total_cmp(&overlap(b))
                        .then(sizes[a].cmp(&sizes[b]))
                        .then(a.cmp(&b))
                })
                .unwrap_or(0);
            for (&s, &n) in &own {
                counts[best][s] += n;
            }
            sizes[best] += groups.rows(g).len();
            for &i in groups.rows(g) {
                of[i] = u32::try_from(best).unwrap_or(u32::MAX);
            }
        }
        let ids = (0..folds).filter_map(|f| u32::try_from(f).ok()).collect();
        Ok(Self {
            of,
            ids,
            from_file: false,
        })
    }

    /// Takes folds from a file for a set of one source.
    ///
    /// # Errors
    /// [`SparkError::Folds`] for several sources, a missing or unknown row, a split game, one
    /// fold; [`SparkError::OneClass`].
    pub fn from_file(set: &TrainingSet, file: &FoldsFile) -> Result<Self, SparkError> {
        let fail = |problem: String| Err(SparkError::Folds { problem });
        let sources: BTreeSet<&str> = set.meta().iter().map(|m| m.source.as_str()).collect();
        if sources.len() > 1 {
            return fail(format!(
                "it numbers the rows of one dataset, but {} were given; train on one dataset",
                sources.len()
            ));
        }
        require_both_classes("the data", set.meta().iter())?;
        let mut of = Vec::with_capacity(set.n_rows());
        let mut of_group: BTreeMap<&str, (u32, u64)> = BTreeMap::new();
        let mut named = BTreeSet::new();
        for m in set.meta() {
            let Some(&fold) = file.0.get(&m.row) else {
                return fail(format!("row {} of {} is not named; add it", m.row, m.source));
            };
            named.insert(m.row);
            let (first, row) = *of_group.entry(&m.group).or_insert((fold, m.row));
            if first != fold {
                return fail(format!(
                    "group {} is split: row {row} in fold {first}, row {} in fold {fold}; put all rows of a game into one fold",
                    m.group, m.row
                ));
            }
            of.push(fold);
        }
        if let Some(row) = file.0.keys().find(|row| !named.contains(row)) {
            return fail(format!("row {row} is not a labelled data row; remove it"));
        }
        let ids: Vec<u32> = of.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        if ids.len() < 2 {
            return fail("all rows are in one fold; name at least two".into());
        }
        Ok(Self {
            of,
            ids,
            from_file: true,
        })
    }

    /// Fold ids, ascending.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// Fold of every row.
    pub fn of(&self) -> &[u32] {
        &self.of
    }

    /// Rows outside and rows inside a fold.
    pub fn split(&self, fold: u32) -> (Vec<usize>, Vec<usize>) {
        (0..self.of.len()).partition(|&row| self.of[row] != fold)
    }

    /// Whether a folds file decided.
    pub fn from_file_given(&self) -> bool {
        self.from_file
    }

    /// Content of `folds.json`.
    pub fn record(&self, set: &TrainingSet, seed: u64) -> FoldsRecord {
        FoldsRecord {
            method: if self.from_file {
                "folds file"
            } else {
                "greedy by group, stratified by label and deck, order SHA-256(seed, group)"
            },
            seed: (!self.from_file).then_some(seed),
            folds: self.ids.clone(),
            rows: set
                .meta()
                .iter()
                .zip(&self.of)
                .map(|(m, &fold)| FoldLine {
                    source: m.source.clone(),
                    row: m.row,
                    group: m.group.clone(),
                    fold,
                })
                .collect(),
        }
    }
}

/// Refuses a part that holds one class only, with its counts.
pub(crate) fn require_both_classes<'a>(part: &str, rows: impl Iterator<Item = &'a RowMeta>) -> Result<(), SparkError> {
    let (mut keep, mut mulligan) = (0, 0);
    let mut groups = BTreeSet::new();
    for m in rows {
        if m.label_keep {
            keep += 1;
        } else {
            mulligan += 1;
        }
        groups.insert(m.group.as_str());
    }
    if keep > 0 && mulligan > 0 {
        return Ok(());
    }
    Err(SparkError::OneClass {
        part: part.to_owned(),
        keep,
        mulligan,
        groups: groups.len(),
    })
}
