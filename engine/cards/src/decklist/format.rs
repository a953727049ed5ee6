//! The format that a list names for itself.

use crate::names::fold;

/// A format named by a `// format: …` line or chosen by the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Checked for card existence only.
    Benchmark,
    /// Commander (CR 903).
    Commander,
    /// Constructed play without a ban list (CR 100.2a).
    Constructed,
    /// Constructed, ban list `standard`.
    Standard,
    /// Constructed, ban list `pioneer`.
    Pioneer,
    /// Constructed, ban list `modern`.
    Modern,
    /// Constructed, ban list `legacy`.
    Legacy,
    /// Constructed, ban list `vintage`.
    Vintage,
    /// Constructed, ban list `pauper`.
    Pauper,
    /// Digital constructed play with rebalanced cards.
    Alchemy,
}

impl Format {
    /// Every format with its name in a `// format:` line.
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::Benchmark, "benchmark"),
        (Self::Commander, "commander"),
        (Self::Constructed, "constructed"),
        (Self::Standard, "standard"),
        (Self::Pioneer, "pioneer"),
        (Self::Modern, "modern"),
        (Self::Legacy, "legacy"),
        (Self::Vintage, "vintage"),
        (Self::Pauper, "pauper"),
        (Self::Alchemy, "alchemy"),
    ];

    /// Reads a format name, in any case; `edh` and `casual` are accepted.
    pub fn from_name(name: &str) -> Option<Self> {
        let folded = fold(name);
        match folded.as_str() {
            "edh" => return Some(Self::Commander),
            "casual" | "freeform" => return Some(Self::Constructed),
            _ => {}
        }
        Self::ALL.iter().find(|(_, n)| *n == folded).map(|(f, _)| *f)
    }

    /// The name in a `// format:` line.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(f, _)| *f == self)
            .map_or("constructed", |(_, n)| n)
    }

    /// The catalogue's legality key, where the format has a ban list.
    pub fn legality_key(self) -> Option<&'static str> {
        match self {
            Self::Benchmark | Self::Constructed => None,
            _ => Some(self.name()),
        }
    }

    /// Whether rebalanced digital cards belong to this format.
    pub const fn is_digital(self) -> bool {
        matches!(self, Self::Alchemy)
    }
}
