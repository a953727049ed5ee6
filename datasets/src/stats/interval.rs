//! A figure with its interval and n, and the intervals for rates and for paired differences.

use serde::ser::{Error as _, SerializeStruct as _};
use serde::{Deserialize, Serialize, Serializer};

use super::error::{StatsError, Undefined};
use super::normal::Z95;
use super::pair_table::PairTable;

/// A figure that cannot be shown without its n, its 95 % interval, or the reason for lacking one.
///
/// Serialising a NaN or an infinity is an error, never a `null`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Estimate {
    /// The value; `None` when it is undefined.
    pub estimate: Option<f64>,
    /// Lower and upper 95 % limit; `None` when there is no interval.
    pub ci95: Option<[f64; 2]>,
    /// Rows that the figure rests on.
    pub n: usize,
    /// Why a value or an interval is missing, or a caution on the interval.
    #[serde(default)]
    pub why: Option<String>,
}

impl Estimate {
    /// A value with an interval; undefined, with the reason, if any of them is not finite.
    pub fn new(estimate: f64, ci95: [f64; 2], n: usize) -> Self {
        if [estimate, ci95[0], ci95[1]].iter().all(|x| x.is_finite()) {
            Self {
                estimate: Some(estimate),
                ci95: Some(ci95),
                n,
                why: None,
            }
        } else {
            Self::undefined(n, "undefined: the computation gave no finite number")
        }
    }

    /// A value whose interval is missing for a reason.
    pub fn without_interval(estimate: f64, n: usize, why: impl Into<String>) -> Self {
        if estimate.is_finite() {
            Self {
                estimate: Some(estimate),
                ci95: None,
                n,
                why: Some(why.into()),
            }
        } else {
            Self::undefined(n, "undefined: the computation gave no finite number")
        }
    }

    /// No value, for a reason.
    pub fn undefined(n: usize, why: impl Into<String>) -> Self {
        Self {
            estimate: None,
            ci95: None,
            n,
            why: Some(why.into()),
        }
    }
}

impl Serialize for Estimate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = self.estimate.into_iter().chain(self.ci95.into_iter().flatten());
        if numbers.into_iter().any(|x| !x.is_finite()) {
            return Err(S::Error::custom(
                "`estimate` or `ci95` holds a number that is not finite; store the figure as \
                 undefined with its reason",
            ));
        }
        let fields = if self.why.is_some() { 4 } else { 3 };
        let mut object = serializer.serialize_struct("Estimate", fields)?;
        object.serialize_field("estimate", &self.estimate)?;
        object.serialize_field("ci95", &self.ci95)?;
        object.serialize_field("n", &self.n)?;
        if let Some(why) = &self.why {
            object.serialize_field("why", why)?;
        }
        object.end()
    }
}

/// A rate with Wilson's score interval (Wilson 1927), without continuity correction.
///
/// # Errors
/// [`StatsError::OutOfRange`] if `successes > n`.
pub fn wilson(successes: u64, n: u64) -> Result<Estimate, StatsError> {
    if successes > n {
        return Err(StatsError::OutOfRange {
            field: "successes",
            row: None,
            value: successes.to_string(),
            range: "0 to the number of trials",
        });
    }
    let rows = rows(n);
    Ok(match wilson_limits(successes, n) {
        None => Estimate::undefined(rows, Undefined::NoRows),
        Some(limits) => Estimate::new(successes as f64 / n as f64, limits, rows),
    })
}

/// Wilson's limits; `None` for n = 0. The end of the range is exact for 0 and for n successes.
fn wilson_limits(successes: u64, n: u64) -> Option<[f64; 2]> {
    if n == 0 {
        return None;
    }
    let (k, n_f) = (successes as f64, n as f64);
    let z2 = Z95 * Z95;
    let centre = (k + 0.5 * z2) / (n_f + z2);
    let half = Z95 * (k * (n_f - k) / n_f + 0.25 * z2).sqrt() / (n_f + z2);
    let low = if successes == 0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if successes == n { 1.0 } else { (centre + half).min(1.0) };
    Some([low, high])
}

/// Rate of `a` minus rate of `b` on the same rows, with Newcombe's interval.
///
/// Newcombe 1998 (Statist. Med. 17, 2635), method 10: Wilson limits joined through φ, whose
/// numerator is reduced by n/2 (not below 0) when positive; φ = 0 if a margin is empty.
/// Rows count as independent: use it on one row per game.
pub fn newcombe(table: &PairTable) -> Estimate {
    let n = table.n();
    let (yes_a, yes_b) = (table.yes_a(), table.yes_b());
    let limits = wilson_limits(yes_a, n).zip(wilson_limits(yes_b, n));
    let Some(([low_a, high_a], [low_b, high_b])) = limits else {
        return Estimate::undefined(0, Undefined::NoRows);
    };
    let n_f = n as f64;
    let (p_a, p_b) = (yes_a as f64 / n_f, yes_b as f64 / n_f);
    let phi = phi(table);
    let distance = |x: f64, y: f64| (x * x - 2.0 * phi * x * y + y * y).max(0.0).sqrt();
    // From the discordant counts, so that equal rates differ by exactly 0.
    let difference = (table.only_a as f64 - table.only_b as f64) / n_f;
    let low = difference - distance(p_a - low_a, high_b - p_b);
    let high = difference + distance(high_a - p_a, p_b - low_b);
    Estimate::new(difference, [low.max(-1.0), high.min(1.0)], rows(n))
}

/// Newcombe's corrected correlation of the two judgements.
fn phi(table: &PairTable) -> f64 {
    let n = table.n() as f64;
    let (yes_a, yes_b) = (table.yes_a() as f64, table.yes_b() as f64);
    let margins = yes_a * (n - yes_a) * yes_b * (n - yes_b);
    if margins <= 0.0 {
        return 0.0;
    }
    let product = table.both as f64 * table.neither as f64;
    let numerator = product - table.only_a as f64 * table.only_b as f64;
    let corrected = if numerator > 0.0 {
        (numerator - 0.5 * n).max(0.0)
    } else {
        numerator
    };
    corrected / margins.sqrt()
}

/// Value below which a share `q` of sorted values lies: linear between order statistics.
///
/// Convention: type 7 of Hyndman and Fan 1996, position q·(n − 1) counted from 0 (NumPy's
/// default). `None` without values or for q outside 0..=1.
pub fn percentile(sorted: &[f64], q: f64) -> Option<f64> {
    if !(0.0..=1.0).contains(&q) {
        return None;
    }
    let last = sorted.len().checked_sub(1)?;
    let position = q * last as f64;
    let below = floor_index(position, last);
    let low = *sorted.get(below)?;
    let high = *sorted.get(below.saturating_add(1).min(last))?;
    Some(low + (high - low) * (position - below as f64))
}

/// Floor of a position in `0..=last`.
fn floor_index(position: f64, last: usize) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the position is finite and not negative, and a float cast saturates"
    )]
    let floor = position as usize;
    floor.min(last)
}

/// Counts as the `usize` of [`Estimate`].
pub(super) fn rows(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn percentile_is_numpys_default() {
        let x = [1.0, 2.0, 4.0, 8.0];
        // numpy.percentile([1, 2, 4, 8], [0, 2.5, 50, 97.5, 100])
        for (q, expected) in [(0.0, 1.0), (0.025, 1.075), (0.5, 3.0), (0.975, 7.7), (1.0, 8.0)] {
            let found = percentile(&x, q).expect("values are given");
            assert!((found - expected).abs() < 1e-12, "{q}: {found}");
        }
        assert_eq!(percentile(&[], 0.5), None);
        assert_eq!(percentile(&x, 1.1), None);
        assert_eq!(percentile(&x, f64::NAN), None);
        assert_eq!(percentile(&[3.0], 0.3), Some(3.0));
    }

    #[test]
    fn no_number_that_is_not_finite_is_ever_written() {
        let mut figure = Estimate::new(0.5, [0.4, 0.6], 10);
        assert_eq!(
            serde_json::to_string(&figure).expect("finite"),
            r#"{"estimate":0.5,"ci95":[0.4,0.6],"n":10}"#
        );
        figure.estimate = Some(f64::NAN);
        assert!(serde_json::to_string(&figure).is_err());
        figure.estimate = Some(0.5);
        figure.ci95 = Some([0.1, f64::INFINITY]);
        assert!(serde_json::to_string(&figure).is_err());
        let from_nan = Estimate::new(f64::NAN, [0.0, 1.0], 3);
        assert_eq!((from_nan.estimate, from_nan.ci95), (None, None));
        assert!(from_nan.why.is_some());
        assert_eq!(Estimate::without_interval(f64::INFINITY, 1, "x").estimate, None);
    }

    #[test]
    fn undefined_round_trips() {
        let zero = wilson(0, 0).expect("0 of 0 is valid input");
        assert_eq!(zero.why.as_deref(), Some("undefined: no rows"));
        let json = serde_json::to_string(&zero).expect("nothing to refuse");
        assert_eq!(serde_json::from_str::<Estimate>(&json).expect("own output"), zero);
    }

    #[test]
    fn more_successes_than_trials_are_refused() {
        assert!(matches!(wilson(3, 2), Err(StatsError::OutOfRange { .. })));
    }

    proptest! {
        #[test]
        fn wilson_encloses_the_rate_and_mirrors(n in 1_u64..5_000, share in 0.0_f64..=1.0) {
            let k = rows_of(share, n);
            let low_side = wilson(k, n).expect("k <= n");
            let [low, high] = low_side.ci95.expect("n > 0");
            let rate = low_side.estimate.expect("n > 0");
            prop_assert!(0.0 <= low && low <= rate && rate <= high && high <= 1.0);
            let mirror = wilson(n - k, n).expect("k <= n").ci95.expect("n > 0");
            prop_assert!((mirror[0] - (1.0 - high)).abs() < 1e-12);
            prop_assert!((mirror[1] - (1.0 - low)).abs() < 1e-12);
        }

        #[test]
        fn newcombe_encloses_the_difference_and_mirrors(
            both in 0_u64..200, only_a in 0_u64..200, only_b in 0_u64..200, neither in 0_u64..200
        ) {
            let table = PairTable { both, only_a, only_b, neither };
            prop_assume!(table.n() > 0);
            let figure = newcombe(&table);
            let [low, high] = figure.ci95.expect("n > 0");
            let difference = figure.estimate.expect("n > 0");
            prop_assert!(-1.0 <= low && low <= difference && difference <= high && high <= 1.0);
            let swapped = PairTable { only_a: only_b, only_b: only_a, ..table };
            let mirror = newcombe(&swapped).ci95.expect("n > 0");
            prop_assert!((mirror[0] + high).abs() < 1e-12 && (mirror[1] + low).abs() < 1e-12);
        }

        #[test]
        fn percentiles_rise_with_q(mut x in proptest::collection::vec(-1e6_f64..1e6, 1..50),
            q in 0.0_f64..=1.0, r in 0.0_f64..=1.0) {
            x.sort_by(f64::total_cmp);
            let low = percentile(&x, q.min(r)).expect("values are given");
            let high = percentile(&x, q.max(r)).expect("values are given");
            prop_assert!(low <= high + 1e-9);
        }
    }

    fn rows_of(share: f64, n: u64) -> u64 {
        (0..=n).rev().find(|&k| k as f64 <= share * n as f64).unwrap_or(0)
    }
}
