//! `spark evaluate`: a stored model on other rows, without refitting.

use super::train::{print_figures, refuse_sealed, sources};
use crate::cli::{self, Out};
use crate::error::{AppError, Result};
use crate::model::{self, rows};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use turnzero_datasets::HUMAN;
use turnzero_spark::{TrainParams, evaluate};

/// Arguments of `spark evaluate`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  spark evaluate latest --study mulligan-study/fresh-1.json --labels heuristic
  spark evaluate 20261130T10 --dataset datasets/burn.jsonl --json")]
pub struct EvaluateArgs {
    /// Run id, unique prefix, `latest`, or a bundle folder
    #[arg(value_name = "RUN")]
    run: String,
    /// Study under the data root, repeatable
    #[arg(long, value_name = "FILE", required_unless_present = "dataset")]
    study: Vec<PathBuf>,
    /// Dataset under the data root, repeatable
    #[arg(long, value_name = "FILE")]
    dataset: Vec<PathBuf>,
    /// Whose choices to compare with
    #[arg(long, value_name = "ACTOR", default_value = HUMAN)]
    labels: String,
    /// Write the scores of every row (JSON lines), under the data root
    #[arg(long, value_name = "FILE")]
    predictions: Option<PathBuf>,
}

impl EvaluateArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit-3 class for missing labels, bad rows, or when every row is in-sample.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let root = cli::data_root()?;
        let loaded = model::load(&root, Some(&self.run))?;
        let sources = sources(&root, &self.study, &self.dataset)?;
        refuse_sealed(&root, &sources, &self.labels)?;
        let labelled = rows::labelled(&sources, &self.labels)?;
        if labelled.set.meta().iter().all(|row| loaded.model.in_sample(&row.group)) {
            return Err(AppError::Input(format!(
                "every row belongs to a training game of {}: nothing is left to evaluate on; name a study or dataset \
                 that the model has not seen",
                loaded.bundle.name
            )));
        }
        let params = TrainParams::new().checked().map_err(AppError::input)?;
        let evaluation = evaluate(&loaded.model, &labelled.set, &params).map_err(model::spark_error)?;
        let mut object = serde_json::to_value(&evaluation).map_err(AppError::input)?;
        let predictions = match &self.predictions {
            Some(path) => {
                let path = root.resolve_output(path)?;
                cli::make_parent(&path)?;
                turnzero_datasets::atomic::write(&path, &model::lines(&evaluation.predictions)?)?;
                Some(path)
            }
            None => None,
        };
        if let Some(map) = object.as_object_mut() {
            map.insert("run".to_owned(), json!(loaded.bundle.name));
            map.insert("path".to_owned(), json!(loaded.bundle.path));
            map.insert("bundle_sha256".to_owned(), json!(loaded.bundle.bundle_sha256));
            map.insert("content_sha256".to_owned(), json!(loaded.bundle.content_sha256));
            map.insert("truncated_rows".to_owned(), json!(labelled.truncated_rows));
            map.insert("predictions".to_owned(), json!(predictions));
        }
        out.line(out.bold(format_args!("agreement of {} with {}", loaded.bundle.name, self.labels)))?;
        out.line(model::label_note(&self.labels))?;
        print_figures(out, &object)?;
        if !evaluation.in_sample.is_empty() {
            out.line(format_args!(
                "{} rows left out: their games are among the model's training games",
                evaluation.in_sample.len()
            ))?;
        }
        if let Some(path) = predictions {
            out.line(path.display())?;
        }
        out.object(&object)
    }
}
