//! Guarantees that a mutant breaks. `TURNZERO_MUTANT=NAME` switches one on for the whole run:
//! then the test of its guarantee must fail.

mod common;

use common::{meta, origin, quick, schema, valid};
use turnzero_datasets::stats::metrics::Sample;
use turnzero_spark::cv::cross_validate;
use turnzero_spark::kernel::sigmoid;
use turnzero_spark::train::fit_model;
use turnzero_spark::weights::{ClassSums, balanced};
use turnzero_spark::{Folds, Mutant, TrainRow, TrainingSet};

fn switched_on() -> Option<Mutant> {
    std::env::var("TURNZERO_MUTANT")
        .ok()
        .map(|name| Mutant::from_name(&name).unwrap_or_else(|| panic!("no mutant is called {name}")))
}

/// Case L03: 400 games of 4 decisions, an indicator per game, labels constant inside a game.
fn planted_leak() -> TrainingSet {
    let games = 400;
    let mut random = common::SplitMix(12);
    let names: Vec<String> = (0..games).map(|g| format!("is_game_{g}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut rows = Vec::new();
    for game in 0..games {
        let keep = random.unit() < 0.5;
        for decision in 0..4_u64 {
            let mut features = vec![0.0; games];
            features[game] = 1.0;
            rows.push(TrainRow {
                meta: meta(game as u64 * 4 + decision + 1, &format!("b#{game}"), keep),
                features,
            });
        }
    }
    TrainingSet::from_rows(schema(&names), rows).expect("rows are well formed")
}

fn leak_score(mutant: Option<Mutant>) -> (f64, bool) {
    let set = planted_leak();
    let params = valid(quick().lambda_grid(vec![0.1]).mutant(mutant));
    let folds = Folds::deal(&set, &params).expect("400 games");
    let whole = folds.ids().iter().all(|&fold| {
        let (train, test) = folds.split(fold);
        let group = |r: &usize| set.meta()[*r].group.clone();
        let train: std::collections::BTreeSet<String> = train.iter().map(group).collect();
        test.iter().all(|r| !train.contains(&group(r)))
    });
    let scored = cross_validate(&set, &folds, &params).expect("trains").scored(&set);
    let sample = Sample::new(&scored).expect("finite odds");
    (sample.balanced_accuracy().expect("both classes"), whole)
}

#[test]
fn l03_a_leak_through_the_game_scores_about_chance() {
    let (score, whole) = leak_score(switched_on());
    assert!(whole, "a game lies in training and test");
    assert!((0.4..=0.6).contains(&score), "{score}");
}

#[test]
fn l03_the_leak_shows_when_the_group_column_is_ignored() {
    let (score, whole) = leak_score(Some(Mutant::GroupColumnIgnored));
    assert!(!whole && score > 0.95, "{score}");
}

/// Largest gradient entry of the weighted objective at the shipped model, per unit weight.
fn stationarity(mutant: Option<Mutant>) -> f64 {
    let set = common::hands(200, 4);
    let params = valid(quick().mutant(mutant));
    let (model, _) = fit_model(&set, &params, origin()).expect("trains");
    let (keep, u) = (set.labels(), set.certainty());
    let w = balanced(&keep, &u, ClassSums::of(&keep, &u));
    let mut gradient = vec![0.0; set.n_cols() + 1];
    for row in 0..set.n_rows() {
        let values = set.features(row);
        let p = sigmoid(model.score(values).expect("finite").eta);
        let residual = w[row] * (p - f64::from(u8::from(keep[row])));
        gradient[0] += residual;
        for (g, c) in gradient[1..]
            .iter_mut()
            .zip(model.contributions(values).expect("finite"))
        {
            *g += residual * c.z;
        }
    }
    for (g, f) in gradient[1..].iter_mut().zip(&model.features) {
        *g += model.selection.lambda * f.coefficient;
    }
    gradient.iter().fold(0.0_f64, |m, g| m.max(g.abs())) / w.iter().sum::<f64>()
}

#[test]
fn the_shipped_model_is_the_optimum_of_the_weighted_objective() {
    let gradient = stationarity(switched_on());
    assert!(gradient < 2e-8, "{gradient:e}");
}

#[test]
fn linfa_in_place_of_ours_is_not_that_optimum() {
    let gradient = stationarity(Some(Mutant::LinfaInPlaceOfOurs));
    assert!(gradient > 1e-3, "{gradient:e}");
}

#[test]
fn mutants_have_names() {
    for (name, mutant) in Mutant::ALL {
        assert_eq!(Mutant::from_name(name), Some(mutant));
    }
    assert_eq!(Mutant::from_name("none"), None);
}
