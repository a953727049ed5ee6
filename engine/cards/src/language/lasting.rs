//! Effects that last: changes of size, abilities, permissions, replacement and prevention for a while.

use turnzero_contract::card::{Deontic, Duration, Effect, GameVerb};

use super::CardError;
use super::amount::{amount, colors, print_amount, print_colors};
use super::cursor::Cursor;
use super::destination::{destination, print_destination};
use super::keyword::{keyword, print_keyword};
use super::lexer::{Kind, quote};
use super::selector::{print_selector, selector};
use super::statics::{change, print_change, print_static, static_ability};
use super::token::{power, print_power};

fn duration(cursor: &mut Cursor<'_>) -> Result<Duration, CardError> {
    cursor.one_of(Duration::ALL, Duration::word)
}

/// Reads an effect that lasts, if one stands here.
pub(super) fn lasting(cursor: &mut Cursor<'_>) -> Result<Option<Effect>, CardError> {
    Ok(Some(if cursor.eat("pump") {
        let what = selector(cursor)?;
        let (power, toughness) = change(cursor)?;
        Effect::Pump {
            what,
            power,
            toughness,
            duration: duration(cursor)?,
        }
    } else if cursor.eat("grant (") {
        let mut keywords = Vec::new();
        while !cursor.eat(")") {
            if !keywords.is_empty() {
                cursor.expect(";")?;
            }
            keywords.push(keyword(cursor)?);
        }
        cursor.expect("to")?;
        Effect::Grant {
            what: selector(cursor)?,
            keywords,
            duration: duration(cursor)?,
        }
    } else if cursor.eat("apply (") {
        let ability = Box::new(static_ability(cursor)?);
        cursor.expect(")")?;
        Effect::Continuous {
            ability,
            duration: duration(cursor)?,
        }
    } else if cursor.eat("constrain") {
        Effect::Constrain {
            what: selector(cursor)?,
            deontic: cursor.one_of(Deontic::ALL, Deontic::word)?,
            verb: cursor.one_of(GameVerb::ALL, GameVerb::word)?,
            duration: duration(cursor)?,
        }
    } else if cursor.eat("prevent") {
        let amount = if cursor.eat("all") {
            None
        } else {
            cursor.expect("next")?;
            Some(amount(cursor)?)
        };
        cursor.expect("damage to")?;
        Effect::Prevent {
            amount,
            to: selector(cursor)?,
            duration: duration(cursor)?,
        }
    } else if cursor.eat("permit casting") {
        let what = selector(cursor)?;
        let free = cursor.eat("free");
        Effect::MayCast {
            what,
            free,
            duration: duration(cursor)?,
        }
    } else if cursor.eat("redirect") {
        let what = selector(cursor)?;
        cursor.expect("from graveyard to")?;
        let to = destination(cursor)?;
        Effect::InsteadOfGraveyard {
            what,
            to,
            duration: duration(cursor)?,
        }
    } else if cursor.eat("become") {
        let what = selector(cursor)?;
        cursor.expect("as")?;
        let mut size = None;
        if cursor.eat("size") {
            let power_part = power(cursor)?;
            cursor.expect("/")?;
            size = Some((power_part, power(cursor)?));
        }
        let mut colors = None;
        if cursor.eat("colors") {
            colors = Some(self::colors(cursor)?);
        }
        let mut types = Vec::new();
        while matches!(cursor.peek(0), Some(Kind::Text(_))) {
            types.push(cursor.text()?);
        }
        Effect::Become {
            what,
            size,
            types,
            colors,
            duration: duration(cursor)?,
        }
    } else {
        return Ok(None);
    }))
}

/// Writes an effect that lasts.
#[expect(clippy::too_many_lines, reason = "one arm an effect, nothing else")]
pub(super) fn print_lasting(out: &mut String, effect: &Effect) {
    let on = |out: &mut String, words: &str, what| {
        out.push_str(words);
        print_selector(out, what);
    };
    let lasting = |out: &mut String, duration: &Duration| {
        out.push(' ');
        out.push_str(duration.word());
    };
    match effect {
        Effect::Pump {
            what,
            power,
            toughness,
            duration,
        } => {
            on(out, "pump ", what);
            out.push(' ');
            print_change(out, *power, *toughness);
            lasting(out, duration);
        }
        Effect::Grant {
            what,
            keywords,
            duration,
        } => {
            out.push_str("grant (");
            for (index, keyword) in keywords.iter().enumerate() {
                if index > 0 {
                    out.push_str("; ");
                }
                print_keyword(out, keyword);
            }
            on(out, ") to ", what);
            lasting(out, duration);
        }
        Effect::Continuous { ability, duration } => {
            out.push_str("apply (");
            print_static(out, ability);
            out.push(')');
            lasting(out, duration);
        }
        Effect::Constrain {
            what,
            deontic,
            verb,
            duration,
        } => {
            on(out, "constrain ", what);
            out.push(' ');
            out.push_str(deontic.word());
            out.push(' ');
            out.push_str(verb.word());
            lasting(out, duration);
        }
        Effect::Prevent { amount, to, duration } => {
            out.push_str("prevent ");
            match amount {
                Some(amount) => {
                    out.push_str("next ");
                    print_amount(out, amount);
                }
                None => out.push_str("all"),
            }
            on(out, " damage to ", to);
            lasting(out, duration);
        }
        Effect::MayCast { what, free, duration } => {
            on(out, "permit casting ", what);
            if *free {
                out.push_str(" free");
            }
            lasting(out, duration);
        }
        Effect::InsteadOfGraveyard { what, to, duration } => {
            on(out, "redirect ", what);
            out.push_str(" from graveyard to ");
            print_destination(out, to);
            lasting(out, duration);
        }
        Effect::Become {
            what,
            size,
            types,
            colors,
            duration,
        } => {
            on(out, "become ", what);
            out.push_str(" as");
            if let Some((power, toughness)) = size {
                out.push_str(" size ");
                print_power(out, power);
                out.push('/');
                print_power(out, toughness);
            }
            if let Some(colors) = colors {
                out.push_str(" colors");
                print_colors(out, *colors);
            }
            for word in types {
                out.push(' ');
                quote(out, word);
            }
            lasting(out, duration);
        }
        // The caller passes only the effects above.
        _ => {}
    }
}
