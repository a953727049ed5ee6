//! Hyper-parameters of training: unchecked, then checked, as linfa does it.

use linfa::ParamGuard;

use crate::error::SparkError;
use crate::newton::SolverOptions;

/// Faults that a test switches on, to show that the guarantee's own test notices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mutant {
    /// Fit with linfa-logistic, which ignores the weights.
    LinfaInPlaceOfOurs,
    /// Deal rows, not games, into folds.
    GroupColumnIgnored,
}

impl Mutant {
    /// Every mutant with the name of the command line's test-only flag.
    pub const ALL: [(&'static str, Self); 2] = [
        ("linfa-in-place-of-ours", Self::LinfaInPlaceOfOurs),
        ("group-column-ignored", Self::GroupColumnIgnored),
    ];

    /// The mutant of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(n, _)| *n == name).map(|(_, m)| *m)
    }
}

/// Checked hyper-parameters; made by [`TrainParams::check`](ParamGuard::check).
#[derive(Debug, Clone, PartialEq)]
pub struct TrainValidParams {
    folds: usize,
    inner_folds: usize,
    lambda_grid: Vec<f64>,
    seed: u64,
    tolerance: f64,
    max_iterations: usize,
    replicates: usize,
    fold_seeds: usize,
    parallel: bool,
    mutant: Option<Mutant>,
}

/// Hyper-parameters as given, not yet checked.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainParams(TrainValidParams);

impl Default for TrainParams {
    fn default() -> Self {
        Self::new()
    }
}

/// 10^{−2, −1.5, …, 3}; the half powers are written out, so that no `pow` decides their bits.
pub const LAMBDA_GRID: [f64; 11] = [
    0.01,
    0.031_622_776_601_683_79,
    0.1,
    0.316_227_766_016_837_94,
    1.0,
    3.162_277_660_168_379_5,
    10.0,
    31.622_776_601_683_793,
    100.0,
    316.227_766_016_837_96,
    1000.0,
];

impl TrainParams {
    /// Defaults: 5 outer and 4 inner folds, the grid [`LAMBDA_GRID`], seed 0, tolerance 1e-8,
    /// 100 steps, 2,000 bootstrap replicates, 10 fold seeds, parallel.
    #[must_use]
    pub fn new() -> Self {
        Self(TrainValidParams {
            folds: 5,
            inner_folds: 4,
            lambda_grid: LAMBDA_GRID.to_vec(),
            seed: 0,
            tolerance: 1e-8,
            max_iterations: 100,
            replicates: turnzero_datasets::stats::REPLICATES,
            fold_seeds: 10,
            parallel: true,
            mutant: None,
        })
    }

    /// Outer folds; default 5, at least 2.
    #[must_use]
    pub fn folds(mut self, folds: usize) -> Self {
        self.0.folds = folds;
        self
    }

    /// Inner folds that choose λ; default 4, at least 2.
    #[must_use]
    pub fn inner_folds(mut self, folds: usize) -> Self {
        self.0.inner_folds = folds;
        self
    }

    /// Candidate penalties, ascending; default [`LAMBDA_GRID`].
    #[must_use]
    pub fn lambda_grid(mut self, grid: Vec<f64>) -> Self {
        self.0.lambda_grid = grid;
        self
    }

    /// Seed of folds and bootstrap; default 0.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.0.seed = seed;
        self
    }

    /// Largest gradient entry per unit weight at which the solver stops; default 1e-8.
    #[must_use]
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.0.tolerance = tolerance;
        self
    }

    /// Newton steps at most; default 100.
    #[must_use]
    pub fn max_iterations(mut self, max_iterations: usize) -> Self {
        self.0.max_iterations = max_iterations;
        self
    }

    /// Bootstrap replicates; default 2,000.
    #[must_use]
    pub fn replicates(mut self, replicates: usize) -> Self {
        self.0.replicates = replicates;
        self
    }

    /// Fold seeds whose spread is reported; default 10, 0 leaves the spread out.
    #[must_use]
    pub fn fold_seeds(mut self, fold_seeds: usize) -> Self {
        self.0.fold_seeds = fold_seeds;
        self
    }

    /// Use the current rayon pool; default on, no influence on the bits.
    #[must_use]
    pub fn parallel(mut self, parallel: bool) -> Self {
        self.0.parallel = parallel;
        self
    }

    /// Test-only fault; default none.
    #[doc(hidden)]
    #[must_use]
    pub fn mutant(mut self, mutant: Option<Mutant>) -> Self {
        self.0.mutant = mutant;
        self
    }

    /// Checks every parameter; for callers that do not know linfa's traits.
    ///
    /// # Errors
    /// [`SparkError::Parameter`] naming the parameter and what it may be.
    pub fn checked(self) -> Result<TrainValidParams, SparkError> {
        self.check()
    }
}

impl TrainValidParams {
    /// Outer folds.
    pub fn folds(&self) -> usize {
        self.folds
    }
    /// Inner folds.
    pub fn inner_folds(&self) -> usize {
        self.inner_folds
    }
    /// Candidate penalties, ascending.
    pub fn lambda_grid(&self) -> &[f64] {
        &self.lambda_grid
    }
    /// Seed of folds and bootstrap.
    pub fn seed(&self) -> u64 {
        self.seed
    }
    /// Bootstrap replicates.
    pub fn replicates(&self) -> usize {
        self.replicates
    }
    /// Fold seeds whose spread is reported.
    pub fn fold_seeds(&self) -> usize {
        self.fold_seeds
    }
    /// Whether the rayon pool is used.
    pub fn parallel(&self) -> bool {
        self.parallel
    }
    /// Test-only fault.
    #[doc(hidden)]
    pub fn mutant(&self) -> Option<Mutant> {
        self.mutant
    }
    /// Stopping rule of the solver.
    pub fn solver(&self) -> SolverOptions {
        SolverOptions {
            tolerance: self.tolerance,
            max_iterations: self.max_iterations,
            parallel: self.parallel,
        }
    }
    /// The same parameters under another seed.
    pub(crate) fn with_seed(&self, seed: u64) -> Self {
        Self { seed, ..self.clone() }
    }
}

fn require(
    ok: bool,
    field: &'static str,
    value: impl std::fmt::Debug,
    allowed: &'static str,
) -> Result<(), SparkError> {
    if ok {
        return Ok(());
    }
    Err(SparkError::Parameter {
        field,
        value: format!("{value:?}"),
        allowed,
    })
}

pub(crate) fn check_solver(tolerance: f64, max_iterations: usize) -> Result<(), SparkError> {
    require(
        tolerance > 0.0 && tolerance <= 0.01,
        "tolerance",
        tolerance,
        "above 0 and at most 0.01",
    )?;
    require(
        (1..=100_000).contains(&max_iterations),
        "max_iterations",
        max_iterations,
        "1 to 100000",
    )
}

pub(crate) fn check_lambda(lambda: f64) -> Result<(), SparkError> {
    require(
        lambda.is_finite() && lambda > 0.0,
        "lambda",
        lambda,
        "a finite number above 0",
    )
}

impl ParamGuard for TrainParams {
    type Checked = TrainValidParams;
    type Error = SparkError;

    fn check_ref(&self) -> Result<&Self::Checked, SparkError> {
        let p = &self.0;
        require((2..=1000).contains(&p.folds), "folds", p.folds, "2 to 1000")?;
        require(
            (2..=1000).contains(&p.inner_folds),
            "inner_folds",
            p.inner_folds,
            "2 to 1000",
        )?;
        require(
            !p.lambda_grid.is_empty() && p.lambda_grid.is_sorted_by(|a, b| a < b),
            "lambda_grid",
            &p.lambda_grid,
            "at least one number, ascending",
        )?;
        for &lambda in &p.lambda_grid {
            check_lambda(lambda)?;
        }
        check_solver(p.tolerance, p.max_iterations)?;
        require(
            (100..=1_000_000).contains(&p.replicates),
            "replicates",
            p.replicates,
            "100 to 1000000",
        )?;
        require(p.fold_seeds <= 1000, "fold_seeds", p.fold_seeds, "0 to 1000")?;
        Ok(p)
    }

    fn check(self) -> Result<Self::Checked, SparkError> {
        self.check_ref()?;
        Ok(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_is_half_powers_of_ten() {
        for (i, l) in LAMBDA_GRID.iter().enumerate() {
            let want = 10.0_f64.powf(-2.0 + 0.5 * i as f64);
            assert!((l / want - 1.0).abs() < 1e-15, "{l} {want}");
        }
    }

    #[test]
    fn refuses_each_bad_value_by_name() {
        assert!(TrainParams::new().check().is_ok());
        let bad = [
            ("folds", TrainParams::new().folds(1)),
            ("inner_folds", TrainParams::new().inner_folds(0)),
            ("lambda_grid", TrainParams::new().lambda_grid(vec![])),
            ("lambda_grid", TrainParams::new().lambda_grid(vec![1.0, 1.0])),
            ("lambda", TrainParams::new().lambda_grid(vec![0.0, 1.0])),
            ("tolerance", TrainParams::new().tolerance(f64::NAN)),
            ("max_iterations", TrainParams::new().max_iterations(0)),
            ("replicates", TrainParams::new().replicates(10)),
            ("fold_seeds", TrainParams::new().fold_seeds(2000)),
        ];
        for (name, params) in bad {
            match params.check() {
                Err(e @ SparkError::Parameter { field, .. }) => {
                    assert_eq!((field, e.exit_code()), (name, 2));
                }
                other => panic!("{name}: {other:?}"),
            }
        }
    }
}
