//! Card definitions as data: the typed form of a card's rules (CR 109.3, 113).

mod ability;
mod effect;
mod expand;
mod filter;
mod keyword;
mod token;
mod types;

pub use ability::{
    Ability, Activated, CostPart, Deontic, EntersTapped, GameVerb, Loyalty, RuleModifier, StaticAbility, Timing,
    Trigger, TriggerEvent, Triggered,
};
pub use effect::{
    Destination, Effect, EffectFamily, ManaKind, ManaOutput, ManaRestriction, Mode, SearchSpec, Selector, TargetSpec,
};
pub use filter::{Amount, Comparison, Condition, Count, Duration, Filter, PlayerRef, Zone};
pub use keyword::Keyword;
pub use token::TokenSpec;
pub use types::{CardType, Layout, Power, Supertype};

use crate::{ColorSet, ManaCost};
use serde::{Deserialize, Serialize};

/// Where a definition's abilities come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum DefinitionSource {
    /// The card pool: every clause is there, or is a `Pending` node.
    Pool,
    /// A card catalogue: facts and simple mana abilities only.
    FactsOnly,
}

/// The complete definition of a card, the same for engine and pilots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CardDefinition {
    /// Canonical name; `Front // Back` for cards with two names.
    pub name: String,
    /// How its faces relate.
    pub layout: Layout,
    /// Colour identity (CR 903.4).
    pub color_identity: ColorSet,
    /// Where its abilities come from.
    pub source: DefinitionSource,
    /// Its faces, the front first; never empty (reading refuses an empty list).
    #[serde(deserialize_with = "at_least_one")]
    pub faces: Vec<Face>,
}

impl CardDefinition {
    /// The front face.
    ///
    /// # Panics
    /// If `faces` is empty, which every reader refuses.
    pub fn front(&self) -> &Face {
        &self.faces[0]
    }

    /// Mana value of the card in any zone but the stack (CR 202.3): both halves of a split card
    /// together, else the front face's.
    pub fn mana_value(&self) -> u32 {
        match self.layout {
            Layout::Split => self.faces.iter().map(Face::mana_value).sum(),
            _ => self.front().mana_value(),
        }
    }

    /// Whether the card itself is a land card (front face, CR 712.8).
    pub fn is_land(&self) -> bool {
        self.front().is(CardType::Land)
    }

    /// Whether it may be played as a land: a land card, or a modal double-faced card with a land face.
    pub fn playable_as_land(&self) -> bool {
        match self.layout {
            Layout::ModalDoubleFaced => self.faces.iter().any(|face| face.is(CardType::Land)),
            _ => self.is_land(),
        }
    }

    /// The families of its `Pending` clauses, in printed order; empty when every clause is complete.
    pub fn pending(&self) -> Vec<EffectFamily> {
        self.faces
            .iter()
            .flat_map(|face| face.abilities.iter())
            .flat_map(Ability::pending)
            .collect()
    }
}

fn at_least_one<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<Face>, D::Error> {
    let faces = Vec::<Face>::deserialize(deserializer)?;
    if faces.is_empty() {
        return Err(serde::de::Error::invalid_length(0, &"at least one face"));
    }
    Ok(faces)
}

/// One face of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Face {
    /// The face's own name.
    pub name: String,
    /// Mana cost; absent for lands and other cards without one (CR 202.1b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<ManaCost>,
    /// Colours (CR 105.2), from cost, indicator or definition.
    pub colors: ColorSet,
    /// Supertypes in printed order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supertypes: Vec<Supertype>,
    /// Card types in printed order.
    pub types: Vec<CardType>,
    /// Subtypes in printed order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subtypes: Vec<String>,
    /// Power (CR 208).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<Power>,
    /// Toughness (CR 208).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toughness: Option<Power>,
    /// Starting loyalty or defence (CR 209, 210).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loyalty: Option<Loyalty>,
    /// Abilities in printed order; basic land types bring theirs implicitly (CR 305.6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
}

impl Face {
    /// Whether it has this card type.
    pub fn is(&self, card_type: CardType) -> bool {
        self.types.contains(&card_type)
    }

    /// Whether it has this supertype.
    pub fn has_supertype(&self, supertype: Supertype) -> bool {
        self.supertypes.contains(&supertype)
    }

    /// Whether it has this subtype.
    pub fn has_subtype(&self, subtype: &str) -> bool {
        self.subtypes.iter().any(|own| own == subtype)
    }

    /// Its mana value; 0 without a cost.
    pub fn mana_value(&self) -> u32 {
        self.cost.as_ref().map_or(0, ManaCost::mana_value)
    }

    /// Whether it becomes a permanent (CR 110.4).
    pub fn is_permanent(&self) -> bool {
        self.types.iter().any(|t| t.is_permanent())
    }

    /// Its keywords, in printed order.
    pub fn keywords(&self) -> impl Iterator<Item = &Keyword> {
        self.abilities.iter().filter_map(|ability| match ability {
            Ability::Keyword(keyword) => Some(keyword),
            _ => None,
        })
    }

    /// All abilities with keywords expanded and the intrinsic mana abilities of basic land types
    /// (CR 305.6) in front.
    pub fn expanded_abilities(&self) -> Vec<Ability> {
        expand::expand_face(self)
    }
}
