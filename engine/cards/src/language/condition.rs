//! Conditions on the game.

use turnzero_contract::card::{Comparison, Condition, PlayerRef, Zone};

use super::CardError;
use super::amount::{amount, eat_verb, print_amount, verb};
use super::cursor::Cursor;
use super::filter::{filter, print_filter};
use super::selector::{print_selector, selector};

/// Reads a condition; several stand as `all(…; …)` or `any(…; …)`.
pub(super) fn condition(cursor: &mut Cursor<'_>) -> Result<Condition, CardError> {
    cursor.nested(|cursor| {
        if cursor.eat("your turn") {
            return Ok(Condition::YourTurn);
        }
        if cursor.eat("commander on battlefield") {
            return Ok(Condition::ControlsCommander);
        }
        if cursor.eat("self in") {
            return Ok(Condition::SourceIn(cursor.one_of(Zone::ALL, Zone::word)?));
        }
        if cursor.eat("cast from") {
            return Ok(Condition::CastFrom(cursor.one_of(Zone::ALL, Zone::word)?));
        }
        if cursor.eat("kicked") {
            return Ok(Condition::Kicked);
        }
        if cursor.eat("is (") {
            let what = Box::new(selector(cursor)?);
            cursor.expect(";")?;
            let filter = filter(cursor)?;
            cursor.expect(")")?;
            return Ok(Condition::Is(what, filter));
        }
        if cursor.eat("all (") {
            return Ok(Condition::All(list(cursor)?));
        }
        if cursor.eat("any (") {
            return Ok(Condition::AnyOf(list(cursor)?));
        }
        if cursor.eat("not (") {
            let inner = condition(cursor)?;
            cursor.expect(")")?;
            return Ok(Condition::Not(Box::new(inner)));
        }
        if let Some(player) = cursor.choice(PlayerRef::ALL, PlayerRef::word) {
            if !eat_verb(cursor, player, "control") {
                return Err(cursor.fail(format!("`{}`", verb(player, "control"))));
            }
            let comparison = cursor.one_of(Comparison::ALL, Comparison::word)?;
            let amount = amount(cursor)?;
            return Ok(Condition::Controls {
                player,
                comparison,
                amount,
                filter: filter(cursor)?,
            });
        }
        let left = amount(cursor).map_err(|error| super::CardError {
            expected:
                "a condition, such as `you control >= 2 land`, `opponents >= 2`, `self in graveyard`, `your turn`"
                    .to_owned(),
            ..error
        })?;
        let comparison = cursor.one_of(Comparison::ALL, Comparison::word)?;
        Ok(Condition::Compare(left, comparison, amount(cursor)?))
    })
}

fn list(cursor: &mut Cursor<'_>) -> Result<Vec<Condition>, CardError> {
    let mut parts = Vec::new();
    if cursor.eat(")") {
        return Ok(parts);
    }
    loop {
        parts.push(condition(cursor)?);
        if cursor.eat(")") {
            return Ok(parts);
        }
        cursor.expect(";")?;
    }
}

/// Writes a condition.
pub(super) fn print_condition(out: &mut String, condition: &Condition) {
    match condition {
        Condition::YourTurn => out.push_str("your turn"),
        Condition::ControlsCommander => out.push_str("commander on battlefield"),
        Condition::Kicked => out.push_str("kicked"),
        Condition::Is(what, filter) => {
            out.push_str("is(");
            print_selector(out, what);
            out.push_str("; ");
            print_filter(out, filter);
            out.push(')');
        }
        Condition::SourceIn(zone) => {
            out.push_str("self in ");
            out.push_str(zone.word());
        }
        Condition::CastFrom(zone) => {
            out.push_str("cast from ");
            out.push_str(zone.word());
        }
        Condition::Controls {
            player,
            comparison,
            amount,
            filter,
        } => {
            out.push_str(player.word());
            out.push(' ');
            out.push_str(&verb(*player, "control"));
            out.push(' ');
            out.push_str(comparison.word());
            out.push(' ');
            print_amount(out, amount);
            out.push(' ');
            print_filter(out, filter);
        }
        Condition::Compare(left, comparison, right) => {
            print_amount(out, left);
            out.push(' ');
            out.push_str(comparison.word());
            out.push(' ');
            print_amount(out, right);
        }
        Condition::All(parts) => print_list(out, "all(", parts),
        Condition::AnyOf(parts) => print_list(out, "any(", parts),
        Condition::Not(inner) => {
            out.push_str("not(");
            print_condition(out, inner);
            out.push(')');
        }
    }
}

fn print_list(out: &mut String, open: &str, parts: &[Condition]) {
    out.push_str(open);
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str("; ");
        }
        print_condition(out, part);
    }
    out.push(')');
}
