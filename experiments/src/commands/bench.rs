//! `study bench`: speed of what stands so far, on one core.

use crate::cli::{self, CatalogArg, Out, decks};
use crate::error::{AppError, Result};
use crate::study::batch::game_deck;
use clap::Args;
use serde_json::json;
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use turnzero_contract::{BottomTiming, Decision, DecisionPoint, NoRules, Pilot, PlayerKnowledge, Seat};
use turnzero_engine::{Game, GameDeck, GameSeed, pregame};
use turnzero_pilots::PilotName;
use turnzero_spark::features::FeatureExtractor;

/// Arguments of `study bench`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  study bench
  study bench --seconds 5 --json")]
pub struct BenchArgs {
    /// Two deck lists; default: the study decks
    #[arg(long, value_name = "FILE", num_args = 1..=2)]
    deck: Vec<PathBuf>,
    /// Time for each figure
    #[arg(long, value_name = "S", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    #[command(flatten)]
    catalog: CatalogArg,
}

impl BenchArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit-3 class for decks that cannot be read.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let catalog = decks::catalog(&self.catalog, &cli::data_root()?)?;
        let loaded = decks::load(&self.deck, catalog.as_ref())?;
        let dealt = loaded.iter().map(game_deck).collect::<Result<Vec<Arc<GameDeck>>>>()?;
        let time = Duration::from_secs(self.seconds);
        let tables = Tables { decks: &dealt };

        let mut decisions = 0_u64;
        let pregames = per_second(time, |number| {
            decisions += tables.play(number, &mut [])?;
            Ok(1)
        })?;
        let decisions_per_pregame = decisions as f64 / pregames.1 as f64;
        let mut pilots = (0..4)
            .map(|_| {
                turnzero_pilots::build(&PilotName::Heuristic)
                    .ok_or_else(|| AppError::Usage("the heuristic cannot be built".to_owned()))
            })
            .collect::<Result<Vec<_>>>()?;
        // Pilots remember what they computed of a deck, as in a study.
        tables.play(0, &mut pilots)?;
        let heuristic = per_second(time, |number| {
            tables.play(number, &mut pilots)?;
            Ok(1)
        })?;
        let game = tables.deal(0)?;
        let clone = per_second(time, |_| {
            black_box(game.clone());
            Ok(1)
        })?;
        let observe = per_second(time, |_| {
            black_box(game.decision());
            Ok(1)
        })?;
        let hands = tables.hands(2_000)?;
        let mut extractors = hands
            .iter()
            .map(|(knowledge, _)| FeatureExtractor::new(knowledge).map_err(AppError::input))
            .collect::<Result<Vec<_>>>()?;
        let features = per_second(time, |number| {
            let mut done = 0;
            for (extractor, (_, points)) in extractors.iter_mut().zip(&hands) {
                let place = usize::try_from(number).unwrap_or(0) % points.len();
                black_box(
                    extractor
                        .features(&points[place].observation)
                        .map_err(AppError::input)?,
                );
                done += 1;
            }
            Ok(done)
        })?;
        let names: Vec<&str> = loaded.iter().map(|deck| deck.name.as_str()).collect();
        out.line(format_args!(
            "{}, one core, {} s a figure",
            names.join(" and "),
            self.seconds
        ))?;
        out.line(format_args!(
            "pregames            {:>12.0} /s ({decisions_per_pregame:.1} decisions each)",
            pregames.0
        ))?;
        out.line(format_args!("pregames, heuristic {:>12.0} /s", heuristic.0))?;
        out.line(format_args!("features            {:>12.0} hands/s", features.0))?;
        out.line(format_args!("decision point      {:>12.0} ns", 1e9 / observe.0))?;
        out.line(format_args!("clone of a pregame  {:>12.0} ns", 1e9 / clone.0))?;
        out.object(&json!({
            "decks": names,
            "turns_per_s": null,
            "turns_per_s_observed": null,
            "games_per_s": null,
            "games_per_s_heuristic": null,
            "decisions_per_s": null,
            "clone_ns": 1e9 / clone.0,
            "legal_actions_ns": null,
            "observation_ns": 1e9 / observe.0,
            "features_per_s": features.0,
            "pregames_per_s": pregames.0,
            "pregames_per_s_heuristic": heuristic.0,
            "pregame_decisions_per_s": pregames.0 * decisions_per_pregame,
        }))
    }
}

struct Tables<'a> {
    decks: &'a [Arc<GameDeck>],
}

impl Tables<'_> {
    fn deal(&self, number: u64) -> Result<Game> {
        let seats: Vec<Arc<GameDeck>> = (0..4)
            .map(|seat| Arc::clone(&self.decks[seat % self.decks.len()]))
            .collect();
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        Game::new(
            &seats,
            pregame::options(4, 1, BottomTiming::AfterKeep, 40),
            GameSeed(seed),
        )
        .map_err(AppError::input)
    }

    /// Plays one pregame; without pilots the first offer is taken. Gives the number of decisions.
    fn play(&self, number: u64, pilots: &mut [Box<dyn Pilot>]) -> Result<u64> {
        let mut game = self.deal(number)?;
        for (seat, pilot) in (0..).zip(pilots.iter_mut()) {
            let knowledge = game.knowledge(Seat(seat)).map_err(AppError::input)?;
            pilot.start_game(&knowledge, Arc::new(NoRules))?;
        }
        let mut decisions = 0;
        while let Some(point) = game.decision() {
            decisions += 1;
            let decision = match (point.legal_actions.as_slice(), pilots.get_mut(point.seat.index())) {
                ([_, _, ..], Some(pilot)) => pilot.decide(&point)?,
                ([first, ..], _) => Decision::of(first.id),
                ([], _) => return Err(AppError::Input("the engine offered nothing".to_owned())),
            };
            game.submit(point.seat, decision)
                .map_err(|rejected| AppError::Input(rejected.refusal.to_string()))?;
        }
        Ok(decisions)
    }

    /// First hands of every deck, with the knowledge of its owner.
    fn hands(&self, count: u64) -> Result<Vec<(PlayerKnowledge, Vec<DecisionPoint>)>> {
        let mut lists = Vec::new();
        for deck in self.decks {
            let mirror = Tables {
                decks: std::slice::from_ref(deck),
            };
            let mut points = Vec::new();
            let mut knowledge = None;
            for number in 0..count {
                let game = mirror.deal(number)?;
                if let Some(point) = game.decision() {
                    let known = game.knowledge(point.seat).map_err(AppError::input)?;
                    knowledge.get_or_insert_with(|| known.without_starting_player());
                    points.push(point);
                }
            }
            let knowledge = knowledge.ok_or_else(|| AppError::Input("no hand could be dealt".to_owned()))?;
            lists.push((knowledge, points));
        }
        Ok(lists)
    }
}

/// Runs `work` for a while; gives units a second and units in all.
fn per_second(time: Duration, mut work: impl FnMut(u64) -> Result<u64>) -> Result<(f64, u64)> {
    let begun = Instant::now();
    let (mut units, mut calls) = (0_u64, 0_u64);
    while begun.elapsed() < time {
        // Looking at the clock once in a while keeps it out of the figure.
        for _ in 0..16 {
            units += work(calls)?;
            calls += 1;
        }
    }
    Ok((units as f64 / begun.elapsed().as_secs_f64(), units))
}
