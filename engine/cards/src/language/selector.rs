//! Selectors: what an effect acts on.

use turnzero_contract::card::{Amount, Count, PlayerRef, Selector, TargetSpec};

use super::CardError;
use super::amount::{count, player, print_count};
use super::cursor::Cursor;
use super::filter::{filter, print_filter};

/// Reads a selector.
pub(super) fn selector(cursor: &mut Cursor<'_>) -> Result<Selector, CardError> {
    cursor.nested(|cursor| {
        if cursor.eat("self") {
            return Ok(Selector::Itself);
        }
        if cursor.eat("any target") {
            return Ok(Selector::AnyTarget);
        }
        if cursor.eat("it") {
            return Ok(Selector::It);
        }
        if cursor.eat("bearer") {
            return Ok(Selector::AttachedTo);
        }
        if cursor.eat("target player or") {
            return Ok(Selector::PlayerOrTarget(filter(cursor)?));
        }
        if let Some(player) = cursor.choice(PlayerRef::ALL, PlayerRef::word) {
            return Ok(Selector::Player(player));
        }
        if cursor.eat("each") {
            return Ok(Selector::Each(filter(cursor)?));
        }
        if cursor.eat("target") {
            return Ok(Selector::Target(TargetSpec {
                count: Count::Exactly(Amount::Fixed(1)),
                filter: filter(cursor)?,
            }));
        }
        let number = count(cursor).map_err(|_| {
            cursor.fail(
                "what it acts on: self, it, bearer, a player, any target, target …, each …, \
                 one … chosen by you or one … at random",
            )
        })?;
        if cursor.eat("any target") {
            return Ok(Selector::AnyTargets(number));
        }
        // `target player controls` here begins a filter, since no filter begins with `player`.
        if !cursor.looking_at("target player") && !cursor.looking_at("target opponent") && cursor.eat("target") {
            return Ok(Selector::Target(TargetSpec {
                count: number,
                filter: filter(cursor)?,
            }));
        }
        let filter = filter(cursor)?;
        if cursor.eat("at random") {
            return Ok(Selector::Random { count: number, filter });
        }
        cursor.expect("chosen by")?;
        Ok(Selector::Chosen {
            by: player(cursor)?,
            count: number,
            filter,
        })
    })
}

/// Writes a selector.
pub(super) fn print_selector(out: &mut String, selector: &Selector) {
    match selector {
        Selector::Itself => out.push_str("self"),
        Selector::AnyTarget => out.push_str("any target"),
        Selector::AnyTargets(number) => {
            print_count(out, number);
            out.push_str(" any target");
        }
        Selector::It => out.push_str("it"),
        Selector::AttachedTo => out.push_str("bearer"),
        Selector::PlayerOrTarget(filter) => {
            out.push_str("target player or ");
            print_filter(out, filter);
        }
        Selector::Player(player) => out.push_str(player.word()),
        Selector::Each(filter) => {
            out.push_str("each ");
            print_filter(out, filter);
        }
        Selector::Target(spec) => {
            if spec.count != Count::Exactly(Amount::Fixed(1)) {
                print_count(out, &spec.count);
                out.push(' ');
            }
            out.push_str("target ");
            print_filter(out, &spec.filter);
        }
        Selector::Chosen { by, count, filter } => {
            print_count(out, count);
            out.push(' ');
            print_filter(out, filter);
            out.push_str(" chosen by ");
            out.push_str(by.word());
        }
        Selector::Random { count, filter } => {
            print_count(out, count);
            out.push(' ');
            print_filter(out, filter);
            out.push_str(" at random");
        }
    }
}
