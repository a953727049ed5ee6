//! Simulations with a known truth: error rates, coverage, power and the noise of one annotator.

use turnzero_datasets::stats::normal::cdf;
use turnzero_datasets::stats::{
    Groups, PairTable, Resampler, SeededRng, ceiling, mcnemar_mid_p, newcombe, paired_power, sign_flip, wilson,
};

/// Differences of two equally good policies over one batch: one vector of rows per game.
///
/// The policies differ in some games only, there on most rows, and then always in favour of the
/// same one, drawn by a fair coin.
fn null_batch(rng: &mut SeededRng, games: usize) -> Vec<Vec<i64>> {
    (0..games)
        .map(|_| {
            let rows = 1 + rng.below(4);
            let differing = if rng.unit() < 0.45 { 0.85 } else { 0.0 };
            let favoured = if rng.below(2) == 0 { 1 } else { -1 };
            (0..rows)
                .map(|_| if rng.unit() < differing { favoured } else { 0 })
                .collect()
        })
        .collect()
}

#[test]
fn the_game_level_test_holds_its_size_where_row_level_mcnemar_does_not() {
    let mut rng = SeededRng::new("test", "null batches");
    let runs = 2_000;
    let (mut by_game, mut by_row) = (0_u32, 0_u32);
    for _ in 0..runs {
        let batch = null_batch(&mut rng, 32);
        let d: Vec<i64> = batch.iter().map(|rows| rows.iter().sum()).collect();
        if sign_flip(&d, "simulation").p < 0.05 {
            by_game += 1;
        }
        let count = |sign| batch.iter().flatten().filter(|&&x| x == sign).count() as u64;
        if mcnemar_mid_p(count(1), count(-1)) < 0.05 {
            by_row += 1;
        }
    }
    let (by_game, by_row) = (f64::from(by_game) / 2e3, f64::from(by_row) / 2e3);
    println!("rejections of a true null, {runs} batches: sign-flip over games {by_game}, McNemar over rows {by_row}");
    assert!((0.03..=0.07).contains(&by_game), "{by_game}");
    assert!(by_row > 0.12, "{by_row}");
}

#[test]
fn mid_p_on_one_hand_per_game_holds_its_size() {
    let mut rng = SeededRng::new("test", "first hands");
    let mut rejected = 0;
    for _ in 0..4_000 {
        let mut table = PairTable::default();
        for _ in 0..50 {
            let discordant = rng.unit() < 0.3;
            let yes = rng.below(2) == 0;
            table.add(yes, yes != discordant, 1);
        }
        if mcnemar_mid_p(table.only_a, table.only_b) < 0.05 {
            rejected += 1;
        }
    }
    let size = f64::from(rejected) / 4_000.0;
    println!("mid-p at 50 first hands: size {size}");
    assert!((0.02..=0.06).contains(&size), "{size}");
}

#[test]
fn power_is_what_the_formula_says() {
    // A true difference of 0.10 at 20 % discordant pairs: 15 % favour a, 5 % favour b.
    let n = 150;
    let mut rng = SeededRng::new("test", "power");
    let mut found = 0;
    for _ in 0..4_000 {
        let mut table = PairTable::default();
        for _ in 0..n {
            let u = rng.unit();
            let (only_a, only_b) = (u < 0.15, (0.15..0.20).contains(&u));
            let both = u >= 0.6;
            table.add(only_a || both, only_b || both, 1);
        }
        if table.only_a > table.only_b && mcnemar_mid_p(table.only_a, table.only_b) < 0.05 {
            found += 1;
        }
    }
    let simulated = f64::from(found) / 4_000.0;
    let stated = paired_power(30, n).expect("valid").expect("n > 0").power;
    println!("power at n = {n}: simulated {simulated}, formula {stated}");
    assert!((simulated - stated).abs() < 0.03, "{simulated} {stated}");
}

/// Agreement of one model over 80 games, 1 to 4 rows each, with a game effect on the log odds.
fn clustered_rows(rng: &mut SeededRng) -> (Vec<usize>, Vec<bool>) {
    let (mut game_of, mut agrees) = (Vec::new(), Vec::new());
    for game in 0..80 {
        let p = if rng.below(2) == 0 { 0.95 } else { 0.45 };
        for _ in 0..=rng.below(4) {
            game_of.push(game);
            agrees.push(rng.unit() < p);
        }
    }
    (game_of, agrees)
}

#[test]
fn bootstrap_over_games_covers_the_truth_where_rows_do_not() {
    let mut rng = SeededRng::new("test", "coverage");
    let truth = 0.5 * (0.95 + 0.45);
    let runs = 600;
    let (mut games, mut rows) = (0, 0);
    for run in 0..runs {
        let (game_of, agrees) = clustered_rows(&mut rng);
        let covers = |ids: Vec<String>| {
            let groups = Groups::from_ids(ids).expect("ids");
            let deck = vec!["d"; agrees.len()];
            let interval = Resampler::new(&groups, &deck)
                .expect("one deck")
                .run(500, &run.to_string(), |times| {
                    let n: u32 = times.iter().sum();
                    let yes: u32 = agrees.iter().zip(times).map(|(&a, &t)| u32::from(a) * t).sum();
                    (n > 0).then(|| f64::from(yes) / f64::from(n))
                })
                .estimate
                .ci95
                .expect("80 games");
            u32::from(interval[0] <= truth && truth <= interval[1])
        };
        games += covers(game_of.iter().map(|g| format!("b#{g}")).collect());
        rows += covers((0..agrees.len()).map(|r| format!("b#{r}")).collect());
    }
    let (games, rows) = (f64::from(games) / 600.0, f64::from(rows) / 600.0);
    println!("coverage of 95 % intervals, {runs} samples: over games {games}, over rows {rows}");
    assert!((0.93..=0.97).contains(&games), "{games}");
    assert!(rows < 0.93 && rows < games, "{rows}");
}

#[test]
fn wilson_covers_the_truth_on_average() {
    // No simulation: the binomial probabilities of the samples whose interval covers p, averaged
    // over a grid of p up to 1/2 (beyond, the interval is the mirror image).
    for n in [20_u64, 50, 200] {
        let mut total = 0.0;
        for i in 1..=50 {
            let p = f64::from(i) / 100.0;
            let mut probability = libm::pow(1.0 - p, n as f64);
            for k in 0..=n {
                let [low, high] = wilson(k, n).expect("k <= n").ci95.expect("n > 0");
                if low <= p && p <= high {
                    total += probability;
                }
                probability *= (n - k) as f64 / (k + 1) as f64 * p / (1.0 - p);
            }
        }
        let coverage = total / 50.0;
        println!("Wilson at n = {n}: mean coverage {coverage}");
        assert!((0.945..=0.955).contains(&coverage), "{n}: {coverage}");
    }
}

#[test]
fn newcombe_covers_the_true_difference() {
    // With few discordant pairs (the last case) the interval is known to be a little too wide.
    for (both, only_a, only_b) in [(0.6, 0.15, 0.05), (0.4, 0.1, 0.1), (0.8, 0.12, 0.04)] {
        let mut rng = SeededRng::new("test", "newcombe");
        let truth = only_a - only_b;
        let mut covered = 0;
        for _ in 0..3_000 {
            let mut table = PairTable::default();
            for _ in 0..60 {
                let u = rng.unit();
                let a = u < both + only_a;
                let b = u < both || (both + only_a..both + only_a + only_b).contains(&u);
                table.add(a, b, 1);
            }
            let [low, high] = newcombe(&table).ci95.expect("n > 0");
            covered += i32::from(low <= truth && truth <= high);
        }
        let coverage = f64::from(covered) / 3_000.0;
        println!("Newcombe at n = 60, {both}/{only_a}/{only_b}: coverage {coverage}");
        assert!((0.93..=0.975).contains(&coverage), "{both}: {coverage}");
    }
}

#[test]
fn the_flip_rate_of_an_annotator_is_recovered() {
    for flip in [0.05, 0.10, 0.15] {
        let mut rng = SeededRng::new("test", "annotator");
        let (mut covered, runs) = (0, 3_000);
        for _ in 0..runs {
            let repeats = 100;
            let agreeing = (0..repeats)
                .filter(|_| {
                    let truth = rng.below(3) > 0;
                    let first = truth ^ (rng.unit() < flip);
                    let second = truth ^ (rng.unit() < flip);
                    first == second
                })
                .count() as u64;
            let found = ceiling(agreeing, repeats).expect("valid");
            let holds = |figure: &turnzero_datasets::stats::Estimate, truth: f64| {
                figure.ci95.is_some_and(|[low, high]| low <= truth && truth <= high)
            };
            let both = holds(&found.flip_rate, flip) && holds(&found.ceiling, 1.0 - flip);
            covered += i32::from(both);
        }
        let coverage = f64::from(covered) / f64::from(runs);
        println!("flip rate {flip}: covered in {coverage} of {runs} annotators");
        assert!((0.93..=0.98).contains(&coverage), "{flip}: {coverage}");
    }
}

#[test]
fn sign_flip_approaches_the_normal_law() {
    // 400 ones, 170 of them negative: z = 60/20, without the tie correction |z| ≥ 3 is 0.0027.
    let mut d = vec![1; 230];
    d.extend([-1; 170]);
    let p = sign_flip(&d, "s").p;
    let continuity = 2.0 * cdf(-59.0 / 20.0);
    assert!((p - continuity).abs() < 0.0006, "{p} {continuity}");
}
