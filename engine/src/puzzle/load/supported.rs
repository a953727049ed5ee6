//! What a file may say that no game here carries out: refused, with the place and the remedy.

use super::super::card::{self, CardName, Flag, Modifier, PlayerKey, TextKey};
use super::super::diagnostic::{At, Class, Fault, Sink};
use super::super::state::Board;
use super::super::{Card, card::LinkKey};
use super::{all, at};

/// The fault of something that is read but not carried out.
pub(super) fn not_played(what: &str) -> Fault {
    Fault::new(
        Class::Unsupported,
        format!("{what} is read but not executed"),
        "build the position without it",
    )
}

/// Notes every key and modifier of the board that is not carried out.
pub(super) fn check(board: &Board, sink: &mut Sink<'_>) {
    let whole = At { line: 0, column: None };
    let mut refuse = |given: bool, what: &str| {
        if given {
            sink.error(whole, not_played(what));
        }
    };
    refuse(board.advance_to.is_some(), "activephaseadvance");
    for (seat, player) in board.players.iter().enumerate() {
        let mut refuse = |given: bool, what: &str| refuse(given, &format!("p{seat}{what}"));
        refuse(player.lands_played_last_turn > 0, "landsplayedlastturn");
        refuse(!player.persistent_mana.is_empty(), "persistentmana");
        refuse(!player.sideboard.is_empty(), "sideboard");
        refuse(player.precast.is_some(), "precast");
        refuse(player.put_on_stack.is_some(), "putonstack");
        refuse(player.ring_tempted > 0, "numringtemptedyou");
        refuse(player.speed > 0, "speed");
        for (kind, _) in player.counters.iter().filter(|(kind, _)| kind.name() != "POISON") {
            refuse(true, &format!("counters={}", kind.name()));
        }
    }
    for (player, zone, card) in zoned(board) {
        for modifier in &card.modifiers {
            if !is_played(modifier, zone) {
                let named = match &card.name {
                    CardName::Name(name) => name.as_str(),
                    _ => "the card",
                };
                let what = format!("`{}` of {named} (p{player}{zone})", card::print_modifier(modifier));
                sink.error(at(card), not_played(&what));
            }
        }
    }
    debug_assert!(all(board).count() == zoned(board).count(), "every card is looked at");
}

fn zoned(board: &Board) -> impl Iterator<Item = (usize, &'static str, &Card)> {
    let players = board.players.iter().enumerate();
    players.flat_map(|(seat, player)| {
        let zones = player.zones().into_iter();
        zones.flat_map(move |(zone, cards)| cards.iter().map(move |card| (seat, zone, card)))
    })
}

/// Whether a modifier is carried out for a card in this zone.
fn is_played(modifier: &Modifier, zone: &str) -> bool {
    let permanent = zone == "battlefield";
    match modifier {
        Modifier::Id(_)
        | Modifier::Art(_)
        | Modifier::Text(TextKey::Set, _)
        | Modifier::Flag(Flag::IsCommander | Flag::NoEtbTrigs) => true,
        Modifier::Flag(Flag::Tapped | Flag::SummonSick)
        | Modifier::Damage(_)
        | Modifier::Counters(_)
        | Modifier::Attacking(_)
        | Modifier::Text(TextKey::Blocking, _)
        | Modifier::Player(PlayerKey::Owner, _)
        | Modifier::Link(LinkKey::AttachedTo, _) => permanent,
        _ => false,
    }
}
