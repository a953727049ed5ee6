//! Folds keep games whole (cases L01 and L03).

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{meta, schema, valid};
use proptest::prelude::*;
use turnzero_spark::{Folds, FoldsFile, SparkError, TrainParams, TrainRow, TrainingSet};

fn set(rows: &[(&str, bool)]) -> TrainingSet {
    let rows = rows.iter().enumerate().map(|(i, &(group, keep))| TrainRow {
        meta: meta(i as u64 + 1, group, keep),
        features: vec![i as f64],
    });
    TrainingSet::from_rows(schema(&["f"]), rows).expect("rows are well formed")
}

/// Case L01's table.
fn five_rows() -> TrainingSet {
    set(&[
        ("v5#s01", true),
        ("v5#s01", false),
        ("v5#s02", true),
        ("v5#s03", true),
        ("v5#s03", false),
    ])
}

#[test]
fn l01_more_folds_than_groups_is_refused_with_both_numbers() {
    let e = Folds::deal(&five_rows(), &valid(TrainParams::new())).expect_err("5 folds, 3 groups");
    assert_eq!(e.exit_code(), 3);
    assert!(
        e.to_string().contains("folds=5 but only 3 groups (seeded games)"),
        "{e}"
    );
}

#[test]
fn l01_three_folds_of_three_groups_work() {
    let set = five_rows();
    let folds = Folds::deal(&set, &valid(TrainParams::new().folds(3))).expect("3 of 3");
    let mut tested = vec![0; 5];
    for &fold in folds.ids() {
        let (_, test) = folds.split(fold);
        assert!(!test.is_empty());
        for row in test {
            tested[row] += 1;
        }
    }
    assert_eq!(tested, [1; 5]);
    let trained = turnzero_spark::train(&set, &folds, &valid(common::quick().folds(3)), common::origin())
        .expect("every training part holds both classes");
    assert_eq!(trained.predictions.len(), 5);
}

#[test]
fn l01_no_rows_and_one_group_are_errors() {
    assert!(matches!(
        TrainingSet::from_rows(schema(&["f"]), Vec::new()),
        Err(SparkError::NoRows)
    ));
    let one = set(&[("a#1", true), ("a#1", false)]);
    assert!(matches!(
        Folds::deal(&one, &valid(TrainParams::new().folds(2))),
        Err(SparkError::TooFewGroups { folds: 2, groups: 1 })
    ));
    let class = set(&[("a#1", true), ("a#2", true), ("a#3", true)]);
    match Folds::deal(&class, &valid(TrainParams::new().folds(2))) {
        Err(
            e @ SparkError::OneClass {
                keep: 3,
                mulligan: 0,
                groups: 3,
                ..
            },
        ) => {
            assert_eq!(e.exit_code(), 3);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn l03_same_seed_in_two_batches_is_two_groups_and_actors_of_one_are_one() {
    let set = set(&[
        ("v5#07", true),
        ("v6#07", false),
        ("v5#07", false),
        ("v6#08", true),
        ("v5#08", true),
    ]);
    assert_eq!(set.groups().expect("groups are named").n_groups(), 4);
    let folds = Folds::deal(&set, &valid(TrainParams::new().folds(4))).expect("4 of 4");
    assert_eq!(folds.of()[0], folds.of()[2]);
    assert_ne!(folds.of()[0], folds.of()[1]);
}

#[test]
fn labels_and_decks_are_level_over_the_folds() {
    let set = common::hands(400, 3);
    let folds = Folds::deal(&set, &valid(TrainParams::new())).expect("400 games");
    let share =
        |rows: &[usize], f: &dyn Fn(usize) -> bool| rows.iter().filter(|&&r| f(r)).count() as f64 / rows.len() as f64;
    let all: Vec<usize> = (0..set.n_rows()).collect();
    let keep = |r: usize| set.meta()[r].label_keep;
    let deck = |r: usize| set.meta()[r].deck == "Baeloth";
    for &fold in folds.ids() {
        let (_, test) = folds.split(fold);
        assert!((share(&test, &keep) - share(&all, &keep)).abs() < 0.02);
        assert!((share(&test, &deck) - share(&all, &deck)).abs() < 0.02);
        assert!((test.len() as f64 / set.n_rows() as f64 - 0.2).abs() < 0.02);
    }
}

#[test]
fn the_seed_decides_and_row_order_does_not() {
    let set = common::hands(60, 3);
    let deal = |set: &TrainingSet, seed| Folds::deal(set, &valid(TrainParams::new().seed(seed))).expect("60 games");
    assert_eq!(deal(&set, 1), deal(&set, 1));
    assert_ne!(deal(&set, 1), deal(&set, 2));
    let back: Vec<usize> = (0..set.n_rows()).rev().collect();
    let turned = set.subset(&back);
    let by_row = |set: &TrainingSet, folds: &Folds| -> BTreeMap<u64, u32> {
        set.meta()
            .iter()
            .map(|m| m.row)
            .zip(folds.of().iter().copied())
            .collect()
    };
    assert_eq!(by_row(&set, &deal(&set, 1)), by_row(&turned, &deal(&turned, 1)));
}

#[test]
fn a_folds_file_must_name_every_row_once_with_games_whole() {
    let set = five_rows();
    let parse = |text: &str| FoldsFile::parse(text).expect("well-formed file");
    let good = Folds::from_file(&set, &parse(r#"{"1":7,"2":7,"3":2,"4":2,"5":2}"#));
    let good = good.expect("rows named once, games whole");
    assert_eq!((good.ids(), good.of()), (&[2, 7][..], &[7, 7, 2, 2, 2][..]));
    let bad = [
        (r#"{"1":0,"2":0,"3":1,"4":1}"#, "row 5 of hands.csv is not named"),
        (
            r#"{"1":0,"2":0,"3":1,"4":1,"5":1,"9":0}"#,
            "row 9 is not a labelled data row",
        ),
        (r#"{"1":0,"2":1,"3":1,"4":1,"5":1}"#, "group v5#s01 is split"),
        (r#"{"1":0,"2":0,"3":0,"4":0,"5":0}"#, "all rows are in one fold"),
    ];
    for (text, says) in bad {
        let e = Folds::from_file(&set, &parse(text)).expect_err(says);
        assert!(e.to_string().contains(says) && e.exit_code() == 3, "{e}");
    }
    for text in [
        r#"{"1":0,"1":1}"#,
        r#"{"x":0}"#,
        r#"{"1":-1}"#,
        r#"{"1":0.5}"#,
        "[1]",
        "",
    ] {
        let e = FoldsFile::parse(text).expect_err(text);
        assert!(matches!(e, SparkError::Folds { .. }));
    }
    let e = FoldsFile::parse(r#"{"1":0,"1":1}"#).expect_err("twice");
    assert!(e.to_string().contains("row 1 occurs twice"), "{e}");
}

proptest! {
    #[test]
    fn every_dealing_is_a_partition_of_games(
        rows in proptest::collection::vec((0_u8..25, any::<bool>()), 12..80),
        folds in 2_usize..6,
        seed in any::<u64>(),
    ) {
        let named: Vec<(String, bool)> =
            rows.iter().map(|&(g, keep)| (format!("b#{g}"), keep)).collect();
        let named: Vec<(&str, bool)> = named.iter().map(|(g, k)| (g.as_str(), *k)).collect();
        let set = set(&named);
        let groups: BTreeSet<&str> = named.iter().map(|(g, _)| *g).collect();
        let both = named.iter().any(|r| r.1) && named.iter().any(|r| !r.1);
        match Folds::deal(&set, &valid(TrainParams::new().folds(folds).seed(seed))) {
            Ok(dealt) => {
                prop_assert!(groups.len() >= folds && both);
                let mut fold_of = BTreeMap::new();
                for (row, &fold) in dealt.of().iter().enumerate() {
                    prop_assert_eq!(*fold_of.entry(named[row].0).or_insert(fold), fold);
                }
                for &fold in dealt.ids() {
                    prop_assert!(dealt.of().contains(&fold));
                }
            }
            Err(SparkError::TooFewGroups { .. }) => prop_assert!(groups.len() < folds),
            Err(SparkError::OneClass { .. }) => prop_assert!(!both),
            Err(e) => prop_assert!(false, "{}", e),
        }
    }
}
