//! Canonical JSON and content addressing: one value, one sequence of bytes, one SHA-256.
//!
//! Keys are sorted by their UTF-8 bytes, there is no white space, numbers are written as the
//! shortest text that reads back to the same bits, and numbers that are not finite are refused.

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::encoder::{self, Fault};
use crate::error::{Error, Result};

/// The canonical JSON bytes of `value`.
///
/// # Errors
/// [`Error::NotFinite`] names the field that holds NaN or an infinity; [`Error::Unwritable`] for
/// keys that are no text.
pub fn bytes<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    encoder::encode(value, &mut out).map_err(|fault| match fault {
        Fault::NotFinite { steps, value } => Error::NotFinite {
            place: Fault::place(&steps),
            value,
        },
        Fault::Other(reason) => Error::Unwritable { reason },
    })?;
    Ok(out)
}

/// `value` as a JSON value with sorted keys.
///
/// # Errors
/// As [`bytes`].
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value> {
    serde_json::from_slice(&bytes(value)?).map_err(|error| Error::Unwritable {
        reason: error.to_string(),
    })
}

/// The canonical bytes of a value that is JSON already; a `Value` cannot hold NaN.
pub fn value_bytes(value: &Value) -> Vec<u8> {
    let mut out = String::new();
    write_value(value, &mut out);
    out.into_bytes()
}

fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_value(item, out);
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            let mut sorted: Vec<(&String, &Value)> = map.iter().collect();
            sorted.sort_by_key(|(key, _)| *key);
            for (index, (key, item)) in sorted.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_value(&Value::String(key.clone()), out);
                out.push(':');
                write_value(item, out);
            }
            out.push('}');
        }
        leaf => out.push_str(&leaf.to_string()),
    }
}

/// Lower-case hexadecimal SHA-256 of `bytes`.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&sha256(bytes))
}

/// SHA-256 of `bytes`.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// SHA-256 of bytes that come in pieces.
#[derive(Debug, Default)]
pub struct Sha256Stream(Sha256);

impl Sha256Stream {
    /// Of no bytes yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a piece.
    pub fn update(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// The digest in lower-case hexadecimal.
    pub fn finish_hex(self) -> String {
        hex(&self.0.finalize())
    }
}

/// Lower-case hexadecimal digits of `bytes`.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|nibble| DIGITS.get(usize::from(nibble)))
        .collect()
}

/// Whether `text` is a SHA-256 as this crate writes it.
pub fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// Content address of `value`: SHA-256 of its canonical bytes.
///
/// # Errors
/// As [`bytes`].
pub fn address<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    Ok(sha256_hex(&bytes(value)?))
}

/// The first place where two values differ, with both sides in short, or `None` when equal.
pub fn first_difference(left: &Value, right: &Value) -> Option<String> {
    difference_at("", left, right)
}

fn difference_at(place: &str, left: &Value, right: &Value) -> Option<String> {
    match (left, right) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            keys.into_iter().find_map(|key| {
                let inner = if place.is_empty() {
                    key.clone()
                } else {
                    format!("{place}.{key}")
                };
                match (a.get(key), b.get(key)) {
                    (Some(x), Some(y)) => difference_at(&inner, x, y),
                    (Some(_), None) => Some(format!("{inner}: only on the left")),
                    _ => Some(format!("{inner}: only on the right")),
                }
            })
        }
        (Value::Array(a), Value::Array(b)) => a
            .iter()
            .zip(b)
            .enumerate()
            .find_map(|(i, (x, y))| difference_at(&format!("{place}[{i}]"), x, y))
            .or_else(|| (a.len() != b.len()).then(|| format!("{place}: {} items against {}", a.len(), b.len()))),
        _ => (value_bytes(left) != value_bytes(right))
            .then(|| format!("{place}: {} against {}", short(left), short(right))),
    }
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 {
        return text;
    }
    text.chars().take(57).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;
    use std::collections::BTreeMap;

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            "\\PC{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::vec(("\\PC{0,3}", inner), 0..5).prop_map(|entries| entries.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn both_ways_give_the_same_bytes_and_read_back(value in any_json()) {
            let text = value_bytes(&value);
            prop_assert_eq!(&bytes(&value).unwrap(), &text);
            let back: Value = serde_json::from_slice(&text).unwrap();
            prop_assert_eq!(value_bytes(&back), text);
        }
    }

    #[test]
    fn enums_and_keys_are_written_as_serde_json_writes_them() {
        #[derive(Serialize)]
        enum Kind {
            Unit,
            New(u8),
            Pair(u8, char),
            Named { b: Option<f32>, a: () },
        }
        let value = (
            [
                Kind::Unit,
                Kind::New(1),
                Kind::Pair(2, 'x'),
                Kind::Named { b: Some(0.5), a: () },
            ],
            BTreeMap::from([(10_u32, "ten"), (9, "nine")]),
        );
        let plain: Value = serde_json::to_value(&value).unwrap();
        assert_eq!(bytes(&value).unwrap(), value_bytes(&plain));
        assert!(bytes(&BTreeMap::from([((1, 2), 3)])).is_err());
    }

    #[test]
    fn keys_are_sorted_at_every_depth() {
        let value: Value = serde_json::from_str(r#"{"b":[{"z":1,"a":"é\n"}],"a":null}"#).unwrap();
        assert_eq!(value_bytes(&value), r#"{"a":null,"b":[{"a":"é\n","z":1}]}"#.as_bytes());
    }

    #[test]
    fn numbers_that_are_not_finite_are_refused_by_name() {
        #[derive(Serialize)]
        struct Fold {
            recall: Option<f64>,
        }
        let folds = BTreeMap::from([("folds", vec![Fold { recall: None }, Fold { recall: Some(f64::NAN) }])]);
        let error = bytes(&folds).unwrap_err();
        assert!(error.to_string().starts_with("folds[1].recall: NaN"), "{error}");
        assert!(bytes(&f64::INFINITY).is_err());
        assert!(bytes(&[1.0_f32, f32::NEG_INFINITY]).is_err());
    }

    #[test]
    fn l06_floats_keep_their_bits() {
        let long: f64 = "122.416294033786585".parse().unwrap();
        let weights = [
            1.577_777_777_777_000_1_f64,
            0.921_568_632_125_854_5,
            long,
            -9_007_199_254_740_991.0,
            -0.0,
            5e-324,
            1e-310,
            f64::MAX,
        ];
        let text = bytes(&weights).unwrap();
        let back: Vec<f64> = serde_json::from_slice(&text).unwrap();
        assert_eq!(back[0].to_bits(), 0x3ff9_3e93_e93e_863b);
        for (a, b) in weights.iter().zip(&back) {
            assert_eq!(a.to_bits(), b.to_bits());
        }
        assert_eq!(bytes(&back).unwrap(), text);
    }

    #[test]
    fn sha256_matches_the_standard_vector() {
        // FIPS 180-4 example: the message "abc".
        assert_eq!(
            sha256_hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert!(is_sha256(&sha256_hex(b"")));
        assert!(!is_sha256("BA"));
    }

    #[test]
    fn the_first_difference_is_named() {
        let left = json!({"a": [1, {"b": 2}], "c": 3});
        assert_eq!(first_difference(&left, &left), None);
        let right = json!({"a": [1, {"b": 4}], "c": 3});
        assert_eq!(first_difference(&left, &right).unwrap(), "a[1].b: 2 against 4");
        let right = json!({"a": [1], "c": 3});
        assert_eq!(first_difference(&left, &right).unwrap(), "a: 2 items against 1");
    }
}
