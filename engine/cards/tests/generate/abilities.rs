//! Abilities, triggers, static abilities.

use turnzero_contract::card::{
    Ability, Activated, Deontic, EffectFamily, EntersTapped, GameVerb, RuleModifier, StaticAbility, Timing, Trigger,
    TriggerEvent, Triggered,
};

use super::Choices;

impl Choices<'_> {
    pub(super) fn ability(&mut self) -> Ability {
        self.deeper(|g| {
            if g.is_deep() {
                return Ability::Keyword(g.keyword());
            }
            match g.below(5) {
                0 => Ability::Keyword(g.keyword()),
                1 => Ability::Spell(g.effect()),
                2 => Ability::Static(g.static_ability()),
                3 => Ability::Activated(Activated {
                    cost: g.cost(),
                    effect: g.effect(),
                    condition: g.maybe(Self::condition),
                    zone: g.zone(),
                    timing: g.of(Timing::ALL),
                    once_each_turn: g.flag(),
                }),
                _ => Ability::Triggered(Triggered {
                    trigger: Trigger {
                        events: g.several(Self::event),
                    },
                    condition: g.maybe(Self::condition),
                    effect: g.effect(),
                    zone: g.zone(),
                }),
            }
        })
    }

    fn event(&mut self) -> TriggerEvent {
        match self.below(16) {
            0 => TriggerEvent::Enters(self.filter()),
            1 => TriggerEvent::Dies(self.filter()),
            2 => TriggerEvent::Leaves(self.filter()),
            3 => TriggerEvent::Attacks(self.filter()),
            4 => TriggerEvent::Blocks(self.filter()),
            5 => TriggerEvent::DealsDamage {
                source: self.filter(),
                combat: self.flag(),
                to_player: self.flag(),
                to_opponent: self.flag(),
            },
            6 => TriggerEvent::BeginningOf {
                step: self.text(),
                whose: self.player(),
            },
            7 => TriggerEvent::Casts {
                player: self.player(),
                filter: self.filter(),
                or_copies: self.flag(),
            },
            8 => TriggerEvent::Draws(self.player()),
            9 => TriggerEvent::Sacrifices(self.player(), self.filter()),
            10 => TriggerEvent::LeavesGraveyard(self.player()),
            11 => TriggerEvent::Discards(self.player(), self.filter()),
            12 => TriggerEvent::GainsLife(self.player()),
            13 => TriggerEvent::Cycled,
            14 => TriggerEvent::BecomesTarget(self.filter()),
            _ => TriggerEvent::IsDealtDamage(self.filter()),
        }
    }

    pub(super) fn static_ability(&mut self) -> StaticAbility {
        self.deeper(|g| match g.below(14) {
            0 => StaticAbility::EntersTapped(match g.below(3) {
                0 => EntersTapped::Always,
                1 => EntersTapped::Unless(g.condition()),
                _ => EntersTapped::UnlessPaid(g.cost()),
            }),
            1 => StaticAbility::AdditionalCost(g.cost()),
            2 => StaticAbility::AlternativeCost {
                zone: g.zone(),
                cost: g.cost(),
                leaves_to: g.maybe(Self::destination),
            },
            3 => StaticAbility::CostChange {
                player: g.player(),
                filter: g.filter(),
                generic: g.i32(),
                times: g.amount(),
            },
            4 => StaticAbility::Modify {
                filter: g.filter(),
                power: g.i32(),
                toughness: g.i32(),
                times: g.amount(),
                condition: g.maybe(Self::condition),
            },
            5 => StaticAbility::Grant {
                filter: g.filter(),
                abilities: g.several(Self::ability),
                condition: g.maybe(Self::condition),
            },
            6 => StaticAbility::Deontic {
                deontic: g.of(Deontic::ALL),
                subject: g.filter(),
                verb: g.of(GameVerb::ALL),
                other: g.maybe(Self::filter),
                condition: g.maybe(Self::condition),
            },
            7 => StaticAbility::Goaded(g.filter()),
            8 => StaticAbility::Rule(g.of(RuleModifier::ALL)),
            9 => StaticAbility::SpendOnX(g.colors()),
            10 => StaticAbility::EntersWithCounters {
                kind: g.text(),
                count: g.amount(),
            },
            11 => StaticAbility::Size {
                power: g.amount(),
                toughness: g.amount(),
            },
            12 => StaticAbility::ControlledBy {
                filter: g.filter(),
                player: g.player(),
            },
            _ => StaticAbility::Pending(g.of(EffectFamily::ALL)),
        })
    }
}
