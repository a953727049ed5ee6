//! Cards are put where the file lists them.

use super::super::card::{Flag, LinkKey, Modifier, PlayerKey};
use super::super::diagnostic::{Fault, Sink};
use super::super::state::Board;
use super::{Found, at, key, small};
use crate::rules::ids::{FaceId, Player, Slot};
use crate::rules::object::Flags;
use crate::rules::state::State;
use std::collections::BTreeMap;
use turnzero_contract::card::Zone;

/// A permanent of the file and where it is now.
pub(super) struct Placed<'p> {
    /// The card.
    pub(super) card: &'p super::Card,
    /// Its object.
    pub(super) slot: Slot,
}

/// Puts every card in its zone, in the order of the file; permanents are returned.
pub(super) fn place<'p>(
    board: &'p Board,
    faces: &BTreeMap<String, FaceId>,
    kinds: &BTreeMap<String, u8>,
    state: &mut State,
    sink: &mut Sink<'_>,
) -> Vec<Placed<'p>> {
    let mut permanents = Vec::new();
    for (seat, player) in board.players.iter().enumerate() {
        for (zone, cards) in player.zones() {
            let Some(zone) = zone_of(zone) else {
                continue;
            };
            // Libraries are listed from the top, and their last card is the top.
            let backwards = zone == Zone::Library;
            let in_order = (0..cards.len()).map(|at| if backwards { cards.len() - 1 - at } else { at });
            for card in in_order.map(|at| &cards[at]) {
                let Some(face) = faces.get(&key(card)) else {
                    continue;
                };
                let found = Found {
                    card,
                    face: *face,
                    seat,
                };
                let slot = put(&found, zone, state);
                if zone == Zone::Battlefield {
                    dress(&found, slot, kinds, board.remove_summoning_sickness, state);
                    permanents.push(Placed { card, slot });
                }
            }
        }
    }
    attach(&permanents, state, sink);
    permanents
}

fn zone_of(name: &str) -> Option<Zone> {
    Some(match name {
        "hand" => Zone::Hand,
        "battlefield" => Zone::Battlefield,
        "graveyard" => Zone::Graveyard,
        "library" => Zone::Library,
        "exile" => Zone::Exile,
        "command" => Zone::Command,
        _ => return None,
    })
}

fn put(found: &Found<'_>, zone: Zone, state: &mut State) -> Slot {
    let lister = Player(u8::try_from(found.seat).unwrap_or(0));
    let owner = found.card.modifiers.iter().find_map(|modifier| match modifier {
        Modifier::Player(PlayerKey::Owner, seat) => Some(Player(*seat)),
        _ => None,
    });
    let commander = zone == Zone::Command || found.card.has(Flag::IsCommander);
    let mut flags = Flags::default();
    flags.set(Flags::COMMANDER, commander);
    let slot = state.add_object(found.face, owner.unwrap_or(lister), zone, flags);
    let object = state.object_mut(slot);
    object.controller = lister;
    object.base_controller = lister;
    slot
}

/// What the file says about a permanent.
fn dress(found: &Found<'_>, slot: Slot, kinds: &BTreeMap<String, u8>, nobody_sick: bool, state: &mut State) {
    let card = found.card;
    let loyalty = state.pool.face(found.face).loyalty;
    let object = state.object_mut(slot);
    object.loyalty = loyalty;
    object.flags.set(Flags::TAPPED, card.has(Flag::Tapped));
    object
        .flags
        .set(Flags::SETTLED, nobody_sick || !card.has(Flag::SummonSick));
    for modifier in &card.modifiers {
        match modifier {
            Modifier::Damage(damage) => state.object_mut(slot).damage = u16::try_from(*damage).unwrap_or(0),
            Modifier::Counters(counters) => {
                for (kind, count) in counters {
                    let count = i32::from(small(*count));
                    if kind.name() == "LOYALTY" {
                        state.object_mut(slot).loyalty = 0;
                    }
                    if let Some(number) = kinds.get(kind.name()) {
                        state.put_counters(slot, *number, count);
                    }
                }
            }
            _ => {}
        }
    }
}

fn attach(permanents: &[Placed<'_>], state: &mut State, sink: &mut Sink<'_>) {
    for placed in permanents {
        for modifier in &placed.card.modifiers {
            let Modifier::Link(LinkKey::AttachedTo, ids) = modifier else {
                continue;
            };
            let host = permanents
                .iter()
                .find(|other| other.card.id().is_some_and(|id| ids.contains(&id)));
            match host {
                Some(host) if host.slot != placed.slot => {
                    let id = state.id(host.slot);
                    state.object_mut(placed.slot).attached_to = id;
                }
                _ => sink.error(
                    at(placed.card),
                    Fault::value("AttachedTo names no other permanent", "give the Id of a permanent"),
                ),
            }
        }
    }
}
