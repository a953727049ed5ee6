//! Spark models: from rows to a bundle, and from a bundle to a pilot.

mod card;
mod publish;
pub mod rows;

pub use card::label_note;
pub use publish::{Made, Recipe, RecipeSource, commit, deterministic_files, inputs_of, lines, publish, spark_error};

use crate::cli::pilots::BuiltPilot;
use crate::error::{AppError, Result};
use serde_json::{Value, json};
use turnzero_contract::PlayerKnowledge;
use turnzero_datasets::{DataRoot, Provenance, canonical};
use turnzero_runs::{Bundle, LATEST, Shelf};
use turnzero_spark::features::schema;
use turnzero_spark::{SparkModel, SparkMulliganPilot, TrainedTable};

/// The folder of runs below the data root.
pub fn shelf(root: &DataRoot) -> Shelf {
    Shelf::new(&root.path().join("spark").join("runs"))
}

/// A model with the bundle it came from.
#[derive(Clone, Debug)]
pub struct LoadedModel {
    /// Where it came from.
    pub bundle: Bundle,
    /// The model.
    pub model: SparkModel,
}

/// Opens the bundle that RUN means.
///
/// # Errors
/// Exit-3 class naming the command that makes one.
pub fn open(root: &DataRoot, run: &str) -> Result<Bundle> {
    shelf(root).open(run).map_err(AppError::input)
}

/// Loads the model that RUN means, `latest` by default. The file must be as it was written, of this
/// program's feature schema.
///
/// # Errors
/// Exit-3 class with the remedy.
pub fn load(root: &DataRoot, run: Option<&str>) -> Result<LoadedModel> {
    let bundle = open(root, run.unwrap_or(LATEST))?;
    let text = String::from_utf8(bundle.read("model.json").map_err(AppError::input)?).map_err(AppError::input)?;
    let model = SparkModel::from_json(&text, &schema())
        .map_err(|error| AppError::Input(format!("{}: {error}", bundle.path.join("model.json").display())))?;
    Ok(LoadedModel { bundle, model })
}

/// The learned pilot of a run, its bundle's content named in its provenance.
///
/// # Errors
/// As [`load`].
pub fn pilot(root: &DataRoot, run: Option<&str>) -> Result<BuiltPilot> {
    let loaded = load(root, run)?;
    Ok(BuiltPilot {
        actor: "spark".to_owned(),
        provenance: Provenance {
            pilot: "spark".to_owned(),
            bundle: Some(loaded.bundle.content_sha256.clone()),
            ..Provenance::default()
        },
        pilot: Box::new(SparkMulliganPilot::new(loaded.model)),
        deterministic: true,
        upcoming: std::sync::Arc::default(),
    })
}

/// The run on the shelf whose content a study names.
///
/// # Errors
/// Exit-3 class when runs cannot be listed or its model does not read.
pub fn by_content(root: &DataRoot, content: &str) -> Result<Option<LoadedModel>> {
    let shelf = shelf(root);
    for name in shelf.list().map_err(AppError::input)?.iter().rev() {
        let bundle = shelf.open(name).map_err(AppError::input)?;
        if bundle.content_sha256 == content {
            return load(root, Some(name)).map(Some);
        }
    }
    Ok(None)
}

/// The deck of a player's knowledge and the options that change how a hand is judged, as models store them.
///
/// # Errors
/// When the deck cannot be written canonically.
pub fn trained_table(knowledge: &PlayerKnowledge) -> Result<TrainedTable> {
    let deck = json!({
        "commanders": canonical::to_value(&knowledge.commanders)?,
        "deck": canonical::to_value(&knowledge.deck)?,
    });
    Ok(TrainedTable {
        deck: canonical::sha256_hex(&canonical::value_bytes(&deck)),
        seats: knowledge.options.seats,
        free_mulligans: knowledge.options.free_mulligans,
    })
}

/// The figures of a bundle.
///
/// # Errors
/// Exit-3 class when they are missing or changed.
pub fn metrics(bundle: &Bundle) -> Result<Value> {
    let bytes = bundle.read("metrics.json").map_err(AppError::input)?;
    serde_json::from_slice(&bytes).map_err(AppError::input)
}

/// An estimate with its interval, as text.
pub fn estimate_text(value: &Value) -> String {
    let number = |value: Option<&Value>| value.and_then(Value::as_f64);
    let interval = value.get("ci95").and_then(Value::as_array);
    match (number(value.get("estimate")), interval.map(Vec::as_slice)) {
        (Some(estimate), Some([low, high])) => match (low.as_f64(), high.as_f64()) {
            (Some(low), Some(high)) => format!("{estimate:.3} [{low:.3}, {high:.3}]"),
            _ => format!("{estimate:.3}"),
        },
        (Some(estimate), _) => format!("{estimate:.3}"),
        (None, _) => "undefined".to_owned(),
    }
}
