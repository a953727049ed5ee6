//! Figures of a keep/mulligan model on labelled rows, each row counting once.

use super::error::StatsError;
use super::pair_table::PairTable;

/// One labelled row with what a model said about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    /// The label: keep.
    pub keep: bool,
    /// The decision: keep.
    pub decision: bool,
    /// ln(p_keep / (1 − p_keep)); `None` for a rule that gives no probability. The log odds and
    /// not p, which rounds to 1 where the odds are still finite.
    pub log_odds: Option<f64>,
}

impl Scored {
    /// A row of a rule that only decides.
    pub fn decided(keep: bool, decision: bool) -> Self {
        Self {
            keep,
            decision,
            log_odds: None,
        }
    }
}

/// ln(p/(1 − p)); `None` unless 0 < p < 1.
pub fn log_odds(p: f64) -> Option<f64> {
    (p > 0.0 && p < 1.0).then(|| libm::log(p) - libm::log1p(-p))
}

/// 1/(1 + e^−x), without overflow on either side.
pub fn sigmoid(x: f64) -> f64 {
    if x >= 0.0 {
        1.0 / (1.0 + libm::exp(-x))
    } else {
        let e = libm::exp(x);
        e / (1.0 + e)
    }
}

/// ln(1 + e^x), without overflow: the log loss of a mulligan at log odds x.
pub fn softplus(x: f64) -> f64 {
    x.max(0.0) + libm::log1p(libm::exp(-x.abs()))
}

/// Logistic recalibration ln(p/(1−p)) → intercept + slope · log odds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// 0 for a calibrated model.
    pub intercept: f64,
    /// 1 for a calibrated model, below 1 for an overconfident one.
    pub slope: f64,
}

/// Rows to compute figures on, with how often each counts (once, or as a bootstrap asks).
///
/// Every figure is `None` when its rows are missing: 0/0 has no value.
#[derive(Debug, Clone, Copy)]
pub struct Sample<'a> {
    rows: &'a [Scored],
    times: Option<&'a [u32]>,
}

impl<'a> Sample<'a> {
    /// Every row once.
    ///
    /// # Errors
    /// [`StatsError::OutOfRange`] for log odds that are not finite.
    pub fn new(rows: &'a [Scored]) -> Result<Self, StatsError> {
        let bad = rows
            .iter()
            .enumerate()
            .find_map(|(row, s)| s.log_odds.filter(|x| !x.is_finite()).map(|x| (row, x)));
        match bad {
            None => Ok(Self { rows, times: None }),
            Some((row, value)) => Err(StatsError::OutOfRange {
                field: "log_odds",
                row: Some(row),
                value: value.to_string(),
                range: "the finite numbers",
            }),
        }
    }

    /// The same rows, each counted `times` times.
    ///
    /// # Errors
    /// [`StatsError::Length`] unless there is one count per row.
    pub fn resampled<'b>(&self, times: &'b [u32]) -> Result<Sample<'b>, StatsError>
    where
        'a: 'b,
    {
        if times.len() == self.rows.len() {
            Ok(Sample {
                rows: self.rows,
                times: Some(times),
            })
        } else {
            Err(StatsError::Length {
                field: "times",
                expected: self.rows.len(),
                found: times.len(),
                unit: "row",
            })
        }
    }

    fn counted(&self) -> impl Iterator<Item = (&'a Scored, u32)> {
        let times = self.times;
        self.rows.iter().enumerate().filter_map(move |(row, scored)| {
            let count = times.map_or(1, |t| t.get(row).copied().unwrap_or(0));
            (count > 0).then_some((scored, count))
        })
    }

    /// Label (`a`) against decision (`b`), yes being keep.
    pub fn table(&self) -> PairTable {
        let mut table = PairTable::default();
        for (scored, count) in self.counted() {
            table.add(scored.keep, scored.decision, count);
        }
        table
    }

    /// Rows, with repetition.
    pub fn n(&self) -> u64 {
        self.table().n()
    }

    /// Share of decisions that equal the label.
    pub fn accuracy(&self) -> Option<f64> {
        let table = self.table();
        ratio(table.concordant(), table.n())
    }

    /// Share of labelled keeps that are kept.
    pub fn keep_recall(&self) -> Option<f64> {
        let table = self.table();
        ratio(table.both, table.yes_a())
    }

    /// Share of labelled mulligans that are mulliganed.
    pub fn mulligan_recall(&self) -> Option<f64> {
        let table = self.table();
        ratio(table.neither, table.n() - table.yes_a())
    }

    /// Mean of both recalls over all rows pooled; a coin toss and always-keep score 1/2.
    pub fn balanced_accuracy(&self) -> Option<f64> {
        Some(0.5 * (self.keep_recall()? + self.mulligan_recall()?))
    }

    /// Mean −ln of the probability given to the label, in nats; ln 2 for a coin toss.
    pub fn log_loss(&self) -> Option<f64> {
        self.mean(|keep, x| if keep { softplus(-x) } else { softplus(x) })
    }

    /// Mean squared difference of p_keep and label (Brier 1950), 0 to 1; 1/4 for a coin toss.
    pub fn brier(&self) -> Option<f64> {
        self.mean(|keep, x| {
            // The probability of the other label, so that no digits cancel near 1.
            let miss = sigmoid(if keep { -x } else { x });
            miss * miss
        })
    }

    /// Mean over rows of a loss of label and log odds, summed in row order.
    fn mean(&self, loss: impl Fn(bool, f64) -> f64) -> Option<f64> {
        let (mut sum, mut n) = (0.0, 0_u64);
        for (scored, count) in self.counted() {
            sum += f64::from(count) * loss(scored.keep, scored.log_odds?);
            n += u64::from(count);
        }
        (n > 0).then(|| sum / n as f64)
    }

    /// Recalibration by maximum likelihood, Newton's method in two parameters (Cox 1958).
    ///
    /// `None` without probabilities, with one class, or where the classes do not overlap in log
    /// odds: then the likelihood has no maximum.
    pub fn calibration(&self) -> Option<Calibration> {
        let mut points = Vec::new();
        for (scored, count) in self.counted() {
            points.push((scored.keep, scored.log_odds?, f64::from(count)));
        }
        if !overlap(&points) {
            return None;
        }
        // Centred and scaled for a well-conditioned 2×2 system; undone at the end.
        let total: f64 = points.iter().map(|p| p.2).sum();
        let centre = points.iter().map(|p| p.1 * p.2).sum::<f64>() / total;
        let squares: f64 = points.iter().map(|p| p.2 * (p.1 - centre) * (p.1 - centre)).sum();
        let scale = (squares / total).sqrt();
        for point in &mut points {
            point.1 = (point.1 - centre) / scale;
        }
        let [a, b] = newton(&points, total)?;
        let slope = b / scale;
        let intercept = a - slope * centre;
        (slope.is_finite() && intercept.is_finite()).then_some(Calibration { intercept, slope })
    }

    /// Slope of [`Self::calibration`].
    pub fn calibration_slope(&self) -> Option<f64> {
        self.calibration().map(|c| c.slope)
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Whether each class has a point strictly inside the other's range: the exact condition for a
/// finite maximum with one regressor (Albert and Anderson 1984).
fn overlap(points: &[(bool, f64, f64)]) -> bool {
    let range = |class: bool| {
        points
            .iter()
            .filter(|p| p.0 == class)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| {
                (low.min(p.1), high.max(p.1))
            })
    };
    let (keep, mulligan) = (range(true), range(false));
    keep.0 < mulligan.1 && mulligan.0 < keep.1
}

/// Newton steps, halved while the loss rises; `None` if the gradient does not vanish.
fn newton(points: &[(bool, f64, f64)], total: f64) -> Option<[f64; 2]> {
    let loss = |[a, b]: [f64; 2]| -> f64 {
        points
            .iter()
            .map(|&(keep, x, w)| {
                let eta = a + b * x;
                w * softplus(if keep { -eta } else { eta })
            })
            .sum()
    };
    let mut beta = [0.0, 0.0];
    let mut current = loss(beta);
    for _ in 0..100 {
        let (mut g, mut h) = ([0.0; 2], [0.0; 3]);
        for &(keep, x, w) in points {
            let p = sigmoid(beta[0] + beta[1] * x);
            let residual = w * (p - f64::from(u8::from(keep)));
            let curvature = w * p * (1.0 - p);
            g[0] += residual;
            g[1] += residual * x;
            h[0] += curvature;
            h[1] += curvature * x;
            h[2] += curvature * x * x;
        }
        if g[0].abs().max(g[1].abs()) <= 1e-11 * total {
            return Some(beta);
        }
        let determinant = h[0] * h[2] - h[1] * h[1];
        if determinant.is_nan() || determinant <= 0.0 {
            return None;
        }
        let step = [
            (h[2] * g[0] - h[1] * g[1]) / determinant,
            (h[0] * g[1] - h[1] * g[0]) / determinant,
        ];
        let mut fraction = 1.0;
        loop {
            let next = [beta[0] - fraction * step[0], beta[1] - fraction * step[1]];
            let value = loss(next);
            if value <= current + 1e-12 * total {
                beta = next;
                current = value;
                break;
            }
            fraction *= 0.5;
            if fraction < 1e-9 {
                return None;
            }
        }
    }
    None
}
