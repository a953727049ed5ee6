//! What every pilot must do, checked on recorded games: for the tests of any crate that has a pilot.

use std::sync::Arc;
use thiserror::Error;
use turnzero_contract::{Decision, DecisionPoint, NoRules, Pilot, PilotError, PlayerKnowledge};

/// The decisions of one seat in one game, in order.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// What the seat knew.
    pub knowledge: PlayerKnowledge,
    /// What it was asked.
    pub points: Vec<DecisionPoint>,
}

/// A pilot that breaks the contract, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game}, decision {decision}: {problem}")]
pub struct NonConformance {
    /// Index of the game given.
    pub game: usize,
    /// Number of the decision.
    pub decision: u64,
    /// The broken promise.
    pub problem: Problem,
}

/// A promise a pilot broke.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// It failed.
    #[error("the pilot failed: {0}")]
    Failed(PilotError),
    /// It chose what was not offered, or chose it wrongly.
    #[error("the choice is not legal: {0}")]
    Illegal(String),
    /// Its report holds a number that is none.
    #[error("the report is not usable: {0}")]
    Report(String),
    /// It answered the same question differently.
    #[error("the answer changed {0}")]
    Changed(&'static str),
    /// The question does not survive JSON.
    #[error("the question does not survive JSON: {0}")]
    Json(String),
}

/// Checks a pilot on games and gives the number of decisions checked.
///
/// Promises: legal choices only; a new pilot answers alike; it answers alike when knowledge and questions went
/// through JSON; one instance that plays all games, forwards and backwards, answers alike (no memory of other games).
pub fn pilot_conformance(make: impl Fn() -> Box<dyn Pilot>, games: &[RecordedGame]) -> Result<usize, NonConformance> {
    let mut expected = Vec::with_capacity(games.len());
    for (index, game) in games.iter().enumerate() {
        let answers = play(make().as_mut(), index, game)?;
        for (point, decision) in game.points.iter().zip(&answers) {
            legal(point, decision).map_err(|problem| fault(index, point.number, problem))?;
        }
        expected.push(answers);
    }
    for (index, (game, answers)) in games.iter().zip(&expected).enumerate() {
        compare(
            index,
            game,
            answers,
            &play(make().as_mut(), index, game)?,
            "for a new pilot",
        )?;
        let copy = through_json(index, game)?;
        compare(
            index,
            game,
            answers,
            &play(make().as_mut(), index, &copy)?,
            "after a JSON round trip",
        )?;
    }
    let mut one = make();
    let forwards = games.iter().zip(&expected).enumerate();
    for (index, (game, answers)) in forwards.clone().chain(forwards.rev()) {
        let again = play(one.as_mut(), index, game)?;
        compare(index, game, answers, &again, "after other games")?;
    }
    Ok(games.iter().map(|game| game.points.len()).sum())
}

fn fault(game: usize, decision: u64, problem: Problem) -> NonConformance {
    NonConformance {
        game,
        decision,
        problem,
    }
}

fn play(pilot: &mut dyn Pilot, index: usize, game: &RecordedGame) -> Result<Vec<Decision>, NonConformance> {
    pilot
        .start_game(&game.knowledge, Arc::new(NoRules))
        .map_err(|error| fault(index, 0, Problem::Failed(error)))?;
    game.points
        .iter()
        .map(|point| {
            pilot
                .decide(point)
                .map_err(|error| fault(index, point.number, Problem::Failed(error)))
        })
        .collect()
}

fn legal(point: &DecisionPoint, decision: &Decision) -> Result<(), Problem> {
    let offer = point
        .action(decision.action_id)
        .ok_or_else(|| Problem::Illegal(format!("`{}` is not offered", decision.action_id)))?;
    if decision.number.is_some_and(|number| number != point.number) {
        return Err(Problem::Illegal("it answers another decision".to_owned()));
    }
    if offer.parameter.is_some() != decision.specialization.is_some() {
        return Err(Problem::Illegal("its selection does not fit the offer".to_owned()));
    }
    let Some(report) = &decision.report else {
        return Ok(());
    };
    if report.p_keep.is_some_and(|p| !(0.0..=1.0).contains(&p)) {
        return Err(Problem::Report("pKeep is not between 0 and 1".to_owned()));
    }
    match report.facts.iter().find(|fact| !fact.value.is_finite()) {
        Some(fact) => Err(Problem::Report(format!("fact `{}` is not finite", fact.name))),
        None => Ok(()),
    }
}

fn compare(
    index: usize,
    game: &RecordedGame,
    expected: &[Decision],
    found: &[Decision],
    when: &'static str,
) -> Result<(), NonConformance> {
    let different = game
        .points
        .iter()
        .zip(expected.iter().zip(found))
        .find(|(_, (expected, found))| expected != found);
    match different {
        Some((point, _)) => Err(fault(index, point.number, Problem::Changed(when))),
        None => Ok(()),
    }
}

fn through_json(index: usize, game: &RecordedGame) -> Result<RecordedGame, NonConformance> {
    let broken = |decision| move |why: String| fault(index, decision, Problem::Json(why));
    let knowledge: PlayerKnowledge = round_trip(&game.knowledge).map_err(broken(0))?;
    let points = game
        .points
        .iter()
        .map(|point| round_trip(point).map_err(broken(point.number)))
        .collect::<Result<Vec<DecisionPoint>, _>>()?;
    Ok(RecordedGame { knowledge, points })
}

fn round_trip<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq>(value: &T) -> Result<T, String> {
    let text = serde_json::to_string(value).map_err(|error| error.to_string())?;
    let back: T = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    if back == *value {
        Ok(back)
    } else {
        Err("it reads back differently".to_owned())
    }
}
