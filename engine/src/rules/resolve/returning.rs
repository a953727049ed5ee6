//! Undying (CR 702.93).

use crate::rules::actions::Destination;
use crate::rules::ids::Ref;
use crate::rules::query::Source;
use crate::rules::state::State;
use turnzero_contract::card::Zone;

impl State {
    /// The source comes back from the graveyard it went to under its owner's control, with a +1/+1 counter.
    pub(crate) fn perform_return(&mut self, by: &Source) {
        self.it.clear();
        let there = self
            .successor(by.object)
            .filter(|id| self.object(id.slot).zone == Zone::Graveyard);
        let Some(id) = there else {
            self.did(0);
            return;
        };
        let back = self.move_to(
            id.slot,
            Destination {
                plus_counters: 1,
                ..Destination::of(Zone::Battlefield)
            },
        );
        self.it.push(Ref::Object(back));
        self.did(1);
    }
}
