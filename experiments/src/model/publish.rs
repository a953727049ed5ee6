//! Training into a bundle, and making the same deterministic files again from its inputs.

use super::card;
use super::rows::{Labelled, Source, SourceKind, labelled};
use crate::error::{AppError, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use turnzero_datasets::export::{ColumnSpec, ColumnType, FileSpec, JSON_LINES, croissant};
use turnzero_datasets::{canonical, clock};
use turnzero_runs::{Bundle, Shelf};
use turnzero_spark::robustness::{SHARES, learning_curve};
use turnzero_spark::{Folds, FoldsFile, Mutant, Origin, TrainParams, TrainValidParams, Trained, TrainedTable, train};

/// Everything that decides what training makes, besides the sources.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Layout of this file.
    pub schema: u32,
    /// Whose choices are learned.
    pub labels: String,
    /// Outer folds, unless a file gives them.
    pub folds: usize,
    /// Seed of folds and bootstrap.
    pub seed: u64,
    /// Rows to folds, for comparisons with foreign models.
    pub folds_file: Option<BTreeMap<u64, u32>>,
    /// Sources in order: name inside `inputs/`, and whether it is a study.
    pub sources: Vec<RecipeSource>,
}

/// A source of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeSource {
    /// File below `inputs/`, and the source name of its rows.
    pub name: String,
    /// A study, else a dataset.
    pub study: bool,
}

impl Recipe {
    /// The recipe's number; another is refused.
    pub const SCHEMA: u32 = 1;

    fn params(&self, mutant: Option<Mutant>) -> Result<TrainValidParams> {
        TrainParams::new()
            .folds(self.folds)
            .seed(self.seed)
            .parallel(true)
            .mutant(mutant)
            .checked()
            .map_err(AppError::input)
    }
}

/// What training made.
pub struct Made {
    /// Model, figures, predictions.
    pub trained: Trained,
    /// Rows whose analysis hit its bound.
    pub truncated_rows: usize,
    /// Deterministic files by name, `inputs/` included.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The labelled rows.
    pub labelled: Labelled,
}

/// The tables that knowledge describes, each once, sorted.
fn tables(knowledge: &BTreeMap<String, Value>) -> Result<Vec<TrainedTable>> {
    let mut tables = BTreeSet::new();
    for value in knowledge.values() {
        let knowledge = turnzero_datasets::knowledge::check(value).map_err(AppError::Input)?;
        tables.insert(super::trained_table(&knowledge)?);
    }
    Ok(tables.into_iter().collect())
}

/// Trains and makes every deterministic file of a bundle: a function of recipe and sources only.
///
/// # Errors
/// Exit-3 class for labels, folds or data; exit-1 class when linfa contradicts the solver.
pub fn deterministic_files(recipe: &Recipe, sources: &[Source], mutant: Option<Mutant>) -> Result<Made> {
    let labelled = labelled(sources, &recipe.labels)?;
    let params = recipe.params(mutant)?;
    let folds = match &recipe.folds_file {
        Some(map) => Folds::from_file(&labelled.set, &FoldsFile(map.clone())),
        None => Folds::deal(&labelled.set, &params),
    }
    .map_err(spark_error)?;
    let origin = Origin {
        labels: recipe.labels.clone(),
        knowledge: labelled.dataset.knowledge.keys().cloned().collect(),
        tables: tables(&labelled.dataset.knowledge)?,
    };
    let trained = train(&labelled.set, &folds, &params, origin).map_err(spark_error)?;
    let curve = learning_curve(&labelled.set, &folds, &params, &SHARES).map_err(spark_error)?;

    let mut metrics = serde_json::to_value(&trained.metrics).map_err(AppError::input)?;
    if let Some(map) = metrics.as_object_mut() {
        map.insert("truncated_rows".to_owned(), json!(labelled.truncated_rows));
        map.insert(
            "learning_curve".to_owned(),
            serde_json::to_value(&curve).map_err(AppError::input)?,
        );
        map.insert("note".to_owned(), json!(card::label_note(&recipe.labels)));
    }
    let mut files = BTreeMap::new();
    let mut add = |name: &str, bytes: Vec<u8>| files.insert(name.to_owned(), bytes);
    for source in sources {
        add(&format!("inputs/{}", source.name), source.bytes.clone());
    }
    add("inputs/recipe.json", pretty(recipe)?);
    let dataset = labelled.dataset.to_bytes()?;
    let predictions = lines(&trained.predictions)?;
    add("folds.json", pretty(&trained.folds)?);
    add("metrics.json", pretty(&metrics)?);
    add(
        "MODEL_CARD.md",
        card::model_card(&trained, &metrics, recipe, labelled.truncated_rows).into_bytes(),
    );
    add("croissant.json", pretty(&describe(&dataset, &predictions))?);
    add("model.json", trained.model.to_json().map_err(spark_error)?.into_bytes());
    add("dataset.jsonl", dataset);
    add("predictions.jsonl", predictions);
    Ok(Made {
        trained,
        truncated_rows: labelled.truncated_rows,
        files,
        labelled,
    })
}

/// Publishes a bundle and points `latest` to it.
///
/// # Errors
/// Exit-3 class when a file cannot be written; nothing is published then.
pub fn publish(shelf: &Shelf, made: &Made, slug: &str, run: &Value) -> Result<Bundle> {
    let mut draft = shelf.begin().map_err(AppError::input)?;
    for (name, bytes) in &made.files {
        draft.add(name, bytes).map_err(AppError::input)?;
    }
    let columns = crate::export::columns(&made.labelled.dataset, &made.labelled.set);
    draft
        .add_with("dataset.parquet", |path| {
            turnzero_parquet::write_parquet(path, &columns).map_err(|error| Written(AppError::input(error)))
        })
        .map_err(|written| written.0)?;
    draft.add("run.json", &pretty(run)?).map_err(AppError::input)?;
    let bundle = draft.publish(&clock::now(), slug).map_err(AppError::input)?;
    shelf.set_latest(&bundle.name).map_err(AppError::input)?;
    Ok(bundle)
}

/// An error of a file writer inside a draft.
struct Written(AppError);

impl From<turnzero_runs::Error> for Written {
    fn from(error: turnzero_runs::Error) -> Self {
        Self(AppError::input(error))
    }
}

/// Recipe and sources that a bundle holds in its `inputs/`.
///
/// # Errors
/// Exit-3 class when an input is missing, changed, or of another layout.
pub fn inputs_of(bundle: &Bundle) -> Result<(Recipe, Vec<Source>)> {
    let recipe = bundle.read("inputs/recipe.json").map_err(AppError::input)?;
    let recipe: Recipe = serde_json::from_slice(&recipe)
        .map_err(|error| AppError::Input(format!("{}/inputs/recipe.json: {error}", bundle.path.display())))?;
    if recipe.schema != Recipe::SCHEMA {
        return Err(AppError::Input(format!(
            "the bundle's recipe has layout {} and this program reads {}; reproduce it with the program that made it",
            recipe.schema,
            Recipe::SCHEMA
        )));
    }
    let sources = recipe
        .sources
        .iter()
        .map(|source| {
            let name = format!("inputs/{}", source.name);
            Ok(Source {
                name: source.name.clone(),
                path: PathBuf::from(&name),
                kind: if source.study {
                    SourceKind::Study
                } else {
                    SourceKind::Dataset
                },
                bytes: bundle.read(&name).map_err(AppError::input)?,
            })
        })
        .collect::<Result<Vec<Source>>>()?;
    Ok((recipe, sources))
}

/// The error of training, with its exit code: a contradicted solver is a failed check.
#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err wants")]
pub fn spark_error(error: turnzero_spark::SparkError) -> AppError {
    match error.exit_code() {
        1 => AppError::CheckFailed(error.to_string()),
        2 => AppError::Usage(error.to_string()),
        _ => AppError::Input(error.to_string()),
    }
}

fn pretty(value: &impl Serialize) -> Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(value).map_err(AppError::input)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// JSON lines of serialisable rows.
///
/// # Errors
/// Exit-3 class for a number that JSON cannot hold.
pub fn lines<T: Serialize>(rows: &[T]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for row in rows {
        serde_json::to_writer(&mut bytes, row).map_err(AppError::input)?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}

fn describe(dataset: &[u8], predictions: &[u8]) -> Value {
    let file = |name: &str, bytes: &[u8], columns: Vec<ColumnSpec>| FileSpec {
        name: name.to_owned(),
        encoding: JSON_LINES.to_owned(),
        sha256: canonical::sha256_hex(bytes),
        columns,
    };
    let prediction_columns = vec![
        ColumnSpec::new("source", ColumnType::Text, "", "file the row comes from"),
        ColumnSpec::new("row", ColumnType::Integer, "", "1-based data row of the source"),
        ColumnSpec::new("group", ColumnType::Text, "", "seeded game, the unit of independence"),
        ColumnSpec::new("deck", ColumnType::Text, "", "deck"),
        ColumnSpec::new("fold", ColumnType::Integer, "", "outer fold the row was tested in"),
        ColumnSpec::new("label", ColumnType::Text, "", "KEEP or MULLIGAN"),
        ColumnSpec::new(
            "weight",
            ColumnType::Float,
            "",
            "weight in training: 1, or 0.5 when unsure, times what levels the two labels",
        ),
        ColumnSpec::new(
            "eta",
            ColumnType::Float,
            "log odds",
            "balanced score; keep iff at least 0",
        ),
        ColumnSpec::new(
            "p_keep",
            ColumnType::Float,
            "probability",
            "chance of keep at the class mix of training",
        ),
    ];
    croissant(
        "turnzero-mulligan-training",
        "Opening hands with keep or mulligan labels, and out-of-fold predictions of the model trained on them",
        None,
        &[
            file("dataset.jsonl", dataset, Vec::new()),
            file("predictions.jsonl", predictions, prediction_columns),
        ],
    )
}

/// Commit of the checkout that the working directory belongs to, if it can be read.
pub fn commit(cwd: &Path) -> Option<String> {
    let git = cwd.ancestors().map(|dir| dir.join(".git")).find(|path| path.is_dir())?;
    let head = std::fs::read_to_string(git.join("HEAD")).ok()?;
    let head = head.trim();
    let Some(reference) = head.strip_prefix("ref: ") else {
        return Some(head.to_owned());
    };
    let loose = std::fs::read_to_string(git.join(reference)).ok();
    let packed = || {
        let text = std::fs::read_to_string(git.join("packed-refs")).ok()?;
        text.lines()
            .find_map(|line| line.strip_suffix(reference).map(|sha| sha.trim().to_owned()))
    };
    loose.map(|sha| sha.trim().to_owned()).or_else(packed)
}
