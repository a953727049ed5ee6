//! Puzzles run: files found, each played in isolation by scripts and pilots, judged, and summed up.

mod blank;
mod controller;
mod default;
mod discover;
mod golden;
mod junit;
mod known_bad;
mod opening;
mod play;
mod words;

pub use blank::{BlankCheck, check_blank, slug};
pub use controller::{Controller, Moment, NoMatch};
pub use discover::{discover, label};
pub use golden::{GoldenResult, compare, sidecar};
pub use junit::junit;
pub use known_bad::{KnownBad, Unexpected};
pub use opening::{OpeningError, PilotMaker, pilots, run_opening};
pub use play::{DECISION_CAP, Driver, Failure, Played, Stopped};

use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use turnzero_contract::{CardDefinition, Seat};
use turnzero_engine::puzzle::{Dialect, LoadOptions, Puzzle, PuzzleGame, Start};

/// How a puzzle came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeClass {
    /// It claims nothing and ran to its end.
    SmokePass,
    /// Every claim holds.
    AssertPass,
    /// A claim does not hold.
    AssertFail,
    /// It could not be played to its end: no match for a command, a refused answer, a crash.
    EngineError,
    /// It could not be read or set up.
    LoadError,
}

impl OutcomeClass {
    /// The word in lists and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SmokePass => "smoke_pass",
            Self::AssertPass => "assert_pass",
            Self::AssertFail => "assert_fail",
            Self::EngineError => "engine_error",
            Self::LoadError => "load_error",
        }
    }

    /// Every class.
    pub const ALL: [Self; 5] = [
        Self::SmokePass,
        Self::AssertPass,
        Self::AssertFail,
        Self::EngineError,
        Self::LoadError,
    ];

    /// Whether it is as it should be.
    pub const fn is_pass(self) -> bool {
        matches!(self, Self::SmokePass | Self::AssertPass)
    }
}

/// What one file gave.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleResult {
    /// The file.
    pub path: PathBuf,
    /// How it came out.
    pub class: OutcomeClass,
    /// Claims that were judged.
    pub claims: u32,
    /// Why, a line each; warnings of the reader are not among them.
    pub messages: Vec<String>,
    /// Lines of the file without effect.
    pub warnings: Vec<String>,
    /// Script lines that nothing used.
    pub unused: usize,
    /// The play-by-play.
    #[serde(skip)]
    pub log: Vec<String>,
}

/// How files are run.
pub struct RunOptions<'o> {
    /// Whose habits files follow; absent for a guess from each file.
    pub dialect: Option<Dialect>,
    /// Whether lines without effect are errors.
    pub strict: bool,
    /// The card that is blank.
    pub blank: Option<String>,
    /// Who plays seats without a script, and answers mulligan puzzles.
    pub pilot: &'o PilotMaker,
    /// Finds cards by name, in any case.
    pub find: &'o (dyn Fn(&str) -> Option<Arc<CardDefinition>> + Sync),
}

/// What a mulligan puzzle gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningVerdict {
    /// Claims judged.
    pub claims: u32,
    /// Those that do not hold.
    pub failures: Vec<Failure>,
    /// What was decided, in words.
    pub log: Vec<String>,
}

/// Runs one file; a crash stays in it.
pub fn run_file(path: &Path, options: &RunOptions<'_>) -> PuzzleResult {
    let label = path.display().to_string();
    let mut result = PuzzleResult {
        path: path.to_owned(),
        class: OutcomeClass::LoadError,
        claims: 0,
        messages: Vec::new(),
        warnings: Vec::new(),
        unused: 0,
        log: Vec::new(),
    };
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            result.messages.push(format!("{label}: read error: {error}"));
            return result;
        }
    };
    let dialect = options.dialect.unwrap_or_else(|| guess(&bytes));
    let parsed = match Puzzle::parse(&label, &bytes, dialect) {
        Ok(parsed) => parsed,
        Err(error) => {
            result.messages.push(format!("parse error: {error}"));
            return result;
        }
    };
    result.warnings = parsed.warnings.iter().map(ToString::to_string).collect();
    if options.strict && !result.warnings.is_empty() {
        result.messages.clone_from(&result.warnings);
        return result;
    }
    let ran = catch_unwind(AssertUnwindSafe(|| {
        run_parsed(&parsed.puzzle, path, options, &mut result);
    }));
    if let Err(panic) = ran {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        result.class = OutcomeClass::EngineError;
        result.messages = vec![format!("{label}: crashed: {text}")];
    }
    result
}

/// Upstream files name their players `human` and `ai`.
fn guess(bytes: &[u8]) -> Dialect {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    let forge = text
        .lines()
        .map(str::trim_start)
        .any(|line| line.starts_with("human") && !line.starts_with("humancontrol") || line.starts_with("ailife"));
    if forge { Dialect::Forge } else { Dialect::DeepScry }
}

fn run_parsed(puzzle: &Puzzle, path: &Path, options: &RunOptions<'_>, result: &mut PuzzleResult) {
    let label = path.display().to_string();
    if let Start::Opening(_) = puzzle.start {
        let asked = (options.pilot)(Seat(0)).map_err(|error| OpeningError::Pilot(error.to_string()));
        match asked.and_then(|mut pilot| run_opening(puzzle, path, &mut *pilot)) {
            Ok(verdict) => {
                result.claims = verdict.claims;
                result.log = verdict.log;
                conclude(result, &label, &verdict.failures);
            }
            Err(error) => {
                if matches!(error, OpeningError::Pilot(_)) {
                    result.class = OutcomeClass::EngineError;
                }
                result.messages.push(format!("{label}: {error}"));
            }
        }
        return;
    }
    let load = LoadOptions {
        blank: options.blank.clone(),
        ..LoadOptions::default()
    };
    let mut game = match puzzle.load(&label, &|name| (options.find)(name), &load) {
        Ok(game) => game,
        Err(error) => {
            result.messages.extend(error.faults.iter().map(ToString::to_string));
            return;
        }
    };
    let ended = drive(puzzle, &mut game, options);
    result.log = game.events();
    let finals = u32::try_from(puzzle.assertions.len()).unwrap_or(u32::MAX);
    match ended {
        Ok(played) => {
            result.claims = played.held + finals;
            result.unused = played.unused;
            conclude(result, &label, &play::final_failures(&game, puzzle));
        }
        Err(Stopped::Claim(failure)) => {
            result.claims = finals + 1;
            conclude(result, &label, &[failure]);
        }
        Err(Stopped::Engine(why)) => {
            result.class = OutcomeClass::EngineError;
            result.messages.push(format!("{label}: engine error: {why}"));
        }
    }
}

/// Plays with a script or a pilot in every seat.
fn drive(puzzle: &Puzzle, game: &mut PuzzleGame, options: &RunOptions<'_>) -> Result<Played, Stopped> {
    let seats = game.game().options().seats;
    let mut drivers = Vec::new();
    for seat in 0..seats {
        if let Some(commands) = puzzle.scripts.get(&seat) {
            drivers.push(Driver::Script(Controller::new(Seat(seat), commands.clone())));
            continue;
        }
        let mut pilot = (options.pilot)(Seat(seat)).map_err(|error| Stopped::Engine(error.to_string()))?;
        let knowledge = game.game().knowledge(Seat(seat));
        let knowledge = knowledge.map_err(|error| Stopped::Engine(error.to_string()))?;
        pilot
            .start_game(&knowledge, Arc::new(turnzero_contract::NoRules))
            .map_err(|error| Stopped::Engine(format!("p{seat} pilot: {error}")))?;
        drivers.push(Driver::Pilot(pilot));
    }
    play::play(game, &mut drivers)
}

fn conclude(result: &mut PuzzleResult, label: &str, failures: &[Failure]) {
    result.class = match (failures.is_empty(), result.claims) {
        (false, _) => OutcomeClass::AssertFail,
        (true, 0) => OutcomeClass::SmokePass,
        (true, _) => OutcomeClass::AssertPass,
    };
    for failure in failures {
        let Failure { line, source, reason } = failure;
        result.messages.push(format!("{label}:{line}: {source}: {reason}"));
    }
}

/// How many files came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are the classes")]
pub struct Tally {
    pub run: usize,
    pub assert_pass: usize,
    pub smoke_pass: usize,
    pub assert_fail: usize,
    pub engine_error: usize,
    pub load_error: usize,
}

impl Tally {
    /// Counts results.
    pub fn of(results: &[PuzzleResult]) -> Self {
        let count = |class| results.iter().filter(|result| result.class == class).count();
        Self {
            run: results.len(),
            assert_pass: count(OutcomeClass::AssertPass),
            smoke_pass: count(OutcomeClass::SmokePass),
            assert_fail: count(OutcomeClass::AssertFail),
            engine_error: count(OutcomeClass::EngineError),
            load_error: count(OutcomeClass::LoadError),
        }
    }
}
