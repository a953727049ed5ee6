//! Whether units of mana can pay what is needed: Hall's condition on kinds of mana.

use super::Need;
use super::source::ANY;
use turnzero_contract::ManaSymbol;

/// Mana by what it may be: how many units have each set of kinds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Supply {
    count: [u16; 64],
    total: u32,
    /// The sets that occur, one bit each.
    present: u64,
}

impl Supply {
    pub(crate) const fn new() -> Self {
        Self {
            count: [0; 64],
            total: 0,
            present: 0,
        }
    }

    pub(crate) fn add(&mut self, mask: u8, amount: u16) {
        if amount > 0 && mask != 0 {
            self.count[usize::from(mask & ANY)] += amount;
            self.total += u32::from(amount);
            self.present |= 1 << (mask & ANY);
        }
    }

    pub(crate) fn take(&mut self, mask: u8) {
        let count = &mut self.count[usize::from(mask & ANY)];
        if *count > 0 {
            *count -= 1;
            self.total -= 1;
            if *count == 0 {
                self.present &= !(1 << (mask & ANY));
            }
        }
    }

    /// Units that may be one of these kinds.
    fn of(&self, kinds: u8) -> u32 {
        let mut left = self.present;
        let mut sum = 0;
        while left != 0 {
            let mask = left.trailing_zeros();
            left &= left - 1;
            if mask & u32::from(kinds) != 0 {
                sum += u32::from(self.count[mask as usize]);
            }
        }
        sum
    }

    /// Whether all demands can be met, each by a unit of its own: for every set of kinds, the demands
    /// that only these kinds meet are no more than the units that may be one of them (Hall 1935).
    pub(crate) fn meets(&self, demand: &Demand) -> bool {
        if demand.total > self.total {
            return false;
        }
        let kinds = demand.kinds;
        // All non-empty subsets of the kinds that demands name.
        let mut subset = kinds;
        while subset != 0 {
            let needed = demand.within(subset);
            if needed > 0 && self.of(subset) < needed {
                return false;
            }
            subset = (subset - 1) & kinds;
        }
        true
    }
}

/// Units needed, by which kinds of mana will do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    count: [u8; 64],
    masks: u64,
    kinds: u8,
    total: u32,
}

impl Demand {
    fn new(generic: u16) -> Self {
        Self {
            count: [0; 64],
            masks: 0,
            kinds: 0,
            total: u32::from(generic),
        }
    }

    fn add(&mut self, mask: u8, amount: u8) {
        if amount > 0 {
            self.count[usize::from(mask)] += amount;
            self.masks |= 1 << mask;
            self.kinds |= mask;
            self.total += u32::from(amount);
        }
    }

    fn within(&self, kinds: u8) -> u32 {
        let mut left = self.masks;
        let mut sum = 0;
        while left != 0 {
            let mask = left.trailing_zeros();
            left &= left - 1;
            if mask & !u32::from(kinds) == 0 {
                sum += u32::from(self.count[mask as usize]);
            }
        }
        sum
    }

    /// The most demanding set of kinds that is still open, the fewest kinds first; [`ANY`] for generic.
    pub(crate) fn next(&self) -> Option<u8> {
        let mut left = self.masks;
        let mut best: Option<u8> = None;
        while left != 0 {
            let mask = u8::try_from(left.trailing_zeros()).unwrap_or(0);
            left &= left - 1;
            if best.is_none_or(|other| mask.count_ones() < other.count_ones()) {
                best = Some(mask);
            }
        }
        best.or((self.total > 0).then_some(ANY))
    }

    /// One unit less of this set of kinds.
    pub(crate) fn meet(&mut self, mask: u8) {
        let count = &mut self.count[usize::from(mask)];
        self.total = self.total.saturating_sub(1);
        if *count > 0 {
            *count -= 1;
            if *count == 0 {
                self.masks &= !(1 << mask);
                let mut kinds = 0;
                for other in 0..64 {
                    if self.masks & 1 << other != 0 {
                        kinds |= other;
                    }
                }
                self.kinds = kinds;
            }
        }
    }
}

/// Every way to read the symbols of a need without paying life, the most mana-saving first; stops at
/// the first that `try_it` accepts.
pub(crate) fn readings(need: &Need, try_it: &mut impl FnMut(&Demand) -> bool) -> bool {
    let mut demand = Demand::new(need.generic);
    for (kind, amount) in need.colored.iter().enumerate() {
        demand.add(1 << kind, *amount);
    }
    read(&need.special, demand, try_it)
}

fn read(symbols: &[Option<ManaSymbol>], demand: Demand, try_it: &mut impl FnMut(&Demand) -> bool) -> bool {
    let Some((Some(symbol), rest)) = symbols.split_first() else {
        return try_it(&demand);
    };
    let with = |mask: u8| {
        let mut more = demand;
        more.add(mask, 1);
        more
    };
    let bit = |color: turnzero_contract::Color| 1_u8 << color.index();
    match *symbol {
        ManaSymbol::Hybrid(a, b) | ManaSymbol::HybridPhyrexian(a, b) => read(rest, with(bit(a) | bit(b)), try_it),
        ManaSymbol::ColorlessHybrid(a) => read(rest, with(bit(a) | 1 << 5), try_it),
        ManaSymbol::Phyrexian(a) | ManaSymbol::Colored(a) => read(rest, with(bit(a)), try_it),
        ManaSymbol::Colorless | ManaSymbol::ColorlessPhyrexian => read(rest, with(1 << 5), try_it),
        ManaSymbol::MonoHybrid(number, a) => {
            if read(rest, with(bit(a)), try_it) {
                return true;
            }
            let mut generic = demand;
            generic.total += u32::from(number);
            read(rest, generic, try_it)
        }
        // No source of the pool makes snow mana.
        ManaSymbol::Snow => false,
        ManaSymbol::Generic(number) => {
            let mut generic = demand;
            generic.total += u32::from(number);
            read(rest, generic, try_it)
        }
        ManaSymbol::X => read(rest, demand, try_it),
    }
}
