//! The stored model (cases L04, L06, L07).

mod common;

use common::{hands, origin, quick, schema, valid};
use turnzero_spark::train::fit_model;
use turnzero_spark::{SparkError, SparkModel, TrainRow, TrainingSet, evaluate};

/// One damage to a model file.
type Edit = fn(&mut serde_json::Value);

fn model() -> (SparkModel, TrainingSet) {
    let set = hands(150, 9);
    let (model, oracle) = fit_model(&set, &valid(quick()), origin()).expect("trains");
    assert_eq!(oracle.status, "agrees");
    (model, set)
}

/// The bytes of a trained model, on every machine and thread count.
#[test]
fn golden_model_sha256() {
    let (model, _) = model();
    assert_eq!(
        model.sha256().expect("finite"),
        "8f1cdad606a5c4bfd57aaa92b3abdbec349c9c35a515c956b3d25318da36edf2",
        "the same rows gave another model: arithmetic or layout changed"
    );
    let set = hands(150, 9);
    let alone = valid(quick().parallel(false));
    let (again, _) = fit_model(&set, &alone, origin()).expect("trains");
    assert_eq!(again.sha256().expect("finite"), model.sha256().expect("finite"));
}

#[test]
fn l06_round_trip_keeps_every_bit() {
    let (mut model, set) = model();
    // Numbers that a sloppy reader or writer gets wrong.
    let hard = [
        1.577_777_777_777_000_1,
        0.921_568_632_125_854_5,
        122.416_294_033_786_59,
        -9_007_199_254_740_991.0,
        -0.0,
        5e-324,
    ];
    for (f, v) in model.features.iter_mut().zip(hard) {
        f.coefficient = v;
    }
    model.intercept = 1e-310;
    assert_eq!(model.features[0].coefficient.to_bits(), 0x3ff9_3e93_e93e_863b);
    let text = model.to_json().expect("finite");
    let back = SparkModel::from_json(&text, set.schema()).expect("same schema");
    assert_eq!(back.to_json().expect("finite"), text);
    let bits = |m: &SparkModel| -> Vec<u64> {
        let features = m.features.iter();
        features
            .flat_map(|f| [f.mean, f.sd, f.z_bound, f.least, f.most, f.coefficient])
            .chain([m.intercept, m.prior_correction])
            .map(f64::to_bits)
            .collect()
    };
    assert_eq!(bits(&model), bits(&back));
    let mut random = common::SplitMix(1);
    for _ in 0..10_000 {
        let values: Vec<f64> = (0..6).map(|_| random.unit() * 9.0 - 1.0).collect();
        let (a, b) = (model.score(&values), back.score(&values));
        let (a, b) = (a.expect("finite"), b.expect("finite"));
        assert_eq!(a.eta.to_bits(), b.eta.to_bits());
        assert_eq!(a.p_keep.to_bits(), b.p_keep.to_bits());
    }
}

#[test]
fn l02_numbers_that_json_cannot_hold_are_refused_at_write_time() {
    for bad in [f64::NAN, f64::INFINITY] {
        let (mut model, _) = model();
        model.features[2].mean = bad;
        let e = model.to_json().expect_err("not finite");
        assert!(e.to_string().contains("curve"), "{e}");
    }
}

#[test]
fn l07_another_schema_is_refused_with_both_versions_and_the_first_difference() {
    let (model, set) = model();
    let text = model.to_json().expect("finite");
    let mut swapped = set.schema().clone();
    swapped.number = 4;
    swapped.sha256 = "ef".repeat(32);
    swapped.names.swap(1, 2);
    let e = SparkModel::from_json(&text, &swapped).expect_err("another order");
    let says = e.to_string();
    assert_eq!(e.exit_code(), 3);
    for part in [
        "feature schema 3",
        "has 4",
        "column 2 is `lands_squared` here, `curve` there",
        "spark train-mulligans",
    ] {
        assert!(says.contains(part), "{part}: {says}");
    }
    let mut wider = set.schema().clone();
    wider.names.push("extra".into());
    let e = SparkModel::from_json(&text, &wider).expect_err("another width");
    assert!(e.to_string().contains("column 7 is nothing here, `extra` there"), "{e}");
    let mut hash = set.schema().clone();
    hash.sha256 = "ef".repeat(32);
    assert!(SparkModel::from_json(&text, &hash).is_err());
}

#[test]
fn l07_a_damaged_model_is_refused() {
    let (model, set) = model();
    let text = model.to_json().expect("finite");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let edits: [(&str, Edit); 12] = [
        ("no schema", |v| {
            v.as_object_mut().and_then(|o| o.remove("feature_schema"));
        }),
        ("no format", |v| {
            v.as_object_mut().and_then(|o| o.remove("format"));
        }),
        ("other format", |v| v["format"] = 1.into()),
        ("missing weight", |v| {
            v["features"].as_array_mut().and_then(Vec::pop);
        }),
        ("extra weight", |v| {
            let extra = v["features"][0].clone();
            v["features"].as_array_mut().expect("array").push(extra);
        }),
        ("reordered weights", |v| {
            v["features"].as_array_mut().expect("array").swap(0, 1);
        }),
        ("null weight", |v| {
            v["features"][0]["coefficient"] = serde_json::Value::Null;
        }),
        ("text weight", |v| v["features"][0]["coefficient"] = "1.0".into()),
        ("unknown key", |v| v["weights"] = 1.into()),
        ("negative sd", |v| v["features"][0]["sd"] = (-1.0).into()),
        ("other threshold", |v| v["threshold"] = 0.5.into()),
        ("prior of other classes", |v| v["prior_correction"] = 9.0.into()),
    ];
    for (name, edit) in edits {
        let mut damaged = value.clone();
        edit(&mut damaged);
        let e = SparkModel::from_json(&damaged.to_string(), set.schema()).expect_err(name);
        assert_eq!(e.exit_code(), 3, "{name}");
    }
    for text in ["", "{", "null", "[]", &text[..text.len() / 2]] {
        assert!(SparkModel::from_json(text, set.schema()).is_err());
    }
}

#[test]
fn l07_scoring_refuses_what_it_cannot_score() {
    let (model, _) = model();
    assert!(matches!(
        model.score(&[1.0; 5]),
        Err(SparkError::Length {
            expected: 6,
            found: 5,
            ..
        })
    ));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let e = model.score(&[1.0, 1.0, bad, 0.0, 0.0, 14.62]).expect_err("not finite");
        assert!(e.to_string().contains("`curve`"), "{e}");
    }
}

#[test]
fn l04_a_constant_column_never_counts_and_large_values_stay_bounded() {
    let (model, set) = model();
    assert_eq!(model.constant_features(), ["constant"]);
    assert_eq!(model.features[5].coefficient.to_bits() << 1, 0);
    let hand = [3.0, 9.0, 2.0, 0.0, 5.0, 14.62];
    let base = model.score(&hand).expect("finite");
    let mut other = hand;
    other[5] = 20.0;
    assert_eq!(model.score(&other).expect("finite"), base);
    let reach: f64 = model.features.iter().map(|f| f.coefficient.abs() * f.z_bound).sum();
    for j in 0..5 {
        for v in [1e308, -1e308, f64::MAX, 20.0] {
            let mut wild = hand;
            wild[j] = v;
            let score = model.score(&wild).expect("finite");
            assert!(score.eta.is_finite() && (score.eta - model.intercept).abs() <= reach);
        }
    }
    // No training row is clipped.
    for row in 0..set.n_rows() {
        for (f, &v) in model.features.iter().zip(set.features(row)) {
            assert!(f.sd == 0.0 || ((v - f.mean) / f.sd).abs() <= f.z_bound);
        }
    }
}

#[test]
fn l04_values_that_are_not_numbers_are_refused_with_row_and_column() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308] {
        let rows = [vec![1.0, 2.0], vec![1.0, bad]]
            .into_iter()
            .enumerate()
            .map(|(i, features)| TrainRow {
                meta: common::meta(i as u64 + 1, "b#1", i == 0),
                features,
            });
        let e = TrainingSet::from_rows(schema(&["a", "b"]), rows).expect_err("not a number");
        assert!(e.to_string().starts_with("hands.csv row 2, column `b`"), "{e}");
        assert_eq!(e.exit_code(), 3);
    }
    let row = |row, features: Vec<f64>| TrainRow {
        meta: common::meta(row, "b#1", true),
        features,
    };
    assert!(matches!(
        TrainingSet::from_rows(schema(&["a"]), [row(1, vec![1.0, 2.0])]),
        Err(SparkError::Width { .. })
    ));
    assert!(matches!(
        TrainingSet::from_rows(schema(&["a"]), [row(1, vec![1.0]), row(1, vec![1.0])]),
        Err(SparkError::DuplicateRow { .. })
    ));
    assert!(TrainingSet::from_rows(schema(&["a", "a"]), [row(1, vec![1.0, 1.0])]).is_err());
}

#[test]
fn contributions_and_intercept_sum_to_the_score() {
    let (model, set) = model();
    for row in 0..set.n_rows() {
        let values = set.features(row);
        let score = model.score(values).expect("finite");
        let parts = model.contributions(values).expect("finite");
        let sum: f64 = parts.iter().map(|c| c.contribution).sum();
        assert!((model.intercept + sum - score.eta).abs() < 1e-12);
        assert_eq!(model.fitted().eta(values).to_bits(), score.eta.to_bits());
        assert_eq!(score.keep(), score.p_keep_balanced >= 0.5);
    }
}

#[test]
fn the_model_knows_its_training_games_and_evaluation_leaves_them_out() {
    let (model, set) = model();
    let known = &set.meta()[0].group;
    assert!(model.in_sample(known) && !model.in_sample("batch#999999"));
    let params = valid(quick());
    assert!(matches!(evaluate(&model, &set, &params), Err(SparkError::NoRows)));
    let fresh = hands(400, 77);
    let rows: Vec<usize> = (0..fresh.n_rows()).collect();
    let evaluation = evaluate(&model, &fresh, &params).expect("fresh games");
    let seen = rows
        .iter()
        .filter(|&&r| model.in_sample(&fresh.meta()[r].group))
        .count();
    assert!(seen > 100, "both sets number their games alike: {seen}");
    assert_eq!(evaluation.in_sample.len(), seen);
    assert_eq!(evaluation.metrics.rows, fresh.n_rows() - seen);
    assert_eq!(evaluation.predictions.len(), fresh.n_rows());
    let accuracy = evaluation.metrics.cv.metrics.all.balanced_accuracy;
    assert!(accuracy.estimate.expect("both classes") > 0.7, "{accuracy:?}");
    let other = fresh.subset(&rows);
    assert!(evaluate(&model, &other, &params).is_ok());
}

#[test]
fn a_value_beyond_the_training_rows_is_named_however_near_the_mean_it_is() {
    let (model, set) = model();
    let inside: Vec<f64> = model.features.iter().map(|f| f.mean.clamp(f.least, f.most)).collect();
    assert_eq!(model.outside(&inside).expect("finite"), []);
    for (j, feature) in model.features.iter().enumerate() {
        let column = || (0..set.n_rows()).map(|row| set.features(row)[j]);
        assert_eq!(
            feature.least.to_bits(),
            column().fold(f64::INFINITY, f64::min).to_bits(),
            "{}",
            feature.name
        );
        assert_eq!(
            feature.most.to_bits(),
            column().fold(f64::NEG_INFINITY, f64::max).to_bits(),
            "{}",
            feature.name
        );
        // On either side by a thousandth: far within what scoring lets through.
        for (edge, step) in [(feature.least, -1e-3), (feature.most, 1e-3)] {
            let mut values = inside.clone();
            values[j] = edge;
            assert_eq!(model.outside(&values).expect("finite"), []);
            values[j] = edge + step;
            let names: Vec<String> = model
                .outside(&values)
                .expect("finite")
                .into_iter()
                .map(|o| o.name)
                .collect();
            assert_eq!(names, [feature.name.as_str()]);
        }
    }
}
