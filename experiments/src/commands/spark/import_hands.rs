//! `spark import-hands`: labelled hands from elsewhere become a dataset.

use crate::cli::{self, CatalogArg, Out, decks};
use crate::error::{AppError, Result};
use crate::hands::{self, CsvHand, Situation, Skipped};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use turnzero_datasets::canonical;
use turnzero_datasets::labels::{Label, LabelColumns};
use turnzero_datasets::rows::{Dataset, Origin, Row};

/// Arguments of `spark import-hands`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  spark import-hands hands.csv --deck burn.txt --out datasets/burn.jsonl
  spark import-hands draft.csv --deck pool.txt --out datasets/draft.jsonl --seats 2 --free-mulligans 0 --skip-bad")]
pub struct ImportHandsArgs {
    /// CSV with `hand` (cards separated by `;`) or `card1` … `card7`, `keep`, and optionally `on_play`,
    /// `mulligans_taken`, `unsure`, `reason`, `group`
    file: PathBuf,
    /// The deck the hands come from
    #[arg(long, value_name = "FILE")]
    deck: PathBuf,
    /// Dataset to write (JSON lines), under the data root
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Players at the table
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    seats: u8,
    /// Mulligans that cost no card
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=7))]
    free_mulligans: u8,
    /// Who labelled the hands
    #[arg(long, default_value = "human")]
    actor: String,
    /// Name of the source in groups; default: the CSV's name without its ending
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// Leave bad rows out and list them, instead of importing nothing
    #[arg(long)]
    skip_bad: bool,
    #[command(flatten)]
    catalog: CatalogArg,
}

impl ImportHandsArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit-3 class with every bad row, unless `--skip-bad`.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let root = cli::data_root()?;
        let target = root.resolve_output(&self.out)?;
        let catalog = decks::catalog(&self.catalog, &root)?;
        let deck = decks::load_one(&self.deck, catalog.as_ref())?;
        decks::mention_facts_only(out, std::slice::from_ref(&deck))?;
        let situation = Situation::new(&deck, Some(self.seats), Some(self.free_mulligans))?;
        let name = self.name.clone().unwrap_or_else(|| {
            self.file
                .file_stem()
                .map_or_else(|| "hands".to_owned(), |stem| stem.to_string_lossy().into_owned())
        });
        let deck8: String = crate::study::batch::deck_list(&deck)
            .content_sha256
            .chars()
            .take(8)
            .collect();
        let (hands, mut skipped) = hands::read(&self.file, true)?;
        let shared = canonical::to_value(&situation.knowledge()?)?;
        let knowledge = canonical::sha256_hex(&canonical::value_bytes(&shared));
        let mut dataset = Dataset::default();
        dataset.knowledge.insert(knowledge.clone(), shared);
        let source = self
            .file
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        for hand in &hands {
            let origin = Origin {
                knowledge: knowledge.clone(),
                group: format!("{name}/{deck8}/"),
                row: hand.row,
                source: source.clone(),
                deck: deck.name.clone(),
                actor: self.actor.clone(),
            };
            match row(&deck, &situation, hand, origin) {
                Ok(row) => dataset.rows.push(row),
                Err(reason) => skipped.push(Skipped {
                    line: hand.line,
                    reason,
                }),
            }
        }
        skipped.sort_by_key(|row| row.line);
        for row in &skipped {
            cli::warn(&format!("{}: line {}: {}", self.file.display(), row.line, row.reason));
        }
        if !skipped.is_empty() && !self.skip_bad {
            return Err(AppError::Input(format!(
                "{} of {} rows are bad and nothing was written; mend them, or leave them out with --skip-bad",
                skipped.len(),
                skipped.len() + dataset.rows.len()
            )));
        }
        if dataset.rows.is_empty() {
            return Err(AppError::Input(format!(
                "{} holds no usable row; nothing was written",
                self.file.display()
            )));
        }
        cli::make_parent(&target)?;
        dataset.write(&target)?;
        let groups: std::collections::BTreeSet<&str> =
            dataset.rows.iter().map(|row| row.origin.group.as_str()).collect();
        let kept = dataset
            .rows
            .iter()
            .filter(|row| row.labels.label_effective == Label::Keep)
            .count();
        let keep_share = kept as f64 / dataset.rows.len() as f64;
        out.line(format_args!(
            "{} rows of {} groups, {:.1} % kept, {} left out",
            dataset.rows.len(),
            groups.len(),
            100.0 * keep_share,
            skipped.len()
        ))?;
        out.line(target.display())?;
        out.object(&json!({
            "rows": dataset.rows.len(),
            "groups": groups.len(),
            "keep_share": keep_share,
            "facts_only": deck.facts_only.len(),
            "files": [target],
            "skipped": skipped,
        }))
    }
}

/// The row of one hand; `origin.group` holds the prefix that the group is completed from.
fn row(deck: &decks::LoadedDeck, situation: &Situation, hand: &CsvHand, mut origin: Origin) -> Result<Row, String> {
    let cards = hand
        .hand
        .iter()
        .map(|card| hands::name_in(deck, card))
        .collect::<Result<Vec<String>, String>>()?;
    let asked = situation.ask(&cards, hand.on_play, hand.mulligans_taken);
    let (_, point) = asked.map_err(|error| format!("hand: {error}"))?;
    origin.group.push_str(&hand.group.clone().unwrap_or_else(|| {
        let mut sorted = cards.clone();
        sorted.sort();
        sorted.join("; ")
    }));
    let label = if hand.keep == Some(true) {
        Label::Keep
    } else {
        Label::Mulligan
    };
    Ok(Row {
        origin,
        observation: canonical::to_value(&point.observation).map_err(|error| error.to_string())?,
        labels: LabelColumns::new(label, hand.unsure, &hand.reason),
        reason: hand.reason.clone(),
        unblinded: false,
    })
}
