//! `[opening]`: a mulligan decision to be checked.

use super::diagnostic::{At, Class, Fault, Sink};
use super::sections::{Line, pairs};

/// The decision a mulligan puzzle asks for (CR 103.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The deck file, as written; the runner resolves it from the puzzle's directory.
    pub deck: String,
    /// The seven cards in hand.
    pub hand: Vec<String>,
    /// Players in the game, 2 to 4.
    pub seats: u8,
    /// Mulligans already taken.
    pub mulligans: u8,
    /// Mulligans that cost no card.
    pub free_mulligans: u8,
    /// Whether this player takes the first turn.
    pub on_the_play: bool,
}

fn small(value: &str, what: &str, low: u8, high: u8) -> Result<u8, Fault> {
    let number = value.parse().ok().filter(|number| (low..=high).contains(number));
    number.ok_or_else(|| {
        Fault::value(
            format!("Invalid {what} value: {value}"),
            format!("write {low} to {high}"),
        )
    })
}

pub(super) fn parse(lines: &[Line<'_>], header: At, sink: &mut Sink<'_>) -> Opening {
    let (mut deck, mut hand, mut seats, mut mulligans, mut free, mut play) = (None, None, 2, 0, None, None);
    for (key, value, line) in pairs(lines, "opening", sink) {
        let at = line.at_part(value);
        match key.as_str() {
            "deck" => deck = (!value.is_empty()).then(|| value.to_owned()),
            "hand" => {
                let cards: Vec<String> = value
                    .split(';')
                    .map(str::trim)
                    .filter(|c| !c.is_empty())
                    .map(str::to_owned)
                    .collect();
                if cards.len() != 7 {
                    let message = format!("opening hand has {} cards", cards.len());
                    sink.error(
                        at,
                        Fault::value(message, "list the seven cards drawn, before any go to the bottom"),
                    );
                }
                if cards.iter().any(|card| card.contains('|')) {
                    sink.error(at, Fault::value("modifier in an opening hand", "list card names only"));
                }
                hand = Some(cards);
            }
            "seats" => seats = sink.keep(at, small(value, "seats", 2, 4)).unwrap_or(2),
            "mulligans" => mulligans = sink.keep(at, small(value, "mulligans", 0, 7)).unwrap_or(0),
            "freemulligans" => free = sink.keep(at, small(value, "freemulligans", 0, 7)),
            "playdraw" => {
                let result = match value.to_lowercase().as_str() {
                    "play" => Ok(true),
                    "draw" => Ok(false),
                    _ => Err(Fault::value(
                        format!("Invalid playdraw value: {value}"),
                        "write play or draw",
                    )),
                };
                play = Some(sink.keep(at, result).unwrap_or(true));
            }
            _ => sink.warn(
                line.at(),
                Fault::new(
                    Class::Ignored,
                    format!("unknown key `{key}` in [opening] is ignored"),
                    "known keys are deck, hand, seats, mulligans, freemulligans, playdraw",
                ),
            ),
        }
    }
    for (name, missing) in [
        ("deck", deck.is_none()),
        ("hand", hand.is_none()),
        ("playdraw", play.is_none()),
    ] {
        if missing {
            let message = format!("Missing `{name}` in [opening]");
            sink.error(
                header,
                Fault::new(Class::Structure, message, format!("add a `{name} =` line")),
            );
        }
    }
    Opening {
        deck: deck.unwrap_or_default(),
        hand: hand.unwrap_or_default(),
        seats,
        mulligans,
        // CR 103.5c: the first mulligan of a multiplayer game is free.
        free_mulligans: free.unwrap_or(u8::from(seats > 2)),
        on_the_play: play.unwrap_or(true),
    }
}
