//! `spark runs`, `show`, `compare`, `verify`: looking at stored bundles.

use crate::cli::{self, Out};
use crate::error::{AppError, Result};
use crate::model;
use clap::Args;
use serde_json::{Value, json};
use turnzero_spark::report::FIGURES;

/// Arguments of `spark runs`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  spark runs
  spark runs --json | jq -r '.runs[].run'")]
pub struct RunsArgs {}

impl RunsArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit-3 class when the folder of runs cannot be read.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let runs_folder = model::shelf(&cli::data_root()?);
        let mut runs = Vec::new();
        for name in runs_folder.list().map_err(AppError::input)? {
            let bundle = runs_folder.open(&name).map_err(AppError::input)?;
            let metrics = model::metrics(&bundle)?;
            let figure = |key: &str| metrics.pointer(&format!("/cv/{key}")).cloned().unwrap_or(Value::Null);
            out.line(format_args!(
                "{name}  {} rows, labels {}, balanced accuracy {}",
                metrics.get("rows").unwrap_or(&Value::Null),
                metrics.get("labels").and_then(Value::as_str).unwrap_or("?"),
                model::estimate_text(&figure("balanced_accuracy")),
            ))?;
            runs.push(json!({
                "run": name,
                "content_sha256": bundle.content_sha256,
                "rows": metrics.get("rows"),
                "groups": metrics.get("groups"),
                "labels": metrics.get("labels"),
                "balanced_accuracy": figure("balanced_accuracy"),
            }));
        }
        if runs.is_empty() {
            out.line("no runs yet; make one with `spark train-mulligans`")?;
        }
        out.object(&json!({"path": runs_folder.path(), "runs": runs}))
    }
}

/// Arguments of `spark show`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  spark show latest
  spark show 20261130T --json | jq .metrics.cv")]
pub struct ShowArgs {
    /// Run id, unique prefix, `latest`, or a bundle folder
    #[arg(value_name = "RUN", default_value = "latest")]
    run: String,
}

impl ShowArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit-3 class when there is no such run or its files were changed.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let bundle = model::open(&cli::data_root()?, &self.run)?;
        let found = turnzero_runs::verify(&bundle.path).map_err(AppError::input)?;
        if let Some(problem) = found.problems.first() {
            return Err(AppError::Input(format!(
                "{}: {} {}; `spark verify {}` lists everything that is wrong, train again or restore the folder",
                bundle.path.display(),
                problem.file,
                problem.message,
                bundle.name
            )));
        }
        let card =
            String::from_utf8(bundle.read("MODEL_CARD.md").map_err(AppError::input)?).map_err(AppError::input)?;
        out.line(bundle.path.display())?;
        out.line(format_args!(
            "bundle  {}\ncontent {}\n",
            bundle.bundle_sha256, bundle.content_sha256
        ))?;
        out.text(card)?;
        out.object(&json!({
            "run": bundle.name,
            "path": bundle.path,
            "bundle_sha256": bundle.bundle_sha256,
            "content_sha256": bundle.content_sha256,
            "metrics": model::metrics(&bundle)?,
            "files": bundle.sums.files,
        }))
    }
}

/// Arguments of `spark compare`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  spark compare 20261130T10 latest
  spark compare latest ./their-bundle --json")]
pub struct CompareArgs {
    /// One run
    #[arg(value_name = "RUN")]
    a: String,
    /// The other run
    #[arg(value_name = "RUN")]
    b: String,
}

impl CompareArgs {
    /// Runs the command: figures side by side, and coefficients that differ most.
    ///
    /// # Errors
    /// Exit-3 class when a run is missing or changed.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let root = cli::data_root()?;
        let (a, b) = (model::load(&root, Some(&self.a))?, model::load(&root, Some(&self.b))?);
        let (left, right) = (model::metrics(&a.bundle)?, model::metrics(&b.bundle)?);
        out.line(format_args!("{:24} {:28} {}", "", a.bundle.name, b.bundle.name))?;
        let mut figures = serde_json::Map::new();
        for key in ["rows", "groups", "labels", "lambda", "truncated_rows"] {
            let (x, y) = (
                left.get(key).cloned().unwrap_or_default(),
                right.get(key).cloned().unwrap_or_default(),
            );
            out.line(format_args!("{key:24} {:28} {y}", x.to_string()))?;
            figures.insert(key.to_owned(), json!([x, y]));
        }
        for key in FIGURES {
            let of = |metrics: &Value| metrics.pointer(&format!("/cv/{key}")).cloned().unwrap_or_default();
            let (x, y) = (of(&left), of(&right));
            out.line(format_args!(
                "{key:24} {:28} {}",
                model::estimate_text(&x),
                model::estimate_text(&y)
            ))?;
            figures.insert(key.to_owned(), json!([x, y]));
        }
        let mut changes: Vec<(String, f64, f64)> = a
            .model
            .features
            .iter()
            .zip(&b.model.features)
            .map(|(x, y)| (x.name.clone(), x.coefficient, y.coefficient))
            .collect();
        changes.sort_by(|x, y| (y.1 - y.2).abs().total_cmp(&(x.1 - x.2).abs()).then(x.0.cmp(&y.0)));
        out.line("\nlargest differences of coefficients")?;
        for (name, x, y) in changes.iter().take(8) {
            out.line(format_args!("  {name:32} {x:+.3} {y:+.3}"))?;
        }
        out.line("\nThe two runs may rest on different rows: figures side by side are no test.")?;
        let coefficients: Vec<Value> = changes
            .iter()
            .map(|(name, x, y)| json!({"feature": name, "a": x, "b": y}))
            .collect();
        out.object(&json!({"a": a.bundle.name, "b": b.bundle.name, "figures": figures, "coefficients": coefficients}))
    }
}

/// Arguments of `spark verify`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  spark verify latest
  spark verify ./bundle-from-a-friend --json")]
pub struct VerifyArgs {
    /// Run id, unique prefix, `latest`, or a bundle folder
    #[arg(value_name = "RUN")]
    run: String,
}

impl VerifyArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit 1 when anything is missing, changed or added.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let folder = model::shelf(&cli::data_root()?)
            .resolve(&self.run)
            .map_err(AppError::input)?;
        let found = turnzero_runs::verify(&folder).map_err(AppError::input)?;
        out.line(folder.display())?;
        for problem in &found.problems {
            out.line(format_args!(
                "  {}: {}: {}",
                problem.code, problem.file, problem.message
            ))?;
        }
        out.line(if found.ok {
            "whole and unchanged"
        } else {
            "NOT as it was written"
        })?;
        out.object(&json!({
            "ok": found.ok,
            "bundle_sha256": found.bundle_sha256,
            "problems": found.problems,
            "path": folder,
        }))?;
        if found.ok {
            Ok(())
        } else {
            Err(AppError::CheckFailed(String::new()))
        }
    }
}
