//! Bounded no-draw forecast of an opening hand, from player-safe facts only.
//!
//! Input is the compiled deck ([`DeckProfile`], from `PlayerKnowledge`) and the cards of a hand; no
//! card is drawn, no opponent acts, no card name matters.
//!
//! # What a line is
//! Five turns. Each turn:
//! 1. **Land drop.** A land from hand or a found land is played if there is one (only a double-faced
//!    card with a spell side may be held back). Whether it enters tapped is judged on the battlefield
//!    before it (CR 614.12a); life is always paid; reveals need another fitting card in hand. A fetch
//!    land without mana cost is used at once: it becomes a land still in the library, tapped if the
//!    search or the found land says so.
//! 2. **Mana.** Every untapped land and mana permanent is used in one of its ways: its plain mana (any
//!    one of its one-mana abilities whose condition holds), another free ability (a sacrificing one
//!    removes it), or one with a mana price, paid from the same pool. Conditions are judged before
//!    anything is sacrificed. Mana lasts for the main phase
//!    and is lost after it (CR 106.4).
//! 3. **Casting**, in any order, paid exactly: hand and command zone (no tax). Rocks work at once
//!    unless they enter tapped, mana creatures from the next turn unless they have haste, rituals and
//!    Treasures once. Land searches find known lands of the own library; found lands in hand are
//!    played from the next turn on.
//! 4. **Return.** A bounce land then returns a land of the player's choice, so as the only land itself.
//!
//! # What is maximised
//! Every figure on its own, over all lines: usable mana, colours, and the first turn of each card and
//! each cycling cost. `casts` and `spent` hold for one line up to the turn, each maximised by itself.
//! `plan_turn` is the first turn by which one line has cast a setup card (by turn three) and a follow-up.
//!
//! # Read against the player
//! Mana that depends on opponents' lands is nothing on turn one, then one mana for generic costs.
//! Restricted mana counts only if every spell of hand and command zone may be paid with it. Not
//! counted: mana for which another permanent is sacrificed, amounts that depend on the game, untap
//! and counter costs, conditions on life, opponents' permanents or commanders, searches under a
//! condition, flashback, kicker, evoke. Self-reducing costs stay unreduced. Cards discarded or
//! sacrificed to additional costs must be there but are not tracked.
//!
//! # How it is bounded
//! Positions after each turn are visited once. Only sets of spells to which none can be added are
//! followed, which loses nothing: casting earlier never makes a figure worse. On the last turn only
//! casts that can still change a figure are tried. [`NODE_BUDGET`] bounds the moments looked at;
//! `truncated` says that it, or a table, was too small.

mod compile;
mod deck;
mod error;
mod facts;
mod hand;
#[cfg(test)]
mod oracle;
mod pool;
mod profile;
mod search;
mod set;
mod spend;
mod state;
mod turn;

pub use deck::{CardId, DeckProfile};
pub use error::ForecastError;
pub use profile::CardFacts;

use deck::Tables;
use hand::Hand;
use search::{Findings, Scratch, Searcher};
use turnzero_contract::ColorSet;

/// Turns looked ahead.
pub const TURNS: usize = 5;
/// The turn of something that does not happen by turn five.
pub const NEVER: u8 = 6;
/// Most cards of a hand.
pub const MAX_HAND: usize = 10;
/// Most commanders of a deck.
pub const MAX_COMMANDERS: usize = 2;
/// Most different cards of a deck, commanders included.
pub const MAX_CARDS: usize = 250;
/// Moments within turns looked at before a forecast is cut short.
pub const NODE_BUDGET: u32 = 20_000;

/// What a hand can do by itself. Lists by turn are indexed by turn − 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Most mana on the turn before anything is cast.
    pub usable: [u8; TURNS],
    /// Colours of the deck's costs that some line can make on the turn.
    pub colors: [ColorSet; TURNS],
    /// Most different such colours at once on the turn.
    pub colors_together: [u8; TURNS],
    /// Most spells cast up to the turn in one line, rituals apart, commanders included.
    pub casts: [u8; TURNS],
    /// Most mana value of those spells (X as 1, before cost reductions) up to the turn in one line.
    pub spent: [u8; TURNS],
    /// For each card of the hand, in the order given: the first turn some line casts it (0 a land, 6 never).
    pub card_turn: [u8; MAX_HAND],
    /// For each card: the first turn some line can pay its cycling cost, 6 never.
    pub cycle_turn: [u8; MAX_HAND],
    /// For each commander: the first turn some line casts it, 6 never.
    pub commander_turn: [u8; MAX_COMMANDERS],
    /// First turn by which one line has cast a setup card by turn three and a follow-up card; 6 never.
    pub plan_turn: u8,
    /// Cards in the hand.
    pub hand_size: u8,
    /// Moments looked at.
    pub nodes: u32,
    /// The budget or a table ended the search early: figures are lower bounds.
    pub truncated: bool,
}

impl Forecast {
    /// The earliest turn of any commander, 6 never.
    pub fn first_commander_turn(&self) -> u8 {
        self.commander_turn.into_iter().min().unwrap_or(NEVER)
    }
}

/// Forecasts hands; keeps its buffers between hands.
pub struct Forecaster {
    small: Scratch<8>,
    large: Option<Box<Scratch<64>>>,
    budget: u32,
}

impl Default for Forecaster {
    fn default() -> Self {
        Self::with_budget(NODE_BUDGET)
    }
}

impl Forecaster {
    /// A forecaster with the usual budget.
    pub fn new() -> Self {
        Self::default()
    }

    /// A forecaster that looks at no more than `budget` moments a hand.
    pub fn with_budget(budget: u32) -> Self {
        Self {
            small: Scratch::default(),
            large: None,
            budget,
        }
    }

    /// Forecasts a hand of the deck.
    ///
    /// # Errors
    /// [`ForecastError::HandTooLarge`], [`ForecastError::TooManyCopies`], or
    /// [`ForecastError::UnknownCard`] for ids of another deck.
    pub fn forecast(&mut self, deck: &DeckProfile, hand: &[CardId]) -> Result<Forecast, ForecastError> {
        let slots = Hand::new(deck, hand)?;
        let findings = match &deck.tables {
            Tables::Small(table) => Searcher::run(slots, table, &mut self.small, self.budget),
            Tables::Large(table) => {
                let scratch = self.large.get_or_insert_with(Box::default);
                Searcher::run(slots, table, scratch, self.budget)
            }
        };
        Ok(finish(deck, hand, &findings))
    }
}

fn finish(deck: &DeckProfile, hand: &[CardId], found: &Findings) -> Forecast {
    let mut card_turn = [NEVER; MAX_HAND];
    let mut cycle_turn = [NEVER; MAX_HAND];
    for (slot, id) in hand.iter().enumerate().take(MAX_HAND) {
        card_turn[slot] = if deck.facts(*id).land { 0 } else { found.turn_of[slot] };
        cycle_turn[slot] = found.cycle_turn[slot];
    }
    let mut commander_turn = [NEVER; MAX_COMMANDERS];
    for (at, turn) in commander_turn.iter_mut().enumerate().take(deck.commanders.len()) {
        *turn = found.turn_of[hand.len() + at];
    }
    Forecast {
        usable: found.usable,
        colors: found.reach.map(|class| deck.color_set(class)),
        colors_together: found.together,
        casts: found.casts,
        spent: found.spent,
        card_turn,
        cycle_turn,
        commander_turn,
        plan_turn: found.plan_turn,
        hand_size: u8::try_from(hand.len()).unwrap_or(u8::MAX),
        nodes: found.nodes,
        truncated: found.truncated,
    }
}
