//! Sets of deck cards, and filters judged on printed facts.

use turnzero_contract::CardDefinition;
use turnzero_contract::card::{Amount, CardType, Face, Filter, Keyword, PlayerRef, Power, Zone};

/// A set of card ids of one deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardSet([u64; 4]);

impl CardSet {
    pub(crate) fn insert(&mut self, id: u8) {
        if let Some(word) = self.0.get_mut(usize::from(id >> 6)) {
            *word |= 1 << (id & 63);
        }
    }

    pub(crate) fn contains(&self, id: u8) -> bool {
        self.0
            .get(usize::from(id >> 6))
            .is_some_and(|word| word & 1 << (id & 63) != 0)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        let words = self.0;
        (0u8..4).zip(words).flat_map(|(word, bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                let bit = u8::try_from(left.trailing_zeros()).ok().filter(|bit| *bit < 64)?;
                left &= left - 1;
                Some(word << 6 | bit)
            })
        })
    }
}

/// Whether a card passes a filter, by its printed facts alone; `None` when they do not decide it.
///
/// The card is taken to be the player's own and another object than the ability's source.
pub(crate) fn passes(filter: &Filter, card: &CardDefinition) -> Option<bool> {
    let face = card.faces.first()?;
    Some(match filter {
        Filter::Any | Filter::Other => true,
        Filter::Type(kind) => face.is(*kind),
        Filter::Supertype(kind) => face.has_supertype(*kind),
        Filter::Subtype(kind) => face.has_subtype(kind),
        Filter::Color(color) => face.colors.contains(*color),
        Filter::Colorless => face.colors.is_empty(),
        Filter::Named(name) => card.name == *name,
        Filter::Permanent => face.is_permanent(),
        Filter::Token | Filter::Itself => false,
        Filter::Keyword(keyword) => has_keyword(face, keyword),
        Filter::Controlled(who) | Filter::Owned(who) => {
            matches!(who, PlayerRef::You | PlayerRef::APlayer | PlayerRef::Each)
        }
        // Where the object lies is what the caller counts.
        Filter::In(zone) => matches!(zone, Zone::Battlefield | Zone::Hand | Zone::Library),
        Filter::ManaValue(comparison, Amount::Fixed(n)) => {
            comparison.holds(i64::from(card.mana_value()), i64::from(*n))
        }
        Filter::Power(comparison, Amount::Fixed(n)) => {
            size(face.power.as_ref(), |p| comparison.holds(p, i64::from(*n)))?
        }
        Filter::Toughness(comparison, Amount::Fixed(n)) => {
            size(face.toughness.as_ref(), |t| comparison.holds(t, i64::from(*n)))?
        }
        Filter::All(parts) => {
            let mut sure = true;
            for part in parts {
                match passes(part, card) {
                    Some(false) => return Some(false),
                    None => sure = false,
                    Some(true) => {}
                }
            }
            return sure.then_some(true);
        }
        Filter::AnyOf(parts) => {
            let mut sure = true;
            for part in parts {
                match passes(part, card) {
                    Some(true) => return Some(true),
                    None => sure = false,
                    Some(false) => {}
                }
            }
            return sure.then_some(false);
        }
        Filter::Not(inner) => !passes(inner, card)?,
        Filter::Commander
        | Filter::Tapped
        | Filter::Attacking
        | Filter::Blocking
        | Filter::Goaded
        | Filter::ExiledWithSource
        | Filter::AttachedTo
        | Filter::DamagedBySource
        | Filter::ManaValue(..)
        | Filter::Power(..)
        | Filter::Toughness(..) => return None,
    })
}

fn size(printed: Option<&Power>, test: impl Fn(i64) -> bool) -> Option<bool> {
    match printed {
        Some(Power::Fixed(n)) => Some(test(i64::from(*n))),
        Some(Power::Defined(_)) => None,
        None => Some(false),
    }
}

fn has_keyword(face: &Face, keyword: &Keyword) -> bool {
    face.keywords().any(|own| own == keyword)
}

/// Whether the card is a land.
pub(crate) fn is_land(card: &CardDefinition) -> bool {
    card.faces.first().is_some_and(|face| face.is(CardType::Land))
}
