//! Static abilities (CR 604).

use turnzero_contract::card::{
    Ability, Amount, Condition, Deontic, EffectFamily, EntersTapped, GameVerb, RuleModifier, StaticAbility, Zone,
};

use super::CardError;
use super::ability::{ability, print_ability};
use super::amount::{amount, colors, player, print_amount, print_colors};
use super::condition::{condition, print_condition};
use super::cost::{cost, print_cost};
use super::cursor::Cursor;
use super::destination::{destination, print_destination};
use super::filter::{filter, print_filter};
use super::lexer::quote;

/// Reads a static ability, without the word `static`.
pub(super) fn static_ability(cursor: &mut Cursor<'_>) -> Result<StaticAbility, CardError> {
    cursor.nested(|cursor| {
        if cursor.eat("pending") {
            return cursor
                .one_of(EffectFamily::ALL, EffectFamily::word)
                .map(StaticAbility::Pending);
        }
        if cursor.eat("rule") {
            return cursor
                .one_of(RuleModifier::ALL, RuleModifier::word)
                .map(StaticAbility::Rule);
        }
        if cursor.eat("enters tapped") {
            return enters_tapped(cursor).map(StaticAbility::EntersTapped);
        }
        if cursor.eat("enters with") {
            let count = amount(cursor)?;
            let kind = cursor.text()?;
            cursor.expect("counters")?;
            return Ok(StaticAbility::EntersWithCounters { kind, count });
        }
        if cursor.eat("X paid with") {
            return colors(cursor).map(StaticAbility::SpendOnX);
        }
        if cursor.eat("size") {
            let power = amount(cursor)?;
            cursor.expect("/")?;
            return Ok(StaticAbility::Size {
                power,
                toughness: amount(cursor)?,
            });
        }
        if cursor.eat("additional cost") {
            return cost(cursor).map(StaticAbility::AdditionalCost);
        }
        if cursor.eat("castable from") {
            let zone = cursor.one_of(Zone::ALL, Zone::word)?;
            cursor.expect("for")?;
            let cost = cost(cursor)?;
            let leaves_to = if cursor.eat("then to") {
                Some(destination(cursor)?)
            } else {
                None
            };
            return Ok(StaticAbility::AlternativeCost { zone, cost, leaves_to });
        }
        if cursor.eat("cost") {
            let generic = cursor.signed()?;
            let times = times(cursor)?;
            cursor.expect("of")?;
            let filter = filter(cursor)?;
            cursor.expect("cast by")?;
            return Ok(StaticAbility::CostChange {
                player: player(cursor)?,
                filter,
                generic,
                times,
            });
        }
        with_subject(cursor)
    })
}

fn enters_tapped(cursor: &mut Cursor<'_>) -> Result<EntersTapped, CardError> {
    Ok(if cursor.eat("unless paid") {
        EntersTapped::UnlessPaid(cost(cursor)?)
    } else if cursor.eat("unless") {
        EntersTapped::Unless(condition(cursor)?)
    } else {
        EntersTapped::Always
    })
}

fn with_subject(cursor: &mut Cursor<'_>) -> Result<StaticAbility, CardError> {
    let subject = filter(cursor).map_err(|error| CardError {
        expected: format!(
            "`enters tapped`, `enters with`, `X paid with`, `size`, `additional cost`, `castable from`, `cost`, \
             `rule`, `pending` or {}",
            error.expected
        ),
        ..error
    })?;
    if cursor.eat("is goaded") {
        return Ok(StaticAbility::Goaded(subject));
    }
    if cursor.eat("is controlled by") {
        return Ok(StaticAbility::ControlledBy {
            filter: subject,
            player: player(cursor)?,
        });
    }
    if cursor.eat("gets") {
        let (power, toughness) = change(cursor)?;
        let times = times(cursor)?;
        return Ok(StaticAbility::Modify {
            filter: subject,
            power,
            toughness,
            times,
            condition: only_while(cursor)?,
        });
    }
    if cursor.eat("has") {
        let mut abilities = Vec::new();
        if !cursor.eat("nothing") {
            cursor.expect("(")?;
            abilities.push(ability(cursor)?);
            cursor.expect(")")?;
            while cursor.eat("(") {
                abilities.push(ability(cursor)?);
                cursor.expect(")")?;
            }
        }
        return Ok(StaticAbility::Grant {
            filter: subject,
            abilities,
            condition: only_while(cursor)?,
        });
    }
    let deontic = cursor
        .choice(Deontic::ALL, Deontic::word)
        .ok_or_else(|| cursor.fail("gets, has, is goaded, is controlled by, may, must or can't"))?;
    let verb = cursor.one_of(GameVerb::ALL, GameVerb::word)?;
    let other = if cursor.eat("versus") {
        Some(filter(cursor)?)
    } else {
        None
    };
    Ok(StaticAbility::Deontic {
        deontic,
        subject,
        verb,
        other,
        condition: only_while(cursor)?,
    })
}

/// Reads `+1/-1`.
pub(super) fn change(cursor: &mut Cursor<'_>) -> Result<(i32, i32), CardError> {
    let power = cursor.signed()?;
    cursor.expect("/")?;
    Ok((power, cursor.signed()?))
}

fn times(cursor: &mut Cursor<'_>) -> Result<Amount, CardError> {
    if cursor.eat("times") {
        amount(cursor)
    } else {
        Ok(Amount::Fixed(1))
    }
}

fn only_while(cursor: &mut Cursor<'_>) -> Result<Option<Condition>, CardError> {
    if cursor.eat("while") {
        condition(cursor).map(Some)
    } else {
        Ok(None)
    }
}

/// Writes a number with its sign.
fn push_signed(out: &mut String, number: i32) {
    if number >= 0 {
        out.push('+');
    }
    out.push_str(&number.to_string());
}

/// Writes `+1/-1`.
pub(super) fn print_change(out: &mut String, power: i32, toughness: i32) {
    push_signed(out, power);
    out.push('/');
    push_signed(out, toughness);
}

/// Writes a static ability, without the word `static`.
#[expect(clippy::too_many_lines, reason = "one arm an ability, nothing else")]
pub(super) fn print_static(out: &mut String, ability: &StaticAbility) {
    match ability {
        StaticAbility::Pending(family) => {
            out.push_str("pending ");
            out.push_str(family.word());
        }
        StaticAbility::Rule(modifier) => {
            out.push_str("rule ");
            out.push_str(modifier.word());
        }
        StaticAbility::EntersTapped(when) => {
            out.push_str("enters tapped");
            match when {
                EntersTapped::Always => {}
                EntersTapped::Unless(condition) => {
                    out.push_str(" unless ");
                    print_condition(out, condition);
                }
                EntersTapped::UnlessPaid(parts) => {
                    out.push_str(" unless paid ");
                    print_cost(out, parts);
                }
            }
        }
        StaticAbility::AdditionalCost(parts) => {
            out.push_str("additional cost ");
            print_cost(out, parts);
        }
        StaticAbility::AlternativeCost { zone, cost, leaves_to } => {
            out.push_str("castable from ");
            out.push_str(zone.word());
            out.push_str(" for ");
            print_cost(out, cost);
            if let Some(to) = leaves_to {
                out.push_str(" then to ");
                print_destination(out, to);
            }
        }
        StaticAbility::CostChange {
            player,
            filter,
            generic,
            times,
        } => {
            out.push_str("cost ");
            push_signed(out, *generic);
            print_times(out, times);
            out.push_str(" of ");
            print_filter(out, filter);
            out.push_str(" cast by ");
            out.push_str(player.word());
        }
        StaticAbility::EntersWithCounters { kind, count } => {
            out.push_str("enters with ");
            print_amount(out, count);
            out.push(' ');
            quote(out, kind);
            out.push_str(" counters");
        }
        StaticAbility::SpendOnX(set) => {
            out.push_str("X paid with");
            print_colors(out, *set);
        }
        StaticAbility::Size { power, toughness } => {
            out.push_str("size ");
            print_amount(out, power);
            out.push_str(" / ");
            print_amount(out, toughness);
        }
        StaticAbility::ControlledBy { filter, player } => {
            print_filter(out, filter);
            out.push_str(" is controlled by ");
            out.push_str(player.word());
        }
        StaticAbility::Goaded(filter) => {
            print_filter(out, filter);
            out.push_str(" is goaded");
        }
        StaticAbility::Modify {
            filter,
            power,
            toughness,
            times,
            condition,
        } => {
            print_filter(out, filter);
            out.push_str(" gets ");
            print_change(out, *power, *toughness);
            print_times(out, times);
            print_while(out, condition.as_ref());
        }
        StaticAbility::Grant {
            filter,
            abilities,
            condition,
        } => {
            print_filter(out, filter);
            out.push_str(" has");
            print_abilities(out, abilities);
            print_while(out, condition.as_ref());
        }
        StaticAbility::Deontic {
            deontic,
            subject,
            verb,
            other,
            condition,
        } => {
            print_filter(out, subject);
            out.push(' ');
            out.push_str(deontic.word());
            out.push(' ');
            out.push_str(verb.word());
            if let Some(other) = other {
                out.push_str(" versus ");
                print_filter(out, other);
            }
            print_while(out, condition.as_ref());
        }
    }
}

fn print_abilities(out: &mut String, abilities: &[Ability]) {
    if abilities.is_empty() {
        out.push_str(" nothing");
    }
    for ability in abilities {
        out.push_str(" (");
        print_ability(out, ability);
        out.push(')');
    }
}

fn print_times(out: &mut String, times: &Amount) {
    if *times != Amount::Fixed(1) {
        out.push_str(" times ");
        print_amount(out, times);
    }
}

fn print_while(out: &mut String, condition: Option<&Condition>) {
    if let Some(condition) = condition {
        out.push_str(" while ");
        print_condition(out, condition);
    }
}
