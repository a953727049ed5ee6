//! What goes beside exported data: a data dictionary, Croissant metadata, and the scan that
//! proves that nothing hidden got out.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

/// Type of a column, in the words of schema.org.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// `sc:Text`
    Text,
    /// `sc:Boolean`
    Boolean,
    /// `sc:Integer`
    Integer,
    /// `sc:Float`
    Float,
}

impl ColumnType {
    /// Name in Croissant.
    pub fn croissant(self) -> &'static str {
        match self {
            Self::Text => "sc:Text",
            Self::Boolean => "sc:Boolean",
            Self::Integer => "sc:Integer",
            Self::Float => "sc:Float",
        }
    }

    /// Name for readers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Boolean => "true/false",
            Self::Integer => "integer",
            Self::Float => "number",
        }
    }
}

/// One column of an exported table: the source of dictionary and metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnSpec {
    /// Name in the file.
    pub name: String,
    /// Type.
    pub kind: ColumnType,
    /// Unit or range, empty when it has none.
    pub unit: String,
    /// What it means.
    pub meaning: String,
}

impl ColumnSpec {
    /// A column.
    pub fn new(name: &str, kind: ColumnType, unit: &str, meaning: &str) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            unit: unit.to_owned(),
            meaning: meaning.to_owned(),
        }
    }
}

/// The columns that every dataset row has, features apart.
pub fn row_columns() -> Vec<ColumnSpec> {
    use ColumnType::{Boolean, Integer, Text};
    let column = ColumnSpec::new;
    vec![
        column("source", Text, "", "Name of the study or file that the row comes from."),
        column(
            "row",
            Integer,
            "from 1",
            "Data row of the source, knowledge lines not counted; gaps stay where rows were skipped.",
        ),
        column(
            "group",
            Text,
            "",
            "Game the row belongs to (batch#game or the importer's group): the unit of independence for folds, tests and intervals.",
        ),
        column("deck", Text, "", "Name of the deck."),
        column("actor", Text, "", "Who chose."),
        column(
            "knowledge",
            Text,
            "SHA-256",
            "Content address of the deck definitions and options that were shown.",
        ),
        column("label_original", Text, "KEEP or MULLIGAN", "The choice as it was made."),
        column(
            "label_effective",
            Text,
            "KEEP or MULLIGAN",
            "The choice after the last review statement in the reason; equal to label_original without one.",
        ),
        column(
            "unsure_original",
            Boolean,
            "",
            "Marked as a close call when it was made.",
        ),
        column(
            "unsure_effective",
            Boolean,
            "",
            "The mark after the last review statement.",
        ),
        column(
            "review_span",
            Text,
            "from:to",
            "Characters of the reason that hold the statement that counts; empty without one.",
        ),
        column(
            "review_unparsed",
            Text,
            "",
            "Clauses that say 'on review' but are no statement; they change nothing.",
        ),
        column("reason", Text, "", "Why, in the chooser's own words."),
        column(
            "unblinded",
            Boolean,
            "",
            "A human chose after machine choices of the batch had been shown.",
        ),
    ]
}

/// A data dictionary in Markdown, generated from the column table.
pub fn data_dictionary(title: &str, columns: &[ColumnSpec]) -> String {
    let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    let mut out = format!("# {title}\n\n| column | type | unit or range | meaning |\n|---|---|---|---|\n");
    for column in columns {
        // Writing to a String cannot fail.
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} |",
            cell(&column.name),
            column.kind.word(),
            cell(&column.unit),
            cell(&column.meaning)
        );
    }
    out
}

/// Media type of JSON lines in Croissant.
pub const JSON_LINES: &str = "application/jsonlines";

/// Media type of Parquet in Croissant.
pub const PARQUET: &str = "application/x-parquet";

/// A file that Croissant metadata describes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSpec {
    /// Name relative to the metadata file.
    pub name: String,
    /// Media type, [`JSON_LINES`] or [`PARQUET`] for tables.
    pub encoding: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Its columns; empty for a file that is no table, such as a dataset file, whose knowledge
    /// lines come before its rows (Croissant readers take every line for a record).
    pub columns: Vec<ColumnSpec>,
}

/// Metadata of a dataset in the Croissant 1.0 vocabulary (JSON-LD).
/// `published` is a date such as `2026-11-30`, left out where bytes must repeat.
pub fn croissant(name: &str, description: &str, published: Option<&str>, files: &[FileSpec]) -> Value {
    let distribution: Vec<Value> = files
        .iter()
        .map(|file| {
            json!({
                "@type": "cr:FileObject",
                "@id": file.name,
                "name": file.name,
                "contentUrl": file.name,
                "encodingFormat": file.encoding,
                "sha256": file.sha256,
            })
        })
        .collect();
    let record_sets: Vec<Value> = files
        .iter()
        .filter(|file| !file.columns.is_empty())
        .map(record_set)
        .collect();
    let mut metadata = json!({
        "@context": context(),
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": name,
        "description": description,
        "version": "1.0.0",
        "license": "https://spdx.org/licenses/MIT.html",
        "citeAs": name,
        "distribution": distribution,
        "recordSet": record_sets,
    });
    if let (Some(published), Some(map)) = (published, metadata.as_object_mut()) {
        map.insert("datePublished".to_owned(), published.into());
    }
    metadata
}

fn record_set(file: &FileSpec) -> Value {
    let fields: Vec<Value> = file
        .columns
        .iter()
        .map(|column| {
            json!({
                "@type": "cr:Field",
                "@id": format!("{}/{}", file.name, column.name),
                "name": column.name,
                "description": column.meaning,
                "dataType": column.kind.croissant(),
                "source": { "fileObject": { "@id": file.name }, "extract": { "column": column.name } },
            })
        })
        .collect();
    json!({
        "@type": "cr:RecordSet",
        "@id": format!("{}-rows", file.name),
        "name": format!("{}-rows", file.name),
        "field": fields,
    })
}

/// The JSON-LD context of Croissant 1.0 (terms of the specification).
fn context() -> Value {
    json!({
        "@language": "en",
        "@vocab": "https://schema.org/",
        "citeAs": "cr:citeAs",
        "column": "cr:column",
        "conformsTo": "dct:conformsTo",
        "cr": "http://mlcommons.org/croissant/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "data": { "@id": "cr:data", "@type": "@json" },
        "dataType": { "@id": "cr:dataType", "@type": "@vocab" },
        "dct": "http://purl.org/dc/terms/",
        "equivalentProperty": "cr:equivalentProperty",
        "examples": { "@id": "cr:examples", "@type": "@json" },
        "extract": "cr:extract",
        "field": "cr:field",
        "fileProperty": "cr:fileProperty",
        "fileObject": "cr:fileObject",
        "fileSet": "cr:fileSet",
        "format": "cr:format",
        "includes": "cr:includes",
        "isLiveDataset": "cr:isLiveDataset",
        "jsonPath": "cr:jsonPath",
        "key": "cr:key",
        "md5": "cr:md5",
        "parentField": "cr:parentField",
        "path": "cr:path",
        "recordSet": "cr:recordSet",
        "references": "cr:references",
        "regex": "cr:regex",
        "repeated": "cr:repeated",
        "replace": "cr:replace",
        "samplingRate": "cr:samplingRate",
        "sc": "https://schema.org/",
        "separator": "cr:separator",
        "source": "cr:source",
        "subField": "cr:subField",
        "transform": "cr:transform"
    })
}

/// A hidden string that was found where it must not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leak {
    /// The string.
    pub hidden: String,
    /// Byte offset of its first occurrence.
    pub offset: usize,
}

/// Bytes of a hidden string by which [`scan_for`] finds its candidates.
const KEY: usize = 8;

/// Looks for every hidden string (game seeds, instance ids, [`order_fragments`]) in `bytes`, in
/// one pass for all of them. ASCII letters are found in either case. Empty strings are passed over.
pub fn scan_for<S: AsRef<str>>(hidden: &[S], bytes: &[u8]) -> Vec<Leak> {
    let mut found: Vec<Option<usize>> = vec![None; hidden.len()];
    let mut by_key: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    // Most places are dismissed by the last two bytes of their key.
    let mut endings = vec![false; 1 << 16];
    for (index, text) in hidden.iter().map(|text| text.as_ref().as_bytes()).enumerate() {
        match text.get(..KEY) {
            Some(start) => {
                let key = start.iter().fold(0, |key, byte| shifted(key, *byte));
                by_key.entry(key).or_default().push(index);
                if let Some(ending) = endings.get_mut(ending_of(key)) {
                    *ending = true;
                }
            }
            None if text.is_empty() => {}
            None => {
                let mut windows = bytes.windows(text.len());
                let place = windows.position(|window| window.eq_ignore_ascii_case(text));
                if let Some(slot) = found.get_mut(index) {
                    *slot = place;
                }
            }
        }
    }
    let mut key = 0;
    for (end, byte) in bytes.iter().enumerate() {
        key = shifted(key, *byte);
        if endings.get(ending_of(key)) != Some(&true) {
            continue;
        }
        let Some(start) = (end + 1).checked_sub(KEY) else {
            continue;
        };
        for index in by_key.get(&key).into_iter().flatten() {
            let text = hidden.get(*index).map_or(&[][..], |text| text.as_ref().as_bytes());
            let here = bytes.get(start..start + text.len());
            if let Some(slot @ None) = found.get_mut(*index)
                && here.is_some_and(|here| here.eq_ignore_ascii_case(text))
            {
                *slot = Some(start);
            }
        }
    }
    let leaks = hidden.iter().zip(found).filter_map(|(text, offset)| {
        let hidden = text.as_ref().to_owned();
        offset.map(|offset| Leak { hidden, offset })
    });
    leaks.collect()
}

/// The key one byte further on: the last eight bytes, in lower case.
fn shifted(key: u64, byte: u8) -> u64 {
    key << 8 | u64::from(byte.to_ascii_lowercase())
}

fn ending_of(key: u64) -> usize {
    usize::try_from(key & 0xffff).unwrap_or(0)
}

/// Runs of `length` neighbouring cards of a library, as they would stand in JSON text: what
/// [`scan_for`] looks for to find a leaked order. Runs that are in name order are left out, as
/// canonical lists hold such runs without knowing any order.
pub fn order_fragments<S: AsRef<str>>(library: &[S], length: usize) -> Vec<String> {
    if length < 2 {
        return Vec::new();
    }
    library
        .windows(length)
        .filter(|run| !run.is_sorted_by(|a, b| a.as_ref() <= b.as_ref()))
        .map(|run| {
            let names: Vec<String> = run.iter().map(|name| Value::from(name.as_ref()).to_string()).collect();
            names.join(",")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_dictionary_lists_every_column_once() {
        let columns = row_columns();
        let text = data_dictionary("Rows", &columns);
        for column in &columns {
            assert_eq!(text.matches(&format!("| `{}` |", column.name)).count(), 1);
        }
        let odd = [ColumnSpec::new("x", ColumnType::Float, "a|b", "two\nlines")];
        assert_eq!(data_dictionary("T", &odd).lines().count(), 5);
        assert!(data_dictionary("T", &odd).contains("a\\|b"));
    }

    #[test]
    fn croissant_names_each_file_with_its_digest() {
        let file = FileSpec {
            name: "dataset.jsonl".to_owned(),
            encoding: JSON_LINES.to_owned(),
            sha256: crate::canonical::sha256_hex(b"x"),
            columns: row_columns(),
        };
        let value = croissant("n", "d", Some("2026-11-30"), std::slice::from_ref(&file));
        assert_eq!(value["distribution"][0]["sha256"], file.sha256.as_str());
        let fields = value["recordSet"][0]["field"].as_array().unwrap();
        assert_eq!(fields.len(), file.columns.len());
        assert_eq!(fields[0]["source"]["extract"]["column"], "source");
        assert_eq!(value["datePublished"], "2026-11-30");
        assert!(croissant("n", "d", None, &[]).get("datePublished").is_none());
        assert_eq!(value["conformsTo"], "http://mlcommons.org/croissant/1.0");
    }

    proptest! {
        #[test]
        fn the_scan_finds_what_a_plain_search_finds(
            hidden in prop::collection::vec("[abAB]{0,12}", 0..8),
            text in "[abAB]{0,60}",
        ) {
            let plain: Vec<Leak> = hidden
                .iter()
                .filter(|needle| !needle.is_empty())
                .filter_map(|needle| {
                    let offset = text.to_lowercase().find(&needle.to_lowercase())?;
                    Some(Leak { hidden: needle.clone(), offset })
                })
                .collect();
            prop_assert_eq!(scan_for(&hidden, text.as_bytes()), plain);
        }
    }

    #[test]
    fn one_leaked_id_is_found_and_clean_text_is_not_blamed() {
        let library = ["Mountain", "Forest", "Forest", "Island", "Swamp", "Bog"];
        let mut hidden = order_fragments(&library, 3);
        assert!(!hidden.is_empty());
        hidden.push("ab12ff".to_owned());
        let clean = br#"{"cards":["Bog","Forest","Forest","Island","Mountain","Swamp"]}"#;
        assert_eq!(scan_for(&hidden, clean), vec![]);
        let order = br#"{"next":["Island","Swamp","Bog"]}"#;
        assert_eq!(scan_for(&hidden, order).len(), 1);
        let seed = b"group AB12FF";
        assert_eq!(scan_for(&hidden, seed)[0].offset, 6);
    }
}
