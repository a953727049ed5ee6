//! A position in the middle of combat: attacks and blocks that were declared before it.

use super::super::card::Modifier;
use super::super::card::TextKey;
use super::super::diagnostic::{Fault, Sink};
use super::super::phase::Step;
use super::super::script;
use super::super::state::Board;
use super::place::Placed;
use super::{at, in_combat};
use crate::rules::combat::{Attack, Block};
use crate::rules::ids::{Player, Ref};
use crate::rules::object::Flags;
use crate::rules::pool::TriggerKind;
use crate::rules::state::State;
use crate::rules::triggers::Happening;

/// Declares what the file says attacks and blocks. Abilities that trigger on attacking do so in the step in
/// which attackers are declared, those on blocking in that of blockers (CR 508.1m, 509.1i).
pub(super) fn declare(board: &Board, placed: &[Placed<'_>], state: &mut State, sink: &mut Sink<'_>) {
    let active = Player(board.active_player);
    for permanent in placed {
        let attack = permanent.card.modifiers.iter().find_map(|modifier| match modifier {
            Modifier::Attacking(to) => Some(*to),
            _ => None,
        });
        let Some(to) = attack else {
            continue;
        };
        let mine = state.object(permanent.slot).controller == active;
        let creature = state.is(permanent.slot).is_creature();
        if !(in_combat(board.step) && mine && creature) {
            sink.error(
                at(permanent.card),
                Fault::value(
                    "Attacking says nothing here",
                    "only a creature of the active player attacks, from the declare attackers step on",
                ),
            );
            continue;
        }
        let aim = match to {
            None => Some((Ref::Player(state.next_player(active)), state.next_player(active))),
            Some(id) => placed
                .iter()
                .find(|other| other.card.id() == Some(id))
                .map(|other| (Ref::Object(state.id(other.slot)), state.object(other.slot).controller)),
        };
        let Some((defender, defending)) = aim.filter(|(_, defending)| *defending != active) else {
            sink.error(
                at(permanent.card),
                Fault::value(
                    "Attacking names nothing that can be attacked",
                    "give the Id of an opponent's planeswalker",
                ),
            );
            continue;
        };
        let attacker = state.id(permanent.slot);
        state.object_mut(permanent.slot).flags.set(Flags::ATTACKED, true);
        state.combat.attacks.push(Attack {
            attacker,
            defender,
            defending,
            blocked: false,
            struck: false,
        });
    }
    if state.combat.attacks.is_empty() {
        return;
    }
    state.combat.attackers_declared = true;
    if board.step == Step::DeclareAttackers {
        begun(state);
        for at in 0..state.combat.attacks.len() {
            let attacker = state.combat.attacks[at].attacker;
            state.trigger(&Happening::of(TriggerKind::Attacks, attacker, active));
        }
        return;
    }
    blocks(board, placed, state, sink);
}

fn blocks(board: &Board, placed: &[Placed<'_>], state: &mut State, sink: &mut Sink<'_>) {
    for permanent in placed {
        let name = permanent.card.modifiers.iter().find_map(|modifier| match modifier {
            Modifier::Text(TextKey::Blocking, name) => Some(name),
            _ => None,
        });
        let Some(name) = name else {
            continue;
        };
        let (blocker, controller) = (state.id(permanent.slot), state.object(permanent.slot).controller);
        let attack = state.combat.attacks.iter().position(|attack| {
            let face = state.object(attack.attacker.slot).face;
            attack.defending == controller && script::matches(state.pool.face_name(face), name)
        });
        let Some(attack) = attack.filter(|_| state.is(permanent.slot).is_creature()) else {
            sink.error(
                at(permanent.card),
                Fault::value(
                    format!("Blocking:{name} names no creature that attacks its controller"),
                    "name an attacking creature",
                ),
            );
            continue;
        };
        state.combat.attacks[attack].blocked = true;
        let attacker = state.combat.attacks[attack].attacker;
        state.combat.blocks.push(Block {
            blocker,
            attacker,
            struck: false,
        });
    }
    if board.step == Step::DeclareBlockers && !state.combat.blocks.is_empty() {
        begun(state);
        state.combat.asked_blocks = u8::try_from(state.players.len()).unwrap_or(u8::MAX);
        for at in 0..state.combat.blocks.len() {
            let Block { blocker, .. } = state.combat.blocks[at];
            let player = state.object(blocker.slot).controller;
            state.trigger(&Happening::of(TriggerKind::Blocks, blocker, player));
        }
    }
}

/// The turn-based action of the step lies behind; the active player has priority.
fn begun(state: &mut State) {
    state.turn.begun = true;
    state.turn.open = true;
    state.turn.passes = 0;
    state.turn.priority = state.turn.active;
}
