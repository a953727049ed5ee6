//! Cases in which a metric has no value, and laws that every metric obeys.

use proptest::prelude::*;
use turnzero_datasets::stats::metrics::{Sample, Scored, log_odds, sigmoid, softplus};
use turnzero_datasets::stats::{PairTable, StatsError};

fn row(keep: bool, log_odds: f64) -> Scored {
    Scored {
        keep,
        decision: log_odds >= 0.0,
        log_odds: Some(log_odds),
    }
}

#[test]
fn nothing_is_computed_from_no_rows() {
    let sample = Sample::new(&[]).expect("no rows");
    for figure in [
        sample.accuracy(),
        sample.keep_recall(),
        sample.mulligan_recall(),
        sample.balanced_accuracy(),
        sample.log_loss(),
        sample.brier(),
        sample.calibration_slope(),
    ] {
        assert_eq!(figure, None);
    }
    // Rows that a replicate left out are no rows either.
    let rows = [row(true, 1.0), row(false, -1.0)];
    let sample = Sample::new(&rows).expect("finite");
    let empty = sample.resampled(&[0, 0]).expect("one count per row");
    assert_eq!((empty.accuracy(), empty.log_loss()), (None, None));
}

#[test]
fn one_class_has_no_balanced_accuracy() {
    let rows = [row(true, 1.0), row(true, -1.0)];
    let sample = Sample::new(&rows).expect("finite");
    assert_eq!(sample.accuracy(), Some(0.5));
    assert_eq!(sample.keep_recall(), Some(0.5));
    assert_eq!(sample.mulligan_recall(), None);
    assert_eq!(sample.balanced_accuracy(), None);
    assert_eq!(sample.calibration(), None);
}

#[test]
fn a_rule_without_probabilities_has_only_decisions() {
    let rows = [Scored::decided(true, true), Scored::decided(false, true)];
    let sample = Sample::new(&rows).expect("no log odds to refuse");
    assert_eq!(sample.balanced_accuracy(), Some(0.5));
    assert_eq!(sample.log_loss(), None);
    assert_eq!(sample.brier(), None);
    assert_eq!(sample.calibration(), None);
}

#[test]
fn separated_classes_have_no_calibration() {
    for odds in [[-2.0, -1.0, 1.0, 2.0], [-2.0, 1.0, 1.0, 2.0], [3.0; 4]] {
        for keeps in [[false, false, true, true], [true, true, false, false]] {
            let rows: Vec<Scored> = keeps.iter().zip(odds).map(|(&k, x)| row(k, x)).collect();
            let sample = Sample::new(&rows).expect("finite");
            assert_eq!(sample.calibration(), None, "{rows:?}");
        }
    }
}

#[test]
fn input_that_cannot_be_meant_is_refused() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let rows = [row(true, 0.0), row(false, bad)];
        assert!(matches!(
            Sample::new(&rows),
            Err(StatsError::OutOfRange { row: Some(1), .. })
        ));
    }
    let rows = [row(true, 0.0)];
    let sample = Sample::new(&rows).expect("finite");
    assert!(matches!(sample.resampled(&[]), Err(StatsError::Length { .. })));
    for p in [0.0, 1.0, -0.5, f64::NAN] {
        assert_eq!(log_odds(p), None);
    }
}

#[test]
fn extreme_odds_stay_finite() {
    let rows = [row(true, -1e6), row(false, 1e6), row(true, 800.0)];
    let sample = Sample::new(&rows).expect("finite");
    let loss = sample.log_loss().expect("rows");
    assert!((loss - 2e6 / 3.0).abs() < 1e-6, "{loss}");
    assert!((sample.brier().expect("rows") - 2.0 / 3.0).abs() < 1e-12);
    assert!(softplus(-800.0) >= 0.0 && sigmoid(-800.0) >= 0.0);
}

fn rows() -> impl Strategy<Value = Vec<Scored>> {
    proptest::collection::vec((any::<bool>(), -6.0_f64..6.0), 1..60)
        .prop_map(|rows| rows.into_iter().map(|(keep, x)| row(keep, x)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn figures_stay_in_range(rows in rows()) {
        let sample = Sample::new(&rows).expect("finite");
        for share in [sample.accuracy(), sample.keep_recall(), sample.mulligan_recall(),
            sample.balanced_accuracy(), sample.brier()].into_iter().flatten() {
            prop_assert!((0.0..=1.0).contains(&share));
        }
        prop_assert!(sample.log_loss().is_some_and(|loss| loss >= 0.0));
        let table: PairTable = sample.table();
        prop_assert_eq!(table.n(), rows.len() as u64);
    }

    #[test]
    fn renaming_the_classes_changes_nothing(rows in rows()) {
        let mirrored: Vec<Scored> = rows.iter().map(|s| Scored {
            keep: !s.keep,
            decision: !s.decision,
            log_odds: s.log_odds.map(|x| -x),
        }).collect();
        let (a, b) = (Sample::new(&rows).expect("finite"), Sample::new(&mirrored).expect("finite"));
        prop_assert_eq!(a.accuracy(), b.accuracy());
        prop_assert_eq!(a.keep_recall(), b.mulligan_recall());
        prop_assert_eq!(a.log_loss(), b.log_loss());
        prop_assert_eq!(a.brier(), b.brier());
        match (a.calibration(), b.calibration()) {
            (Some(a), Some(b)) => {
                prop_assert!((a.slope - b.slope).abs() < 1e-6 * (1.0 + a.slope.abs()));
                prop_assert!((a.intercept + b.intercept).abs() < 1e-6 * (1.0 + a.intercept.abs()));
            }
            (a, b) => prop_assert!(a.is_none() && b.is_none()),
        }
    }

    #[test]
    fn counting_a_row_twice_is_writing_it_twice(
        rows in rows(), counts in proptest::collection::vec(0_u32..3, 60)
    ) {
        let times = &counts[..rows.len()];
        let written: Vec<Scored> = rows.iter().zip(times)
            .flat_map(|(s, &t)| (0..t).map(move |_| *s)).collect();
        let base = Sample::new(&rows).expect("finite");
        let counted = base.resampled(times).expect("one count per row");
        let written = Sample::new(&written).expect("finite");
        prop_assert_eq!(counted.table(), written.table());
        prop_assert_eq!(counted.balanced_accuracy(), written.balanced_accuracy());
        for (x, y) in [(counted.log_loss(), written.log_loss()), (counted.brier(), written.brier())] {
            match (x, y) {
                (Some(x), Some(y)) => prop_assert!((x - y).abs() < 1e-12),
                (x, y) => prop_assert_eq!(x, y),
            }
        }
    }

    /// A maximum with both classes overlapping is a point where the recalibrated mean residual
    /// and its product with the log odds vanish.
    #[test]
    fn calibration_solves_its_equations(rows in rows()) {
        let sample = Sample::new(&rows).expect("finite");
        if let Some(c) = sample.calibration() {
            let (mut g0, mut g1) = (0.0, 0.0);
            for s in &rows {
                let x = s.log_odds.expect("given");
                let residual = sigmoid(c.intercept + c.slope * x) - f64::from(u8::from(s.keep));
                g0 += residual;
                g1 += residual * x;
            }
            prop_assert!(g0.abs() < 1e-7 && g1.abs() < 1e-6, "{} {}", g0, g1);
        }
    }
}
