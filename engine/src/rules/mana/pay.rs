//! Automatic payment: planner and payer are one (CR 601.2g–h, 605.3).

use super::plan::{Demand, Supply, readings};
use super::source::{ANY, ManaSource};
use super::{Need, Purpose};
use crate::rules::ids::{Player, Slot};
use crate::rules::pool::{Ability, CostStep, ManaPart, Op, Selection};
use crate::rules::query::Source;
use crate::rules::state::State;
use turnzero_contract::card::PlayerRef;

/// The most mana abilities considered for one payment.
const MOST: usize = 96;

/// What may pay: the mana abilities, one entry each, those of one permanent next to each other.
struct Sources {
    list: [ManaSource; MOST],
    len: usize,
}

impl Sources {
    fn new() -> Self {
        let none = ManaSource {
            slot: Slot(u16::MAX),
            ability: 0,
            mask: 0,
            fixed: [0; 6],
            rank: 0,
        };
        Self {
            list: [none; MOST],
            len: 0,
        }
    }

    fn push(&mut self, source: ManaSource) {
        if let Some(place) = self.list.get_mut(self.len) {
            *place = source;
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = &ManaSource> {
        self.list[..self.len].iter()
    }
}

/// The kinds of mana a permanent can make one of, all its abilities together, at `at` in the list;
/// and where the next permanent begins.
fn group(sources: &[ManaSource], at: usize) -> (u8, usize) {
    let slot = sources[at].slot;
    let mut mask = 0;
    let mut next = at;
    while let Some(source) = sources.get(next).filter(|source| source.slot == slot) {
        mask |= source.mask;
        next += 1;
    }
    (mask, next)
}

impl State {
    /// Whether the player can pay this mana without sacrificing a card or paying life.
    pub(crate) fn can_pay(&self, player: Player, need: &Need, purpose: Purpose) -> bool {
        if need.is_nothing() {
            return true;
        }
        let supply = self.supply(player, purpose);
        readings(need, &mut |demand| supply.meets(demand))
    }

    /// The largest X for which the cost can be paid beside what is needed without it.
    pub(crate) fn most_x(&self, player: Player, need: &Need, part: &ManaPart, purpose: Purpose) -> u16 {
        let supply = self.supply(player, purpose);
        let mut x = 0_u16;
        // Mana is what bounds X, and there is little of it.
        while x < u16::from(u8::MAX) {
            let more = need.for_x(part, x + 1);
            if !readings(&more, &mut |demand| supply.meets(demand)) {
                break;
            }
            x += 1;
        }
        x
    }

    fn supply(&self, player: Player, purpose: Purpose) -> Supply {
        let mut supply = Supply::new();
        for (kind, amount) in self.players[player.index()].mana.0.iter().enumerate() {
            supply.add(1 << kind, u16::from(*amount));
        }
        let mut last = (Slot(u16::MAX), 0_u8);
        self.each_source(player, purpose, |source| {
            if source.mask == 0 {
                for (kind, amount) in source.fixed.iter().enumerate() {
                    supply.add(1 << kind, u16::from(*amount));
                }
                return;
            }
            // Several abilities of one permanent are one unit that may be more.
            if last.0 == source.slot {
                supply.take(last.1);
                last.1 |= source.mask;
            } else {
                last = (source.slot, source.mask);
            }
            supply.add(last.1, 1);
        });
        supply
    }

    /// Pays; false, and nothing changed, if it cannot be paid.
    pub(crate) fn pay(&mut self, player: Player, need: &Need, purpose: Purpose) -> bool {
        if need.is_nothing() {
            return true;
        }
        let mut sources = Sources::new();
        self.each_source(player, purpose, |source| sources.push(source));
        let mut chosen = None;
        let supply = self.supply(player, purpose);
        readings(need, &mut |demand| {
            let met = supply.meets(demand);
            if met {
                chosen = Some(*demand);
            }
            met
        });
        match chosen {
            Some(demand) => {
                self.spend(player, supply, demand, &sources);
                true
            }
            None => false,
        }
    }

    /// Meets one demand after another, always with the cheapest unit that leaves the rest payable.
    fn spend(&mut self, player: Player, mut supply: Supply, mut demand: Demand, sources: &Sources) {
        let mut used = [false; MOST];
        // Mana of tapped sources that is not yet spent, beside the pool.
        while let Some(wanted) = demand.next() {
            let pool = self.players[player.index()].mana.0;
            let floating = (0..6_u8).find(|kind| {
                pool[usize::from(*kind)] > 0 && wanted & 1 << kind != 0 && {
                    let (mut rest, mut open) = (supply, demand);
                    rest.take(1 << kind);
                    open.meet(wanted);
                    rest.meets(&open)
                }
            });
            if let Some(kind) = floating {
                self.players[player.index()].mana.0[usize::from(kind)] -= 1;
                supply.take(1 << kind);
                demand.meet(wanted);
                continue;
            }
            let Some((at, mask)) = cheapest(sources, &used, &supply, &demand, wanted) else {
                return;
            };
            let source = sources.list[at];
            for (place, other) in used.iter_mut().zip(sources.iter()) {
                *place |= other.slot == source.slot;
            }
            if source.mask == 0 {
                self.use_source(player, &source, None);
            } else {
                let kind = (0..6_u8)
                    .find(|kind| source.mask & wanted & 1 << kind != 0)
                    .unwrap_or(5);
                supply.take(mask);
                supply.add(1 << kind, 1);
                self.use_source(player, &source, Some(kind));
            }
        }
    }

    /// Activates a mana ability; it resolves at once (CR 605.3b).
    fn use_source(&mut self, player: Player, source: &ManaSource, kind: Option<u8>) {
        let mana = kind.map_or(source.fixed, |kind| {
            let mut one = [0; 6];
            one[usize::from(kind)] = 1;
            one
        });
        let face = self.object(source.slot).face;
        let by = Source::of_object(self, source.slot);
        let pool = std::sync::Arc::clone(&self.pool);
        let Some(Ability::Activated(activated)) = pool.face(face).abilities.get(usize::from(source.ability)) else {
            return;
        };
        let sacrifices = pool.cost(activated.cost).steps.contains(&CostStep::SacrificeSelf);
        self.tap(source.slot);
        self.add_mana(player, mana);
        if sacrifices {
            self.sacrifice(source.slot);
        }
        let start = pool.code(activated.code).start as usize + 1;
        for op in pool.ops[start..].iter().take_while(|op| **op != Op::End) {
            match *op {
                Op::DealDamage {
                    amount,
                    to: Selection::Player(PlayerRef::You),
                    ..
                } => {
                    let amount = self.amount(amount, &by);
                    self.deal_damage(by.object, crate::rules::ids::Ref::Player(player), amount, false);
                }
                Op::LoseLife(PlayerRef::You, amount) => {
                    let amount = self.amount(amount, &by);
                    self.lose_life(player, amount);
                }
                _ => {}
            }
        }
    }
}

/// The cheapest unused ability that makes the wanted mana and leaves the rest payable, with the kinds
/// its permanent counted for in the supply.
fn cheapest(
    sources: &Sources,
    used: &[bool; MOST],
    supply: &Supply,
    demand: &Demand,
    wanted: u8,
) -> Option<(usize, u8)> {
    let list = &sources.list[..sources.len];
    let mut best: Option<(usize, u8)> = None;
    let mut at = 0;
    while at < list.len() {
        let (mask, next) = group(list, at);
        for (index, source) in list.iter().enumerate().take(next).skip(at) {
            let makes = if source.mask == 0 {
                kinds_of(source.fixed)
            } else {
                source.mask
            };
            let cheaper = best.is_none_or(|(other, _)| source.rank < list[other].rank);
            if used[index] || makes & wanted == 0 || !cheaper {
                continue;
            }
            let (mut rest, mut open) = (*supply, *demand);
            if source.mask == 0 {
                // It stays in the pool, where the next round finds it.
            } else {
                rest.take(mask);
                open.meet(wanted);
            }
            if rest.meets(&open) {
                best = Some((index, mask));
            }
        }
        at = next;
    }
    best
}

fn kinds_of(fixed: [u8; 6]) -> u8 {
    let bits = fixed.iter().enumerate().filter(|(_, amount)| **amount > 0);
    bits.fold(0, |mask, (kind, _)| mask | 1 << kind) & ANY
}
