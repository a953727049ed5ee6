//! The conformance check finds pilots that break each promise.

mod common;

use common::table;
use std::sync::Arc;
use turnzero_contract::{
    ActionId, Decision, DecisionPoint, Fact, Pilot, PilotError, PlayerKnowledge, Report, RulesQueries,
};
use turnzero_pilots::RandomPilot;
use turnzero_pilots::conformance::{Problem, pilot_conformance};

/// Breaks one promise.
struct Broken {
    how: &'static str,
    decisions: u32,
}

impl Pilot for Broken {
    fn start_game(&mut self, _: &PlayerKnowledge, _: Arc<dyn RulesQueries>) -> Result<(), PilotError> {
        Ok(())
    }

    fn decide(&mut self, point: &DecisionPoint) -> Result<Decision, PilotError> {
        self.decisions += 1;
        let first = Decision::of(point.legal_actions[0].id);
        let report = |p_keep, value| {
            Some(Report {
                p_keep: Some(p_keep),
                facts: vec![Fact {
                    name: "fact".to_owned(),
                    value,
                }],
                ..Report::default()
            })
        };
        match self.how {
            "manufactured" => Ok(Decision::of(ActionId(99))),
            "stale" => Ok(Decision {
                number: Some(point.number + 1),
                ..first
            }),
            "probability" => Ok(Decision {
                report: report(1.5, 0.0),
                ..first
            }),
            "not a number" => Ok(Decision {
                report: report(0.5, f64::NAN),
                ..first
            }),
            "remembers" if self.decisions > 30 => Ok(Decision::of(point.legal_actions[1].id)),
            "fails" => Err(PilotError::Stopped),
            _ => Ok(first),
        }
    }
}

#[test]
fn every_broken_promise_is_named() {
    let games: Vec<_> = table::games(&mut RandomPilot::new("deal"), 4)
        .into_iter()
        .filter(|game| game.points.iter().all(|point| point.legal_actions.len() > 1))
        .collect();
    let check = |how: &'static str| pilot_conformance(|| Box::new(Broken { how, decisions: 0 }), &games);
    assert!(check("nothing").is_ok());
    let problem = |how| check(how).unwrap_err().problem;
    assert!(matches!(problem("manufactured"), Problem::Illegal(_)));
    assert!(matches!(problem("stale"), Problem::Illegal(_)));
    assert!(matches!(problem("probability"), Problem::Report(_)));
    assert!(matches!(problem("not a number"), Problem::Report(_)));
    assert!(matches!(problem("remembers"), Problem::Changed(_)));
    assert!(matches!(problem("fails"), Problem::Failed(PilotError::Stopped)));
}
