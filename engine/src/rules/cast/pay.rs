//! Paying the costs of what is announced (CR 601.2f–h).

use crate::rules::ids::{CostId, Ref};
use crate::rules::mana::Purpose;
use crate::rules::pool::CostStep;
use crate::rules::query::Source;
use crate::rules::stack::StackKind;
use crate::rules::state::{Announcement, Stage, State};

impl State {
    /// Mana first, then the other parts in printed order; the player may pay them in any order (CR 601.2h).
    pub(crate) fn announce_costs(&mut self, announcement: &Announcement) {
        if announcement.progress == 0 {
            self.pay_mana(announcement);
            return;
        }
        let at = usize::from(announcement.progress - 1);
        let Some(step) = self.cost_step(announcement, at) else {
            if let Some(announcement) = &mut self.announcement {
                announcement.stage = Stage::Done;
            }
            return;
        };
        self.pay_step(announcement, step);
    }

    fn advance_cost(&mut self) {
        if let Some(announcement) = &mut self.announcement {
            announcement.progress += 1;
        }
    }

    fn pay_mana(&mut self, announcement: &Announcement) {
        let item = announcement.item;
        self.advance_cost();
        self.it.clear();
        if let Some(need) = self.announced_need(announcement, item.x) {
            let purpose = self.announced_purpose(announcement);
            let paid = self.pay(item.controller, &need, purpose);
            debug_assert!(paid, "offers are payable");
        }
    }

    pub(crate) fn announced_purpose(&self, announcement: &Announcement) -> Purpose {
        let item = announcement.item;
        match item.kind {
            StackKind::Spell => Purpose::Cast {
                slot: item.source.slot,
                face: item.face,
            },
            _ => Purpose::Activate {
                source: item.source.slot,
                uses_source: announcement.cost.is_some_and(|cost| self.pool.cost(cost).uses_source()),
            },
        }
    }

    /// The parts that are no mana: of the cost, of additional costs, of the kicker.
    fn cost_step(&self, announcement: &Announcement, at: usize) -> Option<CostStep> {
        let item = announcement.item;
        let face = self.pool.face(item.face);
        let spell = item.kind == StackKind::Spell;
        let additional = face.additional.filter(|_| spell);
        let kicker = face.kicker.filter(|_| spell && item.kicked);
        let steps = |cost: CostId| self.pool.cost(cost).steps.iter();
        [announcement.cost, additional, kicker]
            .into_iter()
            .flatten()
            .flat_map(steps)
            .nth(at)
            .copied()
    }

    fn pay_step(&mut self, announcement: &Announcement, step: CostStep) {
        let by = Source::of_item(&announcement.item);
        if !self.ask_or_pay(step, &by) {
            return;
        }
        self.advance_cost();
        self.paid_with();
    }

    /// Pays a part of the cost with what was chosen.
    pub(crate) fn pay_chosen(&mut self, announcement: &Announcement, chosen: &[Ref]) {
        if let Some(step) = self.cost_step(announcement, usize::from(announcement.progress.max(1) - 1)) {
            self.pay_with(step, chosen);
        }
        self.advance_cost();
        self.paid_with();
    }

    /// What was paid with is "it" for the effect (CR 608.2h).
    fn paid_with(&mut self) {
        if let (Some(announcement), Some(Ref::Object(id))) = (&mut self.announcement, self.it.first()) {
            announcement.item.event_object = *id;
        }
    }
}
