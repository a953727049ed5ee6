//! The stack (CR 405) and what is being announced or resolved.

use super::ids::{CodeId, FaceId, ObjectId, Player, Ref};

/// What stands on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StackKind {
    /// A card being cast.
    Spell,
    /// An activated ability.
    Activated,
    /// A triggered ability.
    Triggered,
}

/// How a spell was cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CastWay {
    /// For its mana cost.
    Normal,
    /// For an alternative cost of its face, by index (CR 118.9).
    Alternative(u8),
}

/// A spell or ability on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StackItem {
    /// Serial number, unique in the game.
    pub(crate) serial: u32,
    /// What it is.
    pub(crate) kind: StackKind,
    /// The spell itself, or the source of the ability.
    pub(crate) source: ObjectId,
    /// The face whose code it is.
    pub(crate) face: FaceId,
    /// Who controls it.
    pub(crate) controller: Player,
    /// What it does; absent for permanent spells without it.
    pub(crate) code: Option<CodeId>,
    /// Index of the ability in its face, for abilities.
    pub(crate) ability: u8,
    /// How it was cast.
    pub(crate) way: CastWay,
    /// Kicked (CR 702.33d).
    pub(crate) kicked: bool,
    /// Cast from this zone.
    pub(crate) from: turnzero_contract::card::Zone,
    /// The value of X.
    pub(crate) x: u16,
    /// Chosen modes, one bit each.
    pub(crate) modes: u16,
    /// Its targets: a part of the state's target list.
    pub(crate) targets: (u16, u16),
    /// The object the triggering event spoke of.
    pub(crate) event_object: ObjectId,
    /// The player the triggering event spoke of.
    pub(crate) event_player: Option<Player>,
    /// The number the triggering event spoke of, such as damage.
    pub(crate) event_amount: i32,
}

/// The slot number of a target that is no longer legal.
pub(crate) const ILLEGAL: u8 = u8::MAX;

/// One chosen target: for which slot, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChosenTarget {
    /// The target slot of the effect.
    pub(crate) slot: u8,
    /// The part of divided damage or counters it gets (CR 601.2d).
    pub(crate) share: u16,
    /// What was chosen.
    pub(crate) to: Ref,
}
