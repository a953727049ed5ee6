//! Permanents: destroy, sacrifice, tap, counters, attachments, tokens (CR 701, 111, 122).

use super::Destination;
use crate::rules::characteristics::Keywords;
use crate::rules::ids::{FaceId, ObjectId, Player, Slot};
use crate::rules::log::GameEvent;
use crate::rules::object::Flags;
use crate::rules::pool::TriggerKind;
use crate::rules::state::{CounterPile, State};
use crate::rules::triggers::Happening;
use turnzero_contract::card::Zone;

/// Counter kinds with a field of their own, by their number in every pool.
const PLUS: u8 = 0;
/// −1/−1 counters.
const MINUS: u8 = 1;
/// Loyalty counters.
pub(crate) const LOYALTY: u8 = 2;

impl State {
    /// Whether a destruction would really destroy; uses up a regeneration shield if not (CR 701.8, 701.19).
    pub(crate) fn would_be_destroyed(&mut self, slot: Slot, may_regenerate: bool) -> bool {
        let keywords = self.is(slot).keywords;
        if keywords.has(Keywords::INDESTRUCTIBLE) {
            return false;
        }
        if may_regenerate && self.object(slot).shields > 0 && !keywords.has(Keywords::CANT_BE_REGENERATED) {
            self.regenerate(slot);
            return false;
        }
        true
    }

    fn regenerate(&mut self, slot: Slot) {
        let id = self.id(slot);
        self.tap(slot);
        let object = self.object_mut(slot);
        object.shields -= 1;
        object.damage = 0;
        object.flags.set(Flags::DEATHTOUCHED, false);
        let face = object.face;
        self.combat.remove(id);
        self.note(GameEvent::Regenerated { face, object: id });
    }

    /// Sacrifices a permanent (CR 701.21).
    pub(crate) fn sacrifice(&mut self, slot: Slot) {
        let controller = self.object(slot).controller;
        self.trigger(&Happening::of(TriggerKind::Sacrifices, self.id(slot), controller));
        self.move_to(slot, Destination::of(Zone::Graveyard));
    }

    /// Taps a permanent.
    pub(crate) fn tap(&mut self, slot: Slot) {
        if self.object(slot).flags.has(Flags::TAPPED) {
            return;
        }
        self.object_mut(slot).flags.set(Flags::TAPPED, true);
        self.stale |= self.fickle;
        let (object, controller) = (self.id(slot), self.object(slot).controller);
        let face = self.object(slot).face;
        self.note(GameEvent::Tapped { face, object });
        self.trigger(&Happening::of(TriggerKind::BecomesTapped, object, controller));
    }

    /// Untaps a permanent.
    pub(crate) fn untap(&mut self, slot: Slot) {
        if !self.object(slot).flags.has(Flags::TAPPED) {
            return;
        }
        self.object_mut(slot).flags.set(Flags::TAPPED, false);
        self.stale |= self.fickle;
        let (object, face) = (self.id(slot), self.object(slot).face);
        self.note(GameEvent::Untapped { face, object });
    }

    /// Creates a token (CR 701.7).
    pub(crate) fn create_token(&mut self, face: FaceId, player: Player, tapped: bool) -> ObjectId {
        let slot = self.add_object(face, player, Zone::Battlefield, Flags::TOKEN);
        let object = self.id(slot);
        self.note(GameEvent::TokenCreated {
            object,
            face,
            controller: player,
        });
        self.entered(slot, tapped);
        object
    }

    /// Puts counters of a kind on a permanent, or takes them away when `count` is negative.
    pub(crate) fn put_counters(&mut self, slot: Slot, kind: u8, count: i32) {
        let on = self.id(slot);
        let change = |have: u16| u16::try_from(i32::from(have).saturating_add(count).max(0)).unwrap_or(u16::MAX);
        match kind {
            PLUS => self.object_mut(slot).plus_counters = change(self.object(slot).plus_counters),
            MINUS => self.object_mut(slot).minus_counters = change(self.object(slot).minus_counters),
            LOYALTY => self.object_mut(slot).loyalty = change(self.object(slot).loyalty),
            _ => match self.counters.iter_mut().find(|pile| pile.on == on && pile.kind == kind) {
                Some(pile) => pile.count = change(pile.count),
                None if count > 0 => self.counters.push(CounterPile {
                    on,
                    kind,
                    count: change(0),
                }),
                None => {}
            },
        }
        self.stale = true;
        self.check = true;
        let face = self.object(slot).face;
        self.note(GameEvent::Counters {
            face,
            object: on,
            kind,
            by: count,
        });
    }

    /// How many counters of a kind are on a permanent.
    pub(crate) fn counters_on(&self, slot: Slot, kind: u8) -> u16 {
        let (on, object) = (self.id(slot), self.object(slot));
        match kind {
            PLUS => object.plus_counters,
            MINUS => object.minus_counters,
            LOYALTY => object.loyalty,
            _ => self
                .counters
                .iter()
                .find(|pile| pile.on == on && pile.kind == kind)
                .map_or(0, |pile| pile.count),
        }
    }

    /// Attaches a permanent to something (CR 701.3).
    pub(crate) fn attach(&mut self, what: Slot, to: ObjectId) {
        if self.object(what).attached_to != to {
            let timestamp = self.tick();
            let object = self.object_mut(what);
            object.attached_to = to;
            object.timestamp = timestamp;
            self.stale = true;
            self.check = true;
        }
    }
}
