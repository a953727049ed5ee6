//! Resolving spells and abilities (CR 608): an interpreter that stops where a player has to choose.

mod cards;
mod control;
mod fight;
mod look;
mod objects;
mod returning;
mod search;
mod tap;

use super::actions::Destination;
use super::characteristics::Types;
use super::decision::{Answer, Illegal};
use super::ids::{ObjectId, Ref};
use super::log::GameEvent;
use super::object::Flags;
use super::pool::{Ability, Op, Place};
use super::query::Source;
use super::stack::{ILLEGAL, StackItem, StackKind};
use super::state::{Resolution, State};
use turnzero_contract::card::Zone;

impl State {
    /// Takes the top spell or ability off the stack and begins to resolve it.
    pub(crate) fn resolve_top(&mut self) {
        let Some(item) = self.stack.pop() else {
            return;
        };
        self.it.clear();
        let (face, serial) = (item.face, item.serial);
        if self.all_targets_illegal(&item) {
            self.note(GameEvent::Fizzled { face, serial });
            self.finish(&item);
            return;
        }
        let permanent = item.kind == StackKind::Spell && self.pool.face(face).printed.types.any(Types::PERMANENT);
        if permanent {
            let attached_to = self.aura_bearer(&item);
            let mut cast = Flags::default();
            cast.set(Flags::KICKED, item.kicked);
            cast.set(Flags::EVOKED, self.payment(&item).is_some_and(|payment| payment.evokes));
            self.move_to(
                item.source.slot,
                Destination {
                    controller: Some(item.controller),
                    attached_to,
                    cast,
                    ..Destination::of(Zone::Battlefield)
                },
            );
            self.note(GameEvent::Resolved { face, serial });
            self.check = true;
            return;
        }
        if !self.still_wanted(&item) {
            self.finish(&item);
            return;
        }
        let Some(code) = item.code else {
            self.finish(&item);
            return;
        };
        self.resolution = Some(Resolution {
            item,
            at: self.pool.code(code).start,
            back: [0; 4],
            depth: 0,
            done: false,
            that_many: item.event_amount,
            drained: 0,
            turn_of: 0,
            target_base: 0,
            modes_left: item.modes,
        });
    }

    /// CR 608.2b: targets that became illegal are left alone; true when none is left.
    fn all_targets_illegal(&mut self, item: &StackItem) -> bool {
        let (start, len) = (usize::from(item.targets.0), usize::from(item.targets.1));
        let mut legal = 0;
        for at in start..start + len {
            if self.target_still_legal(item, at) {
                legal += 1;
            } else if let Some(target) = self.targets.get_mut(at) {
                target.slot = ILLEGAL;
                target.to = Ref::Object(ObjectId::NONE);
            }
        }
        len > 0 && legal == 0
    }

    fn aura_bearer(&self, item: &StackItem) -> ObjectId {
        let aura = self.pool.face(item.face).enchant.is_some();
        match self.target(0, &Source::of_item(item)) {
            Some(Ref::Object(id)) if aura => id,
            _ => ObjectId::NONE,
        }
    }

    /// The intervening "if" of a triggered ability still holds (CR 603.4).
    fn still_wanted(&self, item: &StackItem) -> bool {
        if item.kind != StackKind::Triggered {
            return true;
        }
        match self.pool.face(item.face).abilities.get(usize::from(item.ability)) {
            Some(Ability::Triggered(triggered)) => triggered
                .condition
                .is_none_or(|condition| self.holds(condition, &Source::of_item(item))),
            _ => true,
        }
    }

    /// The spell or ability has resolved, or did not: a spell's card leaves the stack (CR 608.2n).
    fn finish(&mut self, item: &StackItem) {
        self.resolution = None;
        if item.kind == StackKind::Spell && self.lives(item.source) && self.object(item.source.slot).zone == Zone::Stack
        {
            self.leave_stack(item, Place::Graveyard, &Source::of_item(item));
        }
        if self.stack.is_empty() {
            self.targets.clear();
        }
        self.check = true;
    }

    /// The point of view of what resolves now.
    fn view(resolution: &Resolution) -> Source {
        Source {
            target_base: resolution.target_base,
            that_many: resolution.that_many,
            ..Source::of_item(&resolution.item)
        }
    }

    /// Runs operations until a question comes up or the effect is done.
    pub(crate) fn run(&mut self) {
        while let (Some(mut resolution), None, None) = (self.resolution, self.ask, self.ending) {
            if !self.entering.is_empty() {
                return;
            }
            let Some(op) = self.pool.ops.get(resolution.at as usize).copied() else {
                self.finish(&resolution.item);
                return;
            };
            resolution.at += 1;
            self.resolution = Some(resolution);
            if self.stale {
                self.refresh();
            }
            if op == Op::End && resolution.depth == 0 {
                let (face, serial) = (resolution.item.face, resolution.item.serial);
                self.note(GameEvent::Resolved { face, serial });
                self.finish(&resolution.item);
                return;
            }
            let by = Self::view(&resolution);
            self.perform(op, &by);
        }
    }

    fn perform(&mut self, op: Op, by: &Source) {
        match op {
            Op::End | Op::Jump(_) | Op::Unless(..) | Op::Attempt | Op::UnlessDone(_) | Op::May { .. } | Op::Modes => {
                self.perform_control(op, by);
            }
            Op::Draw(..)
            | Op::Mill(..)
            | Op::Shuffle(_)
            | Op::GainLife(..)
            | Op::LoseLife(..)
            | Op::CreateToken { .. }
            | Op::AddMana(_)
            | Op::Continuous { .. } => self.perform_on_players(op, by),
            Op::Discard { .. } | Op::Sacrifice { .. } => self.perform_choices(op, by),
            Op::Scry(_) | Op::Surveil(_) | Op::RevealTop { .. } | Op::RevealHand(_) | Op::Rearrange(..) => {
                self.perform_look(op, by);
            }
            Op::Fight(one, other) => self.perform_fight(one, other, by),
            Op::TapOrUntap(what) => self.ask_tap_or_untap(what, by),
            Op::Search(search) => self.perform_search(search, by),
            Op::ReturnWithCounter => self.perform_return(by),
            Op::SacrificeSource => {
                if let Some(slot) = self.on_battlefield(by.object) {
                    self.sacrifice(slot);
                }
            }
            _ => self.perform_on_objects(op, by),
        }
    }

    /// Notes what a step did: for "that many", "if you do" and "it".
    fn did(&mut self, count: usize) {
        if let Some(resolution) = &mut self.resolution {
            resolution.that_many = i32::try_from(count).unwrap_or(i32::MAX);
            resolution.done |= count > 0;
        }
    }

    /// The operation that asked, again or for the first time.
    fn asking_op(&self) -> Option<Op> {
        let resolution = self.resolution?;
        self.pool.ops.get(resolution.at.checked_sub(1)? as usize).copied()
    }

    /// An answer to a question of the effect that resolves.
    pub(crate) fn answer_resolution(&mut self, answer: &Answer<'_>) -> Result<(), Illegal> {
        let (Some(resolution), Some(op)) = (self.resolution, self.asking_op()) else {
            return Err(Illegal::NothingAsked);
        };
        let by = Self::view(&resolution);
        match (op, *answer) {
            (Op::May { .. }, answer) => self.answer_may(op, &answer, &by),
            (Op::Discard { .. } | Op::Sacrifice { .. }, Answer::Objects(chosen)) => {
                self.ask = None;
                self.answer_choice(op, chosen, &by);
                Ok(())
            }
            (Op::Scry(_) | Op::Surveil(_) | Op::Rearrange(..), Answer::Objects(chosen)) => {
                self.answer_look(op, chosen);
                Ok(())
            }
            (Op::Search(search), Answer::Objects(chosen)) => self.answer_search(search, chosen, &by),
            (Op::TapOrUntap(what), Answer::Modes(modes)) => self.tap_or_untap(what, modes, &by),
            (Op::AddMana(output), Answer::Number(number)) => self.answer_mana(output, number, &by),
            (_, Answer::Objects(chosen)) => {
                self.ask = None;
                let chosen = chosen.to_vec();
                self.act_on(op, &chosen, &by);
                Ok(())
            }
            _ => Err(Illegal::WrongKind),
        }
    }
}
