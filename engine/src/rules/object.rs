//! Objects: the cards and tokens of a game (CR 109).

use super::ids::{FaceId, ObjectId, Player};
use turnzero_contract::card::Zone;

/// Switches of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(pub(crate) u16);

impl Flags {
    /// Tapped (CR 110.5).
    pub(crate) const TAPPED: Self = Self(1);
    /// A token (CR 111).
    pub(crate) const TOKEN: Self = Self(1 << 1);
    /// A commander (CR 903.3), which it stays in every zone.
    pub(crate) const COMMANDER: Self = Self(1 << 2);
    /// Dealt damage by a source with deathtouch since state-based actions were last checked (CR 704.5h).
    pub(crate) const DEATHTOUCHED: Self = Self(1 << 3);
    /// Was kicked as a spell (CR 702.33d).
    pub(crate) const KICKED: Self = Self(1 << 4);
    /// Attacked this turn.
    pub(crate) const ATTACKED: Self = Self(1 << 5);
    /// Controlled continuously since its controller's most recent turn began (CR 302.6).
    pub(crate) const SETTLED: Self = Self(1 << 6);
    /// The slot holds nothing: a token that ceased to exist.
    pub(crate) const GONE: Self = Self(1 << 7);
    /// A loyalty ability was activated this turn (CR 606.3).
    pub(crate) const LOYALTY_USED: Self = Self(1 << 8);
    /// Was cast for its evoke cost (CR 702.74a).
    pub(crate) const EVOKED: Self = Self(1 << 9);

    /// Whether all of `other` are on.
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Switches on or off.
    pub(crate) const fn set(&mut self, other: Self, on: bool) {
        if on {
            self.0 |= other.0;
        } else {
            self.0 &= !other.0;
        }
    }

    /// Only those of `other` that are on.
    #[must_use]
    pub(crate) const fn only(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// One object. What it is after continuous effects stands in the state's characteristics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Object {
    /// The face that is up; the base of its characteristics.
    pub(crate) face: FaceId,
    /// The front face of the card, to which it returns in every other zone.
    pub(crate) card: FaceId,
    /// Which life it is.
    pub(crate) life: u16,
    /// Switches.
    pub(crate) flags: Flags,
    /// Its owner.
    pub(crate) owner: Player,
    /// Its controller now.
    pub(crate) controller: Player,
    /// Whose control it is under without control effects (CR 110.2).
    pub(crate) base_controller: Player,
    /// Where it is.
    pub(crate) zone: Zone,
    /// Damage marked on it (CR 120.6).
    pub(crate) damage: u16,
    /// +1/+1 counters less −1/−1 counters is applied in layer 7; both are kept.
    pub(crate) plus_counters: u16,
    /// −1/−1 counters.
    pub(crate) minus_counters: u16,
    /// Loyalty counters.
    pub(crate) loyalty: u16,
    /// Regeneration shields (CR 701.19).
    pub(crate) shields: u8,
    /// Times each activated ability limited to once a turn was used, one bit each.
    pub(crate) used: u8,
    /// What it is attached to (CR 301.5, 303.4).
    pub(crate) attached_to: ObjectId,
    /// When it entered its zone (CR 613.7).
    pub(crate) timestamp: u32,
    /// Which seats know this card where it lies now, one bit each.
    pub(crate) known: u8,
}

impl Object {
    /// A new object: untapped, undamaged, without counters, attached to nothing.
    pub(crate) const fn new(
        card: FaceId,
        life: u16,
        owner: Player,
        controller: Player,
        zone: Zone,
        timestamp: u32,
    ) -> Self {
        Self {
            face: card,
            card,
            life,
            flags: Flags(0),
            owner,
            controller,
            base_controller: controller,
            zone,
            damage: 0,
            plus_counters: 0,
            minus_counters: 0,
            loyalty: 0,
            shields: 0,
            used: 0,
            attached_to: ObjectId::NONE,
            timestamp,
            known: 0,
        }
    }
}
