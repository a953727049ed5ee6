//! Events and the triggered abilities that see them (CR 603).

use super::ids::{FaceId, ObjectId, Player, Ref, Slot};
use super::pool::{Ability, Pool, Trigger, TriggerKind, Triggered};
use super::query::Source;
use super::state::{PendingTrigger, State};
use super::step::Step;
use std::sync::Arc;
use turnzero_contract::card::Zone;

/// Something that happens, as triggered abilities look at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Happening {
    /// What kind of event.
    pub(crate) kind: TriggerKind,
    /// The object that does it or to which it happens.
    pub(crate) object: ObjectId,
    /// The player who does it, or whose turn it is.
    pub(crate) player: Player,
    /// A number, such as damage.
    pub(crate) amount: i32,
    /// Combat damage.
    pub(crate) combat: bool,
    /// To whom, for damage.
    pub(crate) to: Option<Ref>,
    /// The step that begins.
    pub(crate) step: Step,
}

impl Happening {
    /// An event with an object and a player.
    pub(crate) const fn of(kind: TriggerKind, object: ObjectId, player: Player) -> Self {
        Self {
            kind,
            object,
            player,
            amount: 0,
            combat: false,
            to: None,
            step: Step::Untap,
        }
    }
}

impl State {
    /// Looks for abilities that trigger on this, and keeps them for the stack.
    pub(crate) fn trigger(&mut self, happening: &Happening) {
        let bit = happening.kind.bit();
        if self.pool.all_triggers & bit == 0 {
            return;
        }
        let pool = Arc::clone(&self.pool);
        for at in 0..self.battlefield.len() {
            let slot = self.battlefield[at];
            let face = self.object(slot).face;
            if pool.face(face).triggers & bit != 0 && !self.is(slot).blank {
                self.look(&pool, slot, face, Zone::Battlefield, happening);
            }
        }
        for at in 0..self.granted.len() {
            let (slot, face) = self.granted[at];
            if pool.face(face).triggers & bit != 0 {
                self.look(&pool, slot, face, Zone::Battlefield, happening);
            }
        }
        if pool.hidden_triggers & bit != 0 {
            self.look_elsewhere(&pool, happening);
        }
    }

    /// Abilities that work in graveyards, hands and on the stack (CR 113.6), and the object's own.
    fn look_elsewhere(&mut self, pool: &Pool, happening: &Happening) {
        let bit = happening.kind.bit();
        for seat in 0..self.players.len() {
            for zone in [Zone::Graveyard, Zone::Hand] {
                let player = Player(u8::try_from(seat).unwrap_or(0));
                for at in 0..self.cards_in(zone, player).len() {
                    let slot = self.cards_in(zone, player)[at];
                    let face = self.object(slot).face;
                    if pool.face(face).triggers & bit != 0 {
                        self.look(pool, slot, face, zone, happening);
                    }
                }
            }
        }
    }

    fn look(&mut self, pool: &Pool, slot: Slot, face: FaceId, zone: Zone, happening: &Happening) {
        for (index, ability) in pool.face(face).abilities.iter().enumerate() {
            let Ability::Triggered(triggered) = ability else {
                continue;
            };
            if triggered.zone != zone {
                continue;
            }
            for event in &triggered.events {
                if event.kind == happening.kind && self.sees(event, triggered, slot, happening) {
                    let source = self.id(slot);
                    let event_player = match happening.to {
                        Some(Ref::Player(player)) => player,
                        _ => happening.player,
                    };
                    self.triggers.push(PendingTrigger {
                        source,
                        face,
                        ability: u8::try_from(index).unwrap_or(u8::MAX),
                        controller: self.object(slot).controller,
                        event_object: happening.object,
                        event_player: Some(event_player),
                        event_amount: happening.amount,
                    });
                }
            }
        }
    }

    fn sees(&self, event: &Trigger, triggered: &Triggered, slot: Slot, happening: &Happening) -> bool {
        let by = Source {
            event_object: happening.object,
            event_player: Some(happening.player),
            that_many: happening.amount,
            ..Source::of_object(self, slot)
        };
        let right_step = event.kind != TriggerKind::BeginningOf || event.step == happening.step;
        let right_recipient = match happening.to {
            Some(Ref::Player(player)) => !event.to_opponent || player != by.controller,
            _ => !event.to_player && !event.to_opponent,
        };
        let right_damage = (!event.combat || happening.combat) && right_recipient;
        right_step
            && right_damage
            && self.is_player(event.player, happening.player, &by)
            && event
                .filter
                .is_none_or(|filter| self.matches_known(filter, happening.object, &by))
            // An intervening "if" is checked now and again on resolution (CR 603.4).
            && triggered.condition.is_none_or(|condition| self.holds(condition, &by))
    }
}
