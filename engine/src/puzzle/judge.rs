//! Whether what a puzzle claims is true of its game.

use super::assertion::{AssertZone, Assertion, GameResult, Predicate, Scope};
use super::phase::Step;
use super::words;
use crate::WholeGame;
use crate::rules::ids::{FaceId, Player, Slot};
use crate::rules::log::GameEvent;
use crate::rules::state::{Ending, State};
use crate::rules::turn::Stops;
use turnzero_contract::Seat;
use turnzero_contract::card::Zone;

/// A game that started at the position of a file.
#[derive(Clone, Debug)]
pub struct PuzzleGame {
    pub(super) game: WholeGame,
    pub(super) first_turn: u32,
}

impl PuzzleGame {
    /// The game behind its boundary.
    pub const fn game(&self) -> &WholeGame {
        &self.game
    }

    /// The game, to be played on.
    pub const fn game_mut(&mut self) -> &mut WholeGame {
        &mut self.game
    }

    /// The number of the turn, and its step.
    pub const fn clock(&self) -> (u32, Step) {
        let turn = &self.game.state().turn;
        (turn.number, turn.step)
    }

    /// From now on the game stops whenever a step is over, with nobody to answer: what happens between two
    /// decisions can be judged there. [`PuzzleGame::go_on`] goes on.
    pub fn stop_at_steps(&mut self) {
        self.game.stop_at_steps();
    }

    /// Whether the game stopped because a step is over.
    pub fn is_at_step_end(&self) -> bool {
        self.game.state().stops == Stops::Stopped
    }

    /// Leaves the step that is over.
    pub fn go_on(&mut self) {
        self.game.go_on();
    }

    /// Turns that ended since the position.
    pub const fn turns_completed(&self) -> u32 {
        self.game.turn().saturating_sub(self.first_turn)
    }

    /// Whether nothing waits to resolve.
    pub const fn stack_is_empty(&self) -> bool {
        self.game.state().stack.is_empty()
    }

    /// What happened since the position, a line each, with full information: for authors and golden logs,
    /// never for a pilot.
    pub fn events(&self) -> Vec<String> {
        let log = self.game.log().iter();
        log.map(|logged| words::line(self.game.state(), logged)).collect()
    }

    /// Whether a claim holds now, with everything known. A claim about a mulligan decision never holds.
    pub fn judge(&self, claim: &Assertion, me: Seat) -> bool {
        !claim.is_opening_only() && self.holds(&claim.predicate, self.player(claim.scope, me), me) != claim.negated
    }

    fn player(&self, scope: Scope, me: Seat) -> Player {
        match scope {
            Scope::Me => Player(me.0),
            Scope::Opponent => self
                .seats()
                .find(|other| *other != Player(me.0))
                .unwrap_or(Player(me.0)),
        }
    }

    fn seats(&self) -> impl Iterator<Item = Player> {
        let seats = self.game.state().players.len();
        (0..seats).map(|seat| Player(u8::try_from(seat).unwrap_or(0)))
    }

    fn holds(&self, predicate: &Predicate, player: Player, me: Seat) -> bool {
        let state = self.game.state();
        let own = &state.players[player.index() % state.players.len()];
        match predicate {
            Predicate::Life(how, number) => how.holds(&own.life, number),
            Predicate::LifeGained(how, number) => how.holds(&self.gained(player), number),
            Predicate::ZoneCount(zone, how, number) => {
                let count = u32::try_from(cards(state, *zone, player).len()).unwrap_or(u32::MAX);
                how.holds(&count, number)
            }
            Predicate::ZoneContains(zone, name) => cards(state, *zone, player)
                .into_iter()
                .any(|slot| is_named(state, slot, name)),
            Predicate::LibraryTopContains(depth, name) => {
                let top = own.library.iter().rev().take(*depth as usize);
                top.copied().any(|slot| is_named(state, slot, name))
            }
            Predicate::GameResult(result) => match (result, state.ending) {
                (GameResult::Won, Some(Ending::Won(winner))) => winner == Player(me.0),
                (GameResult::Lost, Some(Ending::Won(winner))) => winner != Player(me.0),
                (GameResult::Drawn, Some(Ending::Draw)) | (GameResult::Ended, Some(_)) => true,
                _ => false,
            },
            Predicate::TurnNumber(how, number) => how.holds(&self.turns_completed(), number),
            Predicate::TriggerFired(name) => self.happened(name.as_deref(), |event| match event {
                GameEvent::Triggered { face, .. } => Some(face),
                _ => None,
            }),
            Predicate::SpellCast(name) => self.happened(name.as_deref(), |event| match event {
                GameEvent::SpellCast { face, .. } => Some(face),
                _ => None,
            }),
            Predicate::CreatureDied(name) => self.happened(name.as_deref(), |event| match event {
                GameEvent::Moved {
                    face,
                    from: Zone::Battlefield,
                    to: Zone::Graveyard,
                    creature: true,
                    ..
                } => Some(face),
                _ => None,
            }),
            Predicate::Decision(_) | Predicate::BottomContains(_) | Predicate::KeepProbability(..) => false,
        }
    }

    /// The life a player gained in all (CR 119.3); losses take nothing away from it.
    fn gained(&self, of: Player) -> i32 {
        let gains = self.game.log().iter().filter_map(|logged| match logged.event {
            GameEvent::LifeChanged { player, by, .. } if player == of && by > 0 => Some(by),
            _ => None,
        });
        gains.fold(0, i32::saturating_add)
    }

    fn happened(&self, name: Option<&str>, which: impl Fn(GameEvent) -> Option<FaceId>) -> bool {
        let pool = &self.game.state().pool;
        let mut faces = self.game.log().iter().filter_map(|logged| which(logged.event));
        faces.any(|face| name.is_none_or(|name| same(pool.face_name(face), name)))
    }
}

/// What lies in a player's zone; on the battlefield, what the player controls.
fn cards(state: &State, zone: AssertZone, player: Player) -> Vec<Slot> {
    let own = &state.players[player.index() % state.players.len()];
    match zone {
        AssertZone::Hand => own.hand.clone(),
        AssertZone::Graveyard => own.graveyard.clone(),
        AssertZone::Library => own.library.clone(),
        AssertZone::Battlefield => {
            let mine = state.battlefield.iter().copied();
            mine.filter(|slot| state.object(*slot).controller == player).collect()
        }
        AssertZone::Exile => {
            let mine = state.exile.iter().copied();
            mine.filter(|slot| state.object(*slot).owner == player).collect()
        }
    }
}

/// By the name of the face that is up, or the canonical name of the card.
fn is_named(state: &State, slot: Slot, name: &str) -> bool {
    let object = state.object(slot);
    let definition = state.pool.face(object.card).definition;
    let canonical = definition.and_then(|at| state.pool.definitions.get(usize::from(at)));
    same(state.pool.face_name(object.face), name) || canonical.is_some_and(|card| same(&card.name, name))
}

fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}
