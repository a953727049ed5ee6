//! The card language: a text form of card definitions, one ability a line.
//!
//! [`parse_card`] and [`print_card`] are inverse to each other. A file is header lines
//! (`key: value`), then ability lines; further faces start with `face:`.

mod ability;
mod amount;
mod condition;
mod cost;
mod cursor;
mod destination;
mod effect;
mod error;
mod filter;
mod header;
mod keyword;
mod lasting;
mod lexer;
mod mana;
mod player_effect;
mod selector;
mod statics;
mod token;
mod trigger;

use turnzero_contract::card::{Ability, DefinitionSource, Face, Layout};
use turnzero_contract::{CardDefinition, ColorSet};

pub use error::CardError;
pub use token::treasure;

use cursor::Cursor;
use header::{CARD_KEYS, FACE_KEYS};

/// Longest card text read, in bytes.
pub const MAX_BYTES: usize = 64 * 1024;

/// Reads a card definition; `file` only names the text in errors. Total: never panics.
///
/// # Errors
/// [`CardError`] with the place, what was expected and what was found.
pub fn parse_card(file: &str, text: &str) -> Result<CardDefinition, CardError> {
    if text.len() > MAX_BYTES {
        return Err(place(
            file,
            1,
            &format!("at most {MAX_BYTES} bytes"),
            &format!("{} bytes", text.len()),
        ));
    }
    let Some(body) = text.strip_suffix('\n') else {
        return Err(place(
            file,
            text.lines().count().max(1),
            "a line end at the end of the text",
            "end of text",
        ));
    };
    let mut reader = Reader::new(file);
    let mut number = 0;
    for line in body.split('\n') {
        number += 1;
        reader.line(number, line)?;
    }
    reader.finish(number + 1)
}

/// Writes a card definition in its one text form.
pub fn print_card(card: &CardDefinition) -> String {
    let mut out = String::new();
    header::print_card_header(&mut out, card);
    for (index, face) in card.faces.iter().enumerate() {
        if index > 0 || face.name != card.name {
            out.push_str("face: ");
            header::print_name(&mut out, &face.name);
            out.push('\n');
        }
        header::print_face_header(&mut out, face);
        for own in &face.abilities {
            ability::print_ability(&mut out, own);
            out.push('\n');
        }
    }
    out
}

/// Reads one ability line, such as an `assume` of a puzzle.
///
/// # Errors
/// [`CardError`] with the place, what was expected and what was found.
pub fn parse_ability(file: &str, line: usize, text: &str) -> Result<Ability, CardError> {
    let mut cursor = Cursor::new(file, line, text, 0)?;
    let ability = ability::ability(&mut cursor)?;
    cursor.finish()?;
    Ok(ability)
}

/// The words of a keyword without argument; empty for the others.
pub(crate) fn keyword_words(keyword: &turnzero_contract::card::Keyword) -> &'static str {
    keyword::simple_words(keyword).unwrap_or_default()
}

/// Writes one ability.
pub fn print_ability(ability: &Ability) -> String {
    let mut out = String::new();
    ability::print_ability(&mut out, ability);
    out
}

fn place(file: &str, line: usize, expected: &str, found: &str) -> CardError {
    CardError {
        file: file.to_owned(),
        line,
        column: 1,
        expected: expected.to_owned(),
        found: found.to_owned(),
    }
}

/// What has been read so far.
struct Reader<'a> {
    file: &'a str,
    card: CardDefinition,
    /// Keys seen since the card or face began.
    seen: Vec<&'static str>,
    /// Line of the present face's first line.
    face_line: usize,
}

impl<'a> Reader<'a> {
    const fn new(file: &'a str) -> Self {
        Self {
            file,
            card: CardDefinition {
                name: String::new(),
                layout: Layout::Normal,
                color_identity: ColorSet::EMPTY,
                source: DefinitionSource::Pool,
                faces: Vec::new(),
            },
            seen: Vec::new(),
            face_line: 0,
        }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), CardError> {
        if let Some((key, rest)) = line.split_once(": ") {
            if key == "face" {
                return self.face(number, rest);
            }
            if let Some(&key) = CARD_KEYS.iter().chain(FACE_KEYS).find(|&&known| known == key) {
                return self.header(number, key, rest);
            }
        }
        if self.seen.is_empty() {
            return Err(place(self.file, number, "`name: …`", "something else"));
        }
        let ability = parse_ability(self.file, number, line)?;
        self.present_face(number)?.abilities.push(ability);
        Ok(())
    }

    fn header(&mut self, number: usize, key: &'static str, rest: &str) -> Result<(), CardError> {
        let file = self.file;
        if self.seen.contains(&key) {
            return Err(place(file, number, &format!("`{key}` once"), "a second one"));
        }
        if (self.seen.is_empty()) != (key == "name") {
            return Err(place(file, number, "`name: …` as the first line", &format!("`{key}`")));
        }
        if self.card.faces.last().is_some_and(|face| !face.abilities.is_empty()) {
            return Err(place(file, number, "headers before abilities", &format!("`{key}`")));
        }
        if FACE_KEYS.contains(&key) {
            self.present_face(number)?;
        }
        self.seen.push(key);
        let offset = key.len() + 2;
        if key == "name" {
            self.card.name = read_name(file, number, rest, offset)?;
            return Ok(());
        }
        let mut cursor = Cursor::new(file, number, rest, offset)?;
        if CARD_KEYS.contains(&key) {
            if !self.card.faces.is_empty() {
                return Err(place(
                    file,
                    number,
                    &format!("`{key}` before the first face"),
                    "a face before it",
                ));
            }
            header::card_value(&mut cursor, key, &mut self.card)?;
        } else {
            header::face_value(&mut cursor, key, self.present_face(number)?)?;
        }
        cursor.finish()
    }

    /// Starts another face.
    fn face(&mut self, number: usize, rest: &str) -> Result<(), CardError> {
        if self.seen.is_empty() {
            return Err(place(self.file, number, "`name: …` as the first line", "`face`"));
        }
        self.close_face(number)?;
        let name = read_name(self.file, number, rest, "face: ".len())?;
        self.open_face(number, name);
        Ok(())
    }

    fn open_face(&mut self, number: usize, name: String) {
        self.seen.retain(|key| CARD_KEYS.contains(key));
        self.face_line = number;
        self.card.faces.push(Face {
            name,
            cost: None,
            colors: ColorSet::EMPTY,
            supertypes: Vec::new(),
            types: Vec::new(),
            subtypes: Vec::new(),
            power: None,
            toughness: None,
            loyalty: None,
            abilities: Vec::new(),
        });
    }

    /// The face that lines belong to; the first one has the card's name when none is named.
    fn present_face(&mut self, number: usize) -> Result<&mut Face, CardError> {
        if self.card.faces.is_empty() {
            self.open_face(number, self.card.name.clone());
        }
        let file = self.file;
        self.card
            .faces
            .last_mut()
            .ok_or_else(|| place(file, number, "a face", "none"))
    }

    /// Checks the finished face and derives its colours.
    fn close_face(&mut self, number: usize) -> Result<(), CardError> {
        let Some(face) = self.card.faces.last_mut() else {
            return Ok(());
        };
        if !self.seen.contains(&"type") {
            return Err(place(
                self.file,
                self.face_line,
                &format!("a face with `type: …` (\"{}\")", face.name),
                "none",
            ));
        }
        if self.seen.contains(&"pt") && (self.seen.contains(&"power") || self.seen.contains(&"toughness")) {
            return Err(place(
                self.file,
                number,
                "either `pt` or `power` or `toughness`",
                "two of them",
            ));
        }
        if !self.seen.contains(&"colors") {
            face.colors = header::derived_colors(face.cost.as_ref());
        }
        Ok(())
    }

    fn finish(mut self, number: usize) -> Result<CardDefinition, CardError> {
        if self.card.faces.is_empty() {
            return Err(place(self.file, number, "`type: …`", "end of text"));
        }
        if !self.seen.contains(&"identity") {
            return Err(place(self.file, 1, "a card with `identity: …`", "none"));
        }
        self.close_face(number)?;
        Ok(self.card)
    }
}

fn read_name(file: &str, number: usize, rest: &str, offset: usize) -> Result<String, CardError> {
    // A bare name may hold marks that are no tokens, so only a quoted one is cut into tokens.
    let quoted = rest.starts_with('"');
    let mut cursor = Cursor::new(file, number, if quoted { rest } else { "" }, offset)?;
    let name = header::name(&mut cursor, rest)?;
    cursor.finish()?;
    Ok(name)
}
