//! Games of an actor that needs no person.

use super::batch::Batch;
use super::table::Table;
use super::{ActorRun, record_of};
use crate::cli::pilots::BuiltPilot;
use crate::cli::signals;
use crate::error::{AppError, Result};
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::Ordering;
use turnzero_contract::{Decision, DecisionPoint, Pilot};
use turnzero_datasets::{DecisionRecord, Event, GameStatus, StudyStore};

/// How often an actor's decisions become durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// Each decision: for actors that cannot be asked again at no cost.
    Decision,
    /// Each game: for deterministic local actors, whose killed game is played again to the same bytes.
    Game,
}

/// Plays every open game of the batch; `animate` shows a moving bar on standard error.
///
/// # Errors
/// [`AppError::Guard`] when the pilot has no answer; interruption; write errors. Finished games stay.
pub fn play(
    store: &mut StudyStore,
    batch: &Batch,
    run: &ActorRun,
    built: &mut BuiltPilot,
    animate: bool,
) -> Result<()> {
    let commit = if built.deterministic {
        Commit::Game
    } else {
        Commit::Decision
    };
    let total = batch.header.total_games();
    let progress = progress_bar(total, &run.actor, animate);
    for game in 0..total {
        let status = store
            .study()
            .actors
            .get(&run.actor)
            .and_then(|record| record.games.get(&game));
        let status = status.map(|record| record.status.clone());
        if status != Some(GameStatus::Finished) {
            if let Some(stop) = signals::interrupted(&run.resume) {
                return Err(stop);
            }
            built.upcoming.store(game, Ordering::Relaxed);
            play_game(store, batch, run, built.pilot.as_mut(), commit, game, status.as_ref())?;
            store.commit()?;
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(())
}

fn play_game(
    store: &mut StudyStore,
    batch: &Batch,
    run: &ActorRun,
    pilot: &mut dyn Pilot,
    commit: Commit,
    game: u32,
    status: Option<&GameStatus>,
) -> Result<()> {
    let actor = run.actor.clone();
    let mut table = Table::deal(batch, game)?;
    let mut index = 0;
    match (status, commit) {
        (Some(GameStatus::Open), Commit::Decision) => {
            let recorded = recorded(store, &actor, game);
            table.replay(&recorded)?;
            index = recorded.len();
        }
        (Some(_), _) => {
            let why = "played again from its beginning after a stop".to_owned();
            store.append(&Event::GameReset {
                actor: actor.clone(),
                game,
                why,
            })?;
            store.append(&started(batch, &actor, game)?)?;
        }
        (None, _) => {
            store.append(&started(batch, &actor, game)?)?;
        }
    }
    pilot.start_game(&table.knowledge(), table.rules())?;
    while let Some(point) = table.next_decision()? {
        let (decision, automatic) = answer(pilot, &point)
            .map_err(|error| AppError::Guard(format!("game {game}: {error}\nGo on with: {}", run.resume)))?;
        let record = record_of(&point, &decision, automatic)?;
        table.answer(decision).map_err(|error| {
            AppError::Guard(format!(
                "game {game}, decision {index}: {error}\nGo on with: {}",
                run.resume
            ))
        })?;
        store.append(&Event::Decided {
            actor: actor.clone(),
            game,
            index: u32::try_from(index).unwrap_or(u32::MAX),
            decision: Box::new(record),
            timing: None,
        })?;
        if commit == Commit::Decision {
            store.commit()?;
        }
        index += 1;
    }
    let outcome = table.outcome();
    store.append(&Event::GameFinished { actor, game, outcome })?;
    Ok(())
}

/// Forced steps never reach a pilot.
fn answer(pilot: &mut dyn Pilot, point: &DecisionPoint) -> Result<(Decision, bool)> {
    match point.legal_actions.as_slice() {
        [forced] => Ok((Decision::of(forced.id), true)),
        _ => Ok((pilot.decide(point)?, false)),
    }
}

/// The event that begins a game.
///
/// # Errors
/// When the batch has no such game.
pub fn started(batch: &Batch, actor: &str, game: u32) -> Result<Event> {
    let deck = batch
        .deck_of(game)
        .ok_or_else(|| AppError::Input(format!("the batch has no game {game}")))?;
    Ok(Event::GameStarted {
        actor: actor.to_owned(),
        game,
        knowledge: deck.knowledge.clone(),
    })
}

/// The decisions recorded so far in a game.
pub fn recorded(store: &StudyStore, actor: &str, game: u32) -> Vec<DecisionRecord> {
    store
        .study()
        .actors
        .get(actor)
        .and_then(|record| record.games.get(&game))
        .map(|record| record.decisions.clone())
        .unwrap_or_default()
}

/// A bar on standard error; it moves by escape sequences, so it shows only where those are welcome.
fn progress_bar(total: u32, actor: &str, animate: bool) -> ProgressBar {
    if !animate {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(u64::from(total)).with_message(actor.to_owned());
    match ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} games, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
