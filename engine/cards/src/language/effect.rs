//! Effects: steps separated by `;`, compound parts in parentheses.

use turnzero_contract::card::{Count, Destination, Effect, EffectFamily, Mode, PlayerRef};

use super::CardError;
use super::amount::{amount, count, player, print_amount, print_count, verb};
use super::condition::{condition, print_condition};
use super::cost::{cost, print_cost};
use super::cursor::Cursor;
use super::destination::{destination, print_destination};
use super::lasting::{lasting, print_lasting};
use super::lexer::quote;
use super::mana::{output, print_output};
use super::player_effect::{player_effect, print_player_effect};
use super::selector::{print_selector, selector};

/// Reads an effect.
pub(super) fn effect(cursor: &mut Cursor<'_>) -> Result<Effect, CardError> {
    cursor.nested(|cursor| {
        let first = step(cursor)?;
        if !cursor.looking_at(";") {
            return Ok(first);
        }
        let mut steps = vec![first];
        while cursor.eat(";") {
            steps.push(step(cursor)?);
        }
        Ok(Effect::Sequence(steps))
    })
}

/// Reads an effect in parentheses.
fn bracketed(cursor: &mut Cursor<'_>) -> Result<Effect, CardError> {
    cursor.expect("(")?;
    let inner = effect(cursor)?;
    cursor.expect(")")?;
    Ok(inner)
}

fn boxed(cursor: &mut Cursor<'_>) -> Result<Box<Effect>, CardError> {
    cursor.nested(step).map(Box::new)
}

fn otherwise(cursor: &mut Cursor<'_>) -> Result<Option<Box<Effect>>, CardError> {
    if cursor.eat("else") {
        boxed(cursor).map(Some)
    } else {
        Ok(None)
    }
}

/// Reads one step.
fn step(cursor: &mut Cursor<'_>) -> Result<Effect, CardError> {
    if cursor.looking_at("(") {
        return bracketed(cursor);
    }
    if let Some(effect) = structure(cursor)? {
        return Ok(effect);
    }
    if let Some(effect) = on_objects(cursor)? {
        return Ok(effect);
    }
    if let Some(effect) = lasting(cursor)? {
        return Ok(effect);
    }
    let player = cursor.choice(PlayerRef::ALL, PlayerRef::word);
    if player.is_some() && cursor.eat("may") {
        return may(cursor, player.unwrap_or(PlayerRef::You));
    }
    player_effect(cursor, player.unwrap_or(PlayerRef::You))
}

/// Sequence, choice and condition.
fn structure(cursor: &mut Cursor<'_>) -> Result<Option<Effect>, CardError> {
    Ok(Some(if cursor.eat("nothing") {
        Effect::Sequence(Vec::new())
    } else if cursor.eat("only") {
        Effect::Sequence(vec![bracketed(cursor)?])
    } else if cursor.eat("pending") {
        Effect::Pending(cursor.one_of(EffectFamily::ALL, EffectFamily::word)?)
    } else if cursor.eat("may") {
        may(cursor, PlayerRef::You)?
    } else if cursor.eat("do") {
        let first = boxed(cursor)?;
        cursor.expect("if done")?;
        Effect::IfDone {
            first,
            then: boxed(cursor)?,
        }
    } else if cursor.eat("unless") {
        let player = player(cursor)?;
        cursor.expect(&verb(player, "pay"))?;
        let cost = cost(cursor)?;
        cursor.expect(":")?;
        Effect::Unless {
            player,
            cost,
            effect: boxed(cursor)?,
        }
    } else if cursor.eat("if") {
        let condition = condition(cursor)?;
        cursor.expect(":")?;
        let then = boxed(cursor)?;
        Effect::If {
            condition,
            then,
            otherwise: otherwise(cursor)?,
        }
    } else if cursor.eat("choose") {
        let choose = count(cursor)?;
        cursor.expect(":")?;
        let mut modes = Vec::new();
        if !cursor.eat("none") {
            modes.push(Mode {
                effect: bracketed(cursor)?,
            });
            while cursor.looking_at("(") {
                modes.push(Mode {
                    effect: bracketed(cursor)?,
                });
            }
        }
        Effect::Modal { choose, modes }
    } else {
        return Ok(None);
    }))
}

fn may(cursor: &mut Cursor<'_>, player: PlayerRef) -> Result<Effect, CardError> {
    let mut price = Vec::new();
    if cursor.eat("pay") {
        price = cost(cursor)?;
        cursor.expect(":")?;
    }
    let effect = boxed(cursor)?;
    Ok(Effect::May {
        player,
        cost: price,
        effect,
        otherwise: otherwise(cursor)?,
    })
}

/// One-shot effects on objects.
fn on_objects(cursor: &mut Cursor<'_>) -> Result<Option<Effect>, CardError> {
    Ok(Some(if cursor.eat("add") {
        Effect::AddMana(output(cursor)?)
    } else if cursor.eat("deal") {
        let amount = amount(cursor)?;
        cursor.expect("damage")?;
        let divided = cursor.eat("divided");
        let source = if cursor.eat("from") {
            Some(selector(cursor)?)
        } else {
            None
        };
        cursor.expect("to")?;
        Effect::DealDamage {
            source,
            amount,
            to: selector(cursor)?,
            divided,
        }
    } else if cursor.eat("destroy") {
        let what = selector(cursor)?;
        Effect::Destroy {
            what,
            no_regeneration: cursor.eat("without regeneration"),
        }
    } else if cursor.eat("exile") {
        Effect::Move {
            what: selector(cursor)?,
            to: Destination::Exile,
        }
    } else if cursor.eat("move") {
        let what = selector(cursor)?;
        cursor.expect("to")?;
        Effect::Move {
            what,
            to: destination(cursor)?,
        }
    } else if cursor.eat("counter") {
        let what = selector(cursor)?;
        if cursor.eat("to") {
            let to = destination(cursor)?;
            Effect::CounterTo { what, to }
        } else {
            Effect::Counter(what)
        }
    } else if cursor.eat("fight") {
        let first = selector(cursor)?;
        cursor.expect("against")?;
        Effect::Fight(first, selector(cursor)?)
    } else if cursor.eat("tap or untap") {
        Effect::TapOrUntap(selector(cursor)?)
    } else if cursor.eat("put") {
        let count = amount(cursor)?;
        let kind = cursor.text()?;
        cursor.expect("counters on")?;
        Effect::PutCounters {
            what: selector(cursor)?,
            kind,
            count,
        }
    } else if cursor.eat("tap") {
        Effect::Tap(selector(cursor)?)
    } else if cursor.eat("untap") {
        Effect::Untap(selector(cursor)?)
    } else if cursor.eat("goad") {
        Effect::Goad(selector(cursor)?)
    } else if cursor.eat("attach to") {
        Effect::Attach(selector(cursor)?)
    } else if cursor.eat("regenerate") {
        Effect::Regenerate(selector(cursor)?)
    } else if cursor.eat("scry") {
        Effect::Scry(amount(cursor)?)
    } else if cursor.eat("surveil") {
        Effect::Surveil(amount(cursor)?)
    } else {
        return Ok(None);
    }))
}

/// Whether it needs parentheses inside another effect.
fn is_compound(effect: &Effect) -> bool {
    match effect {
        Effect::Sequence(steps) => steps.len() > 1,
        Effect::Unless { .. }
        | Effect::May { .. }
        | Effect::IfDone { .. }
        | Effect::If { .. }
        | Effect::Modal { .. } => true,
        _ => false,
    }
}

/// Writes an effect.
pub(super) fn print_effect(out: &mut String, effect: &Effect) {
    match effect {
        Effect::Sequence(steps) if steps.len() > 1 => {
            for (index, step) in steps.iter().enumerate() {
                if index > 0 {
                    out.push_str("; ");
                }
                if matches!(step, Effect::Sequence(inner) if inner.len() > 1) {
                    print_bracketed(out, step);
                } else {
                    print_step(out, step);
                }
            }
        }
        other => print_step(out, other),
    }
}

fn print_bracketed(out: &mut String, effect: &Effect) {
    out.push('(');
    print_effect(out, effect);
    out.push(')');
}

fn print_part(out: &mut String, effect: &Effect) {
    if is_compound(effect) {
        print_bracketed(out, effect);
    } else {
        print_step(out, effect);
    }
}

fn print_else(out: &mut String, otherwise: Option<&Effect>) {
    if let Some(other) = otherwise {
        out.push_str(" else ");
        print_part(out, other);
    }
}

#[expect(clippy::too_many_lines, reason = "one arm an effect, nothing else")]
fn print_step(out: &mut String, effect: &Effect) {
    let on = |out: &mut String, words: &str, what| {
        out.push_str(words);
        print_selector(out, what);
    };
    match effect {
        Effect::Sequence(steps) => match steps.as_slice() {
            [only] => {
                out.push_str("only ");
                print_bracketed(out, only);
            }
            _ => out.push_str("nothing"),
        },
        Effect::Pending(family) => {
            out.push_str("pending ");
            out.push_str(family.word());
        }
        Effect::May {
            player,
            cost,
            effect,
            otherwise,
        } => {
            if *player != PlayerRef::You {
                out.push_str(player.word());
                out.push(' ');
            }
            out.push_str("may ");
            if !cost.is_empty() {
                out.push_str("pay ");
                print_cost(out, cost);
                out.push_str(": ");
            }
            print_part(out, effect);
            print_else(out, otherwise.as_deref());
        }
        Effect::IfDone { first, then } => {
            out.push_str("do ");
            print_part(out, first);
            out.push_str(" if done ");
            print_part(out, then);
        }
        Effect::Unless { player, cost, effect } => {
            out.push_str("unless ");
            out.push_str(player.word());
            out.push(' ');
            out.push_str(&verb(*player, "pay"));
            out.push(' ');
            print_cost(out, cost);
            out.push_str(": ");
            print_part(out, effect);
        }
        Effect::If {
            condition,
            then,
            otherwise,
        } => {
            out.push_str("if ");
            print_condition(out, condition);
            out.push_str(": ");
            print_part(out, then);
            print_else(out, otherwise.as_deref());
        }
        Effect::Modal { choose, modes } => print_modal(out, choose, modes),
        Effect::AddMana(mana) => {
            out.push_str("add ");
            print_output(out, mana);
        }
        Effect::DealDamage {
            source,
            amount,
            to,
            divided,
        } => {
            out.push_str("deal ");
            print_amount(out, amount);
            out.push_str(" damage");
            if *divided {
                out.push_str(" divided");
            }
            if let Some(source) = source {
                on(out, " from ", source);
            }
            on(out, " to ", to);
        }
        Effect::Destroy { what, no_regeneration } => {
            on(out, "destroy ", what);
            if *no_regeneration {
                out.push_str(" without regeneration");
            }
        }
        Effect::Move {
            what,
            to: Destination::Exile,
        } => on(out, "exile ", what),
        Effect::Move { what, to } => {
            on(out, "move ", what);
            out.push_str(" to ");
            print_destination(out, to);
        }
        Effect::Counter(what) => on(out, "counter ", what),
        Effect::CounterTo { what, to } => {
            on(out, "counter ", what);
            out.push_str(" to ");
            print_destination(out, to);
        }
        Effect::Fight(first, second) => {
            on(out, "fight ", first);
            on(out, " against ", second);
        }
        Effect::TapOrUntap(what) => on(out, "tap or untap ", what),
        Effect::PutCounters { what, kind, count } => {
            out.push_str("put ");
            print_amount(out, count);
            out.push(' ');
            quote(out, kind);
            on(out, " counters on ", what);
        }
        Effect::Tap(what) => on(out, "tap ", what),
        Effect::Untap(what) => on(out, "untap ", what),
        Effect::Goad(what) => on(out, "goad ", what),
        Effect::Attach(what) => on(out, "attach to ", what),
        Effect::Regenerate(what) => on(out, "regenerate ", what),
        Effect::Scry(amount) => {
            out.push_str("scry ");
            print_amount(out, amount);
        }
        Effect::Surveil(amount) => {
            out.push_str("surveil ");
            print_amount(out, amount);
        }
        Effect::Pump { .. }
        | Effect::Grant { .. }
        | Effect::Continuous { .. }
        | Effect::Constrain { .. }
        | Effect::Prevent { .. }
        | Effect::MayCast { .. }
        | Effect::InsteadOfGraveyard { .. }
        | Effect::Become { .. } => print_lasting(out, effect),
        Effect::Draw(..)
        | Effect::Discard { .. }
        | Effect::Mill(..)
        | Effect::Search(_)
        | Effect::RevealTop { .. }
        | Effect::RevealHand(_)
        | Effect::Rearrange(..)
        | Effect::Shuffle(_)
        | Effect::GainLife(..)
        | Effect::LoseLife(..)
        | Effect::Sacrifice { .. }
        | Effect::CreateToken { .. } => print_player_effect(out, effect),
    }
}

fn print_modal(out: &mut String, choose: &Count, modes: &[Mode]) {
    out.push_str("choose ");
    print_count(out, choose);
    out.push(':');
    if modes.is_empty() {
        out.push_str(" none");
    }
    for mode in modes {
        out.push(' ');
        print_bracketed(out, &mode.effect);
    }
}
