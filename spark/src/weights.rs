//! Row weights: certainty times class balance.

use serde::{Deserialize, Serialize};

/// Certainty u of a row: ½ when the labeller marked doubt, else 1.
pub fn certainty(unsure: bool) -> f64 {
    if unsure { 0.5 } else { 1.0 }
}

/// Sums of certainty per class of a training part.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassSums {
    /// W of KEEP.
    pub keep: f64,
    /// W of MULLIGAN.
    pub mulligan: f64,
}

impl ClassSums {
    /// Sums the certainty of each class.
    pub fn of(labels: &[bool], certainty: &[f64]) -> Self {
        let mut sums = Self {
            keep: 0.0,
            mulligan: 0.0,
        };
        for (&keep, &u) in labels.iter().zip(certainty) {
            if keep {
                sums.keep += u;
            } else {
                sums.mulligan += u;
            }
        }
        sums
    }

    /// Weight of a row, u·N_u / (2·W_class): scikit-learn's `balanced` with sample weights.
    pub fn weight(&self, keep: bool, certainty: f64) -> f64 {
        let class = if keep { self.keep } else { self.mulligan };
        certainty * (self.keep + self.mulligan) / (2.0 * class)
    }

    /// Prior correction ln(W_keep / W_mull), added to η for a probability at the seen class mix.
    pub fn prior_correction(&self) -> f64 {
        libm::log(self.keep / self.mulligan)
    }

    /// Whether both classes are present.
    pub fn both(&self) -> bool {
        self.keep > 0.0 && self.mulligan > 0.0
    }
}

/// Balanced weights of all rows of a training part; `sums.both()` must hold.
pub fn balanced(labels: &[bool], certainty: &[f64], sums: ClassSums) -> Vec<f64> {
    labels
        .iter()
        .zip(certainty)
        .map(|(&keep, &u)| sums.weight(keep, u))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_weigh_the_same_and_sum_to_the_certainty() {
        let labels = [true, true, true, false];
        let u = [1.0, 0.5, 1.0, 0.5];
        let sums = ClassSums::of(&labels, &u);
        assert_eq!((sums.keep, sums.mulligan), (2.5, 0.5));
        let w = balanced(&labels, &u, sums);
        assert!((w[..3].iter().sum::<f64>() - 1.5).abs() < 1e-15);
        assert!((w[3] - 1.5).abs() < 1e-15);
        assert!((sums.prior_correction() - 5.0_f64.ln()).abs() < 1e-15);
    }

    #[test]
    fn one_class_is_seen() {
        assert!(!ClassSums::of(&[true, true], &[1.0, 1.0]).both());
    }
}
