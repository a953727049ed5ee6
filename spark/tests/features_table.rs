//! Features of random hands: ranges, no deck identity, determinism, bottom subsets.

mod features_common;

use features_common::{BAELOTH, QUINTORIUS, hands, knowledge, observation};
use turnzero_contract::{PlayerKnowledge, Seat};
use turnzero_spark::features::{FEATURES, Family, FeatureExtractor, columns_of, markdown_table, schema};

/// A sixty-card-like third deck: the same cards without a commander, two seats, no free mulligan.
fn two_seats() -> PlayerKnowledge {
    let mut deck = knowledge(QUINTORIUS);
    deck.commanders.clear();
    deck.options.seats = 2;
    deck.options.free_mulligans = 0;
    deck.starting_player = Some(Seat(0));
    deck
}

/// Every column varies within one deck at one mulligan state, or is exactly 0, unless exempt by name.
#[test]
fn no_column_tells_decks_apart() {
    for knowledge in [knowledge(BAELOTH), knowledge(QUINTORIUS), two_seats()] {
        let mut extractor = FeatureExtractor::new(&knowledge).expect("the deck compiles");
        let mut low = vec![f64::INFINITY; FEATURES.len()];
        let mut high = vec![f64::NEG_INFINITY; FEATURES.len()];
        for hand in hands(&knowledge, 1_000, 5) {
            let vector = extractor
                .features(&observation(&knowledge, &hand, 0))
                .expect("a hand of the deck");
            for (at, value) in vector.values.iter().enumerate() {
                let (least, most) = FEATURES[at].range;
                assert!(
                    (least..=most).contains(value),
                    "{} is {value} for {hand:?}",
                    FEATURES[at].name
                );
                low[at] = low[at].min(*value);
                high[at] = high[at].max(*value);
            }
        }
        for (at, feature) in FEATURES.iter().enumerate() {
            let zero = low[at] == 0.0 && high[at] == 0.0;
            assert!(
                feature.exempt || zero || low[at] < high[at],
                "{} is {} for every hand",
                feature.name,
                low[at]
            );
        }
    }
}

#[test]
fn exempt_columns_are_listed() {
    let exempt = schema().exempt;
    assert_eq!(
        exempt,
        [
            "mulligans_taken",
            "next_mulligan_free",
            "cards_short",
            "free_and_surplus",
            "free_and_plan",
            "free_and_mana",
            "on_the_play"
        ]
    );
}

#[test]
fn schema_is_sound_and_pinned() {
    let schema = schema();
    schema.check().expect("a sound schema");
    assert!((30..=45).contains(&schema.names.len()), "{}", schema.names.len());
    let columns: usize = Family::ALL.into_iter().map(|family| columns_of(family).len()).sum();
    assert_eq!(columns, FEATURES.len(), "every column has one family");
    let table = markdown_table();
    for name in &schema.names {
        assert!(table.contains(&format!("| `{name}` |")), "{name}");
    }
}

/// A fresh extractor and one used before give the same bits, in any order of the hand.
#[test]
fn same_hand_same_bits() {
    let knowledge = knowledge(BAELOTH);
    let mut used = FeatureExtractor::new(&knowledge).expect("the deck compiles");
    for hand in hands(&knowledge, 40, 6) {
        let first = used.features(&observation(&knowledge, &hand, 1)).expect("a hand");
        let mut fresh = FeatureExtractor::new(&knowledge).expect("the deck compiles");
        let mut turned = hand.clone();
        turned.rotate_left(3);
        let second = fresh.features(&observation(&knowledge, &turned, 1)).expect("a hand");
        let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&first.values), bits(&second.values), "{hand:?}");
    }
}

/// Final hands of five share the mulligan columns of the seven they come from.
#[test]
fn subsets_keep_the_mulligan_state() {
    let knowledge = knowledge(QUINTORIUS);
    let mut extractor = FeatureExtractor::new(&knowledge).expect("the deck compiles");
    let hand = hands(&knowledge, 1, 7).remove(0);
    let seen = observation(&knowledge, &hand, 3);
    let whole = extractor.features(&seen).expect("a hand");
    let state: Vec<usize> = ["mulligans_taken", "next_mulligan_free", "cards_short", "on_the_play"]
        .iter()
        .map(|name| {
            FEATURES
                .iter()
                .position(|feature| feature.name == *name)
                .expect("a column")
        })
        .collect();
    let mut different = 0;
    for a in 0..7 {
        for b in 0..a {
            let kept: Vec<&str> = (0..7)
                .filter(|at| *at != a && *at != b)
                .map(|at| hand[at].as_str())
                .collect();
            let part = extractor.features_keeping(&seen, &kept).expect("a hand");
            for at in &state {
                assert!((part.values[*at] - whole.values[*at]).abs() < f64::EPSILON);
            }
            different += usize::from(part.values != whole.values);
        }
    }
    assert!(different > 0);
    assert!(
        (whole.values[state[2]] - 2.0 / 7.0).abs() < 1e-15,
        "three mulligans, one free"
    );
}

#[test]
fn bad_input_is_refused() {
    let knowledge = knowledge(BAELOTH);
    let mut extractor = FeatureExtractor::new(&knowledge).expect("the deck compiles");
    let mut seen = observation(&knowledge, &["No Such Card".to_owned()], 0);
    let error = extractor.features(&seen).expect_err("an unknown card").to_string();
    assert!(error.contains("No Such Card"), "{error}");
    seen.opening = None;
    assert!(extractor.features(&seen).is_err());
}
