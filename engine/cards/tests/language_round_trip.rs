//! Text and syntax tree are two forms of one thing, and no text breaks the reader.

mod generate;

use generate::Choices;
use proptest::prelude::*;
use turnzero_cards::language::{parse_ability, parse_card, print_ability, print_card};
use turnzero_cards::pool::FILES;

#[test]
fn pool_files_print_back_to_their_bytes() {
    for (path, text) in FILES {
        let card = parse_card(path, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            &print_card(&card),
            text,
            "{path}: run `cargo run -p turnzero-cards --example format_pool`"
        );
    }
}

/// 4,000 cases, or as many as `PROPTEST_CASES` says.
fn config() -> ProptestConfig {
    let default = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_some() {
        default
    } else {
        ProptestConfig {
            cases: 4_000,
            ..default
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn definitions_survive_their_text(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let card = Choices::new(&bytes).card();
        let text = print_card(&card);
        let read = parse_card("generated", &text);
        prop_assert_eq!(read.as_ref().map_err(ToString::to_string), Ok(&card), "{}", text);
    }

    #[test]
    fn damaged_pool_files_never_panic(
        file in 0..FILES.len(),
        cut in any::<prop::sample::Index>(),
        replace in prop::collection::vec(any::<char>(), 0..4),
        drop in 0_usize..6,
    ) {
        let (path, text) = FILES[file];
        let mut chars: Vec<char> = text.chars().collect();
        let at = cut.index(chars.len());
        let end = (at + drop).min(chars.len());
        chars.splice(at..end, replace);
        let damaged: String = chars.into_iter().collect();
        if let Ok(card) = parse_card(path, &damaged) {
            let printed = print_card(&card);
            prop_assert_eq!(parse_card(path, &printed).map_err(|error| error.to_string()), Ok(card));
        }
    }

    #[test]
    fn token_salad_never_panics(words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..40)) {
        let line = words.join(" ");
        let text = format!("name: Salad\nidentity: none\ntype: Land\n{line}\n");
        if let Ok(card) = parse_card("salad", &text) {
            let printed = print_card(&card);
            prop_assert_eq!(parse_card("salad", &printed).map_err(|error| error.to_string()), Ok(card));
        }
    }
}

/// Pieces of the language, for texts that nearly parse.
const WORDS: &[&str] = &[
    "spell:",
    "static:",
    "activated:",
    "activated from hand:",
    "when",
    "from graveyard when",
    "->",
    ",",
    ";",
    ":",
    "(",
    ")",
    "[",
    "]",
    "{T}",
    "{2}{R}",
    "{any}",
    "{",
    "}",
    "\"",
    "one",
    "all",
    "up to",
    "2",
    "+1",
    "-1",
    "/",
    "self",
    "it",
    "each",
    "target",
    "player",
    "you",
    "control",
    "creature",
    "land",
    "Goblin",
    "not",
    "or",
    "and",
    "add",
    "draw",
    "discard",
    "may",
    "pay",
    "else",
    "if",
    "if done",
    "do",
    "to",
    "hand",
    "battlefield",
    "tapped",
    "under",
    "life",
    "enters",
    "dies",
    "gets",
    "has",
    "while",
    "times",
    "count(",
    "X",
    "flying",
    "cycling",
    "with",
    "deal",
    "damage",
    "any target",
    "until end of turn",
    "enters tapped",
    ">=",
    "choose",
    "create",
    "Treasure",
    "pending",
    "other",
    "search for",
    "unless",
    "pays",
    "prevent",
    "next",
    "constrain",
    "can't",
    "between",
    "minus",
    "targets",
    "kicked",
    "is(",
];

#[test]
fn the_manual_speaks_the_language() {
    let manual = include_str!("../CARD-LANGUAGE.md");
    let mut examples = 0;
    for block in manual.split("```").skip(1).step_by(2) {
        if let Some(card) = block.strip_prefix("card\n") {
            let read = parse_card("CARD-LANGUAGE.md", card).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(print_card(&read), card);
            examples += 1;
        }
        for line in block.strip_prefix("ability\n").into_iter().flat_map(str::lines) {
            let read = parse_ability("CARD-LANGUAGE.md", 1, line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(print_ability(&read), line);
            examples += 1;
        }
    }
    assert!(examples > 25, "only {examples} examples found");
}
