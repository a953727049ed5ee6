//! Header lines of a card and its faces: names, costs, types, size, colours.

use turnzero_contract::card::{CardType, DefinitionSource, Face, Layout, Power, Supertype};
use turnzero_contract::{CardDefinition, ColorSet, ManaCost};

use super::CardError;
use super::amount::color;
use super::cursor::Cursor;
use super::lexer::{Kind, is_capital_word, quote};
use super::mana::{mana_cost, print_mana_cost};
use super::token::{power, print_power};

/// Header keys of a card, in printed order.
pub(super) const CARD_KEYS: &[&str] = &["name", "layout", "identity", "source"];
/// Header keys of a face, in printed order.
pub(super) const FACE_KEYS: &[&str] = &["cost", "type", "pt", "power", "toughness", "loyalty", "colors"];

/// Reads a name: the rest of the line as it stands, or a text in quotes.
pub(super) fn name(cursor: &mut Cursor<'_>, rest: &str) -> Result<String, CardError> {
    if matches!(cursor.peek(0), Some(Kind::Text(_))) {
        return cursor.text();
    }
    if is_plain_name(rest) {
        Ok(rest.to_owned())
    } else {
        Err(cursor.fail("a name"))
    }
}

fn is_plain_name(name: &str) -> bool {
    !name.is_empty() && name.trim() == name && !name.starts_with('"') && !name.contains(char::is_control)
}

/// Writes a name.
pub(super) fn print_name(out: &mut String, name: &str) {
    if is_plain_name(name) {
        out.push_str(name);
    } else {
        quote(out, name);
    }
}

fn colors(cursor: &mut Cursor<'_>) -> Result<ColorSet, CardError> {
    if cursor.eat("none") {
        return Ok(ColorSet::EMPTY);
    }
    let mut set = ColorSet::EMPTY;
    while let Some(color) = color(cursor) {
        set = set.with(color);
    }
    if set.is_empty() {
        Err(cursor.fail("colours such as `black red`, or `none`"))
    } else {
        Ok(set)
    }
}

fn print_colors(out: &mut String, set: ColorSet) {
    if set.is_empty() {
        out.push_str("none");
    }
    let words: Vec<&str> = set.iter().map(turnzero_contract::Color::word).collect();
    out.push_str(&words.join(" "));
}

/// Reads one header value of a card.
pub(super) fn card_value(cursor: &mut Cursor<'_>, key: &str, card: &mut CardDefinition) -> Result<(), CardError> {
    match key {
        "layout" => card.layout = cursor.one_of(Layout::ALL, Layout::word)?,
        "identity" => card.color_identity = colors(cursor)?,
        _ => {
            cursor.expect("facts-only")?;
            card.source = DefinitionSource::FactsOnly;
        }
    }
    Ok(())
}

/// Reads one header value of a face.
pub(super) fn face_value(cursor: &mut Cursor<'_>, key: &str, face: &mut Face) -> Result<(), CardError> {
    match key {
        "cost" => face.cost = Some(mana_cost(cursor)?),
        "type" => type_line(cursor, face)?,
        "pt" => {
            face.power = Some(power(cursor)?);
            cursor.expect("/")?;
            face.toughness = Some(power(cursor)?);
        }
        "power" => face.power = Some(power(cursor)?),
        "toughness" => face.toughness = Some(power(cursor)?),
        "loyalty" => face.loyalty = Some(power(cursor)?),
        _ => face.colors = colors(cursor)?,
    }
    Ok(())
}

fn type_line(cursor: &mut Cursor<'_>, face: &mut Face) -> Result<(), CardError> {
    while let Some(found) = cursor.choice(Supertype::ALL, Supertype::word) {
        face.supertypes.push(found);
    }
    while let Some(found) = cursor.choice(CardType::ALL, CardType::word) {
        face.types.push(found);
    }
    if face.types.is_empty() && face.supertypes.is_empty() && !cursor.eat("none") {
        return Err(cursor.fail("supertypes and card types such as `Legendary Creature`, or `none`"));
    }
    if cursor.eat("—") {
        while !cursor.at_end() {
            let bare = cursor.word().filter(|word| is_capital_word(word)).map(str::to_owned);
            match bare {
                Some(word) => {
                    cursor.skip();
                    face.subtypes.push(word);
                }
                None => face.subtypes.push(cursor.text()?),
            }
        }
        if face.subtypes.is_empty() {
            return Err(cursor.fail("a subtype"));
        }
    }
    Ok(())
}

/// Writes the header of a card.
pub(super) fn print_card_header(out: &mut String, card: &CardDefinition) {
    out.push_str("name: ");
    print_name(out, &card.name);
    out.push('\n');
    if card.layout != Layout::Normal {
        out.push_str("layout: ");
        out.push_str(card.layout.word());
        out.push('\n');
    }
    out.push_str("identity: ");
    print_colors(out, card.color_identity);
    out.push('\n');
    if card.source == DefinitionSource::FactsOnly {
        out.push_str("source: facts-only\n");
    }
}

/// Writes the header of a face, its name apart.
pub(super) fn print_face_header(out: &mut String, face: &Face) {
    if let Some(cost) = &face.cost {
        out.push_str("cost: ");
        print_mana_cost(out, cost);
        out.push('\n');
    }
    print_type_line(out, face);
    let size = |out: &mut String, key: &str, power: &Power| {
        out.push_str(key);
        print_power(out, power);
        out.push('\n');
    };
    match (&face.power, &face.toughness) {
        (Some(power), Some(toughness)) => {
            out.push_str("pt: ");
            print_power(out, power);
            size(out, "/", toughness);
        }
        (Some(power), None) => size(out, "power: ", power),
        (None, Some(toughness)) => size(out, "toughness: ", toughness),
        (None, None) => {}
    }
    if let Some(loyalty) = &face.loyalty {
        size(out, "loyalty: ", loyalty);
    }
    if face.colors != derived_colors(face.cost.as_ref()) {
        out.push_str("colors: ");
        print_colors(out, face.colors);
        out.push('\n');
    }
}

/// The colours a cost gives (CR 105.2).
pub(super) fn derived_colors(cost: Option<&ManaCost>) -> ColorSet {
    cost.map_or(ColorSet::EMPTY, ManaCost::colors)
}

fn print_type_line(out: &mut String, face: &Face) {
    let mut words: Vec<String> = face.supertypes.iter().map(|t| t.word().to_owned()).collect();
    words.extend(face.types.iter().map(|t| t.word().to_owned()));
    if words.is_empty() {
        words.push("none".to_owned());
    }
    if !face.subtypes.is_empty() {
        words.push("—".to_owned());
    }
    for subtype in &face.subtypes {
        let mut text = String::new();
        if is_capital_word(subtype) {
            text.push_str(subtype);
        } else {
            quote(&mut text, subtype);
        }
        words.push(text);
    }
    out.push_str("type: ");
    out.push_str(&words.join(" "));
    out.push('\n');
}
