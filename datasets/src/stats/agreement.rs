//! How far two raters say the same: raw, and corrected for chance in two ways.

use super::error::Undefined;
use super::pair_table::PairTable;

/// Share of rows on which both say the same.
///
/// # Errors
/// [`Undefined::NoRows`].
pub fn raw(table: &PairTable) -> Result<f64, Undefined> {
    match table.n() {
        0 => Err(Undefined::NoRows),
        n => Ok(table.concordant() as f64 / n as f64),
    }
}

/// Cohen's kappa (1960): (p_o − p_e)/(1 − p_e), p_e from the product of both margins.
///
/// # Errors
/// [`Undefined::NoRows`]; [`Undefined::OneLabel`] when both used one and the same label only.
pub fn cohen_kappa(table: &PairTable) -> Result<f64, Undefined> {
    let observed = raw(table)?;
    let n = table.n();
    let (yes_a, yes_b) = (table.yes_a(), table.yes_b());
    // Decided on the counts: 1 − p_e computed in floats may miss 0 by a rounding error.
    if (yes_a == 0 && yes_b == 0) || (yes_a == n && yes_b == n) {
        return Err(Undefined::OneLabel);
    }
    let (p_a, p_b) = (yes_a as f64 / n as f64, yes_b as f64 / n as f64);
    let chance = p_a * p_b + (1.0 - p_a) * (1.0 - p_b);
    Ok((observed - chance) / (1.0 - chance))
}

/// Gwet's AC1 (2008) for two labels: p_e = 2π(1 − π), π being the mean of both yes shares.
///
/// Stays meaningful where kappa breaks down, at very uneven labels; p_e is at most 1/2.
///
/// # Errors
/// [`Undefined::NoRows`].
pub fn gwet_ac1(table: &PairTable) -> Result<f64, Undefined> {
    let observed = raw(table)?;
    let n = table.n() as f64;
    let pi = 0.5 * (table.yes_a() as f64 / n + table.yes_b() as f64 / n);
    let chance = 2.0 * pi * (1.0 - pi);
    Ok((observed - chance) / (1.0 - chance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_cross_validated_table_of_the_seed() {
        // 126 of 143 keeps and 75 of 98 mulligans recalled; kappa also by
        // statsmodels.stats.inter_rater.cohens_kappa.
        let table = PairTable {
            both: 126,
            only_a: 17,
            only_b: 23,
            neither: 75,
        };
        assert!((cohen_kappa(&table).expect("rows") - 0.652_712_731_464_803).abs() < 1e-12);
        assert!((gwet_ac1(&table).expect("rows") - 0.682_278_105_533_766_3).abs() < 1e-12);
        assert!((raw(&table).expect("rows") - 201.0 / 241.0).abs() < 1e-15);
    }

    #[test]
    fn undefined_cases_are_named() {
        let none = PairTable::default();
        assert_eq!(raw(&none), Err(Undefined::NoRows));
        assert_eq!(cohen_kappa(&none), Err(Undefined::NoRows));
        assert_eq!(gwet_ac1(&none), Err(Undefined::NoRows));
        for constant in [(7, 0), (0, 7)] {
            let table = PairTable {
                both: constant.0,
                neither: constant.1,
                ..none
            };
            assert_eq!(cohen_kappa(&table), Err(Undefined::OneLabel));
            assert_eq!(gwet_ac1(&table), Ok(1.0));
        }
        // Each constant, but on opposite labels: chance agreement is 0 and so is kappa.
        let opposite = PairTable { only_a: 5, ..none };
        assert_eq!(cohen_kappa(&opposite), Ok(0.0));
    }

    #[test]
    fn prevalence_paradox() {
        // Feinstein and Cicchetti 1990: 85 % agreement, kappa 0.70 balanced and 0.32 uneven.
        let even = PairTable {
            both: 40,
            only_a: 9,
            only_b: 6,
            neither: 45,
        };
        let uneven = PairTable {
            both: 80,
            only_a: 10,
            only_b: 5,
            neither: 5,
        };
        assert!((cohen_kappa(&even).expect("rows") - 0.70).abs() < 0.005);
        assert!((cohen_kappa(&uneven).expect("rows") - 0.32).abs() < 0.005);
        assert!(gwet_ac1(&uneven).expect("rows") > 0.8);
    }

    proptest! {
        #[test]
        fn bounded_and_symmetric(
            both in 0_u64..99, only_a in 0_u64..99, only_b in 0_u64..99, neither in 0_u64..99
        ) {
            let table = PairTable { both, only_a, only_b, neither };
            let swapped = PairTable { only_a: only_b, only_b: only_a, ..table };
            let relabelled = PairTable { both: neither, neither: both, ..swapped };
            for coefficient in [cohen_kappa, gwet_ac1] {
                let Ok(value) = coefficient(&table) else { continue };
                prop_assert!((-1.0..=1.0).contains(&value));
                for other in [swapped, relabelled] {
                    let same = coefficient(&other).expect("defined alike");
                    prop_assert!((same - value).abs() < 1e-12);
                }
            }
        }
    }
}
