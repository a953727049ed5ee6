//! Training as a whole: figures, baselines, calibration, robustness (cases L02 to L04).

mod common;

use std::collections::BTreeMap;

use common::{hands, meta, origin, quick, schema, valid};
use turnzero_spark::report::verdict;
use turnzero_spark::robustness::{SHARES, ablation, learning_curve, leave_one_deck_out};
use turnzero_spark::{Folds, SparkError, TrainParams, TrainRow, Trained, TrainingSet, train};

fn run(set: &TrainingSet, params: TrainParams) -> Result<Trained, SparkError> {
    let params = valid(params);
    let folds = Folds::deal(set, &params)?;
    train(set, &folds, &params, origin())
}

#[test]
fn trains_predicts_and_reports_every_row_once() {
    let set = hands(300, 2);
    let trained = run(&set, quick().fold_seeds(2)).expect("trains");
    let m = &trained.metrics;
    assert_eq!((m.rows, trained.predictions.len()), (set.n_rows(), set.n_rows()));
    assert_eq!(m.groups, 300);
    assert_eq!(m.class_counts.keep + m.class_counts.mulligan, set.n_rows());
    let json = serde_json::to_value(m).expect("every number is finite");
    for figure in [
        "accuracy",
        "balanced_accuracy",
        "keep_recall",
        "mulligan_recall",
        "log_loss",
        "brier",
        "calibration_slope",
    ] {
        let block = &json["cv"][figure];
        assert!(
            block["estimate"].is_f64() && block["ci95"][1].is_f64(),
            "{figure}: {block}"
        );
        assert!(json["cv"]["sure"][figure].is_object() && json["cv"]["unsure"][figure].is_object());
        assert!(json["by_deck"]["Baeloth"][figure]["estimate"].is_f64());
        assert!(json["leave_one_deck_out"]["Quintorius"][figure]["estimate"].is_f64());
    }
    for name in ["always_keep", "lands_rule", "lands_window", "lands_logistic"] {
        assert!(json["baselines"][name]["accuracy"]["estimate"].is_f64(), "{name}");
    }
    assert!(json["baselines"]["always_keep"]["log_loss"]["estimate"].is_null());
    assert_eq!(json["baselines"]["always_keep"]["balanced_accuracy"]["estimate"], 0.5);
    assert!(json["vs_lands_logistic"]["ci95"][0].is_f64());
    assert_eq!(json["cv"]["fold_seed_spread"]["balanced_accuracy"]["seeds"], 2);
    assert_eq!(json["constant_features"][0], "constant");
    assert_eq!(json["cv"]["folds"].as_array().map(Vec::len), Some(5));
    for (p, meta) in trained.predictions.iter().zip(set.meta()) {
        assert_eq!((p.row, &p.group), (meta.row, &meta.group));
        assert!(p.fold.is_some() && p.eta.is_finite() && p.p_keep > 0.0 && p.p_keep < 1.0);
    }
    // The labels follow a curve of lands and one more column that the baseline cannot see.
    let ours = m.cv.metrics.all.balanced_accuracy.estimate.expect("both classes");
    assert!(ours > 0.75, "{ours}");
    assert_eq!(m.vs_lands_logistic.verdict, "better");
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let set = hands(80, 6);
    let text = |parallel| {
        let t = run(&set, quick().parallel(parallel).fold_seeds(1)).expect("trains");
        let parts = (&t.folds, &t.predictions, &t.metrics, &t.oracle);
        t.model.to_json().expect("finite") + &serde_json::to_string(&parts).expect("finite")
    };
    let alone = text(false);
    assert_eq!(alone, text(true));
    let other = run(&set, quick().seed(8).fold_seeds(1)).expect("trains");
    assert_ne!(
        other.predictions,
        run(&set, quick().fold_seeds(1)).expect("trains").predictions
    );
}

#[test]
fn probabilities_are_calibrated_at_the_seen_class_mix() {
    let set = hands(1500, 15);
    let trained = run(&set, quick()).expect("trains");
    let keeps = trained.metrics.class_counts.keep as f64 / set.n_rows() as f64;
    assert!((keeps - 0.5).abs() > 0.1, "the classes are uneven: {keeps}");
    let n = trained.predictions.len() as f64;
    let mean = trained.predictions.iter().map(|p| p.p_keep).sum::<f64>() / n;
    assert!((mean - keeps).abs() < 0.03, "{mean} {keeps}");
    let balanced = |eta: f64| 1.0 / (1.0 + libm::exp(-eta));
    let naive = trained.predictions.iter().map(|p| balanced(p.eta)).sum::<f64>() / n;
    assert!(
        (naive - keeps).abs() > (mean - keeps).abs() + 0.02,
        "{naive} {mean} {keeps}"
    );
    let slope = trained.metrics.cv.metrics.all.calibration_slope.estimate;
    assert!((0.8..1.25).contains(&slope.expect("classes overlap")), "{slope:?}");
}

#[test]
fn without_any_signal_p_keep_is_the_class_share() {
    let rows = (0..60_u64).map(|i| TrainRow {
        meta: meta(i + 1, &format!("b#{i}"), i % 4 != 0),
        features: vec![14.62],
    });
    let set = TrainingSet::from_rows(schema(&["f"]), rows).expect("well formed");
    let trained = run(&set, quick()).expect("trains");
    let score = trained.model.score(&[14.62]).expect("finite");
    assert!(
        (score.p_keep - 0.75).abs() < 1e-9 && (score.p_keep_balanced - 0.5).abs() < 1e-15,
        "{score:?}"
    );
    assert_eq!(trained.metrics.vs_lands_logistic.verdict, "not shown to be better");
}

/// Case L02: a fold without a class has null for its recall and says so; pooled figures count it.
#[test]
fn l02_a_fold_without_a_class_is_undefined_and_not_zero() {
    let mut rows = Vec::new();
    for i in 0..30_u64 {
        let keep = i >= 3;
        let wobble = [0.0, 0.7, -0.4, 0.2][usize::try_from(i % 4).expect("small")];
        rows.push(TrainRow {
            meta: meta(i + 1, &format!("b#{i}"), keep),
            features: vec![if keep { 1.0 } else { -0.2 } + wobble],
        });
    }
    let set = TrainingSet::from_rows(schema(&["f"]), rows).expect("well formed");
    let trained = run(&set, quick()).expect("each training part keeps both classes");
    let folds = &trained.metrics.cv.folds;
    let empty: Vec<_> = folds.iter().filter(|f| f.fit.test_mulligan == 0).collect();
    assert!(!empty.is_empty());
    for f in empty {
        assert_eq!((f.mulligan_recall, f.balanced_accuracy), (None, None));
        assert!(f.keep_recall.is_some());
        assert_eq!(f.undefined.as_deref(), Some("no MULLIGAN rows in test"));
        let json = serde_json::to_value(f).expect("finite");
        assert!(json["mulligan_recall"].is_null());
    }
    assert!(trained.metrics.cv.metrics.all.balanced_accuracy.estimate.is_some());
}

#[test]
fn l02_a_training_part_with_one_class_is_an_error_with_its_counts() {
    let rows = (0..12_u64).map(|i| TrainRow {
        meta: meta(i + 1, &format!("b#{i}"), i != 5),
        features: vec![i as f64],
    });
    let set = TrainingSet::from_rows(schema(&["f"]), rows).expect("well formed");
    let e = run(&set, quick()).expect_err("one fold holds the only mulligan");
    assert_eq!(e.exit_code(), 3);
    assert!(e.to_string().contains("0 MULLIGAN rows"), "{e}");
}

#[test]
fn one_deck_has_no_leave_one_deck_out_and_says_why() {
    let rows = (0..40_u64).map(|i| TrainRow {
        meta: meta(i + 1, &format!("b#{i}"), i % 3 != 0),
        features: vec![(i % 7) as f64],
    });
    let set = TrainingSet::from_rows(schema(&["f"]), rows).expect("well formed");
    let out = leave_one_deck_out(&set, &valid(quick())).expect("nothing to train");
    let json = serde_json::to_value(out).expect("finite");
    assert!(json["Deck"].is_null() && json["why"].is_string(), "{json}");
}

#[test]
fn more_games_learn_more() {
    let set = hands(400, 21);
    let params = valid(quick());
    let folds = Folds::deal(&set, &params).expect("400 games");
    let curve = learning_curve(&set, &folds, &params, &SHARES).expect("trains");
    assert_eq!(curve.len(), 4);
    let loss = |i: usize| {
        let block = curve[i].metrics.as_ref().expect("both classes");
        assert_eq!(block.rows, set.n_rows(), "the same held-out rows at every share");
        block.log_loss.estimate.expect("probabilities")
    };
    assert!(loss(3) < loss(0), "{} {}", loss(3), loss(0));
    let rows = |i: usize| curve[i].train_rows.expect("trained");
    assert!(rows(0) < rows(1) && rows(2) < rows(3));
    let tiny = learning_curve(&set, &folds, &params, &[0.001]).expect("a point with why");
    assert!(tiny[0].metrics.is_none() && tiny[0].why.is_some());
}

#[test]
fn removing_a_family_that_carries_the_truth_costs_log_loss() {
    let set = hands(300, 30);
    let params = valid(quick());
    let folds = Folds::deal(&set, &params).expect("300 games");
    let family = |names: &[&str]| names.iter().map(|&n| n.to_owned()).collect::<Vec<_>>();
    let families = BTreeMap::from([
        ("lands".to_owned(), family(&["lands", "lands_squared"])),
        ("noise".to_owned(), family(&["noise"])),
    ]);
    let table = ablation(&set, &folds, &params, &families).expect("trains");
    let increase = |i: usize| table[i].log_loss_increase.clone();
    assert_eq!(verdict(&increase(0)), "better", "{:?}", increase(0));
    assert!(increase(0).estimate > increase(1).estimate);
    let unknown = BTreeMap::from([("x".to_owned(), family(&["nothing"]))]);
    assert!(matches!(
        ablation(&set, &folds, &params, &unknown),
        Err(SparkError::Schema { .. })
    ));
}
