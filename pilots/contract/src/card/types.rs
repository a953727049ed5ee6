//! Card types, supertypes, layouts, power (CR 205, 208, 709–715).

use crate::ContractError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Gives a plain enum one text form, both ways.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident, $expected:literal { $($(#[$vmeta:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "camelCase")]
        pub enum $name { $($(#[$vmeta])* $variant),+ }

        impl $name {
            /// Every value, in declaration order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its word.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }

        impl FromStr for $name {
            type Err = ContractError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(ContractError::syntax($expected, text)),
                }
            }
        }
    };
}

pub(crate) use words;

words! {
    /// A card type (CR 205.2).
    CardType, "a card type" {
        /// Artifact.
        Artifact = "Artifact",
        /// Battle.
        Battle = "Battle",
        /// Conspiracy.
        Conspiracy = "Conspiracy",
        /// Creature.
        Creature = "Creature",
        /// Dungeon.
        Dungeon = "Dungeon",
        /// Enchantment.
        Enchantment = "Enchantment",
        /// Instant.
        Instant = "Instant",
        /// Kindred (formerly Tribal).
        Kindred = "Kindred",
        /// Land.
        Land = "Land",
        /// Phenomenon.
        Phenomenon = "Phenomenon",
        /// Plane.
        Plane = "Plane",
        /// Planeswalker.
        Planeswalker = "Planeswalker",
        /// Scheme.
        Scheme = "Scheme",
        /// Sorcery.
        Sorcery = "Sorcery",
        /// Vanguard.
        Vanguard = "Vanguard",
    }
}

impl CardType {
    /// Whether it is a permanent type (CR 110.4).
    pub const fn is_permanent(self) -> bool {
        matches!(
            self,
            Self::Artifact | Self::Battle | Self::Creature | Self::Enchantment | Self::Land | Self::Planeswalker
        )
    }
}

words! {
    /// A supertype (CR 205.4).
    Supertype, "a supertype" {
        /// Basic.
        Basic = "Basic",
        /// Host.
        Host = "Host",
        /// Legendary.
        Legendary = "Legendary",
        /// Ongoing.
        Ongoing = "Ongoing",
        /// Snow.
        Snow = "Snow",
        /// World.
        World = "World",
    }
}

words! {
    /// How a card's faces relate (CR 709–719).
    Layout, "a card layout" {
        /// One face.
        Normal = "normal",
        /// Split card (CR 709).
        Split = "split",
        /// Flip card (CR 710).
        Flip = "flip",
        /// Transforming double-faced card (CR 712).
        Transform = "transform",
        /// Modal double-faced card (CR 712).
        ModalDoubleFaced = "modal-double-faced",
        /// Adventurer card or other card with an inset spell (CR 715).
        Adventure = "adventure",
        /// Meld card (CR 712.4).
        Meld = "meld",
        /// Any other layout with one set of rules (saga, class, case, leveler, …).
        Other = "other",
    }
}

/// Power or toughness as printed (CR 208).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", untagged)]
pub enum Power {
    /// A number.
    Fixed(i32),
    /// A text with a star, such as `1+*`, whose value an ability defines (CR 208.2).
    Defined(String),
}

impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(n) => write!(f, "{n}"),
            Self::Defined(text) => f.write_str(text),
        }
    }
}

impl FromStr for Power {
    type Err = ContractError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse::<i32>() {
            Ok(n) if n.to_string() == text => Ok(Self::Fixed(n)),
            _ if !text.is_empty()
                && text
                    .chars()
                    .any(|c| matches!(c, '*' | '?' | '∞' | '½' | '.' | '²' | 'X')) =>
            {
                Ok(Self::Defined(text.to_owned()))
            }
            _ => Err(ContractError::syntax("a number or a text with *", text)),
        }
    }
}
