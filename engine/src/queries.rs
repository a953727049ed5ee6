//! Rules answers for pilots, built from definitions and knowledge only.

use std::sync::Arc;
use turnzero_contract::{Answer, PlayerKnowledge, PlayerObservation, Query, QueryError, RulesQueries};

/// The rules queries of one player: a function of its knowledge, never of a game.
pub fn rules_for(knowledge: Arc<PlayerKnowledge>) -> Arc<dyn RulesQueries> {
    Arc::new(SnapshotRules { knowledge })
}

#[derive(Debug)]
struct SnapshotRules {
    knowledge: Arc<PlayerKnowledge>,
}

impl RulesQueries for SnapshotRules {
    fn answer(&self, snapshot: &PlayerObservation, _: &Query) -> Result<Answer, QueryError> {
        if snapshot.seat != self.knowledge.seat {
            return Err(QueryError::Unfit {
                why: format!(
                    "the snapshot is of seat {}, these rules answer for seat {}",
                    snapshot.seat, self.knowledge.seat
                ),
            });
        }
        let why = if snapshot.opening.is_some() {
            "the game has not begun: there is no battlefield, mana or priority (CR 103.5)"
        } else {
            "the snapshot has no game state"
        };
        Err(QueryError::Unavailable { why: why.to_owned() })
    }
}
