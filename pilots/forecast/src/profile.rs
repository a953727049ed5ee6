//! What the search needs to know of a card, compiled once per deck.

use crate::set::CardSet;
use turnzero_contract::card::Comparison;

/// Bit of colourless mana in a mana mask; bits 0–4 are the colours in WUBRG order.
pub(crate) const COLORLESS: u8 = 1 << 5;
/// All five colours.
pub(crate) const ANY: u8 = 0b1_1111;

/// A mana cost: generic part and one mask per symbol that asks for certain mana.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) generic: u8,
    /// One entry a symbol: the kinds of mana that pay it; 0 can never be paid.
    pub(crate) needs: Vec<u8>,
}

impl Cost {
    /// Mana paid in all.
    pub(crate) fn total(&self) -> u8 {
        self.generic
            .saturating_add(u8::try_from(self.needs.len()).unwrap_or(u8::MAX))
    }
}

/// A condition on the own battlefield.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cond {
    /// Decided by the options of the game, or unknown and taken as false.
    Fixed(bool),
    /// How many of the player's lands and mana permanents lie in the set.
    Count {
        set: CardSet,
        comparison: Comparison,
        amount: i64,
    },
    All(Vec<Cond>),
    Any(Vec<Cond>),
    Not(Box<Cond>),
}

/// How a permanent enters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Enter {
    Untapped,
    Tapped,
    /// Untapped if the condition holds before it enters (CR 614.12a).
    Unless(Cond),
    /// Untapped if another card of the set is in hand.
    Reveal(CardSet),
}

/// One way to make mana from a permanent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ManaOption {
    pub(crate) cond: Option<Cond>,
    pub(crate) cost: Cost,
    /// The permanent is sacrificed.
    pub(crate) sacrifice: bool,
    /// One mask a unit: what kinds it can be.
    pub(crate) units: Vec<u8>,
    /// Depends on opponents' lands: nothing on turn 1, then generic only.
    pub(crate) opponents: bool,
    /// Only for cards of the set.
    pub(crate) only_for: Option<CardSet>,
}

impl ManaOption {
    /// One unit, no cost.
    pub(crate) fn is_simple(&self) -> bool {
        self.units.len() == 1 && self.is_free() && !self.sacrifice && self.only_for.is_none()
    }

    /// No mana cost.
    pub(crate) fn is_free(&self) -> bool {
        self.cost.total() == 0
    }
}

/// A search of the own library for land cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Search {
    pub(crate) targets: CardSet,
    pub(crate) count: u8,
    pub(crate) tapped: bool,
    /// The found land untaps if this holds with it on the battlefield.
    pub(crate) untap_if: Option<Cond>,
    pub(crate) to_hand: bool,
    /// The found lands share a basic land type.
    pub(crate) sharing: bool,
}

/// A one-shot ability that searches: paid, source gone, lands found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Activation {
    pub(crate) cost: Cost,
    /// A creature that has to tap: not on the turn it enters.
    pub(crate) sick: bool,
    pub(crate) searches: Vec<Search>,
}

/// A card as a land drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LandFace {
    /// Returns a land to hand when it enters.
    pub(crate) bounce: bool,
    /// Gone at once, for these lands (fetch land without mana cost).
    pub(crate) fetch: Option<Search>,
    /// Basic land types, five bits.
    pub(crate) types: u8,
    pub(crate) basic: bool,
}

/// Cards an additional cost takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fodder {
    pub(crate) count: u8,
    pub(crate) set: CardSet,
}

/// A card as a spell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpellFace {
    pub(crate) cost: Cost,
    pub(crate) permanent: bool,
    /// Mana added on resolution.
    pub(crate) ritual: Vec<u8>,
    /// Treasures (any colour, one use) made for certain.
    pub(crate) treasures: u8,
    pub(crate) searches: Vec<Search>,
    /// Generic mana less for cards of the set while it is on the battlefield.
    pub(crate) reducer: Option<(CardSet, u8)>,
    pub(crate) discard: Option<Fodder>,
    pub(crate) sacrifice: Option<Fodder>,
    /// Its own mana works only from the next turn.
    pub(crate) sick: bool,
}

/// One card of the deck.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) name: String,
    pub(crate) copies: u32,
    pub(crate) land: Option<LandFace>,
    pub(crate) spell: Option<SpellFace>,
    pub(crate) enter: Enter,
    pub(crate) mana: Vec<ManaOption>,
    pub(crate) activation: Option<Activation>,
    /// Cost of plain cycling.
    pub(crate) cycling: Option<Cost>,
    /// Landcycling: paid from hand, finds a land into the hand.
    pub(crate) landcycling: Option<Activation>,
    pub(crate) facts: CardFacts,
}

/// What a card is for, read from its abilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent yes/no facts")]
pub struct CardFacts {
    /// A land card.
    pub land: bool,
    /// Mana value of the card.
    pub mana_value: u8,
    /// Mana paid to cast it without help (X counted as 1, Phyrexian symbols as life).
    pub cast_cost: u8,
    /// Cards it surely draws when cast (spell effect or own enters trigger).
    pub draws: u8,
    /// It looks at, discards or replaces cards: scry, surveil, looting, cycling.
    pub filters: bool,
    /// It gives lasting mana: rock, dork, Treasure, land search, cost reduction.
    pub ramp: bool,
    /// It gives mana once (ritual).
    pub ritual: bool,
    /// A permanent with a repeatable gain: trigger on other events, or an ability beside mana.
    pub engine: bool,
    /// What a plan leads to: mana value of 5 or more, or a creature of power 4 or more.
    pub payoff: bool,
    /// It removes, counters, damages or goads.
    pub interaction: bool,
    /// A creature card.
    pub creature: bool,
    /// A permanent card.
    pub permanent: bool,
    /// A land that may enter tapped, gives mana only under a condition, at a price or once, or returns a land.
    pub conditional_land: bool,
    /// A commander of the deck.
    pub commander: bool,
}

impl CardFacts {
    /// An early card that develops: ramp, draw, filter or engine of mana value 3 or less that is no follow-up.
    pub fn setup(&self) -> bool {
        !self.land
            && self.mana_value <= 3
            && (self.ramp || self.draws > 0 || self.filters || self.engine)
            && !self.follow_up()
    }

    /// What development leads to: commander, payoff, any spell of mana value 4 or more, engine of 3.
    pub fn follow_up(&self) -> bool {
        !self.land && (self.commander || self.payoff || self.mana_value >= 4 || (self.engine && self.mana_value == 3))
    }
}
