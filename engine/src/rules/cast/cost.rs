//! What a spell or ability costs, and whether its parts can be paid (CR 118, 601.2f).

use crate::rules::characteristics::{Keywords, Types};
use crate::rules::ids::{CostId, FaceId, FilterId, Player, Slot};
use crate::rules::mana::{Need, Purpose};
use crate::rules::object::Flags;
use crate::rules::pool::{Ability, CostStep, CountNode, FaceProgram, StaticKind, Traits};
use crate::rules::query::Source;
use crate::rules::stack::CastWay;
use crate::rules::state::State;
use turnzero_contract::card::Zone;

impl State {
    /// The mana and the other cost of casting a face in a way; `None` when it has none (CR 118.6).
    pub(crate) fn cast_cost(face: &FaceProgram, way: CastWay) -> Option<CostId> {
        match way {
            CastWay::Normal => face.cost,
            CastWay::Alternative(index) => face.alternatives.get(usize::from(index)).map(|payment| payment.cost),
        }
    }

    /// The mana needed to cast a spell: its cost and additional costs, increases, then reductions.
    pub(crate) fn cast_need(&self, slot: Slot, face: &FaceProgram, way: CastWay, by: &Source) -> Option<Need> {
        let cost = self.pool.cost(Self::cast_cost(face, way)?);
        let mut need = Need::of(&cost.mana, by.x);
        if let Some(additional) = face.additional {
            need = need.with(&self.pool.cost(additional).mana);
        }
        if let Some(kicker) = face.kicker.filter(|_| by.kicked) {
            need = need.with(&self.pool.cost(kicker).mana);
        }
        if self.pool.cost_changes {
            let (more, less) = self.cost_changes(slot, face, by);
            need = need.raise(more).reduce(less);
        }
        Some(need)
    }

    fn cost_changes(&self, slot: Slot, face: &FaceProgram, own: &Source) -> (u16, u16) {
        let (mut more, mut less) = (0_i32, 0_i32);
        let caster = self.object(slot).controller;
        let mut add = |generic: i16, times: i32| {
            let change = i32::from(generic).saturating_mul(times);
            if change > 0 {
                more = more.saturating_add(change);
            } else {
                less = less.saturating_sub(change);
            }
        };
        for ability in &face.abilities {
            if let Ability::Static(fixed) = ability
                && let StaticKind::CostChange {
                    filter: None,
                    generic,
                    times,
                    ..
                } = fixed.kind
                && fixed.condition.is_none_or(|condition| self.holds(condition, own))
            {
                add(generic, times.map_or(1, |times| self.amount(times, own)));
            }
        }
        for other in &self.battlefield {
            let face = self.object(*other).face;
            if !self.pool.has(face, Traits::CHANGES_COSTS) {
                continue;
            }
            let program = self.pool.face(face);
            let by = Source::of_object(self, *other);
            for ability in &program.abilities {
                if let Ability::Static(fixed) = ability
                    && let StaticKind::CostChange {
                        player,
                        filter: Some(filter),
                        generic,
                        times,
                    } = fixed.kind
                    && self.is_player(player, caster, &by)
                    && self.matches(filter, slot, &by)
                    && fixed.condition.is_none_or(|condition| self.holds(condition, &by))
                {
                    add(generic, times.map_or(1, |times| self.amount(times, &by)));
                }
            }
        }
        let cap = |number: i32| u16::try_from(number.max(0)).unwrap_or(u16::MAX);
        (cap(more), cap(less))
    }

    /// Whether the parts of a cost that are no mana can be paid.
    pub(crate) fn can_pay_steps(&self, cost: CostId, by: &Source) -> bool {
        self.pool
            .cost(cost)
            .steps
            .iter()
            .all(|step| self.can_pay_step(*step, by))
    }

    fn can_pay_step(&self, step: CostStep, by: &Source) -> bool {
        let slot = by.object.slot;
        let object = self.object(slot);
        match step {
            CostStep::Tap => !object.flags.has(Flags::TAPPED) && self.may_use_tap(slot),
            CostStep::Untap => object.flags.has(Flags::TAPPED) && self.may_use_tap(slot),
            CostStep::PayLife(amount) => self.players[by.controller.index()].life >= self.amount(amount, by),
            CostStep::SacrificeSelf => object.zone == Zone::Battlefield && object.controller == by.controller,
            CostStep::DiscardSelf => object.zone == Zone::Hand,
            CostStep::ExileSelf => self.lives(by.object),
            CostStep::RemoveCounters(count, kind) => {
                let (min, _) = self.count_range(count, by, usize::from(u16::MAX));
                self.counters_on(slot, kind) >= min
            }
            CostStep::Sacrifice(count, _)
            | CostStep::Discard(count, _)
            | CostStep::Exile(count, _)
            | CostStep::TapOthers(count, _)
            | CostStep::Return(count, _)
            | CostStep::Reveal(count, _) => {
                let mut found = 0_usize;
                self.each_cost_candidate(step, by, &mut |_| found += 1);
                let (min, _) = self.count_range(count, by, usize::from(u16::MAX));
                found >= usize::from(min)
            }
        }
    }

    /// Creatures use `{T}` and `{Q}` only when settled (CR 302.6).
    pub(crate) fn may_use_tap(&self, slot: Slot) -> bool {
        let is = self.is(slot);
        !is.types.any(Types::CREATURE) || self.object(slot).flags.has(Flags::SETTLED) || is.has(Keywords::HASTE)
    }

    /// Calls `visit` with every object that can pay a part of a cost.
    pub(crate) fn each_cost_candidate(&self, step: CostStep, by: &Source, visit: &mut dyn FnMut(Slot)) {
        let player = &self.players[by.controller.index()];
        let mut own = |slots: &[Slot], filter: FilterId, also: &dyn Fn(Slot) -> bool| {
            for slot in slots {
                if also(*slot) && self.matches(filter, *slot, by) {
                    visit(*slot);
                }
            }
        };
        let controlled = |slot: Slot| self.object(slot).controller == by.controller;
        match step {
            CostStep::Sacrifice(_, filter) | CostStep::Return(_, filter) => own(&self.battlefield, filter, &controlled),
            CostStep::TapOthers(_, filter) => own(&self.battlefield, filter, &|slot| {
                controlled(slot) && !self.object(slot).flags.has(Flags::TAPPED)
            }),
            CostStep::Discard(_, filter) | CostStep::Reveal(_, filter) => {
                own(&player.hand, filter, &|slot| self.id(slot) != by.object);
            }
            CostStep::Exile(_, filter) => {
                let zone = self.zone_of(filter);
                let zone = if zone == Zone::Battlefield {
                    Zone::Graveyard
                } else {
                    zone
                };
                own(self.cards_in(zone, by.controller), filter, &|slot| {
                    self.id(slot) != by.object && self.object(slot).owner == by.controller
                });
            }
            _ => {}
        }
    }

    /// How many a part of a cost takes.
    pub(crate) fn cost_count(step: CostStep) -> Option<CountNode> {
        match step {
            CostStep::Sacrifice(count, _)
            | CostStep::Discard(count, _)
            | CostStep::Exile(count, _)
            | CostStep::TapOthers(count, _)
            | CostStep::Return(count, _)
            | CostStep::Reveal(count, _) => Some(count),
            _ => None,
        }
    }

    /// Whether a face can be cast now in this way: a legal announcement exists (CR 601.2).
    pub(crate) fn can_announce(&self, player: Player, slot: Slot, face: FaceId, way: CastWay, kicked: bool) -> bool {
        let program = self.pool.face(face);
        let by = Source {
            controller: player,
            kicked,
            ..Source::of_object(self, slot)
        };
        let Some(need) = self.cast_need(slot, program, way, &by) else {
            return false;
        };
        let purpose = Purpose::Cast { slot, face };
        if !self.can_pay(player, &need, purpose) {
            return false;
        }
        let steps = Self::cast_cost(program, way).is_none_or(|cost| self.can_pay_steps(cost, &by));
        let additional = program.additional.is_none_or(|cost| self.can_pay_steps(cost, &by));
        let targets = program.spell.is_none_or(|code| self.has_targets(code, &by));
        steps && additional && targets
    }
}
