//! What a player knows for the whole game.

use crate::CardDefinition;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A player's place at the table, counted from 0 in turn order of the seating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// As an index into per-seat lists.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// When the cards of a London mulligan go to the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BottomTiming {
    /// After the keep: seven cards are judged, then N are bottomed.
    #[default]
    AfterKeep,
    /// As part of taking the mulligan, before the next declaration (CR 103.5 as written).
    WithMulligan,
}

/// The rules options of a game that every player knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FormatOptions {
    /// Number of players, 1 to 4.
    pub seats: u8,
    /// Mulligans that cost no card (CR 103.5c: 1 with three or more players).
    pub free_mulligans: u8,
    /// When cards are bottomed.
    pub bottom_timing: BottomTiming,
    /// Starting life total (CR 103.4, 903.7).
    pub starting_life: u16,
    /// The options differ from CR 103.5c, such as a free mulligan with two players.
    pub house_rule: bool,
}

/// Cards of one name in the starting deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DeckCard {
    /// How many.
    pub count: u32,
    /// What the card does.
    pub definition: CardDefinition,
}

/// What a player knows from the start and keeps knowing: own deck and commanders, options, seats.
///
/// It holds no instance ids, no order and no seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PlayerKnowledge {
    /// Own seat.
    pub seat: Seat,
    /// Who takes the first turn; absent when a question about a hand leaves it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starting_player: Option<Seat>,
    /// The game's options.
    pub options: FormatOptions,
    /// Own commanders, by name.
    pub commanders: Vec<CardDefinition>,
    /// Own starting deck without commanders, grouped, by name.
    pub deck: Vec<DeckCard>,
}

impl PlayerKnowledge {
    /// The definition of an own card or commander.
    pub fn definition(&self, name: &str) -> Option<&CardDefinition> {
        self.deck
            .binary_search_by(|card| card.definition.name.as_str().cmp(name))
            .ok()
            .map(|index| &self.deck[index].definition)
            .or_else(|| self.commanders.iter().find(|commander| commander.name == name))
    }

    /// Copies of a card in the starting deck, commanders apart.
    pub fn count(&self, name: &str) -> u32 {
        self.deck
            .binary_search_by(|card| card.definition.name.as_str().cmp(name))
            .map_or(0, |index| self.deck[index].count)
    }

    /// Cards in the starting deck, commanders apart.
    pub fn deck_size(&self) -> u32 {
        self.deck.iter().map(|card| card.count).sum()
    }

    /// The form that all games with this deck and these options share: no starting player.
    #[must_use]
    pub fn without_starting_player(&self) -> Self {
        Self {
            starting_player: None,
            ..self.clone()
        }
    }
}
