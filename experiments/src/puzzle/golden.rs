//! The play-by-play beside a puzzle, compared line by line.

use super::PuzzleResult;
use similar::TextDiff;
use std::path::{Path, PathBuf};

/// Lines of context in a difference.
const CONTEXT: usize = 5;
/// Lines of a difference that are shown.
const SHOWN: usize = 80;

/// How the play-by-play compares with its sidecar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoldenResult {
    /// The same.
    Same,
    /// Written anew.
    Blessed,
    /// Nothing to compare: the puzzle did not run.
    Excluded,
    /// There is none; bless it.
    Missing,
    /// Other lines; the difference.
    Different(String),
    /// It cannot be read or written.
    Unreadable(String),
}

/// The file beside a puzzle.
pub fn sidecar(puzzle: &Path) -> PathBuf {
    puzzle.with_extension("log")
}

/// Compares, or blesses.
pub fn compare(result: &PuzzleResult, bless: bool) -> GoldenResult {
    if matches!(
        result.class,
        super::OutcomeClass::EngineError | super::OutcomeClass::LoadError
    ) {
        return GoldenResult::Excluded;
    }
    let path = sidecar(&result.path);
    let mut now = result.log.join("\n");
    now.push('\n');
    if bless {
        return match std::fs::write(&path, now) {
            Ok(()) => GoldenResult::Blessed,
            Err(error) => GoldenResult::Unreadable(format!("cannot write {}: {error}", path.display())),
        };
    }
    match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => GoldenResult::Missing,
        Err(error) => GoldenResult::Unreadable(format!("cannot read {}: {error}", path.display())),
        Ok(then) if then.replace("\r\n", "\n") == now => GoldenResult::Same,
        Ok(then) => {
            let then = then.replace("\r\n", "\n");
            let diff = TextDiff::from_lines(&then, &now);
            let text = diff.unified_diff().context_radius(CONTEXT).to_string();
            GoldenResult::Different(text.lines().take(SHOWN).collect::<Vec<_>>().join("\n"))
        }
    }
}
