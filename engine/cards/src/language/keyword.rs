//! Keyword abilities (CR 702).

use turnzero_contract::card::Keyword;

use super::CardError;
use super::cost::{cost, print_cost};
use super::cursor::Cursor;
use super::filter::{filter, print_filter};
use super::lexer::{Kind, is_capital_word, quote};
use super::mana::{mana_cost, print_mana_cost};

/// Keywords that are only their words.
const SIMPLE: &[(&str, Keyword)] = &[
    ("deathtouch", Keyword::Deathtouch),
    ("defender", Keyword::Defender),
    ("banding", Keyword::Banding),
    ("double strike", Keyword::DoubleStrike),
    ("first strike", Keyword::FirstStrike),
    ("flash", Keyword::Flash),
    ("flying", Keyword::Flying),
    ("haste", Keyword::Haste),
    ("hexproof", Keyword::Hexproof),
    ("indestructible", Keyword::Indestructible),
    ("lifelink", Keyword::Lifelink),
    ("menace", Keyword::Menace),
    ("prowess", Keyword::Prowess),
    ("reach", Keyword::Reach),
    ("shroud", Keyword::Shroud),
    ("trample", Keyword::Trample),
    ("vigilance", Keyword::Vigilance),
    ("undying", Keyword::Undying),
    ("doctor's companion", Keyword::DoctorsCompanion),
    ("choose a background", Keyword::ChooseBackground),
    ("companion", Keyword::Companion),
    ("may be commander", Keyword::MayBeCommander),
    ("partner", Keyword::Partner),
];

/// First words of the keywords with an argument.
const WITH_ARGUMENT: &[&str] = &[
    "landwalk",
    "enchant",
    "equip",
    "cycling",
    "typecycling",
    "flashback",
    "kicker",
    "evoke",
    "ward",
    "protection",
    "affinity",
    "deck",
];

/// The words of a keyword without argument.
pub(super) fn simple_words(keyword: &Keyword) -> Option<&'static str> {
    SIMPLE
        .iter()
        .find(|(_, simple)| simple == keyword)
        .map(|(words, _)| *words)
}

/// Whether the keyword is more than its words.
pub(super) fn has_argument(keyword: &Keyword) -> bool {
    simple_words(keyword).is_none()
}

/// Whether a keyword ability stands here.
pub(super) fn at_keyword(cursor: &Cursor<'_>) -> bool {
    SIMPLE.iter().any(|(words, _)| cursor.looking_at(words))
        || cursor.word().is_some_and(|word| WITH_ARGUMENT.contains(&word))
}

/// Reads a keyword without argument.
pub(super) fn simple_keyword(cursor: &mut Cursor<'_>) -> Result<Keyword, CardError> {
    let found = SIMPLE.iter().find(|(words, _)| cursor.looking_at(words));
    let (words, keyword) =
        found.ok_or_else(|| cursor.fail("a keyword such as flying, or one with an argument in parentheses"))?;
    cursor.expect(words)?;
    Ok(keyword.clone())
}

/// Reads a keyword.
pub(super) fn keyword(cursor: &mut Cursor<'_>) -> Result<Keyword, CardError> {
    cursor.nested(|cursor| {
        let text_after = |cursor: &Cursor<'_>| matches!(cursor.peek(2), Some(Kind::Text(_)));
        if cursor.looking_at("partner with") && text_after(cursor) {
            cursor.expect("partner with")?;
            return Ok(Keyword::PartnerWith(cursor.text()?));
        }
        if cursor.looking_at("partner family") && text_after(cursor) {
            cursor.expect("partner family")?;
            return Ok(Keyword::PartnerFamily(cursor.text()?));
        }
        if SIMPLE.iter().any(|(words, _)| cursor.looking_at(words)) {
            return simple_keyword(cursor);
        }
        if cursor.eat("landwalk") {
            return Ok(Keyword::Landwalk(land_type(cursor)?));
        }
        if cursor.eat("enchant") {
            return Ok(Keyword::Enchant(filter(cursor)?));
        }
        if cursor.eat("equip") {
            return Ok(Keyword::Equip(cost(cursor)?));
        }
        if cursor.eat("cycling") {
            return Ok(Keyword::Cycling(cost(cursor)?));
        }
        if cursor.eat("typecycling") {
            let name = cursor.text()?;
            cursor.expect("for")?;
            let filter = filter(cursor)?;
            cursor.expect(":")?;
            return Ok(Keyword::Typecycling {
                name,
                filter,
                cost: cost(cursor)?,
            });
        }
        if cursor.eat("flashback") {
            return Ok(Keyword::Flashback(cost(cursor)?));
        }
        if cursor.eat("kicker") {
            return Ok(Keyword::Kicker(mana_cost(cursor)?));
        }
        if cursor.eat("evoke") {
            return Ok(Keyword::Evoke(mana_cost(cursor)?));
        }
        if cursor.eat("ward") {
            return Ok(Keyword::Ward(cost(cursor)?));
        }
        if cursor.eat("protection from") {
            return Ok(Keyword::Protection(filter(cursor)?));
        }
        if cursor.eat("affinity for") {
            return Ok(Keyword::Affinity(filter(cursor)?));
        }
        if cursor.eat("deck limit none") {
            return Ok(Keyword::DeckLimit(None));
        }
        if cursor.eat("deck limit") {
            return Ok(Keyword::DeckLimit(Some(cursor.number()?)));
        }
        Err(cursor.fail("a keyword"))
    })
}

fn land_type(cursor: &mut Cursor<'_>) -> Result<String, CardError> {
    let bare = cursor.word().filter(|word| is_capital_word(word)).map(str::to_owned);
    if let Some(word) = bare {
        cursor.skip();
        return Ok(word);
    }
    cursor.text()
}

/// Writes a keyword.
pub(super) fn print_keyword(out: &mut String, keyword: &Keyword) {
    let with_cost = |out: &mut String, words: &str, parts| {
        out.push_str(words);
        print_cost(out, parts);
    };
    let with_filter = |out: &mut String, words: &str, filter| {
        out.push_str(words);
        print_filter(out, filter);
    };
    let with_text = |out: &mut String, words: &str, text: &str| {
        out.push_str(words);
        quote(out, text);
    };
    match keyword {
        Keyword::Landwalk(name) if is_capital_word(name) => {
            out.push_str("landwalk ");
            out.push_str(name);
        }
        Keyword::Landwalk(name) => with_text(out, "landwalk ", name),
        Keyword::Enchant(filter) => with_filter(out, "enchant ", filter),
        Keyword::Equip(parts) => with_cost(out, "equip ", parts),
        Keyword::Cycling(parts) => with_cost(out, "cycling ", parts),
        Keyword::Typecycling { name, filter, cost } => {
            with_text(out, "typecycling ", name);
            with_filter(out, " for ", filter);
            with_cost(out, ": ", cost);
        }
        Keyword::Flashback(parts) => with_cost(out, "flashback ", parts),
        Keyword::Kicker(mana) => {
            out.push_str("kicker ");
            print_mana_cost(out, mana);
        }
        Keyword::Evoke(mana) => {
            out.push_str("evoke ");
            print_mana_cost(out, mana);
        }
        Keyword::Ward(parts) => with_cost(out, "ward ", parts),
        Keyword::Protection(filter) => with_filter(out, "protection from ", filter),
        Keyword::Affinity(filter) => with_filter(out, "affinity for ", filter),
        Keyword::PartnerWith(name) => with_text(out, "partner with ", name),
        Keyword::PartnerFamily(name) => with_text(out, "partner family ", name),
        Keyword::DeckLimit(None) => out.push_str("deck limit none"),
        Keyword::DeckLimit(Some(limit)) => {
            out.push_str("deck limit ");
            out.push_str(&limit.to_string());
        }
        Keyword::Deathtouch
        | Keyword::Defender
        | Keyword::Banding
        | Keyword::DoubleStrike
        | Keyword::FirstStrike
        | Keyword::Flash
        | Keyword::Flying
        | Keyword::Haste
        | Keyword::Hexproof
        | Keyword::Indestructible
        | Keyword::Lifelink
        | Keyword::Menace
        | Keyword::Prowess
        | Keyword::Reach
        | Keyword::Shroud
        | Keyword::Trample
        | Keyword::Vigilance
        | Keyword::Undying
        | Keyword::Partner
        | Keyword::DoctorsCompanion
        | Keyword::ChooseBackground
        | Keyword::Companion
        | Keyword::MayBeCommander => out.push_str(simple_words(keyword).unwrap_or_default()),
    }
}
