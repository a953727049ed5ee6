//! Whether a condition holds (CR 603.4, 604.1).

use super::Source;
use crate::rules::ids::{ConditionId, Ref};
use crate::rules::object::Flags;
use crate::rules::pool::ConditionNode;
use crate::rules::state::State;

impl State {
    /// Whether a condition holds.
    pub(crate) fn holds(&self, condition: ConditionId, by: &Source) -> bool {
        match self.pool.condition(condition) {
            ConditionNode::Controls {
                player,
                comparison,
                amount,
                filter,
            } => {
                let wanted = i64::from(self.amount(amount, by));
                self.the_players(player, by).any(|player| {
                    let mut count = 0;
                    self.each_matching(filter, by, &mut |slot| {
                        count += i64::from(self.object(slot).controller == player);
                    });
                    comparison.holds(count, wanted)
                })
            }
            ConditionNode::Compare(left, comparison, right) => {
                comparison.holds(i64::from(self.amount(left, by)), i64::from(self.amount(right, by)))
            }
            ConditionNode::Is(what, filter) => {
                let (mut some, mut all) = (false, true);
                self.each_named(what, by, &mut |to| {
                    some = true;
                    all &= matches!(to, Ref::Object(id) if self.matches_known(filter, id, by));
                });
                some && all
            }
            ConditionNode::Evoked => self
                .known(by.object)
                .is_some_and(|(_, object)| object.flags.has(Flags::EVOKED)),
            ConditionNode::HasPlusCounter => self
                .known(by.object)
                .is_some_and(|(_, object)| object.plus_counters > 0),
            ConditionNode::SourceIn(zone) => self.lives(by.object) && self.object(by.object.slot).zone == zone,
            ConditionNode::CastFrom(zone) => by.from == zone,
            ConditionNode::Kicked => {
                by.kicked
                    || self
                        .known(by.object)
                        .is_some_and(|(_, object)| object.flags.has(Flags::KICKED))
            }
            ConditionNode::YourTurn => self.turn.active == by.controller,
            ConditionNode::ControlsCommander => self.battlefield.iter().any(|slot| {
                let object = self.object(*slot);
                object.flags.has(Flags::COMMANDER) && object.controller == by.controller
            }),
            ConditionNode::All(start, len) => self.condition_list(start, len).iter().all(|part| self.holds(*part, by)),
            ConditionNode::AnyOf(start, len) => {
                self.condition_list(start, len).iter().any(|part| self.holds(*part, by))
            }
            ConditionNode::Not(part) => !self.holds(part, by),
        }
    }

    fn condition_list(&self, start: u16, len: u8) -> &[ConditionId] {
        let start = usize::from(start);
        self.pool
            .condition_lists
            .get(start..start + usize::from(len))
            .unwrap_or_default()
    }
}
