//! Mulligan puzzles: a pilot is asked about a hand, and its answer is judged.

use super::{Failure, OpeningVerdict};
use crate::cli;
use crate::cli::decks;
use crate::error::{AppError, Result};
use crate::hands::{self, Situation};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use turnzero_contract::{ActionKind, NoRules, Pilot, Seat};
use turnzero_engine::puzzle::assertion::{AssertZone, Predicate, Verdict};
use turnzero_engine::puzzle::{Puzzle, Start};
use turnzero_pilots::PilotName;

/// How long an external program may think about a decision.
const EXEC_TIME: Duration = Duration::from_mins(1);

/// A pilot for a seat.
pub type PilotMaker = dyn Fn(Seat) -> Box<dyn Pilot> + Sync;

/// Makes pilots of a name, one for each seat and puzzle.
///
/// # Errors
/// Exit-2 class for a name that is none, or a pilot that cannot play here.
pub fn pilots(name: &str) -> Result<Box<PilotMaker>> {
    let name: PilotName = name
        .parse()
        .map_err(|error| AppError::Usage(format!("--pilot: {error}")))?;
    let root = cli::data_root()?;
    // A name that cannot be built is told now, not in every puzzle.
    crate::cli::pilots::build(&name, &root, EXEC_TIME)?;
    Ok(Box::new(move |_| {
        match crate::cli::pilots::build(&name, &root, EXEC_TIME) {
            Ok(built) => built.pilot,
            Err(_) => Box::new(turnzero_pilots::FirstPilot),
        }
    }))
}

/// Asks the pilot and judges what it says.
///
/// # Errors
/// What is wrong with the puzzle: its deck, its hand, a claim about something that is not asked.
pub fn run_opening(puzzle: &Puzzle, path: &Path, pilot: &str) -> Result<OpeningVerdict, String> {
    let Start::Opening(opening) = &puzzle.start else {
        return Err("it is no mulligan puzzle".to_owned());
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let text = |error: AppError| error.to_string();
    let deck = decks::load_one(&folder.join(&opening.deck), None).map_err(text)?;
    let situation = Situation::new(&deck, Some(opening.seats), Some(opening.free_mulligans)).map_err(text)?;
    let hand = hands::names(&deck, &opening.hand).map_err(text)?;
    let (knowledge, point) = situation
        .ask(&hand, Some(opening.on_the_play), u32::from(opening.mulligans))
        .map_err(|error| error.to_string())?;
    let mut pilot = pilots(pilot).map_err(text)?(Seat(0));
    pilot
        .start_game(&knowledge, Arc::new(NoRules))
        .map_err(|error| error.to_string())?;
    let decision = pilot.decide(&point).map_err(|error| error.to_string())?;
    let kind = point.action(decision.action_id).map(|offer| &offer.kind);
    let verdict = match kind {
        Some(ActionKind::Keep) => Verdict::Keep,
        Some(ActionKind::Mulligan) => Verdict::Mulligan,
        other => return Err(format!("the pilot answered {other:?} to a mulligan decision")),
    };
    let report = decision.report.unwrap_or_default();
    let mut failures = Vec::new();
    for located in &puzzle.assertions {
        let claim = &located.value;
        let holds = match &claim.predicate {
            Predicate::Decision(wanted) => Ok(*wanted == verdict),
            Predicate::KeepProbability(how, millionths) => match report.p_keep {
                Some(p) => Ok(how.holds(&p, &(f64::from(*millionths) / 1e6))),
                None => Err("the pilot names no probability".to_owned()),
            },
            Predicate::ZoneCount(AssertZone::Hand, how, count) => {
                Ok(how.holds(&u32::try_from(hand.len()).unwrap_or(u32::MAX), count))
            }
            Predicate::ZoneContains(AssertZone::Hand, name) => {
                Ok(hand.iter().any(|card| card.to_lowercase() == name.to_lowercase()))
            }
            _ => Err("it is not asked for in this puzzle".to_owned()),
        };
        let reason = match holds {
            Ok(holds) if holds != claim.negated => continue,
            Ok(_) => format!("the pilot answered {}: {}", verdict.word(), report.reason),
            Err(why) => why,
        };
        failures.push(Failure {
            line: located.line,
            source: located.source.clone(),
            reason,
        });
    }
    Ok(OpeningVerdict {
        claims: u32::try_from(puzzle.assertions.len()).unwrap_or(u32::MAX),
        failures,
        log: vec![format!("{}: {}", verdict.word(), report.reason)],
    })
}
