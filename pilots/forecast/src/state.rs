//! The position between two turns, and the table of positions met.

/// A list of up to `size` small numbers 1–15, sorted, in nibbles; 0 ends it.
pub(crate) fn nibbles(list: u32) -> impl Iterator<Item = u8> {
    (0..8)
        .map(move |n| u8::try_from(list >> (4 * n) & 15).unwrap_or(0))
        .take_while(|kind| *kind != 0)
}

/// The list with one more entry; `None` when it is full.
pub(crate) fn with(list: u32, kind: u8) -> Option<u32> {
    if list >> 28 != 0 {
        return None;
    }
    let kind = u32::from(kind);
    let mut at = 0;
    while at < 28 && list >> at & 15 != 0 && list >> at & 15 <= kind {
        at += 4;
    }
    let low = list & ((1 << at) - 1);
    let high = list >> at << at;
    Some(low | kind << at | high << 4)
}

/// The list without one entry of the kind.
pub(crate) fn without(list: u32, kind: u8) -> u32 {
    let mut at = 0;
    while at < 32 {
        if list >> at & 15 == u32::from(kind) {
            let low = list & ((1u32 << at) - 1);
            let high = if at == 28 { 0 } else { list >> (at + 4) << at };
            return low | high;
        }
        at += 4;
    }
    list
}

/// Where everything is at the end of a turn. Slots are bits: the hand's cards, then the commanders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// Slots not yet used; a commander counts as in hand while in the command zone.
    pub(crate) hand: u16,
    /// Slots cast as spells.
    pub(crate) cast: u16,
    /// Slots of lands and mana permanents on the battlefield.
    pub(crate) bf: u16,
    /// Found lands on the battlefield, as kinds.
    pub(crate) fetched: u32,
    /// Found lands in hand, as kinds.
    pub(crate) found: u32,
    pub(crate) treasures: u8,
    /// A setup card was cast by turn 3.
    pub(crate) setup: bool,
}

impl State {
    fn key(&self) -> (u64, u64) {
        (
            u64::from(self.hand)
                | u64::from(self.cast) << 16
                | u64::from(self.bf) << 32
                | u64::from(self.treasures) << 48
                | u64::from(self.setup) << 56,
            u64::from(self.fetched) | u64::from(self.found) << 32,
        )
    }
}

/// A position with the best that led to it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    pub(crate) state: State,
    pub(crate) casts: u8,
    pub(crate) spent: u8,
}

const TABLE: usize = 1 << 13;

/// The positions of one turn, each once.
#[derive(Debug)]
pub(crate) struct Layer {
    pub(crate) nodes: Vec<Node>,
    table: Vec<(u32, u32)>,
    stamp: u32,
}

impl Default for Layer {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            table: vec![(0, 0); TABLE],
            stamp: 0,
        }
    }
}

impl Layer {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.table.fill((0, 0));
            self.stamp = 1;
        }
    }

    /// Adds a position or keeps the better of both figures; false when the table is full.
    pub(crate) fn add(&mut self, node: Node) -> bool {
        let (a, b) = node.state.key();
        let mix = (a ^ b.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut at = usize::try_from(mix >> 51).unwrap_or(0) % TABLE;
        loop {
            let Some(entry) = self.table.get_mut(at) else {
                return false;
            };
            if entry.0 != self.stamp {
                if self.nodes.len() >= TABLE / 2 {
                    return false;
                }
                *entry = (self.stamp, u32::try_from(self.nodes.len()).unwrap_or(0));
                self.nodes.push(node);
                return true;
            }
            if let Some(known) = self.nodes.get_mut(entry.1 as usize)
                && known.state == node.state
            {
                known.casts = known.casts.max(node.casts);
                known.spent = known.spent.max(node.spent);
                return true;
            }
            at = (at + 1) % TABLE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_stay_sorted() {
        let mut list = 0;
        for kind in [3, 1, 2, 3] {
            list = with(list, kind).unwrap();
        }
        assert_eq!(nibbles(list).collect::<Vec<_>>(), [1, 2, 3, 3]);
        assert_eq!(nibbles(without(list, 2)).collect::<Vec<_>>(), [1, 3, 3]);
        assert_eq!(without(list, 9), list);
        let full = (0..8).try_fold(0, |list, _| with(list, 15)).unwrap();
        assert_eq!(with(full, 1), None);
        assert_eq!(nibbles(without(full, 15)).count(), 7);
    }
}
