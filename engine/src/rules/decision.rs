//! Questions to players and their answers, in the engine's own terms.

use super::ids::{FaceId, ObjectId, Player, Ref, Slot};
use super::stack::CastWay;

/// What a player may do with priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Action {
    /// Pass priority (CR 117.3d).
    Pass,
    /// Play a land (CR 305).
    PlayLand { slot: Slot, face: FaceId },
    /// Cast a spell (CR 601).
    Cast {
        slot: Slot,
        face: FaceId,
        way: CastWay,
        kicked: bool,
    },
    /// Activate an ability (CR 602).
    Activate { slot: Slot, face: FaceId, ability: u8 },
}

/// Why objects are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChoosingFor {
    /// Targets of a slot (CR 601.2c).
    Targets,
    /// A part of a cost (CR 601.2h).
    Cost,
    /// A step of a resolving effect.
    Effect,
    /// Down to hand size in the cleanup step (CR 514.1).
    HandSize,
    /// Which legendary permanent stays (CR 704.5j).
    Legend,
    /// Cards for the bottom, of a scry; the others stay on top (CR 701.22).
    ScryBottom,
    /// Cards for the graveyard, of a surveil (CR 701.25).
    Surveil,
    /// The order of cards put back on top, the first chosen on top.
    Order,
}

/// The open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// What to do with priority.
    Priority,
    /// Which creatures attack whom (CR 508.1).
    Attackers,
    /// Which creatures block which (CR 509.1).
    Blockers,
    /// Some of the candidates.
    Objects { min: u16, max: u16, why: ChoosingFor },
    /// Modes: how many at least and at most, of those with legal targets, one bit each (CR 700.2); or
    /// one of two actions of a resolving effect (CR 701.26).
    Modes { min: u8, max: u8, legal: u16 },
    /// A number, such as X.
    Number { min: u16, max: u16 },
    /// Whether to do something that is optional.
    May,
    /// Which of several combinations of mana to add, by number (CR 106.3).
    Mana { of: u8 },
    /// How an attacker's or blocker's damage is divided among the candidates (CR 510.1c).
    Damage {
        source: ObjectId,
        amount: u16,
        trample: bool,
    },
    /// How a spell's damage or counters are divided among its targets (CR 601.2d).
    Shares { amount: u16 },
    /// Which of the triggers waiting goes on the stack next (CR 603.3b).
    TriggerOrder { of: u8 },
}

/// An answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer<'a> {
    /// To [`Ask::Priority`].
    Act(Action),
    /// To [`Ask::Attackers`].
    Attackers(&'a [(ObjectId, Ref)]),
    /// To [`Ask::Blockers`]: blocker, attacker.
    Blockers(&'a [(ObjectId, ObjectId)]),
    /// To [`Ask::Objects`].
    Objects(&'a [Ref]),
    /// To [`Ask::Modes`]: one bit each.
    Modes(u16),
    /// To [`Ask::Number`], [`Ask::Mana`] and [`Ask::TriggerOrder`].
    Number(u16),
    /// To [`Ask::May`].
    Yes(bool),
    /// To [`Ask::Damage`] and [`Ask::Shares`]: one number a candidate.
    Shares(&'a [u16]),
}

/// Why an answer was refused; the state is then as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Illegal {
    /// Nothing is asked.
    #[error("no decision is open")]
    NothingAsked,
    /// Another player is asked.
    #[error("player {} is asked, not this one", .0.0)]
    NotYours(Player),
    /// The answer is of another kind than the question.
    #[error("the answer is of another kind than the question")]
    WrongKind,
    /// The action was not offered.
    #[error("this action is not offered now")]
    NotOffered,
    /// Something chosen is no candidate, or was chosen twice.
    #[error("choice {position} is no candidate, or stands there twice")]
    NotACandidate {
        /// Position in the answer, from 0.
        position: usize,
    },
    /// Too few or too many.
    #[error("{given} chosen, but it takes {min} to {max}")]
    WrongNumber {
        /// How many were chosen.
        given: usize,
        /// At least.
        min: usize,
        /// At most.
        max: usize,
    },
    /// A combat requirement or restriction is not met (CR 508.1c–d, 509.1b–c).
    #[error("{0}")]
    Combat(&'static str),
    /// The numbers do not add up, or lethal damage is skipped (CR 510.1c, 702.19b).
    #[error("{0}")]
    Division(&'static str),
}
