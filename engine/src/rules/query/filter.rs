//! Whether an object passes a filter.

use super::Source;
use crate::rules::characteristics::{Characteristics, Types};
use crate::rules::ids::{FilterId, ObjectId, Player, Slot};
use crate::rules::object::{Flags, Object};
use crate::rules::pool::FilterNode;
use crate::rules::state::State;
use turnzero_contract::ColorSet;
use turnzero_contract::card::Zone;

impl State {
    /// Whether the object in a slot passes.
    pub(crate) fn matches(&self, filter: FilterId, slot: Slot, by: &Source) -> bool {
        self.passes(filter, self.id(slot), self.is(slot), self.object(slot), by)
    }

    /// Whether an object passes, by last known information if it is gone (CR 608.2h).
    pub(crate) fn matches_known(&self, filter: FilterId, id: ObjectId, by: &Source) -> bool {
        self.known(id)
            .is_some_and(|(is, object)| self.passes(filter, id, &is, &object, by))
    }

    /// Whether an object with these characteristics passes.
    pub(crate) fn passes(
        &self,
        filter: FilterId,
        id: ObjectId,
        is: &Characteristics,
        object: &Object,
        by: &Source,
    ) -> bool {
        match self.pool.filter(filter) {
            FilterNode::Any => true,
            FilterNode::Types(types) => is.types.any(types),
            FilterNode::Supertype(wanted) => is.supertypes.0 & wanted.0 != 0,
            FilterNode::Subtype(bit) => is.subtypes & 1 << bit != 0,
            FilterNode::Color(color) => is.colors.contains(color),
            FilterNode::Colorless => is.colors == ColorSet::EMPTY,
            FilterNode::Named(name) => self.pool.face(object.face).name == name,
            FilterNode::Permanent => is.types.any(Types::PERMANENT),
            FilterNode::Token => object.flags.has(Flags::TOKEN),
            FilterNode::Commander => object.flags.has(Flags::COMMANDER),
            FilterNode::Itself => id == by.object,
            FilterNode::Other => id != by.object,
            FilterNode::Tapped => object.flags.has(Flags::TAPPED),
            FilterNode::Attacking => self.combat.is_attacking(id),
            FilterNode::Blocking => self.combat.is_blocking(id),
            FilterNode::Keyword(keywords) => is.keywords.any(keywords),
            FilterNode::Controlled(who) => self.is_player(who, object.controller, by),
            FilterNode::Owned(who) => self.is_player(who, object.owner, by),
            FilterNode::In(zone) => object.zone == zone,
            FilterNode::ExiledWithSource => object.zone == Zone::Exile && object.attached_to == by.object,
            FilterNode::AttachedTo => self.lives(by.object) && self.object(by.object.slot).attached_to == id,
            FilterNode::DamagedBySource => self.damaged.contains(&(by.object, id)),
            FilterNode::ManaValue(comparison, amount) => {
                let value = i64::from(self.pool.face(object.face).mana_value);
                comparison.holds(value, i64::from(self.amount(amount, by)))
            }
            FilterNode::Power(comparison, amount) => {
                comparison.holds(i64::from(is.power), i64::from(self.amount(amount, by)))
            }
            FilterNode::Toughness(comparison, amount) => {
                comparison.holds(i64::from(is.toughness), i64::from(self.amount(amount, by)))
            }
            FilterNode::All(start, len) => self
                .filter_list(start, len)
                .iter()
                .all(|part| self.passes(*part, id, is, object, by)),
            FilterNode::AnyOf(start, len) => self
                .filter_list(start, len)
                .iter()
                .any(|part| self.passes(*part, id, is, object, by)),
            FilterNode::Not(part) => !self.passes(part, id, is, object, by),
        }
    }

    fn filter_list(&self, start: u16, len: u8) -> &[FilterId] {
        let start = usize::from(start);
        self.pool
            .filter_lists
            .get(start..start + usize::from(len))
            .unwrap_or_default()
    }

    /// The zone a filter looks in: the battlefield unless it names another.
    pub(crate) fn zone_of(&self, filter: FilterId) -> Zone {
        self.named_zone(filter).unwrap_or(Zone::Battlefield)
    }

    fn named_zone(&self, filter: FilterId) -> Option<Zone> {
        match self.pool.filter(filter) {
            FilterNode::In(zone) => Some(zone),
            FilterNode::ExiledWithSource => Some(Zone::Exile),
            FilterNode::All(start, len) | FilterNode::AnyOf(start, len) => self
                .filter_list(start, len)
                .iter()
                .find_map(|part| self.named_zone(*part)),
            _ => None,
        }
    }

    /// Calls `visit` with every object of the filter's zone that passes, in a fixed order.
    pub(crate) fn each_matching(&self, filter: FilterId, by: &Source, visit: &mut dyn FnMut(Slot)) {
        let zone = self.zone_of(filter);
        let mut look = |slots: &[Slot]| {
            for slot in slots {
                if self.matches(filter, *slot, by) {
                    visit(*slot);
                }
            }
        };
        match zone {
            Zone::Battlefield => look(&self.battlefield),
            Zone::Exile => look(&self.exile),
            Zone::Command => look(&self.command),
            Zone::Stack => {
                for item in &self.stack {
                    if self.lives(item.source) && self.object(item.source.slot).zone == Zone::Stack {
                        look(&[item.source.slot]);
                    }
                }
            }
            Zone::Hand | Zone::Graveyard | Zone::Library => {
                for player in self.players_from(self.turn.active) {
                    look(self.cards_in(zone, player));
                }
            }
        }
    }

    /// How many objects pass.
    pub(crate) fn count_matching(&self, filter: FilterId, by: &Source) -> i32 {
        let mut count = 0;
        self.each_matching(filter, by, &mut |_| count += 1);
        count
    }

    /// A player's hand, library or graveyard; the shared zones otherwise.
    pub(crate) fn cards_in(&self, zone: Zone, player: Player) -> &[Slot] {
        let state = &self.players[player.index()];
        match zone {
            Zone::Hand => &state.hand,
            Zone::Library => &state.library,
            Zone::Graveyard => &state.graveyard,
            Zone::Battlefield => &self.battlefield,
            Zone::Exile => &self.exile,
            Zone::Command => &self.command,
            Zone::Stack => &[],
        }
    }
}
