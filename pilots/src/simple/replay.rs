//! The pilot that answers from a record.

use std::collections::BTreeMap;
use std::sync::Arc;
use turnzero_contract::{
    ActionKind, Decision, DecisionPoint, Pilot, PilotError, PlayerKnowledge, Report, RulesQueries, Specialization,
};

const NAME: &str = "replay";

/// One recorded answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The decision's number for the seat.
    pub number: u64,
    /// What was done.
    pub kind: ActionKind,
    /// The selection, if the offer took one.
    pub specialization: Option<Specialization>,
    /// What was said about it.
    pub report: Option<Report>,
}

impl Recorded {
    /// A bare answer.
    pub const fn of(number: u64, kind: ActionKind) -> Self {
        Self {
            number,
            kind,
            specialization: None,
            report: None,
        }
    }
}

/// Repeats the answers recorded for one game; a decision that is not in the record, or does not offer what was
/// recorded, is [`PilotError::NoAnswer`].
#[derive(Clone, Debug)]
pub struct ReplayPilot {
    answers: BTreeMap<u64, Recorded>,
    /// A number recorded twice, which makes the record unusable.
    doubled: Option<u64>,
}

impl ReplayPilot {
    /// A pilot that repeats this record of one game.
    pub fn new(record: impl IntoIterator<Item = Recorded>) -> Self {
        let mut answers = BTreeMap::new();
        let mut doubled = None;
        for answer in record {
            let number = answer.number;
            if answers.insert(number, answer).is_some() {
                doubled = doubled.or(Some(number));
            }
        }
        Self { answers, doubled }
    }
}

fn no_answer(point: &DecisionPoint, why: String) -> PilotError {
    PilotError::NoAnswer {
        pilot: NAME.to_owned(),
        decision: point.number,
        why,
    }
}

impl Pilot for ReplayPilot {
    fn start_game(&mut self, _: &PlayerKnowledge, _: Arc<dyn RulesQueries>) -> Result<(), PilotError> {
        match self.doubled {
            None => Ok(()),
            Some(decision) => Err(PilotError::NoAnswer {
                pilot: NAME.to_owned(),
                decision,
                why: "it is recorded twice; a record holds the answers of one game".to_owned(),
            }),
        }
    }

    fn decide(&mut self, point: &DecisionPoint) -> Result<Decision, PilotError> {
        let Some(recorded) = self.answers.get(&point.number) else {
            return Err(no_answer(
                point,
                format!("the record holds {} answers and none for it", self.answers.len()),
            ));
        };
        let Some(action_id) = point.find(&recorded.kind) else {
            return Err(no_answer(
                point,
                format!(
                    "recorded is {:?}, which is not offered; the record belongs to another game or rules version",
                    recorded.kind
                ),
            ));
        };
        Ok(Decision {
            action_id,
            number: Some(point.number),
            specialization: recorded.specialization.clone(),
            report: recorded.report.clone(),
        })
    }
}
