//! Keyword abilities (CR 702); `Face::expanded_abilities` gives their plain form.

use super::{CostPart, Filter};
use crate::ManaCost;
use serde::{Deserialize, Serialize};

/// A keyword ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Keyword {
    /// CR 702.2.
    Deathtouch,
    /// CR 702.3.
    Defender,
    /// CR 702.22.
    Banding,
    /// CR 702.4.
    DoubleStrike,
    /// CR 702.7.
    FirstStrike,
    /// CR 702.8.
    Flash,
    /// CR 702.9.
    Flying,
    /// CR 702.10.
    Haste,
    /// CR 702.11.
    Hexproof,
    /// CR 702.12.
    Indestructible,
    /// CR 702.15.
    Lifelink,
    /// CR 702.111.
    Menace,
    /// CR 702.108.
    Prowess,
    /// CR 702.17.
    Reach,
    /// CR 702.18.
    Shroud,
    /// CR 702.19.
    Trample,
    /// CR 702.20.
    Vigilance,
    /// Landwalk of a land subtype, CR 702.14.
    Landwalk(String),
    /// Enchant, CR 702.5.
    Enchant(Filter),
    /// Equip, CR 702.6.
    Equip(Vec<CostPart>),
    /// Cycling, CR 702.29a.
    Cycling(Vec<CostPart>),
    /// Typecycling, CR 702.29e: the name printed before "cycling", what is searched for, and the cost.
    Typecycling {
        /// Printed word, such as `Basic land`.
        name: String,
        /// Cards searched for.
        filter: Filter,
        /// Cost beside discarding the card.
        cost: Vec<CostPart>,
    },
    /// Flashback, CR 702.34.
    Flashback(Vec<CostPart>),
    /// Kicker, CR 702.33.
    Kicker(ManaCost),
    /// Evoke, CR 702.74.
    Evoke(ManaCost),
    /// Ward, CR 702.21.
    Ward(Vec<CostPart>),
    /// Protection from what passes the filter, CR 702.16.
    Protection(Filter),
    /// Affinity for what passes the filter, CR 702.41.
    Affinity(Filter),
    /// Undying, CR 702.93.
    Undying,
    /// Partner, CR 702.124.
    Partner,
    /// Partner with a named card, CR 702.124j.
    PartnerWith(String),
    /// A restricted partner family (friends forever, character select, …), CR 702.124.
    PartnerFamily(String),
    /// Doctor's companion, CR 702.124m.
    DoctorsCompanion,
    /// Choose a Background, CR 702.124k.
    ChooseBackground,
    /// Companion, CR 702.139; refused by the engine for now.
    Companion,
    /// This card may be a commander, whatever its types (CR 903.3).
    MayBeCommander,
    /// A deck may hold any number of it, or up to the number (CR 100.2a).
    DeckLimit(Option<u32>),
}
