//! The puzzle language (`.pzl`): positions, scripts and assertions as typed data.
//!
//! Reading knows nothing of the rules engine: names of cards stay text, and whether a command
//! can be carried out is the runner's to find out. Loading makes a game of a position, judging says
//! whether a claim holds in it. The language is described in `docs/puzzles.md`.

pub mod assertion;
pub mod card;
pub mod counters;
mod diagnostic;
mod judge;
mod load;
pub mod metadata;
pub mod opening;
pub mod phase;
mod print;
pub mod script;
mod sections;
pub mod state;
mod words;

pub use diagnostic::{Class, Diagnostic, Located, PuzzleError};
pub use judge::PuzzleGame;
pub use load::{LoadOptions, blanked};

use assertion::{AssertZone, Assertion, Predicate, Scope};
use card::Card;
use diagnostic::{At, Fault, Sink};
use metadata::Metadata;
use opening::Opening;
use script::Command;
use state::Board;
use std::collections::BTreeMap;

/// Whose habits a file follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Players are `p0`…`p3`; the last card of a library is its top.
    #[default]
    DeepScry,
    /// `human` and `ai` are players too; the first card of a library is its top.
    Forge,
}

/// Where a puzzle begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// In the middle of a game.
    State(Board),
    /// At a mulligan decision.
    Opening(Opening),
}

/// A whole puzzle. A seat with a script, even an empty one, is played by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What the file says about itself.
    pub metadata: Metadata,
    /// Where it begins.
    pub start: Start,
    /// Commands by seat.
    pub scripts: BTreeMap<u8, Vec<Located<Command>>>,
    /// Claims about the end, `me` being seat 0.
    pub assertions: Vec<Located<Assertion>>,
}

/// A puzzle with what was odd about its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Lines without effect and the like; a strict caller refuses them.
    pub warnings: Vec<Diagnostic>,
}

impl Puzzle {
    /// Reads a file. `path_label` is the name used in messages.
    /// Errors: every fault of the file, each with line, message and remedy.
    pub fn parse(path_label: &str, bytes: &[u8], dialect: Dialect) -> Result<Parsed, PuzzleError> {
        let mut sink = Sink::new(path_label);
        let puzzle = read(bytes, dialect, &mut sink);
        sink.faults.sort_by_key(|fault| (fault.line, fault.column));
        match puzzle {
            Some(puzzle) if sink.faults.is_empty() => Ok(Parsed {
                puzzle,
                warnings: sink.warnings,
            }),
            _ => Err(PuzzleError { faults: sink.faults }),
        }
    }
}

fn read(bytes: &[u8], dialect: Dialect, sink: &mut Sink<'_>) -> Option<Puzzle> {
    let file = At { line: 0, column: None };
    let text = sink.keep(file, sections::decode(bytes))?;
    let sections = sections::split(text, sink);
    let lines = |name: &str| sections.get(name).map_or(&[][..], |(_, lines)| lines.as_slice());
    let metadata = metadata::parse(lines("metadata"), sink);
    let start = match (sections.get("state"), sections.get("opening")) {
        (Some((_, lines)), None) => Start::State(state::parse(lines, dialect, sink)),
        (None, Some((at, lines))) => Start::Opening(opening::parse(lines, *at, sink)),
        (None, None) => {
            let message = "Missing [state] section in puzzle file";
            sink.error(
                file,
                Fault::new(
                    Class::Structure,
                    message,
                    "add [state], or [opening] for a mulligan puzzle",
                ),
            );
            return None;
        }
        (Some(_), Some((at, _))) => {
            sink.error(
                *at,
                Fault::new(
                    Class::Structure,
                    "both [state] and [opening]",
                    "keep exactly one of them",
                ),
            );
            return None;
        }
    };
    let players = match &start {
        Start::State(board) => u8::try_from(board.players.len()).unwrap_or(2),
        Start::Opening(opening) => opening.seats,
    };
    let mut scripts = BTreeMap::new();
    for seat in 0..4_u8 {
        let Some((at, lines)) = sections.get(&format!("p{seat}_script")) else {
            continue;
        };
        if matches!(start, Start::Opening(_)) {
            sink.error(
                *at,
                Fault::new(Class::Structure, "a script in a mulligan puzzle", "remove the section"),
            );
        } else if seat >= players {
            let remedy = format!("add `players = {}` to [state]", seat + 1);
            sink.error(*at, Fault::value(format!("Invalid player index: {seat}"), remedy));
        } else {
            scripts.insert(seat, script_lines(lines, players, sink));
        }
    }
    let mut assertions = Vec::new();
    if let Some((at, _)) = sections.get("assertions") {
        sink.warn(
            *at,
            Fault::new(
                Class::Deprecated,
                "[assertions] is an old name",
                "write [final_assertions]",
            ),
        );
    }
    for line in lines("assertions").iter().chain(lines("final_assertions")) {
        let source = line.without_comment();
        let claim = assertion::parse(source).and_then(|claim| fits(&claim, &start, players, source).map(|()| claim));
        if let Some(value) = sink.keep(line.at(), claim) {
            assertions.push(Located {
                line: line.number,
                source: source.to_owned(),
                value,
            });
        }
    }
    Some(Puzzle {
        metadata,
        start,
        scripts,
        assertions,
    })
}

fn script_lines(lines: &[sections::Line<'_>], players: u8, sink: &mut Sink<'_>) -> Vec<Located<Command>> {
    let mut out = Vec::new();
    for line in lines {
        let source = line.without_comment();
        let Some((value, bare)) = sink.keep(line.at(), script::parse(source, players)) else {
            continue;
        };
        if bare {
            let message = format!("'{source}' is no command and is taken as the answer to a target prompt");
            sink.warn(
                line.at(),
                Fault::new(Class::Deprecated, message, format!("write `target {source}`")),
            );
        }
        out.push(Located {
            line: line.number,
            source: source.to_owned(),
            value,
        });
    }
    out
}

/// Whether a claim makes sense for this kind of puzzle.
fn fits(claim: &Assertion, start: &Start, players: u8, source: &str) -> Result<(), Fault> {
    let opening = matches!(start, Start::Opening(_));
    let hand = matches!(
        claim.predicate,
        Predicate::ZoneCount(AssertZone::Hand, ..) | Predicate::ZoneContains(AssertZone::Hand, _)
    );
    if opening && !(hand && claim.scope == Scope::Me || claim.is_opening_only()) {
        let message = format!("'{source}' says nothing about a mulligan decision");
        return Err(Fault::value(
            message,
            "use decision, bottom contains, p_keep, hand count or hand contains",
        ));
    }
    if !opening && claim.is_opening_only() {
        let message = format!("'{source}' needs a mulligan decision");
        return Err(Fault::value(message, "use it in a puzzle with [opening]"));
    }
    if players > 2 && claim.scope == Scope::Opponent {
        let message = format!("'opponent' is not one player in '{source}'");
        return Err(Fault::value(
            message,
            "in a game of three or four, claim things about `me` only",
        ));
    }
    Ok(())
}
