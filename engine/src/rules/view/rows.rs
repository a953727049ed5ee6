//! Rows: places in one viewer's observation, and the objects they stand for.

use super::{count, seat};
use crate::Mutant;
use crate::rules::decision::{Ask, ChoosingFor};
use crate::rules::ids::{ObjectId, Player, Ref, Slot};
use crate::rules::knowledge::is_public;
use crate::rules::stack::StackItem;
use crate::rules::state::State;
use turnzero_contract::card::Zone;
use turnzero_contract::{Name, Row, Seat};

/// Room for numbering rows, kept from one decision to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowsRoom {
    hand: Vec<Slot>,
    looked_at: Vec<Slot>,
}

/// The rows of one viewer at one moment.
#[derive(Debug)]
pub(crate) struct Rows<'a> {
    state: &'a State,
    viewer: Player,
    /// The own hand by name.
    pub(crate) hand: Vec<Slot>,
    /// Cards of hidden zones that the open question shows to the viewer.
    pub(crate) looked_at: Vec<Slot>,
}

impl<'a> Rows<'a> {
    /// Numbers what the viewer may see.
    pub(crate) fn new(state: &'a State, viewer: Player, mutant: Option<Mutant>) -> Self {
        Self::within(RowsRoom::default(), state, viewer, mutant)
    }

    /// As [`Rows::new`], in room that is there already.
    pub(crate) fn within(room: RowsRoom, state: &'a State, viewer: Player, mutant: Option<Mutant>) -> Self {
        let RowsRoom {
            mut hand,
            mut looked_at,
        } = room;
        hand.clear();
        looked_at.clear();
        hand.extend(&state.players[viewer.index()].hand);
        if mutant != Some(Mutant::StableId) {
            // Stable: copies keep the order they came in, which shows in no row.
            hand.sort_by_key(|slot| name_rank(state, *slot));
        }
        if state.asked == viewer {
            let own_hand = |slot: &Slot| {
                let object = state.object(*slot);
                object.zone == Zone::Hand && object.owner == viewer
            };
            looked_at.extend(
                state
                    .shown_by_question()
                    .filter(|slot| !is_public(state.object(*slot).zone) && !own_hand(slot)),
            );
        }
        let in_order = matches!(
            state.ask,
            Some(Ask::Objects {
                why: ChoosingFor::ScryBottom | ChoosingFor::Surveil | ChoosingFor::Order,
                ..
            })
        );
        if !in_order {
            looked_at.sort_by_key(|slot| (state.object(*slot).owner, name_rank(state, *slot)));
        }
        Self {
            state,
            viewer,
            hand,
            looked_at,
        }
    }

    /// The room they took.
    pub(crate) fn into_room(self) -> RowsRoom {
        RowsRoom {
            hand: self.hand,
            looked_at: self.looked_at,
        }
    }

    /// The state they number.
    pub(crate) const fn state(&self) -> &'a State {
        self.state
    }

    /// Who sees them.
    pub(crate) const fn viewer(&self) -> Player {
        self.viewer
    }

    /// What is being announced or is resolving.
    pub(crate) fn pending(&self) -> Option<StackItem> {
        let announced = self.state.announcement.map(|announcement| announcement.item);
        announced.or(self.state.resolution.map(|resolution| resolution.item))
    }

    /// The row of something.
    pub(crate) fn of(&self, to: Ref) -> Row {
        match to {
            Ref::Player(player) => Row::Player(seat(player)),
            Ref::Object(id) => self.of_object(id),
            Ref::Stack(serial) => self.of_item(|item| item.serial == serial),
        }
    }

    /// The row of an object, if it is still there.
    pub(crate) fn of_object(&self, id: ObjectId) -> Row {
        if self.state.lives(id) {
            self.of_slot(id.slot)
        } else {
            Row::Gone
        }
    }

    /// The row of what is in a slot.
    pub(crate) fn of_slot(&self, slot: Slot) -> Row {
        let object = self.state.object(slot);
        let owner = seat(object.owner);
        let at = |list: &[Slot]| list.iter().position(|other| *other == slot).map(count);
        let among = |list: &[Slot]| {
            let own = list
                .iter()
                .filter(|other| self.state.object(**other).owner == object.owner);
            own.clone().position(|other| *other == slot).map(count)
        };
        let looked_at = || at(&self.looked_at).map(Row::LookedAt);
        let row = match object.zone {
            Zone::Battlefield => at(&self.state.battlefield).map(Row::Battlefield),
            Zone::Hand if object.owner == self.viewer => at(&self.hand).map(Row::Hand),
            Zone::Hand | Zone::Library => looked_at(),
            Zone::Graveyard => {
                let row = at(&self.state.players[object.owner.index()].graveyard);
                row.map(|row| Row::Graveyard { seat: owner, row })
            }
            Zone::Exile => among(&self.state.exile).map(|row| Row::Exile { seat: owner, row }),
            Zone::Command => among(&self.state.command).map(|row| Row::Command { seat: owner, row }),
            Zone::Stack => {
                let id = self.state.id(slot);
                Some(self.of_item(|item| item.source == id))
            }
        };
        row.unwrap_or(Row::Gone)
    }

    fn of_item(&self, is_it: impl Fn(&StackItem) -> bool) -> Row {
        if let Some(at) = self.state.stack.iter().position(&is_it) {
            return Row::Stack(count(at));
        }
        if self.pending().is_some_and(|item| is_it(&item)) {
            Row::Pending
        } else {
            Row::Gone
        }
    }

    /// The cards of a player in a zone that all players share.
    pub(crate) fn owned(&self, list: &'a [Slot], owner: Player) -> impl Iterator<Item = Slot> + 'a {
        let state = self.state;
        list.iter()
            .copied()
            .filter(move |slot| state.object(*slot).owner == owner)
    }
}

/// The canonical name of a card: that of its definition, whatever face is up.
pub(crate) fn card_name(state: &State, slot: Slot) -> &Name {
    &state.pool.shown[state.object(slot).card.index()].name
}

/// Where the name of a card stands among all names.
pub(crate) fn name_rank(state: &State, slot: Slot) -> u16 {
    state.pool.shown[state.object(slot).card.index()].rank
}

/// The player in a seat.
pub(crate) const fn player(seat: Seat) -> Player {
    Player(seat.0)
}
