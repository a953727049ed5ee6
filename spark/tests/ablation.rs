//! The ablation table on a planted truth: every family of features matters, noise does not.

mod common;
mod features_common;

use std::collections::BTreeMap;

use common::{SplitMix, meta, schema, valid};
use features_common::{BAELOTH, QUINTORIUS, hands, knowledge, observation};
use turnzero_contract::Seat;
use turnzero_spark::features::{FEATURES, Family, FeatureExtractor, columns_of};
use turnzero_spark::robustness::{Ablation, ablation};
use turnzero_spark::{Folds, TrainParams, TrainRow, TrainingSet};

/// Hands of each deck.
const HANDS: usize = 1_500;
/// Columns of pure noise, a family that no label depends on.
const NOISE: [&str; 3] = ["noise_a", "noise_b", "noise_c"];

/// Weight of each standardised column in the planted truth; signs alternate in table order.
const STRENGTH: f64 = 1.0;

/// Feature values of real hands at mulligan states 0 to 3, on the play, on the draw or not knowing, then noise.
///
/// The search is almost never cut short, so the flag that says so is drawn. Without hands that do not
/// know who starts, the chance to draw a land would tell play from draw as well as the position does.
fn values(random: &mut SplitMix) -> Vec<Vec<f64>> {
    let truncated = columns_of(Family::Analysis);
    let mut rows = Vec::new();
    for (text, seed) in [(BAELOTH, 21), (QUINTORIUS, 22)] {
        let mut knowledge = knowledge(text);
        knowledge.options.seats = 2;
        knowledge.starting_player = None;
        let mut extractor = FeatureExtractor::new(&knowledge).expect("the deck compiles");
        for hand in hands(&knowledge, HANDS, seed) {
            let mulligans = u32::try_from(random.below(4)).expect("small");
            let mut seen = observation(&knowledge, &hand, mulligans);
            seen.starting_player =
                [None, Some(Seat(0)), Some(Seat(1))][usize::try_from(random.below(3)).expect("small")];
            let mut row = extractor.features(&seen).expect("a hand of the deck").values;
            for at in &truncated {
                row[*at] = f64::from(u8::from(random.below(4) == 0));
            }
            row.extend(NOISE.map(|_| random.unit()));
            rows.push(row);
        }
    }
    rows
}

/// The planted truth: the log odds of keep for every row, centred.
fn truth(rows: &[Vec<f64>]) -> Vec<f64> {
    let n = rows.len() as f64;
    let mut eta = vec![0.0; rows.len()];
    for (at, feature) in FEATURES.iter().enumerate() {
        let mean = rows.iter().map(|row| row[at]).sum::<f64>() / n;
        let variance = rows.iter().map(|row| (row[at] - mean) * (row[at] - mean)).sum::<f64>() / n;
        assert!(variance > 0.0, "{} is the same everywhere", feature.name);
        let sign = if at % 2 == 0 { 1.0 } else { -1.0 };
        let weight = sign * STRENGTH / libm::sqrt(variance);
        for (eta, row) in eta.iter_mut().zip(rows) {
            *eta += weight * (row[at] - mean);
        }
    }
    eta
}

fn planted() -> TrainingSet {
    let mut random = SplitMix(20);
    let rows = values(&mut random);
    let eta = truth(&rows);
    let names: Vec<&str> = FEATURES.iter().map(|feature| feature.name).chain(NOISE).collect();
    let rows = (0..).zip(rows.into_iter().zip(eta)).map(|(number, (features, eta))| {
        let keep = random.unit() < 1.0 / (1.0 + libm::exp(-eta));
        let mut meta = meta(number, &format!("planted#{number}"), keep);
        let deck = if number < HANDS as u64 { "Baeloth" } else { "Quintorius" };
        deck.clone_into(&mut meta.deck);
        TrainRow { meta, features }
    });
    TrainingSet::from_rows(schema(&names), rows).expect("rows are well formed")
}

fn families() -> BTreeMap<String, Vec<String>> {
    let mut families: BTreeMap<String, Vec<String>> = Family::ALL
        .into_iter()
        .map(|family| {
            let columns = columns_of(family);
            (
                family.word().to_owned(),
                columns.iter().map(|at| FEATURES[*at].name.to_owned()).collect(),
            )
        })
        .collect();
    families.insert("noise".to_owned(), NOISE.map(str::to_owned).to_vec());
    families
}

/// Removing the family makes held-out log loss worse, beyond the interval.
fn matters(row: &Ablation) -> bool {
    row.log_loss_increase.ci95.is_some_and(|[low, _]| low > 0.0)
}

#[test]
fn every_family_matters() {
    let set = planted();
    // Unoptimised builds take fewer folds and one penalty, on the same rows.
    let (outer, grid) = if cfg!(debug_assertions) {
        (2, vec![1.0])
    } else {
        (4, vec![0.1, 1.0, 10.0])
    };
    let params = valid(
        TrainParams::new()
            .folds(outer)
            .inner_folds(2)
            .lambda_grid(grid)
            .replicates(500)
            .fold_seeds(0),
    );
    let folds = Folds::deal(&set, &params).expect("enough groups");
    let table = ablation(&set, &folds, &params, &families()).expect("trains");
    println!("| family removed | columns | log loss increase | 95 % | rows |\n|---|---|---|---|---|");
    for row in &table {
        let increase = &row.log_loss_increase;
        let [low, high] = increase.ci95.expect("an interval");
        println!(
            "| {} | {} | {:.4} | {low:.4} to {high:.4} | {} |",
            row.family,
            row.columns.len(),
            increase.estimate.expect("a value"),
            increase.n
        );
    }
    assert_eq!(table.len(), Family::ALL.len() + 1);
    for row in &table {
        assert_eq!(matters(row), row.family != "noise", "{row:?}");
    }
    let noise = table.iter().find(|row| row.family == "noise").expect("its row");
    let [low, high] = noise.log_loss_increase.ci95.expect("an interval");
    assert!(low <= 0.0 && (-0.005..0.005).contains(&low) && (-0.005..0.005).contains(&high));
}
