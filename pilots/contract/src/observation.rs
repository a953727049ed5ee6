//! What a player may see at one moment.

use crate::{CardDefinition, Event, NameCounts, PlayObservation, Seat};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Everything a seat may see now, built up from allowed facts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PlayerObservation {
    /// The viewer.
    pub seat: Seat,
    /// Who takes the first turn; absent when a question about a hand leaves it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starting_player: Option<Seat>,
    /// The opening part, until the game begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningObservation>,
    /// The game itself, once it has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<PlayObservation>,
    /// What the viewer saw since its last decision, oldest first.
    pub events: Vec<Event>,
}

/// The mulligan phase as one player sees it (CR 103.5).
///
/// Lists per seat are indexed by seat number. Names are sorted by code points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OpeningObservation {
    /// Own hand, by name; a card chosen for the bottom but not yet moved is not listed.
    pub hand: Vec<String>,
    /// Own commanders, by name.
    pub commanders: Vec<String>,
    /// Commanders of every seat, face up in the command zone, by name.
    pub command_zones: Vec<Vec<String>>,
    /// What the own library holds, in no order.
    pub remaining_deck: RemainingDeck,
    /// Own cards known to lie at the bottom, the lowest last, until the next shuffle.
    pub known_bottom: Vec<String>,
    /// Cards in every library.
    pub library_sizes: Vec<u32>,
    /// Cards in every hand.
    pub hand_sizes: Vec<u32>,
    /// Mulligans taken by every seat, free ones included.
    pub mulligans_taken: Vec<u32>,
    /// Whether each seat has kept.
    pub kept: Vec<bool>,
    /// Own mulligans left that cost no card.
    pub free_mulligans_left: u32,
    /// Own cards still to be put on the bottom before the next step.
    pub pending_mulligan_bottom_cards: u32,
    /// Own cards already chosen for the bottom in this sequence, in the order chosen.
    pub chosen_for_bottom: Vec<String>,
    /// Declarations already made in this round, in order.
    pub declarations: Vec<SeatDeclaration>,
}

/// Aggregate counts of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RemainingDeck {
    /// Copies by name, own bottomed cards included.
    pub cards_by_name: NameCounts,
}

/// Keep or mulligan, as declared (CR 103.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Declaration {
    /// Keep.
    Keep,
    /// Take a mulligan.
    Mulligan,
}

/// A declaration and who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SeatDeclaration {
    /// Who.
    pub seat: Seat,
    /// What.
    pub declaration: Declaration,
}

/// A definition the viewer sees for the first time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct VisibleDefinition {
    /// Number in order of first sight by this viewer.
    pub def_id: u32,
    /// The definition.
    #[serde(with = "shared")]
    #[cfg_attr(feature = "schema", schemars(with = "CardDefinition"))]
    pub definition: Arc<CardDefinition>,
}

/// A shared definition is written as the definition itself.
mod shared {
    use super::{Arc, CardDefinition};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(definition: &Arc<CardDefinition>, to: S) -> Result<S::Ok, S::Error> {
        definition.as_ref().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<CardDefinition>, D::Error> {
        CardDefinition::deserialize(from).map(Arc::new)
    }
}
