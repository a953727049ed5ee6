//! `study cards`: rules text of cards, or what the pool covers.

use crate::cli::{self, Out, decks};
use crate::error::{AppError, Result};
use crate::study::screen;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use turnzero_contract::CardDefinition;
use turnzero_contract::card::EffectFamily;

/// Arguments of `study cards`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  study cards \"Sol Ring\" \"Rakdos Carnarium\"
  study cards --coverage --json")]
pub struct CardsArgs {
    /// Names of pool cards; none lists the pool
    name: Vec<String>,
    /// Which cards of the decks have every clause spelled out, and which families are missing
    #[arg(long, conflicts_with = "name")]
    coverage: bool,
    /// Deck list to cover, repeatable; default: the study decks
    #[arg(long, value_name = "FILE", requires = "coverage")]
    deck: Vec<PathBuf>,
}

#[derive(Debug, Serialize)]
struct DeckCoverage {
    file: String,
    cards: usize,
    supported: usize,
    missing: Vec<Missing>,
}

#[derive(Debug, Serialize)]
struct Missing {
    card: String,
    families: Vec<EffectFamily>,
}

impl CardsArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit-3 class for a name outside the pool.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        if self.coverage {
            return self.cover(out);
        }
        let pool = decks::pool()?;
        if self.name.is_empty() {
            let names: Vec<&str> = pool.iter().map(|card| card.name.as_str()).collect();
            for name in &names {
                out.line(name)?;
            }
            return out.object(&serde_json::json!({ "pool": names }));
        }
        let mut cards = Vec::new();
        for name in &self.name {
            let card = pool.get(name).ok_or_else(|| {
                AppError::Input(format!(
                    "{name} is not in the pool; `study cards` without a name lists it"
                ))
            })?;
            out.line(screen::definition_line(out, card))?;
            for line in screen::card_text(card).lines() {
                out.line(format_args!("    {line}"))?;
            }
            cards.push(card.as_ref());
        }
        out.object(&serde_json::json!({ "cards": cards }))
    }

    fn cover(&self, out: Out) -> Result<()> {
        let pool = decks::pool()?;
        let supported = pool.iter().filter(|card| card.pending().is_empty()).count();
        out.line(format_args!(
            "pool: {} cards, {supported} fully spelled out",
            pool.len()
        ))?;
        let catalog = decks::catalog(&cli::CatalogArg::default(), &cli::data_root()?)?;
        let mut reports = Vec::new();
        for (position, deck) in decks::load(&self.deck, catalog.as_ref())?.into_iter().enumerate() {
            let distinct: Vec<&CardDefinition> = deck
                .commanders
                .iter()
                .chain(deck.cards.iter().map(|(_, card)| card))
                .map(AsRef::as_ref)
                .collect();
            let missing: Vec<Missing> = distinct
                .iter()
                .filter(|card| !card.pending().is_empty() || deck.facts_only.contains(&card.name))
                .map(|card| Missing {
                    card: card.name.clone(),
                    families: card.pending(),
                })
                .collect();
            let file = self
                .deck
                .get(position)
                .map_or_else(|| deck.name.clone(), |file| file.display().to_string());
            out.line(format_args!(
                "{file}: {} of {} distinct cards fully spelled out",
                distinct.len() - missing.len(),
                distinct.len()
            ))?;
            for one in &missing {
                let families: Vec<&str> = one.families.iter().map(|family| family.word()).collect();
                let families = if families.is_empty() {
                    "facts only".to_owned()
                } else {
                    families.join(", ")
                };
                out.line(format_args!("  {}: {families}", one.card))?;
            }
            reports.push(DeckCoverage {
                file,
                cards: distinct.len(),
                supported: distinct.len() - missing.len(),
                missing,
            });
        }
        out.object(&serde_json::json!({"pool": pool.len(), "supported": supported, "decks": reports}))
    }
}
