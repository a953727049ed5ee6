//! Events that trigger abilities (CR 603.2).

use turnzero_contract::card::{Filter, PlayerRef, Trigger, TriggerEvent};

use super::CardError;
use super::amount::{eat_verb, player, verb};
use super::cursor::Cursor;
use super::filter::{filter, print_filter};
use super::lexer::quote;

/// Reads events, separated by `, or`.
pub(super) fn trigger(cursor: &mut Cursor<'_>) -> Result<Trigger, CardError> {
    if cursor.eat("never") {
        return Ok(Trigger { events: Vec::new() });
    }
    let mut events = vec![event(cursor)?];
    while cursor.eat(", or") {
        events.push(event(cursor)?);
    }
    Ok(Trigger { events })
}

fn event(cursor: &mut Cursor<'_>) -> Result<TriggerEvent, CardError> {
    if cursor.eat("cycled") {
        return Ok(TriggerEvent::Cycled);
    }
    if cursor.eat("cards leave graveyard of") {
        return player(cursor).map(TriggerEvent::LeavesGraveyard);
    }
    if cursor.eat("beginning of") {
        let step = match cursor.word().map(str::to_owned) {
            Some(word) => {
                cursor.skip();
                word
            }
            None => cursor.text()?,
        };
        cursor.expect("for")?;
        return Ok(TriggerEvent::BeginningOf {
            step,
            whose: player(cursor)?,
        });
    }
    if let Some(event) = player_event(cursor)? {
        return Ok(event);
    }
    let subject = filter(cursor)?;
    Ok(if cursor.eat("enters") {
        TriggerEvent::Enters(subject)
    } else if cursor.eat("dies") {
        TriggerEvent::Dies(subject)
    } else if cursor.eat("leaves") {
        TriggerEvent::Leaves(subject)
    } else if cursor.eat("attacks") {
        TriggerEvent::Attacks(subject)
    } else if cursor.eat("blocks") {
        TriggerEvent::Blocks(subject)
    } else if cursor.eat("becomes target") {
        TriggerEvent::BecomesTarget(subject)
    } else if cursor.eat("deals") {
        let combat = cursor.eat("combat");
        cursor.expect("damage")?;
        TriggerEvent::DealsDamage {
            source: subject,
            combat,
            to_player: cursor.eat("to a player"),
            to_opponent: cursor.eat("to an opponent"),
        }
    } else if cursor.eat("is dealt damage") {
        TriggerEvent::IsDealtDamage(subject)
    } else {
        return Err(cursor
            .fail("an event: enters, dies, leaves, attacks, blocks, becomes target, deals damage, is dealt damage"));
    })
}

/// An event with a player for its subject; takes nothing when there is none.
fn player_event(cursor: &mut Cursor<'_>) -> Result<Option<TriggerEvent>, CardError> {
    let mark = cursor.mark();
    let Some(player) = cursor.choice(PlayerRef::ALL, PlayerRef::word) else {
        return Ok(None);
    };
    if eat_verb(cursor, player, "cast") {
        let filter = filter(cursor)?;
        return Ok(Some(TriggerEvent::Casts {
            player,
            filter,
            or_copies: cursor.eat("including copies"),
        }));
    }
    if eat_verb(cursor, player, "draw") {
        return Ok(Some(TriggerEvent::Draws(player)));
    }
    if eat_verb(cursor, player, "sacrifice") {
        return filter(cursor).map(|filter| Some(TriggerEvent::Sacrifices(player, filter)));
    }
    if eat_verb(cursor, player, "discard") {
        return filter(cursor).map(|filter| Some(TriggerEvent::Discards(player, filter)));
    }
    if eat_verb(cursor, player, "gain") {
        cursor.expect("life")?;
        return Ok(Some(TriggerEvent::GainsLife(player)));
    }
    cursor.back_to(mark);
    Ok(None)
}

/// Whether the step is written without quotes.
fn is_bare_step(step: &str) -> bool {
    !step.is_empty() && step.chars().all(|c| c.is_ascii_lowercase())
}

/// Writes events.
pub(super) fn print_trigger(out: &mut String, trigger: &Trigger) {
    if trigger.events.is_empty() {
        out.push_str("never");
    }
    for (index, event) in trigger.events.iter().enumerate() {
        if index > 0 {
            out.push_str(", or ");
        }
        print_event(out, event);
    }
}

fn print_event(out: &mut String, event: &TriggerEvent) {
    let subject = |out: &mut String, filter: &Filter, words: &str| {
        print_filter(out, filter);
        out.push_str(words);
    };
    let by_player = |out: &mut String, player: PlayerRef, base: &str| {
        out.push_str(player.word());
        out.push(' ');
        out.push_str(&verb(player, base));
    };
    match event {
        TriggerEvent::Enters(filter) => subject(out, filter, " enters"),
        TriggerEvent::Dies(filter) => subject(out, filter, " dies"),
        TriggerEvent::Leaves(filter) => subject(out, filter, " leaves"),
        TriggerEvent::Attacks(filter) => subject(out, filter, " attacks"),
        TriggerEvent::Blocks(filter) => subject(out, filter, " blocks"),
        TriggerEvent::BecomesTarget(filter) => subject(out, filter, " becomes target"),
        TriggerEvent::IsDealtDamage(filter) => subject(out, filter, " is dealt damage"),
        TriggerEvent::DealsDamage {
            source,
            combat,
            to_player,
            to_opponent,
        } => {
            subject(out, source, " deals ");
            out.push_str(if *combat { "combat damage" } else { "damage" });
            if *to_player {
                out.push_str(" to a player");
            }
            if *to_opponent {
                out.push_str(" to an opponent");
            }
        }
        TriggerEvent::BeginningOf { step, whose } => {
            out.push_str("beginning of ");
            if is_bare_step(step) {
                out.push_str(step);
            } else {
                quote(out, step);
            }
            out.push_str(" for ");
            out.push_str(whose.word());
        }
        TriggerEvent::Casts {
            player,
            filter,
            or_copies,
        } => {
            by_player(out, *player, "cast");
            out.push(' ');
            print_filter(out, filter);
            if *or_copies {
                out.push_str(" including copies");
            }
        }
        TriggerEvent::Draws(player) => by_player(out, *player, "draw"),
        TriggerEvent::Sacrifices(player, filter) => {
            by_player(out, *player, "sacrifice");
            out.push(' ');
            print_filter(out, filter);
        }
        TriggerEvent::LeavesGraveyard(player) => {
            out.push_str("cards leave graveyard of ");
            out.push_str(player.word());
        }
        TriggerEvent::Discards(player, filter) => {
            by_player(out, *player, "discard");
            out.push(' ');
            print_filter(out, filter);
        }
        TriggerEvent::GainsLife(player) => {
            by_player(out, *player, "gain");
            out.push_str(" life");
        }
        TriggerEvent::Cycled => out.push_str("cycled"),
    }
}
