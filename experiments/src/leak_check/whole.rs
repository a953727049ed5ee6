//! Whole games: at every decision of a random game everything a viewer does not know is dealt afresh, for
//! every viewer, and all channels are built again.

use super::pilots::{PilotMaker, whole_game_pilots};
use super::report::Tally;
use super::view::{Encoded, View};
use super::{LeakCheckParams, Scope};
use crate::error::{AppError, Result};
use std::sync::Arc;
use turnzero_contract::{BottomTiming, DecisionPoint, NoRules, Pilot, Seat};
use turnzero_datasets::canonical;
use turnzero_engine::{GameDeck, GameSeed, Stream, Table, WholeGame, pregame};
use turnzero_pilots::RandomPilot;

/// Decisions after which a game is given up: random games end by damage or empty libraries long before.
const MOST_DECISIONS: u64 = 20_000;
/// Life each player starts with (CR 103.4).
const LIFE: u16 = 20;
/// Pilots are asked at every so many decisions of their seat: they follow the game from its start each time.
const PILOTS_EVERY: usize = 24;

impl LeakCheckParams {
    /// Whole games of two to four seats, with pilots that play them.
    pub fn whole_games(decks: Vec<Arc<GameDeck>>, games: u64) -> Self {
        Self {
            scope: Scope::Games,
            pilots: whole_game_pilots(),
            base_seed: "leak-check games".to_owned(),
            ..Self::pregames(decks, games)
        }
    }
}

/// One random whole game.
pub(super) fn check_game(params: &LeakCheckParams, index: u64) -> Result<Tally> {
    let key = format!("turnzero leak check\0{}\0{index}", params.base_seed);
    let mut stream = Stream::new(canonical::sha256(key.as_bytes()));
    let at = |len: usize| usize::try_from(index % len as u64).unwrap_or(0);
    // One player alone has won (CR 104.2a).
    let seats = params.seats[at(params.seats.len())].max(2);
    let first = at(params.decks.len());
    let table: Vec<Arc<GameDeck>> = (0..usize::from(seats))
        .map(|seat| Arc::clone(&params.decks[(first + seat) % params.decks.len()]))
        .collect();
    let options = pregame::options(
        seats,
        pregame::rules_free_mulligans(seats),
        BottomTiming::AfterKeep,
        LIFE,
    );
    let compiled = Table::new(&table).map_err(AppError::input)?;
    let game = WholeGame::on(&compiled, &table, options, GameSeed(stream.bytes())).map_err(AppError::input)?;
    let mut check = WholeCheck {
        params,
        pilots: if index.is_multiple_of(params.pilot_every) {
            &params.pilots
        } else {
            &[]
        },
        tally: Tally::whole(index, seats),
        history: vec![Vec::new(); usize::from(seats)],
        encoded: (0..seats).map(|_| Encoded::default()).collect(),
        game: game.with_mutant(params.mutant),
        stream,
    };
    check.play(index)?;
    Ok(check.tally)
}

struct WholeCheck<'a> {
    params: &'a LeakCheckParams,
    /// Pilots asked in this game.
    pilots: &'a [PilotMaker],
    game: WholeGame,
    stream: Stream,
    /// The decisions of every seat so far, for pilots started afresh.
    history: Vec<Vec<DecisionPoint>>,
    /// The knowledge of every seat as last encoded.
    encoded: Vec<Encoded>,
    tally: Tally,
}

impl WholeCheck<'_> {
    fn play(&mut self, index: u64) -> Result<()> {
        let mut player = RandomPilot::new(format!("{}#{index}", self.params.base_seed));
        player.start_game(
            &*self.game.knowledge(Seat(0)).map_err(AppError::input)?,
            Arc::new(NoRules),
        )?;
        while let Some(point) = self.game.decision() {
            if self.tally.decisions >= MOST_DECISIONS {
                return Err(AppError::Input(format!(
                    "game {index} did not end within {MOST_DECISIONS} decisions"
                )));
            }
            self.tally.decisions += 1;
            self.check_state(&point)?;
            let decision = player.decide(&point)?;
            self.game
                .submit(point.seat, decision)
                .map_err(|rejected| AppError::Input(format!("the engine refused its own offer: {rejected}")))?;
        }
        Ok(())
    }

    /// Re-deals for every viewer and compares all channels.
    fn check_state(&mut self, open: &DecisionPoint) -> Result<()> {
        for seat in 0..self.game.options().seats {
            let viewer = Seat(seat);
            let own = open.seat == viewer;
            let history = &self.history[viewer.index()];
            let asked: &[PilotMaker] = if own && history.len().is_multiple_of(PILOTS_EVERY) {
                self.pilots
            } else {
                &[]
            };
            let encoded = &mut self.encoded[viewer.index()];
            let original = View::of_whole(&self.game, viewer, history, asked, encoded)?;
            for _ in 0..self.params.resamples {
                let redeal = self.game.redealt(viewer, &mut self.stream).map_err(AppError::input)?;
                self.tally.resampled(redeal.hidden, redeal.changed);
                let new = View::of_whole(&redeal.game, viewer, history, asked, encoded)?;
                self.tally.compare(viewer, &original, &new);
            }
            if own && !self.pilots.is_empty() {
                self.history[viewer.index()].push(open.clone());
            }
        }
        Ok(())
    }
}
