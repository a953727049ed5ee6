//! Questions about the state: filters, amounts, conditions, players.

mod amount;
mod condition;
mod filter;
mod players;

use super::ids::{ObjectId, Player, Ref, Slot};
use super::pool::Selection;
use super::stack::{ILLEGAL, StackItem};
use super::state::State;

/// From whose point of view a question is asked: the ability's source and what its event named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// The source of the ability.
    pub(crate) object: ObjectId,
    /// Who controls the ability ("you").
    pub(crate) controller: Player,
    /// The value of X.
    pub(crate) x: u16,
    /// Kicked (CR 702.33d).
    pub(crate) kicked: bool,
    /// Cast from this zone, for spells.
    pub(crate) from: turnzero_contract::card::Zone,
    /// The targets of the spell or ability, as a part of the state's list.
    pub(crate) targets: (u16, u16),
    /// Targets thought of beside those, while it is asked how many can be paid for.
    pub(crate) more_targets: u16,
    /// The first target slot of the part that runs, for chosen modes.
    pub(crate) target_base: u8,
    /// The object that the triggering event named.
    pub(crate) event_object: ObjectId,
    /// The player that the triggering event named ("that player").
    pub(crate) event_player: Option<Player>,
    /// How many the step before moved, or the number of the event ("that many").
    pub(crate) that_many: i32,
}

impl Source {
    /// The point of view of a spell or ability on the stack.
    pub(crate) fn of_item(item: &StackItem) -> Self {
        Self {
            object: item.source,
            controller: item.controller,
            x: item.x,
            kicked: item.kicked,
            from: item.from,
            targets: item.targets,
            more_targets: 0,
            target_base: 0,
            event_object: item.event_object,
            event_player: item.event_player,
            that_many: item.event_amount,
        }
    }

    /// The point of view of a permanent or card.
    pub(crate) fn of_object(state: &State, slot: Slot) -> Self {
        let object = state.object(slot);
        Self {
            object: state.id(slot),
            controller: object.controller,
            x: 0,
            kicked: false,
            from: object.zone,
            targets: (0, 0),
            more_targets: 0,
            target_base: 0,
            event_object: ObjectId::NONE,
            event_player: None,
            that_many: 0,
        }
    }
}

impl State {
    /// Calls `visit` with what a selection names without a choice: an object by itself, or what the
    /// step, cost or event before named, else the effect's targets.
    pub(crate) fn each_named(&self, what: Selection, by: &Source, visit: &mut dyn FnMut(Ref)) {
        match what {
            Selection::It if !self.it.is_empty() => self.it.iter().for_each(|to| visit(*to)),
            Selection::It if by.event_object.is_some() => visit(Ref::Object(by.event_object)),
            Selection::It => self.targets_of(0, by).for_each(visit),
            _ => {
                if let Some(id) = self.object_named(what, by) {
                    visit(Ref::Object(id));
                }
            }
        }
    }

    /// How many targets a spell or ability has: those chosen, on resolution those still legal.
    pub(crate) fn count_targets(&self, by: &Source) -> i32 {
        let (start, len) = (usize::from(by.targets.0), usize::from(by.targets.1));
        let targets = self.targets.get(start..start + len).unwrap_or_default();
        let legal = targets.iter().filter(|target| target.slot != ILLEGAL).count();
        i32::try_from(legal)
            .unwrap_or(i32::MAX)
            .saturating_add(i32::from(by.more_targets))
    }

    /// The first target of a slot, if it was chosen.
    pub(crate) fn target(&self, slot: u8, by: &Source) -> Option<Ref> {
        self.targets_of(slot, by).next()
    }

    /// The targets of a slot.
    pub(crate) fn targets_of(&self, slot: u8, by: &Source) -> impl Iterator<Item = Ref> + '_ {
        let slot = slot + by.target_base;
        let (start, len) = (usize::from(by.targets.0), usize::from(by.targets.1));
        self.targets
            .get(start..start + len)
            .unwrap_or_default()
            .iter()
            .filter(move |target| target.slot == slot)
            .map(|target| target.to)
    }
}
