//! Statistics against numbers computed elsewhere (SciPy, statsmodels, NumPy, plain Python).

use turnzero_datasets::stats::metrics::{Sample, Scored, log_odds};
use turnzero_datasets::stats::{Estimate, Groups, PairTable, Resampler, SignFlipMethod, newcombe, sign_flip, wilson};

fn assert_interval(found: &Estimate, limits: [f64; 2], what: &str) {
    let [low, high] = found.ci95.expect("an interval");
    assert!((low - limits[0]).abs() < 1e-12, "{what}: {found:?}");
    assert!((high - limits[1]).abs() < 1e-12, "{what}: {found:?}");
}

#[test]
fn wilson_matches_statsmodels() {
    // statsmodels.stats.proportion.proportion_confint(k, n, method="wilson"); 41/50 and 39/50 are
    // the two headline rates that the first study compared.
    for (k, n, limits) in [
        (41, 50, [0.692_039_463_256_992, 0.902_298_073_297_658]),
        (39, 50, [0.647_584_504_187_463_3, 0.872_460_840_297_855_8]),
        (0, 10, [0.0, 0.277_532_799_862_889_26]),
        (10, 10, [0.722_467_200_137_110_6, 1.0]),
        (1, 3, [0.061_491_944_720_396_26, 0.792_340_399_197_952_3]),
        (201, 241, [0.781_887_152_668_479_4, 0.875_681_221_476_464_2]),
    ] {
        let found = wilson(k, n).expect("k <= n");
        assert_interval(&found, limits, &format!("{k}/{n}"));
        assert_eq!(found.estimate, Some(k as f64 / n as f64));
    }
}

#[test]
fn newcombe_matches_its_published_examples() {
    // The first two rows are method 10 in table III of Newcombe 1998 (0.0569 to 0.3404, 0.0562 to
    // 0.3292); all are a separate Python evaluation over statsmodels' Wilson limits.
    let table = |both, only_a, only_b, neither| PairTable {
        both,
        only_a,
        only_b,
        neither,
    };
    for (table, limits) in [
        (table(36, 12, 2, 0), [0.056_929_584_003_238_75, 0.340_427_602_974_940_8]),
        (
            table(20, 12, 2, 16),
            [0.056_156_424_841_748_21, 0.329_206_995_400_140_53],
        ),
        (
            table(43, 0, 7, 0),
            [-0.261_861_937_105_855_9, -0.039_702_667_834_774_746],
        ),
        (
            table(0, 1, 1, 48),
            [-0.086_863_630_151_546_13, 0.086_863_630_151_546_13],
        ),
        (table(30, 11, 9, 0), [-0.135_529_948_744_744_9, 0.212_423_864_900_462]),
        (
            table(10, 0, 0, 40),
            [-0.057_092_247_699_851_26, 0.057_092_247_699_851_26],
        ),
        (
            table(50, 0, 0, 0),
            [-0.071_347_599_133_358_75, 0.071_347_599_133_358_75],
        ),
        (table(0, 50, 0, 0), [0.899_099_257_662_845_2, 1.0]),
        (
            table(36, 5, 3, 6),
            [-0.080_231_463_021_347_63, 0.161_101_923_555_353_83],
        ),
    ] {
        assert_interval(&newcombe(&table), limits, &format!("{table:?}"));
    }
    assert_eq!(newcombe(&PairTable::default()).estimate, None);
}

/// Fourteen rows: p_keep, label, and how often the row counts in the second evaluation.
const ROWS: [(f64, bool, u32); 14] = [
    (0.05, false, 2),
    (0.1, false, 1),
    (0.2, true, 2),
    (0.3, false, 2),
    (0.35, false, 2),
    (0.4, true, 1),
    (0.5, false, 2),
    (0.55, true, 2),
    (0.6, true, 2),
    (0.7, false, 2),
    (0.8, true, 1),
    (0.9, true, 2),
    (0.95, true, 2),
    (0.99, true, 2),
];

fn scored() -> Vec<Scored> {
    ROWS.iter()
        .map(|&(p, keep, _)| Scored {
            keep,
            decision: p >= 0.5,
            log_odds: log_odds(p),
        })
        .collect()
}

fn assert_close(found: Option<f64>, expected: f64, what: &str) {
    let found = found.expect(what);
    assert!((found - expected).abs() < 1e-10, "{what}: {found}");
}

#[test]
fn metrics_match_numpy_and_statsmodels() {
    // Calibration: statsmodels GLM(y, [1, logit p], Binomial), tolerance 1e-14, with freq_weights
    // for the repeated rows; the rest is numpy.average.
    let rows = scored();
    let sample = Sample::new(&rows).expect("finite");
    assert_close(sample.accuracy(), 10.0 / 14.0, "accuracy");
    assert_close(sample.keep_recall(), 6.0 / 8.0, "keep recall");
    assert_close(sample.mulligan_recall(), 4.0 / 6.0, "mulligan recall");
    assert_close(sample.balanced_accuracy(), 17.0 / 24.0, "balanced accuracy");
    assert_close(sample.log_loss(), 0.490_390_758_643_242_66, "log loss");
    assert_close(sample.brier(), 0.170_007_142_857_142_83, "Brier");
    let calibration = sample.calibration().expect("classes overlap");
    assert_close(Some(calibration.slope), 0.963_208_773_447_132_3, "slope");
    assert_close(Some(calibration.intercept), 0.268_090_252_666_675_85, "intercept");

    let times: Vec<u32> = ROWS.iter().map(|row| row.2).collect();
    let repeated = sample.resampled(&times).expect("one count per row");
    assert_eq!(repeated.n(), 25);
    assert_close(repeated.accuracy(), 0.72, "accuracy");
    assert_close(
        repeated.balanced_accuracy(),
        0.5 * (7.0 / 11.0 + 11.0 / 14.0),
        "balanced",
    );
    assert_close(repeated.log_loss(), 0.499_445_857_726_584_23, "log loss");
    assert_close(repeated.brier(), 0.174_008, "Brier");
    let calibration = repeated.calibration().expect("classes overlap");
    assert_close(Some(calibration.slope), 0.899_836_383_659_139, "slope");
    assert_close(Some(calibration.intercept), 0.125_021_523_236_288_85, "intercept");
}

#[test]
fn bootstrap_and_sign_flip_match_a_second_implementation() {
    // Python with hashlib, integer xoshiro256** and numpy.percentile, seed text "golden".
    let game_of: Vec<usize> = (0..12).flat_map(|g| vec![g; 1 + g % 3]).collect();
    let groups = Groups::from_ids(game_of.iter().map(|g| format!("b#{g}"))).expect("ids");
    let decks: Vec<&str> = game_of.iter().map(|g| ["x", "y"][g % 2]).collect();
    let values: Vec<u32> = (0..24).map(|row| (7 * row) % 5).collect();
    let run = Resampler::new(&groups, &decks)
        .expect("one deck per game")
        .run(2_000, "golden", |times| {
            let n: u32 = times.iter().sum();
            let sum: u32 = values.iter().zip(times).map(|(x, t)| x * t).sum();
            (n > 0).then(|| f64::from(sum) / f64::from(n))
        });
    assert_eq!(run.estimate.estimate, Some(47.0 / 24.0));
    assert_interval(
        &run.estimate,
        [1.592_550_505_050_505, 2.347_880_434_782_608_5],
        "bootstrap",
    );

    let mut d = vec![1; 13];
    d.extend([-1; 8]);
    d.extend([2; 4]);
    d.extend([-2; 2]);
    let flipped = sign_flip(&d, "golden");
    assert_eq!(flipped.method, SignFlipMethod::MonteCarlo);
    assert!((flipped.p - 0.233_56).abs() < 1e-15, "{}", flipped.p);
}
