//! McNemar's mid-p for two policies on one hand per game.

use super::normal::cdf;

/// Below this n all binomial sums are exact integers.
const EXACT_BELOW: u64 = 120;

/// Above this n the normal law replaces the sums: mid-p carries no continuity error, so the two
/// differ by terms of order 1/n.
const NORMAL_ABOVE: u64 = 1_000_000;

/// Mid-p of McNemar's test on `b` and `c` discordant pairs.
///
/// 2·Σ_{i<m} C(n,i)/2ⁿ + C(n,m)/2ⁿ with n = b + c and m = min(b, c); 1 for n = 0 or b = c
/// (Fagerland, Lydersen and Laake 2013). Pairs count as independent: one per game. A value too
/// small for a float is given as the smallest positive one, never as 0.
pub fn mid_p(b: u64, c: u64) -> f64 {
    if b == c {
        return 1.0;
    }
    let m = b.min(c);
    let p = match b.checked_add(c) {
        Some(n) if n < EXACT_BELOW => exact(n, m),
        Some(n) if n <= NORMAL_ABOVE => scaled(n, m),
        _ => normal(b, c),
    };
    p.clamp(f64::MIN_POSITIVE, 1.0)
}

fn normal(b: u64, c: u64) -> f64 {
    let n = b as f64 + c as f64;
    2.0 * cdf(-(b.abs_diff(c) as f64) / n.sqrt())
}

/// Integer sums, rounded once.
fn exact(n: u64, m: u64) -> f64 {
    let mut binomial = 1_u128;
    let mut below = 0_u128;
    for i in 0..m {
        below += binomial;
        binomial = binomial * u128::from(n - i) / u128::from(i + 1);
    }
    let exponent = i32::try_from(n).unwrap_or(i32::MAX);
    libm::scalbn((2 * below + binomial) as f64, -exponent)
}

/// The point probability as mantissa and exponent, times the sum relative to it.
fn scaled(n: u64, m: u64) -> f64 {
    let mut mantissa = 1.0_f64;
    let mut exponent = 0_i64;
    for i in 1..=m {
        mantissa *= (n - m + i) as f64 / i as f64;
        if mantissa > 1e150 {
            mantissa = libm::scalbn(mantissa, -512);
            exponent += 512;
        }
    }
    let mut relative = 0.0;
    let mut term = 1.0;
    let mut i = m;
    // Terms fall faster than geometrically; the rest is below the last digit.
    while i > 0 && term > 1e-30 {
        term *= i as f64 / (n - i + 1) as f64;
        relative += term;
        i -= 1;
    }
    let shift = exponent.saturating_sub(i64::try_from(n).unwrap_or(i64::MAX));
    let shift = i32::try_from(shift.max(-4_000)).unwrap_or(0);
    libm::scalbn(mantissa * (1.0 + 2.0 * relative), shift)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "swapping the counts must not change a bit")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// From `fractions.Fraction` sums of `math.comb` in Python, rounded once.
    const KNOWN: [(u64, u64, f64); 10] = [
        (0, 0, 1.0),
        (0, 1, 0.5),
        (1, 2, 0.625),
        (2, 8, 0.065_429_687_5),
        (12, 2, 0.007_385_253_906_25),
        (0, 6, 0.015_625),
        (10, 25, 0.011_330_984_183_587_134),
        (900, 1_100, 7.656_628_347_757_432e-6),
        (2_450, 2_550, 0.157_333_801_474_780_2),
        (4_000, 4_001, 0.991_080_772_948_308_8),
    ];

    #[test]
    fn matches_exact_fractions() {
        for (b, c, expected) in KNOWN {
            let found = mid_p(b, c);
            assert!((found / expected - 1.0).abs() < 1e-11, "mid_p({b}, {c}) = {found}");
        }
    }

    #[test]
    fn never_zero() {
        assert!(mid_p(0, 3_000) > 0.0);
        assert!(mid_p(10, 1_000_000) > 0.0);
        assert!(mid_p(0, u64::MAX) > 0.0);
        assert!(mid_p(1, u64::MAX) > 0.0);
    }

    #[test]
    fn the_normal_law_takes_over_without_a_step() {
        for difference in [2, 1_000, 2_000, 4_000] {
            let (b, c) = (500_000 - difference / 2, 500_000 + difference / 2);
            let (sums, law) = (scaled(b + c, b), normal(b, c));
            assert!((sums / law - 1.0).abs() < 1e-4, "{difference}: {sums} {law}");
        }
        assert!((mid_p(1 << 63, (1 << 63) + 4) - 1.0).abs() < 1e-6);
    }

    proptest! {
        #[test]
        fn symmetric_and_bounded(b in 0_u64..4_000, c in 0_u64..4_000) {
            let p = mid_p(b, c);
            prop_assert!(p > 0.0 && p <= 1.0);
            prop_assert_eq!(p, mid_p(c, b));
            prop_assert!(mid_p(b.min(c), b.max(c) + 1) <= p * (1.0 + 1e-12));
        }

        #[test]
        fn both_ways_of_computing_agree(n in 1_u64..120, share in 0.0_f64..0.5) {
            let m = (0..n).rev().find(|&k| k as f64 <= share * n as f64 && 2 * k < n).unwrap_or(0);
            prop_assert!((exact(n, m) / scaled(n, m) - 1.0).abs() < 1e-12);
        }
    }
}
