//! Mana: costs in symbols, and what mana abilities make.

use turnzero_contract::card::{ManaKind, ManaOutput, ManaRestriction};
use turnzero_contract::{Color, ManaCost, ManaSymbol};

use super::CardError;
use super::amount::{amount, print_amount};
use super::cursor::Cursor;
use super::filter::{filter, print_filter};
use super::lexer::Kind;
use turnzero_contract::card::Amount;

/// The mana symbol here, not taken.
fn peek_symbol(cursor: &Cursor<'_>) -> Option<ManaSymbol> {
    match cursor.peek(0) {
        Some(Kind::Symbol(inner)) => format!("{{{inner}}}").parse().ok(),
        _ => None,
    }
}

/// Whether a mana cost stands here.
pub(super) fn at_mana_cost(cursor: &Cursor<'_>) -> bool {
    peek_symbol(cursor).is_some() || matches!(cursor.peek(0), Some(Kind::Symbol(inner)) if inner.is_empty())
}

/// Reads a run of mana symbols; `{}` is the empty cost.
pub(super) fn mana_cost(cursor: &mut Cursor<'_>) -> Result<ManaCost, CardError> {
    if matches!(cursor.peek(0), Some(Kind::Symbol(inner)) if inner.is_empty()) {
        cursor.skip();
        return Ok(ManaCost::default());
    }
    let mut symbols = Vec::new();
    while let Some(symbol) = peek_symbol(cursor) {
        cursor.skip();
        symbols.push(symbol);
    }
    if symbols.is_empty() {
        return Err(cursor.fail("mana symbols such as {2}{R}"));
    }
    Ok(ManaCost(symbols))
}

/// Writes a mana cost.
pub(super) fn print_mana_cost(out: &mut String, cost: &ManaCost) {
    if cost.0.is_empty() {
        out.push_str("{}");
    } else {
        out.push_str(&cost.to_string());
    }
}

/// The inside of the symbol of a unit of mana.
fn kind_symbol(kind: ManaKind) -> String {
    match kind {
        ManaKind::Color(color) => color.letter().to_string(),
        ManaKind::Colorless => "C".to_owned(),
        ManaKind::AnyColor => "any".to_owned(),
        ManaKind::CommanderIdentity => "identity".to_owned(),
        ManaKind::OpponentsLands => "opponents-lands".to_owned(),
        ManaKind::OwnLands => "own-lands".to_owned(),
    }
}

fn kind_of(symbol: &str) -> Option<ManaKind> {
    Some(match symbol {
        "C" => ManaKind::Colorless,
        "any" => ManaKind::AnyColor,
        "identity" => ManaKind::CommanderIdentity,
        "opponents-lands" => ManaKind::OpponentsLands,
        "own-lands" => ManaKind::OwnLands,
        _ => {
            let mut letters = symbol.chars();
            let color = letters.next().and_then(Color::from_letter)?;
            if letters.next().is_some() {
                return None;
            }
            ManaKind::Color(color)
        }
    })
}

fn choice(cursor: &mut Cursor<'_>) -> Result<Vec<ManaKind>, CardError> {
    if cursor.eat("nothing") {
        return Ok(Vec::new());
    }
    let mut kinds = Vec::new();
    while let Some(Kind::Symbol(inner)) = cursor.peek(0) {
        let Some(kind) = kind_of(inner) else { break };
        kinds.push(kind);
        cursor.skip();
    }
    if kinds.is_empty() {
        return Err(
            cursor.fail("mana such as {R}, {C}, {any}, {identity}, {opponents-lands}, {own-lands}, or `nothing`")
        );
    }
    Ok(kinds)
}

/// Reads what a mana ability makes: `{R} or {W} times A only for casting F`.
pub(super) fn output(cursor: &mut Cursor<'_>) -> Result<ManaOutput, CardError> {
    let mut choices = Vec::new();
    if !cursor.eat("no mana") {
        choices.push(choice(cursor)?);
        while cursor.eat("or") {
            choices.push(choice(cursor)?);
        }
    }
    let times = if cursor.eat("times") {
        amount(cursor)?
    } else {
        Amount::Fixed(1)
    };
    let restriction = if cursor.eat("only for anything written") {
        Some(ManaRestriction::Other)
    } else if cursor.eat("only for casting or activating") {
        Some(ManaRestriction::CastOrActivate(filter(cursor)?))
    } else if cursor.eat("only for casting") {
        Some(ManaRestriction::Cast(filter(cursor)?))
    } else if cursor.eat("only for activating") {
        Some(ManaRestriction::Activate(filter(cursor)?))
    } else {
        None
    };
    Ok(ManaOutput {
        choices,
        times,
        restriction,
    })
}

/// Writes what a mana ability makes.
pub(super) fn print_output(out: &mut String, output: &ManaOutput) {
    if output.choices.is_empty() {
        out.push_str("no mana");
    }
    for (index, choice) in output.choices.iter().enumerate() {
        if index > 0 {
            out.push_str(" or ");
        }
        if choice.is_empty() {
            out.push_str("nothing");
        }
        for &kind in choice {
            out.push('{');
            out.push_str(&kind_symbol(kind));
            out.push('}');
        }
    }
    if output.times != Amount::Fixed(1) {
        out.push_str(" times ");
        print_amount(out, &output.times);
    }
    let (words, filter) = match &output.restriction {
        None => return,
        Some(ManaRestriction::Other) => {
            out.push_str(" only for anything written");
            return;
        }
        Some(ManaRestriction::Cast(filter)) => (" only for casting ", filter),
        Some(ManaRestriction::Activate(filter)) => (" only for activating ", filter),
        Some(ManaRestriction::CastOrActivate(filter)) => (" only for casting or activating ", filter),
    };
    out.push_str(words);
    print_filter(out, filter);
}
