//! Conditions, and how a permanent enters.

use super::{Context, number};
use crate::profile::{Cond, Enter};
use turnzero_contract::card::{Ability, Amount, Condition, CostPart, EntersTapped, PlayerRef, StaticAbility, Zone};

impl Context<'_> {
    pub(super) fn enter(&self, abilities: &[Ability]) -> Enter {
        let mut rule = Enter::Untapped;
        for ability in abilities {
            let Ability::Static(StaticAbility::EntersTapped(how)) = ability else {
                continue;
            };
            let next = match how {
                EntersTapped::Always => Enter::Tapped,
                EntersTapped::Unless(condition) => match self.cond(condition) {
                    Cond::Fixed(true) => Enter::Untapped,
                    Cond::Fixed(false) => Enter::Tapped,
                    other => Enter::Unless(other),
                },
                EntersTapped::UnlessPaid(parts) => match parts.as_slice() {
                    [CostPart::PayLife(_)] => Enter::Untapped,
                    [CostPart::Reveal(count, filter)] if number(count) == Some(1) => Enter::Reveal(self.sure(filter)),
                    _ => Enter::Tapped,
                },
            };
            rule = match (rule, next) {
                (Enter::Untapped, next) => next,
                (rule, Enter::Untapped) => rule,
                _ => Enter::Tapped,
            };
        }
        rule
    }

    pub(super) fn cond(&self, condition: &Condition) -> Cond {
        match condition {
            Condition::Controls {
                player: PlayerRef::You,
                comparison,
                amount: Amount::Fixed(n),
                filter,
            } => match self.set(filter) {
                Some(set) => Cond::Count {
                    set,
                    comparison: *comparison,
                    amount: i64::from(*n),
                },
                None => Cond::Fixed(false),
            },
            Condition::Compare(left, comparison, right) => match (self.amount(left), self.amount(right)) {
                (Some(left), Some(right)) => Cond::Fixed(comparison.holds(left, right)),
                _ => Cond::Fixed(false),
            },
            Condition::YourTurn => Cond::Fixed(true),
            Condition::SourceIn(zone) => Cond::Fixed(*zone == Zone::Battlefield),
            Condition::All(parts) => {
                let parts: Vec<Cond> = parts.iter().map(|part| self.cond(part)).collect();
                if parts.iter().all(|part| *part == Cond::Fixed(true)) {
                    Cond::Fixed(true)
                } else {
                    Cond::All(parts)
                }
            }
            Condition::AnyOf(parts) => {
                let parts: Vec<Cond> = parts.iter().map(|part| self.cond(part)).collect();
                if parts.contains(&Cond::Fixed(true)) {
                    Cond::Fixed(true)
                } else {
                    Cond::Any(parts)
                }
            }
            Condition::Not(inner) => match (inner.as_ref(), self.cond(inner)) {
                (_, counted @ Cond::Count { .. }) => Cond::Not(Box::new(counted)),
                (Condition::Compare(..) | Condition::YourTurn, Cond::Fixed(known)) => Cond::Fixed(!known),
                _ => Cond::Fixed(false),
            },
            Condition::Controls { .. }
            | Condition::Is(..)
            | Condition::CastFrom(_)
            | Condition::Kicked
            | Condition::ControlsCommander => Cond::Fixed(false),
        }
    }

    fn amount(&self, amount: &Amount) -> Option<i64> {
        match amount {
            Amount::Fixed(n) => Some(i64::from(*n)),
            Amount::Opponents => Some(i64::from(self.seats.saturating_sub(1))),
            // Nobody has lost life yet, as far as a forecast goes.
            Amount::LifeOf(_) => Some(i64::from(self.starting_life)),
            _ => None,
        }
    }
}
