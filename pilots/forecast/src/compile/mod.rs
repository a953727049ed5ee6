//! From typed definitions to compiled cards. Everything unknown is read against the player.

mod conditions;
mod mana;
mod own;
mod searches;

use crate::facts;
use crate::profile::{ANY, Card, Cost, Fodder, LandFace, SpellFace};
use crate::set::{CardSet, is_land, passes};
use mana::{mana_cost, mana_part};
use own::{bounces, never_untaps, own_entering, sacrificed_on_entering};
use turnzero_contract::card::{
    Ability, Amount, CardType, CostPart, Count, Effect, Face, Filter, PlayerRef, RuleModifier, StaticAbility,
    Supertype, TriggerEvent, Triggered, Zone,
};
use turnzero_contract::{CardDefinition, Color, ColorSet};

/// What compiling a card needs of the deck around it.
pub(crate) struct Context<'a> {
    pub(crate) definitions: &'a [&'a CardDefinition],
    pub(crate) seats: u8,
    pub(crate) starting_life: u16,
    /// Commanders' colour identity (CR 903.4f).
    pub(crate) identity: ColorSet,
}

impl Context<'_> {
    fn set(&self, filter: &Filter) -> Option<CardSet> {
        let mut set = CardSet::default();
        for (id, card) in (0u8..).zip(self.definitions) {
            if passes(filter, card)? {
                set.insert(id);
            }
        }
        Some(set)
    }

    /// Cards that surely pass.
    fn sure(&self, filter: &Filter) -> CardSet {
        let mut set = CardSet::default();
        for (id, card) in (0u8..).zip(self.definitions) {
            if passes(filter, card) == Some(true) {
                set.insert(id);
            }
        }
        set
    }

    fn lands(&self, filter: &Filter) -> CardSet {
        let mut set = CardSet::default();
        for (id, card) in (0u8..).zip(self.definitions) {
            if is_land(card) && passes(filter, card) == Some(true) {
                set.insert(id);
            }
        }
        set
    }

    pub(crate) fn card(&self, definition: &CardDefinition, copies: u32, commander: bool) -> Option<Card> {
        let front = definition.faces.first()?;
        let land_face = if front.is(CardType::Land) {
            Some(front)
        } else if definition.playable_as_land() {
            definition.faces.iter().find(|face| face.is(CardType::Land))
        } else {
            None
        };
        let front_abilities = front.expanded_abilities();
        let spell = (!front.is(CardType::Land))
            .then(|| self.spell(front, &front_abilities))
            .flatten();
        let permanent = land_face.unwrap_or(front);
        let abilities = permanent.expanded_abilities();
        let mut mana = self.mana_options(&abilities);
        if never_untaps(&abilities) || sacrificed_on_entering(&abilities) {
            mana.clear();
        }
        let mut card = Card {
            name: definition.name.clone(),
            copies,
            land: land_face.map(|face| self.land(face, &abilities)),
            spell,
            enter: self.enter(&abilities),
            mana,
            activation: abilities
                .iter()
                .find_map(|ability| self.activation(permanent, ability, Zone::Battlefield)),
            cycling: front_abilities.iter().find_map(cycling),
            landcycling: front_abilities
                .iter()
                .find_map(|ability| self.activation(front, ability, Zone::Hand)),
            facts: crate::CardFacts::default(),
        };
        if !permanent.is_permanent() {
            card.mana.clear();
            card.activation = None;
        }
        if card.land.as_ref().is_some_and(|land| land.fetch.is_some()) {
            card.activation = None;
        }
        card.facts = facts::read(definition, front, &front_abilities, &card, commander);
        Some(card)
    }

    fn land(&self, face: &Face, abilities: &[Ability]) -> LandFace {
        let types = face
            .subtypes
            .iter()
            .filter_map(|subtype| Color::of_basic_land_type(subtype))
            .fold(0, |bits, color| bits | 1 << color.index());
        LandFace {
            bounce: own_entering(abilities).any(|trigger| bounces(&trigger.effect)),
            fetch: abilities.iter().find_map(|ability| self.fetch(ability)),
            types,
            basic: face.has_supertype(Supertype::Basic),
        }
    }

    fn spell(&self, face: &Face, abilities: &[Ability]) -> Option<SpellFace> {
        let mut cost = mana_cost(face.cost.as_ref()?);
        let mut spell = SpellFace {
            cost: Cost::default(),
            permanent: face.is_permanent(),
            ritual: Vec::new(),
            treasures: 0,
            searches: Vec::new(),
            reducer: None,
            discard: None,
            sacrifice: None,
            sick: face.is(CardType::Creature) && !has_haste(face),
        };
        for ability in abilities {
            match ability {
                Ability::Spell(effect) => self.resolve(effect, &mut spell, true),
                Ability::Triggered(trigger) if enters_itself(trigger) && trigger.condition.is_none() => {
                    self.resolve(&trigger.effect, &mut spell, false);
                }
                Ability::Static(StaticAbility::AdditionalCost(parts)) => self.additional(parts, &mut cost, &mut spell),
                Ability::Static(StaticAbility::AlternativeCost {
                    zone: Zone::Hand,
                    cost: parts,
                    ..
                }) => {
                    if let Some(other) = mana_part(parts)
                        && other.total() < cost.total()
                    {
                        cost = other;
                    }
                }
                Ability::Static(StaticAbility::CostChange {
                    player,
                    filter,
                    generic,
                    times: Amount::Fixed(n),
                }) if matches!(player, PlayerRef::You | PlayerRef::Each | PlayerRef::APlayer)
                    && *generic < 0
                    && *filter != Filter::Itself
                    && spell.permanent =>
                {
                    let less = u64::from(generic.unsigned_abs()) * u64::from(*n);
                    spell.reducer = Some((self.sure(filter), u8::try_from(less).unwrap_or(u8::MAX)));
                }
                _ => {}
            }
        }
        spell.cost = cost;
        Some(spell)
    }

    fn additional(&self, parts: &[CostPart], cost: &mut Cost, spell: &mut SpellFace) {
        for part in parts {
            match part {
                CostPart::Mana(more) => {
                    let more = mana_cost(more);
                    cost.generic = cost.generic.saturating_add(more.generic);
                    cost.needs.extend(more.needs);
                }
                CostPart::PayLife(_) => {}
                CostPart::Discard(count, filter) => {
                    spell.discard = Some(Fodder {
                        count: number(count).unwrap_or(u8::MAX),
                        set: self.sure(filter),
                    });
                }
                CostPart::Sacrifice(count, filter) => {
                    spell.sacrifice = Some(Fodder {
                        count: number(count).unwrap_or(u8::MAX),
                        set: self.sure(filter),
                    });
                }
                // Exile, tap, return, reveal and counters need things a first turns' hand may lack.
                _ => cost.needs.push(0),
            }
        }
    }

    fn resolve(&self, effect: &Effect, spell: &mut SpellFace, is_spell: bool) {
        match effect {
            Effect::Sequence(parts) => parts.iter().for_each(|part| self.resolve(part, spell, is_spell)),
            Effect::May {
                player: PlayerRef::You,
                cost,
                effect,
                ..
            } if cost.is_empty() => {
                self.resolve(effect, spell, is_spell);
            }
            Effect::AddMana(output) if is_spell => {
                if let Some(units) = self
                    .units(output)
                    .into_iter()
                    .next()
                    .filter(|_| output.restriction.is_none())
                {
                    spell.ritual.extend(units);
                }
            }
            Effect::CreateToken {
                player: PlayerRef::You,
                count: Amount::Fixed(n),
                token,
            } => {
                let treasure = token.abilities.iter().any(|ability| match ability {
                    Ability::Activated(a) => {
                        a.cost.contains(&CostPart::SacrificeSelf)
                            && mana_part(&a.cost).is_some_and(|cost| cost.total() == 0)
                            && matches!(&a.effect, Effect::AddMana(out) if self.units(out).iter().any(|u| u.as_slice() == [ANY]))
                    }
                    _ => false,
                });
                if treasure {
                    spell.treasures = spell
                        .treasures
                        .saturating_add(u8::try_from(*n).unwrap_or(u8::MAX))
                        .min(8);
                }
            }
            Effect::Search(_) | Effect::IfDone { .. } => self.collect_searches(effect, &mut spell.searches),
            _ => {}
        }
    }
}

pub(crate) fn number(count: &Count) -> Option<u8> {
    match count {
        Count::Exactly(Amount::Fixed(n)) | Count::UpTo(Amount::Fixed(n)) => u8::try_from(*n).ok(),
        _ => None,
    }
}

fn cycling(ability: &Ability) -> Option<Cost> {
    match ability {
        Ability::Activated(a)
            if a.zone == Zone::Hand
                && a.cost.contains(&CostPart::DiscardSelf)
                && matches!(a.effect, Effect::Draw(PlayerRef::You, _)) =>
        {
            mana_part(&a.cost)
        }
        _ => None,
    }
}

pub(crate) fn enters_itself(trigger: &Triggered) -> bool {
    trigger.trigger.events.contains(&TriggerEvent::Enters(Filter::Itself))
}

fn has_haste(face: &Face) -> bool {
    face.expanded_abilities().iter().any(|ability| {
        matches!(
            ability,
            Ability::Static(StaticAbility::Rule(RuleModifier::NoSummoningSickness))
        )
    })
}
