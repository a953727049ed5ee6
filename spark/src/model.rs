//! The stored model: everything that scoring needs, checked when loaded.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::baselines::FittedBaselines;
use crate::design::{FeatureSchema, TrainingSet};
use crate::error::SparkError;
use crate::fit::Fitted;
use crate::kernel::sigmoid;
use crate::select::Selection;
use crate::standardize::Standardizer;
use crate::weights::ClassSums;

/// Layout of `model.json`.
pub const FORMAT: u32 = 2;

/// What a model was trained on, as given by the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Label actor.
    pub labels: String,
    /// SHA-256 of each player knowledge (deck and options) behind the rows, sorted.
    pub knowledge: Vec<String>,
    /// The tables behind the rows, sorted.
    pub tables: Vec<TrainedTable>,
}

/// A deck and the options under which it was trained on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainedTable {
    /// SHA-256 of commanders and deck, whatever the options.
    pub deck: String,
    /// Players.
    pub seats: u8,
    /// Mulligans that cost no card.
    pub free_mulligans: u8,
}

/// One feature with its place in the score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelFeature {
    /// Column name.
    pub name: String,
    /// Weighted mean of the training rows.
    pub mean: f64,
    /// Weighted sd of the training rows; 0 for a constant column, which then never counts.
    pub sd: f64,
    /// Largest |z| that scoring lets through.
    pub z_bound: f64,
    /// Least value of the training rows.
    pub least: f64,
    /// Largest value of the training rows.
    pub most: f64,
    /// Coefficient of z = (value − mean)/sd.
    pub coefficient: f64,
}

/// Weighted logistic keep model.
///
/// η = intercept + Σ coefficient·z; keep iff η ≥ 0; p_keep = σ(η + prior_correction).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SparkModel {
    /// Layout number, [`FORMAT`].
    pub format: u32,
    /// Number, hash, names and order of the features.
    pub feature_schema: FeatureSchema,
    /// Label actor and knowledge hashes.
    pub origin: Origin,
    /// Intercept on the balanced scale.
    pub intercept: f64,
    /// Features in schema order.
    pub features: Vec<ModelFeature>,
    /// Least η that keeps.
    pub threshold: f64,
    /// ln(W_keep/W_mull) of the training rows.
    pub prior_correction: f64,
    /// Certainty sums of the training rows.
    pub class_sums: ClassSums,
    /// Choice of the penalty.
    pub selection: Selection,
    /// Baselines fitted on the same rows, for advice and evaluation.
    pub baselines: FittedBaselines,
    /// Rows trained on.
    pub rows: usize,
    /// First 16 hex digits of SHA-256 of each training group, sorted.
    pub training_groups: Vec<String>,
}

/// A hand's score on both scales.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Score {
    /// Balanced log odds; decides.
    pub eta: f64,
    /// Chance of keep at the class mix of the training rows.
    pub p_keep: f64,
    /// Chance of keep if both classes were equally common.
    pub p_keep_balanced: f64,
}

impl Score {
    /// The decision.
    pub fn keep(&self) -> bool {
        self.eta >= 0.0
    }
}

/// Share of one feature in η.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contribution {
    /// Column name.
    pub name: String,
    /// Feature value.
    pub value: f64,
    /// Standardised, clipped value.
    pub z: f64,
    /// coefficient·z, in log odds; positive speaks for keeping.
    pub contribution: f64,
}

/// A feature value outside those of the training rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outside {
    /// Column name.
    pub name: String,
    /// Its value here.
    pub value: f64,
    /// Least value of the training rows.
    pub least: f64,
    /// Largest value of the training rows.
    pub most: f64,
}

/// Stored form of a group id: first 16 hex digits of its SHA-256.
#[must_use]
pub fn group_digest(group: &str) -> String {
    let mut digest = hex(group.as_bytes());
    digest.truncate(16);
    digest
}

/// SHA-256 in lower-case hex.
fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        for half in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(u32::from(half), 16));
        }
    }
    text
}

#[derive(Deserialize)]
struct Head {
    format: u32,
    feature_schema: FeatureSchema,
}

impl SparkModel {
    /// Makes the stored form of a fit.
    #[must_use]
    pub fn new(
        set: &TrainingSet,
        fitted: &Fitted,
        selection: Selection,
        baselines: FittedBaselines,
        origin: Origin,
    ) -> Self {
        let features = features_of(&set.schema().names, fitted);
        let mut training_groups: Vec<String> = set.meta().iter().map(|m| group_digest(&m.group)).collect();
        training_groups.sort_unstable();
        training_groups.dedup();
        Self {
            format: FORMAT,
            feature_schema: set.schema().clone(),
            origin,
            intercept: fitted.intercept,
            features,
            threshold: 0.0,
            prior_correction: fitted.class_sums.prior_correction(),
            class_sums: fitted.class_sums,
            selection,
            baselines,
            rows: set.n_rows(),
            training_groups,
        }
    }

    /// Canonical text of `model.json`; the same model gives the same bytes.
    ///
    /// # Errors
    /// [`SparkError::Model`] if a number is not finite: JSON has no word for it.
    pub fn to_json(&self) -> Result<String, SparkError> {
        self.check()?;
        let mut text = serde_json::to_string_pretty(self).map_err(|e| SparkError::Model { problem: e.to_string() })?;
        text.push('\n');
        Ok(text)
    }

    /// Reads `model.json` for a program with the given schema.
    ///
    /// # Errors
    /// [`SparkError::OtherSchema`] for another number, hash, order or width, naming both and the
    /// first differing feature; [`SparkError::Model`] for anything else that is off.
    pub fn from_json(text: &str, schema: &FeatureSchema) -> Result<Self, SparkError> {
        let bad = |e: serde_json::Error| SparkError::Model { problem: e.to_string() };
        // The schema first, so that an old file is called old and not broken.
        let head: Head = serde_json::from_str(text).map_err(bad)?;
        let found = &head.feature_schema;
        if found != schema {
            let difference = found
                .first_difference(schema)
                .unwrap_or_else(|| "none in the names; number, hash or exemptions differ".into());
            return Err(SparkError::OtherSchema {
                found: found.number,
                found_sha256: found.sha256.clone(),
                expected: schema.number,
                expected_sha256: schema.sha256.clone(),
                difference: format!("{difference} (model here, program there)"),
            });
        }
        if head.format != FORMAT {
            return Err(SparkError::Model {
                problem: format!("layout {} where this program reads {FORMAT}", head.format),
            });
        }
        let model: Self = serde_json::from_str(text).map_err(bad)?;
        model.check()?;
        Ok(model)
    }

    fn check(&self) -> Result<(), SparkError> {
        let fail = |problem: String| Err(SparkError::Model { problem });
        self.feature_schema.check()?;
        let names = &self.feature_schema.names;
        if self.features.len() != names.len() {
            return fail(format!(
                "{} features with coefficients, the schema names {}",
                self.features.len(),
                names.len()
            ));
        }
        for (f, name) in self.features.iter().zip(names) {
            if f.name != *name {
                return fail(format!("feature `{}` stands where `{name}` belongs", f.name));
            }
        }
        let lands = &self.baselines.lands_logistic;
        for f in self.features.iter().chain(&lands.features) {
            let numbers = [f.mean, f.sd, f.z_bound, f.least, f.most, f.coefficient];
            if !numbers.iter().all(|v| v.is_finite()) || f.sd < 0.0 || f.z_bound <= 0.0 || f.least > f.most {
                return fail(format!("feature `{}` has an impossible number", f.name));
            }
        }
        let columns: Vec<&str> = lands.features.iter().map(|f| f.name.as_str()).collect();
        if columns != ["lands", "lands_squared", "depth"] || !lands.intercept.is_finite() {
            return fail("the lands_logistic baseline is damaged".into());
        }
        let sums = self.class_sums;
        let numbers = [self.intercept, self.threshold, self.prior_correction];
        if !numbers.iter().all(|v| v.is_finite()) || self.threshold != 0.0 {
            return fail("intercept, threshold (0) or prior correction is impossible".into());
        }
        if !(sums.both() && sums.keep.is_finite() && sums.mulligan.is_finite()) {
            return fail("class sums must be finite and above 0".into());
        }
        if (self.prior_correction - sums.prior_correction()).abs() > 1e-12 {
            return fail("prior correction is not ln of the class sums' ratio".into());
        }
        if !(self.selection.lambda.is_finite() && self.selection.lambda > 0.0) {
            return fail("lambda must be finite and above 0".into());
        }
        Ok(())
    }

    /// SHA-256 of [`Self::to_json`], hex.
    ///
    /// # Errors
    /// As [`Self::to_json`].
    pub fn sha256(&self) -> Result<String, SparkError> {
        Ok(hex(self.to_json()?.as_bytes()))
    }

    /// Scores a row of feature values in schema order.
    ///
    /// # Errors
    /// [`SparkError::Length`] or [`SparkError::BadScoreValue`]: never a neutral score instead.
    pub fn score(&self, values: &[f64]) -> Result<Score, SparkError> {
        self.check_values(values)?;
        let mut eta = self.intercept;
        for (f, &v) in self.features.iter().zip(values) {
            eta += f.coefficient * f.z(v);
        }
        Ok(Score {
            eta,
            p_keep: sigmoid(eta + self.prior_correction),
            p_keep_balanced: sigmoid(eta),
        })
    }

    /// Share of every feature in η, in schema order; they and the intercept sum to η.
    ///
    /// # Errors
    /// As [`Self::score`].
    pub fn contributions(&self, values: &[f64]) -> Result<Vec<Contribution>, SparkError> {
        self.check_values(values)?;
        Ok(self
            .features
            .iter()
            .zip(values)
            .map(|(f, &value)| {
                let z = f.z(value);
                Contribution {
                    name: f.name.clone(),
                    value,
                    z,
                    contribution: f.coefficient * z,
                }
            })
            .collect())
    }

    /// The features whose values are below the least or above the largest of the training rows.
    ///
    /// # Errors
    /// [`SparkError::Length`] or [`SparkError::BadScoreValue`] for values that do not fit the schema.
    pub fn outside(&self, values: &[f64]) -> Result<Vec<Outside>, SparkError> {
        self.check_values(values)?;
        let columns = self.features.iter().zip(values);
        Ok(columns
            .filter(|(feature, value)| !(feature.least..=feature.most).contains(*value))
            .map(|(feature, &value)| Outside {
                name: feature.name.clone(),
                value,
                least: feature.least,
                most: feature.most,
            })
            .collect())
    }

    fn check_values(&self, values: &[f64]) -> Result<(), SparkError> {
        if values.len() != self.features.len() {
            return Err(SparkError::Length {
                field: "feature values",
                expected: self.features.len(),
                found: values.len(),
            });
        }
        match self.features.iter().zip(values).find(|(_, v)| !v.is_finite()) {
            None => Ok(()),
            Some((f, &value)) => Err(SparkError::BadScoreValue {
                column: f.name.clone(),
                value,
            }),
        }
    }

    /// Whether a game is among the training games.
    pub fn in_sample(&self, group: &str) -> bool {
        self.training_groups.binary_search(&group_digest(group)).is_ok()
    }

    /// Features that were constant in training and never count.
    pub fn constant_features(&self) -> Vec<&str> {
        let constant = |f: &&ModelFeature| f.sd == 0.0;
        self.features.iter().filter(constant).map(|f| f.name.as_str()).collect()
    }

    /// The fit inside the model.
    #[must_use]
    pub fn fitted(&self) -> Fitted {
        let column = |of: fn(&ModelFeature) -> f64| self.features.iter().map(of).collect();
        Fitted {
            standardizer: Standardizer {
                means: column(|f| f.mean),
                sds: column(|f| f.sd),
                bounds: column(|f| f.z_bound),
                least: column(|f| f.least),
                most: column(|f| f.most),
            },
            intercept: self.intercept,
            coefficients: column(|f| f.coefficient),
            class_sums: self.class_sums,
            lambda: self.selection.lambda,
            iterations: 0,
            gradient: 0.0,
        }
    }
}

/// Stored form of each column of a fit.
pub(crate) fn features_of(names: &[String], fitted: &Fitted) -> Vec<ModelFeature> {
    let s = &fitted.standardizer;
    names
        .iter()
        .zip(&fitted.coefficients)
        .enumerate()
        .map(|(j, (name, &coefficient))| ModelFeature {
            name: name.clone(),
            mean: s.means[j],
            sd: s.sds[j],
            z_bound: s.bounds[j],
            least: s.least[j],
            most: s.most[j],
            coefficient,
        })
        .collect()
}

impl ModelFeature {
    pub(crate) fn z(&self, value: f64) -> f64 {
        if self.sd > 0.0 {
            ((value - self.mean) / self.sd).clamp(-self.z_bound, self.z_bound)
        } else {
            0.0
        }
    }
}
