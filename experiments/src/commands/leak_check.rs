//! `study leak-check`: proof that nothing a player does not know reaches it.

use crate::cli::{self, CatalogArg, Out, decks};
use crate::error::{AppError, Result};
use crate::leak_check::{LeakCheckParams, LeakReport, run};
use crate::study::batch::game_deck;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::sync::Arc;
use turnzero_engine::{GameDeck, Mutant, Table};

/// Part of the games to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScopeArg {
    /// From the deal to the begin of the game
    Pregame,
    /// From the first turn to the end
    Games,
}

/// Arguments of `study leak-check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  study leak-check --games 2000
  study leak-check --seats 4 --deck my-deck.txt --json
  study leak-check --scope games --deck decks/duel_white_weenie.txt --games 50
  study leak-check --mutant top-card          exits 1: a planted leak is caught")]
pub struct LeakCheckArgs {
    /// Deck list, repeatable; default: the study decks
    #[arg(long, value_name = "FILE")]
    deck: Vec<PathBuf>,
    /// Random games of each part
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Players at the table; default: 2, 3 and 4 in turn
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    seats: Option<u8>,
    /// Part of the games; default: pregames, and whole games of the decks given that can be played
    #[arg(long, value_enum)]
    scope: Option<ScopeArg>,
    /// Plant this leak in the real projection; the check must then exit 1
    #[arg(long, value_name = "NAME")]
    mutant: Option<String>,
    /// List the leaks that can be planted, one a line
    #[arg(long)]
    list_mutants: bool,
    #[command(flatten)]
    catalog: CatalogArg,
}

impl LeakCheckArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit 1 when a leak is found.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        if self.list_mutants {
            let names: Vec<&str> = Mutant::ALL.iter().map(|mutant| mutant.name()).collect();
            for name in &names {
                out.line(name)?;
            }
            return out.object(&serde_json::json!({ "mutants": names }));
        }
        let mutant: Option<Mutant> = self
            .mutant
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(|error: turnzero_engine::EngineError| AppError::Usage(error.to_string()))?;
        let catalog = decks::catalog(&self.catalog, &cli::data_root()?)?;
        let loaded = decks::load(&self.deck, catalog.as_ref())?;
        let dealt = loaded.iter().map(game_deck).collect::<Result<Vec<_>>>()?;
        let report = self.check(dealt, mutant)?;
        out.line(format_args!(
            "{} pregames and {} whole games, {} decisions, {} re-deals ({} of {} hidden cards changed), pilots {}",
            report.games,
            report.whole_games,
            report.decisions,
            report.resamples,
            report.hidden_facts_changed,
            report.hidden_facts,
            report.pilots.join(", ")
        ))?;
        for (seats, tally) in &report.by_seats {
            out.line(format_args!(
                "  {}: {}, {}",
                cli::count(*seats, "seat"),
                cli::count(tally.games, "game"),
                cli::count(tally.leaks, "leak")
            ))?;
        }
        for leak in &report.first_leaks {
            out.line(format_args!(
                "  game {}, decision {}, seat {} saw a hidden fact in {}:\n    {}\n    {}",
                leak.game, leak.decision, leak.viewer, leak.channel, leak.original, leak.redealt
            ))?;
        }
        out.line(format_args!(
            "{} leaks in {} comparisons",
            report.leaks, report.comparisons
        ))?;
        out.object(&report)?;
        report.verdict()
    }

    /// The parts asked for; whole games of a deck that cannot be played are refused when asked for by name.
    fn check(&self, decks: Vec<Arc<GameDeck>>, mutant: Option<Mutant>) -> Result<LeakReport> {
        let with = |params: LeakCheckParams| {
            let seats = self.seats.map_or(params.seats.clone(), |seats| vec![seats]);
            run(&LeakCheckParams {
                seats,
                mutant,
                ..params
            })
        };
        let playable = |deck: &&Arc<GameDeck>| Table::new(&[Arc::clone(deck)]).is_ok();
        match self.scope {
            Some(ScopeArg::Pregame) => with(LeakCheckParams::pregames(decks, self.games)),
            Some(ScopeArg::Games) => with(LeakCheckParams::whole_games(decks, self.games)),
            None => {
                let played: Vec<Arc<GameDeck>> = if self.deck.is_empty() {
                    Vec::new()
                } else {
                    decks.iter().filter(playable).map(Arc::clone).collect()
                };
                let report = with(LeakCheckParams::pregames(decks, self.games))?;
                if played.is_empty() {
                    return Ok(report);
                }
                Ok(report.with(with(LeakCheckParams::whole_games(played, self.games))?))
            }
        }
    }
}
