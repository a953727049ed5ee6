//! Newton's method with Cholesky factors for Σ w·ℓ + (λ/2)‖β‖².
//!
//! Small problems use the exact Hessian at every step. Large ones start from the optimum of a
//! 2 % subsample and reuse the Hessian of every eighth row while the full gradient, which alone
//! decides convergence, keeps falling fast; else they go on exactly. A near start that the caller
//! brings (the next λ of a path) is treated like the latter.
#![expect(clippy::many_single_char_names, reason = "the symbols of the formulas")]

use crate::error::SparkError;
use crate::kernel::Problem;

/// Rows from which the subsampled start pays.
const LARGE: usize = 60_000;
/// Rows of the subsample that gives the start.
const START_ROWS: usize = 20_000;
/// How a Hessian is reused: every which row enters it, and the share of the gradient left by a
/// step above which a new one is worth its passes.
#[derive(Debug, Clone, Copy)]
struct Reuse {
    step: usize,
    refresh_rate: f64,
}
/// Large problems: a sampled Hessian costs half a gradient pass.
const SAMPLED: Reuse = Reuse {
    step: 8,
    refresh_rate: 0.03,
};
/// Small problems: a full Hessian costs five gradient passes.
const FULL: Reuse = Reuse {
    step: 1,
    refresh_rate: 0.2,
};
/// A step that leaves more than this share of the gradient ends the reuse.
const GIVE_UP_RATE: f64 = 0.5;
/// Halvings of a step before it counts as lost in rounding.
const MAX_HALVINGS: usize = 40;

/// Stopping rule and threads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolverOptions {
    /// Largest absolute gradient entry, over the sum of weights, at which to stop.
    pub tolerance: f64,
    /// Newton steps at most.
    pub max_iterations: usize,
    /// Use the current rayon pool; the bits of the result do not depend on it.
    pub parallel: bool,
}

/// Why the solver stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// The gradient is within the tolerance.
    Tolerance,
    /// No shorter step lowers the gradient: rounding is all that is left.
    RoundingFloor,
    /// Out of steps.
    MaxIterations,
    /// The Hessian has no Cholesky factor.
    Singular,
}

impl StopReason {
    /// The reason in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Tolerance => "gradient within tolerance",
            Self::RoundingFloor => "no step lowers the gradient further",
            Self::MaxIterations => "iteration limit",
            Self::Singular => "Hessian not positive definite",
        }
    }
}

/// Optimum in standardised coordinates and how it was reached.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// Intercept first, then one coefficient per column.
    pub theta: Vec<f64>,
    /// Newton steps on the full data.
    pub iterations: usize,
    /// Largest absolute gradient entry over the sum of weights.
    pub gradient: f64,
    /// Why the solver stopped.
    pub reason: StopReason,
}

impl Solution {
    /// Whether the tolerance was reached.
    pub fn converged(&self) -> bool {
        self.reason == StopReason::Tolerance
    }

    /// Self if converged.
    ///
    /// # Errors
    /// [`SparkError::NotConverged`] with reason, steps and gradient.
    pub fn require_converged(self, tolerance: f64) -> Result<Self, SparkError> {
        if self.converged() {
            return Ok(self);
        }
        Err(SparkError::NotConverged {
            iterations: self.iterations,
            reason: self.reason.words(),
            gradient: self.gradient,
            tolerance,
        })
    }
}

/// Minimises the problem from `start` (default: 0, or a subsample's optimum on large data).
#[must_use]
pub fn solve(problem: &Problem<'_>, start: Option<&[f64]>, options: SolverOptions) -> Solution {
    let search = Search {
        problem,
        options,
        total_weight: problem.weight.iter().sum(),
    };
    let zero = vec![0.0; problem.n_cols + 1];
    let large = problem.n_rows() >= LARGE;
    match start {
        Some(start) => search.reusing(start.to_vec(), if large { SAMPLED } else { FULL }),
        None if large => {
            let step = problem.n_rows() / START_ROWS;
            let sampled = search.exact(zero, step, 1e-5, options.max_iterations.min(30));
            search.reusing(sampled.theta, SAMPLED)
        }
        None => search.exact(zero, 1, options.tolerance, options.max_iterations),
    }
}

struct Search<'a> {
    problem: &'a Problem<'a>,
    options: SolverOptions,
    total_weight: f64,
}

impl Search<'_> {
    fn size(&self, gradient: &[f64]) -> f64 {
        let largest = gradient.iter().fold(0.0_f64, |m, g| m.max(g.abs()));
        // `max` drops NaN: a gradient that is not a number must not look small.
        if gradient.iter().all(|g| g.is_finite()) {
            largest / self.total_weight
        } else {
            f64::INFINITY
        }
    }

    fn exact(&self, mut theta: Vec<f64>, step: usize, tolerance: f64, max_iterations: usize) -> Solution {
        let parallel = self.options.parallel;
        let at = |theta: &[f64]| self.problem.derivatives(theta, step, true, parallel);
        let mut now = at(&theta);
        let mut iterations = 0;
        let reason = loop {
            if self.size(&now.gradient) <= tolerance {
                break StopReason::Tolerance;
            }
            if iterations >= max_iterations {
                break StopReason::MaxIterations;
            }
            let Some(direction) = cholesky_solve(&now.hessian, &now.gradient) else {
                break StopReason::Singular;
            };
            let before = norm(&now.gradient);
            let mut length = 1.0;
            let mut next = None;
            for _ in 0..MAX_HALVINGS {
                let candidate = moved(&theta, &direction, length);
                let there = at(&candidate);
                // ‖g‖ falls along the Newton direction at rate 1, so a short step always passes.
                if norm(&there.gradient) <= (1.0 - 1e-4 * length) * before {
                    next = Some((candidate, there));
                    break;
                }
                length *= 0.5;
            }
            let Some((candidate, there)) = next else {
                break StopReason::RoundingFloor;
            };
            theta = candidate;
            now = there;
            iterations += 1;
        };
        Solution {
            gradient: self.size(&now.gradient),
            theta,
            iterations,
            reason,
        }
    }

    fn reusing(&self, mut theta: Vec<f64>, reuse: Reuse) -> Solution {
        let parallel = self.options.parallel;
        let hessian_at = |theta: &[f64]| self.problem.derivatives(theta, reuse.step, true, parallel).hessian;
        let gradient_at = |theta: &[f64]| self.problem.derivatives(theta, 1, false, parallel).gradient;
        let mut gradient = gradient_at(&theta);
        let mut hessian = hessian_at(&theta);
        let mut iterations = 0;
        while iterations < self.options.max_iterations {
            let size = self.size(&gradient);
            if size <= self.options.tolerance {
                return Solution {
                    theta,
                    iterations,
                    gradient: size,
                    reason: StopReason::Tolerance,
                };
            }
            let Some(direction) = cholesky_solve(&hessian, &gradient) else {
                break;
            };
            let candidate = moved(&theta, &direction, 1.0);
            let next = gradient_at(&candidate);
            let rate = norm(&next) / norm(&gradient);
            if rate.is_nan() || rate > GIVE_UP_RATE {
                break;
            }
            theta = candidate;
            gradient = next;
            iterations += 1;
            let more = self.size(&gradient) * rate > self.options.tolerance;
            if rate > reuse.refresh_rate && more {
                hessian = hessian_at(&theta);
            }
        }
        let left = self.options.max_iterations.saturating_sub(iterations);
        let mut solution = self.exact(theta, 1, self.options.tolerance, left);
        solution.iterations += iterations;
        solution
    }
}

fn norm(v: &[f64]) -> f64 {
    libm::sqrt(v.iter().map(|g| g * g).sum())
}

fn moved(theta: &[f64], direction: &[f64], length: f64) -> Vec<f64> {
    theta.iter().zip(direction).map(|(t, d)| t - length * d).collect()
}

/// Solves H·d = g for a symmetric positive definite row-major H; `None` if it is not.
pub(crate) fn cholesky_solve(h: &[f64], g: &[f64]) -> Option<Vec<f64>> {
    let d = g.len();
    let mut l = h.to_vec();
    for j in 0..d {
        for i in j..d {
            let mut s = l[i * d + j];
            for k in 0..j {
                s -= l[i * d + k] * l[j * d + k];
            }
            if i == j {
                if !(s.is_finite() && s > 0.0) {
                    return None;
                }
                l[j * d + j] = libm::sqrt(s);
            } else {
                l[i * d + j] = s / l[j * d + j];
            }
        }
    }
    let mut y = g.to_vec();
    for i in 0..d {
        for k in 0..i {
            y[i] -= l[i * d + k] * y[k];
        }
        y[i] /= l[i * d + i];
    }
    for i in (0..d).rev() {
        for k in i + 1..d {
            y[i] -= l[k * d + i] * y[k];
        }
        y[i] /= l[i * d + i];
    }
    y.iter().all(|v| v.is_finite()).then_some(y)
}
