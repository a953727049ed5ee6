//! Weighted mean and spread of each column of a training part.
#![expect(clippy::many_single_char_names, reason = "the symbols of the formulas")]

use crate::sums::block_sums;

/// Centre, scale and reach of each column.
#[derive(Debug, Clone, PartialEq)]
pub struct Standardizer {
    /// Weighted means.
    pub means: Vec<f64>,
    /// Weighted standard deviations; 0 for a column that is constant up to rounding.
    pub sds: Vec<f64>,
    /// Largest |z| that scoring lets through: twice the largest of the training part, at least 10.
    pub bounds: Vec<f64>,
    /// Least value of the training part.
    pub least: Vec<f64>,
    /// Largest value of the training part.
    pub most: Vec<f64>,
}

/// Smallest bound on |z| at scoring time.
const MIN_BOUND: f64 = 10.0;

/// Rounding error of a corrected mean is within a few units in the last place of the largest
/// value; a spread below this many of them cannot be told from zero.
const ROUNDING_ULPS: f64 = 16.0;

impl Standardizer {
    /// Centre 0 and scale 1: columns are used as they are.
    #[must_use]
    pub fn identity(n_cols: usize) -> Self {
        Self {
            means: vec![0.0; n_cols],
            sds: vec![1.0; n_cols],
            bounds: vec![f64::INFINITY; n_cols],
            least: vec![f64::NEG_INFINITY; n_cols],
            most: vec![f64::INFINITY; n_cols],
        }
    }

    /// Weighted mean (with a correction pass) and population sd of each column of `x`.
    ///
    /// A spread below the rounding error of its own computation becomes exactly 0 and the column
    /// exactly 0 after scaling.
    #[must_use]
    pub fn fit(x: &[f64], n_cols: usize, w: &[f64], parallel: bool) -> Self {
        let p = n_cols;
        let n = w.len();
        let total_w = block_sums(n, 1, parallel, |first, rows| vec![w[first..first + rows].iter().sum()])[0];
        let pass = |centre: &[f64]| {
            block_sums(n, 2 * p, parallel, |first, rows| {
                let mut sums = vec![0.0; 2 * p];
                let (one, two) = sums.split_at_mut(p);
                let w = &w[first..first + rows];
                let x = &x[first * p..(first + rows) * p];
                for (row, &w) in x.chunks_exact(p).zip(w) {
                    for (((s, q), &v), &c) in one.iter_mut().zip(two.iter_mut()).zip(row).zip(centre) {
                        let d = v - c;
                        *s += w * d;
                        *q += w * (d * d);
                    }
                }
                sums
            })
        };
        // A value of the data as first centre keeps the sums of a constant column exactly 0.
        let mut means: Vec<f64> = x.iter().take(p).copied().collect();
        let first = pass(&means);
        for (m, s) in means.iter_mut().zip(&first) {
            *m += s / total_w;
        }
        let second = pass(&means);
        let mut sds = vec![0.0; p];
        for j in 0..p {
            let shift = second[j] / total_w;
            means[j] += shift;
            sds[j] = libm::sqrt((second[p + j] / total_w - shift * shift).max(0.0));
        }
        let mut low = vec![f64::INFINITY; p];
        let mut high = vec![f64::NEG_INFINITY; p];
        for row in x.chunks_exact(p) {
            for ((l, h), &v) in low.iter_mut().zip(&mut high).zip(row) {
                *l = if v < *l { v } else { *l };
                *h = if v > *h { v } else { *h };
            }
        }
        let mut bounds = vec![MIN_BOUND; p];
        for j in 0..p {
            let size = low[j].abs().max(high[j].abs());
            if sds[j] <= ROUNDING_ULPS * f64::EPSILON * size {
                sds[j] = 0.0;
            } else {
                let reach = (high[j] - means[j]).max(means[j] - low[j]) / sds[j];
                bounds[j] = MIN_BOUND.max(2.0 * reach);
            }
        }
        Self {
            means,
            sds,
            bounds,
            least: low,
            most: high,
        }
    }

    /// Multiplier 1/sd of each column, 0 for a constant one.
    pub(crate) fn inverse(&self) -> Vec<f64> {
        let inv = |&s: &f64| if s > 0.0 { 1.0 / s } else { 0.0 };
        self.sds.iter().map(inv).collect()
    }

    /// Standardised value of column `j`, clipped to its bound; 0 for a constant column.
    ///
    /// # Panics
    /// If `j` is not a column.
    #[must_use]
    pub fn z(&self, j: usize, value: f64) -> f64 {
        let sd = self.sds[j];
        if sd > 0.0 {
            let bound = self.bounds[j];
            ((value - self.means[j]) / sd).clamp(-bound, bound)
        } else {
            0.0
        }
    }

    /// Standardised copy of a row-major matrix.
    #[must_use]
    pub fn transform(&self, x: &[f64]) -> Vec<f64> {
        let p = self.means.len().max(1);
        let mut z = Vec::with_capacity(x.len());
        for row in x.chunks_exact(p) {
            z.extend(row.iter().enumerate().map(|(j, &v)| self.z(j, v)));
        }
        z
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these values are exact")]
mod tests {
    use super::*;

    #[test]
    fn matches_the_definition() {
        let x = [1.0, 10.0, 2.0, 30.0, 4.0, 20.0];
        let w = [1.0, 2.0, 0.5];
        let s = Standardizer::fit(&x, 2, &w, false);
        let mean = (1.0 + 4.0 + 2.0) / 3.5;
        let var =
            (1.0 * (1.0_f64 - mean).powi(2) + 2.0 * (2.0_f64 - mean).powi(2) + 0.5 * (4.0_f64 - mean).powi(2)) / 3.5;
        assert!((s.means[0] - mean).abs() < 1e-15);
        assert!((s.sds[0] - var.sqrt()).abs() < 1e-15);
        assert!((s.means[1] - (10.0 + 60.0 + 10.0) / 3.5).abs() < 1e-13);
    }

    #[test]
    fn a_nearly_constant_column_is_constant() {
        let n = 1000;
        let mut x = vec![14.62; n];
        assert_eq!(Standardizer::fit(&x, 1, &vec![0.3; n], false).sds, [0.0]);
        x[n - 1] = f64::from_bits(14.62_f64.to_bits() + 1);
        let s = Standardizer::fit(&x, 1, &vec![0.3; n], false);
        assert_eq!(s.sds, [0.0]);
        assert_eq!(s.z(0, 20.0), 0.0);
        x[n - 1] = 14.63;
        assert!(Standardizer::fit(&x, 1, &vec![0.3; n], false).sds[0] > 0.0);
    }

    #[test]
    fn an_unseen_value_has_bounded_influence() {
        let x = [0.0, 1.0, 0.0, 1.0];
        let s = Standardizer::fit(&x, 1, &[1.0; 4], false);
        for v in [1e308, f64::MAX, -1e308] {
            assert_eq!(s.z(0, v).abs(), 10.0);
        }
        assert_eq!(s.z(0, 1.0), 1.0);
    }

    #[test]
    fn threads_do_not_change_bits() {
        let n = 20_000;
        let x: Vec<f64> = (0..n * 3).map(|i| f64::from((i * 7919) % 1013) * 0.37).collect();
        let w: Vec<f64> = (0..n).map(|i| 0.5 + f64::from((i * 31) % 7)).collect();
        assert_eq!(Standardizer::fit(&x, 3, &w, false), Standardizer::fit(&x, 3, &w, true));
    }
}
