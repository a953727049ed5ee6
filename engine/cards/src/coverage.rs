//! Which cards of a deck the engine can play in full.

use std::collections::BTreeMap;

use turnzero_contract::CardDefinition;
use turnzero_contract::card::{DefinitionSource, EffectFamily};

/// What stands between a card and being played.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub struct MissingCard {
    /// Canonical name.
    pub card: String,
    /// Families of its clauses that are not spelled out, each once; empty for facts only.
    pub families: Vec<EffectFamily>,
    /// The card is known by facts only: no rules text was written for it.
    pub facts_only: bool,
}

/// How much of a deck is spelled out.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Coverage {
    /// Distinct cards.
    pub cards: usize,
    /// Distinct cards with every clause spelled out.
    pub supported: usize,
    /// The others, by name.
    pub missing: Vec<MissingCard>,
}

impl Coverage {
    /// Counts distinct cards by name.
    pub fn of<'a>(cards: impl IntoIterator<Item = &'a CardDefinition>) -> Self {
        let distinct: BTreeMap<&str, &CardDefinition> =
            cards.into_iter().map(|card| (card.name.as_str(), card)).collect();
        let missing: Vec<MissingCard> = distinct.values().filter_map(|card| missing(card)).collect();
        Self {
            cards: distinct.len(),
            supported: distinct.len() - missing.len(),
            missing,
        }
    }
}

fn missing(card: &CardDefinition) -> Option<MissingCard> {
    let facts_only = card.source == DefinitionSource::FactsOnly;
    let mut families = card.pending();
    families.sort_unstable();
    families.dedup();
    (facts_only || !families.is_empty()).then(|| MissingCard {
        card: card.name.clone(),
        families,
        facts_only,
    })
}
