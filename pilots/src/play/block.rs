//! Declaring blockers: good trades, and what it takes to live.

use super::attack::{dies, may_block, strike};
use super::board::Board;
use super::chance::without_lone_blocks;
use super::shares::has;
use turnzero_contract::{BlockCandidate, PermanentRow, Row};

impl Board<'_> {
    /// The blocks to declare, and why.
    pub(super) fn block(&self, candidates: &[BlockCandidate], required: &[(Row, Row)]) -> (Vec<(Row, Row)>, String) {
        let me = Row::Player(self.me());
        let mut attackers: Vec<(Row, &PermanentRow)> = self
            .play
            .combat
            .iter()
            .filter(|attack| attack.defender == me)
            .filter_map(|attack| Some((attack.attacker, self.permanent(attack.attacker)?)))
            .collect();
        attackers.sort_by_key(|(row, attacker)| (std::cmp::Reverse(self.worth(attacker)), *row));
        let mut blocks = required.to_vec();
        for (row, attacker) in &attackers {
            if let Some(blocker) = self.good_block(*row, attacker, candidates, &blocks) {
                blocks.push((blocker, *row));
            }
        }
        let mut why = format!("{} good blocks", blocks.len());
        let life = self.life(self.me());
        attackers.sort_by_key(|(row, attacker)| (std::cmp::Reverse(strike(attacker)), *row));
        let open = |blocks: &[(Row, Row)]| -> i32 {
            let through = attackers
                .iter()
                .filter(|(row, _)| !blocks.iter().any(|(_, to)| to == row))
                .map(|(_, attacker)| strike(attacker))
                .fold(0, u32::saturating_add);
            i32::try_from(through).unwrap_or(i32::MAX)
        };
        for (row, _) in &attackers {
            if open(&blocks) < life {
                break;
            }
            if blocks.iter().any(|(_, to)| to == row) {
                continue;
            }
            let chump = candidates
                .iter()
                .filter(|candidate| candidate.attackers.contains(row))
                .filter(|candidate| !blocks.iter().any(|(blocker, _)| *blocker == candidate.blocker))
                .min_by_key(|candidate| {
                    let worth = self
                        .permanent(candidate.blocker)
                        .map_or(0, |blocker| self.worth(blocker));
                    (worth, candidate.blocker)
                });
            if let Some(chump) = chump {
                blocks.push((chump.blocker, *row));
                "every block that keeps the game going".clone_into(&mut why);
            }
        }
        (without_lone_blocks(self.point, &blocks, required), why)
    }

    /// A blocker that kills and lives, else one that only lives, else an even trade.
    fn good_block(
        &self,
        row: Row,
        attacker: &PermanentRow,
        candidates: &[BlockCandidate],
        blocks: &[(Row, Row)],
    ) -> Option<Row> {
        if has(attacker, "menace") {
            return None;
        }
        let free = candidates
            .iter()
            .filter(|candidate| candidate.attackers.contains(&row))
            .filter(|candidate| !blocks.iter().any(|(blocker, _)| *blocker == candidate.blocker));
        let judged = free.filter_map(|candidate| {
            let blocker = self.permanent(candidate.blocker)?;
            if !may_block(blocker, attacker) {
                return None;
            }
            let (lost, taken) = (dies(blocker, attacker), dies(attacker, blocker));
            let gain = match (lost, taken) {
                (false, true) => 1_000 + self.worth(attacker),
                (false, false) => 10,
                (true, true) => self.worth(attacker) - self.worth(blocker),
                (true, false) => return None,
            };
            (gain >= 0).then_some((gain, -self.worth(blocker), candidate.blocker))
        });
        judged
            .max_by_key(|(gain, cheap, row)| (*gain, *cheap, std::cmp::Reverse(*row)))
            .map(|(_, _, blocker)| blocker)
    }
}
