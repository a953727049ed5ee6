//! The paired test over games: under the null each game's difference could as well be negated.

use std::collections::BTreeMap;

use serde::Serialize;

use super::rng::SeededRng;

/// Up to this many non-zero games all sign patterns are counted.
pub const EXACT_UP_TO: usize = 20;

/// Random sign patterns beyond that: p moves in steps of 10⁻⁵, with a Monte Carlo standard error
/// of 0.0007 at p = 0.05.
pub const DRAWS: u32 = 99_999;

/// How a p-value was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SignFlipMethod {
    /// All 2^k sign patterns.
    Enumerated,
    /// [`DRAWS`] seeded patterns.
    MonteCarlo,
}

/// Two-sided sign-flip test of a sum of paired differences.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SignFlip {
    /// Two-sided p-value, never 0.
    pub p: f64,
    /// Sum of the differences, the statistic.
    pub sum: i128,
    /// Games given.
    pub games: usize,
    /// Games whose difference is not 0; only these carry evidence.
    pub nonzero: usize,
    /// How p was found.
    pub method: SignFlipMethod,
}

/// Tests whether the differences `d` (one per game, the sum over its rows) are symmetric about 0.
///
/// p is the share of sign patterns with |Σ ±d| ≥ |Σ d|: counted / 2^k for k ≤ [`EXACT_UP_TO`],
/// else (1 + hits)/(1 + [`DRAWS`]). Integers throughout, so ties are exact; the order of games
/// does not matter. No non-zero game gives p = 1.
pub fn sign_flip(d: &[i64], seed: &str) -> SignFlip {
    let sum: i128 = d.iter().map(|&x| i128::from(x)).sum();
    let mut magnitudes: BTreeMap<i128, u64> = BTreeMap::new();
    for &x in d.iter().filter(|&&x| x != 0) {
        *magnitudes.entry(i128::from(x).abs()).or_default() += 1;
    }
    let nonzero = d.iter().filter(|&&x| x != 0).count();
    let (p, method) = if nonzero <= EXACT_UP_TO {
        (enumerate(&magnitudes, sum.abs()), SignFlipMethod::Enumerated)
    } else {
        (sample(&magnitudes, sum.abs(), seed), SignFlipMethod::MonteCarlo)
    };
    SignFlip {
        p,
        sum,
        games: d.len(),
        nonzero,
        method,
    }
}

/// Share of all sign patterns that reach `threshold`, by the number of patterns per sum.
fn enumerate(magnitudes: &BTreeMap<i128, u64>, threshold: i128) -> f64 {
    let mut patterns: BTreeMap<i128, u64> = BTreeMap::from([(0, 1)]);
    for (&magnitude, &count) in magnitudes {
        for _ in 0..count {
            let mut next = BTreeMap::new();
            for (&sum, &ways) in &patterns {
                *next.entry(sum + magnitude).or_default() += ways;
                *next.entry(sum - magnitude).or_default() += ways;
            }
            patterns = next;
        }
    }
    let total: u64 = patterns.values().sum();
    let reached: u64 = patterns
        .iter()
        .filter(|&(sum, _)| sum.abs() >= threshold)
        .map(|(_, ways)| ways)
        .sum();
    reached as f64 / total as f64
}

/// Monte Carlo share; the signs of equal magnitudes are counted as the ones of random words.
fn sample(magnitudes: &BTreeMap<i128, u64>, threshold: i128, seed: &str) -> f64 {
    let mut rng = SeededRng::new("sign flip over games", seed);
    let mut hits = 0_u32;
    for _ in 0..DRAWS {
        let mut sum = 0_i128;
        for (&magnitude, &count) in magnitudes {
            let positive = i128::from(ones(&mut rng, count));
            sum += magnitude * (2 * positive - i128::from(count));
        }
        if sum.abs() >= threshold {
            hits += 1;
        }
    }
    f64::from(1 + hits) / f64::from(1 + DRAWS)
}

/// Number of heads in `count` fair tosses.
fn ones(rng: &mut SeededRng, count: u64) -> u64 {
    let full = count / 64;
    let rest = count % 64;
    let mut ones = 0_u64;
    for _ in 0..full {
        ones += u64::from(rng.next_u64().count_ones());
    }
    if rest > 0 {
        ones += u64::from((rng.next_u64() >> (64 - rest)).count_ones());
    }
    ones
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "shares of powers of two are exact")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All patterns one by one, as the definition reads.
    fn by_definition(d: &[i64]) -> f64 {
        let d: Vec<i64> = d.iter().copied().filter(|&x| x != 0).collect();
        let observed = d.iter().sum::<i64>().abs();
        let hits = (0_u32..1 << d.len())
            .filter(|pattern| {
                let sum: i64 = d
                    .iter()
                    .enumerate()
                    .map(|(i, &x)| if pattern >> i & 1 == 1 { -x } else { x })
                    .sum();
                sum.abs() >= observed
            })
            .count();
        hits as f64 / f64::from(1_u32 << d.len())
    }

    #[test]
    fn small_cases_by_hand() {
        assert_eq!(sign_flip(&[], "s").p, 1.0);
        assert_eq!(sign_flip(&[0, 0], "s").p, 1.0);
        assert_eq!(sign_flip(&[1], "s").p, 1.0);
        // Six games in one direction: 2 of 64 patterns.
        let six = sign_flip(&[1, 1, 0, 1, 1, 1, 1], "s");
        assert_eq!(six.p, 2.0 / 64.0);
        assert_eq!((six.sum, six.games, six.nonzero), (6, 7, 6));
        // ±3±1±1 reaches 3 at 3+1+1, 3+1−1 (twice), and their negatives: 6 of 8.
        assert_eq!(sign_flip(&[3, 1, -1], "s").p, 6.0 / 8.0);
        // A zero sum is reached by every pattern.
        assert_eq!(sign_flip(&[2, -2], "s").p, 1.0);
    }

    #[test]
    fn the_limit_lies_between_20_and_21() {
        assert_eq!(sign_flip(&[1; 20], "s").method, SignFlipMethod::Enumerated);
        assert_eq!(sign_flip(&[1; 20], "s").p, 2.0 / 1_048_576.0);
        let beyond = sign_flip(&[1; 21], "s");
        assert_eq!(beyond.method, SignFlipMethod::MonteCarlo);
        assert!(beyond.p >= 1.0 / 100_000.0 && beyond.p < 1e-4);
    }

    #[test]
    fn sampling_agrees_with_counting() {
        // 30 ones against 14: the sum is binomial; scipy.stats.binomtest(30, 44).pvalue.
        let mut d = vec![1; 30];
        d.extend([-1; 14]);
        let p = sign_flip(&d, "s").p;
        assert!((p - 0.022_628_841_205_914_796).abs() < 0.002, "{p}");
        assert_eq!(p, sign_flip(&d, "s").p);
        d.reverse();
        assert_eq!(p, sign_flip(&d, "s").p);
        let mixed: Vec<i64> = (0..18).map(|i| [2, -1, 1, 1, -3, 2][i % 6]).collect();
        let mut counts = BTreeMap::new();
        for x in &mixed {
            *counts.entry(i128::from(x.abs())).or_default() += 1;
        }
        let exact = by_definition(&mixed);
        let sampled = sample(&counts, i128::from(mixed.iter().sum::<i64>().abs()), "s");
        assert!((exact - sampled).abs() < 0.008, "{exact} {sampled}");
    }

    #[test]
    fn extreme_values_do_not_overflow() {
        assert_eq!(sign_flip(&[i64::MIN, i64::MIN, i64::MAX], "s").games, 3);
        assert!(sign_flip(&[i64::MIN; 64], "s").p < 1e-4);
    }

    proptest! {
        #[test]
        fn counting_follows_the_definition(d in proptest::collection::vec(-4_i64..5, 0..11)) {
            let found = sign_flip(&d, "s");
            prop_assert_eq!(found.p, by_definition(&d));
            prop_assert!(found.p > 0.0 && found.p <= 1.0);
            let negated: Vec<i64> = d.iter().map(|x| -x).collect();
            prop_assert_eq!(sign_flip(&negated, "t").p, found.p);
        }
    }
}
