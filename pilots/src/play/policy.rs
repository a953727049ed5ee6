//! The policy that plays whole games for value; every choice says why.

use super::answers::{least, with};
use super::board::Board;
use super::book::Book;
use super::weights::Weights;
use crate::PilotsError;
use turnzero_contract::{
    ActionKind, Decision, DecisionPoint, ParameterFamily, PlayerKnowledge, Report, Specialization,
};

/// The policy, with the definitions it has met in this game.
#[derive(Clone, Debug)]
pub(crate) struct Policy {
    book: Book,
    weights: &'static Weights,
}

impl Policy {
    /// For a player with this deck.
    pub(crate) fn new(knowledge: &PlayerKnowledge) -> Result<Self, PilotsError> {
        Ok(Self {
            book: Book::of(knowledge),
            weights: Weights::embedded()?,
        })
    }

    /// Answers a decision of a game in play; `None` when nothing at all is offered.
    pub(crate) fn decide(&mut self, point: &DecisionPoint) -> Option<Decision> {
        self.book.read(point);
        let board = Board {
            point,
            play: point.observation.play.as_ref()?,
            book: &self.book,
            weights: self.weights,
        };
        let (decision, reason) = answer(&board)?;
        Some(Decision {
            number: Some(point.number),
            report: Some(Report {
                reason,
                ..Report::default()
            }),
            ..decision
        })
    }
}

fn answer(board: &Board<'_>) -> Option<(Decision, String)> {
    let point = board.point;
    if let Some(pass) = point.find(&ActionKind::Pass) {
        return Some(match board.act() {
            Some(choice) => (Decision::of(point.legal_actions[choice.at].id), choice.why),
            None => (Decision::of(pass), "nothing here is worth its mana now".to_owned()),
        });
    }
    let offer = point.legal_actions.first()?;
    match &offer.parameter {
        Some(ParameterFamily::Attackers { candidates }) => {
            let (attacks, why) = board.attack(candidates);
            Some((with(offer, Specialization::Attackers(attacks)), why))
        }
        Some(ParameterFamily::Blockers { candidates, required }) => {
            let (blocks, why) = board.block(candidates, required);
            Some((with(offer, Specialization::Blockers(blocks)), why))
        }
        _ => board
            .choose()
            .or_else(|| least(point).map(|decision| (decision, "the least there is".to_owned()))),
    }
}
