//! Training and evaluation as a whole: model, folds, predictions, figures.

use std::collections::BTreeMap;

use serde::Serialize;
use turnzero_datasets::stats::metrics::{Sample, Scored};

use crate::baselines::{self, FittedBaselines};
use crate::cv::{FoldFit, OutOfFold, Prediction, cross_validate, predictions, select_and_fit};
use crate::design::TrainingSet;
use crate::error::SparkError;
use crate::folds::{Folds, FoldsRecord};
use crate::model::{Origin, SparkModel};
use crate::oracle::{self, OracleCheck};
use crate::params::TrainValidParams;
use crate::report::{Chosen, Comparison, INTERVALS, MetricBlock, SplitMetrics, by_deck, compare, split_metrics};
use crate::robustness::{FoldSeedSpread, LeaveOneDeckOut, draws, fold_seed_spread, leave_one_deck_out};

/// Labelled rows per class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ClassCounts {
    /// KEEP rows.
    pub keep: usize,
    /// MULLIGAN rows.
    pub mulligan: usize,
    /// Rows of either class marked unsure.
    pub unsure: usize,
}

impl ClassCounts {
    fn of(set: &TrainingSet) -> Self {
        let count = |f: fn(&crate::RowMeta) -> bool| set.meta().iter().filter(|m| f(m)).count();
        Self {
            keep: count(|m| m.label_keep),
            mulligan: count(|m| !m.label_keep),
            unsure: count(|m| m.unsure),
        }
    }
}

/// Number and hash of the feature schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SchemaId {
    /// Schema number.
    pub number: u32,
    /// SHA-256 of names and order.
    pub sha256: String,
}

/// One outer fold: what it was trained on and how it did. Null figures are 0/0, see `why`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoldFigures {
    /// Training part.
    #[serde(flatten)]
    pub fit: FoldFit,
    /// Share of decisions that equal the label.
    pub accuracy: Option<f64>,
    /// Mean of both recalls.
    pub balanced_accuracy: Option<f64>,
    /// Share of labelled keeps that are kept.
    pub keep_recall: Option<f64>,
    /// Share of labelled mulligans that are mulliganed.
    pub mulligan_recall: Option<f64>,
    /// Why a recall is null.
    pub undefined: Option<String>,
}

/// Cross-validated figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CvReport {
    /// All, sure and unsure rows.
    #[serde(flatten)]
    pub metrics: SplitMetrics,
    /// What the intervals mean.
    pub intervals: &'static str,
    /// Fold by fold; empty where nothing was refitted.
    pub folds: Vec<FoldFigures>,
    /// Spread when the games are dealt anew.
    pub fold_seed_spread: Option<FoldSeedSpread>,
}

/// Content of `metrics.json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Metrics {
    /// Rows.
    pub rows: usize,
    /// Games.
    pub groups: usize,
    /// Label actor.
    pub labels: String,
    /// Rows per class.
    pub class_counts: ClassCounts,
    /// Penalty of the shipped model.
    pub lambda: f64,
    /// Feature schema.
    pub feature_schema: SchemaId,
    /// Features that never varied and never count.
    pub constant_features: Vec<String>,
    /// Cross-validated figures of the model.
    pub cv: CvReport,
    /// `always_keep`, `lands_rule`, `lands_window`, `lands_logistic`.
    pub baselines: BTreeMap<&'static str, MetricBlock>,
    /// Model minus `lands_logistic`.
    pub vs_lands_logistic: Comparison,
    /// Figures per deck.
    pub by_deck: BTreeMap<String, MetricBlock>,
    /// Figures on each deck of a model trained on the others.
    pub leave_one_deck_out: Option<LeaveOneDeckOut>,
}

/// Everything that training makes.
#[derive(Debug, Clone)]
pub struct Trained {
    /// The shipped model.
    pub model: SparkModel,
    /// Content of `folds.json`.
    pub folds: FoldsRecord,
    /// Lines of `predictions.jsonl`.
    pub predictions: Vec<Prediction>,
    /// Content of `metrics.json`.
    pub metrics: Metrics,
    /// Check against linfa-logistic, for `run.json`; `oracle_not_converged` is to be warned of.
    pub oracle: OracleCheck,
}

/// Nested validation on `folds`, then the shipped model on all rows.
///
/// # Errors
/// One class, a solver that does not converge, or a model that linfa-logistic contradicts.
pub fn train(
    set: &TrainingSet,
    folds: &Folds,
    params: &TrainValidParams,
    origin: Origin,
) -> Result<Trained, SparkError> {
    let (model, oracle) = fit_model(set, params, origin)?;
    let out = cross_validate(set, folds, params)?;
    let scored = out.scored(set);
    let lands = baselines::lands_logistic(set, folds, params)?.scored(set);
    let rules = BTreeMap::from([
        ("always_keep", baselines::always_keep(set)),
        ("lands_rule", baselines::lands_rule(set)),
        ("lands_window", baselines::lands_window(set, folds)),
        ("lands_logistic", lands),
    ]);
    let spread = if params.fold_seeds() == 0 {
        None
    } else {
        Some(fold_seed_spread(set, params)?)
    };
    let cv = CvReport {
        metrics: split_metrics(set, &scored, draws(params))?,
        intervals: INTERVALS,
        folds: fold_figures(folds, &out, &scored)?,
        fold_seed_spread: spread,
    };
    let left_out = Some(leave_one_deck_out(set, params)?);
    let metrics = metrics(set, &model, &scored, &rules, cv, left_out, params)?;
    Ok(Trained {
        folds: folds.record(set, params.seed()),
        predictions: out.predictions(set, folds),
        metrics,
        oracle,
        model,
    })
}

/// The shipped model alone: λ chosen on all rows, fitted on all rows, checked with linfa.
///
/// # Errors
/// As [`train`].
pub fn fit_model(
    set: &TrainingSet,
    params: &TrainValidParams,
    origin: Origin,
) -> Result<(SparkModel, OracleCheck), SparkError> {
    let all: Vec<usize> = (0..set.n_rows()).collect();
    let (fitted, selection) = select_and_fit(set, &all, params, "the data")?;
    let oracle = oracle::check(
        set.matrix(),
        set.n_cols(),
        &set.labels(),
        &set.certainty(),
        &fitted,
        params.solver(),
    )?;
    let fitted_baselines = FittedBaselines::fit(set, params)?;
    let model = SparkModel::new(set, &fitted, selection, fitted_baselines, origin);
    Ok((model, oracle))
}

fn fold_figures(folds: &Folds, out: &OutOfFold, scored: &[Scored]) -> Result<Vec<FoldFigures>, SparkError> {
    out.folds
        .iter()
        .map(|fit| {
            let (_, test) = folds.split(fit.fold);
            let rows: Vec<Scored> = test.iter().map(|&r| scored[r]).collect();
            let sample = Sample::new(&rows)?;
            let missing = [("KEEP", fit.test_keep), ("MULLIGAN", fit.test_mulligan)];
            Ok(FoldFigures {
                fit: fit.clone(),
                accuracy: sample.accuracy(),
                balanced_accuracy: sample.balanced_accuracy(),
                keep_recall: sample.keep_recall(),
                mulligan_recall: sample.mulligan_recall(),
                undefined: missing
                    .iter()
                    .find(|(_, n)| *n == 0)
                    .map(|(class, _)| format!("no {class} rows in test")),
            })
        })
        .collect()
}

fn metrics(
    set: &TrainingSet,
    model: &SparkModel,
    scored: &[Scored],
    rules: &BTreeMap<&'static str, Vec<Scored>>,
    cv: CvReport,
    leave_one_deck_out: Option<LeaveOneDeckOut>,
    params: &TrainValidParams,
) -> Result<Metrics, SparkError> {
    let draws = draws(params);
    let blocks = rules
        .iter()
        .map(|(&name, rows)| Ok((name, Chosen::new(set, rows, |_| true, draws)?.metrics()?)))
        .collect::<Result<BTreeMap<_, _>, SparkError>>()?;
    let lands = rules.get("lands_logistic").map_or(&[][..], Vec::as_slice);
    Ok(Metrics {
        rows: set.n_rows(),
        groups: set.groups()?.n_groups(),
        labels: model.origin.labels.clone(),
        class_counts: ClassCounts::of(set),
        lambda: model.selection.lambda,
        feature_schema: SchemaId {
            number: model.feature_schema.number,
            sha256: model.feature_schema.sha256.clone(),
        },
        constant_features: model.constant_features().into_iter().map(str::to_owned).collect(),
        cv,
        baselines: blocks,
        vs_lands_logistic: compare(set, scored, lands, draws)?,
        by_deck: by_deck(set, scored, draws)?,
        leave_one_deck_out,
    })
}

/// A stored model on other rows.
#[derive(Debug, Clone, Serialize)]
pub struct Evaluation {
    /// Figures of the rows whose games the model never saw; `cv` without folds and spread.
    #[serde(flatten)]
    pub metrics: Metrics,
    /// Rows left out because their game is among the training games.
    pub in_sample: Vec<(String, u64)>,
    /// Scores of every row, in-sample ones included.
    #[serde(skip)]
    pub predictions: Vec<Prediction>,
}

/// Scores rows with a stored model, without refitting; the baselines are those in the model.
///
/// # Errors
/// [`SparkError::OtherSchema`]; [`SparkError::NoRows`] if every row is in-sample.
pub fn evaluate(model: &SparkModel, set: &TrainingSet, params: &TrainValidParams) -> Result<Evaluation, SparkError> {
    let schema = set.schema();
    if *schema != model.feature_schema {
        return Err(SparkError::OtherSchema {
            found: model.feature_schema.number,
            found_sha256: model.feature_schema.sha256.clone(),
            expected: schema.number,
            expected_sha256: schema.sha256.clone(),
            difference: model
                .feature_schema
                .first_difference(schema)
                .unwrap_or_else(|| "none in the names".into()),
        });
    }
    let mut eta = Vec::with_capacity(set.n_rows());
    for row in 0..set.n_rows() {
        eta.push(model.score(set.features(row))?.eta);
    }
    let odds = |eta: f64| eta + model.prior_correction;
    let log_odds: Vec<f64> = eta.iter().map(|&e| odds(e)).collect();
    let all = predictions(set, &eta, &log_odds, |_| None);
    let (seen, fresh): (Vec<usize>, Vec<usize>) =
        (0..set.n_rows()).partition(|&r| model.in_sample(&set.meta()[r].group));
    if fresh.is_empty() {
        return Err(SparkError::NoRows);
    }
    let own = set.subset(&fresh);
    let scored: Vec<Scored> = fresh
        .iter()
        .map(|&r| Scored {
            keep: set.meta()[r].label_keep,
            decision: eta[r] >= 0.0,
            log_odds: Some(log_odds[r]),
        })
        .collect();
    let window = &model.baselines.lands_window;
    let logistic = &model.baselines.lands_logistic;
    let rules = BTreeMap::from([
        ("always_keep", baselines::always_keep(&own)),
        ("lands_rule", baselines::lands_rule(&own)),
        (
            "lands_window",
            own.meta()
                .iter()
                .map(|m| Scored::decided(m.label_keep, window.keep(m.lands, m.depth)))
                .collect(),
        ),
        (
            "lands_logistic",
            own.meta()
                .iter()
                .map(|m| {
                    let eta = logistic.eta(m.lands, m.depth);
                    Scored {
                        keep: m.label_keep,
                        decision: eta >= 0.0,
                        log_odds: Some(odds(eta)),
                    }
                })
                .collect(),
        ),
    ]);
    let cv = CvReport {
        metrics: split_metrics(&own, &scored, draws(params))?,
        intervals: INTERVALS,
        folds: Vec::new(),
        fold_seed_spread: None,
    };
    Ok(Evaluation {
        metrics: metrics(&own, model, &scored, &rules, cv, None, params)?,
        in_sample: seen
            .iter()
            .map(|&r| (set.meta()[r].source.clone(), set.meta()[r].row))
            .collect(),
        predictions: all,
    })
}
