//! The steps of a turn (CR 500–514).

/// A step, or a phase without steps, in the order of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// CR 502.
    Untap,
    /// CR 503.
    Upkeep,
    /// CR 504.
    Draw,
    /// Precombat main phase, CR 505.
    PrecombatMain,
    /// CR 507.
    BeginningOfCombat,
    /// CR 508.
    DeclareAttackers,
    /// CR 509.
    DeclareBlockers,
    /// The extra combat damage step for first and double strike (CR 510.4).
    FirstStrikeDamage,
    /// CR 510.
    CombatDamage,
    /// CR 511.
    EndOfCombat,
    /// Postcombat main phase, CR 505.
    PostcombatMain,
    /// CR 513.
    End,
    /// CR 514.
    Cleanup,
}

impl Step {
    /// Every step in turn order.
    pub const ALL: [Self; 13] = [
        Self::Untap,
        Self::Upkeep,
        Self::Draw,
        Self::PrecombatMain,
        Self::BeginningOfCombat,
        Self::DeclareAttackers,
        Self::DeclareBlockers,
        Self::FirstStrikeDamage,
        Self::CombatDamage,
        Self::EndOfCombat,
        Self::PostcombatMain,
        Self::End,
        Self::Cleanup,
    ];

    /// Whether it is a main phase.
    pub const fn is_main(self) -> bool {
        matches!(self, Self::PrecombatMain | Self::PostcombatMain)
    }

    /// Whether it belongs to the combat phase (CR 506.1).
    pub const fn is_combat(self) -> bool {
        matches!(
            self,
            Self::BeginningOfCombat
                | Self::DeclareAttackers
                | Self::DeclareBlockers
                | Self::FirstStrikeDamage
                | Self::CombatDamage
                | Self::EndOfCombat
        )
    }
}
