//! Where two bundles differ: for `reproduce` and `compare`.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use turnzero_datasets::canonical;

/// The first difference of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The file.
    pub file: String,
    /// Where in it and what: a JSON path, a line, or a byte.
    pub place: String,
}

/// Compares two sets of files by name and content; one entry per file that differs, sorted by
/// name, so that the first entry is the first difference.
pub fn differences(left: &BTreeMap<String, Vec<u8>>, right: &BTreeMap<String, Vec<u8>>) -> Vec<Difference> {
    let names: std::collections::BTreeSet<&String> = left.keys().chain(right.keys()).collect();
    names
        .into_iter()
        .filter_map(|name| {
            let place = match (left.get(name), right.get(name)) {
                (Some(a), Some(b)) => first_difference(name, a, b)?,
                (Some(_), None) => "only on the left".to_owned(),
                _ => "only on the right".to_owned(),
            };
            Some(Difference {
                file: name.clone(),
                place,
            })
        })
        .collect()
}

/// The first difference of two files, in the terms of what they hold; `None` when equal.
pub fn first_difference(name: &str, left: &[u8], right: &[u8]) -> Option<String> {
    if left == right {
        return None;
    }
    let extension = name.rsplit('.').next().unwrap_or("");
    let in_json = match extension {
        "json" => json_difference(left, right),
        "jsonl" => line_difference(left, right),
        _ => None,
    };
    Some(in_json.unwrap_or_else(|| byte_difference(left, right)))
}

fn json_difference(left: &[u8], right: &[u8]) -> Option<String> {
    let left: Value = serde_json::from_slice(left).ok()?;
    let right: Value = serde_json::from_slice(right).ok()?;
    canonical::first_difference(&left, &right)
}

fn line_difference(left: &[u8], right: &[u8]) -> Option<String> {
    let (a, b) = (left.split(|c| *c == b'\n'), right.split(|c| *c == b'\n'));
    let (line, (a, b)) = a.zip(b).enumerate().find(|(_, (a, b))| a != b)?;
    let inner = json_difference(a, b).unwrap_or_else(|| byte_difference(a, b));
    Some(format!("line {}: {inner}", line + 1))
}

fn byte_difference(left: &[u8], right: &[u8]) -> String {
    let at = left
        .iter()
        .zip(right)
        .position(|(a, b)| a != b)
        .unwrap_or(left.len().min(right.len()));
    let line = left.iter().take(at).filter(|byte| **byte == b'\n').count() + 1;
    format!("byte {at} (line {line}); {} bytes against {}", left.len(), right.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_named_in_the_terms_of_the_file() {
        let json = first_difference("m.json", br#"{"a":[1,2]}"#, br#"{"a":[1,3]}"#);
        assert_eq!(json.unwrap(), "a[1]: 2 against 3");
        let lines = first_difference("p.jsonl", b"{\"x\":1}\n{\"x\":2}\n", b"{\"x\":1}\n{\"x\":3}\n");
        assert_eq!(lines.unwrap(), "line 2: x: 2 against 3");
        let shorter = first_difference("p.jsonl", b"{}\n{}\n", b"{}\n").unwrap();
        assert!(shorter.starts_with("line 2"), "{shorter}");
        let text = first_difference("CARD.md", b"one\ntwo", b"one\ntwi").unwrap();
        assert_eq!(text, "byte 6 (line 2); 7 bytes against 7");
        let spaces = first_difference("m.json", b"{}", b"{ }").unwrap();
        assert!(spaces.starts_with("byte 1"), "{spaces}");
        assert_eq!(first_difference("m.json", b"{}", b"{}"), None);
    }

    #[test]
    fn files_on_one_side_are_differences() {
        let left = BTreeMap::from([("a".to_owned(), vec![1]), ("b".to_owned(), vec![2])]);
        let right = BTreeMap::from([("b".to_owned(), vec![2]), ("c".to_owned(), vec![3])]);
        let found = differences(&left, &right);
        let files: Vec<&str> = found.iter().map(|d| d.file.as_str()).collect();
        assert_eq!(files, ["a", "c"]);
    }
}
