//! Cuts one line of card text into tokens.

use super::CardError;

/// A token and its 1-based column in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) column: usize,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters, digits, apostrophes and hyphens, starting with a letter.
    Word(String),
    /// Digits.
    Number(String),
    /// A sign directly followed by digits.
    Signed(String),
    /// What stands between braces.
    Symbol(String),
    /// A quoted text, unescaped.
    Text(String),
    /// Punctuation.
    Punct(&'static str),
}

impl Kind {
    /// The token as it stands in the text, for messages.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Word(text) | Self::Number(text) | Self::Signed(text) => format!("`{text}`"),
            Self::Symbol(text) => format!("`{{{text}}}`"),
            Self::Text(text) => format!("the text \"{text}\""),
            Self::Punct(text) => format!("`{text}`"),
        }
    }
}

/// Longer marks first, so that `->` is not read as `-`.
const PUNCTUATION: &[&str] = &[
    "->", "<=", ">=", "<", ">", "=", "(", ")", "[", "]", ",", ";", ":", "/", "*", "+", "—",
];

/// Cuts a line into tokens; `offset` is the number of characters before it on the line.
pub(super) fn tokens(file: &str, line: usize, text: &str, offset: usize) -> Result<Vec<Token>, CardError> {
    let chars: Vec<char> = text.chars().collect();
    let fail = |at: usize, expected: &str, found: String| CardError {
        file: file.to_owned(),
        line,
        column: offset + at + 1,
        expected: expected.to_owned(),
        found,
    };
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let start = at;
        let run = |from: usize, keep: fn(char) -> bool| {
            let tail = chars.get(from..).unwrap_or_default();
            from + tail.iter().take_while(|&&c| keep(c)).count()
        };
        let slice = |from: usize, to: usize| chars.get(from..to).unwrap_or_default().iter().collect::<String>();
        let kind = if c == ' ' {
            at += 1;
            continue;
        } else if c.is_alphabetic() {
            at = run(start, |c| c.is_alphanumeric() || c == '\'' || c == '-');
            Kind::Word(slice(start, at))
        } else if c.is_ascii_digit() {
            at = run(start, |c| c.is_ascii_digit());
            Kind::Number(slice(start, at))
        } else if matches!(c, '+' | '-') && chars.get(at + 1).is_some_and(char::is_ascii_digit) {
            at = run(start + 1, |c| c.is_ascii_digit());
            Kind::Signed(slice(start, at))
        } else if c == '{' {
            at = run(start, |c| c != '}');
            if at >= chars.len() {
                return Err(fail(at, "`}`", "end of line".to_owned()));
            }
            at += 1;
            Kind::Symbol(slice(start + 1, at - 1))
        } else if c == '"' {
            let (text, after) = quoted(&chars, start).map_err(|at| {
                fail(
                    at,
                    "a closed text in quotes",
                    "end of line or an unknown escape".to_owned(),
                )
            })?;
            at = after;
            Kind::Text(text)
        } else if let Some(mark) = PUNCTUATION
            .iter()
            .find(|mark| mark.chars().enumerate().all(|(i, m)| chars.get(start + i) == Some(&m)))
        {
            at += mark.chars().count();
            Kind::Punct(mark)
        } else {
            return Err(fail(
                at,
                "a word, number, symbol or mark of the card language",
                format!("`{c}`"),
            ));
        };
        out.push(Token {
            kind,
            column: offset + start + 1,
        });
    }
    Ok(out)
}

/// Reads a quoted text from its opening quote; gives the text and the position after it.
fn quoted(chars: &[char], start: usize) -> Result<(String, usize), usize> {
    let mut text = String::new();
    let mut at = start + 1;
    loop {
        match chars.get(at) {
            Some('"') => return Ok((text, at + 1)),
            Some('\\') => {
                text.push(match chars.get(at + 1) {
                    Some('"') => '"',
                    Some('\\') => '\\',
                    Some('n') => '\n',
                    Some('r') => '\r',
                    _ => return Err(at),
                });
                at += 2;
            }
            Some(&c) => {
                text.push(c);
                at += 1;
            }
            None => return Err(at),
        }
    }
}

/// Writes a quoted text.
pub(super) fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Whether a text may stand bare as a word with a capital letter, such as a subtype.
pub(super) fn is_capital_word(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
        && text.chars().all(|c| c.is_alphanumeric() || c == '\'' || c == '-')
        && text != "X"
}
