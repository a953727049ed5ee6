//! Combat damage (CR 510).

use crate::rules::characteristics::{Characteristics, Keywords};
use crate::rules::decision::{Ask, Illegal};
use crate::rules::ids::{ObjectId, Player, Ref, Slot};
use crate::rules::state::State;
use crate::rules::step::Step;

impl State {
    /// Whether there is a step for first and double strike before the regular one (CR 510.4).
    pub(crate) fn first_strike_step_needed(&self) -> bool {
        let early = Keywords::FIRST_STRIKE.with(Keywords::DOUBLE_STRIKE);
        let strikes = |id: ObjectId| {
            self.on_battlefield(id)
                .is_some_and(|slot| self.is(slot).keywords.any(early))
        };
        self.combat.attacks.iter().any(|attack| strikes(attack.attacker))
            || self.combat.blocks.iter().any(|block| strikes(block.blocker))
    }

    /// Assigns the damage of one creature after another, asking where there is a choice, then deals
    /// all of it at once (CR 510.1–2).
    pub(crate) fn combat_damage(&mut self) {
        self.refresh();
        let attackers = self.combat.attacks.len();
        let all = attackers + self.combat.blocks.len();
        while usize::from(self.combat.assigned) < all {
            let at = usize::from(self.combat.assigned);
            self.combat.assigned += 1;
            if at < attackers {
                self.assign_attacker(at);
            } else {
                self.assign_blocker(at - attackers);
            }
            if self.ask.is_some() {
                return;
            }
        }
        self.combat.assigned = 0;
        let mut damage = std::mem::take(&mut self.combat.damage);
        for (source, to, amount) in damage.drain(..) {
            self.deal_at_once(source, to, i32::from(amount), true);
        }
        self.damage_is_dealt();
        self.combat.damage = damage;
    }

    /// Whether a creature deals damage in this step; notes that it did.
    fn strikes_now(&self, is: &Characteristics, struck: bool) -> bool {
        let first = is.has(Keywords::FIRST_STRIKE);
        let double = is.has(Keywords::DOUBLE_STRIKE);
        if self.turn.step == Step::FirstStrikeDamage {
            first || double
        } else {
            double || !struck
        }
    }

    fn assign_attacker(&mut self, at: usize) {
        let attack = self.combat.attacks[at];
        let Some(slot) = self.on_battlefield(attack.attacker) else {
            return;
        };
        let is = *self.is(slot);
        if !self.strikes_now(&is, attack.struck) {
            return;
        }
        self.combat.attacks[at].struck = true;
        let Some(power) = u16::try_from(is.power).ok().filter(|power| *power > 0) else {
            return;
        };
        let defender = self.still_attacked(attack.defender);
        let trample = is.has(Keywords::TRAMPLE);
        self.candidates.clear();
        for block in &self.combat.blocks {
            if block.attacker == attack.attacker && self.on_battlefield(block.blocker).is_some() {
                self.candidates.push(Ref::Object(block.blocker));
            }
        }
        let blockers = self.candidates.len();
        if !attack.blocked || blockers == 0 {
            // Blocked, and the blockers are gone: no damage, unless it tramples (CR 510.1c, 702.19e).
            if let Some(defender) = defender.filter(|_| !attack.blocked || trample) {
                self.combat.damage.push((attack.attacker, defender, power));
            }
            return;
        }
        let surplus = trample && defender.is_some() && self.lethal_to_all(&is) < u32::from(power);
        if let Some(defender) = defender.filter(|_| surplus) {
            self.candidates.push(defender);
        }
        if self.candidates.len() == 1 {
            let only = self.candidates[0];
            self.combat.damage.push((attack.attacker, only, power));
            return;
        }
        self.asked = self.object(slot).controller;
        self.ask = Some(Ask::Damage {
            source: attack.attacker,
            amount: power,
            trample: surplus,
        });
    }

    fn assign_blocker(&mut self, at: usize) {
        let block = self.combat.blocks[at];
        let Some(slot) = self.on_battlefield(block.blocker) else {
            return;
        };
        let is = *self.is(slot);
        if !self.strikes_now(&is, block.struck) {
            return;
        }
        self.combat.blocks[at].struck = true;
        let power = u16::try_from(is.power).unwrap_or(0);
        if power > 0 && self.on_battlefield(block.attacker).is_some() {
            self.combat
                .damage
                .push((block.blocker, Ref::Object(block.attacker), power));
        }
    }

    /// What is attacked, if it is still there to be dealt damage (CR 506.4c).
    fn still_attacked(&self, defender: Ref) -> Option<Ref> {
        match defender {
            Ref::Player(Player(seat)) => self.players[usize::from(seat)].playing.then_some(defender),
            Ref::Object(id) => self.on_battlefield(id).map(|_| defender),
            Ref::Stack(_) => None,
        }
    }

    /// Damage that is lethal to a blocker, with what is marked and assigned already (CR 702.19b, 702.2c).
    fn lethal(&self, attacker: &Characteristics, blocker: Slot) -> u32 {
        let assigned = self
            .combat
            .damage
            .iter()
            .filter(|(_, to, _)| *to == Ref::Object(self.id(blocker)));
        let assigned: u32 = assigned.map(|(_, _, amount)| u32::from(*amount)).sum();
        let toughness = u32::try_from(self.is(blocker).toughness).unwrap_or(0);
        let needed = toughness.saturating_sub(u32::from(self.object(blocker).damage) + assigned);
        if attacker.has(Keywords::DEATHTOUCH) {
            needed.min(1)
        } else {
            needed
        }
    }

    fn lethal_to_all(&self, attacker: &Characteristics) -> u32 {
        let blockers = self.candidates.iter().filter_map(|to| self.living(*to));
        blockers.map(|slot| self.lethal(attacker, slot)).sum()
    }

    /// The division of one creature's damage among the candidates.
    pub(crate) fn answer_damage(&mut self, shares: &[u16]) -> Result<(), Illegal> {
        let Some(Ask::Damage {
            source,
            amount,
            trample,
        }) = self.ask
        else {
            return Err(Illegal::WrongKind);
        };
        let total: u32 = shares.iter().map(|share| u32::from(*share)).sum();
        if shares.len() != self.candidates.len() || total != u32::from(amount) {
            return Err(Illegal::Division(
                "all of the damage is divided among what was offered (CR 510.1c)",
            ));
        }
        let attacker = *self.is(source.slot);
        if trample && shares.last().is_some_and(|through| *through > 0) {
            let blockers = self.candidates.iter().zip(shares).take(shares.len() - 1);
            for (to, share) in blockers {
                let lethal = self.living(*to).map_or(0, |slot| self.lethal(&attacker, slot));
                if u32::from(*share) < lethal {
                    return Err(Illegal::Division(
                        "every blocker gets lethal damage before any tramples over (CR 702.19b)",
                    ));
                }
            }
        }
        self.ask = None;
        for (to, share) in self.candidates.iter().zip(shares) {
            if *share > 0 {
                self.combat.damage.push((source, *to, *share));
            }
        }
        self.combat_damage();
        Ok(())
    }
}
