//! Mana symbols and mana costs (CR 107.4, 202).

use crate::{Color, ColorSet, ContractError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A mana symbol of a cost (CR 107.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ManaSymbol {
    /// `{X}`: chosen on casting.
    X,
    /// `{3}`: that much generic mana.
    Generic(u8),
    /// `{C}`: colourless mana.
    Colorless,
    /// `{S}`: one mana from a snow source.
    Snow,
    /// `{R}`.
    Colored(Color),
    /// `{B/R}`: either colour.
    Hybrid(Color, Color),
    /// `{2/W}`: that much generic mana or one of the colour.
    MonoHybrid(u8, Color),
    /// `{C/W}`: colourless or the colour.
    ColorlessHybrid(Color),
    /// `{W/P}`: the colour or 2 life.
    Phyrexian(Color),
    /// `{C/P}`: colourless mana or 2 life.
    ColorlessPhyrexian,
    /// `{G/U/P}`: either colour or 2 life.
    HybridPhyrexian(Color, Color),
}

impl ManaSymbol {
    /// Its part of the mana value (CR 202.3); X counts 0 outside the stack.
    pub const fn mana_value(self) -> u32 {
        match self {
            Self::X => 0,
            Self::Generic(n) | Self::MonoHybrid(n, _) => n as u32,
            _ => 1,
        }
    }

    /// Its colours (CR 105.2).
    pub fn colors(self) -> ColorSet {
        match self {
            Self::Colored(c) | Self::MonoHybrid(_, c) | Self::ColorlessHybrid(c) | Self::Phyrexian(c) => {
                ColorSet::EMPTY.with(c)
            }
            Self::Hybrid(a, b) | Self::HybridPhyrexian(a, b) => ColorSet::EMPTY.with(a).with(b),
            _ => ColorSet::EMPTY,
        }
    }
}

impl fmt::Display for ManaSymbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::X => write!(f, "{{X}}"),
            Self::Generic(n) => write!(f, "{{{n}}}"),
            Self::Colorless => write!(f, "{{C}}"),
            Self::Snow => write!(f, "{{S}}"),
            Self::Colored(c) => write!(f, "{{{c}}}"),
            Self::Hybrid(a, b) => write!(f, "{{{a}/{b}}}"),
            Self::MonoHybrid(n, c) => write!(f, "{{{n}/{c}}}"),
            Self::ColorlessHybrid(c) => write!(f, "{{C/{c}}}"),
            Self::Phyrexian(c) => write!(f, "{{{c}/P}}"),
            Self::ColorlessPhyrexian => write!(f, "{{C/P}}"),
            Self::HybridPhyrexian(a, b) => write!(f, "{{{a}/{b}/P}}"),
        }
    }
}

impl FromStr for ManaSymbol {
    type Err = ContractError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || ContractError::syntax("a mana symbol such as {2}, {R}, {B/R}, {X}", text);
        let inner = text
            .strip_prefix('{')
            .and_then(|t| t.strip_suffix('}'))
            .ok_or_else(wrong)?;
        let color = |part: &str| {
            let mut letters = part.chars();
            match (letters.next().and_then(Color::from_letter), letters.next()) {
                (Some(color), None) => Some(color),
                _ => None,
            }
        };
        // A leading zero or sign would not print back to the same bytes.
        let number = |part: &str| part.parse::<u8>().ok().filter(|n| n.to_string() == part);
        let parts: Vec<&str> = inner.split('/').collect();
        let symbol = match parts.as_slice() {
            ["X"] => Some(Self::X),
            ["C"] => Some(Self::Colorless),
            ["S"] => Some(Self::Snow),
            [one] => color(one).map(Self::Colored).or_else(|| number(one).map(Self::Generic)),
            ["C", "P"] => Some(Self::ColorlessPhyrexian),
            ["C", b] => color(b).map(Self::ColorlessHybrid),
            [a, "P"] => color(a).map(Self::Phyrexian),
            [a, b] => match (color(a), number(a), color(b)) {
                (Some(a), _, Some(b)) => Some(Self::Hybrid(a, b)),
                (None, Some(n), Some(b)) => Some(Self::MonoHybrid(n, b)),
                _ => None,
            },
            [a, b, "P"] => color(a).zip(color(b)).map(|(a, b)| Self::HybridPhyrexian(a, b)),
            _ => None,
        };
        symbol.ok_or_else(wrong)
    }
}

/// A mana cost as printed, such as `{2}{B}{R}`; the empty cost is the empty string.
///
/// A card without a mana cost (CR 202.1b) has no `ManaCost` at all; `{0}` is a cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ManaCost(pub Vec<ManaSymbol>);

impl ManaCost {
    /// Its mana value (CR 202.3).
    pub fn mana_value(&self) -> u32 {
        self.0.iter().map(|symbol| symbol.mana_value()).sum()
    }

    /// The colours of its symbols.
    pub fn colors(&self) -> ColorSet {
        self.0
            .iter()
            .fold(ColorSet::EMPTY, |set, symbol| set.union(symbol.colors()))
    }
}

impl fmt::Display for ManaCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|symbol| write!(f, "{symbol}"))
    }
}

impl FromStr for ManaCost {
    type Err = ContractError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut symbols = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest
                .find('}')
                .ok_or_else(|| ContractError::syntax("mana symbols in braces", text))?;
            let (symbol, tail) = rest.split_at(end + 1);
            symbols.push(symbol.parse()?);
            rest = tail;
        }
        Ok(Self(symbols))
    }
}

impl TryFrom<String> for ManaCost {
    type Error = ContractError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<ManaCost> for String {
    fn from(cost: ManaCost) -> Self {
        cost.to_string()
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ManaCost {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ManaCost".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^(\\{[0-9A-Z/]+\\})*$"})
    }
}
