//! "As this enters, you may pay …; if you don't, it enters tapped" (CR 614.1c).
//!
//! The choice belongs to the event of entering. It is put right after the move and before anything
//! else can happen, so that nobody acts in between and nothing sees the permanent otherwise.

use super::decision::{Ask, Illegal};
use super::ids::{CostId, ObjectId, Ref};
use super::object::Flags;
use super::query::Source;
use super::state::State;

/// A permanent whose controller still has to say whether to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entering {
    /// The permanent.
    pub(crate) object: ObjectId,
    /// What is to be paid.
    pub(crate) cost: CostId,
}

impl State {
    /// Asks about the permanent that entered first, or has it tapped if its controller cannot pay.
    pub(crate) fn settle_entering(&mut self) {
        let Some(entering) = self.entering.first().copied() else {
            return;
        };
        let by = Source::of_object(self, entering.object.slot);
        if !self.lives(entering.object) || !self.can_pay_steps(entering.cost, &by) {
            self.entering.remove(0);
            self.enter_tapped(entering.object);
            return;
        }
        self.asked = by.controller;
        self.ask = Some(Ask::May);
    }

    pub(crate) fn answer_entering(&mut self, pays: bool) -> Result<(), Illegal> {
        if self.entering.is_empty() {
            return Err(Illegal::WrongKind);
        }
        let entering = self.entering.remove(0);
        self.ask = None;
        if !pays {
            self.enter_tapped(entering.object);
            return Ok(());
        }
        let by = Source::of_object(self, entering.object.slot);
        let pool = std::sync::Arc::clone(&self.pool);
        // What an effect in progress calls "it" has nothing to do with this payment.
        let it = std::mem::take(&mut self.it);
        for step in &pool.cost(entering.cost).steps {
            if Self::cost_count(*step).is_none() {
                self.pay_by_itself(*step, &by);
                continue;
            }
            // One of equals will do: a card that is only shown stays where it is.
            let mut shown = None;
            self.each_cost_candidate(*step, &by, &mut |slot| shown = shown.or(Some(slot)));
            if let Some(slot) = shown {
                self.pay_with(*step, &[Ref::Object(self.id(slot))]);
            }
        }
        self.it = it;
        Ok(())
    }

    /// It entered tapped: that is no event of its own (CR 614.12b).
    fn enter_tapped(&mut self, object: ObjectId) {
        if self.lives(object) {
            self.object_mut(object.slot).flags.set(Flags::TAPPED, true);
            self.stale |= self.fickle;
        }
    }
}
