//! Abilities: one a line.

use turnzero_contract::card::{Ability, Activated, Timing, Triggered, Zone};

use super::CardError;
use super::condition::{condition, print_condition};
use super::cost::{cost, print_cost};
use super::cursor::Cursor;
use super::effect::{effect, print_effect};
use super::keyword::{at_keyword, keyword, print_keyword};
use super::statics::{print_static, static_ability};
use super::trigger::{print_trigger, trigger};

/// Reads an ability.
pub(super) fn ability(cursor: &mut Cursor<'_>) -> Result<Ability, CardError> {
    cursor.nested(|cursor| {
        if at_keyword(cursor) {
            return keyword(cursor).map(Ability::Keyword);
        }
        if cursor.eat("spell :") {
            return effect(cursor).map(Ability::Spell);
        }
        if cursor.eat("static :") {
            return static_ability(cursor).map(Ability::Static);
        }
        if cursor.eat("activated") {
            return activated(cursor).map(Ability::Activated);
        }
        if cursor.eat("when") {
            return triggered(cursor, Zone::Battlefield).map(Ability::Triggered);
        }
        if cursor.eat("from") {
            let zone = cursor.one_of(Zone::ALL, Zone::word)?;
            cursor.expect("when")?;
            return triggered(cursor, zone).map(Ability::Triggered);
        }
        Err(cursor
            .fail("an ability: `spell:`, `activated: COST -> EFFECT`, `when EVENT -> EFFECT`, `static:` or a keyword"))
    })
}

fn activated(cursor: &mut Cursor<'_>) -> Result<Activated, CardError> {
    let zone = if cursor.eat("from") {
        cursor.one_of(Zone::ALL, Zone::word)?
    } else {
        Zone::Battlefield
    };
    let timing = if cursor.eat("as sorcery") {
        Timing::Sorcery
    } else {
        Timing::Instant
    };
    let once_each_turn = cursor.eat("once each turn");
    let condition = if cursor.eat("if") {
        Some(condition(cursor)?)
    } else {
        None
    };
    cursor.expect(":")?;
    let cost = cost(cursor)?;
    cursor.expect("->")?;
    Ok(Activated {
        cost,
        effect: effect(cursor)?,
        condition,
        zone,
        timing,
        once_each_turn,
    })
}

fn triggered(cursor: &mut Cursor<'_>, zone: Zone) -> Result<Triggered, CardError> {
    let trigger = trigger(cursor)?;
    let condition = if cursor.eat(", if") {
        Some(condition(cursor)?)
    } else {
        None
    };
    cursor.expect("->")?;
    Ok(Triggered {
        trigger,
        condition,
        effect: effect(cursor)?,
        zone,
    })
}

/// Writes an ability.
pub(super) fn print_ability(out: &mut String, ability: &Ability) {
    match ability {
        Ability::Keyword(keyword) => print_keyword(out, keyword),
        Ability::Spell(effect) => {
            out.push_str("spell: ");
            print_effect(out, effect);
        }
        Ability::Static(ability) => {
            out.push_str("static: ");
            print_static(out, ability);
        }
        Ability::Activated(ability) => {
            out.push_str("activated");
            if ability.zone != Zone::Battlefield {
                out.push_str(" from ");
                out.push_str(ability.zone.word());
            }
            if ability.timing == Timing::Sorcery {
                out.push_str(" as sorcery");
            }
            if ability.once_each_turn {
                out.push_str(" once each turn");
            }
            if let Some(condition) = &ability.condition {
                out.push_str(" if ");
                print_condition(out, condition);
            }
            out.push_str(": ");
            print_cost(out, &ability.cost);
            out.push_str(" -> ");
            print_effect(out, &ability.effect);
        }
        Ability::Triggered(ability) => {
            if ability.zone != Zone::Battlefield {
                out.push_str("from ");
                out.push_str(ability.zone.word());
                out.push(' ');
            }
            out.push_str("when ");
            print_trigger(out, &ability.trigger);
            if let Some(condition) = &ability.condition {
                out.push_str(", if ");
                print_condition(out, condition);
            }
            out.push_str(" -> ");
            print_effect(out, &ability.effect);
        }
    }
}
