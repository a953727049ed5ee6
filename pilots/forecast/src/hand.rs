//! A hand prepared for the search: slots, roles, and the lands that searches can find.

use crate::deck::{CardId, DeckProfile};
use crate::profile::{Card, Enter, Search};
use crate::state::{State, nibbles};
use crate::{ForecastError, MAX_HAND};

/// Slots of a hand and its commanders.
pub(crate) struct Hand<'a> {
    pub(crate) deck: &'a DeckProfile,
    pub(crate) ids: [u8; 16],
    pub(crate) len: usize,
    /// Hand slots, without commanders.
    pub(crate) opening: u16,
    pub(crate) commanders: u16,
    /// For a slot: the lower slots with the same card.
    pub(crate) lower: [u16; 16],
    pub(crate) lands: u16,
    /// Spells cast during the search because what comes after depends on them.
    pub(crate) producers: u16,
    pub(crate) sinks: u16,
    pub(crate) one_shots: u16,
    pub(crate) rituals: u16,
    pub(crate) setup: u16,
    pub(crate) follow: u16,
    pub(crate) reducers: u16,
    pub(crate) fodder: u16,
    pub(crate) cycling: u16,
    pub(crate) landcycling: u16,
    /// Card ids of found lands, by kind 1–15.
    pub(crate) kinds: [u8; 16],
    pub(crate) kind_count: u8,
}

pub(crate) fn bits(mask: u16) -> impl Iterator<Item = usize> {
    let mut left = mask;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let slot = left.trailing_zeros();
        left &= left - 1;
        usize::try_from(slot).ok()
    })
}

impl<'a> Hand<'a> {
    pub(crate) fn new(deck: &'a DeckProfile, hand: &[CardId]) -> Result<Self, ForecastError> {
        if hand.len() > MAX_HAND {
            return Err(ForecastError::HandTooLarge { count: hand.len() });
        }
        let mut own = Self {
            deck,
            ids: [0; 16],
            len: hand.len() + deck.commanders.len(),
            opening: (1u16 << hand.len()) - 1,
            commanders: 0,
            lower: [0; 16],
            lands: 0,
            producers: 0,
            sinks: 0,
            one_shots: 0,
            rituals: 0,
            setup: 0,
            follow: 0,
            reducers: 0,
            fodder: 0,
            cycling: 0,
            landcycling: 0,
            kinds: [0; 16],
            kind_count: 0,
        };
        for (slot, id) in hand.iter().chain(&deck.commanders).enumerate() {
            own.add(slot, *id, slot >= hand.len())?;
        }
        for slot in 0..hand.len() {
            let id = own.ids[slot];
            let held = 1 + own.lower[slot].count_ones();
            let card = own.card(id);
            if held > card.copies {
                return Err(ForecastError::TooManyCopies {
                    name: card.name.clone(),
                    in_deck: card.copies,
                });
            }
        }
        Ok(own)
    }

    fn add(&mut self, slot: usize, id: CardId, commander: bool) -> Result<(), ForecastError> {
        let unknown = || ForecastError::UnknownCard {
            name: format!("#{}", id.0),
        };
        let card = self.deck.cards.get(usize::from(id.0)).ok_or_else(unknown)?;
        let bit = 1u16 << slot;
        self.ids[slot] = id.0;
        self.lower[slot] = (0..slot)
            .filter(|other| self.ids[*other] == id.0)
            .fold(0, |mask, other| mask | 1 << other);
        let facts = card.facts;
        let set = |mask: &mut u16, yes: bool| {
            if yes {
                *mask |= bit;
            }
        };
        set(&mut self.commanders, commander);
        set(&mut self.lands, card.land.is_some() && !commander);
        set(&mut self.cycling, card.cycling.is_some() && !commander);
        set(&mut self.landcycling, card.landcycling.is_some() && !commander);
        set(&mut self.setup, facts.setup());
        set(&mut self.follow, facts.follow_up());
        if let Some(spell) = &card.spell {
            let lasting =
                spell.permanent && card.land.is_none() && (!card.mana.is_empty() || card.activation.is_some());
            let one_shot = !spell.ritual.is_empty() || spell.treasures > 0 || !spell.searches.is_empty();
            let producer = lasting || one_shot || spell.reducer.is_some();
            set(&mut self.producers, producer);
            set(&mut self.sinks, !producer);
            set(&mut self.one_shots, one_shot);
            set(&mut self.rituals, !spell.ritual.is_empty());
            set(&mut self.reducers, spell.reducer.is_some());
            set(&mut self.fodder, spell.discard.is_some() || spell.sacrifice.is_some());
        }
        Ok(())
    }

    pub(crate) fn card(&self, id: u8) -> &'a Card {
        // Ids come from this deck: `add` refused others, and searches only list the deck's own.
        &self.deck.cards[usize::from(id)]
    }

    pub(crate) fn at(&self, slot: usize) -> &'a Card {
        self.card(self.ids[slot])
    }

    /// The kind of a found land, made when new; `None` when there are too many.
    pub(crate) fn kind(&mut self, id: u8) -> Option<u8> {
        let known = usize::from(self.kind_count);
        if let Some(at) = (1..=known).find(|kind| self.kinds[*kind] == id) {
            return u8::try_from(at).ok();
        }
        if known >= 15 {
            return None;
        }
        self.kind_count += 1;
        self.kinds[known + 1] = id;
        Some(self.kind_count)
    }

    /// The lands a search may find now: copies left in the library, without those another beats.
    pub(crate) fn candidates(&self, search: &Search, state: &State, out: &mut Vec<u8>) {
        let first = out.len();
        for id in search.targets.iter() {
            let held = (0..self.len)
                .filter(|slot| self.ids[*slot] == id && self.opening & 1 << slot != 0)
                .count();
            let found = nibbles(state.fetched)
                .chain(nibbles(state.found))
                .filter(|kind| self.kinds[usize::from(*kind)] == id)
                .count();
            if u64::from(self.card(id).copies) > (held + found) as u64 {
                out.push(id);
            }
        }
        let mut at = first;
        while at < out.len() {
            let own = out[at];
            let beaten = (first..out.len()).any(|other| {
                other != at
                    && beats(self, out[other], own, search)
                    && (!beats(self, own, out[other], search) || other < at)
            });
            if beaten {
                out.remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// Whether every spell of hand and command zone is in the set.
    pub(crate) fn all_spells_in(&self, set: &crate::set::CardSet) -> bool {
        bits(self.producers | self.sinks).all(|slot| set.contains(self.ids[slot]))
    }
}

/// Whether finding `a` is at least as good as finding `b`: as much mana, as many basic land types,
/// basic alike, and not tapped where `b` is not.
fn beats(hand: &Hand<'_>, a: u8, b: u8, search: &Search) -> bool {
    let (a, b) = (hand.card(a), hand.card(b));
    let (Some(mask_a), Some(mask_b)) = (plain(hand, a), plain(hand, b)) else {
        return false;
    };
    let (Some(land_a), Some(land_b)) = (&a.land, &b.land) else {
        return false;
    };
    mask_a | mask_b == mask_a
        && land_a.types | land_b.types == land_a.types
        && land_a.basic == land_b.basic
        && (a.enter == Enter::Untapped
            || a.enter == b.enter
            || (search.tapped && search.untap_if.is_none() && !search.to_hand))
}

/// The class of a land that only makes one mana, unconditionally.
fn plain(hand: &Hand<'_>, card: &Card) -> Option<u8> {
    let land = card.land.as_ref()?;
    let simple = card
        .mana
        .iter()
        .all(|option| option.is_simple() && option.cond.is_none() && !option.opponents);
    if land.bounce || land.fetch.is_some() || card.mana.is_empty() || !simple || card.activation.is_some() {
        return None;
    }
    let mask = card
        .mana
        .iter()
        .flat_map(|option| &option.units)
        .fold(0, |mask, unit| mask | unit);
    Some(hand.deck.kinds.class(mask))
}
