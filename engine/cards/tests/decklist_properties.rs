//! Deck lists: no input panics, every line is accounted for, order does not matter.

use std::sync::Arc;

use proptest::prelude::*;
use turnzero_cards::catalog::Catalog;
use turnzero_cards::decklist::{self, MAX_COUNT};
use turnzero_contract::CardDefinition;

fn no_pool(_: &str) -> Option<Arc<CardDefinition>> {
    None
}

const NAMES: [&str; 6] = [
    "Shock",
    "Fire // Ice",
    "Lim-Dûl's Vault",
    "Mountain",
    "17-Year Cicadas",
    "Hazmat Suit (Used)",
];

fn catalog() -> Catalog {
    let data: serde_json::Map<String, serde_json::Value> = NAMES
        .iter()
        .map(|name| {
            let faces: Vec<serde_json::Value> = turnzero_cards::names::face_names(name)
                .iter()
                .map(|face| serde_json::json!({ "name": name, "faceName": face, "types": ["Instant"], "layout": "normal" }))
                .collect();
            ((*name).to_owned(), serde_json::Value::Array(faces))
        })
        .collect();
    Catalog::from_bytes("synthetic", serde_json::json!({ "data": data }).to_string().as_bytes()).expect("catalogue")
}

fn line() -> impl Strategy<Value = (usize, u32, String)> {
    let tail = prop_oneof![
        Just(""),
        Just(" (M19) 12"),
        Just(" (m19) 12 *F* #tag"),
        Just(" [Burn] ^x,#fff^"),
        Just(" *E*")
    ];
    let mark = prop_oneof![Just(" "), Just("x "), Just("\t"), Just(" x ")];
    (0..NAMES.len(), 1..=MAX_COUNT, mark, tail)
        .prop_map(|(n, count, mark, tail)| (n, count, format!("{count}{mark}{}{tail}", NAMES[n])))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes_are_read_without_panic_and_add_up(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let parsed = decklist::parse_bytes(&bytes);
        prop_assert!(parsed.list.lines.adds_up());
    }

    #[test]
    fn any_text_is_read_without_panic_and_adds_up(text in "(?s)[\\[\\]<>/|*#^(){}\"'=&;:x0-9A-Za-z \u{e9}\u{2019}\n\r\t.-]{0,300}") {
        for text in [text.clone(), format!("<?xml?>{text}"), format!("[Main]\n{text}")] {
            let parsed = decklist::parse(&text);
            prop_assert!(parsed.list.lines.adds_up());
            for problem in &parsed.problems {
                prop_assert!(problem.line.is_none_or(|l| l >= 1 && l <= parsed.list.lines.total.max(1)));
            }
        }
    }

    #[test]
    fn counts_add_up_and_hash_ignores_order_and_dress(lines in proptest::collection::vec(line(), 1..12), seed in any::<u64>()) {
        let catalog = catalog();
        let mut expected = std::collections::BTreeMap::new();
        for (n, count, _) in &lines {
            *expected.entry(NAMES[*n]).or_insert(0_u32) += count;
        }
        let resolve = |texts: &[&str]| {
            let list = decklist::parse(&format!("Deck\n{}\n", texts.join("\n"))).into_list().expect("list");
            decklist::resolve(&list, &no_pool, Some(&catalog)).expect("deck")
        };
        let mut texts: Vec<&str> = lines.iter().map(|(_, _, text)| text.as_str()).collect();
        let deck = resolve(&texts);
        let found: std::collections::BTreeMap<&str, u32> = deck.main.iter().map(|c| (c.definition.name.as_str(), c.count)).collect();
        prop_assert_eq!(&found, &expected);
        let turn = usize::try_from(seed % lines.len() as u64).expect("small");
        texts.rotate_left(turn);
        prop_assert_eq!(resolve(&texts).content_hash(), deck.content_hash());
    }
}
