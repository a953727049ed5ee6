//! Declaring attackers: who can attack without being lost for nothing, and everybody when it ends the game.

use super::board::Board;
use super::shares::{has, lethal};
use turnzero_contract::{AttackCandidate, PermanentRow, Row, Seat};

/// Whether one creature can block another, by what both show (CR 509.1b, 702.9b, 702.14c).
pub(super) fn may_block(blocker: &PermanentRow, attacker: &PermanentRow) -> bool {
    let flies = has(attacker, "flying") && !has(blocker, "flying") && !has(blocker, "reach");
    !blocker.tapped && !flies && !has(attacker, "can't be blocked") && !has(blocker, "can't block")
}

/// Damage a creature deals in one combat.
pub(super) fn strike(row: &PermanentRow) -> u32 {
    let power = u32::try_from(row.power.unwrap_or(0)).unwrap_or(0);
    if has(row, "double strike") { power * 2 } else { power }
}

/// Whether `one` dies to `other` in a fight between the two alone (CR 510, 702.7).
pub(super) fn dies(one: &PermanentRow, other: &PermanentRow) -> bool {
    let first = |row: &PermanentRow| has(row, "first strike") || has(row, "double strike");
    let kills = |from: &PermanentRow, to: &PermanentRow| {
        !has(to, "indestructible") && {
            let power = u32::try_from(from.power.unwrap_or(0)).unwrap_or(0);
            power > 0 && power >= lethal(to, has(from, "deathtouch"))
        }
    };
    // Who strikes first and kills is not struck back.
    let spared = first(one) && !first(other) && kills(one, other);
    kills(other, one) && !spared
}

impl Board<'_> {
    /// The attacks to declare, and why.
    pub(super) fn attack(&self, candidates: &[AttackCandidate]) -> (Vec<(Row, Row)>, String) {
        let Some(victim) = self.victim(candidates) else {
            return (Vec::new(), "nobody can be attacked".to_owned());
        };
        let blockers: Vec<&PermanentRow> = self.creatures(victim).filter(|row| !row.tapped).collect();
        let aim = |candidate: &AttackCandidate| {
            let wanted = Row::Player(victim);
            let there = candidate.defenders.contains(&wanted).then_some(wanted);
            there.or_else(|| candidate.defenders.first().copied())
        };
        let all: Vec<(Row, Row)> = candidates
            .iter()
            .filter_map(|candidate| Some((candidate.attacker, aim(candidate)?)))
            .collect();
        if self.unstoppable(&all, &blockers) >= self.life(victim) {
            return (all, format!("p{} cannot block enough of this", victim.0));
        }
        let mut attacks = Vec::new();
        let mut home = self.defence_needed(candidates);
        for candidate in candidates {
            let Some(to) = aim(candidate) else { continue };
            let Some(row) = self.permanent(candidate.attacker) else {
                continue;
            };
            let stays_able = has(row, "vigilance") || home <= 0;
            if candidate.required || stays_able && self.sound(row, &blockers) {
                attacks.push((candidate.attacker, to));
            } else if !has(row, "vigilance") {
                home -= 1;
            }
        }
        let why = if attacks.is_empty() {
            "no attack is sound".to_owned()
        } else {
            format!(
                "{} of {} can attack without being lost for nothing",
                attacks.len(),
                all.len()
            )
        };
        (attacks, why)
    }

    /// The opponent nearest to death that can be attacked.
    fn victim(&self, candidates: &[AttackCandidate]) -> Option<Seat> {
        let players = candidates.iter().flat_map(|candidate| &candidate.defenders);
        let players = players.filter_map(|row| match row {
            Row::Player(seat) => Some(*seat),
            _ => None,
        });
        players.min_by_key(|seat| (self.life(*seat), seat.0))
    }

    /// Damage that gets through whatever these creatures block: each stops the largest it can.
    fn unstoppable(&self, attacks: &[(Row, Row)], blockers: &[&PermanentRow]) -> i32 {
        let mut attackers: Vec<&PermanentRow> = attacks.iter().filter_map(|(row, _)| self.permanent(*row)).collect();
        attackers.sort_by_key(|row| std::cmp::Reverse(strike(row)));
        let mut free: Vec<&PermanentRow> = blockers.to_vec();
        let mut through = 0;
        for attacker in attackers {
            let stopper = free.iter().position(|blocker| may_block(blocker, attacker));
            match stopper {
                Some(at) => {
                    let blocker = free.remove(at);
                    if has(attacker, "trample") {
                        through += strike(attacker).saturating_sub(lethal(blocker, has(attacker, "deathtouch")));
                    }
                }
                None => through += strike(attacker),
            }
        }
        i32::try_from(through).unwrap_or(i32::MAX)
    }

    /// How many of the own creatures should stay at home so that the next attack does not kill.
    fn defence_needed(&self, candidates: &[AttackCandidate]) -> i32 {
        let theirs = self.opponents().map(|seat| {
            let power: u32 = self.creatures(seat).map(strike).sum();
            i32::try_from(power).unwrap_or(i32::MAX)
        });
        let coming = theirs.max().unwrap_or(0);
        let life = self.life(self.me());
        if coming < life - self.weights.combat.fear {
            return 0;
        }
        let attackers = self
            .opponents()
            .map(|seat| self.creatures(seat).count())
            .max()
            .unwrap_or(0);
        let able = candidates.len();
        i32::try_from(attackers.min(able)).unwrap_or(0)
    }

    /// No single blocker, and no two together, take it for less than it is worth.
    fn sound(&self, attacker: &PermanentRow, blockers: &[&PermanentRow]) -> bool {
        if strike(attacker) == 0 {
            return false;
        }
        let worth = self.worth(attacker);
        let able: Vec<&&PermanentRow> = blockers.iter().filter(|blocker| may_block(blocker, attacker)).collect();
        if has(attacker, "menace") && able.len() < 2 {
            return true;
        }
        let bad = able.iter().any(|blocker| {
            let lost = dies(attacker, blocker);
            let taken = dies(blocker, attacker);
            lost && (!taken || self.worth(blocker) + 2 < worth)
        });
        if bad {
            return false;
        }
        // Two blockers together, when they risk less than they take.
        let power: u32 = able.iter().map(|blocker| strike(blocker)).fold(0, u32::saturating_add);
        let gang = able.len() >= 2 && power >= lethal(attacker, false) && !has(attacker, "first strike");
        let outnumbered = able.len() > self.creatures(self.me()).count() + 1;
        !(gang && outnumbered)
    }
}
