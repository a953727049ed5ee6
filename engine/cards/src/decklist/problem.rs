//! What is wrong with a deck list, line by line.

use std::fmt;

/// The class of a problem, for programs; people read the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProblemKind {
    /// The file is not text or holds no card.
    NotAList,
    /// A count of zero, below zero, above the limit or not a whole number.
    BadCount,
    /// A line that is neither card nor heading.
    BadLine,
    /// A section that these games do not use, or an unknown format name.
    Unsupported,
    /// No heading, and more blocks than main deck and sideboard.
    AmbiguousBlocks,
    /// Neither the pool nor the catalogue knows the name.
    UnknownCard,
    /// The name fits several cards.
    AmbiguousName,
    /// A rebalanced digital card in a paper format.
    DigitalOnly,
    /// The catalogue entry cannot be turned into card facts.
    UnreadableCard,
    /// Wrong number of cards (CR 100.2a, 903.5a).
    DeckSize,
    /// More than four copies (CR 100.2a).
    TooManyCopies,
    /// More than one copy in a singleton deck (CR 903.5b).
    Singleton,
    /// Outside the commanders' colour identity (CR 903.5c).
    ColorIdentity,
    /// Not a legal commander or pair (CR 903.3, 702.124).
    Commander,
    /// On the format's ban list, or not part of the format.
    Banned,
    /// The companion's condition is not met, or the card has no such ability (CR 702.139).
    Companion,
    /// A card that never goes into a deck (plane, scheme, dungeon…).
    NotADeckCard,
}

/// One problem: where, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct DeckProblem {
    /// 1-based line, or `None` for the deck as a whole.
    pub line: Option<usize>,
    /// The card's name or the line's text.
    pub card: String,
    /// What is wrong.
    pub problem: String,
    /// What would help; names are canonical.
    pub suggestion: Option<String>,
    /// The class of the problem.
    pub kind: ProblemKind,
}

impl DeckProblem {
    pub(super) fn new(
        kind: ProblemKind,
        line: impl Into<Option<usize>>,
        card: &str,
        problem: impl Into<String>,
    ) -> Self {
        Self {
            line: line.into(),
            card: shorten(card),
            problem: problem.into(),
            suggestion: None,
            kind,
        }
    }

    pub(super) fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into());
        self
    }

    pub(super) fn empty_list() -> Self {
        Self::new(ProblemKind::NotAList, None, "", "the list holds no card")
            .suggest("write one card a line: `4 Card Name`")
    }

    pub(super) fn not_text(line: usize) -> Self {
        Self::new(
            ProblemKind::NotAList,
            line,
            "",
            "the file is not UTF-8 (or marked UTF-16) text",
        )
        .suggest("save the list as plain text in UTF-8")
    }
}

/// Keeps messages readable when a line is a megabyte long.
fn shorten(text: &str) -> String {
    const MOST: usize = 160;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(MOST).collect();
    out.push('…');
    out
}

impl fmt::Display for DeckProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: ")?,
            None => f.write_str("deck: ")?,
        }
        if !self.card.is_empty() {
            write!(f, "`{}`: ", self.card)?;
        }
        f.write_str(&self.problem)?;
        if let Some(suggestion) = &self.suggestion {
            write!(f, " — {suggestion}")?;
        }
        Ok(())
    }
}

/// All problems of one list at once, in line order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Problems(pub Vec<DeckProblem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
