//! The seeded generator of every resampling: integers only, so the same on every machine.

use sha2::{Digest, Sha256};

/// xoshiro256** (Blackman and Vigna 2018, public domain), its state being a SHA-256.
///
/// Small fixed-size state, period 2^256 − 1, and nothing but integer operations; hashing purpose
/// and seed keeps the streams of two purposes unrelated even under one seed.
#[derive(Debug, Clone)]
pub struct SeededRng {
    state: [u64; 4],
}

impl SeededRng {
    /// Stream for one purpose (a constant of the caller) under a seed text.
    pub fn new(purpose: &str, seed: &str) -> Self {
        let mut hash = Sha256::new();
        // The length prefix keeps ("ab", "c") and ("a", "bc") apart.
        hash.update((purpose.len() as u64).to_le_bytes());
        hash.update(purpose.as_bytes());
        hash.update(seed.as_bytes());
        let digest = hash.finalize();
        let mut state = [0_u64; 4];
        for (word, bytes) in state.iter_mut().zip(digest.chunks_exact(8)) {
            *word = bytes.iter().rev().fold(0, |sum, &byte| (sum << 8) | u64::from(byte));
        }
        // The all-zero state is the generator's only fixed point.
        if state == [0; 4] {
            state[0] = 1;
        }
        Self { state }
    }

    /// Next 64 uniform bits.
    pub fn next_u64(&mut self) -> u64 {
        let [s0, s1, s2, s3] = &mut self.state;
        let result = s1.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *s1 << 17;
        *s2 ^= *s0;
        *s3 ^= *s1;
        *s1 ^= *s2;
        *s0 ^= *s3;
        *s2 ^= shifted;
        *s3 = s3.rotate_left(45);
        result
    }

    /// Uniform integer in `0..bound`, without modulo bias (Lemire 2019); 0 for `bound` 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        let reject_below = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            let [low, high] = halves(product);
            if low >= reject_below {
                return high;
            }
        }
    }

    /// Uniform number in `[0, 1)` on the grid of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }
}

/// Low and high 64 bits.
fn halves(value: u128) -> [u64; 2] {
    let mask = u128::from(u64::MAX);
    [value & mask, value >> 64].map(|half| u64::try_from(half).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_the_published_sequence() {
        // First outputs of the authors' C code from state 1, 2, 3, 4.
        let mut rng = SeededRng { state: [1, 2, 3, 4] };
        let first: Vec<u64> = (0..4).map(|_| rng.next_u64()).collect();
        assert_eq!(first, [11_520, 0, 1_509_978_240, 1_215_971_899_390_074_240]);
    }

    #[test]
    fn purposes_and_seeds_have_their_own_streams() {
        let first = |purpose, seed| SeededRng::new(purpose, seed).next_u64();
        assert_ne!(first("ab", "c"), first("a", "bc"));
        assert_ne!(first("a", "1"), first("a", "2"));
        assert_eq!(first("a", "1"), first("a", "1"));
    }

    #[test]
    fn bounded_draws_are_even() {
        let mut rng = SeededRng::new("test", "even");
        let mut counts = [0_i64; 6];
        for _ in 0..60_000 {
            let face = usize::try_from(rng.below(6)).expect("a face is small");
            counts[face] += 1;
        }
        // Six standard deviations of a face count (91) around 10,000.
        assert!(counts.iter().all(|&c| (c - 10_000).abs() < 550), "{counts:?}");
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.below(1), 0);
    }

    #[test]
    fn a_bound_that_does_not_divide_the_range_is_not_biased() {
        // Of four words three are left; without rejection multiples of 3 came twice as often.
        let mut rng = SeededRng::new("test", "bias");
        let multiples = (0..6_000).filter(|_| rng.below(3 << 62).is_multiple_of(3)).count();
        assert!((1_800..2_200).contains(&multiples), "{multiples}");
    }

    #[test]
    fn unit_draws_stay_in_range_and_average_to_one_half() {
        let mut rng = SeededRng::new("test", "unit");
        let draws: Vec<f64> = (0..20_000).map(|_| rng.unit()).collect();
        assert!(draws.iter().all(|x| (0.0..1.0).contains(x)));
        let mean = draws.iter().sum::<f64>() / 20_000.0;
        assert!((mean - 0.5).abs() < 0.013, "{mean}");
    }
}
