//! Deck files and the catalogue, resolved to definitions.

use super::{CatalogArg, Out};
use crate::error::{AppError, Result};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use turnzero_cards::catalog::{Catalog, find_catalog};
use turnzero_cards::decklist::{self, DeckList, ResolvedDeck};
use turnzero_contract::CardDefinition;
use turnzero_datasets::DataRoot;

/// The study decks, so that the main job needs no file: name and list.
pub const STUDY_DECKS: [(&str, &str); 2] = [
    (
        "baeloth_iron_throne",
        include_str!("../../../decks/commander_baeloth_iron_throne.txt"),
    ),
    (
        "quintorius_loremaster",
        include_str!("../../../decks/commander_quintorius_loremaster.txt"),
    ),
];

/// A deck ready to be played or judged.
#[derive(Clone, Debug)]
pub struct LoadedDeck {
    /// File stem without a leading `commander_`.
    pub name: String,
    /// Commanders.
    pub commanders: Vec<Arc<CardDefinition>>,
    /// Main deck: copies and definition.
    pub cards: Vec<(u32, Arc<CardDefinition>)>,
    /// Distinct cards known by facts only.
    pub facts_only: Vec<String>,
}

/// Opens the catalogue in force: the flag, `TURNZERO_CATALOG`, the data root's; none is fine.
///
/// # Errors
/// Exit-3 class when a named catalogue cannot be read.
pub fn catalog(arg: &CatalogArg, root: &DataRoot) -> Result<Option<Catalog>> {
    let named = arg.catalog.clone().or_else(|| {
        std::env::var_os("TURNZERO_CATALOG")
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    });
    let path = match named {
        Some(path) => Some(path),
        None => find_catalog(&root.path().join("catalog")),
    };
    path.map(|path| Catalog::open(&path).map_err(AppError::input))
        .transpose()
}

/// Looks a card of the pool up by its canonical name.
///
/// # Errors
/// Exit-3 class when the embedded pool does not read.
pub fn pool() -> Result<&'static turnzero_cards::pool::Pool> {
    turnzero_cards::pool::pool().map_err(AppError::input)
}

/// The deck's name as shown and stored: the file's stem.
pub fn deck_name(path: &Path) -> String {
    let stem = path
        .file_stem()
        .map_or_else(|| "deck".to_owned(), |stem| stem.to_string_lossy().into_owned());
    stem.strip_prefix("commander_").unwrap_or(&stem).to_owned()
}

/// Reads and resolves deck files; without files, the two study decks.
///
/// # Errors
/// Exit-3 class with every problem of the first deck that has any.
pub fn load(files: &[PathBuf], catalog: Option<&Catalog>) -> Result<Vec<LoadedDeck>> {
    if files.is_empty() {
        return STUDY_DECKS
            .iter()
            .map(|(name, text)| {
                let list = decklist::parse(text)
                    .into_list()
                    .map_err(|problems| AppError::Input(describe(name, &problems)))?;
                resolve(name, (*name).to_owned(), &list, catalog)
            })
            .collect();
    }
    files.iter().map(|file| load_one(file, catalog)).collect()
}

/// Reads and resolves one deck file.
///
/// # Errors
/// Exit-3 class with every problem of the list.
pub fn load_one(file: &Path, catalog: Option<&Catalog>) -> Result<LoadedDeck> {
    let list = decklist::read(file).map_err(AppError::input)?;
    resolve(&file.display().to_string(), deck_name(file), &list, catalog)
}

/// Resolves names to definitions: pool first, then catalogue facts.
///
/// # Errors
/// Exit-3 class with every unknown name and its nearest ones.
pub fn resolve_list(file: &str, list: &DeckList, catalog: Option<&Catalog>) -> Result<ResolvedDeck> {
    decklist::resolve(list, pool()?, catalog).map_err(|problems| AppError::Input(describe(file, &problems)))
}

fn resolve(file: &str, name: String, list: &DeckList, catalog: Option<&Catalog>) -> Result<LoadedDeck> {
    let resolved = resolve_list(file, list, catalog)?;
    if let Some(companion) = resolved.companions.first() {
        return Err(AppError::Input(format!(
            "{file}: line {}: companion {} cannot be played yet (CR 702.139); take it out of the list",
            companion.lines.first().copied().unwrap_or_default(),
            companion.definition.name
        )));
    }
    let mut facts_only: Vec<String> = resolved
        .commanders
        .iter()
        .chain(&resolved.main)
        .filter(|card| card.facts_only())
        .map(|card| card.definition.name.clone())
        .collect();
    facts_only.sort();
    facts_only.dedup();
    Ok(LoadedDeck {
        name,
        commanders: resolved
            .commanders
            .iter()
            .flat_map(|card| std::iter::repeat_n(Arc::clone(&card.definition), card.count as usize))
            .collect(),
        cards: resolved
            .main
            .iter()
            .map(|card| (card.count, Arc::clone(&card.definition)))
            .collect(),
        facts_only,
    })
}

fn describe(file: &str, problems: &decklist::Problems) -> String {
    let mut text = format!("{file}: {} problem(s)", problems.0.len());
    for problem in &problems.0 {
        let _ = write!(text, "\n  {problem}");
    }
    text
}

/// Tells the reader which cards are known by facts only.
///
/// # Errors
/// A write error.
pub fn mention_facts_only(out: Out, decks: &[LoadedDeck]) -> Result<()> {
    for deck in decks.iter().filter(|deck| !deck.facts_only.is_empty()) {
        out.line(format_args!(
            "{}: {} by facts and simple mana abilities only",
            deck.name,
            super::count(deck.facts_only.len(), "card")
        ))?;
    }
    Ok(())
}
