//! Tapping or untapping, as the controller chooses on resolution (CR 701.26).

use crate::rules::decision::{Ask, Illegal};
use crate::rules::ids::Ref;
use crate::rules::pool::{Op, Selection};
use crate::rules::query::Source;
use crate::rules::state::State;

/// The first of the two, as an answer.
const TAP: u16 = 1;
/// The second.
const UNTAP: u16 = 1 << 1;

impl State {
    /// Asks which of the two, if there is something to do it to.
    pub(crate) fn ask_tap_or_untap(&mut self, what: Selection, by: &Source) {
        let there = self.object_named(what, by).and_then(|id| self.on_battlefield(id));
        if there.is_none() {
            self.it.clear();
            self.did(0);
            return;
        }
        self.asked = by.controller;
        self.ask = Some(Ask::Modes {
            min: 1,
            max: 1,
            legal: TAP | UNTAP,
        });
    }

    pub(crate) fn tap_or_untap(&mut self, what: Selection, modes: u16, by: &Source) -> Result<(), Illegal> {
        let op = match modes {
            TAP => Op::Tap(what),
            UNTAP => Op::Untap(what),
            _ => return Err(Illegal::NotOffered),
        };
        self.ask = None;
        if let Some(id) = self.object_named(what, by) {
            self.act_on(op, &[Ref::Object(id)], by);
        }
        Ok(())
    }
}
