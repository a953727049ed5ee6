//! Shields that prevent damage (CR 615).

use super::ids::{Player, Ref};
use super::state::State;
use turnzero_contract::card::Duration;

/// What prevents the next damage to something, from any source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prevention {
    /// The player or permanent.
    pub(crate) to: Ref,
    /// How much it still prevents (CR 615.7); absent for all (CR 615.6).
    pub(crate) left: Option<u16>,
    /// How long.
    pub(crate) duration: Duration,
    /// Who controls the effect.
    pub(crate) controller: Player,
}

impl State {
    /// What is left of damage after shields prevented what they can. Shields against all damage
    /// work first, so that none that counts is used up in vain (CR 616.1 leaves the order to the
    /// affected player).
    pub(crate) fn unprevented(&mut self, to: Ref, amount: i32) -> i32 {
        if amount <= 0 || self.prevention.is_empty() {
            return amount;
        }
        if self
            .prevention
            .iter()
            .any(|shield| shield.to == to && shield.left.is_none())
        {
            return 0;
        }
        let mut rest = amount;
        for shield in self.prevention.iter_mut().filter(|shield| shield.to == to) {
            if let Some(left) = &mut shield.left {
                let prevented = u16::try_from(rest).unwrap_or(u16::MAX).min(*left);
                *left -= prevented;
                rest -= i32::from(prevented);
            }
        }
        self.prevention.retain(|shield| shield.left != Some(0));
        rest
    }

    /// Damage still prevented to something; `None` for all of it.
    pub(crate) fn prevented(&self, to: Ref) -> Option<u32> {
        self.prevention
            .iter()
            .filter(|shield| shield.to == to)
            .try_fold(0_u32, |sum, shield| Some(sum.saturating_add(u32::from(shield.left?))))
    }

    /// The cleanup step: shields for this turn end (CR 514.2).
    pub(crate) fn prevention_ends(&mut self) {
        self.prevention
            .retain(|shield| !matches!(shield.duration, Duration::EndOfTurn | Duration::ThisTurn));
    }

    /// A player's turn begins: that player's shields until then end.
    pub(crate) fn prevention_until_turn_of(&mut self, player: Player) {
        self.prevention
            .retain(|shield| shield.duration != Duration::YourNextTurn || shield.controller != player);
    }
}
