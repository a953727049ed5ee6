//! The independent check: linfa-logistic on integer weights by row repetition.
//!
//! linfa-logistic ignores sample weights, so the check problem carries them as repeated rows,
//! q_i = max(1, round(8·w_i/mean)), and λ·Σq/Σw as its penalty.

use linfa::DatasetBase;
use linfa::traits::Fit;
use linfa_logistic::LogisticRegression;
use ndarray::{Array1, Array2};
use serde::{Deserialize, Serialize};

use crate::error::SparkError;
use crate::fit::Fitted;
use crate::kernel::Problem;
use crate::newton::{SolverOptions, solve};
use crate::standardize::Standardizer;
use crate::weights::{ClassSums, balanced};

/// Rows up to which every training is checked.
pub const MAX_ROWS: usize = 2_000;
/// Largest coefficient difference that passes.
pub const ALLOWED: f64 = 1e-4;
/// Gradient at linfa's solution, per unit weight, above which linfa itself has not converged.
const LINFA_GRADIENT: f64 = 1e-6;

/// Result of the check, for `run.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OracleCheck {
    /// `agrees`, `oracle_not_converged` (a warning) or `not_run`.
    pub status: String,
    /// Rows trained on.
    pub rows: usize,
    /// Rows of the check problem after repetition.
    pub replicated_rows: usize,
    /// Largest absolute difference of intercept and coefficients.
    pub largest_difference: Option<f64>,
    /// Largest gradient entry of the check problem at linfa's solution, per repeated row.
    pub linfa_gradient: Option<f64>,
}

/// Integer weights q_i = max(1, round(8·w_i/mean)) and their sum.
fn integer_weights(weight: &[f64]) -> Vec<usize> {
    let mean = weight.iter().sum::<f64>() / weight.len().max(1) as f64;
    weight
        .iter()
        .map(|w| {
            let q = libm::round(8.0 * w / mean).clamp(1.0, 1e6);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "clamped to 1..=1e6"
            )]
            let q = q as usize;
            q
        })
        .collect()
}

/// Solves with linfa-logistic as it is (weights ignored); intercept first, oriented to keep.
pub(crate) fn linfa_theta(z: Vec<f64>, n_cols: usize, keep: &[bool], alpha: f64) -> Result<Vec<f64>, SparkError> {
    let n = keep.len();
    let records = Array2::from_shape_vec((n, n_cols), z).map_err(linfa::Error::from)?;
    let dataset = DatasetBase::new(records, Array1::from_vec(keep.to_vec()));
    let fitted = LogisticRegression::default()
        .alpha(alpha)
        .max_iterations(10_000)
        .gradient_tolerance(1e-10)
        .fit(&dataset)?;
    // linfa calls the more frequent class positive, so the sign depends on the data.
    let sign = if fitted.labels().pos.class { 1.0 } else { -1.0 };
    let mut theta = vec![sign * fitted.intercept()];
    theta.extend(fitted.params().iter().map(|b| sign * b));
    Ok(theta)
}

/// Solves the check problem of a fit with both solvers and compares.
///
/// # Errors
/// [`SparkError::OracleDisagrees`] above [`ALLOWED`]; [`SparkError::NotConverged`] if ours stops.
pub fn check(
    x: &[f64],
    n_cols: usize,
    keep: &[bool],
    certainty: &[f64],
    fitted: &Fitted,
    solver: SolverOptions,
) -> Result<OracleCheck, SparkError> {
    let n = keep.len();
    if n > MAX_ROWS {
        return Ok(OracleCheck {
            status: "not_run".into(),
            rows: n,
            replicated_rows: 0,
            largest_difference: None,
            linfa_gradient: None,
        });
    }
    let sums = ClassSums::of(keep, certainty);
    let weight = balanced(keep, certainty, sums);
    let q = integer_weights(&weight);
    let total_q: usize = q.iter().sum();
    let total_w: f64 = weight.iter().sum();
    let alpha = fitted.lambda * total_q as f64 / total_w;
    let z = fitted.standardizer.transform(x);
    let mut repeated = Vec::with_capacity(total_q * n_cols);
    let mut labels = Vec::with_capacity(total_q);
    for ((row, &label), &times) in z.chunks_exact(n_cols.max(1)).zip(keep).zip(&q) {
        for _ in 0..times {
            repeated.extend_from_slice(row);
            labels.push(label);
        }
    }
    let theirs = linfa_theta(repeated, n_cols, &labels, alpha)?;
    let q_weight: Vec<f64> = q.iter().map(|&q| q as f64).collect();
    let plain = Standardizer::identity(n_cols);
    let problem = Problem {
        x: &z,
        n_cols,
        keep,
        weight: &q_weight,
        means: &plain.means,
        inverse: &plain.sds,
        lambda: alpha,
    };
    let gradient = problem.derivatives(&theirs, 1, false, false).gradient;
    let linfa_gradient = gradient.iter().fold(0.0_f64, |m, g| m.max(g.abs())) / total_q as f64;
    let ours = solve(&problem, None, solver).require_converged(solver.tolerance)?;
    let difference = ours
        .theta
        .iter()
        .zip(&theirs)
        .fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
    Ok(OracleCheck {
        status: judge(linfa_gradient, difference)?.into(),
        rows: n,
        replicated_rows: total_q,
        largest_difference: Some(difference),
        linfa_gradient: Some(linfa_gradient),
    })
}

/// An oracle that has not converged says nothing; one that has must agree.
fn judge(linfa_gradient: f64, difference: f64) -> Result<&'static str, SparkError> {
    if linfa_gradient.is_nan() || linfa_gradient > LINFA_GRADIENT {
        Ok("oracle_not_converged")
    } else if difference.is_nan() || difference > ALLOWED {
        Err(SparkError::OracleDisagrees {
            difference,
            allowed: ALLOWED,
        })
    } else {
        Ok("agrees")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_converged_oracle_can_contradict() {
        assert!(matches!(judge(1e-9, 1e-6), Ok("agrees")));
        assert!(matches!(judge(1e-5, 1.0), Ok("oracle_not_converged")));
        assert!(matches!(judge(f64::NAN, 0.0), Ok("oracle_not_converged")));
        for difference in [1.1e-4, f64::NAN] {
            let e = judge(1e-9, difference).expect_err("a contradiction");
            assert_eq!(e.exit_code(), 1);
        }
    }

    /// Weights in the ratio 1:2:4 are whole after scaling, so repetition is exact.
    #[test]
    fn exact_repetition_gives_the_same_optimum() {
        let mut x = Vec::new();
        let (mut keep, mut certainty) = (Vec::new(), Vec::new());
        // Certainty sums 30 and 15: w is ⅜, ¾, ¾ or 1½, which times 8/3 is 1, 2, 2 or 4.
        for (label, sure, unsure) in [(true, 25, 10), (false, 10, 10)] {
            for i in 0..sure + unsure {
                let v = f64::from((i * 7 + i32::from(label) * 3) % 11);
                x.extend([v, f64::from(i % 4) - 0.3 * v]);
                keep.push(label);
                certainty.push(if i < sure { 1.0 } else { 0.5 });
            }
        }
        let solver = SolverOptions {
            tolerance: 1e-10,
            max_iterations: 100,
            parallel: false,
        };
        let rows = crate::fit::Rows {
            x: &x,
            n_cols: 2,
            keep: &keep,
            certainty: &certainty,
        };
        let fitted = crate::fit::fit_rows(rows, 0.5, solver, None, "test").expect("two classes");
        let z = fitted.standardizer.transform(&x);
        let weight = balanced(&keep, &certainty, ClassSums::of(&keep, &certainty));
        let (mut repeated, mut labels) = (Vec::new(), Vec::new());
        for ((row, &label), w) in z.chunks_exact(2).zip(&keep).zip(&weight) {
            let times = w * 8.0 / 3.0;
            assert!((times - times.round()).abs() < 1e-12 && times > 0.5);
            for _ in 0..[1, 2, 4]
                .iter()
                .filter(|&&t| f64::from(t) <= times + 0.1)
                .max()
                .copied()
                .unwrap_or(0)
            {
                repeated.extend_from_slice(row);
                labels.push(label);
            }
        }
        let theirs = linfa_theta(repeated, 2, &labels, 0.5 * 8.0 / 3.0).expect("two classes");
        let mut ours = vec![fitted.intercept];
        ours.extend(&fitted.coefficients);
        for (a, b) in ours.iter().zip(&theirs) {
            assert!((a - b).abs() < 1e-6, "{ours:?} {theirs:?}");
        }
    }

    /// linfa calls the more frequent class positive: with few keeps its raw sign is turned.
    #[test]
    fn the_sign_does_not_depend_on_which_class_is_larger() {
        let z: Vec<f64> = (0..40).map(|i| f64::from(i % 10) - 4.5).collect();
        for least in [2.0, -2.0] {
            let keep: Vec<bool> = z.iter().map(|&v| v + ((v * 7.0) % 2.0) > least).collect();
            let theta = linfa_theta(z.clone(), 1, &keep, 1.0).expect("two classes");
            assert!(theta[1] > 0.1, "{theta:?}");
        }
    }

    #[test]
    fn integer_weights_follow_the_definition() {
        assert_eq!(integer_weights(&[1.0, 1.0]), [8, 8]);
        assert_eq!(integer_weights(&[0.5, 1.5]), [4, 12]);
        assert_eq!(integer_weights(&[1e-9, 1.0, 1.0]), [1, 12, 12]);
    }
}
