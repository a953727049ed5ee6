//! `study verify`: integrity of a study and a scan for hidden information.

use crate::cli::{self, Out};
use crate::error::{AppError, Result};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use turnzero_engine::GameSeed;

/// Arguments of `study verify`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  study verify mulligan-study/baeloth-quintorius-50-v5.json
  study verify .data/mulligan-study/mine.json --json")]
pub struct VerifyArgs {
    /// The study file, under the data root
    study: PathBuf,
}

impl VerifyArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit 1 when any problem is found.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let path = cli::data_root()?.resolve(&self.study)?;
        let verification = turnzero_datasets::store::verify(&path)?;
        let mut problems: Vec<String> = verification
            .problems
            .iter()
            .map(|problem| format!("{}: {}", problem.code, problem.message))
            .collect();
        for note in &verification.notes {
            cli::warn(&format!("{}: {note}", path.display()));
        }
        if let Some(study) = &verification.study {
            problems.extend(hidden_facts(study)?);
        }
        out.line(format_args!("{}", path.display()))?;
        for problem in &problems {
            out.line(format_args!("  {problem}"))?;
        }
        out.line(format_args!(
            "{} problem(s), {} earlier revision(s)",
            problems.len(),
            verification.revisions
        ))?;
        let ok = problems.is_empty();
        out.object(&json!({"ok": ok, "problems": problems, "revisions": verification.revisions, "path": path}))?;
        if ok {
            Ok(())
        } else {
            Err(AppError::CheckFailed(String::new()))
        }
    }
}

/// Every actor record is searched for the seeds of its games: with a public engine, a seed gives
/// the library away.
fn hidden_facts(study: &turnzero_datasets::Study) -> Result<Vec<String>> {
    let mut hidden = Vec::new();
    for game in 0..study.header.total_games() {
        let seed = study.header.game_seed(game);
        hidden.push(GameSeed(seed).to_hex());
    }
    let mut problems = Vec::new();
    for (actor, record) in &study.actors {
        let bytes = record.canonical_bytes()?;
        for leak in turnzero_datasets::export::scan_for(&hidden, &bytes) {
            problems.push(format!(
                "the record of {actor} holds the seed of a game at byte {}",
                leak.offset
            ));
        }
    }
    Ok(problems)
}
