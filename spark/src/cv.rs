//! Nested cross-validation: out-of-fold predictions with λ chosen inside each training part.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use turnzero_datasets::stats::metrics::Scored;

use crate::design::TrainingSet;
use crate::error::SparkError;
use crate::fit::{Fitted, Rows, fit_rows};
use crate::folds::{Folds, require_both_classes};
use crate::kernel::sigmoid;
use crate::params::TrainValidParams;
use crate::select::{Part, Selection, select};
use crate::weights::ClassSums;

/// Label words of predictions and datasets.
pub const KEEP: &str = "KEEP";
/// See [`KEEP`].
pub const MULLIGAN: &str = "MULLIGAN";

/// One line of `predictions.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prediction {
    /// Source of the row.
    pub source: String,
    /// 1-based data row.
    pub row: u64,
    /// Game.
    pub group: String,
    /// Deck.
    pub deck: String,
    /// Fold in which the row was held out; null where nothing was refitted.
    pub fold: Option<u32>,
    /// `KEEP` or `MULLIGAN`.
    pub label: String,
    /// Weight w = u·N_u/(2·W_class) over all rows of the set.
    pub weight: f64,
    /// Balanced score; keep iff ≥ 0.
    pub eta: f64,
    /// Chance of keep at the class mix of the training part.
    pub p_keep: f64,
}

/// What one outer fold was trained on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoldFit {
    /// Fold held out.
    pub fold: u32,
    /// Rows and games trained on.
    pub train_rows: usize,
    /// Rows held out.
    pub test_rows: usize,
    /// KEEP rows held out.
    pub test_keep: usize,
    /// MULLIGAN rows held out.
    pub test_mulligan: usize,
    /// λ chosen inside the training part.
    pub lambda: f64,
    /// Prior correction of the training part.
    pub prior_correction: f64,
    /// Columns that were constant in the training part.
    pub constant_features: Vec<String>,
    /// Remark on the choice of λ, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Out-of-fold scores of every row, in row order.
#[derive(Debug, Clone, PartialEq)]
pub struct OutOfFold {
    /// Balanced scores.
    pub eta: Vec<f64>,
    /// Log odds at the class mix of each row's training part.
    pub log_odds: Vec<f64>,
    /// What each fold was trained on.
    pub folds: Vec<FoldFit>,
}

/// A fold's fit with (row, η, log odds) of its held-out rows.
type FoldScores = (FoldFit, Vec<(usize, f64, f64)>);

/// Chooses λ on the rows and fits them at it.
pub(crate) fn select_and_fit(
    set: &TrainingSet,
    rows: &[usize],
    params: &TrainValidParams,
    part_name: &str,
) -> Result<(Fitted, Selection), SparkError> {
    require_both_classes(part_name, rows.iter().map(|&r| &set.meta()[r]))?;
    let part = Part {
        x: set.matrix(),
        n_cols: set.n_cols(),
        meta: set.meta(),
        rows,
    };
    let selection = select(part, params)?;
    let all = rows.len() == set.n_rows() && rows.iter().enumerate().all(|(i, &r)| i == r);
    let fitted = if all {
        // The whole table is fitted in place: no copy of the matrix.
        let (keep, certainty) = (set.labels(), set.certainty());
        fit_rows(
            Rows {
                x: set.matrix(),
                n_cols: set.n_cols(),
                keep: &keep,
                certainty: &certainty,
            },
            selection.lambda,
            params.solver(),
            params.mutant(),
            part_name,
        )?
    } else {
        let (x, keep, certainty) = part.gather(rows);
        fit_rows(
            Rows {
                x: &x,
                n_cols: set.n_cols(),
                keep: &keep,
                certainty: &certainty,
            },
            selection.lambda,
            params.solver(),
            params.mutant(),
            part_name,
        )?
    };
    Ok((fitted, selection))
}

/// Cross-validates on given folds; `thin` may drop training rows (learning curve).
pub(crate) fn cross_validate_with(
    set: &TrainingSet,
    folds: &Folds,
    params: &TrainValidParams,
    thin: impl Fn(Vec<usize>) -> Vec<usize> + Sync,
) -> Result<OutOfFold, SparkError> {
    if folds.of().len() != set.n_rows() {
        return Err(SparkError::Length {
            field: "folds",
            expected: set.n_rows(),
            found: folds.of().len(),
        });
    }
    let one = |&fold: &u32| -> Result<FoldScores, SparkError> {
        let (train, test) = folds.split(fold);
        let train = thin(train);
        let name = format!("the training part without fold {fold}");
        let (fitted, selection) = select_and_fit(set, &train, params, &name)?;
        let scored = test
            .iter()
            .map(|&row| {
                let eta = fitted.eta(set.features(row));
                (row, eta, fitted.log_odds(eta))
            })
            .collect();
        let test_keep = test.iter().filter(|&&r| set.meta()[r].label_keep).count();
        let names = &set.schema().names;
        let constant_features = fitted
            .standardizer
            .sds
            .iter()
            .zip(names)
            .filter(|(sd, _)| **sd == 0.0)
            .map(|(_, name)| name.clone())
            .collect();
        let report = FoldFit {
            fold,
            train_rows: train.len(),
            test_rows: test.len(),
            test_keep,
            test_mulligan: test.len() - test_keep,
            lambda: fitted.lambda,
            prior_correction: fitted.class_sums.prior_correction(),
            constant_features,
            why: selection.why,
        };
        Ok((report, scored))
    };
    let parts: Vec<Result<_, SparkError>> = if params.parallel() {
        folds.ids().par_iter().map(one).collect()
    } else {
        folds.ids().iter().map(one).collect()
    };
    let mut out = OutOfFold {
        eta: vec![0.0; set.n_rows()],
        log_odds: vec![0.0; set.n_rows()],
        folds: Vec::new(),
    };
    for part in parts {
        let (report, scored) = part?;
        for (row, eta, log_odds) in scored {
            out.eta[row] = eta;
            out.log_odds[row] = log_odds;
        }
        out.folds.push(report);
    }
    Ok(out)
}

/// Scores every row by a model that never saw its game.
///
/// # Errors
/// A training part with one class, a solver that does not converge.
pub fn cross_validate(set: &TrainingSet, folds: &Folds, params: &TrainValidParams) -> Result<OutOfFold, SparkError> {
    cross_validate_with(set, folds, params, |rows| rows)
}

impl OutOfFold {
    /// Rows as the metrics want them: decision by η, probability by the prior-corrected odds.
    pub fn scored(&self, set: &TrainingSet) -> Vec<Scored> {
        set.meta()
            .iter()
            .zip(self.eta.iter().zip(&self.log_odds))
            .map(|(m, (&eta, &log_odds))| Scored {
                keep: m.label_keep,
                decision: eta >= 0.0,
                log_odds: Some(log_odds),
            })
            .collect()
    }

    /// Lines of `predictions.jsonl`.
    pub fn predictions(&self, set: &TrainingSet, folds: &Folds) -> Vec<Prediction> {
        predictions(set, &self.eta, &self.log_odds, |row| folds.of().get(row).copied())
    }
}

/// Lines of `predictions.jsonl` for given scores.
pub(crate) fn predictions(
    set: &TrainingSet,
    eta: &[f64],
    log_odds: &[f64],
    fold: impl Fn(usize) -> Option<u32>,
) -> Vec<Prediction> {
    let certainty = set.certainty();
    let sums = ClassSums::of(&set.labels(), &certainty);
    set.meta()
        .iter()
        .enumerate()
        .map(|(row, m)| Prediction {
            source: m.source.clone(),
            row: m.row,
            group: m.group.clone(),
            deck: m.deck.clone(),
            fold: fold(row),
            label: if m.label_keep { KEEP } else { MULLIGAN }.to_owned(),
            weight: sums.weight(m.label_keep, certainty[row]),
            eta: eta[row],
            p_keep: sigmoid(log_odds[row]),
        })
        .collect()
}
