//! `spark export`: labelled hands as Parquet and JSON lines, with dictionary and Croissant metadata.

use super::train::{refuse_sealed, sources};
use crate::cli::{self, Out};
use crate::error::{AppError, Result};
use crate::export;
use crate::model::rows::{self, Source, SourceKind};
use clap::Args;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;
use turnzero_contract::PlayerKnowledge;
use turnzero_contract::card::DefinitionSource;
use turnzero_datasets::export::{FileSpec, JSON_LINES, PARQUET, croissant, data_dictionary};
use turnzero_datasets::labels::Label;
use turnzero_datasets::rows::Dataset;
use turnzero_datasets::{DataRoot, HUMAN, atomic, canonical, clock};
use turnzero_engine::GameSeed;

/// Arguments of `spark export`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  spark export --out exports/v5
  spark export --study mulligan-study/heuristic-labels.json --actor heuristic --out exports/heuristic --json")]
pub struct ExportArgs {
    /// Study under the data root, repeatable; default: the default study
    #[arg(long, value_name = "FILE")]
    study: Vec<PathBuf>,
    /// Actors to export, repeatable; default: every actor present
    #[arg(long, value_name = "ACTOR")]
    actor: Vec<String>,
    /// Folder to write, under the data root
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl ExportArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit-3 class for missing actors; exit-4 class for sealed batches.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let root = cli::data_root()?;
        let folder = root.resolve_output(&self.out)?;
        let sources = sources(&root, &self.study, &[])?;
        let (dataset, seeds) = self.collect(&root, &sources)?;
        if dataset.rows.is_empty() {
            return Err(AppError::Input(
                "the studies hold no keep-or-mulligan choice yet".to_owned(),
            ));
        }
        let (set, truncated) = rows::table(&dataset)?;
        let columns = export::columns(&dataset, &set);
        let parquet = folder.join("hands.parquet");
        let lines = dataset.to_bytes()?;
        if let Some(leak) = turnzero_datasets::export::scan_for(&seeds[..], &lines).first() {
            return Err(AppError::CheckFailed(format!(
                "the rows hold a seed at byte {}; nothing was written: report this as a defect",
                leak.offset
            )));
        }
        std::fs::create_dir_all(&folder)
            .map_err(|error| AppError::Input(format!("cannot make {}: {error}", folder.display())))?;
        turnzero_parquet::write_parquet(&parquet, &columns).map_err(AppError::input)?;
        atomic::write(&folder.join("hands.jsonl"), &lines)?;
        let dictionary = export::dictionary();
        let text = data_dictionary("Hands: one row a keep-or-mulligan choice", &dictionary);
        atomic::write(&folder.join("DICTIONARY.md"), text.as_bytes())?;
        let parquet_bytes = std::fs::read(&parquet).map_err(AppError::input)?;
        let spec = |name: &str, encoding: &str, bytes: &[u8], columns| FileSpec {
            name: name.to_owned(),
            encoding: encoding.to_owned(),
            sha256: canonical::sha256_hex(bytes),
            columns,
        };
        let today: String = clock::now().chars().take(8).collect();
        let date = format!("{}-{}-{}", &today[..4], &today[4..6], &today[6..8]);
        let metadata = croissant(
            "turnzero-hands",
            "Opening hands of seeded mulligan studies with the choices of people and programs",
            Some(&date),
            &[
                spec("hands.parquet", PARQUET, &parquet_bytes, dictionary),
                spec("hands.jsonl", JSON_LINES, &lines, Vec::new()),
            ],
        );
        atomic::write(
            &folder.join("croissant.json"),
            &serde_json::to_vec_pretty(&metadata).map_err(AppError::input)?,
        )?;
        let groups: BTreeSet<&str> = dataset.rows.iter().map(|row| row.origin.group.as_str()).collect();
        let kept = dataset
            .rows
            .iter()
            .filter(|row| row.labels.label_effective == Label::Keep)
            .count();
        let keep_share = kept as f64 / dataset.rows.len() as f64;
        let files: Vec<PathBuf> = ["hands.parquet", "hands.jsonl", "DICTIONARY.md", "croissant.json"]
            .iter()
            .map(|name| folder.join(name))
            .collect();
        let unparsed: Vec<_> = dataset
            .rows
            .iter()
            .filter_map(|row| row.labels.review_unparsed.as_ref().map(|text| (row, text)))
            .collect();
        out.line(format_args!(
            "{} rows of {} games, {} bottom choices, {:.1} % kept, {truncated} truncated",
            dataset.rows.len(),
            groups.len(),
            dataset.bottoms.len(),
            100.0 * keep_share
        ))?;
        for (row, text) in &unparsed {
            out.line(format_args!(
                "not read as a review: {} row {}: {text}",
                row.origin.source, row.origin.row
            ))?;
        }
        for file in &files {
            out.line(file.display())?;
        }
        out.object(&json!({
            "rows": dataset.rows.len(),
            "groups": groups.len(),
            "keep_share": keep_share,
            "facts_only": facts_only(&dataset),
            "files": files,
            "skipped": [],
            "bottoms": dataset.bottoms.len(),
            "truncated_rows": truncated,
            "review_unparsed": unparsed.iter().map(|(row, text)| json!({
                "source": row.origin.source, "row": row.origin.row, "text": text,
            })).collect::<Vec<_>>(),
        }))
    }
}

impl ExportArgs {
    /// The rows of the actors asked for, and the game seeds that may stand in no row.
    fn collect(&self, root: &DataRoot, sources: &[Source]) -> Result<(Dataset, Vec<String>)> {
        let mut dataset = Dataset::default();
        let mut seeds: Vec<String> = Vec::new();
        let mut present: BTreeSet<String> = BTreeSet::new();
        for source in sources.iter().filter(|source| source.kind == SourceKind::Study) {
            let study = turnzero_datasets::parse_study(&source.bytes)?;
            seeds.extend((0..study.header.total_games()).map(|game| GameSeed(study.header.game_seed(game)).to_hex()));
            present.extend(study.actors.keys().cloned());
            for actor in study
                .actors
                .keys()
                .filter(|actor| self.actor.is_empty() || self.actor.contains(actor))
            {
                refuse_sealed(root, std::slice::from_ref(source), actor)?;
                dataset.extend(Dataset::of_study(&study, actor, &source_name(&source.name, actor)));
            }
        }
        let labelled: BTreeSet<&str> = dataset.rows.iter().map(|row| row.origin.actor.as_str()).collect();
        if let Some(missing) = self.actor.iter().find(|actor| !labelled.contains(actor.as_str())) {
            return Err(AppError::Input(format!(
                "no row is labelled by {missing}; actors present: {}; choose among them with --actor",
                present.into_iter().collect::<Vec<_>>().join(", ")
            )));
        }
        Ok((dataset, seeds))
    }
}

/// Rows of several actors of one study need names of their own.
fn source_name(study: &str, actor: &str) -> String {
    if actor == HUMAN {
        study.to_owned()
    } else {
        format!("{study}#{actor}")
    }
}

/// Distinct cards known by facts only.
fn facts_only(dataset: &Dataset) -> usize {
    let mut names = BTreeSet::new();
    for value in dataset.knowledge.values() {
        let Ok(knowledge) = serde_json::from_value::<PlayerKnowledge>(value.clone()) else {
            continue;
        };
        let cards = knowledge
            .deck
            .iter()
            .map(|card| &card.definition)
            .chain(&knowledge.commanders);
        names.extend(
            cards
                .filter(|card| card.source == DefinitionSource::FactsOnly)
                .map(|card| card.name.clone()),
        );
    }
    names.len()
}
