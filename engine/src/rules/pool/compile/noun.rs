//! Filters, amounts, counts, conditions, places.

use super::{PoolBuilder, Refused, number};
use crate::rules::characteristics::{Keywords, Supertypes, Types};
use crate::rules::ids::{AmountId, ConditionId, FilterId};
use crate::rules::pool::{AmountNode, ConditionNode, CountNode, FilterNode, Place, Selection};
use turnzero_contract::Color;
use turnzero_contract::card::{Amount, Condition, Count, Destination, Filter, Keyword, Selector};

impl PoolBuilder {
    pub(crate) fn filter(&mut self, filter: &Filter) -> Result<FilterId, Refused> {
        let node = match filter {
            Filter::Any => FilterNode::Any,
            Filter::Type(card_type) => FilterNode::Types(Types::of(*card_type)),
            Filter::Supertype(supertype) => FilterNode::Supertype(Supertypes::of(*supertype)),
            Filter::Subtype(subtype) => FilterNode::Subtype(self.subtype_bit(subtype)?),
            Filter::Color(color) => FilterNode::Color(*color),
            Filter::Colorless => FilterNode::Colorless,
            Filter::Named(name) => FilterNode::Named(self.name_id(name)),
            Filter::Permanent => FilterNode::Permanent,
            Filter::Token => FilterNode::Token,
            Filter::Commander => FilterNode::Commander,
            Filter::Itself => FilterNode::Itself,
            Filter::Other => FilterNode::Other,
            Filter::Tapped => FilterNode::Tapped,
            Filter::Attacking => FilterNode::Attacking,
            Filter::Blocking => FilterNode::Blocking,
            Filter::Goaded => FilterNode::Keyword(Keywords::GOADED),
            Filter::Keyword(keyword) => FilterNode::Keyword(keyword_bits(keyword)?),
            Filter::Controlled(who) => FilterNode::Controlled(*who),
            Filter::Owned(who) => FilterNode::Owned(*who),
            Filter::In(zone) => FilterNode::In(*zone),
            Filter::ExiledWithSource => FilterNode::ExiledWithSource,
            Filter::AttachedTo => FilterNode::AttachedTo,
            Filter::DamagedBySource => {
                self.pool.remembers_damage = true;
                FilterNode::DamagedBySource
            }
            Filter::ManaValue(comparison, amount) => FilterNode::ManaValue(*comparison, self.amount(amount)?),
            Filter::Power(comparison, amount) => FilterNode::Power(*comparison, self.amount(amount)?),
            Filter::Toughness(comparison, amount) => FilterNode::Toughness(*comparison, self.amount(amount)?),
            Filter::All(parts) => {
                let (start, len) = self.filters(parts)?;
                FilterNode::All(start, len)
            }
            Filter::AnyOf(parts) => {
                if let Some(types) = types_only(parts) {
                    FilterNode::Types(types)
                } else {
                    let (start, len) = self.filters(parts)?;
                    FilterNode::AnyOf(start, len)
                }
            }
            Filter::Not(part) => FilterNode::Not(self.filter(part)?),
        };
        let filters = &mut self.pool.filters;
        let at = filters.iter().position(|other| *other == node).unwrap_or_else(|| {
            filters.push(node);
            filters.len() - 1
        });
        Ok(FilterId(number(at)))
    }

    fn filters(&mut self, parts: &[Filter]) -> Result<(u16, u8), Refused> {
        let mut ids = Vec::new();
        for part in parts {
            ids.push(self.filter(part)?);
        }
        let start = number(self.pool.filter_lists.len());
        let len = u8::try_from(ids.len()).map_err(|_| "a filter of more than 255 parts".to_owned())?;
        self.pool.filter_lists.extend(ids);
        Ok((start, len))
    }

    pub(crate) fn amount(&mut self, amount: &Amount) -> Result<AmountId, Refused> {
        let node = match amount {
            Amount::Fixed(fixed) => {
                AmountNode::Fixed(i32::try_from(*fixed).map_err(|_| format!("the number {fixed}"))?)
            }
            Amount::X => AmountNode::X,
            Amount::Count(filter) => AmountNode::Count(self.filter(filter)?),
            Amount::ManaValueOf(what) => AmountNode::ManaValueOf(Self::named(what)?),
            Amount::PowerOf(what) => AmountNode::PowerOf(Self::named(what)?),
            Amount::Devotion(color) => AmountNode::Devotion(*color),
            Amount::ThatMany => AmountNode::ThatMany,
            Amount::HandSize(who) => AmountNode::HandSize(*who),
            Amount::LifeOf(who) => AmountNode::LifeOf(*who),
            Amount::Targets => AmountNode::Targets,
            Amount::Drained => AmountNode::Drained,
            Amount::Opponents => AmountNode::Opponents,
            Amount::Times(factor, part) => AmountNode::Times(
                i32::try_from(*factor).map_err(|_| format!("the number {factor}"))?,
                self.amount(part)?,
            ),
            Amount::Plus(left, right) => AmountNode::Plus(self.amount(left)?, self.amount(right)?),
            Amount::Minus(left, right) => AmountNode::Minus(self.amount(left)?, self.amount(right)?),
            Amount::Quotient(left, right) => AmountNode::Quotient(self.amount(left)?, self.amount(right)?),
            Amount::If {
                condition,
                then,
                otherwise,
            } => AmountNode::If {
                condition: self.condition(condition)?,
                then: self.amount(then)?,
                otherwise: self.amount(otherwise)?,
            },
        };
        let amounts = &mut self.pool.amounts;
        let at = amounts.iter().position(|other| *other == node).unwrap_or_else(|| {
            amounts.push(node);
            amounts.len() - 1
        });
        Ok(AmountId(number(at)))
    }

    /// A selection inside an amount or condition: what is known without a choice.
    fn named(what: &Selector) -> Result<Selection, Refused> {
        match what {
            Selector::Itself => Ok(Selection::Itself),
            Selector::It => Ok(Selection::It),
            Selector::AttachedTo => Ok(Selection::AttachedTo),
            other => Err(format!("asking about {other:?}")),
        }
    }

    pub(crate) fn count(&mut self, count: &Count) -> Result<CountNode, Refused> {
        Ok(match count {
            Count::Exactly(amount) => CountNode::Exactly(self.amount(amount)?),
            Count::UpTo(amount) => CountNode::UpTo(self.amount(amount)?),
            Count::Range(least, most) => CountNode::Range(self.amount(least)?, self.amount(most)?),
            Count::All => CountNode::All,
            Count::AnyNumber => CountNode::AnyNumber,
        })
    }

    pub(crate) fn condition(&mut self, condition: &Condition) -> Result<ConditionId, Refused> {
        let node = match condition {
            Condition::Controls {
                player,
                comparison,
                amount,
                filter,
            } => ConditionNode::Controls {
                player: *player,
                comparison: *comparison,
                amount: self.amount(amount)?,
                filter: self.filter(filter)?,
            },
            Condition::Compare(left, comparison, right) => {
                ConditionNode::Compare(self.amount(left)?, *comparison, self.amount(right)?)
            }
            Condition::SourceIn(zone) => ConditionNode::SourceIn(*zone),
            Condition::CastFrom(zone) => ConditionNode::CastFrom(*zone),
            Condition::Is(what, filter) => ConditionNode::Is(Self::named(what)?, self.filter(filter)?),
            Condition::Kicked => ConditionNode::Kicked,
            Condition::YourTurn => ConditionNode::YourTurn,
            Condition::ControlsCommander => ConditionNode::ControlsCommander,
            Condition::All(parts) => {
                let (start, len) = self.conditions(parts)?;
                ConditionNode::All(start, len)
            }
            Condition::AnyOf(parts) => {
                let (start, len) = self.conditions(parts)?;
                ConditionNode::AnyOf(start, len)
            }
            Condition::Not(part) => ConditionNode::Not(self.condition(part)?),
        };
        Ok(self.place_condition(node))
    }

    pub(crate) fn place_condition(&mut self, node: ConditionNode) -> ConditionId {
        self.pool.conditions.push(node);
        ConditionId(number(self.pool.conditions.len() - 1))
    }

    fn conditions(&mut self, parts: &[Condition]) -> Result<(u16, u8), Refused> {
        let mut ids = Vec::new();
        for part in parts {
            ids.push(self.condition(part)?);
        }
        let start = number(self.pool.condition_lists.len());
        let len = u8::try_from(ids.len()).map_err(|_| "a condition of more than 255 parts".to_owned())?;
        self.pool.condition_lists.extend(ids);
        Ok((start, len))
    }
}

fn types_only(parts: &[Filter]) -> Option<Types> {
    parts.iter().try_fold(Types::default(), |types, part| match part {
        Filter::Type(card_type) => Some(types.with(Types::of(*card_type))),
        _ => None,
    })
}

pub(crate) fn place(destination: &Destination) -> Place {
    match destination {
        Destination::Hand => Place::Hand,
        Destination::Battlefield { tapped, control } => Place::Battlefield {
            tapped: *tapped,
            control: *control,
        },
        Destination::Graveyard => Place::Graveyard,
        Destination::Exile => Place::Exile,
        Destination::LibraryTop => Place::LibraryTop,
        Destination::LibraryBottom => Place::LibraryBottom,
        Destination::LibraryShuffled => Place::LibraryShuffled,
        Destination::Command => Place::Command,
    }
}

/// The bit of a keyword that is one; other keywords become abilities.
pub(crate) fn keyword_bits(keyword: &Keyword) -> Result<Keywords, Refused> {
    Ok(match keyword {
        Keyword::Deathtouch => Keywords::DEATHTOUCH,
        Keyword::Defender => Keywords::DEFENDER,
        Keyword::DoubleStrike => Keywords::DOUBLE_STRIKE,
        Keyword::FirstStrike => Keywords::FIRST_STRIKE,
        Keyword::Flash => Keywords::FLASH,
        Keyword::Flying => Keywords::FLYING,
        Keyword::Haste => Keywords::HASTE,
        Keyword::Hexproof => Keywords::HEXPROOF,
        Keyword::Indestructible => Keywords::INDESTRUCTIBLE,
        Keyword::Lifelink => Keywords::LIFELINK,
        Keyword::Menace => Keywords::MENACE,
        Keyword::Reach => Keywords::REACH,
        Keyword::Shroud => Keywords::SHROUD,
        Keyword::Trample => Keywords::TRAMPLE,
        Keyword::Vigilance => Keywords::VIGILANCE,
        Keyword::Landwalk(subtype) => match Color::of_basic_land_type(subtype) {
            Some(color) => Keywords::landwalk(color),
            None => return Err(format!("{subtype}walk")),
        },
        Keyword::Protection(filter) => protection(filter)?,
        other => return Err(format!("the keyword {other:?}")),
    })
}

fn protection(filter: &Filter) -> Result<Keywords, Refused> {
    match filter {
        Filter::Color(color) => Ok(Keywords::protection_from(*color)),
        Filter::AnyOf(parts) => parts
            .iter()
            .try_fold(Keywords::NONE, |all, part| Ok(all.with(protection(part)?))),
        other => Err(format!("protection from {other:?}")),
    }
}
