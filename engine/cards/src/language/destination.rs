//! Where objects go.

use turnzero_contract::card::{Destination, PlayerRef};

use super::CardError;
use super::amount::player;
use super::cursor::Cursor;

/// Destinations that are fixed words.
const PLAIN: &[(&str, Destination)] = &[
    ("hand", Destination::Hand),
    ("graveyard", Destination::Graveyard),
    ("exile", Destination::Exile),
    ("library top", Destination::LibraryTop),
    ("library bottom", Destination::LibraryBottom),
    ("library shuffled", Destination::LibraryShuffled),
    ("command", Destination::Command),
];

/// Reads a destination.
pub(super) fn destination(cursor: &mut Cursor<'_>) -> Result<Destination, CardError> {
    for (words, destination) in PLAIN {
        if cursor.eat(words) {
            return Ok(destination.clone());
        }
    }
    if !cursor.eat("battlefield") {
        return Err(cursor.fail(
            "a place: hand, battlefield, graveyard, exile, library top, library bottom, library shuffled or command",
        ));
    }
    let tapped = cursor.eat("tapped");
    let control = if cursor.eat("under") {
        player(cursor)?
    } else {
        PlayerRef::ItsOwner
    };
    Ok(Destination::Battlefield { tapped, control })
}

/// Writes a destination.
pub(super) fn print_destination(out: &mut String, destination: &Destination) {
    if let Destination::Battlefield { tapped, control } = destination {
        out.push_str("battlefield");
        if *tapped {
            out.push_str(" tapped");
        }
        if *control != PlayerRef::ItsOwner {
            out.push_str(" under ");
            out.push_str(control.word());
        }
    } else {
        let words = PLAIN
            .iter()
            .find(|(_, plain)| plain == destination)
            .map_or("exile", |(words, _)| words);
        out.push_str(words);
    }
}
