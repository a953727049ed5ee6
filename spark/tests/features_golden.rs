//! Names, order and bits of the features are pinned to the schema number.

mod features_common;

use std::fmt::Write as _;

use features_common::{BAELOTH, QUINTORIUS, hands, knowledge, observation};
use sha2::{Digest, Sha256};
use turnzero_spark::features::{FEATURE_SCHEMA, FEATURES, FeatureExtractor, schema, schema_sha256};

/// Every schema number ever given out, with the hash of its names and order.
///
/// Names or order changed: raise `FEATURE_SCHEMA` and add a line; stored models name the number.
const SCHEMAS: [(u32, &str); 1] = [(1, "4d03b791633b25c62e23255c078b56a31c91bbc8658698a7322b0ca00117be7b")];

/// SHA-256 over the bits of the features of [`bits_are_pinned`], by schema number.
const BITS: (u32, &str) = (1, "d8e7f516978349b95720227b95b0d526fc16653a507835e41af97500da6458db");

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a String takes it");
        text
    })
}

#[test]
fn schema_number_stands_for_its_names() {
    let known: Vec<&str> = SCHEMAS
        .iter()
        .filter(|(number, _)| *number == FEATURE_SCHEMA)
        .map(|(_, hash)| *hash)
        .collect();
    assert_eq!(
        known,
        [schema_sha256()],
        "names or order changed: give the new table a new FEATURE_SCHEMA and pin its hash"
    );
    assert_eq!(schema().number, FEATURE_SCHEMA);
    // The hash is of names and order: any other order or name has another one.
    let of = |names: &[&str]| {
        let mut hash = Sha256::new();
        for name in names {
            hash.update(name);
            hash.update("\n");
        }
        hex(&hash.finalize())
    };
    let mut names: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
    assert_eq!(of(&names), schema_sha256());
    names.swap(0, 1);
    assert_ne!(of(&names), schema_sha256());
    names.swap(0, 1);
    names[0] = "usable_mana_t0";
    assert_ne!(of(&names), schema_sha256());
}

/// The values of 600 hands of both decks at three mulligan states, bit by bit, on every machine.
#[test]
fn bits_are_pinned() {
    let mut hash = Sha256::new();
    for text in [BAELOTH, QUINTORIUS] {
        let knowledge = knowledge(text);
        let mut extractor = FeatureExtractor::new(&knowledge).expect("the deck compiles");
        for (hand, mulligans) in hands(&knowledge, 300, 17).iter().zip((0..3).cycle()) {
            let vector = extractor
                .features(&observation(&knowledge, hand, mulligans))
                .expect("a hand of the deck");
            for value in &vector.values {
                hash.update(value.to_bits().to_le_bytes());
            }
        }
    }
    assert_eq!(
        (FEATURE_SCHEMA, hex(&hash.finalize()).as_str()),
        BITS,
        "values changed: models trained on the old ones misread the new ones, so raise FEATURE_SCHEMA and pin both"
    );
}
