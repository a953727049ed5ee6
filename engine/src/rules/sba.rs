//! State-based actions, to a fixpoint (CR 704).

use super::actions::Destination;
use super::characteristics::{Supertypes, Types};
use super::decision::{Ask, ChoosingFor};
use super::ids::{Player, Ref, Slot};
use super::log::GameEvent;
use super::object::Flags;
use super::state::{Ending, State};
use turnzero_contract::card::{Supertype, Zone};

impl State {
    /// Performs state-based actions until none applies. It stops early when a player has to choose
    /// (`ask` is set then) or the game is over.
    pub(crate) fn check_state(&mut self) {
        while self.check && self.ending.is_none() && self.ask.is_none() {
            self.check = false;
            self.refresh();
            self.check_players();
            if self.ending.is_none() {
                self.check_permanents();
            }
        }
    }

    /// CR 704.5a–c: losing.
    fn check_players(&mut self) {
        let mut lost = false;
        for seat in 0..self.players.len() {
            let player = &mut self.players[seat];
            let loses = player.life <= 0 || player.drew_from_empty || player.poison >= 10;
            player.drew_from_empty = false;
            if player.playing && loses {
                player.playing = false;
                lost = true;
                let player = Player(u8::try_from(seat).unwrap_or(0));
                self.note(GameEvent::Lost { player });
            }
        }
        if lost {
            self.stale = true;
            self.players_left();
        }
    }

    /// Ends the game when at most one player is left; else those gone leave it (CR 800.4a).
    fn players_left(&mut self) {
        let mut left = self.players_from(Player(0));
        let (first, more) = (left.next(), left.next().is_some());
        drop(left);
        match (first, more) {
            (Some(winner), false) => self.end(Ending::Won(winner)),
            (None, _) => self.end(Ending::Draw),
            (Some(_), true) => self.take_objects_away(),
        }
    }

    /// Ends the game.
    pub(crate) fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
        self.ask = None;
        let winner = match ending {
            Ending::Won(player) => Some(player),
            Ending::Draw => None,
        };
        self.note(GameEvent::Ended { winner });
    }

    /// Everything owned by players who left leaves the game (CR 800.4a).
    fn take_objects_away(&mut self) {
        let gone = |state: &Self, player: Player| !state.players[player.index()].playing;
        let serials: Vec<u32> = self
            .stack
            .iter()
            .filter(|item| gone(self, item.controller))
            .map(|item| item.serial)
            .collect();
        self.stack.retain(|item| !serials.contains(&item.serial));
        for slot in self.battlefield.clone() {
            if gone(self, self.object(slot).owner) {
                let id = self.id(slot);
                self.combat.remove(id);
                self.battlefield.retain(|other| *other != slot);
                self.object_mut(slot).flags.set(Flags::GONE, true);
                self.object_mut(slot).life = self.object(slot).life.wrapping_add(1);
            } else if gone(self, self.object(slot).base_controller) {
                self.move_to(slot, Destination::of(Zone::Exile));
            }
        }
        self.triggers
            .retain(|trigger| self.players[trigger.controller.index()].playing);
        let attacked =
            |defender: &Ref| matches!(defender, Ref::Player(player) if !self.players[player.index()].playing);
        self.combat.attacks.retain(|attack| !attacked(&attack.defender));
        self.stale = true;
        self.check = true;
        if gone(self, self.turn.priority) {
            self.turn.priority = self.next_player(self.turn.priority);
        }
    }

    /// CR 704.5d–r for permanents: all that apply at once, then again.
    fn check_permanents(&mut self) {
        let mut dying = [Slot(0); 32];
        let mut count = 0;
        let mut more = false;
        for at in 0..self.battlefield.len() {
            let slot = self.battlefield[at];
            if self.has_to_die(slot) {
                if let Some(place) = dying.get_mut(count) {
                    *place = slot;
                    count += 1;
                } else {
                    more = true;
                }
            }
        }
        // Destruction can be replaced by regeneration; the rest just goes to the graveyard.
        let mut kept = 0;
        for at in 0..count {
            let slot = dying[at];
            let destroyed = !self.is_destroyed_by_damage(slot) || self.would_be_destroyed(slot, true);
            if destroyed {
                dying[kept] = slot;
                kept += 1;
            }
        }
        if kept > 0 {
            self.move_all(&dying[..kept], Destination::of(Zone::Graveyard));
        }
        self.check |= more || kept > 0;
        self.cancel_counters();
        self.unattach();
        if !self.check {
            self.legend_rule();
        }
    }

    /// Whether it is put into the graveyard by a state-based action.
    fn has_to_die(&mut self, slot: Slot) -> bool {
        let (is, object) = (*self.is(slot), *self.object(slot));
        if is.types.any(Types::CREATURE) && is.toughness <= 0 {
            return true;
        }
        if is.types.any(Types::PLANESWALKER) && object.loyalty == 0 {
            return true;
        }
        self.is_destroyed_by_damage(slot) || self.is_loose_aura(slot)
    }

    /// CR 704.5g–h.
    fn is_destroyed_by_damage(&self, slot: Slot) -> bool {
        let (is, object) = (self.is(slot), self.object(slot));
        let lethal = i32::from(object.damage) >= i32::from(is.toughness);
        is.types.any(Types::CREATURE)
            && is.toughness > 0
            && object.damage > 0
            && (lethal || object.flags.has(Flags::DEATHTOUCHED))
            && !is.has(super::characteristics::Keywords::INDESTRUCTIBLE)
    }

    /// An Aura attached to nothing, or to something it can't enchant (CR 704.5m).
    fn is_loose_aura(&self, slot: Slot) -> bool {
        let object = self.object(slot);
        let Some(enchant) = self.pool.face(object.face).enchant else {
            return false;
        };
        if self.is(slot).types.any(Types::CREATURE) {
            return true;
        }
        let Some(bearer) = self.on_battlefield(object.attached_to) else {
            return true;
        };
        let by = super::query::Source::of_object(self, slot);
        let protected = self.is(bearer).keywords.protects_from(self.is(slot).colors);
        protected || !self.matches(enchant, bearer, &by)
    }

    /// +1/+1 and −1/−1 counters cancel out (CR 704.5q).
    fn cancel_counters(&mut self) {
        for at in 0..self.battlefield.len() {
            let object = &mut self.objects[self.battlefield[at].index()];
            let both = object.plus_counters.min(object.minus_counters);
            object.plus_counters -= both;
            object.minus_counters -= both;
        }
    }

    /// Equipment on something that is no creature comes off (CR 704.5n).
    fn unattach(&mut self) {
        for at in 0..self.battlefield.len() {
            let slot = self.battlefield[at];
            let object = self.object(slot);
            let to = object.attached_to;
            if !to.is_some() || self.pool.face(object.face).enchant.is_some() {
                continue;
            }
            let still = self.on_battlefield(to).is_some_and(|bearer| {
                let is = self.is(bearer);
                is.is_creature() && !is.keywords.protects_from(self.is(slot).colors)
            });
            if !still {
                self.object_mut(slot).attached_to = super::ids::ObjectId::NONE;
                self.stale = true;
            }
        }
    }

    /// Two legendary permanents of one name and controller: the controller keeps one (CR 704.5j).
    fn legend_rule(&mut self) {
        let legendary = Supertypes::of(Supertype::Legendary);
        for at in 0..self.battlefield.len() {
            let slot = self.battlefield[at];
            if self.is(slot).supertypes.0 & legendary.0 == 0 {
                continue;
            }
            let (name, controller) = (self.name(slot), self.object(slot).controller);
            let same = |state: &Self, other: Slot| {
                state.is(other).supertypes.0 & legendary.0 != 0
                    && state.name(other) == name
                    && state.object(other).controller == controller
            };
            let rivals = self.battlefield[at..]
                .iter()
                .filter(|other| same(self, **other))
                .count();
            if rivals < 2 {
                continue;
            }
            let mut candidates = std::mem::take(&mut self.candidates);
            candidates.clear();
            candidates.extend(
                self.battlefield
                    .iter()
                    .filter(|other| same(self, **other))
                    .map(|other| Ref::Object(self.id(*other))),
            );
            self.candidates = candidates;
            self.asked = controller;
            self.ask = Some(Ask::Objects {
                min: 1,
                max: 1,
                why: ChoosingFor::Legend,
            });
            return;
        }
    }

    /// The legend that was chosen stays, the others go.
    pub(crate) fn keep_legend(&mut self, kept: Ref) {
        let others: Vec<Slot> = self
            .candidates
            .iter()
            .filter(|other| **other != kept)
            .filter_map(|other| self.living(*other))
            .collect();
        self.move_all(&others, Destination::of(Zone::Graveyard));
        self.check = true;
    }
}
