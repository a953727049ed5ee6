//! Damage (CR 120).

use crate::rules::characteristics::{Characteristics, Keywords, Types};
use crate::rules::ids::{ObjectId, Ref, Slot};
use crate::rules::log::GameEvent;
use crate::rules::object::Flags;
use crate::rules::pool::TriggerKind;
use crate::rules::state::State;
use crate::rules::triggers::Happening;

impl State {
    /// A source deals damage to one recipient, and to nothing else at this time. How much was dealt.
    pub(crate) fn deal_damage(&mut self, source: ObjectId, to: Ref, amount: i32, combat: bool) -> i32 {
        let dealt = self.deal_at_once(source, to, amount, combat);
        self.damage_is_dealt();
        dealt
    }

    /// A source deals its part of damage that is dealt at one time; [`State::damage_is_dealt`] ends
    /// it. What protection or a shield prevents is not dealt (CR 615). How much was dealt.
    pub(crate) fn deal_at_once(&mut self, source: ObjectId, to: Ref, amount: i32, combat: bool) -> i32 {
        let Some((is, object)) = self.known(source) else {
            return 0;
        };
        if amount <= 0 || !self.can_be_damaged(to, &is) {
            return 0;
        }
        let dealt = self.unprevented(to, amount);
        if dealt <= 0 {
            return 0;
        }
        match to {
            Ref::Player(player) => self.lose_life(player, dealt),
            Ref::Object(id) => self.damage_permanent(id.slot, dealt, is.keywords),
            Ref::Stack(_) => {}
        }
        self.note(GameEvent::Damage {
            source: object.face,
            to,
            amount: u16::try_from(dealt).unwrap_or(u16::MAX),
            combat,
        });
        if is.has(Keywords::LIFELINK) {
            self.gain_life(object.controller, dealt);
        }
        self.trigger(&Happening {
            amount: dealt,
            combat,
            to: Some(to),
            ..Happening::of(TriggerKind::DealsDamage, source, object.controller)
        });
        if let Ref::Object(id) = to {
            self.remember_damage(source, id, dealt);
        }
        dealt
    }

    /// All damage of one time is dealt: abilities that trigger on being dealt damage see the sum
    /// (CR 603.2c).
    pub(crate) fn damage_is_dealt(&mut self) {
        let mut hurt = std::mem::take(&mut self.hurt);
        for (id, amount) in hurt.drain(..) {
            let controller = self.object(id.slot).controller;
            self.trigger(&Happening {
                amount,
                to: Some(Ref::Object(id)),
                ..Happening::of(TriggerKind::IsDealtDamage, id, controller)
            });
        }
        self.hurt = hurt;
    }

    fn remember_damage(&mut self, source: ObjectId, to: ObjectId, dealt: i32) {
        if self.pool.remembers_damage && !self.damaged.contains(&(source, to)) {
            self.damaged.push((source, to));
        }
        if self.pool.all_triggers & TriggerKind::IsDealtDamage.bit() != 0 {
            match self.hurt.iter_mut().find(|(other, _)| *other == to) {
                Some((_, sum)) => *sum = sum.saturating_add(dealt),
                None => self.hurt.push((to, dealt)),
            }
        }
    }

    /// Whether a source can deal damage to this at all. Protection comes before any shield, so that
    /// none is used up in vain.
    fn can_be_damaged(&self, to: Ref, source: &Characteristics) -> bool {
        match to {
            Ref::Player(player) => self.players[player.index()].playing,
            Ref::Object(id) => self.on_battlefield(id).is_some_and(|slot| {
                let is = self.is(slot);
                let damageable = Types(Types::CREATURE.0 | Types::PLANESWALKER.0 | Types::BATTLE.0);
                is.types.any(damageable) && !is.keywords.protects_from(source.colors)
            }),
            Ref::Stack(_) => false,
        }
    }

    fn damage_permanent(&mut self, slot: Slot, dealt: i32, keywords: Keywords) {
        let types = self.is(slot).types;
        let marked = u16::try_from(dealt).unwrap_or(u16::MAX);
        let object = self.object_mut(slot);
        if types.any(Types::PLANESWALKER) {
            object.loyalty = object.loyalty.saturating_sub(marked);
        }
        if types.any(Types::CREATURE) {
            object.damage = object.damage.saturating_add(marked);
            if keywords.has(Keywords::DEATHTOUCH) {
                object.flags.set(Flags::DEATHTOUCHED, true);
            }
        }
        self.check = true;
    }

    /// The most that damage to something is worth when it is drained: a player's life total, a
    /// planeswalker's loyalty, a creature's toughness, all before the damage.
    pub(crate) fn drainable(&self, to: Ref) -> i32 {
        match to {
            Ref::Player(player) => self.players[player.index()].life.max(0),
            Ref::Object(id) => self.on_battlefield(id).map_or(0, |slot| {
                let is = self.is(slot);
                if is.is_creature() {
                    i32::from(is.toughness.max(0))
                } else {
                    i32::from(self.object(slot).loyalty)
                }
            }),
            Ref::Stack(_) => 0,
        }
    }
}
