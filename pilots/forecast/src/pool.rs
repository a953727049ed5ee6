//! Mana pools and exact payment.
//!
//! A unit of mana is a class: the set of needed kinds it can be. With at most three kinds needed in
//! a deck there are 8 classes, else 64. Whether needs can be paid is Hall's condition over sets of
//! kinds, which is exact for bipartite matching when needs and units are given as sets.

use crate::profile::Cost;

/// A vector over sets of kinds: index 0 counts everything, index `s` what concerns the set `s`.
pub(crate) type Hall<const N: usize> = [u8; N];

/// Mana available now.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pool<const N: usize> {
    count: [u8; N],
    /// For a set: units that can be one of its kinds.
    hall: Hall<N>,
}

/// A cost in classes.
#[derive(Clone, Debug)]
pub(crate) struct ClassCost<const N: usize> {
    /// For a set: symbols whose kinds all lie in it.
    pub(crate) need: Hall<N>,
    pub(crate) generic: u8,
    pub(crate) symbols: Vec<u8>,
    pub(crate) total: u8,
}

/// Maps masks of real mana to classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinds {
    bits: [u8; 6],
    len: usize,
}

impl Kinds {
    /// The kinds in `needed`.
    pub(crate) fn new(needed: u8) -> Self {
        let mut bits = [0; 6];
        let mut len = 0;
        for bit in (0..6).map(|n| 1u8 << n) {
            if needed & bit != 0
                && let Some(slot) = bits.get_mut(len)
            {
                *slot = bit;
                len += 1;
            }
        }
        Self { bits, len }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn class(&self, mask: u8) -> u8 {
        self.bits.iter().take(self.len).enumerate().fold(
            0,
            |class, (n, bit)| if mask & bit == 0 { class } else { class | 1 << n },
        )
    }

    pub(crate) fn mask(&self, class: u8) -> u8 {
        self.bits
            .iter()
            .take(self.len)
            .enumerate()
            .fold(0, |mask, (n, bit)| if class & 1 << n == 0 { mask } else { mask | bit })
    }

    /// The cost in classes; `None` if a symbol can never be paid.
    pub(crate) fn cost<const N: usize>(&self, cost: &Cost) -> Option<ClassCost<N>> {
        let symbols: Vec<u8> = cost.needs.iter().map(|need| self.class(*need)).collect();
        if symbols.contains(&0) {
            return None;
        }
        let total = cost.total();
        let mut need = [0u8; N];
        for (set, slot) in need.iter_mut().enumerate() {
            let inside = symbols
                .iter()
                .filter(|symbol| usize::from(**symbol) & !set == 0)
                .count();
            *slot = u8::try_from(inside).unwrap_or(u8::MAX);
        }
        need[0] = total;
        Some(ClassCost {
            need,
            generic: cost.generic,
            symbols,
            total,
        })
    }
}

/// `a + b`, or a vector nothing can pay when a part overflows.
pub(crate) fn plus<const N: usize>(a: &Hall<N>, b: &Hall<N>) -> Hall<N> {
    let mut sum = *a;
    for (s, b) in sum.iter_mut().zip(b) {
        *s = s.saturating_add(*b);
    }
    sum
}

impl<const N: usize> Pool<N> {
    pub(crate) const EMPTY: Self = Self {
        count: [0; N],
        hall: [0; N],
    };

    pub(crate) fn add(&mut self, class: u8) {
        let class = usize::from(class) & (N - 1);
        self.count[class] = self.count[class].saturating_add(1);
        for (set, slot) in self.hall.iter_mut().enumerate() {
            *slot = slot.saturating_add(u8::from(set & class != 0));
        }
        self.hall[0] = self.hall[0].saturating_add(1);
    }

    fn remove(&mut self, class: usize) {
        self.count[class] -= 1;
        for (set, slot) in self.hall.iter_mut().enumerate() {
            *slot -= u8::from(set & class != 0);
        }
        self.hall[0] -= 1;
    }

    pub(crate) const fn total(&self) -> u8 {
        self.hall[0]
    }

    /// Whether all these needs can be paid together.
    pub(crate) fn fits(&self, need: &Hall<N>) -> bool {
        let mut fits = true;
        for (have, need) in self.hall.iter().zip(need) {
            fits &= have >= need;
        }
        fits
    }

    /// Kinds any unit can be, as a class.
    pub(crate) fn reach(&self) -> u8 {
        let mut reach = 0u8;
        for class in 1..N {
            if self.count[class] > 0 {
                // N is at most 64.
                reach |= u8::try_from(class).unwrap_or(0);
            }
        }
        reach
    }

    /// The largest number of the kinds in `wanted` that can be had at once, one unit each.
    pub(crate) fn together(&self, wanted: u8) -> u8 {
        let mut best = 0;
        for set in 1..N {
            let size = set.count_ones();
            if set & !usize::from(wanted) != 0 || size <= best || size > u32::from(self.total()) {
                continue;
            }
            // One symbol per kind of `set`: inside `s` lie |s ∩ set| of them.
            let pays = (1..N).all(|s| u32::from(self.hall[s]) >= (s & set).count_ones());
            if pays {
                best = size;
            }
        }
        u8::try_from(best).unwrap_or(u8::MAX)
    }

    /// Every pool that can be left after paying, up to ones that another beats unit by unit.
    ///
    /// They are pushed to `out`, whose entries from `first` on are this call's. Paying with a unit whose kinds contain another payable unit's kinds is never better.
    pub(crate) fn pay(&self, cost: &ClassCost<N>, less: u8, first: usize, out: &mut Vec<Self>) {
        let generic = cost.generic - less.min(cost.generic);
        let mut need = cost.need;
        need[0] = cost.total - less.min(cost.generic);
        if self.fits(&need) {
            self.pay_symbols(&cost.symbols, generic, first, out);
        }
    }

    fn pay_symbols(&self, symbols: &[u8], generic: u8, first_out: usize, out: &mut Vec<Self>) {
        let Some((first, rest)) = symbols.split_first() else {
            self.pay_generic(generic, first_out, out);
            return;
        };
        let symbol = usize::from(*first);
        for class in 1..N {
            if self.is_minimal(class, |other| other & symbol != 0) {
                let mut left = *self;
                left.remove(class);
                left.pay_symbols(rest, generic, first_out, out);
            }
        }
    }

    fn pay_generic(&self, generic: u8, first_out: usize, out: &mut Vec<Self>) {
        if generic == 0 {
            if out.get(first_out..).is_none_or(|new| !new.contains(self)) {
                out.push(*self);
            }
            return;
        }
        for class in 0..N {
            if self.is_minimal(class, |_| true) {
                let mut left = *self;
                left.remove(class);
                left.pay_generic(generic - 1, first_out, out);
            }
        }
    }

    /// Whether `class` is there, usable, and no other usable class there is strictly inside it.
    fn is_minimal(&self, class: usize, usable: impl Fn(usize) -> bool) -> bool {
        self.count[class] > 0
            && usable(class)
            && !(0..class).any(|other| self.count[other] > 0 && other & !class == 0 && usable(other))
    }
}
