//! Colours and colour sets (CR 105).

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One of the five colours, in WUBRG order (CR 105.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Color {
    /// White.
    W,
    /// Blue.
    U,
    /// Black.
    B,
    /// Red.
    R,
    /// Green.
    G,
}

impl Color {
    /// All colours in WUBRG order.
    pub const ALL: [Self; 5] = [Self::W, Self::U, Self::B, Self::R, Self::G];

    /// Position in WUBRG order, 0 to 4.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        match self {
            Self::W => 'W',
            Self::U => 'U',
            Self::B => 'B',
            Self::R => 'R',
            Self::G => 'G',
        }
    }

    /// The colour with this letter, if any (upper case only).
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'W' => Self::W,
            'U' => Self::U,
            'B' => Self::B,
            'R' => Self::R,
            'G' => Self::G,
            _ => return None,
        })
    }

    /// Its English word, lower case.
    pub const fn word(self) -> &'static str {
        match self {
            Self::W => "white",
            Self::U => "blue",
            Self::B => "black",
            Self::R => "red",
            Self::G => "green",
        }
    }

    /// The basic land type with this intrinsic mana (CR 305.6).
    pub const fn basic_land_type(self) -> &'static str {
        match self {
            Self::W => "Plains",
            Self::U => "Island",
            Self::B => "Swamp",
            Self::R => "Mountain",
            Self::G => "Forest",
        }
    }

    /// The colour of a basic land type, if `subtype` is one (CR 305.6).
    pub fn of_basic_land_type(subtype: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.basic_land_type() == subtype)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A set of colours; its text form is its letters in WUBRG order, empty for colourless.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ColorSet(u8);

impl ColorSet {
    /// No colour.
    pub const EMPTY: Self = Self(0);
    /// All five colours.
    pub const ALL: Self = Self(0b1_1111);

    /// This set and one more colour.
    #[must_use]
    pub const fn with(self, color: Color) -> Self {
        Self(self.0 | 1 << color.index())
    }

    /// Both sets together.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What both sets share.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether `color` is in the set.
    pub const fn contains(self, color: Color) -> bool {
        self.0 & 1 << color.index() != 0
    }

    /// Whether every colour of this set is in `other`.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the set is empty (colourless).
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of colours.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The set as five bits, white lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Its colours in WUBRG order.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |color| self.contains(*color))
    }
}

impl FromIterator<Color> for ColorSet {
    fn from_iter<I: IntoIterator<Item = Color>>(colors: I) -> Self {
        colors.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Display for ColorSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|color| write!(f, "{color}"))
    }
}

impl FromStr for ColorSet {
    type Err = crate::ContractError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.chars().try_fold(Self::EMPTY, |set, letter| {
            Color::from_letter(letter)
                .map(|color| set.with(color))
                .ok_or_else(|| crate::ContractError::syntax("colour letters W U B R G", text))
        })
    }
}

impl TryFrom<String> for ColorSet {
    type Error = crate::ContractError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<ColorSet> for String {
    fn from(set: ColorSet) -> Self {
        set.to_string()
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ColorSet {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ColorSet".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^W?U?B?R?G?$"})
    }
}
