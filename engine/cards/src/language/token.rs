//! Tokens: `Treasure`, or `[1/1 white creature Bird with (flying)]`.

use turnzero_contract::ColorSet;
use turnzero_contract::card::{
    Ability, Activated, CardType, CostPart, Effect, ManaKind, ManaOutput, Power, Supertype, TokenSpec,
};

use super::CardError;
use super::ability::{ability, print_ability};
use super::amount::color;
use super::cursor::Cursor;
use super::lexer::{Kind, is_capital_word, quote};
use turnzero_contract::card::Amount;

/// The predefined Treasure token (CR 111.10a).
pub fn treasure() -> TokenSpec {
    TokenSpec {
        name: "Treasure".to_owned(),
        colors: ColorSet::EMPTY,
        supertypes: Vec::new(),
        types: vec![CardType::Artifact],
        subtypes: vec!["Treasure".to_owned()],
        power: None,
        toughness: None,
        abilities: vec![Ability::Activated(Activated::new(
            vec![CostPart::Tap, CostPart::SacrificeSelf],
            Effect::AddMana(ManaOutput {
                choices: vec![vec![ManaKind::AnyColor]],
                times: Amount::Fixed(1),
                restriction: None,
            }),
        ))],
    }
}

/// Reads power or toughness: a number, or a text in quotes.
pub(super) fn power(cursor: &mut Cursor<'_>) -> Result<Power, CardError> {
    let number = match cursor.peek(0) {
        Some(Kind::Number(digits) | Kind::Signed(digits)) => digits.parse::<i32>().ok(),
        Some(Kind::Text(text)) => {
            let text = text.clone();
            cursor.skip();
            return Ok(Power::Defined(text));
        }
        _ => None,
    };
    let number = number.ok_or_else(|| cursor.fail("power or toughness: a number, or a text such as \"*\""))?;
    cursor.skip();
    Ok(Power::Fixed(number))
}

/// Writes power or toughness.
pub(super) fn print_power(out: &mut String, power: &Power) {
    match power {
        Power::Fixed(number) => out.push_str(&number.to_string()),
        Power::Defined(text) => quote(out, text),
    }
}

/// Reads a token.
pub(super) fn token(cursor: &mut Cursor<'_>) -> Result<TokenSpec, CardError> {
    if cursor.eat("Treasure") {
        return Ok(treasure());
    }
    if !cursor.eat("[") {
        return Err(cursor.fail("a token: Treasure or [1/1 white creature Bird]"));
    }
    let (power, toughness) = size(cursor)?;
    let mut colors = ColorSet::EMPTY;
    while let Some(color) = color(cursor) {
        colors = colors.with(color);
    }
    let lower = |cursor: &Cursor<'_>, name: &str| cursor.word().is_some_and(|word| word == name.to_lowercase());
    let mut supertypes = Vec::new();
    while let Some(&found) = Supertype::ALL.iter().find(|t| lower(cursor, t.word())) {
        supertypes.push(found);
        cursor.skip();
    }
    let mut types = Vec::new();
    while let Some(&found) = CardType::ALL.iter().find(|t| lower(cursor, t.word())) {
        types.push(found);
        cursor.skip();
    }
    let mut subtypes = Vec::new();
    loop {
        let bare = cursor.word().filter(|word| is_capital_word(word)).map(str::to_owned);
        if let Some(word) = bare {
            subtypes.push(word);
            cursor.skip();
        } else if matches!(cursor.peek(0), Some(Kind::Text(_))) {
            subtypes.push(cursor.text()?);
        } else {
            break;
        }
    }
    let name = if cursor.eat("named") {
        cursor.text()?
    } else {
        subtypes.join(" ")
    };
    let mut abilities = Vec::new();
    if cursor.eat("with") {
        while cursor.eat("(") {
            abilities.push(ability(cursor)?);
            cursor.expect(")")?;
        }
        if abilities.is_empty() {
            return Err(cursor.fail("an ability in parentheses"));
        }
    }
    if !cursor.eat("]") {
        return Err(cursor.fail("`]`, or the next part of a token: colours, types, Subtypes, named \"…\", with (…)"));
    }
    Ok(TokenSpec {
        name,
        colors,
        supertypes,
        types,
        subtypes,
        power,
        toughness,
        abilities,
    })
}

fn size(cursor: &mut Cursor<'_>) -> Result<(Option<Power>, Option<Power>), CardError> {
    if cursor.eat("power") {
        return power(cursor).map(|power| (Some(power), None));
    }
    if cursor.eat("toughness") {
        return power(cursor).map(|toughness| (None, Some(toughness)));
    }
    // A text may also be a subtype; only one before a slash is a power.
    let sized = matches!(cursor.peek(1), Some(Kind::Punct("/")));
    if !sized {
        return Ok((None, None));
    }
    let first = power(cursor)?;
    cursor.expect("/")?;
    Ok((Some(first), Some(power(cursor)?)))
}

/// Writes a token.
pub(super) fn print_token(out: &mut String, token: &TokenSpec) {
    if *token == treasure() {
        out.push_str("Treasure");
        return;
    }
    let mut words: Vec<String> = Vec::new();
    let shown = |power: &Power| {
        let mut text = String::new();
        print_power(&mut text, power);
        text
    };
    match (&token.power, &token.toughness) {
        (Some(power), Some(toughness)) => words.push(format!("{}/{}", shown(power), shown(toughness))),
        (Some(power), None) => words.push(format!("power {}", shown(power))),
        (None, Some(toughness)) => words.push(format!("toughness {}", shown(toughness))),
        (None, None) => {}
    }
    words.extend(token.colors.iter().map(|color| color.word().to_owned()));
    words.extend(token.supertypes.iter().map(|t| t.word().to_lowercase()));
    words.extend(token.types.iter().map(|t| t.word().to_lowercase()));
    for subtype in &token.subtypes {
        let mut text = String::new();
        if is_capital_word(subtype) {
            text.push_str(subtype);
        } else {
            quote(&mut text, subtype);
        }
        words.push(text);
    }
    if token.name != token.subtypes.join(" ") {
        let mut text = "named ".to_owned();
        quote(&mut text, &token.name);
        words.push(text);
    }
    if !token.abilities.is_empty() {
        words.push("with".to_owned());
    }
    for ability in &token.abilities {
        let mut text = "(".to_owned();
        print_ability(&mut text, ability);
        text.push(')');
        words.push(text);
    }
    out.push('[');
    out.push_str(&words.join(" "));
    out.push(']');
}
