//! Rules that a model must beat: they see lands and mulligans taken, nothing else.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use turnzero_datasets::stats::metrics::Scored;

use crate::cv::{OutOfFold, cross_validate, select_and_fit};
use crate::design::{RowMeta, TrainingSet};
use crate::error::SparkError;
use crate::folds::Folds;
use crate::model::{ModelFeature, features_of};
use crate::params::TrainValidParams;
use crate::weights::{ClassSums, certainty};

/// Lands that the fixed rule keeps.
const RULE: std::ops::RangeInclusive<u8> = 2..=5;
/// Most lands in a hand of seven.
const MAX_LANDS: usize = 7;

/// Keeps everything.
pub fn always_keep(set: &TrainingSet) -> Vec<Scored> {
    decided(set, |_| true)
}

/// Keeps two to five lands.
pub fn lands_rule(set: &TrainingSet) -> Vec<Scored> {
    decided(set, |m| RULE.contains(&m.lands))
}

fn decided(set: &TrainingSet, keep: impl Fn(&RowMeta) -> bool) -> Vec<Scored> {
    set.meta()
        .iter()
        .map(|m| Scored::decided(m.label_keep, keep(m)))
        .collect()
}

/// Best land window per number of mulligans taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LandsWindow {
    by_depth: BTreeMap<u8, (usize, usize)>,
    overall: (usize, usize),
}

impl LandsWindow {
    /// Fits windows on training rows: most balanced weight of agreeing decisions; ties go to the
    /// wider window, then to the one with fewer lands. Unseen depths use the window of all rows.
    pub fn fit<'a>(rows: impl Iterator<Item = &'a RowMeta> + Clone) -> Self {
        let mut sums = ClassSums {
            keep: 0.0,
            mulligan: 0.0,
        };
        for m in rows.clone() {
            if m.label_keep {
                sums.keep += certainty(m.unsure);
            } else {
                sums.mulligan += certainty(m.unsure);
            }
        }
        // Weight of keeping minus weight of mulliganing at each number of lands.
        let mut all = [0.0; MAX_LANDS + 1];
        let mut gain: BTreeMap<u8, [f64; MAX_LANDS + 1]> = BTreeMap::new();
        for m in rows {
            let w = sums.weight(m.label_keep, certainty(m.unsure));
            let w = if m.label_keep { w } else { -w };
            let lands = usize::from(m.lands).min(MAX_LANDS);
            gain.entry(m.depth).or_default()[lands] += w;
            all[lands] += w;
        }
        Self {
            by_depth: gain.iter().map(|(&d, g)| (d, best_window(g))).collect(),
            overall: best_window(&all),
        }
    }

    /// Decision for a hand.
    pub fn keep(&self, lands: u8, depth: u8) -> bool {
        let (low, high) = self.by_depth.get(&depth).unwrap_or(&self.overall);
        (*low..=*high).contains(&usize::from(lands).min(MAX_LANDS))
    }
}

fn best_window(gain: &[f64; MAX_LANDS + 1]) -> (usize, usize) {
    let mut best = (0, MAX_LANDS);
    let mut most = f64::NEG_INFINITY;
    for width in (0..=MAX_LANDS).rev() {
        for low in 0..=MAX_LANDS - width {
            let sum: f64 = gain[low..=low + width].iter().sum();
            if sum > most {
                most = sum;
                best = (low, low + width);
            }
        }
    }
    best
}

/// Out-of-fold decisions of land windows fitted inside each training part.
pub fn lands_window(set: &TrainingSet, folds: &Folds) -> Vec<Scored> {
    let mut keep = vec![true; set.n_rows()];
    for &fold in folds.ids() {
        let (train, test) = folds.split(fold);
        let window = LandsWindow::fit(train.iter().map(|&r| &set.meta()[r]));
        for row in test {
            let m = &set.meta()[row];
            keep[row] = window.keep(m.lands, m.depth);
        }
    }
    set.meta()
        .iter()
        .zip(keep)
        .map(|(m, keep)| Scored::decided(m.label_keep, keep))
        .collect()
}

/// The rows with lands, lands² and mulligans taken as their only columns.
#[must_use]
pub fn lands_columns(set: &TrainingSet) -> TrainingSet {
    let names = ["lands", "lands_squared", "depth"].map(String::from);
    set.with_columns(names.to_vec(), |row, x| {
        let m = &set.meta()[row];
        let lands = f64::from(m.lands);
        x.extend([lands, lands * lands, f64::from(m.depth)]);
    })
}

/// Out-of-fold scores of the logistic on lands, lands², depth; same folds, weights and λ rule.
///
/// # Errors
/// As [`cross_validate`].
pub fn lands_logistic(set: &TrainingSet, folds: &Folds, params: &TrainValidParams) -> Result<OutOfFold, SparkError> {
    cross_validate(&lands_columns(set), folds, params)
}

/// Logistic on lands, lands², depth as stored in a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LandsLogistic {
    /// Intercept on the balanced scale.
    pub intercept: f64,
    /// lands, lands_squared, depth.
    pub features: Vec<ModelFeature>,
    /// Penalty.
    pub lambda: f64,
}

impl LandsLogistic {
    /// Balanced score of a hand; keep iff ≥ 0.
    pub fn eta(&self, lands: u8, depth: u8) -> f64 {
        let lands = f64::from(lands);
        let values = [lands, lands * lands, f64::from(depth)];
        let mut eta = self.intercept;
        for (f, v) in self.features.iter().zip(values) {
            eta += f.coefficient * f.z(v);
        }
        eta
    }
}

/// The baselines fitted on all training rows, for hands outside them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FittedBaselines {
    /// Best land window per depth.
    pub lands_window: LandsWindow,
    /// Logistic on lands, lands², depth.
    pub lands_logistic: LandsLogistic,
}

impl FittedBaselines {
    /// Fits both on all rows of a set.
    ///
    /// # Errors
    /// One class, or a solver that does not converge.
    pub fn fit(set: &TrainingSet, params: &TrainValidParams) -> Result<Self, SparkError> {
        let columns = lands_columns(set);
        let all: Vec<usize> = (0..set.n_rows()).collect();
        let (fitted, _) = select_and_fit(&columns, &all, params, "the data")?;
        Ok(Self {
            lands_window: LandsWindow::fit(set.meta().iter()),
            lands_logistic: LandsLogistic {
                intercept: fitted.intercept,
                features: features_of(&columns.schema().names, &fitted),
                lambda: fitted.lambda,
            },
        })
    }

    /// What every baseline says about a hand, by name; `true` is keep.
    pub fn decide(&self, lands: u8, depth: u8) -> BTreeMap<&'static str, bool> {
        BTreeMap::from([
            ("always_keep", true),
            ("lands_rule", RULE.contains(&lands)),
            ("lands_window", self.lands_window.keep(lands, depth)),
            ("lands_logistic", self.lands_logistic.eta(lands, depth) >= 0.0),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(lands: u8, depth: u8, keep: bool) -> RowMeta {
        RowMeta {
            source: "t".into(),
            row: 1,
            group: "b#1".into(),
            deck: "d".into(),
            label_keep: keep,
            unsure: false,
            lands,
            depth,
        }
    }

    #[test]
    fn windows_follow_the_labels_of_each_depth() {
        let mut rows = Vec::new();
        for lands in 0..=7 {
            rows.push(row(lands, 0, (3..=4).contains(&lands)));
            rows.push(row(lands, 1, (2..=6).contains(&lands)));
        }
        let w = LandsWindow::fit(rows.iter());
        for lands in 0..=7 {
            assert_eq!(w.keep(lands, 0), (3..=4).contains(&lands), "{lands}");
            assert_eq!(w.keep(lands, 1), (2..=6).contains(&lands), "{lands}");
        }
        // Depth 2 was never seen: the window of all rows answers.
        assert!(w.keep(3, 2) && !w.keep(0, 2));
    }
}
