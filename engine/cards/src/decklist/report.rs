//! Everything `study decks check` says about one list.

use super::problem::{DeckProblem, ProblemKind};
use super::resolve::{PoolLookup, resolve};
use super::{check, parse_bytes};
use crate::catalog::Catalog;

/// The verdict on one deck list; field names are the command's JSON keys.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct DeckReport {
    /// Cards in commanders and main deck, as far as lines could be read.
    pub cards: u64,
    /// No problem at all.
    pub ok: bool,
    /// Distinct cards of the starting deck known by facts only.
    pub facts_only: usize,
    /// Unreadable lines, unknown cards, and broken rules of the format, in line order.
    pub problems: Vec<DeckProblem>,
}

impl DeckReport {
    /// Whether the list itself could not be read or resolved (exit 3), rather than being illegal
    /// (exit 1).
    pub fn is_bad_input(&self) -> bool {
        self.problems.iter().any(|problem| problem.kind.is_bad_input())
    }
}

impl ProblemKind {
    /// Whether the list could not be read or a card is not known, as against a broken rule.
    pub const fn is_bad_input(self) -> bool {
        matches!(
            self,
            Self::NotAList
                | Self::BadCount
                | Self::BadLine
                | Self::Unsupported
                | Self::AmbiguousBlocks
                | Self::UnknownCard
                | Self::AmbiguousName
                | Self::DigitalOnly
                | Self::UnreadableCard
        )
    }
}

/// Reads, resolves and checks a list, and collects every problem of every step that is possible:
/// cards are looked up even when other lines are unreadable; rules are checked on a whole deck.
pub fn report(bytes: &[u8], pool: &dyn PoolLookup, catalog: Option<&Catalog>) -> DeckReport {
    let parsed = parse_bytes(bytes);
    let mut problems = parsed.problems;
    if parsed.list.entries.is_empty() && problems.is_empty() {
        problems.push(DeckProblem::empty_list());
    }
    let starting = [super::Section::Commander, super::Section::Main];
    let mut cards = starting.map(|section| parsed.list.copies(section)).iter().sum();
    let mut facts_only = 0;
    match resolve(&parsed.list, pool, catalog) {
        Ok(deck) => {
            cards = deck.size();
            facts_only = deck.facts_only();
            if problems.is_empty() {
                problems = check(&deck, catalog);
            }
        }
        Err(unknown) => problems.extend(unknown.0),
    }
    problems.sort_by_key(|problem| problem.line);
    DeckReport {
        cards,
        ok: problems.is_empty(),
        facts_only,
        problems,
    }
}
