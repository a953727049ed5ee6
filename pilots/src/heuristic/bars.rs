//! What a hand must be worth to be kept: what this deck's next hand is worth on average, by backward induction.

use super::settings::Stopping;
use sha2::{Digest, Sha256};

/// Names the stream of sample hands; it has nothing to do with any game's seed.
const STREAM: &[u8] = b"turnzero heuristic sample hands\0";

/// Hands of this size are kept whatever they hold.
pub(super) const ALWAYS_KEPT: usize = 3;

/// Points below which a hand is given up, by mulligan state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bars {
    /// The next hand has as many cards.
    pub(super) free: f64,
    /// The next hand has one card less than these 4, 5, 6 or 7.
    counted: [f64; 4],
}

impl Bars {
    /// Optimal stopping with the points of sample sevens standing for hands of every size: a hand is worth keeping
    /// if it has the points that going on yields on average, less `card` for the card lost.
    pub(super) fn of(points: &[f64], stopping: &Stopping) -> Self {
        let count = points.len().max(1) as f64;
        let going_on = |bar: f64| points.iter().map(|points| points.max(bar)).sum::<f64>() / count;
        // The smallest judged hand leads to one that is always kept.
        let mut next = points.iter().sum::<f64>() / count;
        let counted = [(); 4].map(|()| {
            let bar = next - stopping.card;
            next = going_on(bar);
            bar
        });
        Self { free: next, counted }
    }

    /// The bar of a hand of this size whose loss costs a card.
    pub(super) fn counted(&self, played: usize) -> f64 {
        let index = played.saturating_sub(ALWAYS_KEPT + 1).min(self.counted.len() - 1);
        self.counted[index]
    }
}

/// Sample hands as places in the deck, the same for every deck of this size.
///
/// Hand *n* is drawn with SHA-256 of (stream name, *n*): eight 32-bit words, scaled to the cards left, which is even
/// to one part in ten million.
pub(super) fn sample_places(deck: usize, hand: usize, count: u32) -> Vec<Vec<usize>> {
    let mut places: Vec<usize> = (0..deck).collect();
    (0..count)
        .map(|number| {
            let digest = Sha256::new()
                .chain_update(STREAM)
                .chain_update(number.to_le_bytes())
                .finalize();
            let words = digest
                .chunks_exact(4)
                .map(|bytes| bytes.iter().fold(0_u64, |word, byte| word << 8 | u64::from(*byte)));
            let size = hand.min(deck);
            for (drawn, word) in (0..size).zip(words) {
                let left = deck - drawn;
                let ahead = (word * left as u64) >> 32;
                places.swap(drawn, drawn + usize::try_from(ahead).unwrap_or(0));
            }
            places.iter().take(size).copied().collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Bars, sample_places};
    use crate::heuristic::settings::Stopping;

    #[test]
    fn induction_matches_two_equally_likely_hands() {
        // Hands worth 0 or 8, a card worth 2. Three cards: mean 4. Four: bar 2, worth (2+8)/2 = 5. Five: bar 3,
        // worth 5.5. Six: bar 3.5, worth 5.75. Seven: bar 3.75, worth 5.875, which is the bar of a free seven.
        let stopping = Stopping { card: 2.0, sample: 2 };
        let bars = Bars::of(&[0.0, 8.0], &stopping);
        let expected = [2.0, 3.0, 3.5, 3.75];
        for (played, bar) in (4..=7).zip(expected) {
            assert!((bars.counted(played) - bar).abs() < 1e-12);
        }
        assert!((bars.counted(9) - 3.75).abs() < 1e-12);
        assert!((bars.free - 5.875).abs() < 1e-12);
    }

    #[test]
    fn sample_hands_have_different_places_and_cover_the_deck() {
        let hands = sample_places(98, 7, 400);
        let mut seen = [0_u32; 98];
        for hand in &hands {
            let mut sorted = hand.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), 7);
            for place in hand {
                seen[*place] += 1;
            }
        }
        // 28.6 expected each, standard deviation 5.2.
        assert!(seen.iter().all(|count| (8..50).contains(count)), "{seen:?}");
        assert!(sample_places(3, 7, 2).iter().all(|hand| hand.len() == 3));
        assert!(sample_places(0, 7, 1)[0].is_empty());
    }
}
