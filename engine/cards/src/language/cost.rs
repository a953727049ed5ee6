//! Costs (CR 118): parts separated by commas.

use turnzero_contract::card::{CostPart, Count, Filter};

use super::CardError;
use super::amount::{amount, count, print_amount, print_count};
use super::cursor::Cursor;
use super::filter::{filter, print_filter};
use super::lexer::{Kind, quote};
use super::mana::{at_mana_cost, mana_cost, print_mana_cost};

/// Reads a cost; `free` is the cost of nothing.
pub(super) fn cost(cursor: &mut Cursor<'_>) -> Result<Vec<CostPart>, CardError> {
    if cursor.eat("free") {
        return Ok(Vec::new());
    }
    let mut parts = vec![part(cursor)?];
    while cursor.eat(",") {
        parts.push(part(cursor)?);
    }
    Ok(parts)
}

fn part(cursor: &mut Cursor<'_>) -> Result<CostPart, CardError> {
    if at_mana_cost(cursor) {
        return mana_cost(cursor).map(CostPart::Mana);
    }
    let special = match cursor.peek(0) {
        Some(Kind::Symbol(inner)) if inner == "T" => Some(CostPart::Tap),
        Some(Kind::Symbol(inner)) if inner == "Q" => Some(CostPart::Untap),
        _ => None,
    };
    if let Some(special) = special {
        cursor.skip();
        return Ok(special);
    }
    if cursor.eat("sacrifice self") {
        return Ok(CostPart::SacrificeSelf);
    }
    if cursor.eat("discard self") {
        return Ok(CostPart::DiscardSelf);
    }
    if cursor.eat("exile self") {
        return Ok(CostPart::ExileSelf);
    }
    if cursor.eat("pay") {
        let life = amount(cursor)?;
        cursor.expect("life")?;
        return Ok(CostPart::PayLife(life));
    }
    if cursor.eat("remove") {
        let number = count(cursor)?;
        let kind = cursor.text()?;
        cursor.expect("counters")?;
        return Ok(CostPart::RemoveCounters(number, kind));
    }
    let make: fn(Count, Filter) -> CostPart = if cursor.eat("sacrifice") {
        CostPart::Sacrifice
    } else if cursor.eat("discard") {
        CostPart::Discard
    } else if cursor.eat("exile") {
        CostPart::Exile
    } else if cursor.eat("tap") {
        CostPart::TapOthers
    } else if cursor.eat("return") {
        CostPart::Return
    } else if cursor.eat("reveal") {
        CostPart::Reveal
    } else {
        return Err(cursor.fail(
            "a cost: mana symbols, {T}, {Q}, free, pay … life, sacrifice …, discard …, exile …, tap …, return …, \
             reveal … or remove …",
        ));
    };
    let number = count(cursor)?;
    Ok(make(number, filter(cursor)?))
}

/// Writes a cost.
pub(super) fn print_cost(out: &mut String, parts: &[CostPart]) {
    if parts.is_empty() {
        out.push_str("free");
    }
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        print_part(out, part);
    }
}

fn print_part(out: &mut String, part: &CostPart) {
    let (verb, number, filter) = match part {
        CostPart::Mana(mana) => return print_mana_cost(out, mana),
        CostPart::Tap => return out.push_str("{T}"),
        CostPart::Untap => return out.push_str("{Q}"),
        CostPart::SacrificeSelf => return out.push_str("sacrifice self"),
        CostPart::DiscardSelf => return out.push_str("discard self"),
        CostPart::ExileSelf => return out.push_str("exile self"),
        CostPart::PayLife(life) => {
            out.push_str("pay ");
            print_amount(out, life);
            return out.push_str(" life");
        }
        CostPart::RemoveCounters(number, kind) => {
            out.push_str("remove ");
            print_count(out, number);
            out.push(' ');
            quote(out, kind);
            return out.push_str(" counters");
        }
        CostPart::Sacrifice(number, filter) => ("sacrifice ", number, filter),
        CostPart::Discard(number, filter) => ("discard ", number, filter),
        CostPart::Exile(number, filter) => ("exile ", number, filter),
        CostPart::TapOthers(number, filter) => ("tap ", number, filter),
        CostPart::Return(number, filter) => ("return ", number, filter),
        CostPart::Reveal(number, filter) => ("reveal ", number, filter),
    };
    out.push_str(verb);
    print_count(out, number);
    out.push(' ');
    print_filter(out, filter);
}
