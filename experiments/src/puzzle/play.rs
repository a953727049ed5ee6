//! One puzzle from its position to the end of the game.

use super::controller::{Controller, Moment};
use std::fmt::Write as _;
use turnzero_contract::{ActionKind, DecisionPoint, Pilot, Seat};
use turnzero_engine::puzzle::script::Command;
use turnzero_engine::puzzle::{Located, Puzzle, PuzzleGame};

/// Decisions after which a game is given up; a puzzle takes a few hundred.
pub const DECISION_CAP: u32 = 20_000;

/// Why a game could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// A claim inside a script is false, or was never reached.
    Claim(Failure),
    /// A script matched nothing, a pilot failed, an answer was refused, or the game did not end.
    Engine(String),
}

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line of the file.
    pub line: u32,
    /// The claim as written.
    pub source: String,
    /// Why.
    pub reason: String,
}

/// Who answers for a seat.
pub enum Driver {
    /// A script.
    Script(Controller),
    /// A pilot.
    Pilot(Box<dyn Pilot>),
}

/// What a finished game leaves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Claims inside scripts that held.
    pub held: u32,
    /// Script lines that nothing used.
    pub unused: usize,
}

/// Plays to the end of the game.
///
/// # Errors
/// The first false claim, or what stopped the game.
pub(super) fn play(game: &mut PuzzleGame, drivers: &mut [Driver]) -> Result<Played, Stopped> {
    let mut point = DecisionPoint::default();
    let mut played = Played::default();
    let mut decisions = 0;
    game.stop_at_steps();
    loop {
        if game.is_at_step_end() {
            let now = game.clock();
            for driver in drivers.iter_mut() {
                if let Driver::Script(script) = driver {
                    script.step_over(now);
                }
            }
            claims(game, drivers, Moment::StepEnd, &mut played)?;
            game.go_on();
            continue;
        }
        if !game.game_mut().decide_next(&mut point) {
            break;
        }
        decisions += 1;
        if decisions > DECISION_CAP {
            return Err(Stopped::Engine(capped(game)));
        }
        let seat = point.seat;
        if is_free(&point) {
            claims(game, drivers, Moment::Decision(seat), &mut played)?;
        }
        let now = game.clock();
        let decision = match drivers.get_mut(seat.index()) {
            Some(Driver::Script(script)) => {
                let reply = script
                    .decide(&point, now)
                    .map_err(|error| Stopped::Engine(format!("p{} script: {error}", seat.0)))?;
                let Some(decision) = reply else {
                    // The claim it has come to is judged first, then it is asked again.
                    continue;
                };
                decision
            }
            Some(Driver::Pilot(pilot)) => pilot
                .decide(&point)
                .map_err(|error| Stopped::Engine(format!("p{} pilot: {error}", seat.0)))?,
            None => return Err(Stopped::Engine(format!("nobody answers for p{}", seat.0))),
        };
        game.game_mut()
            .submit(seat, decision)
            .map_err(|rejected| Stopped::Engine(format!("p{}: {}", seat.0, rejected.refusal)))?;
    }
    claims(game, drivers, Moment::GameEnd, &mut played)?;
    for driver in drivers.iter() {
        if let Driver::Script(script) = driver {
            if let Some(left) = script.unreached() {
                return Err(Stopped::Claim(failure(
                    left,
                    "the game ended before the script came to it",
                )));
            }
            played.unused += script.unused();
        }
    }
    Ok(played)
}

/// A seat is free to act: it has priority, or declares in combat.
fn is_free(point: &DecisionPoint) -> bool {
    point.legal_actions.iter().any(|offer| {
        matches!(
            offer.kind,
            ActionKind::Pass | ActionKind::DeclareAttackers | ActionKind::DeclareBlockers
        )
    })
}

/// Judges the claims that the scripts have reached.
fn claims(game: &PuzzleGame, drivers: &mut [Driver], moment: Moment, played: &mut Played) -> Result<(), Stopped> {
    for (seat, driver) in (0_u8..).zip(drivers.iter_mut()) {
        let Driver::Script(script) = driver else { continue };
        while let Some(located) = script.claim(moment, game.stack_is_empty()) {
            let Command::Assert(claim) = &located.value else {
                continue;
            };
            if !game.judge(claim, Seat(seat)) {
                return Err(Stopped::Claim(failure(located, "predicate evaluated to false")));
            }
            played.held += 1;
        }
    }
    Ok(())
}

fn failure(located: &Located<Command>, reason: &str) -> Failure {
    Failure {
        line: located.line,
        source: located.source.clone(),
        reason: reason.to_owned(),
    }
}

/// The claims about the end that do not hold.
pub(super) fn final_failures(game: &PuzzleGame, puzzle: &Puzzle) -> Vec<Failure> {
    let wrong = puzzle
        .assertions
        .iter()
        .filter(|located| !game.judge(&located.value, Seat(0)));
    wrong
        .map(|located| Failure {
            line: located.line,
            source: located.source.clone(),
            reason: "predicate evaluated to false".to_owned(),
        })
        .collect()
}

/// A game that does not end is an error with its last moves, never a draw.
fn capped(game: &PuzzleGame) -> String {
    let events = game.events();
    let mut text = format!("the game did not end within {DECISION_CAP} decisions; its last events:");
    for line in events.iter().rev().take(20).rev() {
        let _ = write!(text, "\n    {line}");
    }
    text
}
