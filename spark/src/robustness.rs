//! How far figures move with the fold seed, the deck, the amount of data and the features.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use sha2::{Digest, Sha256};
use turnzero_datasets::stats::Estimate;
use turnzero_datasets::stats::metrics::{Sample, Scored};

use crate::cv::{cross_validate, cross_validate_with, select_and_fit};
use crate::design::TrainingSet;
use crate::error::SparkError;
use crate::folds::Folds;
use crate::params::TrainValidParams;
use crate::report::{Chosen, Draws, MetricBlock, log_loss_difference};

/// Shares of the training games in the learning curve.
pub const SHARES: [f64; 4] = [0.125, 0.25, 0.5, 1.0];

pub(crate) fn draws(params: &TrainValidParams) -> Draws {
    Draws {
        replicates: params.replicates(),
        seed: params.seed(),
        parallel: params.parallel(),
    }
}

/// Spread of one figure over fold seeds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    /// Seeds with a value.
    pub seeds: usize,
    /// Mean over the seeds.
    pub mean: f64,
    /// Standard deviation over the seeds.
    pub sd: f64,
    /// Least value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
}

fn spread(values: &[f64]) -> Option<Spread> {
    let n = values.len() as f64;
    let first = *values.first()?;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    Some(Spread {
        seeds: values.len(),
        mean,
        sd: libm::sqrt(squares / (n - 1.0).max(1.0)),
        min: values.iter().copied().fold(first, f64::min),
        max: values.iter().copied().fold(first, f64::max),
    })
}

/// Spread of the cross-validated figures when the games are dealt anew, with refitting.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoldSeedSpread {
    /// Seeds tried: the run's seed + 1, + 2, ….
    pub seeds: usize,
    /// Accuracy.
    pub accuracy: Option<Spread>,
    /// Balanced accuracy.
    pub balanced_accuracy: Option<Spread>,
    /// Log loss.
    pub log_loss: Option<Spread>,
    /// Why seeds are missing, if any are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Repeats cross-validation over `params.fold_seeds()` other seeds.
///
/// # Errors
/// As [`cross_validate`], but a seed that leaves a training part with one class is counted.
pub fn fold_seed_spread(set: &TrainingSet, params: &TrainValidParams) -> Result<FoldSeedSpread, SparkError> {
    let (mut accuracy, mut balanced, mut loss) = (Vec::new(), Vec::new(), Vec::new());
    let mut missing = 0;
    for i in 1..=params.fold_seeds() {
        let params = params.with_seed(params.seed().wrapping_add(i as u64));
        let folds = Folds::deal(set, &params)?;
        let scored = match cross_validate(set, &folds, &params) {
            Ok(out) => out.scored(set),
            Err(SparkError::OneClass { .. }) => {
                missing += 1;
                continue;
            }
            Err(e) => return Err(e),
        };
        let sample = Sample::new(&scored)?;
        accuracy.extend(sample.accuracy());
        balanced.extend(sample.balanced_accuracy());
        loss.extend(sample.log_loss());
    }
    Ok(FoldSeedSpread {
        seeds: params.fold_seeds(),
        accuracy: spread(&accuracy),
        balanced_accuracy: spread(&balanced),
        log_loss: spread(&loss),
        why: (missing > 0).then(|| format!("{missing} seeds left a training part with one class")),
    })
}

/// Figures on each deck of a model trained on the others.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LeaveOneDeckOut {
    /// Figures per deck; null where it could not be done.
    #[serde(flatten)]
    pub decks: BTreeMap<String, Option<MetricBlock>>,
    /// Why a deck has null.
    pub why: Option<String>,
}

/// Trains without each deck in turn and scores it.
///
/// # Errors
/// A solver that does not converge.
pub fn leave_one_deck_out(set: &TrainingSet, params: &TrainValidParams) -> Result<LeaveOneDeckOut, SparkError> {
    let decks: BTreeSet<&str> = set.meta().iter().map(|m| m.deck.as_str()).collect();
    let mut out = LeaveOneDeckOut {
        decks: BTreeMap::new(),
        why: None,
    };
    if decks.len() < 2 {
        out.decks = decks.into_iter().map(|d| (d.to_owned(), None)).collect();
        out.why = Some("one deck only: nothing is left to train on".into());
        return Ok(out);
    }
    let mut reasons = Vec::new();
    for deck in decks {
        let rows = |own: bool| -> Vec<usize> {
            (0..set.n_rows())
                .filter(|&r| (set.meta()[r].deck == deck) == own)
                .collect()
        };
        let part = format!("the data without deck {deck}");
        let fitted = match select_and_fit(set, &rows(false), params, &part) {
            Ok((fitted, _)) => fitted,
            Err(e @ SparkError::OneClass { .. }) => {
                reasons.push(e.to_string());
                out.decks.insert(deck.to_owned(), None);
                continue;
            }
            Err(e) => return Err(e),
        };
        let own = set.subset(&rows(true));
        let scored: Vec<Scored> = own
            .meta()
            .iter()
            .enumerate()
            .map(|(row, m)| {
                let eta = fitted.eta(own.features(row));
                Scored {
                    keep: m.label_keep,
                    decision: eta >= 0.0,
                    log_odds: Some(fitted.log_odds(eta)),
                }
            })
            .collect();
        let block = Chosen::new(&own, &scored, |_| true, draws(params))?.metrics()?;
        out.decks.insert(deck.to_owned(), Some(block));
    }
    out.why = (!reasons.is_empty()).then(|| reasons.join("; "));
    Ok(out)
}

/// One point of the learning curve.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CurvePoint {
    /// Share of the training games used.
    pub share: f64,
    /// Rows trained on, mean over the folds.
    pub train_rows: Option<f64>,
    /// Figures on the same held-out games at every share.
    pub metrics: Option<MetricBlock>,
    /// Why the point is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Cross-validates with growing, nested shares of each training part's games; the held-out games
/// stay the same.
///
/// # Errors
/// A solver that does not converge; a share too small for both classes gives a point with `why`.
pub fn learning_curve(
    set: &TrainingSet,
    folds: &Folds,
    params: &TrainValidParams,
    shares: &[f64],
) -> Result<Vec<CurvePoint>, SparkError> {
    let rank = |group: &str| -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(b"learning curve");
        hash.update(params.seed().to_string().as_bytes());
        hash.update(group.as_bytes());
        hash.finalize().into()
    };
    let thin = |rows: Vec<usize>, share: f64| -> Vec<usize> {
        let mut groups: Vec<([u8; 32], &str)> = rows
            .iter()
            .map(|&r| set.meta()[r].group.as_str())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .map(|g| (rank(g), g))
            .collect();
        groups.sort_unstable();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of a length, clamped to it"
        )]
        let n = (share * groups.len() as f64).ceil().clamp(0.0, groups.len() as f64) as usize;
        let kept: BTreeSet<&str> = groups.into_iter().take(n).map(|(_, g)| g).collect();
        rows.into_iter()
            .filter(|&r| kept.contains(set.meta()[r].group.as_str()))
            .collect()
    };
    let mut curve = Vec::new();
    for &share in shares {
        let point = match cross_validate_with(set, folds, params, |rows| thin(rows, share)) {
            Ok(out) => {
                let total: usize = out.folds.iter().map(|f| f.train_rows).sum();
                let chosen = Chosen::new(set, &out.scored(set), |_| true, draws(params))?;
                CurvePoint {
                    share,
                    train_rows: Some(total as f64 / out.folds.len() as f64),
                    metrics: Some(chosen.metrics()?),
                    why: None,
                }
            }
            Err(e @ SparkError::OneClass { .. }) => CurvePoint {
                share,
                train_rows: None,
                metrics: None,
                why: Some(e.to_string()),
            },
            Err(e) => return Err(e),
        };
        curve.push(point);
    }
    Ok(curve)
}

/// Held-out loss without one family of features.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ablation {
    /// Family removed.
    pub family: String,
    /// Columns removed.
    pub columns: Vec<String>,
    /// Log loss without the family minus with it; positive means that the family helps.
    pub log_loss_increase: Estimate,
}

/// Cross-validates without each family of features on the same folds.
///
/// # Errors
/// [`SparkError::Schema`] for a family that names unknown columns or all of them.
pub fn ablation(
    set: &TrainingSet,
    folds: &Folds,
    params: &TrainValidParams,
    families: &BTreeMap<String, Vec<String>>,
) -> Result<Vec<Ablation>, SparkError> {
    let full = cross_validate(set, folds, params)?.scored(set);
    let mut table = Vec::new();
    for (family, columns) in families {
        let thinner = without(set, family, columns)?;
        let out = cross_validate(&thinner, folds, params)?.scored(set);
        table.push(Ablation {
            family: family.clone(),
            columns: columns.clone(),
            log_loss_increase: log_loss_difference(set, &out, &full, draws(params))?,
        });
    }
    Ok(table)
}

fn without(set: &TrainingSet, family: &str, columns: &[String]) -> Result<TrainingSet, SparkError> {
    let names = &set.schema().names;
    if let Some(unknown) = columns.iter().find(|c| !names.contains(c)) {
        return Err(SparkError::Schema {
            problem: format!("family `{family}` names `{unknown}`, which is not a column"),
        });
    }
    let left: Vec<usize> = (0..names.len()).filter(|&j| !columns.contains(&names[j])).collect();
    if left.is_empty() {
        return Err(SparkError::Schema {
            problem: format!("family `{family}` holds every column"),
        });
    }
    let left_names = left.iter().map(|&j| names[j].clone()).collect();
    Ok(set.with_columns(left_names, |row, x| {
        let values = set.features(row);
        x.extend(left.iter().map(|&j| values[j]));
    }))
}
