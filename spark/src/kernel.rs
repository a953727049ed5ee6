//! Gradient and Hessian of the weighted logistic loss, tile by tile, in one fixed order.
//!
//! Rows are standardised into panels of four columns on the way, so the matrix is read once and
//! never copied. Every sum has four explicit lanes: vector units change the speed, not the bits.
#![expect(clippy::many_single_char_names, reason = "the symbols of the formulas")]

use crate::sums::block_sums;

/// Columns of a panel.
const LANE: usize = 4;
/// Rows of a tile; odd multiple of two, so that panels start in different cache sets.
const TILE: usize = 62;

type Panel = [f64; LANE];

/// Weighted logistic regression on the standardised columns of a row-major matrix.
#[derive(Debug, Clone, Copy)]
pub struct Problem<'a> {
    /// Row-major feature values.
    pub x: &'a [f64],
    /// Feature columns.
    pub n_cols: usize,
    /// Labels, `true` for keep.
    pub keep: &'a [bool],
    /// Row weights w.
    pub weight: &'a [f64],
    /// Column centres.
    pub means: &'a [f64],
    /// Column multipliers 1/sd, 0 for a constant column.
    pub inverse: &'a [f64],
    /// Penalty λ of the coefficients; the intercept is free.
    pub lambda: f64,
}

/// Derivatives at one point; index 0 is the intercept.
pub(crate) struct Derivatives {
    pub(crate) gradient: Vec<f64>,
    /// Row-major symmetric matrix, empty when not asked for.
    pub(crate) hessian: Vec<f64>,
}

/// Chance of keep and its complement, each without cancellation, for a log-odds η.
pub(crate) fn sigmoid_pair(eta: f64) -> (f64, f64) {
    let e = libm::exp(-eta.abs());
    let near = 1.0 / (1.0 + e);
    let far = e * near;
    if eta >= 0.0 { (near, far) } else { (far, near) }
}

/// Chance σ(η).
pub fn sigmoid(eta: f64) -> f64 {
    sigmoid_pair(eta).0
}

/// Log loss −ln σ(η) of a keep label, −ln σ(−η) of a mulligan label.
pub fn log_loss(eta: f64, keep: bool) -> f64 {
    let against = if keep { -eta } else { eta };
    against.max(0.0) + libm::log1p(libm::exp(-against.abs()))
}

fn to_panels(values: &[f64], panels: usize) -> Vec<Panel> {
    let mut out = vec![[0.0; LANE]; panels];
    for (panel, chunk) in out.iter_mut().zip(values.chunks(LANE)) {
        panel[..chunk.len()].copy_from_slice(chunk);
    }
    out
}

struct Work<'a> {
    problem: &'a Problem<'a>,
    panels: usize,
    beta: Vec<Panel>,
    means: Vec<Panel>,
    inverse: Vec<Panel>,
    intercept: f64,
    step: usize,
    hessian: bool,
}

impl Work<'_> {
    /// Intercept gradient and curvature, panel gradients, panel cross terms, panel pair blocks.
    fn width(&self) -> usize {
        let pairs = if self.hessian {
            self.panels * (self.panels + 1) / 2
        } else {
            0
        };
        2 + 2 * self.panels * LANE + pairs * LANE * LANE
    }

    fn standardise(&self, row: usize, tile: &mut [Panel], r: usize) -> f64 {
        let p = self.problem.n_cols;
        let values = &self.problem.x[row * p..(row + 1) * p];
        let mut dot = [0.0; LANE];
        let (whole, rest) = values.as_chunks::<LANE>();
        for (k, v) in whole.iter().enumerate() {
            let (m, i, b) = (&self.means[k], &self.inverse[k], &self.beta[k]);
            let mut z = [0.0; LANE];
            for l in 0..LANE {
                z[l] = (v[l] - m[l]) * i[l];
                dot[l] += b[l] * z[l];
            }
            tile[k * TILE + r] = z;
        }
        if !rest.is_empty() {
            let k = whole.len();
            let mut z = [0.0; LANE];
            for (l, v) in rest.iter().enumerate() {
                z[l] = (v - self.means[k][l]) * self.inverse[k][l];
                dot[l] += self.beta[k][l] * z[l];
            }
            tile[k * TILE + r] = z;
        }
        self.intercept + ((dot[0] + dot[1]) + (dot[2] + dot[3]))
    }

    fn block(&self, first: usize, rows: usize) -> Vec<f64> {
        let mut sums = vec![0.0; self.width()];
        let mut tile = vec![[0.0; LANE]; self.panels * TILE];
        let mut residual = [0.0; TILE];
        let mut curvature = [0.0; TILE];
        let mut start = first;
        while start < first + rows {
            let t = TILE.min(first + rows - start);
            for (r, eta) in residual.iter_mut().take(t).enumerate() {
                *eta = self.standardise((start + r) * self.step, &mut tile, r);
            }
            for (r, (res, cur)) in residual.iter_mut().zip(&mut curvature).take(t).enumerate() {
                let row = (start + r) * self.step;
                let w = self.problem.weight[row];
                let (p, q) = sigmoid_pair(*res);
                *res = if self.problem.keep[row] { -w * q } else { w * p };
                *cur = w * (p * q);
            }
            self.add_first_order(&tile, &residual[..t], &curvature[..t], &mut sums);
            if self.hessian {
                self.add_second_order(&tile, &curvature[..t], &mut sums);
            }
            start += t;
        }
        sums
    }

    fn add_first_order(&self, tile: &[Panel], residual: &[f64], curvature: &[f64], sums: &mut [f64]) {
        for (res, cur) in residual.iter().zip(curvature) {
            sums[0] += res;
            sums[1] += cur;
        }
        for k in 0..self.panels {
            let panel = &tile[k * TILE..k * TILE + residual.len()];
            let mut g = [0.0; LANE];
            let mut c = [0.0; LANE];
            for ((z, &res), &cur) in panel.iter().zip(residual).zip(curvature) {
                for l in 0..LANE {
                    g[l] += res * z[l];
                }
                if self.hessian {
                    for l in 0..LANE {
                        c[l] += cur * z[l];
                    }
                }
            }
            let at = 2 + 2 * k * LANE;
            for l in 0..LANE {
                sums[at + l] += g[l];
                sums[at + LANE + l] += c[l];
            }
        }
    }

    fn add_second_order(&self, tile: &[Panel], curvature: &[f64], sums: &mut [f64]) {
        let t = curvature.len();
        let mut scaled = [[0.0; LANE]; TILE];
        let mut at = 2 + 2 * self.panels * LANE;
        for j in 0..self.panels {
            let left = &tile[j * TILE..j * TILE + t];
            for ((s, z), &c) in scaled.iter_mut().zip(left).zip(curvature) {
                for l in 0..LANE {
                    s[l] = c * z[l];
                }
            }
            for k in j..self.panels {
                let right = &tile[k * TILE..k * TILE + t];
                let acc = outer_sum(&scaled[..t], right);
                for (a, row) in acc.iter().enumerate() {
                    for (b, v) in row.iter().enumerate() {
                        sums[at + a * LANE + b] += v;
                    }
                }
                at += LANE * LANE;
            }
        }
    }
}

/// Σ_r left_r ⊗ right_r of two panels.
#[inline]
fn outer_sum(left: &[Panel], right: &[Panel]) -> [Panel; LANE] {
    let mut acc = [[0.0; LANE]; LANE];
    for (l, r) in left.iter().zip(right) {
        for a in 0..LANE {
            for b in 0..LANE {
                acc[a][b] += l[a] * r[b];
            }
        }
    }
    acc
}

impl Problem<'_> {
    /// Number of rows.
    pub(crate) fn n_rows(&self) -> usize {
        self.weight.len()
    }

    /// Derivatives at `theta` (intercept first) over every `step`-th row, scaled back to all rows.
    pub(crate) fn derivatives(&self, theta: &[f64], step: usize, hessian: bool, parallel: bool) -> Derivatives {
        let p = self.n_cols;
        let panels = p.div_ceil(LANE);
        let work = Work {
            problem: self,
            panels,
            beta: to_panels(&theta[1..], panels),
            means: to_panels(self.means, panels),
            inverse: to_panels(self.inverse, panels),
            intercept: theta[0],
            step,
            hessian,
        };
        let rows = self.n_rows().div_ceil(step);
        let sums = block_sums(rows, work.width(), parallel, |first, n| work.block(first, n));
        let scale = self.n_rows() as f64 / rows as f64;
        let mut gradient = vec![0.0; p + 1];
        gradient[0] = scale * sums[0];
        for j in 0..p {
            let at = 2 + 2 * (j / LANE) * LANE + j % LANE;
            gradient[j + 1] = scale * sums[at] + self.lambda * theta[j + 1];
        }
        let hessian = if hessian {
            self.full_hessian(&sums, panels, scale)
        } else {
            Vec::new()
        };
        Derivatives { gradient, hessian }
    }

    fn full_hessian(&self, sums: &[f64], panels: usize, scale: f64) -> Vec<f64> {
        let p = self.n_cols;
        let d = p + 1;
        let mut h = vec![0.0; d * d];
        h[0] = scale * sums[1];
        for j in 0..p {
            let v = scale * sums[2 + 2 * (j / LANE) * LANE + LANE + j % LANE];
            h[j + 1] = v;
            h[(j + 1) * d] = v;
        }
        let mut at = 2 + 2 * panels * LANE;
        for j in 0..panels {
            for k in j..panels {
                for a in 0..LANE {
                    for b in 0..LANE {
                        let (r, c) = (j * LANE + a, k * LANE + b);
                        if r <= c && c < p {
                            let v = scale * sums[at + a * LANE + b];
                            h[(r + 1) * d + c + 1] = v;
                            h[(c + 1) * d + r + 1] = v;
                        }
                    }
                }
                at += LANE * LANE;
            }
        }
        for j in 1..d {
            h[j * d + j] += self.lambda;
            // A constant column has no curvature of its own: its coefficient stays 0.
            if self.inverse[j - 1] == 0.0 && self.lambda == 0.0 {
                h[j * d + j] = 1.0;
            }
        }
        h
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sigmoid_pair_has_no_cancellation() {
        let (p, q) = sigmoid_pair(40.0);
        assert!(p <= 1.0 && (q - (-40.0_f64).exp()).abs() < 1e-30);
        assert_eq!(sigmoid_pair(0.0), (0.5, 0.5));
        let (p, q) = sigmoid_pair(-800.0);
        assert_eq!((p, q), (0.0, 1.0));
    }

    #[test]
    fn log_loss_is_stable() {
        assert!((log_loss(0.0, true) - 2.0_f64.ln()).abs() < 1e-16);
        assert!((log_loss(1e6, false) - 1e6).abs() < 1e-9);
        assert!(log_loss(1e6, true).abs() < 1e-300);
    }

    /// Against sums written out row by row, at widths that fill and do not fill a panel.
    #[test]
    fn derivatives_match_the_definition() {
        for p in [1_usize, 3, 4, 5, 9] {
            let n = 141;
            let x: Vec<f64> = (0..n * p).map(|i| ((i * 37) % 19) as f64 / 7.0).collect();
            let keep: Vec<bool> = (0..n).map(|i| (i * 5) % 7 < 3).collect();
            let weight: Vec<f64> = (0..n).map(|i| 0.5 + (i % 3) as f64).collect();
            let means: Vec<f64> = (0..p).map(|j| 1.0 + j as f64 * 0.1).collect();
            let inverse: Vec<f64> = (0..p).map(|j| 0.7 + j as f64 * 0.05).collect();
            let theta: Vec<f64> = (0..=p).map(|j| 0.3 - j as f64 * 0.2).collect();
            let problem = Problem {
                x: &x,
                n_cols: p,
                keep: &keep,
                weight: &weight,
                means: &means,
                inverse: &inverse,
                lambda: 0.7,
            };
            let got = problem.derivatives(&theta, 1, true, false);
            let d = p + 1;
            let mut g = vec![0.0; d];
            let mut h = vec![0.0; d * d];
            for i in 0..n {
                let mut z = vec![1.0];
                z.extend((0..p).map(|j| (x[i * p + j] - means[j]) * inverse[j]));
                let eta: f64 = z.iter().zip(&theta).map(|(a, b)| a * b).sum();
                let s = 1.0 / (1.0 + (-eta).exp());
                for a in 0..d {
                    g[a] += weight[i] * (s - f64::from(u8::from(keep[i]))) * z[a];
                    for b in 0..d {
                        h[a * d + b] += weight[i] * s * (1.0 - s) * z[a] * z[b];
                    }
                }
            }
            for j in 1..d {
                g[j] += 0.7 * theta[j];
                h[j * d + j] += 0.7;
            }
            for (a, b) in got.gradient.iter().zip(&g) {
                assert!((a - b).abs() < 1e-10, "p={p}: {a} {b}");
            }
            for (a, b) in got.hessian.iter().zip(&h) {
                assert!((a - b).abs() < 1e-10, "p={p}: {a} {b}");
            }
        }
    }
}
