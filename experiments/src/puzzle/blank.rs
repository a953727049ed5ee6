//! Whether a card's puzzle notices that the card does nothing.

use super::{OutcomeClass, PuzzleResult, RunOptions, run_file};
use std::path::{Component, Path};
use turnzero_cards::pool::Pool;
use unicode_normalization::UnicodeNormalization as _;

/// What the check of one file of `puzzles/cards/` found.
#[derive(Clone, Debug)]
pub struct BlankCheck {
    /// The card the file is named for.
    pub card: Option<String>,
    /// The run with the card blank; absent when it could not be made.
    pub result: Option<PuzzleResult>,
    /// Why the file is no proof of its card; absent when it is one.
    pub fault: Option<String>,
}

/// A name as files are named: compatibility forms taken apart, lower case, every run of anything but letters
/// and digits one `_`.
pub fn slug(name: &str) -> String {
    let mut out = String::new();
    for letter in name.nfkd().flat_map(char::to_lowercase) {
        if letter.is_ascii_alphanumeric() {
            out.push(letter);
        } else if !out.ends_with('_') && !out.is_empty() && !is_mark(letter) {
            out.push('_');
        }
    }
    out.trim_end_matches('_').to_owned()
}

/// A combining mark that decomposition left.
const fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

/// The slug that a file is for: the part of the path after `cards`, without the extension.
fn slug_of(path: &Path) -> Option<String> {
    let parts: Vec<String> = path
        .components()
        .filter_map(|part| match part {
            Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    let at = parts.iter().rposition(|part| part == "cards")?;
    let next = parts.get(at + 1)?;
    Some(next.strip_suffix(".pzl").unwrap_or(next).to_owned())
}

/// Runs the file with the card it is named for blank: some claim must fail then.
pub fn check_blank(path: &Path, pool: &Pool, options: &RunOptions<'_>) -> BlankCheck {
    let fault = |card: Option<String>, fault: String| BlankCheck {
        card,
        result: None,
        fault: Some(fault),
    };
    let Some(slug_of) = slug_of(path) else {
        return fault(
            None,
            "it does not lie in a folder `cards`, so it names no card".to_owned(),
        );
    };
    let card = pool.iter().find(|card| {
        let front = &card.front().name;
        slug(&card.name) == slug_of || slug(front) == slug_of
    });
    let Some(card) = card else {
        return fault(None, format!("`{slug_of}` is no card of the pool"));
    };
    let blanked = RunOptions {
        blank: Some(card.name.clone()),
        ..*options
    };
    let result = run_file(path, &blanked);
    let fault = match result.class {
        OutcomeClass::AssertFail => None,
        OutcomeClass::LoadError => Some(result.messages.join("; ")),
        class => Some(format!("with {} blank it is {}", card.name, class.name())),
    };
    BlankCheck {
        card: Some(card.name.clone()),
        result: Some(result),
        fault,
    }
}
