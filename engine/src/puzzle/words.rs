//! The play-by-play of a game in words, with full information.

use super::phase::step_name;
use crate::rules::ids::{FaceId, Player, Ref};
use crate::rules::log::GameEvent;
use crate::rules::state::State;
use crate::rules::view::{Logged, counter_name};
use turnzero_contract::card::Zone;

const fn zone(zone: Zone) -> &'static str {
    match zone {
        Zone::Battlefield => "battlefield",
        Zone::Command => "command zone",
        Zone::Exile => "exile",
        Zone::Graveyard => "graveyard",
        Zone::Hand => "hand",
        Zone::Library => "library",
        Zone::Stack => "stack",
    }
}

/// One line for one event. Players are `p0`…`p3`.
pub(super) fn line(state: &State, logged: &Logged) -> String {
    let name = |face: FaceId| state.pool.face_name(face).to_string();
    let seat = |player: Player| format!("p{}", player.0);
    let target = |to: Ref| match to {
        Ref::Player(player) => seat(player),
        Ref::Object(_) | Ref::Stack(_) => logged.other.map_or_else(|| "something gone".to_owned(), name),
    };
    match logged.event {
        GameEvent::TurnBegan { number, active } => format!("turn {number} of {}", seat(active)),
        GameEvent::StepBegan(step) => format!("step {}", step_name(step)),
        GameEvent::Moved {
            face, owner, from, to, ..
        } => format!("{} of {}: {} to {}", name(face), seat(owner), zone(from), zone(to)),
        GameEvent::TokenCreated { face, controller, .. } => {
            format!("{} creates the token {}", seat(controller), name(face))
        }
        GameEvent::TokenCeased { face } => format!("the token {} ceases to exist", name(face)),
        GameEvent::LandPlayed { player, face } => format!("{} plays {}", seat(player), name(face)),
        GameEvent::SpellCast { player, face, .. } => format!("{} casts {}", seat(player), name(face)),
        GameEvent::Activated { player, face, .. } => format!("{} activates {}", seat(player), name(face)),
        GameEvent::Triggered { player, face, .. } => format!("{} of {} triggers", name(face), seat(player)),
        GameEvent::Resolved { face, .. } => format!("{} resolves", name(face)),
        GameEvent::Fizzled { face, .. } => format!("{} has no legal target left", name(face)),
        GameEvent::Countered { face, .. } => format!("{} is countered", name(face)),
        GameEvent::Targeted { to, .. } => format!("target: {}", target(to)),
        GameEvent::LifeChanged { player, by, total } => format!("life of {}: {by:+} to {total}", seat(player)),
        GameEvent::Damage {
            source,
            to,
            amount,
            combat,
        } => {
            let kind = if combat { "combat damage" } else { "damage" };
            format!("{} deals {amount} {kind} to {}", name(source), target(to))
        }
        GameEvent::Attacked { face, defender, .. } => format!("{} attacks {}", name(face), target(defender)),
        GameEvent::Blocked { face, attacker, .. } => format!("{} blocks {}", name(face), target(Ref::Object(attacker))),
        GameEvent::Drew { player, face, .. } => format!("{} draws {}", seat(player), name(face)),
        GameEvent::DrewFromEmpty { player } => format!("{} draws from an empty library", seat(player)),
        GameEvent::Shuffled { player } => format!("{} shuffles", seat(player)),
        GameEvent::Tapped { face, .. } => format!("{} is tapped", name(face)),
        GameEvent::Untapped { face, .. } => format!("{} is untapped", name(face)),
        GameEvent::Revealed { player, face } => format!("{} reveals {}", seat(player), name(face)),
        GameEvent::Counters { face, kind, by, .. } => {
            format!("{} counters on {}: {by:+}", counter_name(state, kind), name(face))
        }
        GameEvent::Regenerated { face, .. } => format!("{} regenerates", name(face)),
        GameEvent::Lost { player } => format!("{} loses the game", seat(player)),
        GameEvent::Ended { winner } => match winner {
            Some(player) => format!("{} wins the game", seat(player)),
            None => "the game is a draw".to_owned(),
        },
    }
}
