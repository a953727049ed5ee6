//! Positions and moments of the oracle, and the payment of costs unit by unit.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// Slots as bits, lowest first.
pub(super) fn slots(mask: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |slot| mask & 1 << slot != 0)
}

/// A sorted multiset of small numbers; panics when it overflows, which fails the test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bag<const N: usize> {
    len: u8,
    items: [u8; N],
}

impl<const N: usize> Bag<N> {
    pub(super) const EMPTY: Self = Self { len: 0, items: [0; N] };

    pub(super) fn items(&self) -> &[u8] {
        &self.items[..usize::from(self.len)]
    }

    pub(super) fn put(&mut self, item: u8) {
        let mut at = usize::from(self.len);
        assert!(at < N, "the oracle's list of {N} is full");
        while at > 0 && self.items[at - 1] > item {
            self.items[at] = self.items[at - 1];
            at -= 1;
        }
        self.items[at] = item;
        self.len += 1;
    }

    pub(super) fn put_all(&mut self, items: &[u8]) {
        for item in items {
            self.put(*item);
        }
    }

    pub(super) fn drop_at(&mut self, at: usize) {
        let last = usize::from(self.len) - 1;
        self.items.copy_within(at + 1..=last, at);
        self.items[last] = 0;
        self.len -= 1;
    }

    pub(super) fn drop_one(&mut self, item: u8) {
        let at = self
            .items()
            .iter()
            .position(|other| *other == item)
            .expect("it is there");
        self.drop_at(at);
    }
}

/// The units of mana at hand: each the mask of kinds it can be.
pub(super) type Units = Bag<23>;

/// Where everything is. Masks are of slots: the hand's cards, then the commanders.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) hand: u16,
    pub(super) cast: u16,
    pub(super) field: u16,
    /// Card ids of found lands on the battlefield and in hand.
    pub(super) found_field: Bag<7>,
    pub(super) found_hand: Bag<7>,
    pub(super) treasures: u8,
    pub(super) setup: bool,
    pub(super) casts: u8,
    pub(super) spent: u8,
}

/// Marks the one-shot ability among the ways left open.
pub(super) const ABILITY: u8 = 15;

/// A moment of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Moment {
    pub(super) place: Place,
    pub(super) pool: Units,
    /// Slot · 16 + way.
    pub(super) open: Bag<15>,
    pub(super) fresh: bool,
}

impl Moment {
    pub(super) fn left_open(mut self, slot: usize, way: u8) -> Self {
        self.open.put(u8::try_from(slot).unwrap() << 4 | way);
        self
    }
}

/// Sets whose order is never looked at.
pub(super) type Set<T> = HashSet<T, BuildHasherDefault<Mix>>;

/// A multiplicative hash: the standard one takes most of the oracle's time.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Mix {
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.word(u64::from(n));
    }

    fn write_u16(&mut self, n: u16) {
        self.word(u64::from(n));
    }

    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// Every multiset of units left after paying the symbols and the generic part.
pub(super) fn payments(pool: &Units, needs: &[u8], generic: u8) -> Vec<Units> {
    if pool.items().len() < needs.len() + usize::from(generic) {
        return Vec::new();
    }
    let mut left = vec![*pool];
    for need in needs.iter().copied().chain((0..generic).map(|_| u8::MAX)) {
        let mut next = Vec::with_capacity(left.len() * 4);
        for units in &left {
            let items = units.items();
            for at in 0..items.len() {
                // Generic mana is paid by any unit, also by one of no kind that a cost asks for.
                let pays = need == u8::MAX || items[at] & need != 0;
                if pays && (at == 0 || items[at] != items[at - 1]) {
                    let mut rest = *units;
                    rest.drop_at(at);
                    next.push(rest);
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        left = next;
    }
    left
}

/// Whether each symbol gets its own unit, none of the `used`.
pub(super) fn assign(pool: &[u8], needs: &[u8], used: u32) -> bool {
    let Some((need, rest)) = needs.split_first() else {
        return true;
    };
    (0..pool.len()).any(|at| used & 1 << at == 0 && pool[at] & need != 0 && assign(pool, rest, used | 1 << at))
}

/// The most colours, one unit each, none of the `used`.
pub(super) fn colors_at_once(pool: &[u8], colors: &[u8], used: u32) -> u8 {
    let Some((first, rest)) = colors.split_first() else {
        return 0;
    };
    let mut best = colors_at_once(pool, rest, used);
    for at in 0..pool.len() {
        if used & 1 << at == 0 && pool[at] & first != 0 {
            best = best.max(1 + colors_at_once(pool, rest, used | 1 << at));
        }
    }
    best
}
