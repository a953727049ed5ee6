//! Choice of λ inside a training part: grouped inner folds, one-standard-error rule.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::design::RowMeta;
use crate::error::SparkError;
use crate::folds::{Folds, require_both_classes};
use crate::kernel::{Problem, log_loss};
use crate::newton::solve;
use crate::params::TrainValidParams;
use crate::standardize::Standardizer;
use crate::weights::{ClassSums, balanced};

/// Held-out loss of one candidate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LambdaScore {
    /// Candidate penalty.
    pub lambda: f64,
    /// Weighted log loss over the inner folds, nats per unit weight.
    pub log_loss: f64,
    /// Its standard error over the inner folds.
    pub standard_error: f64,
}

/// The chosen λ and what it rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// The chosen penalty.
    pub lambda: f64,
    /// The penalty of least loss.
    pub lambda_min: f64,
    /// Inner splits that could be scored.
    pub splits: usize,
    /// Every candidate, ascending.
    pub scores: Vec<LambdaScore>,
    /// Why the rule could not be applied in full, if so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
}

/// Rows of a larger table to choose on.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) x: &'a [f64],
    pub(crate) n_cols: usize,
    pub(crate) meta: &'a [RowMeta],
    pub(crate) rows: &'a [usize],
}

impl Part<'_> {
    /// Matrix, labels and certainty of chosen rows.
    pub(crate) fn gather(&self, rows: &[usize]) -> (Vec<f64>, Vec<bool>, Vec<f64>) {
        let mut x = Vec::with_capacity(rows.len() * self.n_cols);
        for &row in rows {
            x.extend_from_slice(&self.x[row * self.n_cols..(row + 1) * self.n_cols]);
        }
        let keep = rows.iter().map(|&r| self.meta[r].label_keep).collect();
        let u = rows
            .iter()
            .map(|&r| crate::weights::certainty(self.meta[r].unsure))
            .collect();
        (x, keep, u)
    }
}

/// Chooses λ for a part; the part must hold both classes.
pub(crate) fn select(part: Part<'_>, params: &TrainValidParams) -> Result<Selection, SparkError> {
    let grid = params.lambda_grid();
    let largest = grid.last().copied().unwrap_or(1.0);
    let fallback = |why: String, splits: usize| Selection {
        lambda: largest,
        lambda_min: largest,
        splits,
        scores: Vec::new(),
        why: Some(why),
    };
    if let [only] = grid {
        return Ok(Selection {
            lambda: *only,
            ..fallback("one candidate".into(), 0)
        });
    }
    let groups: std::collections::BTreeSet<&str> = part.rows.iter().map(|&r| part.meta[r].group.as_str()).collect();
    let inner = params.inner_folds().min(groups.len());
    if inner < 2 {
        let why = format!("{} group in the training part, largest candidate taken", groups.len());
        return Ok(fallback(why, 0));
    }
    let folds = Folds::deal_rows(part.meta, part.rows, inner, params)?;
    let one = |fold: &u32| -> Result<Option<Vec<(f64, f64)>>, SparkError> {
        let (train, test) = folds.split(*fold);
        let train: Vec<usize> = train.iter().map(|&i| part.rows[i]).collect();
        let test: Vec<usize> = test.iter().map(|&i| part.rows[i]).collect();
        if require_both_classes("", train.iter().map(|&r| &part.meta[r])).is_err() {
            return Ok(None);
        }
        score_split(part, &train, &test, params).map(Some)
    };
    let scored: Vec<Option<Vec<(f64, f64)>>> = if params.parallel() {
        let all: Vec<Result<_, _>> = folds.ids().par_iter().map(one).collect();
        all.into_iter().collect::<Result<_, _>>()?
    } else {
        folds.ids().iter().map(one).collect::<Result<_, _>>()?
    };
    let usable: Vec<Vec<(f64, f64)>> = scored.into_iter().flatten().collect();
    if usable.len() < 2 {
        let why = format!(
            "{} of {inner} inner splits hold both classes for training, largest candidate taken",
            usable.len()
        );
        return Ok(fallback(why, usable.len()));
    }
    let mut selection = choose(grid, &usable);
    if usable.len() < params.inner_folds() {
        selection.why = Some(format!("{} usable inner splits", usable.len()));
    }
    Ok(selection)
}

/// Loss sum and weight sum of the held-out rows for every candidate.
fn score_split(
    part: Part<'_>,
    train: &[usize],
    test: &[usize],
    params: &TrainValidParams,
) -> Result<Vec<(f64, f64)>, SparkError> {
    let (x, keep, u) = part.gather(train);
    let (x_test, keep_test, u_test) = part.gather(test);
    let sums = ClassSums::of(&keep, &u);
    let weight = balanced(&keep, &u, sums);
    let weight_test = balanced(&keep_test, &u_test, sums);
    let standardizer = Standardizer::fit(&x, part.n_cols, &weight, false);
    let z = standardizer.transform(&x);
    drop(x);
    let z_test = standardizer.transform(&x_test);
    let plain = Standardizer::identity(part.n_cols);
    let mut solver = params.solver();
    solver.parallel = false;
    let mut theta: Option<Vec<f64>> = None;
    let mut scores = Vec::new();
    // From the largest λ down: each optimum is a near start for the next.
    for &lambda in params.lambda_grid().iter().rev() {
        let problem = Problem {
            x: &z,
            n_cols: part.n_cols,
            keep: &keep,
            weight: &weight,
            means: &plain.means,
            inverse: &plain.sds,
            lambda,
        };
        let solution = solve(&problem, theta.as_deref(), solver).require_converged(solver.tolerance)?;
        let (intercept, beta) = solution.theta.split_first().unwrap_or((&0.0, &[]));
        let (mut loss, mut total) = (0.0, 0.0);
        let rows = z_test.chunks_exact(part.n_cols);
        for ((row, &keep), &w) in rows.zip(&keep_test).zip(&weight_test) {
            let mut eta = *intercept;
            for (v, b) in row.iter().zip(beta) {
                eta += b * v;
            }
            loss += w * log_loss(eta, keep);
            total += w;
        }
        scores.push((loss, total));
        theta = Some(solution.theta);
    }
    scores.reverse();
    Ok(scores)
}

/// One-standard-error rule: the largest λ whose loss is within one standard error of the least;
/// ties go to the larger. `splits` holds (loss sum, weight sum) per split and candidate.
fn choose(grid: &[f64], splits: &[Vec<(f64, f64)>]) -> Selection {
    let k = splits.len() as f64;
    let scores: Vec<LambdaScore> = grid
        .iter()
        .enumerate()
        .map(|(i, &lambda)| {
            let total: f64 = splits.iter().map(|s| s[i].1).sum();
            let mean = splits.iter().map(|s| s[i].0).sum::<f64>() / total;
            // Weighted variance of the split means over k − 1, as in Friedman et al. (2010).
            let spread: f64 = splits
                .iter()
                .map(|s| {
                    let d = s[i].0 / s[i].1 - mean;
                    s[i].1 / total * d * d
                })
                .sum();
            LambdaScore {
                lambda,
                log_loss: mean,
                standard_error: libm::sqrt(spread / (k - 1.0)),
            }
        })
        .collect();
    let mut least = 0;
    for i in 1..scores.len() {
        if scores[i].log_loss <= scores[least].log_loss {
            least = i;
        }
    }
    let limit = scores[least].log_loss + scores[least].standard_error;
    let chosen = (0..scores.len())
        .rev()
        .find(|&i| scores[i].log_loss <= limit)
        .unwrap_or(least);
    Selection {
        lambda: scores[chosen].lambda,
        lambda_min: scores[least].lambda,
        splits: splits.len(),
        scores,
        why: None,
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these values are exact")]
mod tests {
    use super::*;

    #[test]
    fn largest_lambda_within_one_standard_error() {
        let grid = [0.1, 1.0, 10.0, 100.0];
        // Means 0.50, 0.40, 0.45, 0.90; split means of the best differ by ±0.1.
        let splits = vec![
            vec![(5.0, 10.0), (3.0, 10.0), (4.5, 10.0), (9.0, 10.0)],
            vec![(5.0, 10.0), (5.0, 10.0), (4.5, 10.0), (9.0, 10.0)],
        ];
        let s = choose(&grid, &splits);
        assert!((s.scores[1].standard_error - 0.1).abs() < 1e-12);
        assert_eq!((s.lambda, s.lambda_min), (10.0, 1.0));
        // Without spread only ties may go up.
        let tight = vec![vec![(5.0, 10.0), (4.0, 10.0), (4.5, 10.0), (9.0, 10.0)]; 2];
        assert_eq!(choose(&grid, &tight).lambda, 1.0);
        let tie = vec![vec![(5.0, 10.0), (4.0, 10.0), (4.0, 10.0), (9.0, 10.0)]; 2];
        let s = choose(&grid, &tie);
        assert_eq!((s.lambda, s.lambda_min), (10.0, 10.0));
    }

    #[test]
    fn splits_count_by_their_weight() {
        let splits = vec![vec![(1.0, 2.0), (1.0, 2.0)], vec![(6.0, 6.0), (3.0, 6.0)]];
        let s = choose(&[1.0, 2.0], &splits);
        assert!((s.scores[0].log_loss - 7.0 / 8.0).abs() < 1e-15);
        assert!((s.scores[1].log_loss - 0.5).abs() < 1e-15);
    }
}
