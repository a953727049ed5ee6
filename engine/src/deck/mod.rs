//! A deck as a game uses it: validated, shared, with cards numbered in canonical order.

mod commanders;

use crate::EngineError;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};
use turnzero_contract::card::{EffectFamily, Keyword};
use turnzero_contract::{CardDefinition, DeckCard, FormatOptions, PlayerKnowledge, Seat};

/// The most cards a deck may hold.
pub const MAX_DECK_SIZE: u32 = 65_535;

/// How many forms of the knowledge a deck remembers.
const REMEMBERED: usize = 64;

/// Position of a card's name among the distinct names of its deck, in canonical order.
pub(crate) type CardIndex = u16;

/// Commanders and main deck of one player, ready to be dealt; share it between games.
#[derive(Debug)]
pub struct GameDeck {
    commanders: Vec<Arc<CardDefinition>>,
    cards: Vec<(u32, Arc<CardDefinition>)>,
    /// The starting deck in canonical order: by name, copies side by side.
    order: Vec<CardIndex>,
    /// Knowledge already built, so that games share it. A memo: it never changes an answer.
    remembered: Mutex<Vec<Arc<PlayerKnowledge>>>,
}

impl PartialEq for GameDeck {
    fn eq(&self, other: &Self) -> bool {
        self.commanders == other.commanders && self.cards == other.cards
    }
}

impl Eq for GameDeck {}

impl GameDeck {
    /// A deck of these commanders and cards; entries of one name are merged. Any size from 0.
    ///
    /// Refuses commanders that may not start together (CR 903.3, 702.124), companions (702.139),
    /// opening-hand actions (103.6), zero counts, and two definitions of one name.
    pub fn new(
        commanders: Vec<Arc<CardDefinition>>,
        cards: Vec<(u32, Arc<CardDefinition>)>,
    ) -> Result<Self, EngineError> {
        let mut merged: BTreeMap<String, (u64, Arc<CardDefinition>)> = BTreeMap::new();
        for (count, card) in cards {
            let card_name = card.name.clone();
            if count == 0 {
                return Err(EngineError::NoCopies { card: card_name });
            }
            match merged.entry(card_name) {
                Entry::Vacant(entry) => {
                    entry.insert((u64::from(count), card));
                }
                Entry::Occupied(mut entry) if entry.get().1 == card => entry.get_mut().0 += u64::from(count),
                Entry::Occupied(entry) => {
                    return Err(EngineError::TwoDefinitions {
                        card: entry.key().clone(),
                    });
                }
            }
        }
        for card in merged.values().map(|(_, card)| card).chain(&commanders) {
            refuse_unplayed(card)?;
        }
        commanders::check(&commanders)?;
        let size: u64 = merged.values().map(|(count, _)| count).sum();
        if size > u64::from(MAX_DECK_SIZE) {
            return Err(EngineError::TooManyCards { size });
        }
        let merged = merged
            .into_values()
            .filter_map(|(count, card)| Some((u32::try_from(count).ok()?, card)))
            .collect();
        Ok(Self::assembled(commanders, merged))
    }

    /// The deck that a stored knowledge describes, with the same checks.
    pub fn from_knowledge(knowledge: &PlayerKnowledge) -> Result<Self, EngineError> {
        let commanders = knowledge.commanders.iter().cloned().map(Arc::new).collect();
        let cards = knowledge.deck.iter();
        Self::new(
            commanders,
            cards
                .map(|card| (card.count, Arc::new(card.definition.clone())))
                .collect(),
        )
    }

    /// A deck from checked parts: `cards` sorted by name, one entry a name.
    pub(crate) fn assembled(mut commanders: Vec<Arc<CardDefinition>>, cards: Vec<(u32, Arc<CardDefinition>)>) -> Self {
        commanders.sort_by(|a, b| a.name.cmp(&b.name));
        let order = (0..)
            .zip(&cards)
            .flat_map(|(index, (count, _))| std::iter::repeat_n(index, *count as usize))
            .collect();
        Self {
            commanders,
            cards,
            order,
            remembered: Mutex::new(Vec::new()),
        }
    }

    /// Commanders, by name.
    pub fn commanders(&self) -> &[Arc<CardDefinition>] {
        &self.commanders
    }

    /// The starting deck without commanders: copies and definition, by name.
    pub fn cards(&self) -> &[(u32, Arc<CardDefinition>)] {
        &self.cards
    }

    /// Cards in the starting deck, commanders apart.
    pub fn size(&self) -> usize {
        self.order.len()
    }

    pub(crate) fn order(&self) -> &[CardIndex] {
        &self.order
    }

    pub(crate) fn definition(&self, index: CardIndex) -> &Arc<CardDefinition> {
        &self.cards[usize::from(index)].1
    }

    pub(crate) fn name(&self, index: CardIndex) -> &str {
        &self.definition(index).name
    }

    pub(crate) fn names(&self, indices: &[CardIndex]) -> Vec<String> {
        indices.iter().map(|index| self.name(*index).to_owned()).collect()
    }

    pub(crate) fn find(&self, name: &str) -> Option<CardIndex> {
        let found = self.cards.binary_search_by(|(_, card)| card.name.as_str().cmp(name));
        found.ok().and_then(|index| CardIndex::try_from(index).ok())
    }

    /// What the owner of this deck knows in that seat; built once for each form asked for.
    pub(crate) fn knowledge(
        &self,
        seat: Seat,
        starting_player: Option<Seat>,
        options: FormatOptions,
    ) -> Arc<PlayerKnowledge> {
        let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |known: &&Arc<PlayerKnowledge>| {
            known.seat == seat && known.starting_player == starting_player && known.options == options
        };
        if let Some(known) = remembered.iter().find(fits) {
            return Arc::clone(known);
        }
        let known = Arc::new(PlayerKnowledge {
            seat,
            starting_player,
            options,
            commanders: self.commanders.iter().map(|card| (**card).clone()).collect(),
            deck: self
                .cards
                .iter()
                .map(|(count, card)| DeckCard {
                    count: *count,
                    definition: (**card).clone(),
                })
                .collect(),
        });
        if remembered.len() >= REMEMBERED {
            remembered.remove(0);
        }
        remembered.push(Arc::clone(&known));
        known
    }
}

/// Refuses a card whose pregame rules are not played yet, rather than leave them out.
fn refuse_unplayed(card: &CardDefinition) -> Result<(), EngineError> {
    let companion = |keyword: &Keyword| *keyword == Keyword::Companion;
    if card.faces.iter().any(|face| face.keywords().any(companion)) {
        return Err(EngineError::Companion {
            card: card.name.clone(),
        });
    }
    if card.pending().contains(&EffectFamily::OpeningHand) {
        return Err(EngineError::OpeningHandAction {
            card: card.name.clone(),
        });
    }
    Ok(())
}
