//! The weighted Newton solver: against scikit-learn, on any number of threads, through linfa.
#![expect(clippy::many_single_char_names, reason = "the symbols of the formulas")]

mod common;

use linfa::DatasetBase;
use linfa::ParamGuard;
use linfa::prelude::Fit;
use linfa::traits::Predict;
use linfa_logistic::LogisticRegression;
use ndarray::{Array1, Array2};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use turnzero_spark::kernel::Problem;
use turnzero_spark::newton::{SolverOptions, StopReason, solve};
use turnzero_spark::standardize::Standardizer;
use turnzero_spark::weights::{ClassSums, balanced, certainty};
use turnzero_spark::{LogisticParams, SparkError};

#[derive(Deserialize)]
struct Frozen {
    x: Vec<Vec<f64>>,
    keep: Vec<bool>,
    unsure: Vec<bool>,
    weight: Vec<f64>,
    mean: Vec<f64>,
    sd: Vec<f64>,
    fits: Vec<FrozenFit>,
}

#[derive(Deserialize)]
struct FrozenFit {
    lambda: f64,
    theta: Vec<f64>,
}

fn frozen() -> Frozen {
    serde_json::from_str(include_str!("data/sklearn.json")).expect("the file is committed")
}

fn options(parallel: bool) -> SolverOptions {
    SolverOptions {
        tolerance: 1e-8,
        max_iterations: 100,
        parallel,
    }
}

#[test]
fn agrees_with_scikit_learn_balanced_with_sample_weights() {
    let f = frozen();
    let (n, p) = (f.x.len(), f.x[0].len());
    let x: Vec<f64> = f.x.iter().flatten().copied().collect();
    let u: Vec<f64> = f.unsure.iter().map(|&u| certainty(u)).collect();
    let w = balanced(&f.keep, &u, ClassSums::of(&f.keep, &u));
    for (a, b) in w.iter().zip(&f.weight) {
        assert!((a - b).abs() < 1e-14);
    }
    let s = Standardizer::fit(&x, p, &w, false);
    for j in 0..p {
        assert!((s.means[j] - f.mean[j]).abs() < 1e-12, "mean {j}");
        assert!((s.sds[j] - f.sd[j]).abs() < 1e-12, "sd {j}");
    }
    let weights: Array1<f32> = f.unsure.iter().map(|&u| if u { 0.5 } else { 1.0 }).collect();
    let dataset = DatasetBase::new(
        Array2::from_shape_vec((n, p), x).expect("n rows of p"),
        Array1::from_vec(f.keep.clone()),
    )
    .with_weights(weights);
    for fit in &f.fits {
        let params = LogisticParams::new().lambda(fit.lambda).solver(options(false));
        let fitted = params.fit(&dataset).expect("both classes, converges");
        assert!((fitted.intercept - fit.theta[0]).abs() < 1e-8, "λ {}", fit.lambda);
        for (a, b) in fitted.coefficients.iter().zip(&fit.theta[1..]) {
            assert!((a - b).abs() < 1e-8, "λ {}: {a} {b}", fit.lambda);
        }
        let decided = fitted.predict(&dataset);
        let right = decided.iter().zip(&f.keep).filter(|(a, b)| a == b).count();
        assert!(right * 10 > n * 6, "{right} of {n}");
    }
}

/// 70,000 rows: the subsampled start and the reused Hessian, with a rare class sorted to the end.
fn large(cols: usize) -> (Vec<f64>, Vec<bool>, Vec<f64>) {
    let n = 70_000;
    let mut random = common::SplitMix(5);
    let mut x = Vec::with_capacity(n * cols);
    let mut keep = Vec::new();
    for i in 0..n {
        let mut eta = 1.0;
        for j in 0..cols {
            let v = random.unit() * 4.0 - 2.0;
            eta += v * (0.3 - 0.1 * j as f64);
            x.push(v);
        }
        keep.push(i < 60_000 && random.unit() < turnzero_spark::kernel::sigmoid(eta));
    }
    let u = vec![1.0; n];
    let w = balanced(&keep, &u, ClassSums::of(&keep, &u));
    (x, keep, w)
}

#[test]
fn one_and_two_threads_give_the_same_bits() {
    let cols = 7;
    let (x, keep, w) = large(cols);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads are available");
        pool.install(|| {
            let s = Standardizer::fit(&x, cols, &w, threads > 1);
            let inverse: Vec<f64> = s.sds.iter().map(|sd| 1.0 / sd).collect();
            let problem = Problem {
                x: &x,
                n_cols: cols,
                keep: &keep,
                weight: &w,
                means: &s.means,
                inverse: &inverse,
                lambda: 1.0,
            };
            solve(&problem, None, options(threads > 1))
        })
    };
    let bits = |t: &[f64]| t.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
    let (one, two, three) = (run(1), run(2), run(3));
    assert!(one.converged() && one.gradient <= 1e-8, "{one:?}");
    assert_eq!(bits(&one.theta), bits(&two.theta));
    assert_eq!(bits(&one.theta), bits(&three.theta));
    let bytes: Vec<u8> = one.theta.iter().flat_map(|v| v.to_le_bytes()).collect();
    let digest = Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |hex, b| format!("{hex}{b:02x}"));
    assert_eq!(
        digest, "0ce48f8f49c1c13148027865170745e0aa789f711a2ea57e7e80827ac3d5a8f7",
        "the optimum has other bits than on the machine it was made on"
    );
}

#[test]
fn the_shortcut_for_large_data_reaches_the_exact_optimum() {
    let cols = 5;
    let (x, keep, w) = large(cols);
    let s = Standardizer::identity(cols);
    let problem = Problem {
        x: &x,
        n_cols: cols,
        keep: &keep,
        weight: &w,
        means: &s.means,
        inverse: &s.sds,
        lambda: 2.0,
    };
    let tight = SolverOptions {
        tolerance: 1e-12,
        ..options(false)
    };
    let quick = solve(&problem, None, options(false));
    let exact = solve(&problem, None, tight);
    assert!(quick.converged() && exact.converged());
    for (a, b) in quick.theta.iter().zip(&exact.theta) {
        assert!((a - b).abs() < 1e-6, "{a} {b}");
    }
}

#[test]
fn stopping_early_is_said_and_never_a_model() {
    let (x, keep, w) = large(3);
    let s = Standardizer::identity(3);
    let problem = Problem {
        x: &x[..3 * 1000],
        n_cols: 3,
        keep: &keep[..1000],
        weight: &w[..1000],
        means: &s.means,
        inverse: &s.sds,
        lambda: 0.01,
    };
    let one_step = SolverOptions {
        max_iterations: 1,
        ..options(false)
    };
    let solution = solve(&problem, None, one_step);
    assert_eq!(solution.reason, StopReason::MaxIterations);
    assert!(!solution.converged() && solution.gradient > 1e-8);
    match solution.require_converged(1e-8) {
        Err(e @ SparkError::NotConverged { iterations: 1, .. }) => {
            assert!(e.to_string().contains("iteration limit"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn separable_classes_converge_under_the_penalty() {
    let x = [-2.0, -1.5, -1.0, 1.0, 1.5, 2.0];
    let keep = [false, false, false, true, true, true];
    let s = Standardizer::identity(1);
    let problem = Problem {
        x: &x,
        n_cols: 1,
        keep: &keep,
        weight: &[1.0; 6],
        means: &s.means,
        inverse: &s.sds,
        lambda: 0.01,
    };
    let solution = solve(&problem, None, options(false));
    assert!(solution.converged(), "{solution:?}");
    assert!(solution.theta[1] > 1.0 && solution.theta[1] < 50.0);
    assert!(solution.theta[0].abs() < 1e-9);
}

/// The trap of linfa-logistic 0.8: weights are taken and not used. Ours use them.
#[test]
fn linfa_logistic_ignores_weights_and_we_do_not() {
    let f = frozen();
    let (n, p) = (f.x.len(), f.x[0].len());
    let records: Array2<f64> = Array2::from_shape_vec((n, p), f.x.iter().flatten().copied().collect()).expect("n × p");
    let targets = Array1::from_vec(f.keep.clone());
    let plain = DatasetBase::new(records, targets);
    let heavy: Array1<f32> = (0..n).map(|i| if i % 2 == 0 { 100.0 } else { 0.01 }).collect();
    let weighted = plain.clone().with_weights(heavy);
    let theirs = |d: &DatasetBase<Array2<f64>, Array1<bool>>| {
        let m = LogisticRegression::default().fit(d).expect("both classes");
        m.params().iter().map(|b| b.to_bits()).collect::<Vec<_>>()
    };
    assert_eq!(theirs(&plain), theirs(&weighted), "linfa-logistic now uses weights");
    let ours = |d: &DatasetBase<Array2<f64>, Array1<bool>>| {
        let m = LogisticParams::new().fit(d).expect("both classes");
        m.coefficients
    };
    let (a, b) = (ours(&plain), ours(&weighted));
    assert!(a.iter().zip(&b).any(|(a, b)| (a - b).abs() > 0.01), "{a:?} {b:?}");
}

#[test]
fn linfa_parameters_are_checked_before_fitting() {
    assert!(matches!(
        LogisticParams::new().lambda(-1.0).check(),
        Err(SparkError::Parameter { field: "lambda", .. })
    ));
    let dataset = DatasetBase::new(
        Array2::from_shape_vec((2, 1), vec![1.0, f64::NAN]).expect("2 × 1"),
        Array1::from_vec(vec![true, false]),
    );
    match LogisticParams::new().fit(&dataset) {
        Err(SparkError::BadValue { row: 2, .. }) => {}
        other => panic!("{other:?}"),
    }
    let one_class = DatasetBase::new(
        Array2::from_shape_vec((2, 1), vec![1.0, 2.0]).expect("2 × 1"),
        Array1::from_vec(vec![true, true]),
    );
    assert!(matches!(
        LogisticParams::new().fit(&one_class),
        Err(SparkError::OneClass { .. })
    ));
}
