//! Mulligan puzzles: a pilot faces a hand in the mulligan phase, and its answers are judged.

use super::{Failure, OpeningVerdict};
use crate::cli;
use crate::cli::decks;
use crate::error::{AppError, Result};
use crate::hands::{self, Situation};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use turnzero_contract::{ActionKind, Decision, DecisionPoint, NoRules, Pilot, Report, Seat};
use turnzero_engine::Game;
use turnzero_engine::puzzle::assertion::{AssertZone, Assertion, Predicate, Verdict};
use turnzero_engine::puzzle::{Puzzle, Start};
use turnzero_pilots::PilotName;

/// How long an external program may think about a decision.
const EXEC_TIME: Duration = Duration::from_mins(1);

/// The seat that is asked.
const ASKED: Seat = Seat(0);

/// A pilot for a seat.
pub type PilotMaker = dyn Fn(Seat) -> Result<Box<dyn Pilot>> + Sync;

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
        Ok(crate::cli::pilots::build(&name, &root, EXEC_TIME)?.pilot)
    }))
}

/// Why a mulligan puzzle gives no verdict.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// Deck, hand and mulligans make no decision between keep and mulligan.
    #[error("{0}")]
    Setup(String),
    /// The pilot failed, or the engine refused its answer.
    #[error("engine error: {0}")]
    Pilot(String),
}

impl OpeningError {
    fn setup(error: impl std::fmt::Display) -> Self {
        Self::Setup(error.to_string())
    }

    fn pilot(error: impl std::fmt::Display) -> Self {
        Self::Pilot(error.to_string())
    }
}

/// What the pilot did.
struct Answer {
    verdict: Verdict,
    report: Report,
    /// Cards put on the bottom, the first chosen first.
    bottom: Vec<String>,
    /// The kept hand without them; `None` once the hand is given up.
    kept: Option<Vec<String>>,
    /// The decisions in words.
    log: Vec<String>,
}

/// Puts the pilot before the hand, has it choose cards for the bottom after a keep (CR 103.5), and judges.
///
/// The deck file is looked for from the puzzle's folder. Players who declare earlier keep.
///
/// # Errors
/// A deck or hand that makes no such decision; a pilot that fails or answers what is not offered.
pub fn run_opening(
    puzzle: &Puzzle,
    path: &Path,
    pilot: &mut dyn Pilot,
) -> std::result::Result<OpeningVerdict, OpeningError> {
    let (mut game, hand) = set_up(puzzle, path)?;
    let answer = answer(&mut game, hand, pilot)?;
    let mut failures = Vec::new();
    for located in &puzzle.assertions {
        let reason = match holds(&answer, &located.value) {
            Ok(holds) if holds != located.value.negated => continue,
            Ok(_) => said(&answer, &located.value),
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
        log: answer.log,
    })
}

/// The game in which the seat faces the hand, and the hand by canonical names.
fn set_up(puzzle: &Puzzle, path: &Path) -> std::result::Result<(Game, Vec<String>), OpeningError> {
    let Start::Opening(opening) = &puzzle.start else {
        return Err(OpeningError::setup(
            "it starts from a position; a mulligan puzzle has [opening]",
        ));
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let deck = decks::load_one(&folder.join(&opening.deck), None).map_err(OpeningError::setup)?;
    let situation = Situation::new(&deck, Some(opening.seats), Some(opening.free_mulligans));
    let situation = situation.map_err(OpeningError::setup)?;
    let hand = hands::names(&deck, &opening.hand).map_err(OpeningError::setup)?;
    let mut game = situation
        .game(&hand, Some(opening.on_the_play), u32::from(opening.mulligans))
        .map_err(OpeningError::setup)?;
    // Declarations are made in turn order (CR 103.5).
    while let Some(point) = game.decision().filter(|point| point.seat != ASKED) {
        let keep = point.find(&ActionKind::Keep);
        let keep = keep.ok_or_else(|| OpeningError::setup(format!("seat {} cannot keep", point.seat)))?;
        let submitted = game.submit(point.seat, Decision::of(keep));
        submitted.map_err(|rejected| OpeningError::setup(rejected.refusal))?;
    }
    let choice = game.decision().filter(|point| {
        let offered = |kind| point.find(&kind).is_some();
        offered(ActionKind::Keep) && offered(ActionKind::Mulligan)
    });
    if choice.is_none() {
        return Err(OpeningError::Setup(format!(
            "after mulligans = {} with freemulligans = {} no hand is left to keep or mulligan; lower `mulligans`",
            opening.mulligans, opening.free_mulligans
        )));
    }
    Ok((game, hand))
}

/// Asks until the hand is given up or settled.
fn answer(game: &mut Game, mut hand: Vec<String>, pilot: &mut dyn Pilot) -> std::result::Result<Answer, OpeningError> {
    let knowledge = game.knowledge(ASKED).map_err(OpeningError::setup)?;
    pilot
        .start_game(&knowledge, Arc::new(NoRules))
        .map_err(OpeningError::pilot)?;
    let mut point = game
        .decision()
        .ok_or_else(|| OpeningError::setup("no decision is open"))?;
    let (kind, report) = decide(game, &point, pilot)?;
    let verdict = match kind {
        ActionKind::Keep => Verdict::Keep,
        ActionKind::Mulligan => Verdict::Mulligan,
        other => return Err(OpeningError::Pilot(format!("{other:?} answers no mulligan decision"))),
    };
    let mut log = vec![line(verdict.word(), &report)];
    let mut bottom = Vec::new();
    let after_keep = verdict == Verdict::Keep;
    while let Some(next) = game.decision().filter(|next| after_keep && next.seat == ASKED) {
        point = next;
        let choosing = |offer: &turnzero_contract::LegalAction| matches!(offer.kind, ActionKind::Bottom { .. });
        if !point.legal_actions.iter().all(choosing) {
            break;
        }
        if let (ActionKind::Bottom { card }, why) = decide(game, &point, pilot)? {
            if let Some(at) = hand.iter().position(|held| *held == card) {
                hand.remove(at);
            }
            log.push(line(&format!("bottom {card}"), &why));
            bottom.push(card);
        }
    }
    Ok(Answer {
        verdict,
        report,
        bottom,
        kept: (verdict == Verdict::Keep).then_some(hand),
        log,
    })
}

/// Has the pilot answer, and the engine carry it out.
fn decide(
    game: &mut Game,
    point: &DecisionPoint,
    pilot: &mut dyn Pilot,
) -> std::result::Result<(ActionKind, Report), OpeningError> {
    let decision = pilot.decide(point).map_err(OpeningError::pilot)?;
    let kind = point.action(decision.action_id).map(|offer| offer.kind.clone());
    let report = decision.report.clone().unwrap_or_default();
    game.submit(point.seat, decision)
        .map_err(|rejected| OpeningError::pilot(rejected.refusal))?;
    // An accepted answer is among the offers.
    let kind = kind.ok_or_else(|| OpeningError::pilot("the answer is not among the offers"))?;
    Ok((kind, report))
}

fn line(what: &str, report: &Report) -> String {
    if report.reason.is_empty() {
        what.to_owned()
    } else {
        format!("{what}: {}", report.reason)
    }
}

/// Whether the claim, without its `NOT`, is true; what the answer leaves open is an error under `NOT` too.
fn holds(answer: &Answer, claim: &Assertion) -> std::result::Result<bool, String> {
    let kept = || {
        let hand = answer.kept.as_ref();
        hand.ok_or_else(|| format!("no hand was kept: {}", answer.log.join(" / ")))
    };
    match &claim.predicate {
        Predicate::Decision(wanted) => Ok(*wanted == answer.verdict),
        Predicate::KeepProbability(how, millionths) => match answer.report.p_keep {
            Some(p) if (0.0..=1.0).contains(&p) => Ok(how.holds(&p, &(f64::from(*millionths) / 1e6))),
            Some(p) => Err(format!("the pilot says {p}, which is no probability")),
            None => Err("the pilot says no probability of keeping".to_owned()),
        },
        Predicate::BottomContains(name) => {
            kept()?;
            if answer.bottom.is_empty() {
                return Err("no card goes to the bottom after that many mulligans".to_owned());
            }
            Ok(contains(&answer.bottom, name))
        }
        Predicate::ZoneCount(AssertZone::Hand, how, count) => {
            Ok(how.holds(&u32::try_from(kept()?.len()).unwrap_or(u32::MAX), count))
        }
        Predicate::ZoneContains(AssertZone::Hand, name) => Ok(contains(kept()?, name)),
        _ => Err("it says nothing about a mulligan decision".to_owned()),
    }
}

/// What was done instead, with what the claim is about first.
fn said(answer: &Answer, claim: &Assertion) -> String {
    let done = answer.log.join(" / ");
    match (&claim.predicate, answer.report.p_keep) {
        (Predicate::KeepProbability(..), Some(p)) => format!("the pilot says p_keep {p:.6}; it answered {done}"),
        _ => format!("the pilot answered {done}"),
    }
}

fn contains(cards: &[String], name: &str) -> bool {
    cards.iter().any(|card| card.to_lowercase() == name.to_lowercase())
}
