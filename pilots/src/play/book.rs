//! Definitions the pilot has been shown, and what each is for.

use super::intent::Intent;
use std::collections::BTreeMap;
use std::sync::Arc;
use turnzero_contract::card::{Ability, Activated, CardType, CostPart, Keyword};
use turnzero_contract::{CardDefinition, CardRow, DecisionPoint, DefinitionRef, PlayerKnowledge};

/// What is known of one card.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) definition: Arc<CardDefinition>,
    /// The spell, and what it does on entering.
    pub(super) spell: Intent,
    /// The abilities of the front face, keywords expanded.
    pub(super) abilities: Vec<Ability>,
}

impl Entry {
    fn new(definition: Arc<CardDefinition>) -> Self {
        let abilities = definition.front().expanded_abilities();
        Self {
            spell: Intent::of_abilities(abilities.iter()),
            abilities,
            definition,
        }
    }

    pub(super) fn is(&self, card_type: CardType) -> bool {
        self.definition.front().is(card_type)
    }

    pub(super) fn mana_value(&self) -> i32 {
        i32::try_from(self.definition.mana_value()).unwrap_or(i32::MAX)
    }

    /// An activated ability that is no mana ability, counted among all abilities as offers count them.
    pub(super) fn activated(&self) -> impl Iterator<Item = &Activated> {
        self.abilities.iter().filter_map(|ability| match ability {
            Ability::Activated(activated) if !activated.is_mana_ability() => Some(activated),
            _ => None,
        })
    }

    /// Whether it is an Equipment (CR 702.6).
    pub(super) fn equips(&self) -> bool {
        self.definition
            .front()
            .keywords()
            .any(|keyword| matches!(keyword, Keyword::Equip(_)))
    }

    /// Whether it is an Aura (CR 702.5).
    pub(super) fn enchants(&self) -> bool {
        self.definition
            .front()
            .keywords()
            .any(|keyword| matches!(keyword, Keyword::Enchant(_)))
    }
}

/// Whether a cost takes more than mana and tapping.
pub(super) fn costs_dearly(cost: &[CostPart]) -> bool {
    !cost
        .iter()
        .all(|part| matches!(part, CostPart::Mana(_) | CostPart::Tap))
}

/// Every definition met in this game.
#[derive(Clone, Debug, Default)]
pub(super) struct Book {
    own: BTreeMap<String, Entry>,
    seen: BTreeMap<u32, Entry>,
}

impl Book {
    /// The own deck and commanders; faces have names of their own.
    pub(super) fn of(knowledge: &PlayerKnowledge) -> Self {
        let cards = knowledge.deck.iter().map(|card| &card.definition);
        let mut own = BTreeMap::new();
        for card in cards.chain(&knowledge.commanders) {
            let entry = Entry::new(Arc::new(card.clone()));
            for face in &card.faces {
                own.insert(face.name.clone(), entry.clone());
            }
            own.insert(card.name.clone(), entry);
        }
        Self {
            own,
            seen: BTreeMap::new(),
        }
    }

    /// Takes over what this decision delivers.
    pub(super) fn read(&mut self, point: &DecisionPoint) {
        for visible in &point.definitions {
            self.seen
                .entry(visible.def_id)
                .or_insert_with(|| Entry::new(Arc::clone(&visible.definition)));
        }
    }

    /// What is known of a card of the own deck.
    pub(super) fn own(&self, name: &str) -> Option<&Entry> {
        self.own.get(name)
    }

    /// What is known of a card of the observation.
    pub(super) fn entry(&self, card: &CardRow) -> Option<&Entry> {
        match card.definition {
            DefinitionRef::Own => self.own.get(&*card.name),
            DefinitionRef::Seen(number) => self.seen.get(&number),
            DefinitionRef::Unknown => None,
        }
    }
}
