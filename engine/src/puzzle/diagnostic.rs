//! What a puzzle file can get wrong, with the place and the remedy.

use std::fmt;
use thiserror::Error;

/// What kind of thing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The bytes are not text this reader takes.
    Encoding,
    /// A section is missing, doubled or forbidden here.
    Structure,
    /// A value is malformed or out of range.
    Value,
    /// A number refers to no card, or two cards share one.
    Reference,
    /// A card that is not known, or that whole games do not play.
    Card,
    /// Something without effect on the game.
    Ignored,
    /// An older spelling of something.
    Deprecated,
    /// Read and kept, but no engine of ours plays it.
    Unsupported,
}

/// One thing wrong at one place. Line and column count from 1; columns are characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file as the caller named it.
    pub path: String,
    /// The line, 0 for the whole file.
    pub line: u32,
    /// The column, where there is a single one.
    pub column: Option<u32>,
    /// The kind.
    pub class: Class,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        write!(f, ": {}; {}", self.message, self.remedy)
    }
}

/// Why a puzzle cannot be read: every fault found, in file order.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct PuzzleError {
    /// The faults, never empty.
    pub faults: Vec<Diagnostic>,
}

/// A fault before its place is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) class: Class,
    pub(super) message: String,
    pub(super) remedy: String,
}

impl Fault {
    pub(super) fn new(class: Class, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            class,
            message: message.into(),
            remedy: remedy.into(),
        }
    }

    pub(super) fn value(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(Class::Value, message, remedy)
    }
}

/// A place in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) line: u32,
    pub(super) column: Option<u32>,
}

/// Gathers faults and warnings while a file is read.
pub(super) struct Sink<'a> {
    path: &'a str,
    pub(super) faults: Vec<Diagnostic>,
    pub(super) warnings: Vec<Diagnostic>,
}

impl<'a> Sink<'a> {
    pub(super) fn new(path: &'a str) -> Self {
        Self {
            path,
            faults: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn place(&self, at: At, fault: Fault) -> Diagnostic {
        Diagnostic {
            path: self.path.to_owned(),
            line: at.line,
            column: at.column,
            class: fault.class,
            message: fault.message,
            remedy: fault.remedy,
        }
    }

    pub(super) fn error(&mut self, at: At, fault: Fault) {
        let placed = self.place(at, fault);
        self.faults.push(placed);
    }

    pub(super) fn warn(&mut self, at: At, fault: Fault) {
        let placed = self.place(at, fault);
        self.warnings.push(placed);
    }

    /// The value, or `None` after noting the fault.
    pub(super) fn keep<T>(&mut self, at: At, result: Result<T, Fault>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(fault) => {
                self.error(at, fault);
                None
            }
        }
    }
}

/// Something read from a file together with where it stood. Two are equal when what they say is.
#[derive(Clone, Debug, Eq)]
pub struct Located<T> {
    /// The line, from 1.
    pub line: u32,
    /// The line as written, trimmed and without its comment.
    pub source: String,
    /// What it says.
    pub value: T,
}

impl<T: PartialEq> PartialEq for Located<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}
