//! Whole random games, for benchmarks and for fuzzing the rules.

use super::ids::Player;
use super::sample::Sampler;
use super::setup::Table;
use super::state::{Ending, State};
use crate::random::{GameSeed, Purpose, Stream};
use sha2::{Digest, Sha256};
use thiserror::Error;
use turnzero_contract::Seat;
use turnzero_contract::card::Zone;

/// The most questions one game may ask: a game that needs more is an error, never a draw.
const MOST_DECISIONS: u64 = 100_000;

/// How a random game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomGame {
    /// Turns that began, of all players together.
    pub turns: u32,
    /// Questions that were answered.
    pub decisions: u64,
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
    /// SHA-256 of the whole log, only when the game was checked.
    pub digest: Option<[u8; 32]>,
}

/// What a random game must never run into.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    /// The game asks on and on.
    #[error("seed {seed}: no end after {MOST_DECISIONS} decisions, in turn {turn}")]
    Endless {
        /// The game's seed.
        seed: String,
        /// Where it was.
        turn: u32,
    },
    /// A random answer that is legal by construction was refused.
    #[error("seed {seed}, turn {turn}: the engine refuses what it offers: {why}")]
    Refused {
        /// The game's seed.
        seed: String,
        /// Where it was.
        turn: u32,
        /// What the engine said.
        why: String,
    },
    /// The state contradicts itself.
    #[error("seed {seed}, turn {turn}: {what}")]
    Inconsistent {
        /// The game's seed.
        seed: String,
        /// Where it was.
        turn: u32,
        /// What is wrong.
        what: String,
    },
}

impl Table {
    /// Plays one game with random answers. With `checked`, the state is examined after every answer:
    /// cards conserved, zones consistent, characteristics as derived from scratch.
    ///
    /// # Errors
    /// [`Broken`] for a defect of the engine, with the seed that shows it.
    pub fn random_game(&self, seed: GameSeed, checked: bool) -> Result<RandomGame, Broken> {
        let mut state = self.deal(Stream::for_purpose(seed, Purpose::Game), 20);
        let mut choices = Stream::for_purpose(seed, Purpose::RandomAnswers);
        state.logging = checked;
        let cards = owned(&state);
        let mut sampler = Sampler::default();
        let mut decisions = 0;
        state.advance();
        while state.ask.is_some() {
            let (seed, turn) = (|| seed.to_hex(), state.turn.number);
            if decisions == MOST_DECISIONS {
                return Err(Broken::Endless { seed: seed(), turn });
            }
            decisions += 1;
            sampler
                .answer(&mut state, &mut choices)
                .map_err(|why| Broken::Refused {
                    seed: seed(),
                    turn,
                    why: why.to_string(),
                })?;
            if checked {
                inspect(&state, &cards).map_err(|what| Broken::Inconsistent {
                    seed: seed(),
                    turn,
                    what,
                })?;
            }
        }
        Ok(RandomGame {
            turns: state.turn.number,
            decisions,
            winner: match state.ending {
                Some(Ending::Won(Player(seat))) => Some(Seat(seat)),
                _ => None,
            },
            digest: checked.then(|| Sha256::digest(format!("{:?}", state.log)).into()),
        })
    }
}

/// How many cards every player owns.
fn owned(state: &State) -> Vec<usize> {
    let of = |seat: usize| {
        let own = state.objects.iter().filter(|object| object.owner.index() == seat);
        own.filter(|object| !object.flags.has(super::object::Flags::TOKEN))
            .count()
    };
    (0..state.players.len()).map(of).collect()
}

/// Whether the state is consistent with itself.
fn inspect(state: &State, cards: &[usize]) -> Result<(), String> {
    if owned(state) != cards {
        return Err("a card appeared or vanished".to_owned());
    }
    let mut listed = vec![0_u8; state.objects.len()];
    let mut list = |slots: &[super::ids::Slot], zone: Zone| {
        for slot in slots {
            listed[slot.index()] += 1;
            if state.object(*slot).zone != zone {
                let name = state.pool.name(state.name(*slot));
                return Err(format!(
                    "{name} is listed in {zone} but lies in {}",
                    state.object(*slot).zone
                ));
            }
        }
        Ok(())
    };
    list(&state.battlefield, Zone::Battlefield)?;
    list(&state.exile, Zone::Exile)?;
    list(&state.command, Zone::Command)?;
    for player in &state.players {
        list(&player.library, Zone::Library)?;
        list(&player.hand, Zone::Hand)?;
        list(&player.graveyard, Zone::Graveyard)?;
    }
    for (object, times) in state.objects.iter().zip(&listed) {
        let expected = !object.flags.has(super::object::Flags::GONE) && object.zone != Zone::Stack;
        if u8::from(expected) != *times {
            let name = state.pool.face_name(object.face);
            return Err(format!("{name} in {} is listed {times} times", object.zone));
        }
    }
    let mut again = state.clone();
    again.stale = true;
    again.refresh();
    for slot in &state.battlefield {
        let (kept, derived) = (state.is(*slot), again.is(*slot));
        if kept != derived && !state.stale {
            let name = state.pool.name(state.name(*slot));
            return Err(format!("{name} is kept as {kept:?} but derives as {derived:?}"));
        }
    }
    Ok(())
}
