//! Standing facts of a face, so that a walk over the battlefield passes by what cannot matter.

/// A set of standing facts of a face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits(u16);

impl Traits {
    /// Has an activated ability that is no mana ability.
    pub(crate) const ACTIVATES: Self = Self(1);
    /// Has a mana ability that works on the battlefield.
    pub(crate) const MAKES_MANA: Self = Self(1 << 1);
    /// Has a static ability that the layers apply (CR 613.1).
    pub(crate) const LAYERED: Self = Self(1 << 2);
    /// What those do may change with anything that happens in the game.
    pub(crate) const FICKLE: Self = Self(1 << 3);
    /// Lets its controller play more lands (CR 305.2).
    pub(crate) const EXTRA_LANDS: Self = Self(1 << 4);
    /// Forbids or demands something of two sides.
    pub(crate) const DEONTIC: Self = Self(1 << 5);
    /// Changes what spells cost (CR 601.2f).
    pub(crate) const CHANGES_COSTS: Self = Self(1 << 6);
    /// May enter tapped (CR 614.1c).
    pub(crate) const ENTERS_TAPPED: Self = Self(1 << 7);
    /// Goads others as long as it is there (CR 701.15).
    pub(crate) const GOADS: Self = Self(1 << 8);
    /// A land (CR 305.1).
    pub(crate) const LAND: Self = Self(1 << 9);
    /// Castable whenever its player has priority (CR 304.5, 702.8a).
    pub(crate) const INSTANT_SPEED: Self = Self(1 << 10);
    /// Has other ways to be cast (CR 118.9).
    pub(crate) const ALTERNATIVES: Self = Self(1 << 11);
    /// Enters with counters (CR 614.1c).
    pub(crate) const ENTERS_WITH: Self = Self(1 << 12);
    /// Controls other permanents (layer 2).
    pub(crate) const CONTROLS: Self = Self(1 << 13);

    /// Whether all of these hold.
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// These and, where `holds`, the others.
    #[must_use]
    pub(crate) const fn with(self, other: Self, holds: bool) -> Self {
        if holds { Self(self.0 | other.0) } else { self }
    }
}
