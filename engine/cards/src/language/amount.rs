//! Numbers, counts and players.

use turnzero_contract::card::{Amount, Count, PlayerRef};
use turnzero_contract::{Color, ColorSet};

use super::CardError;
use super::condition::{condition, print_condition};
use super::cursor::Cursor;
use super::filter::{filter, print_filter};
use super::lexer::Kind;
use super::selector::{print_selector, selector};

/// Reads a player.
pub(super) fn player(cursor: &mut Cursor<'_>) -> Result<PlayerRef, CardError> {
    cursor.one_of(PlayerRef::ALL, PlayerRef::word)
}

/// The verb in the form that fits its subject.
pub(super) fn verb(player: PlayerRef, base: &str) -> String {
    match player {
        PlayerRef::You => base.to_owned(),
        _ => format!("{base}s"),
    }
}

/// Takes the verb in the form that fits its subject.
pub(super) fn eat_verb(cursor: &mut Cursor<'_>, player: PlayerRef, base: &str) -> bool {
    cursor.eat(&verb(player, base))
}

/// Reads a colour word.
pub(super) fn color(cursor: &mut Cursor<'_>) -> Option<Color> {
    cursor.choice(&Color::ALL, Color::word)
}

/// Reads a set of colours; `none` is the empty one.
pub(super) fn colors(cursor: &mut Cursor<'_>) -> Result<ColorSet, CardError> {
    let mut set = ColorSet::EMPTY;
    if cursor.eat("none") {
        return Ok(set);
    }
    while let Some(color) = color(cursor) {
        set = set.with(color);
    }
    if set.is_empty() {
        return Err(cursor.fail("colours or `none`"));
    }
    Ok(set)
}

/// Writes a set of colours, each after a space.
pub(super) fn print_colors(out: &mut String, set: ColorSet) {
    if set.is_empty() {
        out.push_str(" none");
    }
    for color in set.iter() {
        out.push(' ');
        out.push_str(color.word());
    }
}

/// Reads an amount; compound ones stand in parentheses.
pub(super) fn amount(cursor: &mut Cursor<'_>) -> Result<Amount, CardError> {
    cursor.nested(|cursor| {
        if matches!(cursor.peek(0), Some(Kind::Number(_))) {
            return Ok(Amount::Fixed(cursor.number()?));
        }
        if cursor.eat("X") {
            return Ok(Amount::X);
        }
        if cursor.eat("that many") {
            return Ok(Amount::ThatMany);
        }
        if cursor.eat("opponents") {
            return Ok(Amount::Opponents);
        }
        if cursor.eat("targets") {
            return Ok(Amount::Targets);
        }
        if cursor.eat("drained") {
            return Ok(Amount::Drained);
        }
        let value = if cursor.eat("count (") {
            Amount::Count(Box::new(filter(cursor)?))
        } else if cursor.eat("mana-value (") {
            Amount::ManaValueOf(Box::new(selector(cursor)?))
        } else if cursor.eat("power-of (") {
            Amount::PowerOf(Box::new(selector(cursor)?))
        } else if cursor.eat("devotion (") {
            Amount::Devotion(color(cursor).ok_or_else(|| cursor.fail("a colour"))?)
        } else if cursor.eat("hand-size (") {
            Amount::HandSize(player(cursor)?)
        } else if cursor.eat("life-of (") {
            Amount::LifeOf(player(cursor)?)
        } else if cursor.eat("(") {
            compound(cursor)?
        } else {
            return Err(cursor.fail(
                "an amount: a number, X, `that many`, `opponents`, count(…), mana-value(…), power-of(…), \
                 devotion(…), hand-size(…), life-of(…), `targets`, `drained`, (… + …), (… minus …), (… / …), (2 * …) or \
                 (… if … else …)",
            ));
        };
        cursor.expect(")")?;
        Ok(value)
    })
}

/// Reads what stands in parentheses: two amounts with a mark or a condition between them.
fn compound(cursor: &mut Cursor<'_>) -> Result<Amount, CardError> {
    let first = amount(cursor)?;
    if cursor.eat("+") {
        return Ok(Amount::Plus(Box::new(first), Box::new(amount(cursor)?)));
    }
    if cursor.eat("minus") {
        return Ok(Amount::Minus(Box::new(first), Box::new(amount(cursor)?)));
    }
    if cursor.eat("/") {
        return Ok(Amount::Quotient(Box::new(first), Box::new(amount(cursor)?)));
    }
    if cursor.eat("if") {
        let condition = Box::new(condition(cursor)?);
        cursor.expect("else")?;
        return Ok(Amount::If {
            condition,
            then: Box::new(first),
            otherwise: Box::new(amount(cursor)?),
        });
    }
    if let Amount::Fixed(factor) = first
        && cursor.eat("*")
    {
        return Ok(Amount::Times(factor, Box::new(amount(cursor)?)));
    }
    Err(cursor.fail("`+`, `minus`, `/`, `if` or, after a number, `*`"))
}

/// Writes an amount.
pub(super) fn print_amount(out: &mut String, amount: &Amount) {
    match amount {
        Amount::Fixed(n) => out.push_str(&n.to_string()),
        Amount::X => out.push('X'),
        Amount::ThatMany => out.push_str("that many"),
        Amount::Opponents => out.push_str("opponents"),
        Amount::Targets => out.push_str("targets"),
        Amount::Drained => out.push_str("drained"),
        Amount::Count(filter) => {
            out.push_str("count(");
            print_filter(out, filter);
            out.push(')');
        }
        Amount::ManaValueOf(selector) => {
            out.push_str("mana-value(");
            print_selector(out, selector);
            out.push(')');
        }
        Amount::PowerOf(selector) => {
            out.push_str("power-of(");
            print_selector(out, selector);
            out.push(')');
        }
        Amount::Devotion(color) => {
            out.push_str("devotion(");
            out.push_str(color.word());
            out.push(')');
        }
        Amount::HandSize(player) => {
            out.push_str("hand-size(");
            out.push_str(player.word());
            out.push(')');
        }
        Amount::LifeOf(player) => {
            out.push_str("life-of(");
            out.push_str(player.word());
            out.push(')');
        }
        Amount::Times(factor, of) => {
            out.push('(');
            out.push_str(&factor.to_string());
            out.push_str(" * ");
            print_amount(out, of);
            out.push(')');
        }
        Amount::Plus(first, second) => print_pair(out, first, " + ", second),
        Amount::Minus(first, second) => print_pair(out, first, " minus ", second),
        Amount::Quotient(first, second) => print_pair(out, first, " / ", second),
        Amount::If {
            condition,
            then,
            otherwise,
        } => {
            out.push('(');
            print_amount(out, then);
            out.push_str(" if ");
            print_condition(out, condition);
            out.push_str(" else ");
            print_amount(out, otherwise);
            out.push(')');
        }
    }
}

fn print_pair(out: &mut String, first: &Amount, between: &str, second: &Amount) {
    out.push('(');
    print_amount(out, first);
    out.push_str(between);
    print_amount(out, second);
    out.push(')');
}

/// Reads how many objects a choice takes.
pub(super) fn count(cursor: &mut Cursor<'_>) -> Result<Count, CardError> {
    Ok(if cursor.eat("one") {
        Count::Exactly(Amount::Fixed(1))
    } else if cursor.eat("all") {
        Count::All
    } else if cursor.eat("any number of") {
        Count::AnyNumber
    } else if cursor.eat("up to") {
        Count::UpTo(amount(cursor)?)
    } else if cursor.eat("between") {
        let least = amount(cursor)?;
        cursor.expect("and")?;
        Count::Range(least, amount(cursor)?)
    } else {
        Count::Exactly(amount(cursor)?)
    })
}

/// Writes how many objects a choice takes.
pub(super) fn print_count(out: &mut String, count: &Count) {
    match count {
        Count::Exactly(Amount::Fixed(1)) => out.push_str("one"),
        Count::Exactly(amount) => print_amount(out, amount),
        Count::UpTo(amount) => {
            out.push_str("up to ");
            print_amount(out, amount);
        }
        Count::Range(least, most) => {
            out.push_str("between ");
            print_amount(out, least);
            out.push_str(" and ");
            print_amount(out, most);
        }
        Count::All => out.push_str("all"),
        Count::AnyNumber => out.push_str("any number of"),
    }
}
