//! `study decks check`: every problem of deck lists at once.

use crate::cli::{self, CatalogArg, Out, decks};
use crate::error::{AppError, Result};
use clap::Subcommand;
use serde::Serialize;
use std::path::{Path, PathBuf};
use turnzero_cards::catalog::Catalog;
use turnzero_cards::decklist::{self, DeckProblem, DeckReport, MAX_BYTES, ProblemKind};

/// Commands of `study decks`.
#[derive(Clone, Debug, Subcommand)]
#[command(after_help = "\
Examples:
  study decks check decks/commander_baeloth_iron_throne.txt
  study decks check my-deck.txt --catalog AtomicCards.json.gz --json")]
pub enum DecksCommand {
    /// Check that every line reads, every card is known and the deck is legal
    #[command(after_help = "\
Examples:
  study decks check decks/commander_baeloth_iron_throne.txt
  study decks check my-deck.txt --catalog AtomicCards.json.gz --json")]
    Check {
        /// Deck lists in any common format
        #[arg(required = true)]
        file: Vec<PathBuf>,
        /// Where cards outside the pool come from
        #[command(flatten)]
        catalog: CatalogArg,
    },
}

/// A file with the verdict on it.
#[derive(Debug, Serialize)]
struct Checked {
    file: PathBuf,
    #[serde(flatten)]
    report: DeckReport,
}

impl DecksCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit 3 when a list cannot be read or names an unknown card; exit 1 when a deck is illegal.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let Self::Check { file, catalog } = self;
        let catalog = decks::catalog(catalog, &cli::data_root()?)?;
        let checked = file
            .iter()
            .map(|file| check(file, catalog.as_ref()))
            .collect::<Result<Vec<Checked>>>()?;
        for Checked { file, report } in &checked {
            let verdict = if report.ok { "ok" } else { "not ok" };
            out.line(format_args!(
                "{}: {}, {verdict}",
                file.display(),
                cli::count(report.cards, "card")
            ))?;
            if report.facts_only > 0 {
                out.line(format_args!(
                    "  {} by catalogue facts and simple mana abilities only",
                    cli::count(report.facts_only, "card")
                ))?;
            }
            for problem in &report.problems {
                out.line(format_args!("  {problem}"))?;
            }
        }
        out.object(&serde_json::json!({ "decks": checked }))?;
        let bad: Vec<String> = checked
            .iter()
            .filter(|one| !one.report.ok)
            .map(|one| one.file.display().to_string())
            .collect();
        if bad.is_empty() {
            return Ok(());
        }
        let text = format!(
            "{} of {} {} problems: {}",
            bad.len(),
            cli::count(checked.len(), "deck list"),
            if bad.len() == 1 { "has" } else { "have" },
            bad.join(", ")
        );
        if checked.iter().any(|one| one.report.is_bad_input()) {
            return Err(AppError::Input(format!(
                "{text}; mend the lines named above, or give the --catalog that knows the cards"
            )));
        }
        Err(AppError::CheckFailed(text))
    }
}

fn check(file: &Path, catalog: Option<&Catalog>) -> Result<Checked> {
    let report = match read(file) {
        Ok(bytes) => decklist::report(&bytes, decks::pool()?, catalog),
        // One file that cannot be read must not hide what is wrong with the others.
        Err((problem, suggestion)) => DeckReport {
            cards: 0,
            ok: false,
            facts_only: 0,
            problems: vec![DeckProblem {
                line: None,
                card: String::new(),
                problem,
                suggestion: Some(suggestion.to_owned()),
                kind: ProblemKind::NotAList,
            }],
        },
    };
    Ok(Checked {
        file: file.to_path_buf(),
        report,
    })
}

/// The bytes of a list, or why there are none and what to do.
fn read(file: &Path) -> Result<Vec<u8>, (String, &'static str)> {
    let unreadable = |error: std::io::Error| (format!("cannot be read: {error}"), "give the path of a text file");
    let meta = std::fs::metadata(file).map_err(unreadable)?;
    if meta.is_dir() {
        return Err(("is a folder".to_owned(), "give the paths of the lists in it"));
    }
    if meta.len() > MAX_BYTES {
        let problem = format!("{} bytes are no deck list, at most {MAX_BYTES} are read", meta.len());
        return Err((problem, "give the path of a text file"));
    }
    std::fs::read(file).map_err(unreadable)
}
