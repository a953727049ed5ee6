//! Filters: words side by side must all hold, `or` joins alternatives.

use turnzero_contract::Color;
use turnzero_contract::card::{CardType, Comparison, Filter, PlayerRef, Supertype, Zone};

use super::CardError;
use super::amount::{amount, color, eat_verb, print_amount, verb};
use super::cursor::Cursor;
use super::keyword::{has_argument, keyword, print_keyword, simple_keyword};
use super::lexer::{Kind, is_capital_word, quote};

/// Filters that are one word or fixed phrase.
const PLAIN: &[(&str, Filter)] = &[
    ("card", Filter::Any),
    ("colorless", Filter::Colorless),
    ("permanent", Filter::Permanent),
    ("token", Filter::Token),
    ("commander", Filter::Commander),
    ("self", Filter::Itself),
    ("other", Filter::Other),
    ("tapped", Filter::Tapped),
    ("attacking", Filter::Attacking),
    ("blocking", Filter::Blocking),
    ("goaded", Filter::Goaded),
    ("exiled-with-self", Filter::ExiledWithSource),
    ("bearer", Filter::AttachedTo),
    ("damaged-by-self", Filter::DamagedBySource),
];

/// Reads a filter.
pub(super) fn filter(cursor: &mut Cursor<'_>) -> Result<Filter, CardError> {
    cursor.nested(|cursor| {
        let first = conjunction(cursor)?;
        if !cursor.looking_at("or") {
            return Ok(first);
        }
        let mut any = vec![first];
        while cursor.eat("or") {
            any.push(conjunction(cursor)?);
        }
        Ok(Filter::AnyOf(any))
    })
}

fn conjunction(cursor: &mut Cursor<'_>) -> Result<Filter, CardError> {
    let expected = "a filter, such as a card type, a Subtype, a colour, `you control`, `mana value <= 3`";
    let first = atom(cursor)?.ok_or_else(|| cursor.fail(expected))?;
    let mut all = vec![first];
    while let Some(next) = atom(cursor)? {
        all.push(next);
    }
    if all.len() == 1 {
        all.pop().ok_or_else(|| cursor.fail(expected))
    } else {
        Ok(Filter::All(all))
    }
}

/// Reads one part of a filter, or nothing when none stands here.
fn atom(cursor: &mut Cursor<'_>) -> Result<Option<Filter>, CardError> {
    for (word, filter) in PLAIN {
        if cursor.eat(word) {
            return Ok(Some(filter.clone()));
        }
    }
    if cursor.looking_at("all (") || cursor.looking_at("any-of (") {
        let all = cursor.looking_at("all");
        cursor.skip();
        cursor.skip();
        let mut parts = Vec::new();
        if !cursor.looking_at(")") {
            parts.push(filter(cursor)?);
        }
        cursor.expect(")")?;
        return Ok(Some(if all { Filter::All(parts) } else { Filter::AnyOf(parts) }));
    }
    if cursor.eat("(") {
        let inner = filter(cursor)?;
        cursor.expect(")")?;
        return Ok(Some(inner));
    }
    if cursor.eat("not") {
        let inner = cursor.nested(atom)?;
        return inner
            .map(|inner| Some(Filter::Not(Box::new(inner))))
            .ok_or_else(|| cursor.fail("a filter"));
    }
    if cursor.eat("subtype") {
        return Ok(Some(Filter::Subtype(cursor.text()?)));
    }
    if cursor.eat("named") {
        return Ok(Some(Filter::Named(cursor.text()?)));
    }
    if cursor.eat("in") {
        return Ok(Some(Filter::In(cursor.one_of(Zone::ALL, Zone::word)?)));
    }
    if cursor.eat("with") {
        let keyword = if cursor.eat("(") {
            let inner = keyword(cursor)?;
            cursor.expect(")")?;
            inner
        } else {
            simple_keyword(cursor)?
        };
        return Ok(Some(Filter::Keyword(Box::new(keyword))));
    }
    if cursor.eat("mana value") {
        return comparison(cursor).map(|(relation, amount)| Some(Filter::ManaValue(relation, amount)));
    }
    if cursor.eat("power") {
        return comparison(cursor).map(|(relation, amount)| Some(Filter::Power(relation, amount)));
    }
    if cursor.eat("toughness") {
        return comparison(cursor).map(|(relation, amount)| Some(Filter::Toughness(relation, amount)));
    }
    if let Some(color) = color(cursor) {
        return Ok(Some(Filter::Color(color)));
    }
    if let Some(filter) = belonging(cursor) {
        return Ok(Some(filter));
    }
    Ok(type_word(cursor))
}

/// `you control`, `an opponent owns`; takes nothing unless both parts stand here.
fn belonging(cursor: &mut Cursor<'_>) -> Option<Filter> {
    let mark = cursor.mark();
    if let Some(player) = cursor.choice(PlayerRef::ALL, PlayerRef::word) {
        if eat_verb(cursor, player, "control") {
            return Some(Filter::Controlled(player));
        }
        if eat_verb(cursor, player, "own") {
            return Some(Filter::Owned(player));
        }
    }
    cursor.back_to(mark);
    None
}

/// A card type or supertype in lower case, or a capitalised subtype.
fn type_word(cursor: &mut Cursor<'_>) -> Option<Filter> {
    let Some(Kind::Word(word)) = cursor.peek(0) else {
        return None;
    };
    let lower = |name: &str| name.to_lowercase() == *word;
    let filter = if let Some(&found) = CardType::ALL.iter().find(|t| lower(t.word())) {
        Filter::Type(found)
    } else if let Some(&found) = Supertype::ALL.iter().find(|t| lower(t.word())) {
        Filter::Supertype(found)
    } else if is_capital_word(word) {
        Filter::Subtype(word.clone())
    } else {
        return None;
    };
    cursor.skip();
    Some(filter)
}

fn comparison(cursor: &mut Cursor<'_>) -> Result<(Comparison, turnzero_contract::card::Amount), CardError> {
    let relation = cursor.one_of(Comparison::ALL, Comparison::word)?;
    Ok((relation, amount(cursor)?))
}

/// Writes a filter.
pub(super) fn print_filter(out: &mut String, filter: &Filter) {
    if let Filter::AnyOf(parts) = filter
        && parts.len() > 1
    {
        join(out, parts, " or ", |part| is_list(part, false));
    } else {
        print_conjunction(out, filter);
    }
}

fn print_conjunction(out: &mut String, filter: &Filter) {
    if let Filter::All(parts) = filter
        && parts.len() > 1
    {
        join(out, parts, " ", |part| is_list(part, false) || is_list(part, true));
    } else {
        print_atom(out, filter);
    }
}

/// Whether it is printed as several parts side by side (`all`) or with `or`.
fn is_list(filter: &Filter, all: bool) -> bool {
    match filter {
        Filter::All(parts) => all && parts.len() > 1,
        Filter::AnyOf(parts) => !all && parts.len() > 1,
        _ => false,
    }
}

fn join(out: &mut String, parts: &[Filter], between: &str, bracket: impl Fn(&Filter) -> bool) {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str(between);
        }
        if bracket(part) {
            out.push('(');
            print_filter(out, part);
            out.push(')');
        } else {
            print_conjunction(out, part);
        }
    }
}

fn print_atom(out: &mut String, filter: &Filter) {
    let compare = |out: &mut String, what: &str, relation: &Comparison, amount| {
        out.push_str(what);
        out.push(' ');
        out.push_str(relation.word());
        out.push(' ');
        print_amount(out, amount);
    };
    match filter {
        Filter::Type(card_type) => out.push_str(&card_type.word().to_lowercase()),
        Filter::Supertype(supertype) => out.push_str(&supertype.word().to_lowercase()),
        Filter::Subtype(name) if is_capital_word(name) => out.push_str(name),
        Filter::Subtype(name) => {
            out.push_str("subtype ");
            quote(out, name);
        }
        Filter::Color(color) => out.push_str(Color::word(*color)),
        Filter::Named(name) => {
            out.push_str("named ");
            quote(out, name);
        }
        Filter::Keyword(keyword) if has_argument(keyword) => {
            out.push_str("with (");
            print_keyword(out, keyword);
            out.push(')');
        }
        Filter::Keyword(keyword) => {
            out.push_str("with ");
            print_keyword(out, keyword);
        }
        Filter::Controlled(player) => {
            out.push_str(player.word());
            out.push(' ');
            out.push_str(&verb(*player, "control"));
        }
        Filter::Owned(player) => {
            out.push_str(player.word());
            out.push(' ');
            out.push_str(&verb(*player, "own"));
        }
        Filter::In(zone) => {
            out.push_str("in ");
            out.push_str(zone.word());
        }
        Filter::ManaValue(relation, amount) => compare(out, "mana value", relation, amount),
        Filter::Power(relation, amount) => compare(out, "power", relation, amount),
        Filter::Toughness(relation, amount) => compare(out, "toughness", relation, amount),
        Filter::Not(inner) => {
            out.push_str("not ");
            if is_list(inner, true) || is_list(inner, false) {
                out.push('(');
                print_filter(out, inner);
                out.push(')');
            } else {
                print_atom(out, inner);
            }
        }
        Filter::All(parts) | Filter::AnyOf(parts) => {
            out.push_str(if matches!(filter, Filter::All(_)) {
                "all("
            } else {
                "any-of("
            });
            if let [only] = parts.as_slice() {
                print_filter(out, only);
            }
            out.push(')');
        }
        Filter::Any
        | Filter::Colorless
        | Filter::Permanent
        | Filter::Token
        | Filter::Commander
        | Filter::Itself
        | Filter::Other
        | Filter::Tapped
        | Filter::Attacking
        | Filter::Blocking
        | Filter::Goaded
        | Filter::ExiledWithSource
        | Filter::AttachedTo
        | Filter::DamagedBySource => {
            let word = PLAIN
                .iter()
                .find(|(_, plain)| plain == filter)
                .map_or("card", |(word, _)| word);
            out.push_str(word);
        }
    }
}
