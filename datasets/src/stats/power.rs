//! What a paired comparison could have seen: power and the number of games for 80 %.

use serde::Serialize;

use super::error::StatsError;
use super::normal::{Z95, cdf};

/// The true difference that power is quoted for.
pub const DIFFERENCE: f64 = 0.10;

/// `quantile(0.8)`, the normal point of 80 % power.
const Z80: f64 = 0.841_621_233_572_914_3;

/// Power of a two-sided 5 % paired test with one pair per game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Power {
    /// True difference of the two rates that is assumed.
    pub difference: f64,
    /// Share of discordant pairs that is assumed: the observed one, at least the difference.
    pub discordant_share: f64,
    /// Pairs.
    pub n: u64,
    /// Chance of a significant result in the right direction.
    pub power: f64,
    /// Pairs needed for 80 %.
    pub n_for_80: u64,
}

/// Power for a true difference of [`DIFFERENCE`] at the observed share of discordant pairs.
///
/// Φ((δ√n − z₀.₉₇₅√π_d)/√(π_d − δ²)), the inverse of n = ((z₀.₉₇₅√π_d + z_β√(π_d − δ²))/δ)²
/// (Connor 1987). π_d is at least δ, below which no such difference exists. `None` for n = 0.
///
/// # Errors
/// [`StatsError::OutOfRange`] if `discordant > n`.
pub fn paired_power(discordant: u64, n: u64) -> Result<Option<Power>, StatsError> {
    if discordant > n {
        return Err(StatsError::OutOfRange {
            field: "discordant",
            row: None,
            value: discordant.to_string(),
            range: "0 to the number of pairs",
        });
    }
    if n == 0 {
        return Ok(None);
    }
    let share = (discordant as f64 / n as f64).max(DIFFERENCE);
    Ok(Some(Power {
        difference: DIFFERENCE,
        discordant_share: share,
        n,
        power: power_at(n, DIFFERENCE, share),
        n_for_80: n_for_80(DIFFERENCE, share),
    }))
}

fn power_at(n: u64, difference: f64, share: f64) -> f64 {
    let spread = (share - difference * difference).sqrt();
    cdf((difference * (n as f64).sqrt() - Z95 * share.sqrt()) / spread)
}

fn n_for_80(difference: f64, share: f64) -> u64 {
    let spread = (share - difference * difference).sqrt();
    let root = (Z95 * share.sqrt() + Z80 * spread) / difference;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a finite number of pairs, positive and far below 2^53"
    )]
    let pairs = (root * root).ceil() as u64;
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::normal::quantile;
    use proptest::prelude::*;

    #[test]
    fn matches_scipy() {
        // scipy.stats.norm on the formula in `paired_power`; rounded up, so that 80 % is reached.
        for (difference, share, pairs) in [
            (0.04, 0.24, 1_175),
            (0.05, 0.25, 783),
            (0.10, 0.20, 155),
            (0.10, 0.30, 234),
            (0.10, 0.10, 77),
        ] {
            assert_eq!(n_for_80(difference, share), pairs);
        }
        for (n, difference, share, expected) in [
            (50, 0.04, 0.24, 0.082_683_442_485_259_55),
            (50, 0.10, 0.20, 0.348_761_467_555_825_7),
            (50, 0.10, 0.10, 0.614_489_316_205_199_4),
            (200, 0.10, 0.25, 0.812_291_309_011_596),
        ] {
            let found = power_at(n, difference, share);
            assert!((found - expected).abs() < 1e-12, "{n} {difference} {share}: {found}");
        }
        assert!((quantile(0.8).expect("inside") - Z80).abs() < 1e-15);
    }

    #[test]
    fn the_assumed_share_is_never_below_the_difference() {
        let calm = paired_power(1, 50).expect("valid").expect("n > 0");
        assert_eq!((calm.discordant_share, calm.n_for_80), (0.10, 77));
        let lively = paired_power(15, 50).expect("valid").expect("n > 0");
        assert_eq!((lively.discordant_share, lively.n_for_80), (0.30, 234));
        assert_eq!(paired_power(0, 0), Ok(None));
        assert!(matches!(paired_power(2, 1), Err(StatsError::OutOfRange { .. })));
    }

    proptest! {
        #[test]
        fn eighty_percent_at_its_own_n(discordant in 0_u64..=100) {
            let power = paired_power(discordant, 100).expect("valid").expect("n > 0");
            let share = power.discordant_share;
            prop_assert!(power_at(power.n_for_80, 0.10, share) >= 0.8 - 1e-9);
            prop_assert!(power_at(power.n_for_80 - 1, 0.10, share) < 0.8 + 1e-9);
            prop_assert!(power.power > 0.0 && power.power < 1.0);
        }
    }
}
