//! Fighting (CR 701.14).

use crate::rules::ids::{Ref, Slot};
use crate::rules::pool::Selection;
use crate::rules::query::Source;
use crate::rules::state::State;

impl State {
    /// Each deals damage equal to its power to the other; none at all unless both are creatures on
    /// the battlefield (CR 701.14b).
    pub(crate) fn perform_fight(&mut self, one: Selection, other: Selection, by: &Source) {
        let fighters = (self.fighter(one, by), self.fighter(other, by));
        self.it.clear();
        let mut dealt = 0;
        if let (Some(one), Some(other)) = fighters {
            let (first, second) = (self.id(one), self.id(other));
            let (strong, weak) = (self.is(one).power, self.is(other).power);
            dealt += self.deal_at_once(first, Ref::Object(second), i32::from(strong), false);
            dealt += self.deal_at_once(second, Ref::Object(first), i32::from(weak), false);
            self.damage_is_dealt();
            self.it.extend([Ref::Object(first), Ref::Object(second)]);
        }
        self.did(usize::try_from(dealt).unwrap_or(0));
    }

    fn fighter(&self, what: Selection, by: &Source) -> Option<Slot> {
        let slot = self.on_battlefield(self.object_named(what, by)?)?;
        self.is(slot).is_creature().then_some(slot)
    }
}
