//! Who may be a commander, alone or in a pair (CR 903.3, 702.124).

use crate::EngineError;
use std::sync::Arc;
use turnzero_contract::CardDefinition;
use turnzero_contract::card::{CardType, DefinitionSource, Face, Keyword, Supertype};

/// Checks zero, one or two commanders.
pub(super) fn check(commanders: &[Arc<CardDefinition>]) -> Result<(), EngineError> {
    match commanders {
        [] => Ok(()),
        [one] => alone(one),
        [first, second] => pair(first, second),
        more => Err(EngineError::TooManyCommanders { count: more.len() }),
    }
}

fn alone(card: &CardDefinition) -> Result<(), EngineError> {
    if is_background(card) {
        return Err(not_a_commander(
            card,
            "702.124k",
            "a Background needs a commander that can choose one",
        ));
    }
    eligible(card)
}

/// CR 903.3 and 903.3a. A facts-only definition does not tell whether its text makes the card a
/// commander, so being legendary is enough for it.
fn eligible(card: &CardDefinition) -> Result<(), EngineError> {
    let front = front(card)?;
    let allowed_by_type = front.is(CardType::Creature)
        || front.has_subtype("Vehicle")
        || (front.has_subtype("Spacecraft") && front.power.is_some() && front.toughness.is_some());
    let legendary = front.has_supertype(Supertype::Legendary);
    let facts_only = card.source == DefinitionSource::FactsOnly;
    if has(card, |keyword| *keyword == Keyword::MayBeCommander) || legendary && (allowed_by_type || facts_only) {
        return Ok(());
    }
    let why =
        "it is no legendary creature, Vehicle or Spacecraft with power and toughness, and does not say it may be one";
    Err(not_a_commander(card, "903.3", why))
}

fn pair(first: &CardDefinition, second: &CardDefinition) -> Result<(), EngineError> {
    let refuse = |rule, why| {
        Err(EngineError::NotPartners {
            first: first.name.clone(),
            second: second.name.clone(),
            rule,
            why,
        })
    };
    if first.name == second.name {
        return refuse("903.5b", "they are the same card");
    }
    // CR 702.124k: the Background need not be eligible by itself.
    for (chooser, background) in [(first, second), (second, first)] {
        if is_background(background) {
            if !has(chooser, |keyword| *keyword == Keyword::ChooseBackground) {
                return refuse("702.124k", "a Background pairs only with a card that can choose one");
            }
            return eligible(chooser);
        }
    }
    eligible(first)?;
    eligible(second)?;
    let both = |wanted: &Keyword| has(first, |own| own == wanted) && has(second, |own| own == wanted);
    let shared_family = keywords(first).any(|keyword| matches!(keyword, Keyword::PartnerFamily(_)) && both(keyword));
    let named = |card: &CardDefinition, other: &CardDefinition| {
        has(
            card,
            |keyword| matches!(keyword, Keyword::PartnerWith(name) if *name == other.name),
        )
    };
    let doctor = |companion: &CardDefinition, other: &CardDefinition| {
        has(companion, |keyword| *keyword == Keyword::DoctorsCompanion) && is_the_doctor(other)
    };
    if both(&Keyword::Partner)
        || shared_family
        || named(first, second) && named(second, first)
        || doctor(first, second)
        || doctor(second, first)
    {
        return Ok(());
    }
    refuse(
        "702.124f",
        "they have no partner ability of the same kind; use one of them alone",
    )
}

fn front(card: &CardDefinition) -> Result<&Face, EngineError> {
    card.faces
        .first()
        .ok_or_else(|| not_a_commander(card, "903.3", "its definition has no face"))
}

fn is_background(card: &CardDefinition) -> bool {
    card.faces.first().is_some_and(|front| {
        front.has_supertype(Supertype::Legendary)
            && front.is(CardType::Enchantment)
            && front.has_subtype("Background")
            && !front.is(CardType::Creature)
    })
}

/// CR 702.124m: a legendary Time Lord Doctor creature with no other creature types.
fn is_the_doctor(card: &CardDefinition) -> bool {
    card.faces.first().is_some_and(|front| {
        front.has_supertype(Supertype::Legendary)
            && front.is(CardType::Creature)
            && front.subtypes.len() == 2
            && front.has_subtype("Time Lord")
            && front.has_subtype("Doctor")
    })
}

fn keywords(card: &CardDefinition) -> impl Iterator<Item = &Keyword> {
    card.faces.iter().take(1).flat_map(Face::keywords)
}

fn has(card: &CardDefinition, wanted: impl Fn(&Keyword) -> bool) -> bool {
    keywords(card).any(wanted)
}

fn not_a_commander(card: &CardDefinition, rule: &'static str, why: &'static str) -> EngineError {
    EngineError::NotACommander {
        card: card.name.clone(),
        rule,
        why,
    }
}
