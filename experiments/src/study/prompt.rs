//! The keyboard: whole lines in the terminal's own mode, so that no signal leaves it in another.

use crate::cli::{Out, signals::PromptGuard};
use crate::error::{AppError, Result};
use std::io::{BufRead, IsTerminal, Write};

/// What a prompt got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line, its end taken off.
    Text(String),
    /// End of input (Ctrl-D on a terminal).
    End,
}

/// Longest line a prompt takes, in bytes.
const LONGEST: u64 = 64 * 1024;

/// A terminal conversation; in JSON mode it speaks on standard error.
#[derive(Debug)]
pub struct Prompt {
    out: Out,
    ended: bool,
}

impl Prompt {
    /// A conversation with this output.
    pub const fn new(out: Out) -> Self {
        Self { out, ended: false }
    }

    /// The output in use.
    pub const fn out(&self) -> Out {
        self.out
    }

    /// Whether input has ended while it was no terminal.
    pub fn ended_without_terminal(&self) -> bool {
        self.ended && !std::io::stdin().is_terminal()
    }

    /// Shows text.
    ///
    /// # Errors
    /// A write error.
    pub fn say(&self, text: &str) -> Result<()> {
        if self.out.is_json() {
            let mut err = std::io::stderr().lock();
            return err
                .write_all(text.as_bytes())
                .map_err(|error| AppError::Input(format!("cannot write to standard error: {error}")));
        }
        self.out.text(text)
    }

    /// Shows a question and reads one line. A signal meanwhile prints how to go on and ends the
    /// process: everything shown as saved is on disk.
    ///
    /// # Errors
    /// Read and write errors, and a line that is no UTF-8 or too long.
    pub fn ask(&mut self, question: &str, resume: &str) -> Result<Line> {
        self.say(question)?;
        let guard = PromptGuard::new(&format!("stopped; everything saved stays. Go on with: {resume}"));
        let mut line = String::new();
        let read = std::io::Read::take(std::io::stdin().lock(), LONGEST).read_line(&mut line);
        drop(guard);
        let read = read.map_err(|error| AppError::Input(format!("cannot read the answer: {error}")))?;
        if read == 0 {
            self.ended = true;
            self.say("\n")?;
            return Ok(Line::End);
        }
        if !line.ends_with('\n') && u64::try_from(read) == Ok(LONGEST) {
            return Err(AppError::Input(format!("an answer is longer than {LONGEST} bytes")));
        }
        Ok(Line::Text(line.trim_end_matches(['\n', '\r']).to_owned()))
    }
}
