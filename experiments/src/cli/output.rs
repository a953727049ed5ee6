//! Standard output that survives a closed pipe and hides no other write error.

use crate::error::AppError;
use clap::ValueEnum;
use serde::Serialize;
use std::fmt::{Display, Write as _};
use std::io::{self, ErrorKind, IsTerminal, Write};

/// When output is coloured; the flag wins over `NO_COLOR`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set and not empty or `TERM` is `dumb`.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorChoice {
    pub(super) fn enabled(self, on_terminal: bool) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
                !no_color && !dumb && on_terminal
            }
        }
    }

    /// The choice among the raw arguments: help and usage errors are printed before they are read.
    pub(super) fn of_arguments() -> Self {
        let mut choice = Self::Auto;
        let mut arguments = std::env::args_os().skip(1);
        while let Some(argument) = arguments.next() {
            let text = argument.to_string_lossy();
            let value = match text.strip_prefix("--color") {
                Some("") => arguments.next().map(|value| value.to_string_lossy().into_owned()),
                Some(rest) => rest.strip_prefix('=').map(str::to_owned),
                None if text == "--" => break,
                None => None,
            };
            if let Some(given) = value.and_then(|value| Self::from_str(&value, false).ok()) {
                choice = given;
            }
        }
        choice
    }
}

/// Standard output of a command: text for people, or one JSON object.
#[derive(Clone, Copy, Debug)]
pub struct Out {
    json: bool,
    color: bool,
    animate: bool,
}

impl Out {
    /// Output as the options of every command ask.
    pub fn new(global: &super::Global) -> Self {
        Self {
            json: global.json,
            color: !global.json && global.color.enabled(io::stdout().is_terminal()),
            animate: io::stderr().is_terminal() && global.color.enabled(true),
        }
    }

    /// Whether standard error is a terminal that takes escape sequences, for progress that moves.
    pub const fn animates(self) -> bool {
        self.animate
    }

    /// Whether the command answers in JSON.
    pub const fn is_json(self) -> bool {
        self.json
    }

    /// Writes a line for people; nothing in JSON mode.
    ///
    /// # Errors
    /// [`AppError::ClosedPipe`] when the reader is gone; exit-3 class for any other write error.
    pub fn line(self, text: impl Display) -> Result<(), AppError> {
        if self.json {
            return Ok(());
        }
        self.raw(&format!("{text}\n"))
    }

    /// Writes text as it is, without a line end; nothing in JSON mode.
    ///
    /// # Errors
    /// As [`Out::line`].
    pub fn text(self, text: impl Display) -> Result<(), AppError> {
        if self.json {
            return Ok(());
        }
        self.raw(&text.to_string())
    }

    /// Writes the command's JSON object; nothing outside JSON mode.
    ///
    /// # Errors
    /// As [`Out::line`]; a value that JSON cannot hold is exit-3 class.
    pub fn object(self, value: &impl Serialize) -> Result<(), AppError> {
        if !self.json {
            return Ok(());
        }
        let text = serde_json::to_string_pretty(value).map_err(AppError::input)?;
        self.raw(&format!("{text}\n"))
    }

    /// Writes bytes whatever the mode: for commands whose output is a document.
    ///
    /// # Errors
    /// As [`Out::line`].
    pub fn raw(self, text: &str) -> Result<(), AppError> {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())
            .and_then(|()| out.flush())
            .map_err(|error| match error.kind() {
                ErrorKind::BrokenPipe => AppError::ClosedPipe,
                _ => AppError::Input(format!("cannot write to standard output: {error}")),
            })
    }

    /// Text in bold, where colours are on.
    pub fn bold(self, text: impl Display) -> String {
        self.paint("1", text)
    }

    /// Text in a dimmer shade, where colours are on.
    pub fn dim(self, text: impl Display) -> String {
        self.paint("2", text)
    }

    /// Text with an SGR code, where colours are on.
    pub fn paint(self, code: &str, text: impl Display) -> String {
        if !self.color {
            return text.to_string();
        }
        let mut painted = String::new();
        // Writing to a string cannot fail.
        let _ = write!(painted, "\u{1b}[{code}m{text}\u{1b}[0m");
        painted
    }
}

/// A message on standard error; a closed one is nothing to stop for.
pub(super) fn complain(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
