//! Operations on objects: damage, removal, movement, counters, size, keywords.

use crate::rules::decision::{Ask, ChoosingFor};
use crate::rules::ids::{ObjectId, Player, Ref, Slot};
use crate::rules::pool::{Op, Place, Selection};
use crate::rules::prevention::Prevention;
use crate::rules::query::Source;
use crate::rules::state::{Continuous, ContinuousKind, State};
use turnzero_contract::card::Duration;

impl State {
    pub(crate) fn perform_on_objects(&mut self, op: Op, by: &Source) {
        let what = match op {
            Op::DealDamage { to, .. } | Op::Prevent { to, .. } => to,
            Op::Destroy { what, .. }
            | Op::Move { what, .. }
            | Op::Counter { what, .. }
            | Op::PutCounters { what, .. }
            | Op::Tap(what)
            | Op::Untap(what)
            | Op::Pump { what, .. }
            | Op::Grant { what, .. }
            | Op::Goad(what)
            | Op::Attach(what)
            | Op::Regenerate(what)
            | Op::Become { what, .. } => what,
            _ => return,
        };
        let mut on = std::mem::take(&mut self.scratch);
        on.clear();
        if self.select(what, by, &mut on) {
            self.act_on(op, &on, by);
        }
        self.scratch = on;
    }

    /// What a selection names now; false when a player has to choose first.
    fn select(&mut self, what: Selection, by: &Source, out: &mut Vec<Ref>) -> bool {
        match what {
            Selection::Itself => out.push(Ref::Object(self.successor(by.object).unwrap_or(by.object))),
            Selection::Target(slot) => out.extend(self.targets_of(slot, by)),
            Selection::It => {
                out.extend(&self.it);
                if out.is_empty() && by.event_object.is_some() {
                    out.push(Ref::Object(self.successor(by.event_object).unwrap_or(by.event_object)));
                }
                if out.is_empty() {
                    // Nothing was named since: the targets of the effect.
                    out.extend(self.targets_of(0, by));
                }
            }
            Selection::Each(filter) => {
                self.each_matching(filter, by, &mut |slot| out.push(Ref::Object(self.id(slot))));
            }
            Selection::AttachedTo => {
                if let Some((_, source)) = self.known(by.object) {
                    out.push(Ref::Object(source.attached_to));
                }
            }
            Selection::Player(who) => out.extend(self.the_players(who, by).map(Ref::Player)),
            Selection::Random { count, filter } => {
                self.each_matching(filter, by, &mut |slot| out.push(Ref::Object(self.id(slot))));
                let (min, _) = self.count_range(count, by, out.len());
                while out.len() > usize::from(min) {
                    let at = self.random.index(out.len());
                    out.remove(at);
                }
            }
            Selection::Chosen {
                by: chooser,
                count,
                filter,
            } => {
                self.each_matching(filter, by, &mut |slot| out.push(Ref::Object(self.id(slot))));
                let (min, max) = self.count_range(count, by, out.len());
                let Some(chooser) = self.the_player(chooser, by) else {
                    return false;
                };
                if usize::from(min) < out.len() {
                    self.candidates.clear();
                    self.candidates.extend(out.iter());
                    self.asked = chooser;
                    self.ask = Some(Ask::Objects {
                        min,
                        max,
                        why: ChoosingFor::Effect,
                    });
                    return false;
                }
            }
        }
        true
    }

    /// Does an operation to what was selected or chosen; "it" is that afterwards.
    pub(crate) fn act_on(&mut self, op: Op, on: &[Ref], by: &Source) {
        let count = match op {
            Op::DealDamage {
                source,
                amount,
                divided,
                ..
            } => self.damage_each(source, amount, divided, on, by),
            Op::Destroy { no_regeneration, .. } => self.destroy_each(on, !no_regeneration),
            Op::Move { to, .. } => {
                self.move_each(on, to, by);
                return;
            }
            Op::Counter { to, .. } => on
                .iter()
                .filter(|what| matches!(what, Ref::Stack(serial) if self.counter_item(*serial, to, by)))
                .count(),
            Op::Prevent { amount, duration, .. } => self.prevent_each(on, amount, duration, by),
            Op::Attach(_) => self.attach_source(on, by),
            _ => self.change_each(op, on, by),
        };
        self.it.clear();
        self.it.extend(on);
        self.did(count);
    }

    /// Damage to each; how much was dealt, all together.
    fn damage_each(
        &mut self,
        source: Selection,
        amount: crate::rules::ids::AmountId,
        divided: bool,
        on: &[Ref],
        by: &Source,
    ) -> usize {
        let amount = self.amount(amount, by);
        let source = self.object_named(source, by).unwrap_or(by.object);
        let (mut dealt, mut drained) = (0_i32, 0_i32);
        for to in on {
            let part = if divided { self.share_of(*to, by) } else { amount };
            let most = self.drainable(*to);
            let part = self.deal_at_once(source, *to, part, false);
            dealt = dealt.saturating_add(part);
            drained = drained.saturating_add(part.min(most));
        }
        self.damage_is_dealt();
        if let Some(resolution) = &mut self.resolution {
            resolution.drained = drained;
        }
        usize::try_from(dealt).unwrap_or(0)
    }

    /// A shield for each against damage to come.
    fn prevent_each(
        &mut self,
        on: &[Ref],
        amount: Option<crate::rules::ids::AmountId>,
        duration: Duration,
        by: &Source,
    ) -> usize {
        let left = amount.map(|amount| u16::try_from(self.amount(amount, by).max(0)).unwrap_or(u16::MAX));
        if left == Some(0) {
            return 0;
        }
        let controller = by.controller;
        self.prevention.extend(on.iter().map(|to| Prevention {
            to: *to,
            left,
            duration,
            controller,
        }));
        on.len()
    }

    fn share_of(&self, to: Ref, by: &Source) -> i32 {
        let (start, len) = (usize::from(by.targets.0), usize::from(by.targets.1));
        let targets = self.targets.get(start..start + len).unwrap_or_default();
        let share = targets.iter().find(|target| target.to == to).map(|target| target.share);
        share.map_or(0, i32::from)
    }

    /// Destroys them at once: each is judged before any is gone.
    fn destroy_each(&mut self, on: &[Ref], may_regenerate: bool) -> usize {
        let mut dying: Vec<Slot> = Vec::new();
        for to in on {
            if let Ref::Object(id) = to
                && let Some(slot) = self.on_battlefield(*id)
                && self.would_be_destroyed(slot, may_regenerate)
            {
                dying.push(slot);
            }
        }
        self.move_all(
            &dying,
            crate::rules::actions::Destination::of(turnzero_contract::card::Zone::Graveyard),
        );
        dying.len()
    }

    fn move_each(&mut self, on: &[Ref], to: Place, by: &Source) {
        let on: Vec<Ref> = on.to_vec();
        self.it.clear();
        for what in on {
            let slot = match what {
                Ref::Stack(serial) => self.take_off_stack(serial),
                _ => self.living(what),
            };
            if let Some(slot) = slot {
                let id = self.put(slot, to, by);
                self.it.push(Ref::Object(id));
            }
        }
        self.did(self.it.len());
    }

    /// A spell leaves the stack without being countered.
    fn take_off_stack(&mut self, serial: u32) -> Option<Slot> {
        let at = self.stack.iter().position(|item| item.serial == serial)?;
        Some(self.stack.remove(at).source.slot)
    }

    fn attach_source(&mut self, on: &[Ref], by: &Source) -> usize {
        let (Some(source), Some(Ref::Object(to))) = (self.on_battlefield(by.object), on.first()) else {
            return 0;
        };
        if self.on_battlefield(*to).is_none() || to.slot == source {
            return 0;
        }
        self.attach(source, *to);
        1
    }

    fn change_each(&mut self, op: Op, on: &[Ref], by: &Source) -> usize {
        let mut count = 0;
        for to in on {
            if let Ref::Object(id) = to
                && let Some(slot) = self.on_battlefield(*id)
            {
                self.change(op, slot, *id, by);
                count += 1;
            } else if let (Ref::Player(player), Op::PutCounters { kind, count, .. }) = (to, op) {
                self.player_counters(*player, kind, self.amount(count, by));
            }
        }
        count
    }

    fn change(&mut self, op: Op, slot: Slot, id: ObjectId, by: &Source) {
        match op {
            Op::PutCounters { kind, count, .. } => {
                let count = self.amount(count, by);
                self.put_counters(slot, kind, count);
            }
            Op::Tap(_) => self.tap(slot),
            Op::Untap(_) => self.untap(slot),
            Op::Regenerate(_) => {
                let object = self.object_mut(slot);
                object.shields = object.shields.saturating_add(1);
            }
            Op::Pump {
                power,
                toughness,
                duration,
                ..
            } => self.add_effect(ContinuousKind::Pump { power, toughness }, id, duration, by),
            Op::Grant { keywords, duration, .. } => {
                self.add_effect(ContinuousKind::Grant(keywords), id, duration, by);
            }
            Op::Goad(_) => self.add_effect(ContinuousKind::Goaded, id, Duration::YourNextTurn, by),
            Op::Become { becoming, duration, .. } => {
                if let Some(becoming) = self.pool.becomings.get(usize::from(becoming)).copied() {
                    self.add_effect(ContinuousKind::Become(becoming), id, duration, by);
                }
            }
            _ => {}
        }
    }

    fn add_effect(&mut self, kind: ContinuousKind, on: ObjectId, duration: Duration, by: &Source) {
        let timestamp = self.tick();
        self.effects.push(Continuous {
            kind,
            on,
            source: by.object,
            controller: by.controller,
            duration,
            timestamp,
        });
        self.stale = true;
        self.check = true;
    }

    fn player_counters(&mut self, player: Player, kind: u8, count: i32) {
        if self
            .pool
            .counter_kinds
            .get(usize::from(kind))
            .is_some_and(|kind| kind == "poison")
        {
            let poison = &mut self.players[player.index()].poison;
            *poison = poison.saturating_add(u16::try_from(count).unwrap_or(0));
            self.check = true;
        }
    }
}
