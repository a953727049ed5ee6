//! Proof of non-interference: what a player does not know changes nothing that it sees or does.
//!
//! For reachable states of random games everything hidden from a viewer is dealt afresh into a new
//! game, and every channel to that viewer is built again from nothing; all bytes must be equal.

mod known;
mod pilots;
mod render;
mod report;
mod view;
mod whole;

pub use pilots::{PilotMaker, local_pilots};
pub use report::{Leak, LeakReport, Scope, Tally};

use crate::error::{AppError, Result};
use known::KnownFacts;
use rayon::prelude::*;
use std::sync::Arc;
use turnzero_contract::{BottomTiming, Decision, DecisionPoint, Seat};
use turnzero_datasets::canonical;
use turnzero_engine::{Game, GameDeck, GameSeed, Mutant, Stream, pregame};
use view::{Encoded, View};

/// What to check.
#[derive(Clone, Debug)]
pub struct LeakCheckParams {
    /// Decks of the tables, handed round the seats; at least one.
    pub decks: Vec<Arc<GameDeck>>,
    /// Random games.
    pub games: u64,
    /// Table sizes, used in turn; at least one, each 1 to 4.
    pub seats: Vec<u8>,
    /// A deliberate leak in the projection.
    pub mutant: Option<Mutant>,
    /// Which part of the games.
    pub scope: Scope,
    /// New deals of the hidden facts for each viewer and state; at least one.
    pub resamples: u32,
    /// Text that all random numbers come from.
    pub base_seed: String,
    /// Pilots whose decisions must not change.
    pub pilots: Vec<PilotMaker>,
    /// Pilots are asked in every game whose index this divides; at least 1.
    pub pilot_every: u64,
}

impl LeakCheckParams {
    /// Pregames of two to four seats with all local pilots.
    pub fn pregames(decks: Vec<Arc<GameDeck>>, games: u64) -> Self {
        Self {
            decks,
            games,
            seats: vec![2, 3, 4],
            mutant: None,
            scope: Scope::Pregame,
            resamples: 1,
            base_seed: "leak-check".to_owned(),
            pilots: local_pilots(),
            pilot_every: 8,
        }
    }
}

/// Runs the check: the same parameters give the same report on any number of threads.
///
/// # Errors
/// Usage errors for empty parameters; a failure of the engine or of encoding, which is no leak.
pub fn run(params: &LeakCheckParams) -> Result<LeakReport> {
    if params.decks.is_empty()
        || params.seats.is_empty()
        || params.games == 0
        || params.resamples == 0
        || params.pilot_every == 0
    {
        return Err(AppError::Usage(
            "a leak check needs at least one deck, one table size, one game, one resample and pilots in some game"
                .to_owned(),
        ));
    }
    let tallies: Result<Vec<Tally>> = (0..params.games)
        .into_par_iter()
        .map(|index| match params.scope {
            Scope::Pregame => check_game(params, index),
            Scope::Games => whole::check_game(params, index),
        })
        .collect();
    let mut report = LeakReport::new(params);
    for tally in tallies? {
        report.add(tally);
    }
    Ok(report)
}

/// One random game, checked at every decision and once it has begun.
fn check_game(params: &LeakCheckParams, index: u64) -> Result<Tally> {
    let key = format!("turnzero leak check\0{}\0{index}", params.base_seed);
    let mut stream = Stream::new(canonical::sha256(key.as_bytes()));
    let game = deal(params, index, &mut stream)?;
    let mut check = GameCheck {
        params,
        pilots: if index.is_multiple_of(params.pilot_every) {
            &params.pilots
        } else {
            &[]
        },
        tally: Tally::new(index, game.options().seats),
        history: vec![Vec::new(); usize::from(game.options().seats)],
        encoded: (0..game.options().seats).map(|_| Encoded::default()).collect(),
        known: KnownFacts::new(game.options().seats),
        game,
        stream,
    };
    while let Some(point) = check.game.decision() {
        check.tally.decisions += 1;
        check.check_state(Some(&point))?;
        let choice = check.stream.index(point.legal_actions.len());
        let Some(offer) = point.legal_actions.into_iter().nth(choice) else {
            return Err(AppError::Input(
                "the engine asked for a decision and offered nothing".to_owned(),
            ));
        };
        check
            .game
            .submit(point.seat, Decision::of(offer.id))
            .map_err(|rejected| AppError::Input(format!("the engine refused its own offer: {rejected}")))?;
        check.known.note(point.seat, &offer.kind);
    }
    check.check_state(None)?;
    Ok(check.tally)
}

/// A random table: size and decks in turn, timing and free mulligans drawn.
fn deal(params: &LeakCheckParams, index: u64, stream: &mut Stream) -> Result<Game> {
    let at = |len: usize| usize::try_from(index % len as u64).unwrap_or(0);
    let seats = params.seats[at(params.seats.len())];
    let first = at(params.decks.len());
    let table: Vec<Arc<GameDeck>> = (0..usize::from(seats))
        .map(|seat| Arc::clone(&params.decks[(first + seat) % params.decks.len()]))
        .collect();
    let timing = [BottomTiming::AfterKeep, BottomTiming::WithMulligan][stream.index(2)];
    let free = [0, 1, 1][stream.index(3)];
    let options = pregame::options(seats, free, timing, 40);
    let game = Game::new(&table, options, GameSeed(stream.bytes())).map_err(AppError::input)?;
    Ok(game.with_mutant(params.mutant))
}

struct GameCheck<'a> {
    params: &'a LeakCheckParams,
    /// Pilots asked in this game.
    pilots: &'a [PilotMaker],
    game: Game,
    stream: Stream,
    /// The decisions of every seat so far, for pilots started afresh.
    history: Vec<Vec<DecisionPoint>>,
    /// The knowledge of every seat as last encoded.
    encoded: Vec<Encoded>,
    known: KnownFacts,
    tally: Tally,
}

impl GameCheck<'_> {
    /// Re-deals for every viewer and compares all channels; `open` is the decision due, if any.
    fn check_state(&mut self, open: Option<&DecisionPoint>) -> Result<()> {
        for seat in 0..self.game.options().seats {
            let viewer = Seat(seat);
            let own = open.filter(|point| point.seat == viewer);
            let history = &self.history[viewer.index()];
            let encoded = &mut self.encoded[viewer.index()];
            let original = View::of(&self.game, viewer, history, self.pilots, encoded)?;
            for _ in 0..self.params.resamples {
                let redeal = self.game.redealt(viewer, &mut self.stream).map_err(AppError::input)?;
                self.tally.resampled(redeal.hidden, redeal.changed);
                let new = View::of(&redeal.game, viewer, history, self.pilots, encoded)?;
                self.tally.compare(viewer, &original, &new);
                self.known.check(&redeal.game, viewer, own, &mut self.tally)?;
            }
            if let Some(point) = own {
                self.history[viewer.index()].push(point.clone());
            }
        }
        Ok(())
    }
}
