//! One catalogue card as facts, before it becomes a definition.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Legality;

/// One face of a catalogue card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CatalogFace {
    /// The face's own name.
    pub name: String,
    /// Mana cost in braces; absent for lands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// Colour letters; absent when the catalogue does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colors: Option<String>,
    /// Supertypes, types and subtypes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supertypes: Vec<String>,
    /// Card types.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<String>,
    /// Subtypes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subtypes: Vec<String>,
    /// Printed power.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<String>,
    /// Printed toughness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toughness: Option<String>,
    /// Starting loyalty or defence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loyalty: Option<String>,
    /// Rules text at run time, from the user's own file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// One catalogue card: all its faces and the facts they share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CatalogCard {
    /// Canonical name; `Front // Back` for cards with two names.
    pub name: String,
    /// The catalogue's layout word (`normal`, `split`, `modal_dfc`, …).
    pub layout: String,
    /// Colour identity letters (CR 903.4).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub identity: String,
    /// A rebalanced digital version (an object of its own, never the paper card).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rebalanced: bool,
    /// Status by format; empty when the catalogue gives none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub legalities: BTreeMap<String, String>,
    /// Faces, the front first.
    pub faces: Vec<CatalogFace>,
}

impl CatalogCard {
    /// Status in a format (`commander`, `modern`, …).
    pub fn legality(&self, format: &str) -> Legality {
        if self.legalities.is_empty() {
            return Legality::Unknown;
        }
        match self.legalities.get(format).map(String::as_str) {
            Some("Legal") => Legality::Legal,
            Some("Restricted") => Legality::Restricted,
            Some("Banned") => Legality::Banned,
            _ => Legality::NotLegal,
        }
    }

    /// Whether the name promises more faces than the entry has.
    pub fn misses_a_face(&self) -> bool {
        self.faces.len() < 2
            && crate::names::face_names(&self.name).len() > 1
            && !matches!(self.layout.as_str(), "reversible_card" | "normal")
    }
}
