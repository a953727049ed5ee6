//! How well any model could agree with a person who does not always agree with themself.

use serde::Serialize;

use super::error::{StatsError, Undefined};
use super::interval::{Estimate, rows, wilson};

/// What blind repeats say about the noise in one person's labels.
///
/// Assumes symmetric noise, independent between the first answer and the repeat.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ceiling {
    /// Retest agreement a, with Wilson's interval.
    pub retest: Estimate,
    /// Flip rate e of one answer: (1 − √(2a − 1))/2.
    pub flip_rate: Estimate,
    /// Highest agreement that a perfect model can expect: 1 − e.
    pub ceiling: Estimate,
}

/// Flip rate of one answer at retest agreement `a` = 1 − 2e(1 − e); `None` unless ½ < a ≤ 1.
pub fn flip_rate(a: f64) -> Option<f64> {
    (a > 0.5 && a <= 1.0).then(|| 0.5 * (1.0 - (2.0 * a - 1.0).sqrt()))
}

/// Ceiling from `agreeing` of `repeats` blind repeats; undefined for a ≤ ½.
///
/// The interval maps Wilson's limits of a; a limit at or below ½ becomes the model's own end,
/// e = ½. Repeats count as independent: they come from different hands, mostly other games.
///
/// # Errors
/// [`StatsError::OutOfRange`] if `agreeing > repeats`.
pub fn ceiling(agreeing: u64, repeats: u64) -> Result<Ceiling, StatsError> {
    let retest = wilson(agreeing, repeats)?;
    let n = rows(repeats);
    let known = retest.estimate.zip(retest.ci95);
    let Some((a, [low, high])) = known else {
        let undefined = Estimate::undefined(n, Undefined::NoRows);
        return Ok(Ceiling {
            retest,
            flip_rate: undefined.clone(),
            ceiling: undefined,
        });
    };
    let Some(e) = flip_rate(a) else {
        let undefined = Estimate::undefined(n, Undefined::RetestAtChance);
        return Ok(Ceiling {
            retest,
            flip_rate: undefined.clone(),
            ceiling: undefined,
        });
    };
    let (least, most) = (flip_rate(high).unwrap_or(0.5), flip_rate(low).unwrap_or(0.5));
    Ok(Ceiling {
        retest,
        flip_rate: Estimate::new(e, [least, most], n),
        ceiling: Estimate::new(1.0 - e, [1.0 - most, 1.0 - least], n),
    })
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "1 is reached exactly")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn assert_close(found: &Estimate, value: f64, limits: [f64; 2]) {
        let [low, high] = found.ci95.expect("an interval");
        assert!((found.estimate.expect("a value") - value).abs() < 1e-12, "{found:?}");
        assert!((low - limits[0]).abs() < 1e-12, "{found:?}");
        assert!((high - limits[1]).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn known_values() {
        // Python: 1 − (1 − sqrt(2a − 1))/2 at k/n and at statsmodels' Wilson limits.
        let found = ceiling(45, 50).expect("valid").ceiling;
        assert_close(
            &found,
            0.947_213_595_499_957_9,
            [0.878_416_229_584_041_1, 0.977_767_848_995_780_3],
        );
        let found = ceiling(20, 25).expect("valid").ceiling;
        assert_close(
            &found,
            0.887_298_334_620_741_7,
            [0.733_120_672_940_643_1, 0.953_538_395_911_511_8],
        );
        // The lower limit of a, 0.385, is below ½.
        let found = ceiling(26, 50).expect("valid").ceiling;
        assert_close(&found, 0.6, [0.5, 0.775_706_952_337_277_5]);
        assert_eq!(flip_rate(0.75), Some(0.5 * (1.0 - 0.5_f64.sqrt())));
    }

    #[test]
    fn undefined_at_chance_and_without_repeats() {
        for (agreeing, repeats) in [(25, 50), (10, 50), (0, 1), (1, 2)] {
            let found = ceiling(agreeing, repeats).expect("valid");
            assert_eq!((found.ceiling.estimate, found.ceiling.ci95), (None, None));
            assert_eq!(found.ceiling.why, Some(Undefined::RetestAtChance.to_string()));
            assert!(found.retest.estimate.is_some());
        }
        let none = ceiling(0, 0).expect("valid");
        assert_eq!(none.ceiling.why, Some(Undefined::NoRows.to_string()));
        assert!(matches!(ceiling(2, 1), Err(StatsError::OutOfRange { .. })));
        assert_eq!(flip_rate(f64::NAN), None);
    }

    #[test]
    fn perfect_agreement_still_has_an_interval() {
        let found = ceiling(10, 10).expect("valid").ceiling;
        assert_eq!(found.estimate, Some(1.0));
        assert!(found.ci95.is_some_and(|[low, high]| low < 0.9 && high == 1.0));
    }

    proptest! {
        #[test]
        fn inverts_the_noise_model(e in 0.0_f64..0.499) {
            let a = 1.0 - 2.0 * e * (1.0 - e);
            prop_assert!((flip_rate(a).expect("above one half") - e).abs() < 1e-9);
        }

        #[test]
        fn encloses_its_value(repeats in 1_u64..400, wrong in 0_u64..400) {
            let agreeing = repeats.saturating_sub(wrong);
            let found = ceiling(agreeing, repeats).expect("valid").ceiling;
            if let Some((value, [low, high])) = found.estimate.zip(found.ci95) {
                prop_assert!(0.5 <= low && low <= value && value <= high && high <= 1.0);
            }
        }
    }
}
