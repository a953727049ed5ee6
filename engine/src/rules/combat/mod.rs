//! Combat (CR 506–511).

mod attack;
mod block;
mod damage;
mod requirement;

use super::ids::{ObjectId, Player, Ref};

/// An attacking creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attack {
    /// The creature.
    pub(crate) attacker: ObjectId,
    /// The player or planeswalker it attacks.
    pub(crate) defender: Ref,
    /// The player who defends.
    pub(crate) defending: Player,
    /// Blocked, which it stays when its blockers leave (CR 509.1h).
    pub(crate) blocked: bool,
    /// Dealt damage in the first of two damage steps (CR 510.4).
    pub(crate) struck: bool,
}

/// A blocking creature and what it blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The blocker.
    pub(crate) blocker: ObjectId,
    /// The attacker it blocks.
    pub(crate) attacker: ObjectId,
    /// Dealt damage in the first of two damage steps.
    pub(crate) struck: bool,
}

/// The combat of this turn.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Combat {
    /// Attackers in the order declared.
    pub(crate) attacks: Vec<Attack>,
    /// Blocks in the order declared.
    pub(crate) blocks: Vec<Block>,
    /// Whether attackers have been declared.
    pub(crate) attackers_declared: bool,
    /// How many players, in turn order after the active one, have been asked for blocks.
    pub(crate) asked_blocks: u8,
    /// How many creatures have had their damage assigned in this step.
    pub(crate) assigned: u16,
    /// Damage assigned so far in this step: by what, to what, how much.
    pub(crate) damage: Vec<(ObjectId, Ref, u16)>,
}

impl Combat {
    /// Whether this object attacks.
    pub(crate) fn is_attacking(&self, object: ObjectId) -> bool {
        self.attacks.iter().any(|attack| attack.attacker == object)
    }

    /// Whether this object blocks.
    pub(crate) fn is_blocking(&self, object: ObjectId) -> bool {
        self.blocks.iter().any(|block| block.blocker == object)
    }

    /// Takes an object out of combat (CR 506.4).
    pub(crate) fn remove(&mut self, object: ObjectId) {
        self.attacks.retain(|attack| attack.attacker != object);
        self.blocks
            .retain(|block| block.blocker != object && block.attacker != object);
    }

    /// Ends it (CR 511.3).
    pub(crate) fn clear(&mut self) {
        self.attacks.clear();
        self.blocks.clear();
        self.attackers_declared = false;
        self.asked_blocks = 0;
        self.assigned = 0;
        self.damage.clear();
    }
}

impl Clone for Combat {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Copies into the buffers that are there.
    fn clone_from(&mut self, source: &Self) {
        self.attacks.clone_from(&source.attacks);
        self.blocks.clone_from(&source.blocks);
        self.attackers_declared = source.attackers_declared;
        self.asked_blocks = source.asked_blocks;
        self.assigned = source.assigned;
        self.damage.clone_from(&source.damage);
    }
}
