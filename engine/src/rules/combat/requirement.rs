//! Blocking requirements: how many can be obeyed at once (CR 509.1c).

use crate::rules::characteristics::Keywords;
use crate::rules::ids::{ObjectId, Player, Slot};
use crate::rules::state::State;

/// Attackers with menace that are tried in every combination; what more there is of them, no two of
/// them blockable by the same creatures, is left aside.
const MOST_MENACING: usize = 12;

/// An attacker with menace and the creatures of the player that can block it.
struct Menacing {
    attacker: ObjectId,
    blockers: Vec<Slot>,
}

impl State {
    /// A legal declaration that obeys as many "blocks if able" as possible, with no block beside those
    /// it takes; empty, without allocation, when nobody has to block.
    pub(crate) fn required_blocks(&self, player: Player) -> Vec<(ObjectId, ObjectId)> {
        let mut blocks = Vec::new();
        // Those who can block only together with others, because of menace.
        let mut bound = Vec::new();
        for slot in &self.battlefield {
            if self.object(*slot).controller != player || !self.is(*slot).has(Keywords::MUST_BLOCK) {
                continue;
            }
            let mut able = self
                .combat
                .attacks
                .iter()
                .filter(|attack| self.can_block(*slot, attack.attacker));
            let alone = able
                .clone()
                .find(|attack| !self.is(attack.attacker.slot).has(Keywords::MENACE));
            match alone {
                Some(attack) => blocks.push((self.id(*slot), attack.attacker)),
                None if able.next().is_some() => bound.push(*slot),
                None => {}
            }
        }
        if !bound.is_empty() {
            self.block_together(player, &bound, &mut blocks);
        }
        blocks
    }

    /// Adds the blocks that let most of the bound creatures block. Creatures in `blocks` may change
    /// to an attacker with menace, since they obey their own requirement there as well.
    fn block_together(&self, player: Player, bound: &[Slot], blocks: &mut Vec<(ObjectId, ObjectId)>) {
        let menacing = self.menacing(player);
        let mut best: (usize, Vec<(Slot, ObjectId)>) = (0, Vec::new());
        for chosen in 1_u32..1 << menacing.len() {
            let opened: Vec<&Menacing> = (0..menacing.len())
                .filter(|at| chosen & 1 << at != 0)
                .map(|at| &menacing[at])
                .collect();
            let reached = |slot: &&Slot| opened.iter().any(|attack| attack.blockers.contains(slot));
            let count = bound.iter().filter(reached).count();
            if count > best.0
                && let Some(pairs) = two_each(&opened, bound)
            {
                best = (count, pairs);
                for slot in bound.iter().filter(reached) {
                    let placed = best.1.iter().any(|(other, _)| other == slot);
                    let on = opened.iter().find(|attack| attack.blockers.contains(slot));
                    if let (false, Some(on)) = (placed, on) {
                        best.1.push((*slot, on.attacker));
                    }
                }
            }
        }
        blocks.retain(|(blocker, _)| !best.1.iter().any(|(slot, _)| *slot == blocker.slot));
        blocks.extend(best.1.iter().map(|(slot, attacker)| (self.id(*slot), *attacker)));
    }

    /// The attackers with menace that two of the player's creatures can block. One whose blockers can
    /// all block another one as well is left out: they might as well all block that one.
    fn menacing(&self, player: Player) -> Vec<Menacing> {
        let mut all: Vec<Menacing> = Vec::new();
        for attack in &self.combat.attacks {
            if !self.is(attack.attacker.slot).has(Keywords::MENACE) {
                continue;
            }
            let able =
                |slot: &&Slot| self.object(**slot).controller == player && self.can_block(**slot, attack.attacker);
            let blockers: Vec<Slot> = self.battlefield.iter().filter(able).copied().collect();
            let within = |some: &[Slot], other: &[Slot]| some.iter().all(|slot| other.contains(slot));
            if blockers.len() < 2 || all.iter().any(|other| within(&blockers, &other.blockers)) {
                continue;
            }
            all.retain(|other| !within(&other.blockers, &blockers));
            all.push(Menacing {
                attacker: attack.attacker,
                blockers,
            });
        }
        all.truncate(MOST_MENACING);
        all
    }
}

/// Two different blockers for each of the attackers, if there are enough, of the bound ones where possible.
fn two_each(opened: &[&Menacing], bound: &[Slot]) -> Option<Vec<(Slot, ObjectId)>> {
    // Who fills which of the two places of each attacker, found by augmenting paths.
    let mut places: Vec<Option<Slot>> = vec![None; opened.len() * 2];
    let mut orders: Vec<Vec<Slot>> = Vec::with_capacity(opened.len());
    for attack in opened {
        let (mut first, rest): (Vec<Slot>, Vec<Slot>) =
            attack.blockers.iter().copied().partition(|slot| bound.contains(slot));
        first.extend(rest);
        orders.push(first);
    }
    for place in 0..places.len() {
        let mut seen = Vec::new();
        if !fill(place, &orders, &mut places, &mut seen) {
            return None;
        }
    }
    let filled = places.iter().enumerate();
    Some(
        filled
            .filter_map(|(place, slot)| slot.map(|slot| (slot, opened[place / 2].attacker)))
            .collect(),
    )
}

fn fill(place: usize, orders: &[Vec<Slot>], places: &mut [Option<Slot>], seen: &mut Vec<Slot>) -> bool {
    for slot in &orders[place / 2] {
        if seen.contains(slot) {
            continue;
        }
        seen.push(*slot);
        let held = places.iter().position(|other| *other == Some(*slot));
        if held.is_none_or(|other| fill(other, orders, places, seen)) {
            places[place] = Some(*slot);
            return true;
        }
    }
    false
}
