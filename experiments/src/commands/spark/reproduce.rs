//! `spark reproduce`: the deterministic files of a bundle, made again from its own inputs.

use crate::cli::{self, Out};
use crate::error::{AppError, Result};
use crate::model;
use clap::Args;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use turnzero_runs::{differences, is_deterministic};

/// Arguments of `spark reproduce`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  spark reproduce latest
  spark reproduce ./bundle-from-a-friend --json")]
pub struct ReproduceArgs {
    /// Run id, unique prefix, `latest`, or a bundle folder
    #[arg(value_name = "RUN")]
    run: String,
}

impl ReproduceArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit 1 when any deterministic file differs.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let bundle = model::open(&cli::data_root()?, &self.run)?;
        let (recipe, sources) = model::inputs_of(&bundle)?;
        let made = model::deterministic_files(&recipe, &sources, None)?;
        let mut stored = BTreeMap::new();
        for name in bundle.sums.files.keys().filter(|name| is_deterministic(name)) {
            stored.insert(name.clone(), bundle.read(name).map_err(AppError::input)?);
        }
        let found = differences(&stored, &made.files);
        out.line(bundle.path.display())?;
        for difference in &found {
            out.line(format_args!("  {}: {}", difference.file, difference.place))?;
        }
        out.line(if found.is_empty() { "identical" } else { "NOT identical" })?;
        let list: Vec<Value> = found
            .iter()
            .map(|difference| json!({"file": difference.file, "difference": difference.place}))
            .collect();
        out.object(&json!({"identical": found.is_empty(), "differences": list, "run": bundle.name}))?;
        if found.is_empty() {
            Ok(())
        } else {
            Err(AppError::CheckFailed(String::new()))
        }
    }
}
