//! Figures of a set of scored rows, each with n and interval.
#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method path fixes the lifetime that resampling varies"
)]

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;
use turnzero_datasets::stats::metrics::{Sample, Scored};
use turnzero_datasets::stats::{Estimate, Groups, Resampler};

use crate::design::TrainingSet;
use crate::error::SparkError;

/// The figures of a [`MetricBlock`] in the order in which every report shows them.
pub const FIGURES: [&str; 7] = [
    "accuracy",
    "balanced_accuracy",
    "keep_recall",
    "mulligan_recall",
    "log_loss",
    "brier",
    "calibration_slope",
];

/// What the intervals mean, said in every report.
pub const INTERVALS: &str = "95 % percentile bootstrap over games within deck, predictions fixed \
                             (does not include refitting)";

/// The figures of one set of rows, each row counting once.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MetricBlock {
    /// Rows.
    pub rows: usize,
    /// Games.
    pub groups: usize,
    /// Share of decisions that equal the label.
    pub accuracy: Estimate,
    /// Mean of both recalls.
    pub balanced_accuracy: Estimate,
    /// Share of labelled keeps that are kept; its n is the labelled keeps.
    pub keep_recall: Estimate,
    /// Share of labelled mulligans that are mulliganed; its n is the labelled mulligans.
    pub mulligan_recall: Estimate,
    /// Mean log loss of p_keep, nats.
    pub log_loss: Estimate,
    /// Mean squared error of p_keep.
    pub brier: Estimate,
    /// Slope of the labels on the log odds of p_keep; 1 is calibrated.
    pub calibration_slope: Estimate,
}

/// A figure computed on resampled rows.
type Statistic<'a> = Box<dyn Fn(&[u32]) -> Option<f64> + Sync + 'a>;

/// Chosen rows of a set, with their games and decks, ready to be resampled.
pub(crate) struct Chosen<'a> {
    rows: Vec<Scored>,
    groups: Groups,
    decks: Vec<&'a str>,
    replicates: usize,
    seed: String,
    parallel: bool,
}

/// Bootstrap settings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Draws {
    pub(crate) replicates: usize,
    pub(crate) seed: u64,
    pub(crate) parallel: bool,
}

impl<'a> Chosen<'a> {
    pub(crate) fn new(
        set: &'a TrainingSet,
        scored: &[Scored],
        choose: impl Fn(usize) -> bool,
        draws: Draws,
    ) -> Result<Self, SparkError> {
        let picked: Vec<usize> = (0..set.n_rows()).filter(|&row| choose(row)).collect();
        let meta = set.meta();
        Ok(Self {
            rows: picked.iter().map(|&row| scored[row]).collect(),
            groups: Groups::from_ids(picked.iter().map(|&row| meta[row].group.as_str()))?,
            decks: picked.iter().map(|&row| meta[row].deck.as_str()).collect(),
            replicates: draws.replicates,
            seed: draws.seed.to_string(),
            parallel: draws.parallel,
        })
    }

    fn run(&self, statistics: &[Statistic<'_>]) -> Result<Vec<Estimate>, SparkError> {
        let resampler = Resampler::new(&self.groups, &self.decks)?;
        let one = |s: &Statistic<'_>| resampler.run(self.replicates, &self.seed, s).estimate;
        Ok(if self.parallel {
            statistics.par_iter().map(one).collect()
        } else {
            statistics.iter().map(one).collect()
        })
    }

    /// All figures of the rows.
    pub(crate) fn metrics(&self) -> Result<MetricBlock, SparkError> {
        let sample = Sample::new(&self.rows)?;
        let log_loss = row_losses(&self.rows, |s| s.log_loss())?;
        let brier = row_losses(&self.rows, |s| s.brier())?;
        let on = |figure: fn(&Sample<'_>) -> Option<f64>| -> Statistic<'_> {
            Box::new(move |times| figure(&sample.resampled(times).ok()?))
        };
        let mean = |losses: Option<Vec<f64>>| -> Statistic<'_> {
            Box::new(move |times| weighted_mean(losses.as_deref()?, times))
        };
        let statistics = [
            on(|s| s.accuracy()),
            on(|s| s.balanced_accuracy()),
            on(|s| s.keep_recall()),
            on(|s| s.mulligan_recall()),
            mean(log_loss),
            mean(brier),
            on(|s| s.calibration_slope()),
        ];
        let keeps = self.rows.iter().filter(|row| row.keep).count();
        let mulligans = self.rows.len() - keeps;
        let of = |n: usize, figure: Estimate| Estimate { n, ..figure };
        let mut figures = self.run(&statistics)?.into_iter();
        let mut next = || {
            figures
                .next()
                .unwrap_or_else(|| Estimate::undefined(self.rows.len(), "not computed"))
        };
        Ok(MetricBlock {
            rows: self.rows.len(),
            groups: self.groups.n_groups(),
            accuracy: next(),
            balanced_accuracy: next(),
            keep_recall: of(keeps, next()),
            mulligan_recall: of(mulligans, next()),
            log_loss: next(),
            brier: next(),
            calibration_slope: next(),
        })
    }

    /// Difference of a figure, ours minus theirs, on the same resampled games.
    fn difference(&self, theirs: &Self, figure: fn(&Sample<'_>) -> Option<f64>) -> Result<Estimate, SparkError> {
        let (a, b) = (Sample::new(&self.rows)?, Sample::new(&theirs.rows)?);
        let statistic: Statistic<'_> = Box::new(move |times| {
            let ours = figure(&a.resampled(times).ok()?)?;
            Some(ours - figure(&b.resampled(times).ok()?)?)
        });
        let mut figures = self.run(&[statistic])?;
        Ok(figures
            .pop()
            .unwrap_or_else(|| Estimate::undefined(self.rows.len(), "not computed")))
    }
}

/// Loss of each row on its own, by the metrics' own definition; `None` without probabilities.
fn row_losses(rows: &[Scored], loss: impl Fn(&Sample<'_>) -> Option<f64>) -> Result<Option<Vec<f64>>, SparkError> {
    let mut out = Vec::with_capacity(rows.len());
    for row in rows {
        match loss(&Sample::new(std::slice::from_ref(row))?) {
            Some(value) => out.push(value),
            None => return Ok(None),
        }
    }
    Ok(Some(out))
}

fn weighted_mean(values: &[f64], times: &[u32]) -> Option<f64> {
    let (mut sum, mut n) = (0.0, 0_u64);
    for (&v, &t) in values.iter().zip(times) {
        sum += v * f64::from(t);
        n += u64::from(t);
    }
    (n > 0).then(|| sum / n as f64)
}

/// Ours minus a baseline on the same games, with the words that the interval allows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Figure compared in `estimate`.
    pub metric: &'static str,
    /// Difference in balanced accuracy; positive is better.
    #[serde(flatten)]
    pub balanced_accuracy: Estimate,
    /// `better`, `worse` or `not shown to be better`.
    pub verdict: &'static str,
    /// Difference in accuracy; positive is better.
    pub accuracy: Estimate,
    /// Difference in log loss; negative is better.
    pub log_loss: Estimate,
}

/// The words that a difference with its interval allows; positive is better.
#[must_use]
pub fn verdict(difference: &Estimate) -> &'static str {
    match difference.ci95 {
        Some([low, _]) if low > 0.0 => "better",
        Some([_, high]) if high < 0.0 => "worse",
        _ => "not shown to be better",
    }
}

/// Compares two scorings of the same rows.
pub(crate) fn compare(
    set: &TrainingSet,
    ours: &[Scored],
    theirs: &[Scored],
    draws: Draws,
) -> Result<Comparison, SparkError> {
    let a = Chosen::new(set, ours, |_| true, draws)?;
    let b = Chosen::new(set, theirs, |_| true, draws)?;
    let balanced_accuracy = a.difference(&b, |s| s.balanced_accuracy())?;
    Ok(Comparison {
        metric: "balanced_accuracy",
        verdict: verdict(&balanced_accuracy),
        balanced_accuracy,
        accuracy: a.difference(&b, |s| s.accuracy())?,
        log_loss: a.difference(&b, |s| s.log_loss())?,
    })
}

/// Log-loss difference of two scorings of the same rows.
pub(crate) fn log_loss_difference(
    set: &TrainingSet,
    a: &[Scored],
    b: &[Scored],
    draws: Draws,
) -> Result<Estimate, SparkError> {
    let a = Chosen::new(set, a, |_| true, draws)?;
    let b = Chosen::new(set, b, |_| true, draws)?;
    a.difference(&b, |s| s.log_loss())
}

/// Figures of all, sure and unsure rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SplitMetrics {
    /// All rows.
    #[serde(flatten)]
    pub all: MetricBlock,
    /// Rows without a mark of doubt.
    pub sure: MetricBlock,
    /// Rows marked unsure.
    pub unsure: MetricBlock,
}

pub(crate) fn split_metrics(set: &TrainingSet, scored: &[Scored], draws: Draws) -> Result<SplitMetrics, SparkError> {
    let part = |unsure: Option<bool>| {
        let choose = |row: usize| unsure.is_none_or(|u| set.meta()[row].unsure == u);
        Chosen::new(set, scored, choose, draws)?.metrics()
    };
    let (all, sure, unsure) = if draws.parallel {
        let (all, (sure, unsure)) =
            rayon::join(|| part(None), || rayon::join(|| part(Some(false)), || part(Some(true))));
        (all?, sure?, unsure?)
    } else {
        (part(None)?, part(Some(false))?, part(Some(true))?)
    };
    Ok(SplitMetrics { all, sure, unsure })
}

/// Figures of each deck.
pub(crate) fn by_deck(
    set: &TrainingSet,
    scored: &[Scored],
    draws: Draws,
) -> Result<BTreeMap<String, MetricBlock>, SparkError> {
    let decks: std::collections::BTreeSet<&str> = set.meta().iter().map(|m| m.deck.as_str()).collect();
    decks
        .into_iter()
        .map(|deck| {
            let chosen = Chosen::new(set, scored, |row| set.meta()[row].deck == deck, draws)?;
            Ok((deck.to_owned(), chosen.metrics()?))
        })
        .collect()
}
