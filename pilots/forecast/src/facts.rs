//! What a card is for, read from its abilities.

use crate::compile::enters_itself;
use crate::profile::{Card, CardFacts, Enter};
use turnzero_contract::CardDefinition;
use turnzero_contract::card::{
    Ability, Amount, CardType, CostPart, Effect, Face, Filter, PlayerRef, Power, TriggerEvent, Triggered, Zone,
};

pub(crate) fn read(
    definition: &CardDefinition,
    front: &Face,
    abilities: &[Ability],
    card: &Card,
    commander: bool,
) -> CardFacts {
    let mana_value = u8::try_from(definition.mana_value()).unwrap_or(u8::MAX);
    let land = front.is(CardType::Land);
    let power = match front.power {
        Some(Power::Fixed(n)) => n,
        _ => 0,
    };
    let mut facts = CardFacts {
        land,
        mana_value,
        cast_cost: card.spell.as_ref().map_or(0, |spell| spell.cost.total()),
        creature: front.is(CardType::Creature),
        permanent: front.is_permanent(),
        payoff: !land && (mana_value >= 5 || power >= 4),
        filters: card.cycling.is_some() || card.landcycling.is_some(),
        conditional_land: card.land.is_some() && conditional(card),
        commander,
        ..CardFacts::default()
    };
    if let Some(spell) = &card.spell {
        facts.ritual = !spell.ritual.is_empty();
        facts.ramp = (spell.permanent && !land && !card.mana.is_empty() && card.land.is_none())
            || spell.treasures > 0
            || !spell.searches.is_empty()
            || spell.reducer.is_some()
            || (card.activation.is_some() && card.land.is_none());
    }
    for ability in abilities {
        match ability {
            Ability::Spell(effect) => effect.walk(&mut |part| one(part, &mut facts)),
            Ability::Triggered(trigger) if enters_itself(trigger) => {
                trigger.effect.walk(&mut |part| one(part, &mut facts));
            }
            Ability::Triggered(trigger) => facts.engine |= front.is_permanent() && !land && repeats(trigger),
            Ability::Activated(activated) => {
                facts.engine |= !land
                    && activated.zone == Zone::Battlefield
                    && !activated.is_mana_ability()
                    && !activated.cost.contains(&CostPart::SacrificeSelf)
                    && gains(&activated.effect);
            }
            _ => {}
        }
    }
    facts
}

/// A land that is not simply mana from the turn after it is played.
fn conditional(card: &Card) -> bool {
    card.enter != Enter::Untapped
        || card.land.as_ref().is_some_and(|land| land.bounce)
        || !card.mana.iter().any(|option| {
            option.cond.is_none()
                && option.is_free()
                && !option.sacrifice
                && !option.opponents
                && option.only_for.is_none()
        })
}

fn one(effect: &Effect, facts: &mut CardFacts) {
    match effect {
        Effect::Draw(PlayerRef::You | PlayerRef::Each | PlayerRef::TargetPlayer, amount) => {
            let n = match amount {
                Amount::Fixed(n) => *n,
                _ => 1,
            };
            facts.draws = facts.draws.saturating_add(u8::try_from(n).unwrap_or(u8::MAX)).min(7);
        }
        Effect::Scry(_) | Effect::Surveil(_) => facts.filters = true,
        Effect::Discard {
            player: PlayerRef::You | PlayerRef::Each | PlayerRef::TargetPlayer,
            ..
        } => {
            facts.filters |= facts.draws > 0;
        }
        Effect::DealDamage { .. }
        | Effect::Destroy { .. }
        | Effect::Counter(_)
        | Effect::CounterTo { .. }
        | Effect::Fight(..)
        | Effect::Goad(_) => {
            facts.interaction = true;
        }
        Effect::Move {
            to: turnzero_contract::card::Destination::Exile,
            ..
        } => facts.interaction = true,
        _ => {}
    }
}

/// A trigger that can happen more than once.
fn repeats(trigger: &Triggered) -> bool {
    trigger.zone == Zone::Battlefield
        && trigger.trigger.events.iter().any(|event| {
            !matches!(
                event,
                TriggerEvent::Enters(Filter::Itself)
                    | TriggerEvent::Dies(Filter::Itself)
                    | TriggerEvent::Leaves(Filter::Itself)
                    | TriggerEvent::Cycled
                    | TriggerEvent::BecomesTarget(_)
            )
        })
}

/// An effect that leaves the player with more: cards, tokens, mana, casts, damage.
fn gains(effect: &Effect) -> bool {
    let mut found = false;
    effect.walk(&mut |part| {
        found |= matches!(
            part,
            Effect::Draw(..)
                | Effect::CreateToken { .. }
                | Effect::MayCast { .. }
                | Effect::Search(_)
                | Effect::Move { .. }
                | Effect::DealDamage { .. }
                | Effect::Scry(_)
                | Effect::Surveil(_)
        );
    });
    found
}
