//! A position in the tokens of one line, with the primitives every sub-language uses.

use super::CardError;
use super::lexer::{Kind, Token, tokens};

/// Deepest nesting of one ability; real cards stay far below.
const DEEPEST: usize = 64;

/// A reading position.
pub(super) struct Cursor<'a> {
    file: &'a str,
    line: usize,
    end: usize,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl<'a> Cursor<'a> {
    /// Starts reading a line, or its part after `offset` characters.
    pub(super) fn new(file: &'a str, line: usize, text: &str, offset: usize) -> Result<Self, CardError> {
        Ok(Self {
            file,
            line,
            end: offset + text.chars().count() + 1,
            tokens: tokens(file, line, text, offset)?,
            at: 0,
            depth: 0,
        })
    }

    /// The error that something else was expected here.
    pub(super) fn fail(&self, expected: impl Into<String>) -> CardError {
        self.fail_at(self.at, expected)
    }

    fn fail_at(&self, at: usize, expected: impl Into<String>) -> CardError {
        let token = self.tokens.get(at);
        CardError {
            file: self.file.to_owned(),
            line: self.line,
            column: token.map_or(self.end, |token| token.column),
            expected: expected.into(),
            found: token.map_or_else(|| "end of line".to_owned(), |token| token.kind.shown()),
        }
    }

    /// Reads one level deeper; refuses endless nesting.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, CardError>) -> Result<T, CardError> {
        if self.depth >= DEEPEST {
            return Err(self.fail(format!("at most {DEEPEST} levels of nesting")));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// The token `ahead` places on.
    pub(super) fn peek(&self, ahead: usize) -> Option<&Kind> {
        self.tokens.get(self.at + ahead).map(|token| &token.kind)
    }

    /// The word here, if a word is here.
    pub(super) fn word(&self) -> Option<&str> {
        match self.peek(0) {
            Some(Kind::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Number of tokens of `phrase` when they all stand here.
    fn phrase_here(&self, phrase: &str) -> Option<usize> {
        let mut length = 0;
        for piece in phrase.split(' ') {
            match self.peek(length) {
                Some(Kind::Word(word)) if word == piece => length += 1,
                Some(Kind::Punct(mark)) if *mark == piece => length += 1,
                _ => return None,
            }
        }
        Some(length)
    }

    /// Whether these words and marks, separated by single spaces, stand here.
    pub(super) fn looking_at(&self, phrase: &str) -> bool {
        self.phrase_here(phrase).is_some()
    }

    /// Takes these words and marks if they stand here.
    pub(super) fn eat(&mut self, phrase: &str) -> bool {
        let length = self.phrase_here(phrase);
        self.at += length.unwrap_or(0);
        length.is_some()
    }

    /// Takes these words and marks, which must stand here.
    pub(super) fn expect(&mut self, phrase: &str) -> Result<(), CardError> {
        if self.eat(phrase) {
            Ok(())
        } else {
            Err(self.fail(format!("`{phrase}`")))
        }
    }

    /// Takes the longest of the values whose words stand here.
    pub(super) fn choice<T: Copy>(&mut self, values: &[T], words: fn(T) -> &'static str) -> Option<T> {
        let (length, value) = values
            .iter()
            .filter_map(|&value| self.phrase_here(words(value)).map(|length| (length, value)))
            .max_by_key(|(length, _)| *length)?;
        self.at += length;
        Some(value)
    }

    /// Takes the longest of the values whose words stand here, which one must.
    pub(super) fn one_of<T: Copy>(&mut self, values: &[T], words: fn(T) -> &'static str) -> Result<T, CardError> {
        self.choice(values, words).ok_or_else(|| {
            let list: Vec<&str> = values.iter().map(|&value| words(value)).collect();
            self.fail(format!("one of: {}", list.join(", ")))
        })
    }

    /// The present place, for going back.
    pub(super) const fn mark(&self) -> usize {
        self.at
    }

    /// Goes back to a place marked before.
    pub(super) const fn back_to(&mut self, mark: usize) {
        self.at = mark;
    }

    /// Whether the line is read to its end.
    pub(super) fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Nothing more may follow.
    pub(super) fn finish(&self) -> Result<(), CardError> {
        if self.at_end() {
            Ok(())
        } else {
            Err(self.fail("end of line"))
        }
    }

    /// Takes an unsigned number.
    pub(super) fn number(&mut self) -> Result<u32, CardError> {
        let value = match self.peek(0) {
            Some(Kind::Number(digits)) => digits.parse::<u32>().ok(),
            _ => None,
        };
        let value = value.ok_or_else(|| self.fail(format!("a number from 0 to {}", u32::MAX)))?;
        self.at += 1;
        Ok(value)
    }

    /// Takes a number with a sign.
    pub(super) fn signed(&mut self) -> Result<i32, CardError> {
        let value = match self.peek(0) {
            Some(Kind::Signed(digits)) => digits.parse::<i32>().ok(),
            _ => None,
        };
        let value = value.ok_or_else(|| self.fail("a number with a sign, such as +1 or -2"))?;
        self.at += 1;
        Ok(value)
    }

    /// Takes a quoted text.
    pub(super) fn text(&mut self) -> Result<String, CardError> {
        match self.peek(0) {
            Some(Kind::Text(text)) => {
                let text = text.clone();
                self.at += 1;
                Ok(text)
            }
            _ => Err(self.fail("a text in quotes")),
        }
    }

    /// Takes one token, whatever it is.
    pub(super) fn skip(&mut self) {
        self.at += 1;
    }
}
