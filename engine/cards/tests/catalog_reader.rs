//! AtomicCards files: shapes, packing, index, staleness, damage.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::write::GzEncoder;
use proptest::prelude::*;
use turnzero_cards::CardsError;
use turnzero_cards::catalog::{Catalog, Lookup, definition, find_catalog, parse_atomic_bytes};

fn document(cards: usize) -> Vec<u8> {
    let data: serde_json::Map<String, serde_json::Value> = (0..cards)
        .map(|n| {
            let name = format!("Test Card {n}");
            let card = serde_json::json!([{ "name": name, "types": ["Creature"], "manaCost": "{1}{G}", "power": "1",
                "toughness": "*", "layout": "normal", "colors": ["G"], "colorIdentity": ["G"],
                "purchaseUrls": { "shop": "x" }, "rulings": [{ "date": "x", "text": "y" }] }]);
            (name, card)
        })
        .collect();
    serde_json::json!({ "meta": { "version": "x" }, "data": data })
        .to_string()
        .into_bytes()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).expect("gzip");
    packer.finish().expect("gzip")
}

fn found(catalog: &Catalog, name: &str) -> bool {
    matches!(catalog.lookup(name, false).expect("readable"), Lookup::Card(_))
}

#[test]
fn plain_gzip_zstd_and_byte_order_mark_give_the_same_cards() {
    let plain = document(100);
    let marked = [b"\xef\xbb\xbf".as_slice(), &plain].concat();
    for bytes in [
        plain.clone(),
        marked,
        gzip(&plain),
        zstd::bulk::compress(&plain, 3).expect("zstd"),
    ] {
        let catalog = Catalog::from_bytes("test", &bytes).expect("catalogue");
        assert_eq!(catalog.len(), 100);
        for n in [0, 31, 32, 63, 99] {
            assert!(found(&catalog, &format!("test card {n}")));
        }
        assert!(!found(&catalog, "Test Card 100"));
        assert_eq!(catalog.nearest("Tset Card 50", 1), ["Test Card 50"]);
    }
}

#[test]
fn wrong_shapes_are_typed_errors_naming_the_card() {
    let data = |entry: &str| format!("{{\"data\":{{\"Good One\":[{{\"types\":[\"Land\"]}}],\"Odd One\":{entry}}}}}");
    for (entry, says) in [
        (r#"{"types":[]}"#, "Odd One"),
        ("[]", "Odd One"),
        (r#"[{"types":"Land"}]"#, "Odd One"),
        (r#"[{"power":3}]"#, "Odd One"),
        (r#"[{"colors":["X"]}]"#, "Odd One"),
        (r#"[{"name":"Another"}]"#, "Another"),
        (
            r#"[{"faceName":"a","layout":"split"},{"faceName":"b","layout":"flip"}]"#,
            "layout",
        ),
        (r#"[{"types":["Land"]}],"Odd One":[{"types":["Land"]}]"#, "twice"),
        (r#"[{"types":["Land"]}"#, ""),
    ] {
        let error = Catalog::from_bytes("test", data(entry).as_bytes()).expect_err(entry);
        assert!(matches!(error, CardsError::Catalog { .. }), "{entry}: {error}");
        assert!(error.to_string().contains(says), "{entry}: {error}");
    }
    for whole in [
        "",
        "[]",
        "{}",
        "null",
        r#"{"data":[]}"#,
        r#"{"data":{}} x"#,
        r#"{"data":{},"data":{}}"#,
        "PK\u{3}\u{4}zip",
    ] {
        assert!(Catalog::from_bytes("test", whole.as_bytes()).is_err(), "{whole}");
    }
}

#[test]
fn facts_that_the_contract_cannot_hold_are_typed_errors() {
    for (face, field) in [
        (r#"{"types":["Land"],"layout":"hologram"}"#, "layout"),
        (r#"{"types":["Blob"]}"#, "types"),
        (r#"{"types":["Creature"],"power":"many"}"#, "power"),
        (r#"{"types":["Creature"],"manaCost":"{HW}"}"#, "manaCost"),
        (r#"{"types":["Creature"],"supertypes":["Elite"]}"#, "supertypes"),
    ] {
        let cards =
            parse_atomic_bytes("test", format!("{{\"data\":{{\"Odd One\":[{face}]}}}}").as_bytes()).expect(face);
        let error = definition(&cards[0]).expect_err(face).to_string();
        assert!(error.contains("Odd One") && error.contains(field), "{error}");
    }
    let half = r#"{"data":{"Front // Back":[{"faceName":"Front","types":["Instant"],"layout":"modal_dfc"}]}}"#;
    let cards = parse_atomic_bytes("test", half.as_bytes()).expect("readable");
    assert!(
        definition(&cards[0])
            .expect_err("half a card")
            .to_string()
            .contains("second face")
    );
}

#[test]
fn identity_is_computed_when_the_file_does_not_say() {
    let text = r#"{"data":{"Odd One":[{"types":["Creature"],"manaCost":"{1}{W/B}","text":"{R}: Flap. ({G} is a reminder.)"}]}}"#;
    let cards = parse_atomic_bytes("test", text.as_bytes()).expect("readable");
    assert_eq!(definition(&cards[0]).expect("facts").color_identity.to_string(), "WBR");
}

#[test]
fn add_copies_and_indexes_and_later_starts_use_the_index() {
    let home = tempfile::tempdir().expect("directory");
    let source = home.path().join("download.bin");
    let folder = home.path().join("catalog");
    fs::write(&source, gzip(&document(70))).expect("write");
    let added = Catalog::add(&source, &folder).expect("add");
    assert_eq!(added.cards, 70);
    assert_eq!(find_catalog(&folder), Some(added.path.clone()));
    assert!(added.path.ends_with("AtomicCards.json.gz"));
    let direct = Catalog::open(&source).expect("open");
    let indexed = Catalog::open(&added.path).expect("open");
    assert_eq!(direct.sha256(), indexed.sha256());
    assert_eq!(added.sha256, indexed.sha256());
    assert_eq!(direct.names().collect::<Vec<_>>(), indexed.names().collect::<Vec<_>>());

    // Adding another packing replaces the first, and no temporary file stays behind.
    fs::write(&source, document(71)).expect("write");
    let again = Catalog::add(&source, &folder).expect("add");
    let mut left: Vec<String> = fs::read_dir(&folder)
        .expect("list")
        .map(|e| e.expect("entry").file_name().to_string_lossy().into_owned())
        .collect();
    left.sort();
    assert_eq!(left, ["AtomicCards.json", "AtomicCards.json.index"]);
    assert_eq!(Catalog::open(&again.path).expect("open").len(), 71);
}

/// Puts other bytes behind an index and opens them.
fn swapped(folder: &Path, new: &[u8]) -> Catalog {
    let path = folder.join("AtomicCards.json");
    fs::write(&path, new).expect("write");
    Catalog::open(&path).expect("open")
}

#[test]
fn a_stale_or_damaged_index_is_never_believed() {
    let home = tempfile::tempdir().expect("directory");
    let source = home.path().join("source.json");
    fs::write(&source, document(40)).expect("write");
    let added = Catalog::add(&source, &home.path().join("c")).expect("add");
    let folder = home.path().join("c");

    let other = String::from_utf8(document(40))
        .expect("text")
        .replace("Test Card 39", "Best Card 39")
        .into_bytes();
    assert_eq!(other.len(), document(40).len(), "same length, other bytes");
    let catalog = swapped(&folder, &other);
    assert!(found(&catalog, "Best Card 39") && !found(&catalog, "Test Card 39"));

    fs::write(&added.path, document(40)).expect("restore");
    let good = fs::read(&added.index).expect("index");
    for at in [0, 9, 20, 70, good.len() / 2, good.len() - 40, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 0x40;
        fs::write(&added.index, &bad).expect("write");
        let catalog = Catalog::open(&added.path).expect("falls back to the file");
        assert_eq!(catalog.len(), 40, "byte {at}");
        assert!(found(&catalog, "Test Card 7"));
    }
    for length in [0, 8, 31, good.len() / 3] {
        fs::write(&added.index, &good[..length]).expect("write");
        assert_eq!(Catalog::open(&added.path).expect("open").len(), 40);
    }
}

#[test]
fn a_failed_add_changes_nothing() {
    let home = tempfile::tempdir().expect("directory");
    let (source, folder) = (home.path().join("bad.json"), home.path().join("c"));
    fs::write(&source, b"{\"data\":{\"Odd One\":[]}}").expect("write");
    assert!(Catalog::add(&source, &folder).is_err());
    assert!(!folder.exists());
    assert!(matches!(
        Catalog::open(&home.path().join("none.json")),
        Err(CardsError::Read { .. })
    ));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_give_a_catalogue_or_a_typed_error(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = Catalog::from_bytes("fuzz", &bytes);
        let _ = parse_atomic_bytes("fuzz", &bytes);
        let packed = gzip(&bytes);
        let _ = Catalog::from_bytes("fuzz", &packed);
    }

    #[test]
    fn damaged_documents_give_a_catalogue_or_a_typed_error(at in 0_usize..2000, with in any::<u8>(), cut in 0_usize..2000) {
        let mut bytes = document(5);
        let length = bytes.len();
        bytes[at % length] = with;
        bytes.truncate(length.min(cut.max(1)) );
        if let Ok(cards) = parse_atomic_bytes("fuzz", &bytes) {
            for card in &cards {
                let _ = definition(card);
            }
        }
    }
}
