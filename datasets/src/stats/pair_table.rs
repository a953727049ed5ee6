//! The 2×2 table of two yes/no judgements on the same rows.

use serde::Serialize;

/// Counts of row pairs by what `a` and `b` said ("yes" is keep, or agreement with a reference).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct PairTable {
    /// Both yes.
    pub both: u64,
    /// Only `a` yes (the `b` of McNemar's notation).
    pub only_a: u64,
    /// Only `b` yes (the `c` of McNemar's notation).
    pub only_b: u64,
    /// Both no.
    pub neither: u64,
}

impl PairTable {
    /// Counts one pair per row.
    pub fn from_pairs<I: IntoIterator<Item = (bool, bool)>>(pairs: I) -> Self {
        let mut table = Self::default();
        for (a, b) in pairs {
            table.add(a, b, 1);
        }
        table
    }

    /// Counts a pair `times` times, as a bootstrap replicate asks.
    pub fn add(&mut self, a: bool, b: bool, times: u32) {
        let cell = match (a, b) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.only_a,
            (false, true) => &mut self.only_b,
            (false, false) => &mut self.neither,
        };
        *cell = cell.saturating_add(u64::from(times));
    }

    /// Rows.
    pub fn n(&self) -> u64 {
        self.both
            .saturating_add(self.only_a)
            .saturating_add(self.only_b)
            .saturating_add(self.neither)
    }

    /// Rows on which the two differ.
    pub fn discordant(&self) -> u64 {
        self.only_a.saturating_add(self.only_b)
    }

    /// Rows on which the two say the same.
    pub fn concordant(&self) -> u64 {
        self.both.saturating_add(self.neither)
    }

    /// Rows with a yes of `a`.
    pub fn yes_a(&self) -> u64 {
        self.both.saturating_add(self.only_a)
    }

    /// Rows with a yes of `b`.
    pub fn yes_b(&self) -> u64 {
        self.both.saturating_add(self.only_b)
    }
}
