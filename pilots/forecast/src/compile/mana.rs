//! Mana that permanents make, and mana costs.

use super::Context;
use crate::profile::{ANY, COLORLESS, Cond, Cost, ManaOption};
use turnzero_contract::card::{
    Ability, Activated, Amount, CostPart, Effect, ManaKind, ManaOutput, ManaRestriction, Zone,
};
use turnzero_contract::{ManaCost, ManaSymbol};

impl Context<'_> {
    pub(super) fn mana_options(&self, abilities: &[Ability]) -> Vec<ManaOption> {
        let mut options = Vec::new();
        for ability in abilities {
            if let Ability::Activated(activated) = ability
                && activated.zone == Zone::Battlefield
            {
                self.mana_option(activated, &mut options);
            }
        }
        options
    }

    fn mana_option(&self, activated: &Activated, options: &mut Vec<ManaOption>) {
        let Some(cost) = mana_part(&activated.cost) else { return };
        let sacrifice = activated.cost.contains(&CostPart::SacrificeSelf);
        if !sacrifice && !activated.cost.contains(&CostPart::Tap) {
            return;
        }
        let Some(output) = sure_mana(&activated.effect) else {
            return;
        };
        let only_for = match &output.restriction {
            None => None,
            Some(ManaRestriction::Cast(filter) | ManaRestriction::CastOrActivate(filter)) => Some(self.sure(filter)),
            Some(ManaRestriction::Activate(_) | ManaRestriction::Other) => return,
        };
        let cond = match activated.condition.as_ref().map(|condition| self.cond(condition)) {
            Some(Cond::Fixed(false)) => return,
            Some(Cond::Fixed(true)) | None => None,
            other => other,
        };
        let opponents = output
            .choices
            .iter()
            .flatten()
            .any(|kind| *kind == ManaKind::OpponentsLands);
        if opponents && self.seats < 2 {
            return;
        }
        for units in self.units(output) {
            options.push(ManaOption {
                cond: cond.clone(),
                cost: cost.clone(),
                sacrifice,
                units,
                opponents,
                only_for,
            });
        }
    }

    /// The ways an output can come out, each as masks a unit; choices that are free combinations become one way.
    pub(super) fn units(&self, output: &ManaOutput) -> Vec<Vec<u8>> {
        let Amount::Fixed(times) = output.times else {
            return Vec::new();
        };
        let mut ways: Vec<Vec<u8>> = Vec::new();
        for choice in &output.choices {
            // Units of a kind nobody can make now are not made (CR 903.4f).
            let mut way: Vec<u8> = choice
                .iter()
                .filter_map(|kind| match self.kind(*kind) {
                    0 if !matches!(kind, ManaKind::OpponentsLands | ManaKind::OwnLands) => None,
                    mask => Some(mask),
                })
                .collect();
            way.sort_unstable();
            if times == 0 || way.is_empty() {
                continue;
            }
            if times > 1 && way.iter().any(|mask| mask.count_ones() > 1) {
                // "N mana of any one colour": one way a colour.
                for bit in (0..6).map(|n| 1u8 << n) {
                    if way.iter().all(|mask| mask & bit != 0) {
                        push_times(&mut ways, &vec![bit; way.len()], times);
                    }
                }
            } else {
                push_times(&mut ways, &way, times);
            }
        }
        merge(ways)
    }

    fn kind(&self, kind: ManaKind) -> u8 {
        match kind {
            ManaKind::Color(color) => 1 << color.index(),
            ManaKind::Colorless => COLORLESS,
            ManaKind::AnyColor => ANY,
            ManaKind::CommanderIdentity => self.identity.bits(),
            ManaKind::OpponentsLands | ManaKind::OwnLands => 0,
        }
    }
}

fn push_times(ways: &mut Vec<Vec<u8>>, way: &[u8], times: u32) {
    // More than this is never spent by turn five.
    let mut units: Vec<u8> = Vec::new();
    for _ in 0..times.min(12) {
        units.extend_from_slice(way);
    }
    units.sort_unstable();
    units.truncate(12);
    if !ways.contains(&units) {
        ways.push(units);
    }
}

/// Joins ways that together are "each unit freely one of these kinds".
fn merge(ways: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let Some(size) = ways.first().map(Vec::len) else {
        return ways;
    };
    if ways.len() < 2 || ways.iter().any(|way| way.len() != size) {
        return ways;
    }
    let all = ways.iter().flatten().fold(0, |mask, unit| mask | unit);
    if size == 1 {
        return vec![vec![all]];
    }
    if ways.iter().flatten().any(|unit| unit.count_ones() != 1) {
        return ways;
    }
    // Multisets of `size` out of k kinds: C(k + size − 1, size).
    let kinds = u64::from(all.count_ones());
    let mut combinations = 1u64;
    for i in 0..size as u64 {
        combinations = combinations * (kinds + i) / (i + 1);
    }
    if combinations == ways.len() as u64 {
        vec![vec![all; size]]
    } else {
        ways
    }
}

fn sure_mana(effect: &Effect) -> Option<&ManaOutput> {
    match effect {
        Effect::AddMana(output) => Some(output),
        Effect::Sequence(parts) => parts.iter().find_map(sure_mana),
        _ => None,
    }
}

/// The mana of a cost whose other parts are free here (tap, life, losing the source); `None` for any other part.
pub(super) fn mana_part(parts: &[CostPart]) -> Option<Cost> {
    let mut total = Cost::default();
    for part in parts {
        match part {
            CostPart::Mana(cost) => {
                let cost = mana_cost(cost);
                total.generic = total.generic.saturating_add(cost.generic);
                total.needs.extend(cost.needs);
            }
            CostPart::Tap | CostPart::PayLife(_) | CostPart::SacrificeSelf | CostPart::DiscardSelf => {}
            _ => return None,
        }
    }
    Some(total)
}

/// X counts 1, Phyrexian symbols are paid with life, snow cannot be paid.
pub(super) fn mana_cost(cost: &ManaCost) -> Cost {
    let mut total = Cost::default();
    for symbol in &cost.0 {
        match symbol {
            ManaSymbol::X => total.generic = total.generic.saturating_add(1),
            ManaSymbol::Generic(n) => total.generic = total.generic.saturating_add(*n),
            ManaSymbol::Colorless => total.needs.push(COLORLESS),
            ManaSymbol::Snow => total.needs.push(0),
            ManaSymbol::Colored(c) | ManaSymbol::MonoHybrid(_, c) => total.needs.push(1 << c.index()),
            ManaSymbol::Hybrid(a, b) => total.needs.push(1 << a.index() | 1 << b.index()),
            ManaSymbol::ColorlessHybrid(c) => total.needs.push(COLORLESS | 1 << c.index()),
            ManaSymbol::Phyrexian(_) | ManaSymbol::ColorlessPhyrexian | ManaSymbol::HybridPhyrexian(..) => {}
        }
    }
    total.needs.sort_unstable();
    total
}
