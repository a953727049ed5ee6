//! From studies and datasets to the training table.

use crate::error::{AppError, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use turnzero_contract::PlayerObservation;
use turnzero_datasets::labels::Label;
use turnzero_datasets::rows::{Dataset, Row};
use turnzero_datasets::store;
use turnzero_spark::features::{FeatureExtractor, schema};
use turnzero_spark::{RowMeta, TrainRow, TrainingSet};

/// A source of rows, as bytes that a bundle keeps.
#[derive(Clone, Debug)]
pub struct Source {
    /// Name by which rows refer to it; distinct among the sources of a run.
    pub name: String,
    /// Where it was found.
    pub path: PathBuf,
    /// Study or dataset.
    pub kind: SourceKind,
    /// What training reads: a study's checkpoint form, or a dataset's bytes.
    pub bytes: Vec<u8>,
}

/// What a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A study, journal folded in.
    Study,
    /// A dataset in JSON lines.
    Dataset,
}

impl Source {
    /// Reads a study.
    ///
    /// # Errors
    /// Exit-3 class naming file and line, or the command that makes the study.
    pub fn study(path: &Path) -> Result<Self> {
        let loaded = store::read(path)?;
        for note in &loaded.notes {
            crate::cli::warn(&format!("{}: {note}", path.display()));
        }
        Ok(Self {
            name: file_name(path),
            path: path.to_path_buf(),
            kind: SourceKind::Study,
            bytes: loaded.study.to_bytes()?,
        })
    }

    /// Reads a dataset.
    ///
    /// # Errors
    /// Exit-3 class when it cannot be read.
    pub fn dataset(path: &Path) -> Result<Self> {
        let bytes = std::fs::read(path)
            .map_err(|error| AppError::Input(format!("cannot read dataset {}: {error}", path.display())))?;
        Ok(Self {
            name: file_name(path),
            path: path.to_path_buf(),
            kind: SourceKind::Dataset,
            bytes,
        })
    }

    /// Its rows of every actor, named after this source.
    ///
    /// # Errors
    /// Exit-3 class naming line and field.
    pub fn rows(&self, actor: &str) -> Result<Dataset> {
        match self.kind {
            SourceKind::Study => {
                let study = turnzero_datasets::Study::from_bytes(&self.path, &self.bytes)?;
                let mut dataset = Dataset::of_study(&study, actor, &self.name);
                if dataset.rows.is_empty() {
                    // Rows of the other actors, so that the refusal can name who is present.
                    for other in study.actors.keys() {
                        dataset.extend(Dataset::of_study(&study, other, &self.name));
                    }
                }
                Ok(dataset)
            }
            SourceKind::Dataset => {
                let mut dataset = Dataset::parse(&self.path, &self.bytes)?;
                dataset
                    .rows
                    .iter_mut()
                    .for_each(|row| row.origin.source.clone_from(&self.name));
                dataset
                    .bottoms
                    .iter_mut()
                    .for_each(|row| row.origin.source.clone_from(&self.name));
                Ok(dataset)
            }
        }
    }
}

/// Gives sources with the same file name names of their own: `name`, `2-name`, ….
pub fn name_apart(sources: &mut [Source]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for source in sources {
        let count = seen.entry(source.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            source.name = format!("{count}-{}", source.name);
        }
    }
}

fn file_name(path: &Path) -> String {
    let name = path
        .file_name()
        .map_or_else(|| "source".to_owned(), |name| name.to_string_lossy().into_owned());
    name.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || "._-".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect()
}

/// Rows of one label actor and their table.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The rows, with their knowledge.
    pub dataset: Dataset,
    /// Features, labels and groups.
    pub set: TrainingSet,
    /// Rows whose analysis hit its bound.
    pub truncated_rows: usize,
}

/// The rows of every source that `actor` labelled, with features.
///
/// # Errors
/// Exit-3 class naming the actors present when this one is not; there is no fall-back.
pub fn labelled(sources: &[Source], actor: &str) -> Result<Labelled> {
    let mut dataset = Dataset::default();
    for source in sources {
        dataset.extend(source.rows(actor)?);
    }
    // A source may hold rows of others only; the refusal then names all actors present anywhere.
    let dataset = dataset.labelled_by(actor)?;
    let (set, truncated_rows) = table(&dataset)?;
    Ok(Labelled {
        dataset,
        set,
        truncated_rows,
    })
}

/// The training table of a dataset's rows; features are always computed, never read back.
///
/// # Errors
/// Exit-3 class naming the row that does not read.
pub fn table(dataset: &Dataset) -> Result<(TrainingSet, usize)> {
    let mut extractors: BTreeMap<&str, FeatureExtractor> = BTreeMap::new();
    for (sha256, value) in &dataset.knowledge {
        let at = |error: &dyn std::fmt::Display| knowledge_error(dataset, sha256, error);
        let knowledge = turnzero_datasets::knowledge::check(value).map_err(|error| at(&error))?;
        let extractor = FeatureExtractor::new(&knowledge).map_err(|error| at(&error))?;
        extractors.insert(sha256, extractor);
    }
    let mut rows = Vec::with_capacity(dataset.rows.len());
    let mut truncated = 0;
    for row in &dataset.rows {
        let at = |error: &dyn std::fmt::Display| {
            AppError::Input(format!("{}: row {}: {error}", row.origin.source, row.origin.row))
        };
        let observation: PlayerObservation =
            serde_json::from_value(row.observation.clone()).map_err(|error| at(&error))?;
        let extractor = extractors
            .get_mut(row.origin.knowledge.as_str())
            .ok_or_else(|| at(&"its knowledge line is missing"))?;
        let features = extractor.features(&observation).map_err(|error| at(&error))?;
        truncated += usize::from(features.truncated);
        let lands = lands(extractor, &observation);
        rows.push(train_row(row, lands, &observation, features.values));
    }
    let set = TrainingSet::from_rows(schema(), rows).map_err(AppError::input)?;
    Ok((set, truncated))
}

/// Knowledge that cannot be used, with the source that brought it and the remedy.
fn knowledge_error(dataset: &Dataset, sha256: &str, error: &dyn std::fmt::Display) -> AppError {
    let row = dataset.rows.iter().find(|row| row.origin.knowledge == sha256);
    let place = row.map_or_else(
        || "a source without rows".to_owned(),
        |row| format!("{}: row {}", row.origin.source, row.origin.row),
    );
    AppError::Input(format!(
        "{place}: knowledge {sha256}: {error}; export or import that source again, or restore it from a copy"
    ))
}

/// Land cards of the hand.
fn lands(extractor: &FeatureExtractor, observation: &PlayerObservation) -> u8 {
    let deck = extractor.deck();
    let hand = observation.opening.iter().flat_map(|opening| &opening.hand);
    let lands = hand
        .filter(|name| deck.card(name).is_some_and(|id| deck.facts(id).land))
        .count();
    u8::try_from(lands).unwrap_or(u8::MAX)
}

fn train_row(row: &Row, lands: u8, observation: &PlayerObservation, features: Vec<f64>) -> TrainRow {
    let taken = observation
        .opening
        .as_ref()
        .and_then(|opening| opening.mulligans_taken.get(observation.seat.index()))
        .copied()
        .unwrap_or(0);
    TrainRow {
        meta: RowMeta {
            source: row.origin.source.clone(),
            row: row.origin.row,
            group: row.origin.group.clone(),
            deck: row.origin.deck.clone(),
            label_keep: row.labels.label_effective == Label::Keep,
            unsure: row.labels.unsure_effective,
            lands,
            depth: u8::try_from(taken).unwrap_or(u8::MAX),
        },
        features,
    }
}
