//! Declaring blockers (CR 509).

use super::Block;
use crate::rules::characteristics::Keywords;
use crate::rules::decision::{Ask, Illegal};
use crate::rules::ids::{ObjectId, Player, Ref, Slot};
use crate::rules::log::GameEvent;
use crate::rules::object::Flags;
use crate::rules::pool::TriggerKind;
use crate::rules::state::State;
use crate::rules::triggers::Happening;
use turnzero_contract::Color;
use turnzero_contract::card::GameVerb;

impl State {
    /// Asks the next defending player who could block anything, in turn order (CR 509.1). Who has only
    /// one way to block is not asked.
    pub(crate) fn ask_blockers(&mut self) {
        self.refresh();
        let seats = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        while self.combat.asked_blocks + 1 < seats {
            self.combat.asked_blocks += 1;
            let player = Player((self.turn.active.0 + self.combat.asked_blocks) % seats);
            if !self.players[player.index()].playing {
                continue;
            }
            match self.forced_blocks(player) {
                Some(blocks) if blocks.is_empty() => {}
                Some(blocks) if self.declare_blockers(player, &blocks).is_ok() => return,
                _ => {
                    self.asked = player;
                    self.ask = Some(Ask::Blockers);
                    return;
                }
            }
        }
    }

    /// The only legal declaration, if there is just one: all who can block must, each one attacker.
    fn forced_blocks(&self, player: Player) -> Option<Vec<(ObjectId, ObjectId)>> {
        let mut blocks = Vec::new();
        for slot in &self.battlefield {
            if self.object(*slot).controller != player {
                continue;
            }
            let mut able = self
                .combat
                .attacks
                .iter()
                .filter(|attack| self.can_help_block(*slot, attack.attacker));
            let Some(attack) = able.next() else {
                continue;
            };
            if !self.is(*slot).has(Keywords::MUST_BLOCK) || able.next().is_some() {
                return None;
            }
            blocks.push((self.id(*slot), attack.attacker));
        }
        Some(blocks)
    }

    /// Whether some legal declaration has this block: menace takes a second blocker (CR 702.111b).
    fn can_help_block(&self, blocker: Slot, attacker: ObjectId) -> bool {
        self.can_block(blocker, attacker)
            && (!self.is(attacker.slot).has(Keywords::MENACE)
                || self
                    .battlefield
                    .iter()
                    .any(|other| *other != blocker && self.can_block(*other, attacker)))
    }

    /// Whether a creature could be declared as a blocker at all (CR 509.1a).
    pub(crate) fn is_block_candidate(&self, slot: Slot) -> bool {
        let is = self.is(slot);
        is.is_creature() && !self.object(slot).flags.has(Flags::TAPPED) && !is.has(Keywords::CANT_BLOCK)
    }

    /// Whether this creature can block this attacker (CR 509.1b).
    pub(crate) fn can_block(&self, blocker: Slot, attacker: ObjectId) -> bool {
        let Some(attack) = self.combat.attacks.iter().find(|attack| attack.attacker == attacker) else {
            return false;
        };
        if attack.defending != self.object(blocker).controller || !self.is_block_candidate(blocker) {
            return false;
        }
        let (attacking, blocking) = (self.is(attacker.slot), self.is(blocker));
        let keywords = attacking.keywords;
        let evades = keywords.has(Keywords::CANT_BE_BLOCKED)
            || keywords.has(Keywords::FLYING) && !blocking.keywords.any(Keywords::FLYING.with(Keywords::REACH))
            || keywords.protects_from(blocking.colors)
            || self.walks(keywords, attack.defending);
        !evades
            && !self.combat_forbids(GameVerb::BeBlocked, attacker.slot, Ref::Object(self.id(blocker)))
            && !self.combat_forbids(GameVerb::Block, blocker, Ref::Object(attacker))
    }

    /// Landwalk: the defending player controls a land of the type (CR 702.14c).
    fn walks(&self, keywords: Keywords, defending: Player) -> bool {
        Color::ALL
            .into_iter()
            .filter(|color| keywords.has(Keywords::landwalk(*color)))
            .any(|color| {
                let bit = self
                    .pool
                    .subtypes
                    .iter()
                    .position(|subtype| subtype == color.basic_land_type());
                bit.is_some_and(|bit| {
                    self.battlefield.iter().any(|slot| {
                        let is = self.is(*slot);
                        is.is_land() && is.subtypes & 1 << bit != 0 && self.object(*slot).controller == defending
                    })
                })
            })
    }

    /// Declares the blockers of a player, each with the attacker it blocks.
    pub(crate) fn declare_blockers(&mut self, player: Player, blocks: &[(ObjectId, ObjectId)]) -> Result<(), Illegal> {
        for (position, (blocker, attacker)) in blocks.iter().enumerate() {
            let twice = blocks[..position].iter().any(|(other, _)| other == blocker);
            let slot = self
                .on_battlefield(*blocker)
                .filter(|slot| self.object(*slot).controller == player && self.can_block(*slot, *attacker));
            if twice || slot.is_none() {
                return Err(Illegal::NotACandidate { position });
            }
        }
        let on = |attacker: ObjectId| blocks.iter().filter(|(_, other)| *other == attacker).count();
        for attack in &self.combat.attacks {
            if on(attack.attacker) == 1 && self.is(attack.attacker.slot).has(Keywords::MENACE) {
                return Err(Illegal::Combat(
                    "a creature with menace is blocked by two or more, or by none (CR 702.111b)",
                ));
            }
        }
        let must = |block: &&(ObjectId, ObjectId)| self.is(block.0.slot).has(Keywords::MUST_BLOCK);
        let required = self.required_blocks(player);
        if blocks.iter().filter(must).count() < required.iter().filter(must).count() {
            return Err(Illegal::Combat(
                "more of the creatures that block if able could block (CR 509.1c)",
            ));
        }
        self.ask = None;
        for (blocker, attacker) in blocks {
            self.combat.blocks.push(Block {
                blocker: *blocker,
                attacker: *attacker,
                struck: false,
            });
            for attack in &mut self.combat.attacks {
                attack.blocked |= attack.attacker == *attacker;
            }
            let face = self.object(blocker.slot).face;
            self.note(GameEvent::Blocked {
                blocker: *blocker,
                face,
                attacker: *attacker,
            });
        }
        self.stale |= self.fickle;
        for (blocker, _) in blocks {
            self.trigger(&Happening::of(TriggerKind::Blocks, *blocker, player));
        }
        self.ask_blockers();
        Ok(())
    }
}
