//! Objects changing zones: new identity, last known information, triggers (CR 400.7, 603.6, 603.10).

use crate::rules::characteristics::Keywords;
use crate::rules::entering::Entering;
use crate::rules::ids::{FaceId, ObjectId, Player, Ref, Slot};
use crate::rules::knowledge::known_on_arrival;
use crate::rules::log::GameEvent;
use crate::rules::object::{Flags, Object};
use crate::rules::pool::{Ability, Place, StaticKind, Traits, TriggerKind};
use crate::rules::query::Source;
use crate::rules::state::{LastKnown, State};
use crate::rules::triggers::Happening;
use turnzero_contract::card::{PlayerRef, Zone};

/// Where an object goes, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Destination {
    /// The zone.
    pub(crate) zone: Zone,
    /// Under whose control; its owner's when absent.
    pub(crate) controller: Option<Player>,
    /// Enters the battlefield tapped.
    pub(crate) tapped: bool,
    /// At the bottom of the library instead of the top.
    pub(crate) bottom: bool,
    /// What it enters attached to.
    pub(crate) attached_to: ObjectId,
    /// How it was cast, as the switches of the permanent that tell it (CR 702.33d, 702.74a).
    pub(crate) cast: Flags,
    /// +1/+1 counters it enters with.
    pub(crate) plus_counters: u16,
}

impl Destination {
    /// A zone, its owner's part of it.
    pub(crate) const fn of(zone: Zone) -> Self {
        Self {
            zone,
            controller: None,
            tapped: false,
            bottom: false,
            attached_to: ObjectId::NONE,
            cast: Flags(0),
            plus_counters: 0,
        }
    }
}

impl State {
    /// Puts a new object into the game, outside all zones' events: cards at the start, tokens.
    pub(crate) fn add_object(&mut self, face: FaceId, owner: Player, zone: Zone, flags: Flags) -> Slot {
        let timestamp = self.tick();
        let printed = self.pool.face(face).printed;
        let slot = self.free.pop().unwrap_or_else(|| {
            let slot = Slot(u16::try_from(self.objects.len()).unwrap_or(u16::MAX - 1));
            self.objects.push(Object::new(face, 0, owner, owner, zone, timestamp));
            self.characteristics.push(printed);
            slot
        });
        let life = self.object(slot).life.wrapping_add(1);
        *self.object_mut(slot) = Object {
            flags,
            known: known_on_arrival(zone, owner),
            ..Object::new(face, life, owner, owner, zone, timestamp)
        };
        self.characteristics[slot.index()] = printed;
        self.enlist(slot, zone, owner, false);
        slot
    }

    /// Moves an object to another zone; what it was stays known for a while.
    pub(crate) fn move_to(&mut self, slot: Slot, to: Destination) -> ObjectId {
        if self.object(slot).zone == Zone::Battlefield {
            self.refresh();
        }
        let to = self.replaced(slot, to);
        self.leaving(slot, to.zone);
        self.moved(slot, to)
    }

    /// Where an object really goes (CR 614.1a).
    fn replaced(&self, slot: Slot, to: Destination) -> Destination {
        if to.zone != Zone::Graveyard || self.object(slot).zone != Zone::Battlefield {
            return to;
        }
        if self.is(slot).has(Keywords::EXILED_INSTEAD) {
            Destination::of(Zone::Exile)
        } else {
            to
        }
    }

    /// Moves several objects at once: abilities that trigger on one of them leaving see all of them
    /// (CR 603.10a).
    pub(crate) fn move_all(&mut self, slots: &[Slot], to: Destination) {
        self.refresh();
        for slot in slots {
            self.leaving(*slot, self.replaced(*slot, to).zone);
        }
        for slot in slots {
            self.moved(*slot, self.replaced(*slot, to));
        }
    }

    /// Puts an object where an effect says.
    pub(crate) fn put(&mut self, slot: Slot, place: Place, by: &Source) -> ObjectId {
        let to = match place {
            Place::Hand => Destination::of(Zone::Hand),
            Place::Graveyard => Destination::of(Zone::Graveyard),
            Place::Exile => Destination::of(Zone::Exile),
            Place::Command => Destination::of(Zone::Command),
            Place::LibraryTop | Place::LibraryShuffled => Destination::of(Zone::Library),
            Place::LibraryBottom => Destination {
                bottom: true,
                ..Destination::of(Zone::Library)
            },
            Place::Battlefield { tapped, control } => {
                let controller = match control {
                    PlayerRef::ItsOwner => Some(self.object(slot).owner),
                    other => self.the_player(other, by),
                };
                Destination {
                    controller,
                    tapped,
                    ..Destination::of(Zone::Battlefield)
                }
            }
        };
        let owner = self.object(slot).owner;
        let id = self.move_to(slot, to);
        if place == Place::Exile && self.lives(id) {
            // Linked abilities find what the source exiled (CR 607.2a).
            self.object_mut(slot).attached_to = by.object;
        }
        if place == Place::LibraryShuffled {
            self.shuffle(owner);
        }
        id
    }

    /// Triggers and memory of an object that is about to leave its zone.
    fn leaving(&mut self, slot: Slot, to: Zone) {
        let (id, object) = (self.id(slot), *self.object(slot));
        if object.zone != Zone::Battlefield {
            if object.zone == Zone::Graveyard {
                self.trigger(&Happening::of(TriggerKind::LeavesGraveyard, id, object.owner));
            }
            return;
        }
        self.refresh();
        let happening = Happening::of(TriggerKind::Leaves, id, object.controller);
        self.trigger(&happening);
        if to == Zone::Graveyard {
            self.trigger(&Happening {
                kind: TriggerKind::Dies,
                ..happening
            });
        }
    }

    fn moved(&mut self, slot: Slot, to: Destination) -> ObjectId {
        let (old, was) = (self.id(slot), *self.object(slot));
        let is = *self.is(slot);
        let token = was.flags.has(Flags::TOKEN);
        self.delist(slot, was.zone, was.owner);
        if was.zone == Zone::Battlefield {
            self.combat.remove(old);
            self.stale = true;
            self.check = true;
        }
        self.stale |= self.fickle;
        let known = self.known_after_move(&was, to.zone);
        let timestamp = self.tick();
        let controller = to.controller.unwrap_or(was.owner);
        let card = was.card;
        let mut flags = was.flags.only(Flags(Flags::COMMANDER.0 | Flags::TOKEN.0));
        flags.set(to.cast, true);
        let life = was.life.wrapping_add(1);
        *self.object_mut(slot) = Object {
            flags,
            attached_to: to.attached_to,
            plus_counters: to.plus_counters,
            known,
            ..Object::new(card, life, was.owner, controller, to.zone, timestamp)
        };
        let new = ObjectId { slot, life };
        if matches!(was.zone, Zone::Battlefield | Zone::Stack) || self.resolution.is_some() {
            self.last_known.push(LastKnown {
                object: old,
                became: new,
                characteristics: is,
                was,
            });
        }
        self.note(GameEvent::Moved {
            object: old,
            face: was.face,
            owner: was.owner,
            controller: was.controller,
            from: was.zone,
            to: to.zone,
            creature: is.is_creature(),
            known,
        });
        self.characteristics[slot.index()] = self.pool.face(card).printed;
        if token && to.zone != Zone::Battlefield {
            self.note(GameEvent::TokenCeased { face: was.face });
            self.object_mut(slot).flags.set(Flags::GONE, true);
            self.free.push(slot);
            return new;
        }
        self.enlist(slot, to.zone, was.owner, to.bottom);
        if to.zone == Zone::Battlefield {
            self.entered(slot, to.tapped);
        }
        new
    }

    /// A permanent just arrived on the battlefield.
    pub(crate) fn entered(&mut self, slot: Slot, tapped: bool) {
        let face = self.object(slot).face;
        let loyalty = self.pool.face(face).loyalty;
        let tapped = tapped || self.enters_tapped(slot);
        let object = self.object_mut(slot);
        object.loyalty = loyalty;
        object.flags.set(Flags::TAPPED, tapped);
        self.enter_with_counters(slot);
        self.stale = true;
        self.check = true;
        self.entering.extend(self.entering_price(slot));
        self.refresh();
        let controller = self.object(slot).controller;
        self.trigger(&Happening::of(TriggerKind::Enters, self.id(slot), controller));
    }

    /// Counters that a permanent's own ability has it enter with (CR 614.1c).
    fn enter_with_counters(&mut self, slot: Slot) {
        let face = self.object(slot).face;
        if !self.pool.has(face, Traits::ENTERS_WITH) {
            return;
        }
        let pool = std::sync::Arc::clone(&self.pool);
        let by = Source::of_object(self, slot);
        for ability in &pool.face(face).abilities {
            if let Ability::Static(fixed) = ability
                && let StaticKind::EntersWith { kind, count } = fixed.kind
            {
                let count = self.amount(count, &by);
                self.put_counters(slot, kind, count);
            }
        }
    }

    /// What has to be paid so that a permanent does not enter tapped.
    fn entering_price(&self, slot: Slot) -> Option<Entering> {
        let face = self.object(slot).face;
        if !self.pool.has(face, Traits::ENTERS_TAPPED) {
            return None;
        }
        let price = |ability: &Ability| match ability {
            Ability::Static(fixed) => match fixed.kind {
                StaticKind::EntersTapped { paid, .. } => paid,
                _ => None,
            },
            _ => None,
        };
        let cost = self.pool.face(face).abilities.iter().find_map(price)?;
        Some(Entering {
            object: self.id(slot),
            cost,
        })
    }

    /// Whether a permanent enters tapped by its own ability (CR 614.1c, 614.12).
    fn enters_tapped(&self, slot: Slot) -> bool {
        let face = self.object(slot).face;
        if !self.pool.has(face, Traits::ENTERS_TAPPED) {
            return false;
        }
        let face = self.pool.face(face);
        let by = Source::of_object(self, slot);
        face.abilities.iter().any(|ability| match ability {
            Ability::Static(fixed) => match fixed.kind {
                StaticKind::EntersTapped {
                    unless: None,
                    paid: None,
                } => true,
                StaticKind::EntersTapped {
                    unless: Some(condition),
                    ..
                } => !self.holds(condition, &by),
                _ => false,
            },
            _ => false,
        })
    }

    /// The object that this one became when it changed zones, if that is still there (CR 400.7).
    pub(crate) fn successor(&self, id: ObjectId) -> Option<ObjectId> {
        let mut now = id;
        for last in &self.last_known {
            if last.object == now {
                now = last.became;
            }
        }
        self.lives(now).then_some(now)
    }

    /// The object a reference means, if it is still there.
    pub(crate) fn living(&self, to: Ref) -> Option<Slot> {
        match to {
            Ref::Object(id) => self.lives(id).then_some(id.slot),
            Ref::Player(_) | Ref::Stack(_) => None,
        }
    }

    fn enlist(&mut self, slot: Slot, zone: Zone, owner: Player, bottom: bool) {
        let player = &mut self.players[owner.index()];
        match zone {
            Zone::Battlefield => self.battlefield.push(slot),
            Zone::Hand => player.hand.push(slot),
            Zone::Library if bottom => player.library.insert(0, slot),
            Zone::Library => player.library.push(slot),
            Zone::Graveyard => player.graveyard.push(slot),
            Zone::Exile => self.exile.push(slot),
            Zone::Command => self.command.push(slot),
            Zone::Stack => {}
        }
    }

    fn delist(&mut self, slot: Slot, zone: Zone, owner: Player) {
        let player = &mut self.players[owner.index()];
        let list = match zone {
            Zone::Battlefield => &mut self.battlefield,
            Zone::Hand => &mut player.hand,
            Zone::Library => &mut player.library,
            Zone::Graveyard => &mut player.graveyard,
            Zone::Exile => &mut self.exile,
            Zone::Command => &mut self.command,
            Zone::Stack => return,
        };
        // Cards leave near the end of a zone most often.
        if let Some(at) = list.iter().rposition(|other| *other == slot) {
            list.remove(at);
        }
    }
}
