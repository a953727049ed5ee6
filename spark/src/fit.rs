//! One weighted fit: class balance, standardisation, solver; also behind linfa's `Fit`.

use linfa::DatasetBase;
use linfa::ParamGuard;
use linfa::traits::{Fit, PredictInplace};
use ndarray::{Array1, ArrayBase, Data, Ix2};

use crate::error::SparkError;
use crate::kernel::Problem;
use crate::newton::{SolverOptions, solve};
use crate::oracle;
use crate::params::{Mutant, check_lambda, check_solver};
use crate::standardize::Standardizer;
use crate::weights::{ClassSums, balanced};

/// A fitted part: η(x) = intercept + Σ β_j z_j, keep iff η ≥ 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// Centre, scale and reach of each column.
    pub standardizer: Standardizer,
    /// Intercept in standardised coordinates.
    pub intercept: f64,
    /// Coefficient of each standardised column.
    pub coefficients: Vec<f64>,
    /// Certainty sums of the training part.
    pub class_sums: ClassSums,
    /// Penalty.
    pub lambda: f64,
    /// Newton steps on the full data.
    pub iterations: usize,
    /// Largest gradient entry per unit weight at the solution.
    pub gradient: f64,
}

impl Fitted {
    /// Balanced score η of a row of feature values; keep iff η ≥ 0.
    pub fn eta(&self, values: &[f64]) -> f64 {
        let mut eta = self.intercept;
        for (j, (&v, &b)) in values.iter().zip(&self.coefficients).enumerate() {
            eta += b * self.standardizer.z(j, v);
        }
        eta
    }

    /// Log odds of keep at the class mix of the training part, η + ln(W_keep/W_mull).
    pub fn log_odds(&self, eta: f64) -> f64 {
        eta + self.class_sums.prior_correction()
    }
}

/// Rows to fit on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub(crate) x: &'a [f64],
    pub(crate) n_cols: usize,
    pub(crate) keep: &'a [bool],
    pub(crate) certainty: &'a [f64],
}

/// Weighted fit at one λ.
pub(crate) fn fit_rows(
    rows: Rows<'_>,
    lambda: f64,
    solver: SolverOptions,
    mutant: Option<Mutant>,
    part: &str,
) -> Result<Fitted, SparkError> {
    let class_sums = ClassSums::of(rows.keep, rows.certainty);
    if !class_sums.both() {
        let keep = rows.keep.iter().filter(|&&k| k).count();
        return Err(SparkError::OneClass {
            part: part.to_owned(),
            keep,
            mulligan: rows.keep.len() - keep,
            groups: 0,
        });
    }
    let weight = balanced(rows.keep, rows.certainty, class_sums);
    let standardizer = Standardizer::fit(rows.x, rows.n_cols, &weight, solver.parallel);
    let (theta, iterations, gradient) = if mutant == Some(Mutant::LinfaInPlaceOfOurs) {
        let z = standardizer.transform(rows.x);
        (oracle::linfa_theta(z, rows.n_cols, rows.keep, lambda)?, 0, 0.0)
    } else {
        let problem = Problem {
            x: rows.x,
            n_cols: rows.n_cols,
            keep: rows.keep,
            weight: &weight,
            means: &standardizer.means,
            inverse: &standardizer.inverse(),
            lambda,
        };
        let solution = solve(&problem, None, solver).require_converged(solver.tolerance)?;
        (solution.theta, solution.iterations, solution.gradient)
    };
    let (intercept, coefficients) = theta.split_first().unwrap_or((&0.0, &[]));
    Ok(Fitted {
        standardizer,
        intercept: *intercept,
        coefficients: coefficients.to_vec(),
        class_sums,
        lambda,
        iterations,
        gradient,
    })
}

/// Checked parameters of one fit; made by [`LogisticParams::check`](ParamGuard::check).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogisticValidParams {
    lambda: f64,
    solver: SolverOptions,
}

/// Parameters of one fit behind linfa's `Fit`, not yet checked.
///
/// The dataset's `f32` weights carry certainty (1 or ½, exact in `f32`); class balance is
/// computed in `f64` inside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogisticParams(LogisticValidParams);

impl Default for LogisticParams {
    fn default() -> Self {
        Self::new()
    }
}

impl LogisticParams {
    /// Defaults: λ 1, tolerance 1e-8, 100 steps, one thread.
    #[must_use]
    pub fn new() -> Self {
        Self(LogisticValidParams {
            lambda: 1.0,
            solver: SolverOptions {
                tolerance: 1e-8,
                max_iterations: 100,
                parallel: false,
            },
        })
    }

    /// Penalty λ; default 1.
    #[must_use]
    pub fn lambda(mut self, lambda: f64) -> Self {
        self.0.lambda = lambda;
        self
    }

    /// Stopping rule and threads; default 1e-8, 100 steps, one thread.
    #[must_use]
    pub fn solver(mut self, solver: SolverOptions) -> Self {
        self.0.solver = solver;
        self
    }
}

impl ParamGuard for LogisticParams {
    type Checked = LogisticValidParams;
    type Error = SparkError;

    fn check_ref(&self) -> Result<&Self::Checked, SparkError> {
        check_lambda(self.0.lambda)?;
        check_solver(self.0.solver.tolerance, self.0.solver.max_iterations)?;
        Ok(&self.0)
    }

    fn check(self) -> Result<Self::Checked, SparkError> {
        self.check_ref()?;
        Ok(self.0)
    }
}

impl<D: Data<Elem = f64>> Fit<ArrayBase<D, Ix2>, Array1<bool>, SparkError> for LogisticValidParams {
    type Object = Fitted;

    fn fit(&self, dataset: &DatasetBase<ArrayBase<D, Ix2>, Array1<bool>>) -> Result<Fitted, SparkError> {
        let records = dataset.records();
        let (n, n_cols) = records.dim();
        if n == 0 || n_cols == 0 {
            return Err(SparkError::NoRows);
        }
        let keep = dataset.targets().to_vec();
        if keep.len() != n {
            return Err(SparkError::Length {
                field: "targets",
                expected: n,
                found: keep.len(),
            });
        }
        let x: Vec<f64> = records.iter().copied().collect();
        let large = |v: &f64| !v.is_finite() || v.abs() > crate::design::MAX_ABS_FEATURE;
        if let Some(at) = x.iter().position(large) {
            return Err(SparkError::BadValue {
                source_name: "records".into(),
                row: (at / n_cols) as u64 + 1,
                column: format!("{}", at % n_cols + 1),
                value: x[at],
            });
        }
        let certainty: Vec<f64> = match dataset.weights() {
            None => vec![1.0; n],
            Some(weights) if weights.len() == n => weights.iter().map(|&u| f64::from(u)).collect(),
            Some(weights) => {
                return Err(SparkError::Length {
                    field: "weights",
                    expected: n,
                    found: weights.len(),
                });
            }
        };
        if let Some(u) = certainty.iter().find(|u| !(u.is_finite() && **u > 0.0)) {
            return Err(SparkError::Parameter {
                field: "weights",
                value: u.to_string(),
                allowed: "finite numbers above 0",
            });
        }
        let rows = Rows {
            x: &x,
            n_cols,
            keep: &keep,
            certainty: &certainty,
        };
        fit_rows(rows, self.lambda, self.solver, None, "dataset")
    }
}

impl<D: Data<Elem = f64>> PredictInplace<ArrayBase<D, Ix2>, Array1<bool>> for Fitted {
    fn predict_inplace<'a>(&'a self, x: &'a ArrayBase<D, Ix2>, y: &mut Array1<bool>) {
        for (row, keep) in x.rows().into_iter().zip(y.iter_mut()) {
            *keep = self.eta(&row.to_vec()) >= 0.0;
        }
    }

    fn default_target(&self, x: &ArrayBase<D, Ix2>) -> Array1<bool> {
        Array1::from_elem(x.nrows(), true)
    }
}
