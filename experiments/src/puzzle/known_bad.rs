//! The list of puzzles that are known not to pass, with the reason.

use super::{OutcomeClass, PuzzleResult, label};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Files that do not pass: path, class, reason; one a line, `#` begins a comment line.
#[derive(Clone, Debug, Default)]
pub struct KnownBad {
    entries: BTreeMap<String, (OutcomeClass, String)>,
}

/// A result that is not as the list says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unexpected {
    /// The file.
    pub path: String,
    /// How it should have come out.
    pub expected: &'static str,
    /// How it did.
    pub class: &'static str,
}

impl KnownBad {
    /// Reads a list.
    ///
    /// # Errors
    /// The line that is none, with what it should be.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let mut entries = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut words = line.splitn(3, char::is_whitespace);
            let (path, class, reason) = (words.next(), words.next(), words.next());
            let class = class.and_then(|word| OutcomeClass::ALL.into_iter().find(|class| class.name() == word));
            match (path, class, reason.map(str::trim).filter(|reason| !reason.is_empty())) {
                (Some(path), Some(class), Some(reason)) if !class.is_pass() => {
                    entries.insert(path.to_owned(), (class, reason.to_owned()));
                }
                _ => {
                    return Err(format!(
                        "{name}:{number}: `{line}`; write: path class reason, the class being assert_fail, \
                         engine_error or load_error"
                    ));
                }
            }
        }
        Ok(Self { entries })
    }

    /// The entry of a file: one whose path ends the file's path.
    fn entry(&self, path: &Path) -> Option<OutcomeClass> {
        let path = label(path);
        let ends = |entry: &str| path == entry || path.ends_with(&format!("/{entry}"));
        self.entries
            .iter()
            .find(|(entry, _)| ends(entry))
            .map(|(_, (class, _))| *class)
    }

    /// Results that are not as the list says: new failures, and entries that pass now.
    pub fn unexpected(&self, results: &[PuzzleResult]) -> Vec<Unexpected> {
        let odd = results.iter().filter_map(|result| {
            let expected = self.entry(&result.path);
            let as_expected = expected.map_or(result.class.is_pass(), |class| class == result.class);
            (!as_expected).then(|| Unexpected {
                path: label(&result.path),
                expected: expected.map_or("pass", OutcomeClass::name),
                class: result.class.name(),
            })
        });
        odd.collect()
    }
}
