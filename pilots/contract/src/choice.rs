//! What whole games offer and accept: rows of the observation, and selections among them.

use crate::Seat;
use serde::{Deserialize, Serialize};

/// A place in the observation of this decision, counted from 0 in the list that shows it.
///
/// Rows follow what the viewer knows: order of entry in public zones, names in the own hand. They
/// mean something within one decision only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Row {
    /// A player.
    Player(Seat),
    /// A permanent of `battlefield`.
    Battlefield(u32),
    /// A spell or ability of `stack`.
    Stack(u32),
    /// A card of the own `hand`.
    Hand(u32),
    /// A card of a player's `graveyard`.
    Graveyard {
        /// Whose.
        seat: Seat,
        /// Which, the oldest first.
        row: u32,
    },
    /// A card of a player's `exile`.
    Exile {
        /// Whose.
        seat: Seat,
        /// Which, the oldest first.
        row: u32,
    },
    /// A card of a player's `command`.
    Command {
        /// Whose.
        seat: Seat,
        /// Which, the oldest first.
        row: u32,
    },
    /// A card of `lookedAt`.
    LookedAt(u32),
    /// The spell or ability of `pending`.
    Pending,
    /// Something that is no longer there, or in no zone the viewer sees.
    #[default]
    Gone,
}

/// How a spell is cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum CastWay {
    /// For its mana cost.
    ManaCost,
    /// For an alternative cost of the card, by number in printed order (CR 118.9).
    Alternative(u32),
}

/// Why something is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ChoiceReason {
    /// Targets (CR 601.2c).
    Targets,
    /// To pay a cost (CR 601.2h).
    Cost,
    /// For a step of the effect that resolves (CR 608.2d).
    Effect,
    /// To discard down to the hand size (CR 514.1).
    HandSize,
    /// The legendary permanent that stays (CR 704.5j).
    Legend,
    /// Cards of a scry that go to the bottom (CR 701.22).
    ScryBottom,
    /// Cards of a surveil that go to the graveyard (CR 701.25).
    Surveil,
    /// The order of cards put back on top, the first chosen on top.
    Order,
}

/// A creature that can attack, and whom.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AttackCandidate {
    /// The creature.
    pub attacker: Row,
    /// Players and planeswalkers it can attack while it obeys its requirements (CR 508.1d).
    pub defenders: Vec<Row>,
    /// It attacks if able.
    pub required: bool,
}

/// A creature that can block, and what.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BlockCandidate {
    /// The creature.
    pub blocker: Row,
    /// Attackers it can block.
    pub attackers: Vec<Row>,
}
