//! Paying the parts of a cost that are no mana, for spells, abilities and effects alike (CR 118).

use super::Destination;
use crate::rules::decision::{Ask, ChoosingFor};
use crate::rules::ids::Ref;
use crate::rules::log::GameEvent;
use crate::rules::pool::{CostStep, TriggerKind};
use crate::rules::query::Source;
use crate::rules::state::State;
use crate::rules::triggers::Happening;
use turnzero_contract::card::Zone;

impl State {
    /// Pays one part, or asks the player what to pay it with; false when it asked.
    pub(crate) fn ask_or_pay(&mut self, step: CostStep, by: &Source) -> bool {
        let Some(count) = Self::cost_count(step) else {
            self.pay_by_itself(step, by);
            return true;
        };
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        self.each_cost_candidate(step, by, &mut |slot| candidates.push(Ref::Object(self.id(slot))));
        let (min, max) = self.count_range(count, by, candidates.len());
        let forced = usize::from(min) == candidates.len();
        if forced {
            self.pay_with(step, &candidates);
        } else {
            self.asked = by.controller;
            let why = ChoosingFor::Cost;
            self.ask = Some(Ask::Objects { min, max, why });
        }
        self.candidates = candidates;
        forced
    }

    /// Pays a part that leaves no choice.
    pub(crate) fn pay_by_itself(&mut self, step: CostStep, by: &Source) {
        let slot = by.object.slot;
        match step {
            CostStep::Tap => self.tap(slot),
            CostStep::Untap => self.untap(slot),
            CostStep::PayLife(amount) => {
                let amount = self.amount(amount, by);
                self.lose_life(by.controller, amount);
            }
            CostStep::SacrificeSelf => self.sacrifice(slot),
            CostStep::DiscardSelf => {
                // Abilities of cards in hand that discard them are cycling (CR 702.29a); they trigger
                // where the card is then (CR 702.29c).
                self.discard(slot);
                let cycled = Happening::of(TriggerKind::Cycled, self.id(slot), by.controller);
                self.trigger(&cycled);
            }
            CostStep::ExileSelf => {
                self.move_to(slot, Destination::of(Zone::Exile));
            }
            CostStep::RemoveCounters(count, kind) => {
                let have = usize::from(self.counters_on(slot, kind));
                let (min, _) = self.count_range(count, by, have);
                self.put_counters(slot, kind, -i32::from(min));
            }
            CostStep::Sacrifice(..)
            | CostStep::Discard(..)
            | CostStep::Exile(..)
            | CostStep::TapOthers(..)
            | CostStep::Return(..)
            | CostStep::Reveal(..) => {}
        }
    }

    /// Pays a part with these objects, which are "it" afterwards (CR 608.2h).
    pub(crate) fn pay_with(&mut self, step: CostStep, chosen: &[Ref]) {
        self.it.clear();
        self.it.extend(chosen);
        for to in chosen {
            let Some(slot) = self.living(*to) else {
                continue;
            };
            match step {
                CostStep::Sacrifice(..) => self.sacrifice(slot),
                CostStep::Discard(..) => self.discard(slot),
                CostStep::TapOthers(..) => self.tap(slot),
                CostStep::Exile(..) => {
                    self.move_to(slot, Destination::of(Zone::Exile));
                }
                CostStep::Return(..) => {
                    self.move_to(slot, Destination::of(Zone::Hand));
                }
                CostStep::Reveal(..) => {
                    let (player, face) = (self.object(slot).owner, self.object(slot).face);
                    self.note(GameEvent::Revealed { player, face });
                    self.known_to_all(slot);
                }
                CostStep::Tap
                | CostStep::Untap
                | CostStep::PayLife(_)
                | CostStep::SacrificeSelf
                | CostStep::DiscardSelf
                | CostStep::ExileSelf
                | CostStep::RemoveCounters(..) => {}
            }
        }
    }
}
