//! Speed of one fit and of λ selection with nested validation.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use linfa::ParamGuard;
use turnzero_spark::cv::cross_validate;
use turnzero_spark::kernel::{Problem, sigmoid};
use turnzero_spark::newton::{SolverOptions, solve};
use turnzero_spark::standardize::Standardizer;
use turnzero_spark::{FeatureSchema, Folds, Origin, RowMeta, TrainParams, TrainRow, TrainingSet, train};

const COLS: usize = 40;

/// SplitMix64 (Steele, Lea and Flood 2014).
struct SplitMix(u64);

impl SplitMix {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn set(rows: u64) -> TrainingSet {
    let mut random = SplitMix(3);
    let schema = FeatureSchema {
        number: 1,
        sha256: "00".repeat(32),
        names: (0..COLS).map(|j| format!("f{j}")).collect(),
        exempt: Vec::new(),
    };
    let rows = (0..rows).map(|i| {
        let features: Vec<f64> = (0..COLS).map(|_| random.unit() * 2.0 - 1.0).collect();
        let eta = 0.5 + features[0] - 2.0 * features[1] + features[2];
        TrainRow {
            meta: RowMeta {
                source: "bench".into(),
                row: i + 1,
                group: format!("b#{i}"),
                deck: "d".into(),
                label_keep: random.unit() < sigmoid(eta),
                unsure: i % 9 == 0,
                lands: u8::try_from(i % 8).unwrap_or(0),
                depth: 0,
            },
            features,
        }
    });
    TrainingSet::from_rows(schema, rows).expect("rows are well formed")
}

fn fit(c: &mut Criterion) {
    let mut group = c.benchmark_group("fit");
    group.sample_size(10);
    for rows in [2_000, 100_000] {
        let set = set(rows);
        let keep = set.labels();
        let weight = set.certainty();
        let options = SolverOptions {
            tolerance: 1e-8,
            max_iterations: 100,
            parallel: false,
        };
        group.bench_function(BenchmarkId::from_parameter(rows), |b| {
            b.iter(|| {
                let s = Standardizer::fit(set.matrix(), COLS, &weight, false);
                let inverse: Vec<f64> = s.sds.iter().map(|sd| 1.0 / sd).collect();
                let problem = Problem {
                    x: set.matrix(),
                    n_cols: COLS,
                    keep: &keep,
                    weight: &weight,
                    means: &s.means,
                    inverse: &inverse,
                    lambda: 1.0,
                };
                solve(&problem, None, options)
            });
        });
    }
    group.finish();
}

fn nested(c: &mut Criterion) {
    let mut group = c.benchmark_group("nested");
    group.sample_size(10);
    let set = set(2_000);
    let params = TrainParams::new().check().expect("defaults are valid");
    let folds = Folds::deal(&set, &params).expect("2,000 games");
    group.bench_function("2000_rows_5_folds", |b| {
        b.iter(|| cross_validate(&set, &folds, &params).expect("trains"));
    });
    let origin = Origin {
        labels: "bench".into(),
        knowledge: Vec::new(),
        tables: Vec::new(),
    };
    group.bench_function("2000_rows_whole_training", |b| {
        b.iter(|| train(&set, &folds, &params, origin.clone()).expect("trains"));
    });
    group.finish();
}

criterion_group!(benches, fit, nested);
criterion_main!(benches);
