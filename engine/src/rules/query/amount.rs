//! What an amount comes to (CR 107, 608.2h).

use super::Source;
use crate::rules::ids::{AmountId, ObjectId, Ref};
use crate::rules::pool::{AmountNode, CountNode, Selection};
use crate::rules::state::State;
use turnzero_contract::ManaSymbol;

impl State {
    /// What an amount comes to.
    pub(crate) fn amount(&self, amount: AmountId, by: &Source) -> i32 {
        match self.pool.amount(amount) {
            AmountNode::Fixed(number) => number,
            AmountNode::X => i32::from(by.x),
            AmountNode::Count(filter) => self.count_matching(filter, by),
            AmountNode::ManaValueOf(what) => self.object_named(what, by).map_or(0, |id| self.mana_value(id)),
            AmountNode::PowerOf(what) => self
                .object_named(what, by)
                .and_then(|id| self.known(id))
                .map_or(0, |(is, _)| i32::from(is.power)),
            AmountNode::Devotion(color) => self.devotion(color, by),
            AmountNode::ThatMany => by.that_many,
            AmountNode::Drained => self.resolution.map_or(0, |resolution| resolution.drained),
            AmountNode::Targets => self.count_targets(by),
            AmountNode::HandSize(who) => self
                .the_players(who, by)
                .map(|player| as_i32(self.players[player.index()].hand.len()))
                .sum(),
            AmountNode::LifeOf(who) => self
                .the_players(who, by)
                .map(|player| self.players[player.index()].life)
                .fold(0, i32::saturating_add),
            AmountNode::Opponents => as_i32(self.opponents(by.controller).count()),
            AmountNode::Times(factor, part) => factor.saturating_mul(self.amount(part, by)),
            AmountNode::Plus(left, right) => self.amount(left, by).saturating_add(self.amount(right, by)),
            AmountNode::Minus(left, right) => self.amount(left, by).saturating_sub(self.amount(right, by)).max(0),
            AmountNode::Quotient(left, right) => quotient(self.amount(left, by), self.amount(right, by)),
            AmountNode::If {
                condition,
                then,
                otherwise,
            } => self.amount(if self.holds(condition, by) { then } else { otherwise }, by),
        }
    }

    /// Mana value of an object (CR 202.3), X counted for a spell.
    pub(crate) fn mana_value(&self, id: ObjectId) -> i32 {
        let Some((_, object)) = self.known(id) else {
            return 0;
        };
        let face = self.pool.face(object.face);
        let x = self
            .stack
            .iter()
            .find(|item| item.source == id)
            .and_then(|item| Some(i32::from(item.x) * i32::from(self.pool.cost(face.cost?).mana.x)));
        i32::from(face.mana_value) + x.unwrap_or(0)
    }

    /// The one object a selection names, when it names one.
    pub(crate) fn object_named(&self, what: Selection, by: &Source) -> Option<ObjectId> {
        let object = |to: Ref| match to {
            Ref::Object(id) => Some(id),
            Ref::Stack(serial) => self
                .stack
                .iter()
                .find(|item| item.serial == serial)
                .map(|item| item.source),
            Ref::Player(_) => None,
        };
        match what {
            Selection::Itself => Some(by.object),
            Selection::Target(slot) => self.target(slot, by).and_then(object),
            Selection::It => self
                .it
                .iter()
                .find_map(|to| object(*to))
                .or_else(|| by.event_object.is_some().then_some(by.event_object)),
            Selection::AttachedTo => self.known(by.object).map(|(_, source)| source.attached_to),
            _ => None,
        }
    }

    fn devotion(&self, color: turnzero_contract::Color, by: &Source) -> i32 {
        let pips = |slot: &&crate::rules::ids::Slot| -> i32 {
            let Some(cost) = self.pool.face(self.object(**slot).face).cost else {
                return 0;
            };
            let mana = &self.pool.cost(cost).mana;
            let special = mana
                .special
                .iter()
                .filter(|symbol: &&ManaSymbol| symbol.colors().contains(color));
            i32::from(mana.colored[color.index()]) + as_i32(special.count())
        };
        self.battlefield
            .iter()
            .filter(|slot| self.object(**slot).controller == by.controller)
            .map(|slot| pips(&slot))
            .sum()
    }

    /// How many a choice takes, at least and at most, when so many are there.
    pub(crate) fn count_range(&self, count: CountNode, by: &Source, available: usize) -> (u16, u16) {
        let available = u16::try_from(available).unwrap_or(u16::MAX);
        let number = |amount| {
            u16::try_from(self.amount(amount, by).max(0))
                .unwrap_or(u16::MAX)
                .min(available)
        };
        match count {
            CountNode::Exactly(amount) => (number(amount), number(amount)),
            CountNode::UpTo(amount) => (0, number(amount)),
            CountNode::Range(least, most) => (number(least), number(most)),
            CountNode::All => (available, available),
            CountNode::AnyNumber => (0, available),
        }
    }
}

/// Rounded down; nothing is divided among nobody.
fn quotient(left: i32, right: i32) -> i32 {
    left.checked_div_euclid(right).unwrap_or(0)
}

fn as_i32(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
