//! Names of rows and offers, as scripts and messages write them.

use turnzero_contract::{ActionKind, DecisionPoint, LegalAction, Row, Seat};
use turnzero_engine::puzzle::script;

/// The name of what is in a row; players are `p0`…`p3`, and what cannot be seen has none.
pub(super) fn name_of(point: &DecisionPoint, row: Row) -> String {
    let Some(play) = &point.observation.play else {
        return String::new();
    };
    let at = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let player = |seat: Seat| play.players.get(seat.index());
    let card = match row {
        Row::Player(seat) => return format!("p{}", seat.0),
        Row::Battlefield(number) => play.battlefield.get(at(number)).map(|row| &row.card),
        Row::Stack(number) => play.stack.get(at(number)).map(|row| &row.card),
        Row::Hand(number) => play.hand.get(at(number)),
        Row::Graveyard { seat, row } => player(seat).and_then(|player| player.graveyard.get(at(row))),
        Row::Exile { seat, row } => player(seat).and_then(|player| player.exile.get(at(row))),
        Row::Command { seat, row } => player(seat).and_then(|player| player.command.get(at(row))),
        Row::LookedAt(number) => play.looked_at.get(at(number)),
        Row::Pending => play.pending.as_ref().map(|row| &row.card),
        Row::Gone => None,
    };
    card.map(|card| card.name.to_string()).unwrap_or_default()
}

/// Whether a script may mean this row by a word: a name it begins with, a seat, `me` or `opponent`.
pub(super) fn is_called(point: &DecisionPoint, seat: Seat, row: Row, word: &str) -> bool {
    let word = word.trim();
    match row {
        Row::Player(player) => {
            word.eq_ignore_ascii_case(&format!("p{}", player.0))
                || word.eq_ignore_ascii_case("me") && player == seat
                || word.eq_ignore_ascii_case("opponent") && player != seat
        }
        row => script::matches(&name_of(point, row), word),
    }
}

/// An offer in the words of a script.
pub(super) fn offer(offer: &LegalAction) -> String {
    match &offer.kind {
        ActionKind::Pass => "pass".to_owned(),
        ActionKind::PlayLand { name, .. } => format!("play {name}"),
        ActionKind::Cast { name, kicked: true, .. } => format!("cast {name} (kicked)"),
        ActionKind::Cast { name, way, .. } if *way != turnzero_contract::CastWay::ManaCost => {
            format!("cast {name} (alternative)")
        }
        ActionKind::Cast { name, .. } => format!("cast {name}"),
        ActionKind::Activate { name, .. } => format!("activate {name}"),
        other => format!("{other:?}"),
    }
}
