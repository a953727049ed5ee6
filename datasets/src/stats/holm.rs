//! Holm's correction for testing several pairs in one report.

use super::error::StatsError;

/// Holm's step-down adjusted p-values (Holm 1979), in the order given.
///
/// # Errors
/// [`StatsError::OutOfRange`] for a p-value outside 0..=1 or NaN.
pub fn holm(p: &[f64]) -> Result<Vec<f64>, StatsError> {
    if let Some((row, &value)) = p.iter().enumerate().find(|(_, p)| !(0.0..=1.0).contains(*p)) {
        return Err(StatsError::OutOfRange {
            field: "p",
            row: Some(row),
            value: value.to_string(),
            range: "0 to 1",
        });
    }
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&i, &j| p[i].total_cmp(&p[j]).then(i.cmp(&j)));
    let mut adjusted = vec![1.0; p.len()];
    let mut largest = 0.0_f64;
    for (rank, &i) in order.iter().enumerate() {
        largest = largest.max(((p.len() - rank) as f64 * p[i]).min(1.0));
        adjusted[i] = largest;
    }
    Ok(adjusted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn matches_statsmodels() {
        // statsmodels.stats.multitest.multipletests(p, method="holm")
        let cases: [(&[f64], &[f64]); 6] = [
            (&[0.01, 0.04, 0.03, 0.005], &[0.03, 0.06, 0.06, 0.02]),
            (&[0.5, 0.5, 0.001], &[1.0, 1.0, 0.003]),
            (&[0.02], &[0.02]),
            (&[0.9, 0.8, 0.7], &[1.0, 1.0, 1.0]),
            (&[0.01, 0.01, 0.02, 0.04, 0.2], &[0.05, 0.05, 0.06, 0.08, 0.2]),
            (&[], &[]),
        ];
        for (p, expected) in cases {
            let found = holm(p).expect("p-values");
            assert_eq!(found.len(), expected.len());
            for (x, y) in found.iter().zip(expected) {
                assert!((x - y).abs() < 1e-12, "{p:?}: {found:?}");
            }
        }
    }

    #[test]
    fn refuses_what_is_no_p_value() {
        for bad in [-0.1, 1.1, f64::NAN] {
            assert!(matches!(
                holm(&[0.5, bad]),
                Err(StatsError::OutOfRange { row: Some(1), .. })
            ));
        }
    }

    proptest! {
        /// Holm's procedure is the closed test of Bonferroni: p_i is raised to the largest
        /// Bonferroni p of a subset that contains i.
        #[test]
        fn is_the_closed_bonferroni_test(p in proptest::collection::vec(0.0_f64..=1.0, 1..8)) {
            let adjusted = holm(&p).expect("p-values");
            for (i, &found) in adjusted.iter().enumerate() {
                let largest = (0_u32..1 << p.len())
                    .filter(|subset| subset >> i & 1 == 1)
                    .map(|subset| {
                        let smallest = (0..p.len())
                            .filter(|j| subset >> j & 1 == 1)
                            .fold(1.0, |low: f64, j| low.min(p[j]));
                        (f64::from(subset.count_ones()) * smallest).min(1.0)
                    })
                    .fold(0.0, f64::max);
                prop_assert!((found - largest).abs() < 1e-12, "{} {}", found, largest);
            }
        }
    }
}
