//! Effects a player carries out: draw, discard, mill, search, shuffle, life, sacrifice, tokens.

use turnzero_contract::card::{Effect, PlayerRef, SearchSpec};

use super::CardError;
use super::amount::{amount, count, player as the_player, print_amount, print_count};
use super::cursor::Cursor;
use super::destination::{destination, print_destination};
use super::filter::{filter, print_filter};
use super::token::{print_token, token};

/// A verb for the controller and for anybody else.
struct Verb(&'static str, &'static str);

impl Verb {
    const fn of(&self, player: PlayerRef) -> &'static str {
        match player {
            PlayerRef::You => self.0,
            _ => self.1,
        }
    }
}

const DRAW: Verb = Verb("draw", "draws");
const DISCARD: Verb = Verb("discard", "discards");
const MILL: Verb = Verb("mill", "mills");
const SEARCH: Verb = Verb("search for", "searches for");
const REVEAL_TOP: Verb = Verb("reveal top", "reveals top");
const REVEAL_HAND: Verb = Verb("reveal hand", "reveals hand");
const REARRANGE: Verb = Verb("rearrange top", "rearranges top");
const SHUFFLE: Verb = Verb("shuffle", "shuffles");
const GAIN: Verb = Verb("gain", "gains");
const LOSE: Verb = Verb("lose", "loses");
const SACRIFICE: Verb = Verb("sacrifice", "sacrifices");
const CREATE: Verb = Verb("create", "creates");

/// Reads what a player does, after the player.
pub(super) fn player_effect(cursor: &mut Cursor<'_>, player: PlayerRef) -> Result<Effect, CardError> {
    if cursor.eat(DRAW.of(player)) {
        return amount(cursor).map(|amount| Effect::Draw(player, amount));
    }
    if cursor.eat(DISCARD.of(player)) {
        let count = count(cursor)?;
        let filter = filter(cursor)?;
        let random = cursor.eat("at random");
        let chosen_by = if cursor.eat("chosen by") {
            Some(the_player(cursor)?)
        } else {
            None
        };
        return Ok(Effect::Discard {
            player,
            count,
            filter,
            random,
            chosen_by,
        });
    }
    if cursor.eat(MILL.of(player)) {
        return amount(cursor).map(|amount| Effect::Mill(player, amount));
    }
    if cursor.eat(SEARCH.of(player)) {
        let count = count(cursor)?;
        let filter = filter(cursor)?;
        let sharing_land_type = cursor.eat("sharing a land type");
        let reveal = cursor.eat("revealed");
        let one_to = if cursor.eat("one to") {
            let to = destination(cursor)?;
            cursor.expect("and rest")?;
            Some(to)
        } else {
            None
        };
        cursor.expect("to")?;
        let to = destination(cursor)?;
        return Ok(Effect::Search(SearchSpec {
            player,
            count,
            filter,
            sharing_land_type,
            reveal,
            one_to,
            to,
        }));
    }
    if cursor.eat(REVEAL_TOP.of(player)) {
        let count = amount(cursor)?;
        cursor.expect("and move")?;
        let filter = filter(cursor)?;
        cursor.expect("to")?;
        return Ok(Effect::RevealTop {
            player,
            count,
            filter,
            to: destination(cursor)?,
        });
    }
    if cursor.eat(REVEAL_HAND.of(player)) {
        return Ok(Effect::RevealHand(player));
    }
    if cursor.eat(REARRANGE.of(player)) {
        return amount(cursor).map(|amount| Effect::Rearrange(player, amount));
    }
    if cursor.eat(SHUFFLE.of(player)) {
        return Ok(Effect::Shuffle(player));
    }
    if cursor.eat(GAIN.of(player)) {
        let amount = amount(cursor)?;
        cursor.expect("life")?;
        return Ok(Effect::GainLife(player, amount));
    }
    if cursor.eat(LOSE.of(player)) {
        let amount = amount(cursor)?;
        cursor.expect("life")?;
        return Ok(Effect::LoseLife(player, amount));
    }
    if cursor.eat(SACRIFICE.of(player)) {
        let count = count(cursor)?;
        return Ok(Effect::Sacrifice {
            player,
            count,
            filter: filter(cursor)?,
        });
    }
    if cursor.eat(CREATE.of(player)) {
        let count = amount(cursor)?;
        return Ok(Effect::CreateToken {
            player,
            count,
            token: token(cursor)?,
        });
    }
    Err(cursor.fail(
        "an effect, such as add, draw, discard, mill, scry, search for, gain, lose, deal, destroy, exile, move, \
         sacrifice, create, put, tap, untap, pump, grant, goad, reveal, rearrange, fight, prevent, constrain, may, \
         unless, if, choose or pending",
    ))
}

/// Writes what a player does; the controller goes without saying.
pub(super) fn print_player_effect(out: &mut String, effect: &Effect) {
    let start = |out: &mut String, player: PlayerRef, verb: &Verb| {
        if player != PlayerRef::You {
            out.push_str(player.word());
            out.push(' ');
        }
        out.push_str(verb.of(player));
    };
    let with_amount = |out: &mut String, player: PlayerRef, verb: &Verb, amount, after: &str| {
        start(out, player, verb);
        out.push(' ');
        print_amount(out, amount);
        out.push_str(after);
    };
    match effect {
        Effect::Draw(player, amount) => with_amount(out, *player, &DRAW, amount, ""),
        Effect::Mill(player, amount) => with_amount(out, *player, &MILL, amount, ""),
        Effect::GainLife(player, amount) => with_amount(out, *player, &GAIN, amount, " life"),
        Effect::LoseLife(player, amount) => with_amount(out, *player, &LOSE, amount, " life"),
        Effect::RevealHand(player) => start(out, *player, &REVEAL_HAND),
        Effect::Rearrange(player, amount) => with_amount(out, *player, &REARRANGE, amount, ""),
        Effect::Shuffle(player) => start(out, *player, &SHUFFLE),
        Effect::Discard {
            player,
            count,
            filter,
            random,
            chosen_by,
        } => {
            start(out, *player, &DISCARD);
            out.push(' ');
            print_count(out, count);
            out.push(' ');
            print_filter(out, filter);
            if *random {
                out.push_str(" at random");
            }
            if let Some(by) = chosen_by {
                out.push_str(" chosen by ");
                out.push_str(by.word());
            }
        }
        Effect::Sacrifice { player, count, filter } => {
            start(out, *player, &SACRIFICE);
            out.push(' ');
            print_count(out, count);
            out.push(' ');
            print_filter(out, filter);
        }
        Effect::Search(search) => {
            start(out, search.player, &SEARCH);
            out.push(' ');
            print_count(out, &search.count);
            out.push(' ');
            print_filter(out, &search.filter);
            if search.sharing_land_type {
                out.push_str(" sharing a land type");
            }
            if search.reveal {
                out.push_str(" revealed");
            }
            if let Some(to) = &search.one_to {
                out.push_str(" one to ");
                print_destination(out, to);
                out.push_str(" and rest");
            }
            out.push_str(" to ");
            print_destination(out, &search.to);
        }
        Effect::RevealTop {
            player,
            count,
            filter,
            to,
        } => {
            with_amount(out, *player, &REVEAL_TOP, count, " and move ");
            print_filter(out, filter);
            out.push_str(" to ");
            print_destination(out, to);
        }
        Effect::CreateToken { player, count, token } => {
            with_amount(out, *player, &CREATE, count, " ");
            print_token(out, token);
        }
        // The caller passes only the effects above.
        _ => {}
    }
}
