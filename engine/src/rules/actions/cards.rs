//! Cards: draw, discard, mill, shuffle; countering spells (CR 121, 701.6, 701.9, 701.17, 701.24).

use super::Destination;
use crate::rules::characteristics::Keywords;
use crate::rules::ids::{Player, Slot};
use crate::rules::log::GameEvent;
use crate::rules::pool::{Payment, Place, TriggerKind};
use crate::rules::query::Source;
use crate::rules::stack::{CastWay, StackItem, StackKind};
use crate::rules::state::State;
use crate::rules::triggers::Happening;
use turnzero_contract::card::Zone;

impl State {
    /// A player draws cards, one after another (CR 121.2).
    pub(crate) fn draw(&mut self, player: Player, count: u32) {
        for _ in 0..count {
            let state = &mut self.players[player.index()];
            if !state.playing {
                return;
            }
            state.drawn = state.drawn.saturating_add(1);
            let Some(slot) = state.library.last().copied() else {
                state.drew_from_empty = true;
                self.check = true;
                self.note(GameEvent::DrewFromEmpty { player });
                continue;
            };
            let object = self.move_to(slot, Destination::of(Zone::Hand));
            let face = self.object(slot).face;
            self.note(GameEvent::Drew { player, object, face });
            self.trigger(&Happening::of(TriggerKind::Draws, object, player));
        }
    }

    /// A card is discarded.
    pub(crate) fn discard(&mut self, slot: Slot) {
        let owner = self.object(slot).owner;
        self.trigger(&Happening::of(TriggerKind::Discards, self.id(slot), owner));
        self.move_to(slot, Destination::of(Zone::Graveyard));
    }

    /// Puts cards from the top of a library into the graveyard; how many there were.
    pub(crate) fn mill(&mut self, player: Player, count: u32) -> u32 {
        let mut milled = 0;
        while milled < count {
            let Some(slot) = self.players[player.index()].library.last().copied() else {
                break;
            };
            self.move_to(slot, Destination::of(Zone::Graveyard));
            milled += 1;
        }
        milled
    }

    /// Shuffles a library.
    pub(crate) fn shuffle(&mut self, player: Player) {
        let library = &mut self.players[player.index()].library;
        self.random.shuffle(library);
        self.forget_library(player);
        self.note(GameEvent::Shuffled { player });
    }

    /// Counters a spell or ability and puts a spell where the effect says (CR 701.6a); false if it is
    /// gone or can't be countered.
    pub(crate) fn counter_item(&mut self, serial: u32, to: Place, by: &Source) -> bool {
        let Some(at) = self.stack.iter().position(|item| item.serial == serial) else {
            return false;
        };
        let item = self.stack[at];
        let spell = item.kind == StackKind::Spell && self.lives(item.source);
        if spell && self.is(item.source.slot).has(Keywords::CANT_BE_COUNTERED) {
            return false;
        }
        self.stack.remove(at);
        self.note(GameEvent::Countered {
            face: item.face,
            serial,
        });
        if spell {
            self.leave_stack(&item, to, by);
        }
        true
    }

    /// The alternative cost for which a spell was cast (CR 118.9).
    pub(crate) fn payment(&self, item: &StackItem) -> Option<&Payment> {
        match item.way {
            CastWay::Alternative(index) => self.pool.face(item.face).alternatives.get(usize::from(index)),
            CastWay::Normal => None,
        }
    }

    /// A spell's card goes from the stack to its owner's zone, or to exile where its cost says so:
    /// instead of anywhere else, so that whichever replacement comes first (CR 616.1), it ends there
    /// (CR 702.34a).
    pub(crate) fn leave_stack(&mut self, item: &StackItem, to: Place, by: &Source) {
        let slot: Slot = item.source.slot;
        let exiles = self.payment(item).is_some_and(|payment| payment.exiles);
        if exiles {
            self.move_to(slot, Destination::of(Zone::Exile));
        } else {
            self.put(slot, to, by);
        }
    }
}
