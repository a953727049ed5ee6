//! The log of a game and its projection for one viewer.

use super::observe::{counter_name, step};
use super::{DefKey, Sight, seat};
use crate::Mutant;
use crate::rules::ids::{FaceId, ObjectId, Player, Ref};
use crate::rules::knowledge::seat_bit;
use crate::rules::log::GameEvent;
use crate::rules::state::State;
use turnzero_contract::{Event, Name, Subject};

/// An event with what it speaks of, as that was when it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Logged {
    /// The event.
    pub(crate) event: GameEvent,
    /// What its other object was; absent when that was gone at once.
    pub(crate) other: Option<FaceId>,
}

impl Logged {
    /// Notes what an event speaks of.
    pub(crate) fn new(state: &State, event: GameEvent) -> Self {
        let of = |id: ObjectId| state.known(id).map(|(_, object)| object.face);
        let other = match event {
            GameEvent::Targeted { to, .. }
            | GameEvent::Damage { to, .. }
            | GameEvent::Attacked { defender: to, .. } => match to {
                Ref::Player(_) => None,
                Ref::Object(id) => of(id),
                Ref::Stack(serial) => state
                    .stack
                    .iter()
                    .find(|item| item.serial == serial)
                    .map(|item| item.face),
            },
            GameEvent::Blocked { attacker, .. } => of(attacker),
            _ => None,
        };
        Self { event, other }
    }

    /// Whether the viewer may know the card it names.
    pub(crate) fn shows_card_to(&self, viewer: Player) -> bool {
        match self.event {
            GameEvent::Drew { player, .. } => player == viewer,
            GameEvent::Moved { known, .. } => known & seat_bit(viewer) != 0,
            _ => true,
        }
    }

    /// What the viewer saw; the definitions of what it names come into sight.
    pub(crate) fn seen_by(&self, state: &State, viewer: Player, sight: &mut Sight, mutant: Option<Mutant>) -> Event {
        let shown = self.shows_card_to(viewer);
        let hidden = mutant == Some(Mutant::LogLine) && !shown;
        let mut name = |face: FaceId| {
            sight.see(DefKey::of(&state.pool, face));
            state.pool.face_name(face).clone()
        };
        let mut known_name = |face: FaceId| {
            if hidden {
                return Some(state.pool.face_name(face).clone());
            }
            shown.then(|| name(face))
        };
        match self.event {
            GameEvent::Moved {
                face, owner, from, to, ..
            } => {
                let name = known_name(face);
                let owner = seat(owner);
                Event::Moved { name, owner, from, to }
            }
            GameEvent::Drew { player, face, .. } => Event::Drew {
                name: known_name(face),
                seat: seat(player),
            },
            _ => self.public(state, &mut name),
        }
    }

    fn public(&self, state: &State, name: &mut impl FnMut(FaceId) -> Name) -> Event {
        let other = self.other;
        let subject = |to: Ref, name: &mut dyn FnMut(FaceId) -> Name| match to {
            Ref::Player(player) => Subject::Player(seat(player)),
            Ref::Object(_) | Ref::Stack(_) => Subject::Object(other.map(name).unwrap_or_default()),
        };
        match self.event {
            GameEvent::TurnBegan { number, active } => Event::TurnBegan {
                turn: number,
                active: seat(active),
            },
            GameEvent::StepBegan(began) => Event::StepBegan { step: step(began) },
            // Both are projected with the viewer's knowledge.
            GameEvent::Moved { owner, from, to, .. } => Event::Moved {
                name: None,
                owner: seat(owner),
                from,
                to,
            },
            GameEvent::Drew { player, .. } => Event::Drew {
                seat: seat(player),
                name: None,
            },
            GameEvent::TokenCreated { face, controller, .. } => Event::TokenCreated {
                name: name(face),
                seat: seat(controller),
            },
            GameEvent::TokenCeased { face } => Event::TokenCeased { name: name(face) },
            GameEvent::LandPlayed { player, face } => Event::LandPlayed {
                name: name(face),
                seat: seat(player),
            },
            GameEvent::SpellCast { player, face, .. } => Event::SpellCast {
                name: name(face),
                seat: seat(player),
            },
            GameEvent::Activated { player, face, .. } => Event::Activated {
                name: name(face),
                seat: seat(player),
            },
            GameEvent::Triggered { player, face, .. } => Event::Triggered {
                name: name(face),
                seat: seat(player),
            },
            GameEvent::Resolved { face, .. } => Event::Resolved { name: name(face) },
            GameEvent::Fizzled { face, .. } => Event::Fizzled { name: name(face) },
            GameEvent::Countered { face, .. } => Event::Countered { name: name(face) },
            GameEvent::Targeted { to, .. } => Event::Targeted {
                target: subject(to, name),
            },
            GameEvent::LifeChanged { player, by, total } => Event::LifeChanged {
                seat: seat(player),
                by,
                total,
            },
            GameEvent::Damage {
                source,
                to,
                amount,
                combat,
            } => Event::Damage {
                name: name(source),
                target: subject(to, name),
                amount: u32::from(amount),
                combat,
            },
            GameEvent::Attacked { face, defender, .. } => Event::Attacked {
                name: name(face),
                target: subject(defender, name),
            },
            GameEvent::Blocked { face, attacker, .. } => Event::Blocked {
                name: name(face),
                target: subject(Ref::Object(attacker), name),
            },
            GameEvent::DrewFromEmpty { player } => Event::DrewFromEmpty { seat: seat(player) },
            GameEvent::Shuffled { player } => Event::Shuffled { seat: seat(player) },
            GameEvent::Tapped { face, .. } => Event::Tapped { name: name(face) },
            GameEvent::Untapped { face, .. } => Event::Untapped { name: name(face) },
            GameEvent::Revealed { player, face } => Event::Revealed {
                name: name(face),
                seat: seat(player),
            },
            GameEvent::Counters { face, kind, by, .. } => Event::Counters {
                name: name(face),
                counter: counter_name(state, kind),
                by,
            },
            GameEvent::Regenerated { face, .. } => Event::Regenerated { name: name(face) },
            GameEvent::Lost { player } => Event::Lost { seat: seat(player) },
            GameEvent::Ended { winner } => Event::Ended {
                winner: winner.map(seat),
            },
        }
    }
}
