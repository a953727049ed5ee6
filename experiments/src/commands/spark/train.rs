//! `spark train-mulligans`: learn keep or mulligan into an immutable bundle.

use crate::cli::{self, Out};
use crate::commands::mulligans::{DEFAULT_STUDY, quoted};
use crate::error::{AppError, Result};
use crate::model::rows::{Source, SourceKind, name_apart};
use crate::model::{self, Recipe, deterministic_files, publish};
use crate::study::seal;
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Instant;
use turnzero_datasets::sealing::Sealing;
use turnzero_datasets::{DataRoot, HUMAN, canonical, clock};
use turnzero_spark::report::FIGURES;
use turnzero_spark::{FoldsFile, Mutant};

/// Status of a linfa check that stopped early.
const NOT_CONVERGED: &str = "oracle_not_converged";

/// Arguments of `spark train-mulligans`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  spark train-mulligans                                          learn from the human of the default study
  spark train-mulligans --study mulligan-study/a.json --study mulligan-study/b.json --labels heuristic
  spark train-mulligans --dataset datasets/burn.jsonl --folds 10 --seed 3 --json")]
pub struct TrainArgs {
    /// Study with choices to learn, under the data root, repeatable
    #[arg(long, value_name = "FILE")]
    study: Vec<PathBuf>,
    /// Dataset with choices to learn (JSON lines), under the data root, repeatable
    #[arg(long, value_name = "FILE")]
    dataset: Vec<PathBuf>,
    /// Whose choices to learn; never replaced by somebody else's
    #[arg(long, value_name = "ACTOR", default_value = HUMAN)]
    labels: String,
    /// Outer folds, grouped by game
    #[arg(long, value_name = "N", default_value_t = 5, conflicts_with = "folds_file")]
    folds: usize,
    /// JSON `{"ROW": FOLD}` for one dataset, to compare with foreign models on the same folds
    #[arg(long, value_name = "FILE")]
    folds_file: Option<PathBuf>,
    /// Seed of folds and bootstrap
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Breaks one guarantee on purpose, so that its test can be seen to fail
    #[arg(long, hide = true, value_name = "MUTANT")]
    mutant: Option<String>,
}

impl TrainArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit-3 class for missing labels or bad data, before anything is written.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let root = cli::data_root()?;
        let begun = Instant::now();
        let sources = sources(&root, &self.study, &self.dataset)?;
        refuse_sealed(&root, &sources, &self.labels)?;
        let recipe = Recipe {
            schema: Recipe::SCHEMA,
            labels: self.labels.clone(),
            folds: self.folds,
            seed: self.seed,
            folds_file: self
                .folds_file
                .as_deref()
                .map(|file| folds_file(file, &sources))
                .transpose()?,
            sources: sources
                .iter()
                .map(|source| model::RecipeSource {
                    name: source.name.clone(),
                    study: source.kind == SourceKind::Study,
                })
                .collect(),
        };
        let mutant = self.mutant.as_deref().map(mutant).transpose()?;
        let made = deterministic_files(&recipe, &sources, mutant)?;
        let trained = &made.trained;
        if trained.oracle.status == NOT_CONVERGED {
            cli::warn(
                "the check against linfa-logistic did not converge and is stored as such; the model is unaffected",
            );
        }
        let run = json!({
            "created": clock::now(),
            "host": std::fs::read_to_string("/etc/hostname").map(|name| name.trim().to_owned()).ok(),
            "command": std::env::args().skip(1).collect::<Vec<_>>(),
            "program": env!("CARGO_PKG_VERSION"),
            "commit": std::env::current_dir().ok().and_then(|cwd| model::commit(&cwd)),
            "lock_sha256": canonical::sha256_hex(include_bytes!("../../../../Cargo.lock")),
            "oracle": trained.oracle,
            "sources": sources.iter().map(|source| json!({
                "name": source.name, "path": source.path, "sha256": canonical::sha256_hex(&source.bytes),
            })).collect::<Vec<Value>>(),
            "seconds": begun.elapsed().as_secs_f64(),
        });
        let bundle = publish(&model::shelf(&root), &made, "mulligans", &run)?;
        let metrics = model::metrics(&bundle)?;
        out.line(out.bold(format_args!("agreement with {}", self.labels)))?;
        out.line(model::label_note(&self.labels))?;
        print_figures(out, &metrics)?;
        out.line(format_args!("\nrun     {}", bundle.name))?;
        out.line(format_args!("content {}", bundle.content_sha256))?;
        out.line(bundle.path.display())?;
        let mut object = metrics;
        if let Some(map) = object.as_object_mut() {
            map.insert("run".to_owned(), json!(bundle.name));
            map.insert("path".to_owned(), json!(bundle.path));
            map.insert("bundle_sha256".to_owned(), json!(bundle.bundle_sha256));
            map.insert("content_sha256".to_owned(), json!(bundle.content_sha256));
            map.insert("predictions".to_owned(), json!(bundle.path.join("predictions.jsonl")));
        }
        out.object(&object)
    }
}

fn mutant(name: &str) -> Result<Mutant> {
    Mutant::from_name(name).ok_or_else(|| AppError::Usage(format!("unknown training mutant {name}")))
}

/// Reads the sources of training or evaluation; none given means the default study.
///
/// # Errors
/// Exit-3 class; an absent default study names the command that makes it.
pub fn sources(root: &DataRoot, studies: &[PathBuf], datasets: &[PathBuf]) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    if studies.is_empty() && datasets.is_empty() {
        let path = root.resolve(Path::new(DEFAULT_STUDY))?;
        if !path.exists() {
            return Err(AppError::Input(format!(
                "{} does not exist; make it with `study mulligans`, or name rows with --study or --dataset",
                path.display()
            )));
        }
        sources.push(Source::study(&path)?);
    }
    for study in studies {
        sources.push(Source::study(&root.resolve(study)?)?);
    }
    for dataset in datasets {
        sources.push(Source::dataset(&root.resolve(dataset)?)?);
    }
    name_apart(&mut sources);
    Ok(sources)
}

/// Machine choices of a batch whose human has begun and not finished stay sealed here too.
///
/// # Errors
/// Exit-4 class naming the sealed batches and how to open them.
pub fn refuse_sealed(root: &DataRoot, sources: &[Source], labels: &str) -> Result<()> {
    let of_studies = || sources.iter().filter(|source| source.kind == SourceKind::Study);
    let studies = of_studies()
        .map(|source| turnzero_datasets::parse_study(&source.bytes))
        .collect::<Result<Vec<_>, _>>()?;
    if labels == HUMAN {
        return Ok(());
    }
    let files: Vec<PathBuf> = of_studies().map(|source| source.path.clone()).collect();
    let all: Vec<&turnzero_datasets::Study> = studies.iter().collect();
    let sealing = Sealing::of(&studies);
    let mut sealed: Vec<(String, PathBuf)> = files
        .iter()
        .zip(&studies)
        .filter(|(_, study)| study.begun(HUMAN) && sealing.is_sealed(study.id()))
        .map(|(file, study)| (study.id().to_owned(), file.clone()))
        .collect();
    sealed.extend(seal::elsewhere(root, &files, &all)?);
    if sealed.is_empty() {
        return Ok(());
    }
    let hints: Vec<String> = sealed
        .iter()
        .map(|(batch, file)| {
            let output = quoted(&file.to_string_lossy());
            format!(
                "batch {batch} is sealed until its human has answered every hand; finish it with \
                 `study mulligans --output {output}`, or open it with `study mulligans --unseal --output {output}`, \
                 which is recorded"
            )
        })
        .collect();
    Err(AppError::Guard(hints.join("\n")))
}

fn folds_file(file: &Path, sources: &[Source]) -> Result<std::collections::BTreeMap<u64, u32>> {
    if sources.len() != 1 {
        return Err(AppError::Usage(
            "--folds-file works with exactly one --dataset".to_owned(),
        ));
    }
    let text = std::fs::read_to_string(file)
        .map_err(|error| AppError::Input(format!("cannot read {}: {error}", file.display())))?;
    let parsed = FoldsFile::parse(&text).map_err(|error| AppError::Input(format!("{}: {error}", file.display())))?;
    Ok(parsed.0)
}

/// The table of figures of training and evaluation.
///
/// # Errors
/// A write error.
pub fn print_figures(out: Out, metrics: &Value) -> Result<()> {
    let number = |key: &str| metrics.get(key).cloned().unwrap_or_default();
    out.line(format_args!(
        "{} rows of {} games; λ = {:.4}; {} truncated\n",
        number("rows"),
        number("groups"),
        number("lambda").as_f64().unwrap_or(f64::NAN),
        number("truncated_rows")
    ))?;
    out.line(format_args!(
        "{:20} {:>6} {:24} {:24} {}",
        "", "n", "spark", "lands logistic", "always keep"
    ))?;
    for key in FIGURES {
        let at = |path: &str| {
            metrics
                .pointer(&format!("{path}/{key}"))
                .map_or_else(|| "-".to_owned(), model::estimate_text)
        };
        out.line(format_args!(
            "{key:20} {:>6} {:24} {:24} {}",
            metrics
                .pointer(&format!("/cv/{key}/n"))
                .and_then(Value::as_u64)
                .unwrap_or_default(),
            at("/cv"),
            at("/baselines/lands_logistic"),
            at("/baselines/always_keep")
        ))?;
    }
    let comparison = metrics.get("vs_lands_logistic").cloned().unwrap_or_default();
    out.line(format_args!(
        "\nspark minus lands logistic: {}{}",
        model::estimate_text(&comparison),
        comparison
            .get("verdict")
            .and_then(Value::as_str)
            .map_or_else(String::new, |words| format!(", {words}"))
    ))
}
