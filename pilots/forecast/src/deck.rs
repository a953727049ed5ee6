//! A deck, compiled once.

use crate::compile::Context;
use crate::pool::{ClassCost, Kinds};
use crate::profile::{ANY, COLORLESS, Card, CardFacts, Cost};
use crate::{ForecastError, MAX_CARDS, MAX_COMMANDERS};
use turnzero_contract::{CardDefinition, Color, ColorSet, PlayerKnowledge};

/// A card of one [`DeckProfile`]: an index, meaningless for another deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(pub(crate) u8);

/// The cards of a deck and its commanders, compiled from their definitions alone.
#[derive(Clone, Debug)]
pub struct DeckProfile {
    pub(crate) cards: Vec<Card>,
    /// Ids by name.
    by_name: Vec<(String, CardId)>,
    pub(crate) commanders: Vec<CardId>,
    pub(crate) kinds: Kinds,
    pub(crate) tables: Tables,
    deck_size: u32,
}

#[derive(Clone, Debug)]
pub(crate) enum Tables {
    Small(Vec<CardTable<8>>),
    Large(Vec<CardTable<64>>),
}

/// Costs and mana of a card in classes.
#[derive(Clone, Debug)]
pub(crate) struct CardTable<const N: usize> {
    pub(crate) cost: Option<ClassCost<N>>,
    pub(crate) ritual: Vec<u8>,
    pub(crate) mana: Vec<OptionTable<N>>,
    pub(crate) activation: Option<ClassCost<N>>,
    pub(crate) cycling: Option<ClassCost<N>>,
    pub(crate) landcycling: Option<ClassCost<N>>,
}

#[derive(Clone, Debug)]
pub(crate) struct OptionTable<const N: usize> {
    /// Absent when it can never be paid.
    pub(crate) cost: Option<ClassCost<N>>,
    pub(crate) units: Vec<u8>,
}

impl DeckProfile {
    /// Compiles a player's deck.
    ///
    /// # Errors
    /// [`ForecastError::TooManyCards`], [`ForecastError::TooManyCommanders`] or [`ForecastError::NoFace`].
    pub fn new(knowledge: &PlayerKnowledge) -> Result<Self, ForecastError> {
        let definitions: Vec<&CardDefinition> = knowledge
            .deck
            .iter()
            .map(|card| &card.definition)
            .chain(&knowledge.commanders)
            .collect();
        if definitions.len() > MAX_CARDS {
            return Err(ForecastError::TooManyCards {
                count: definitions.len(),
            });
        }
        if knowledge.commanders.len() > MAX_COMMANDERS {
            return Err(ForecastError::TooManyCommanders {
                count: knowledge.commanders.len(),
            });
        }
        let context = Context {
            definitions: &definitions,
            seats: knowledge.options.seats,
            starting_life: knowledge.options.starting_life,
            identity: knowledge
                .commanders
                .iter()
                .fold(ColorSet::EMPTY, |set, card| set.union(card.color_identity)),
        };
        let mut cards = Vec::with_capacity(definitions.len());
        for (index, definition) in definitions.iter().enumerate() {
            let copies = knowledge.deck.get(index).map_or(0, |card| card.count);
            let commander = index >= knowledge.deck.len();
            let card = context
                .card(definition, copies, commander)
                .ok_or_else(|| ForecastError::NoFace {
                    name: definition.name.clone(),
                })?;
            cards.push(card);
        }
        // At most MAX_CARDS entries, so the ids fit.
        let ids = || (0u8..).map(CardId);
        let mut by_name: Vec<(String, CardId)> = cards
            .iter()
            .zip(ids())
            .map(|(card, id)| (card.name.clone(), id))
            .collect();
        by_name.sort();
        let commanders = ids().take(cards.len()).skip(knowledge.deck.len()).collect();
        let kinds = Kinds::new(needed(&cards));
        let tables = if kinds.len() <= 3 {
            Tables::Small(cards.iter().map(|card| CardTable::new(card, &kinds)).collect())
        } else {
            Tables::Large(cards.iter().map(|card| CardTable::new(card, &kinds)).collect())
        };
        Ok(Self {
            cards,
            by_name,
            commanders,
            kinds,
            tables,
            deck_size: knowledge.deck_size(),
        })
    }

    /// The id of a card of the deck by its exact name; a commander of the same name comes second.
    pub fn card(&self, name: &str) -> Option<CardId> {
        let at = self.by_name.partition_point(|(own, _)| own.as_str() < name);
        self.by_name.get(at).filter(|(own, _)| own == name).map(|(_, id)| *id)
    }

    /// The ids of a hand, in the order given.
    ///
    /// # Errors
    /// [`ForecastError::UnknownCard`].
    pub fn hand<S: AsRef<str>>(&self, names: &[S]) -> Result<Vec<CardId>, ForecastError> {
        names
            .iter()
            .map(|name| {
                self.card(name.as_ref()).ok_or_else(|| ForecastError::UnknownCard {
                    name: name.as_ref().to_owned(),
                })
            })
            .collect()
    }

    /// What a card is for.
    pub fn facts(&self, id: CardId) -> CardFacts {
        self.cards
            .get(usize::from(id.0))
            .map(|card| card.facts)
            .unwrap_or_default()
    }

    /// A card's name.
    pub fn name(&self, id: CardId) -> &str {
        self.cards.get(usize::from(id.0)).map_or("", |card| card.name.as_str())
    }

    /// Copies in the starting deck; 0 for a commander.
    pub fn copies(&self, id: CardId) -> u32 {
        self.cards.get(usize::from(id.0)).map_or(0, |card| card.copies)
    }

    /// All cards, deck first, then commanders.
    pub fn ids(&self) -> impl Iterator<Item = CardId> {
        (0u8..).map(CardId).take(self.cards.len())
    }

    /// The commanders, castable from the command zone.
    pub fn commanders(&self) -> &[CardId] {
        &self.commanders
    }

    /// Cards in the starting deck, commanders apart.
    pub const fn deck_size(&self) -> u32 {
        self.deck_size
    }

    /// Land cards in the starting deck.
    pub fn lands(&self) -> u32 {
        self.cards
            .iter()
            .filter(|card| card.facts.land)
            .map(|card| card.copies)
            .sum()
    }

    /// The colours that costs of the deck ask for.
    pub fn colors(&self) -> ColorSet {
        self.color_set((1 << self.kinds.len()) - 1)
    }

    pub(crate) fn color_set(&self, class: u8) -> ColorSet {
        let mask = self.kinds.mask(class);
        Color::ALL
            .into_iter()
            .filter(|color| mask & 1 << color.index() != 0)
            .collect()
    }

    /// The class bits that are colours, not colourless.
    pub(crate) fn color_class(&self) -> u8 {
        self.kinds.class(ANY)
    }
}

/// Every kind of mana that some cost of the deck asks for.
fn needed(cards: &[Card]) -> u8 {
    let of = |cost: &Cost| cost.needs.iter().fold(0, |mask, need| mask | need);
    let mut mask = 0;
    for card in cards {
        mask |= card.spell.as_ref().map_or(0, |spell| of(&spell.cost));
        mask |= card.cycling.as_ref().map_or(0, of);
        for option in &card.mana {
            mask |= of(&option.cost);
        }
        for activation in card.activation.iter().chain(&card.landcycling) {
            mask |= of(&activation.cost);
        }
    }
    mask & (ANY | COLORLESS)
}

impl<const N: usize> CardTable<N> {
    fn new(card: &Card, kinds: &Kinds) -> Self {
        let classes = |units: &[u8]| units.iter().map(|unit| kinds.class(*unit)).collect::<Vec<u8>>();
        Self {
            cost: card.spell.as_ref().and_then(|spell| kinds.cost(&spell.cost)),
            ritual: card
                .spell
                .as_ref()
                .map(|spell| classes(&spell.ritual))
                .unwrap_or_default(),
            mana: card
                .mana
                .iter()
                .map(|option| OptionTable {
                    cost: kinds.cost(&option.cost),
                    units: classes(&option.units),
                })
                .collect(),
            activation: card.activation.as_ref().and_then(|a| kinds.cost(&a.cost)),
            cycling: card.cycling.as_ref().and_then(|cost| kinds.cost(cost)),
            landcycling: card.landcycling.as_ref().and_then(|a| kinds.cost(&a.cost)),
        }
    }
}
