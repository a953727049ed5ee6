//! From names to definitions: pool first, then the catalogue, else an error with near names.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use turnzero_contract::CardDefinition;
use turnzero_contract::card::{CardType, DefinitionSource};

use super::problem::{DeckProblem, ProblemKind, Problems};
use super::{DeckEntry, DeckList, Format, LineCount, Section};
use crate::catalog::{Catalog, Lookup, definition};
use crate::names;

/// How many near names a message offers.
const SUGGESTIONS: usize = 3;

/// The embedded card pool, as resolution sees it.
///
/// Any `Fn(&str) -> Option<Arc<CardDefinition>>` is one; it is asked with [`names::key`] forms.
pub trait PoolLookup {
    /// The card with this key, if the pool has it.
    fn card(&self, key: &str) -> Option<Arc<CardDefinition>>;

    /// Canonical names, for suggestions.
    fn names(&self) -> Vec<&str> {
        Vec::new()
    }
}

impl<F: Fn(&str) -> Option<Arc<CardDefinition>>> PoolLookup for F {
    fn card(&self, key: &str) -> Option<Arc<CardDefinition>> {
        self(key)
    }
}

/// One distinct card of a section with all its copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedCard {
    /// Copies in this section.
    pub count: u32,
    /// What the card is.
    pub definition: Arc<CardDefinition>,
    /// The lines that name it, ascending.
    pub lines: Vec<usize>,
}

impl ResolvedCard {
    /// Whether only facts and simple mana abilities are known.
    pub fn facts_only(&self) -> bool {
        self.definition.source == DefinitionSource::FactsOnly
    }
}

/// A deck whose every card is known; sections are sorted by canonical name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResolvedDeck {
    /// Format named by the list.
    pub format: Option<Format>,
    /// Commanders.
    pub commanders: Vec<ResolvedCard>,
    /// Companion, outside the game.
    pub companions: Vec<ResolvedCard>,
    /// Main deck without commanders.
    pub main: Vec<ResolvedCard>,
    /// Sideboard.
    pub sideboard: Vec<ResolvedCard>,
    /// Account of the file's lines.
    pub lines: LineCount,
}

impl ResolvedDeck {
    /// Cards in commanders and main deck.
    pub fn size(&self) -> u64 {
        copies(&self.commanders) + copies(&self.main)
    }

    /// Distinct cards of the starting deck known by facts only.
    pub fn facts_only(&self) -> usize {
        let mut names: Vec<&str> = self
            .commanders
            .iter()
            .chain(&self.main)
            .filter(|card| card.facts_only())
            .map(|card| card.definition.name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        names.len()
    }

    /// Content hash of the starting deck: SHA-256 (hex) over sorted lines
    /// `commander TAB name TAB count` and `deck TAB name TAB count`, each ended by LF.
    ///
    /// Order, spelling, printings and sideboard of the list do not enter.
    pub fn content_hash(&self) -> String {
        let mut text = String::new();
        for (section, cards) in [("commander", &self.commanders), ("deck", &self.main)] {
            let mut lines: Vec<(&str, u32)> = cards.iter().map(|c| (c.definition.name.as_str(), c.count)).collect();
            lines.sort_unstable();
            for (name, count) in lines {
                let _ = writeln!(text, "{section}\t{name}\t{count}");
            }
        }
        crate::catalog::hex(&Sha256::digest(text.as_bytes()))
    }
}

pub(super) fn copies(cards: &[ResolvedCard]) -> u64 {
    cards.iter().map(|card| u64::from(card.count)).sum()
}

/// Resolves every card of a list; reports all unknown ones at once.
///
/// Maybeboard and token sections are not resolved. Rebalanced cards need a digital format.
///
/// # Errors
/// [`Problems`] with line, text and near names for each card that neither source knows.
pub fn resolve(list: &DeckList, pool: &dyn PoolLookup, catalog: Option<&Catalog>) -> Result<ResolvedDeck, Problems> {
    let digital = list.format.is_some_and(Format::is_digital);
    let mut sections: BTreeMap<(Section, String), ResolvedCard> = BTreeMap::new();
    let mut known: BTreeMap<String, Result<Arc<CardDefinition>, DeckProblem>> = BTreeMap::new();
    let mut problems = Vec::new();
    for entry in list.entries.iter().filter(|e| e.section != Section::Outside) {
        let spelling = entry.long_name.as_ref().unwrap_or(&entry.name).clone();
        let found = known
            .entry(spelling)
            .or_insert_with(|| find(entry, pool, catalog, digital));
        match found {
            Ok(definition) => {
                let slot = sections
                    .entry((entry.section, definition.name.clone()))
                    .or_insert_with(|| ResolvedCard {
                        count: 0,
                        definition: Arc::clone(definition),
                        lines: Vec::new(),
                    });
                slot.lines.push(entry.line);
                if let Some(sum) = slot.count.checked_add(entry.count) {
                    slot.count = sum;
                } else {
                    problems.push(DeckProblem::new(
                        ProblemKind::BadCount,
                        entry.line,
                        &entry.text,
                        "the copies of this card add up to more than 4,294,967,295",
                    ));
                }
            }
            Err(problem) => {
                problems.push(DeckProblem {
                    line: Some(entry.line),
                    card: entry.text.clone(),
                    ..problem.clone()
                });
            }
        }
    }
    if !problems.is_empty() {
        return Err(Problems(problems));
    }
    let mut deck = ResolvedDeck {
        format: list.format,
        lines: list.lines,
        ..ResolvedDeck::default()
    };
    for ((section, _), card) in sections {
        match section {
            Section::Commander => deck.commanders.push(card),
            Section::Companion => deck.companions.push(card),
            Section::Main => deck.main.push(card),
            Section::Sideboard => deck.sideboard.push(card),
            Section::Outside => {}
        }
    }
    Ok(deck)
}

fn find(
    entry: &DeckEntry,
    pool: &dyn PoolLookup,
    catalog: Option<&Catalog>,
    digital: bool,
) -> Result<Arc<CardDefinition>, DeckProblem> {
    let mut last = None;
    for name in entry.long_name.iter().chain([&entry.name]) {
        if let Some(card) = pool.card(&names::key(name)) {
            return Ok(card);
        }
        let Some(catalog) = catalog else { continue };
        match in_catalog(entry, name, catalog, digital)? {
            Ok(card) => return Ok(card),
            Err(problem) => last = problem.or(last),
        }
    }
    Err(last.unwrap_or_else(|| unknown(entry, pool, catalog)))
}

/// A card, or nothing with a better explanation than "unknown"; hard problems end the search.
fn in_catalog(
    entry: &DeckEntry,
    name: &str,
    catalog: &Catalog,
    digital: bool,
) -> Result<Result<Arc<CardDefinition>, Option<DeckProblem>>, DeckProblem> {
    let problem = |kind, text: String| DeckProblem::new(kind, entry.line, &entry.text, text);
    let unreadable = |error: crate::error::CardsError| problem(ProblemKind::UnreadableCard, error.to_string());
    Ok(match catalog.lookup(name, digital).map_err(unreadable)? {
        Lookup::Card(card) => {
            let card = definition(&card).map_err(unreadable)?;
            if let Some(word) = card.front().types.iter().copied().find(|t| never_in_a_deck(*t)) {
                return Err(problem(
                    ProblemKind::NotADeckCard,
                    format!("a {word} card never goes into a deck"),
                ));
            }
            Ok(Arc::new(card))
        }
        Lookup::DigitalOnly(canonical) => {
            let paper = canonical
                .split(" // ")
                .map(|face| face.strip_prefix("A-").unwrap_or(face));
            let paper = paper.collect::<Vec<_>>().join(" // ");
            return Err(problem(
                ProblemKind::DigitalOnly,
                format!("`{canonical}` is a rebalanced digital card, not the paper card"),
            )
            .suggest(format!("write `{paper}` for the paper card, or `// format: alchemy`")));
        }
        Lookup::Ambiguous(cards) => {
            return Err(
                problem(ProblemKind::AmbiguousName, "the name fits several cards".to_owned())
                    .suggest(format!("write one of {}", quoted(&cards))),
            );
        }
        Lookup::OtherFace(cards) => Err(Some(
            problem(
                ProblemKind::UnknownCard,
                "this is the second name of another card".to_owned(),
            )
            .suggest(format!("write {}", quoted(&cards))),
        )),
        Lookup::Unknown => Err(None),
    })
}

const fn never_in_a_deck(kind: CardType) -> bool {
    matches!(
        kind,
        CardType::Plane
            | CardType::Phenomenon
            | CardType::Scheme
            | CardType::Vanguard
            | CardType::Dungeon
            | CardType::Conspiracy
    )
}

fn unknown(entry: &DeckEntry, pool: &dyn PoolLookup, catalog: Option<&Catalog>) -> DeckProblem {
    let problem = DeckProblem::new(
        ProblemKind::UnknownCard,
        entry.line,
        &entry.text,
        match catalog {
            Some(_) => "neither the card pool nor the catalogue knows this card",
            None => "the card pool does not know this card, and no catalogue is there",
        },
    );
    let pool_names = pool.names();
    let keys: Vec<String> = pool_names.iter().map(|name| names::key(name)).collect();
    let own = names::nearest(
        &entry.name,
        keys.iter().map(String::as_str).zip(pool_names.iter().copied()),
        SUGGESTIONS,
    );
    let mut near: Vec<String> = own.into_iter().map(str::to_owned).collect();
    if let Some(catalog) = catalog {
        near.extend(catalog.nearest(&entry.name, SUGGESTIONS));
        let wanted = names::key(&entry.name);
        let limit = wanted.chars().count();
        near.sort_by_key(|n| {
            (
                names::edit_distance(&wanted, &names::key(n), limit).unwrap_or(usize::MAX),
                n.clone(),
            )
        });
        near.dedup();
        near.truncate(SUGGESTIONS);
    }
    match (near.as_slice(), catalog) {
        ([], None) => {
            problem.suggest("run `study catalog add FILE` with MTGJSON's AtomicCards, or pass `--catalog FILE`")
        }
        ([], Some(_)) => problem,
        (near, _) => problem.suggest(format!("did you mean {}?", quoted(near))),
    }
}

fn quoted(names: &[String]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
