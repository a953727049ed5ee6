//! Every reader of foreign bytes, and what must hold for whatever it accepts.

use crate::documents::Documents;
use crate::harness::{Fate, Target};
use crate::mutate::{Corpus, Random, json_node};
use serde_json::Value;
use turnzero_cards::catalog::{Catalog, CatalogCard, CatalogFace, definition, parse_atomic_bytes, text_abilities};
use turnzero_cards::decklist;
use turnzero_cards::language::{parse_card, print_card};
use turnzero_datasets::{Event, SCHEMA, Study, canonical, parse_journal, parse_rows, parse_study};
use turnzero_experiments::cli::decks::{self, LoadedDeck};
use turnzero_experiments::hands::{self, Situation};

macro_rules! seed {
    ($path:literal) => {
        include_bytes!(concat!("../../../fuzz/corpus/", $path)).to_vec()
    };
}

fn fate(accepted: bool) -> Fate {
    if accepted { Fate::Accepted } else { Fate::Refused }
}

/// An error must say something.
fn says(error: &impl std::fmt::Display) -> Fate {
    assert!(error.to_string().len() > 8, "an error without words: {error}");
    Fate::Refused
}

/// Cards: what reads also prints, and reads again as the same card.
pub(crate) fn card(inputs: u64) -> Target<'static> {
    let files = turnzero_cards::pool::FILES
        .iter()
        .map(|(_, text)| text.as_bytes().to_vec());
    let corpus = Corpus::new(files);
    Target {
        name: "card",
        inputs,
        input: Box::new(move |random| corpus.input(random)),
        read: Box::new(|bytes| match parse_card("fuzz.card", &String::from_utf8_lossy(bytes)) {
            Ok(card) => {
                let again = parse_card("printed.card", &print_card(&card)).expect("a printed card reads");
                assert_eq!(again, card, "printing changed a card");
                let _ = turnzero_cards::render::rules_text(&card);
                Fate::Accepted
            }
            Err(error) => says(&error),
        }),
    }
}

/// Deck lists, in every dress; lists that read are resolved, judged and seated.
pub(crate) fn deck_list(inputs: u64) -> Target<'static> {
    let corpus = Corpus::new([
        seed!("decklist/plain.txt"),
        seed!("decklist/categories.txt"),
        seed!("decklist/arena.txt"),
        seed!("decklist/mtgo.dek"),
        seed!("decklist/forge.dck"),
    ]);
    let pool = decks::pool().expect("the pool reads");
    Target {
        name: "deck-list",
        inputs,
        input: Box::new(move |random| corpus.input(random)),
        read: Box::new(move |bytes| {
            let parsed = decklist::parse_bytes(bytes);
            assert!(parsed.list.lines.adds_up(), "lines are lost: {:?}", parsed.list.lines);
            let list = match parsed.into_list() {
                Ok(list) => list,
                Err(problems) => return says(&problems),
            };
            // Spelling help measures every name of the pool: a share of the inputs is enough.
            if bytes.len() % 16 == 0
                && let Ok(deck) = decklist::resolve(&list, pool, None)
            {
                let _ = decklist::check(&deck, None);
                seat(&deck);
            }
            Fate::Accepted
        }),
    }
}

fn seat(deck: &decklist::ResolvedDeck) {
    let copies = |card: &decklist::ResolvedCard| {
        std::iter::repeat_n(std::sync::Arc::clone(&card.definition), card.count.min(3) as usize).collect::<Vec<_>>()
    };
    let loaded = LoadedDeck {
        name: "fuzz".to_owned(),
        commanders: deck.commanders.iter().flat_map(copies).collect(),
        cards: deck
            .main
            .iter()
            .map(|card| (card.count, std::sync::Arc::clone(&card.definition)))
            .collect(),
        facts_only: Vec::new(),
    };
    if let Ok(situation) = Situation::new(&loaded, None, None) {
        let _ = situation.knowledge();
    }
}

/// Mana read from rules text.
pub(crate) fn mana_text(inputs: u64) -> Target<'static> {
    let text = String::from_utf8(seed!("mana/seeds.txt")).expect("UTF-8");
    let corpus = Corpus::new(text.lines().map(|line| line.as_bytes().to_vec()));
    Target {
        name: "mana-text",
        inputs,
        input: Box::new(move |random| corpus.input(random)),
        read: Box::new(|bytes| {
            let kind = ["Land", "Artifact", "Creature", "Sorcery"][bytes.len() % 4];
            let face = CatalogFace {
                name: "Testing Ground".to_owned(),
                cost: (kind != "Land").then(|| "{2}{G}".to_owned()),
                types: vec![kind.to_owned()],
                text: String::from_utf8_lossy(bytes).into_owned(),
                ..CatalogFace::default()
            };
            let found = !text_abilities(&face).is_empty();
            let card = CatalogCard {
                name: face.name.clone(),
                layout: "normal".to_owned(),
                faces: vec![face],
                ..CatalogCard::default()
            };
            if let Err(error) = definition(&card) {
                says(&error);
            }
            fate(found)
        }),
    }
}

/// The catalogue: bytes, then nodes of the document; what reads becomes definitions and an index.
pub(crate) fn catalogue(inputs: u64) -> Target<'static> {
    let text = seed!("catalog/atomic.json");
    let tree: Value = serde_json::from_slice(&text).expect("JSON");
    let corpus = Corpus::new([text]);
    Target {
        name: "catalogue",
        inputs,
        input: Box::new(move |random| bytes_or_nodes(random, &corpus, &tree)),
        read: Box::new(|bytes| match parse_atomic_bytes("fuzz", bytes) {
            Ok(cards) => {
                for card in &cards {
                    if let Err(error) = definition(card) {
                        says(&error);
                    }
                }
                if let Err(error) = Catalog::from_bytes("fuzz", bytes) {
                    says(&error);
                }
                Fate::Accepted
            }
            Err(error) => says(&error),
        }),
    }
}

fn bytes_or_nodes(random: &mut Random, corpus: &Corpus, tree: &Value) -> Vec<u8> {
    if random.one_in(2) {
        return corpus.input(random);
    }
    let mut tree = tree.clone();
    json_node(random, &mut tree);
    tree.to_string().into_bytes()
}

/// CSV hands up to the engine's projection of each.
pub(crate) fn csv(inputs: u64) -> Target<'static> {
    let corpus = Corpus::new([seed!("csv/hand.csv"), seed!("csv/cards.csv")]);
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/csv/deck.txt");
    let deck = decks::load_one(&file, None).expect("the seed deck reads");
    let situation = Situation::new(&deck, Some(2), Some(0)).expect("the seed deck plays");
    Target {
        name: "csv",
        inputs,
        input: Box::new(move |random| corpus.input(random)),
        read: Box::new(move |bytes| {
            let (hands, skipped) = match hands::parse("fuzz.csv", bytes, bytes.len() % 4 != 0) {
                Ok(read) => read,
                Err(error) => return says(&error),
            };
            for row in &skipped {
                says(&row.reason);
            }
            for hand in &hands {
                let names: Result<Vec<String>, String> =
                    hand.hand.iter().map(|name| hands::name_in(&deck, name)).collect();
                match names {
                    Ok(names) => {
                        if let Err(error) = situation.ask(&names, hand.on_play, hand.mulligans_taken) {
                            says(&error);
                        }
                    }
                    Err(reason) => {
                        says(&reason);
                    }
                }
            }
            fate(!hands.is_empty())
        }),
    }
}

/// Journals: whatever reads is applied to the study before it, as a loader does.
pub(crate) fn journal(inputs: u64, documents: &Documents) -> Target<'_> {
    let corpus = Corpus::new([documents.journal()]);
    Target {
        name: "journal",
        inputs,
        input: Box::new(move |random| {
            if random.one_in(2) {
                corpus.input(random)
            } else {
                documents.forged_journal(random)
            }
        }),
        read: Box::new(move |bytes| match parse_journal(bytes) {
            Ok(journal) => {
                let mut study = documents.empty.clone();
                for entry in &journal.entries {
                    let event = serde_json::from_value::<Event>(entry.event.clone());
                    if let Ok(event) = event
                        && let Err(error) = study.apply(&event)
                    {
                        says(&error);
                    }
                }
                let _ = study.problems();
                fate(!journal.entries.is_empty())
            }
            Err(error) => says(&error),
        }),
    }
}

/// Checkpoints: changed bytes are refused unless nothing of the content changed; forged ones are judged.
pub(crate) fn study(inputs: u64, documents: &Documents) -> Target<'_> {
    let bytes = documents.full.to_bytes().expect("a study");
    let tree: Value = serde_json::from_slice(&bytes).expect("JSON");
    let corpus = Corpus::new([bytes]);
    Target {
        name: "study",
        inputs,
        input: Box::new(move |random| bytes_or_nodes(random, &corpus, &tree)),
        read: Box::new(move |bytes| {
            if let Ok(mut value) = serde_json::from_slice::<Value>(bytes) {
                if let Some(map) = value.as_object_mut() {
                    map.remove("sha256");
                }
                // As if the digest had been made anew: the content must stand on its own.
                if let Ok(forged) = serde_json::from_value::<Study>(value) {
                    let sound = forged.schema == SCHEMA && forged.problems().is_empty();
                    let read = parse_study(&forged.to_bytes().expect("finite numbers"));
                    assert!(
                        !sound || read.is_ok(),
                        "a study without problems does not read: {read:?}"
                    );
                }
            }
            match parse_study(bytes) {
                Ok(study) => {
                    assert_eq!(study, documents.full, "a changed study was taken for whole");
                    Fate::Accepted
                }
                Err(error) => says(&error),
            }
        }),
    }
}

/// Dataset rows: what reads is written and read again as the same rows.
pub(crate) fn rows(inputs: u64, documents: &Documents) -> Target<'_> {
    let corpus = Corpus::new([documents.rows()]);
    Target {
        name: "rows",
        inputs,
        input: Box::new(move |random| {
            if random.one_in(2) {
                corpus.input(random)
            } else {
                documents.changed_rows(random)
            }
        }),
        read: Box::new(|bytes| match parse_rows(bytes) {
            Ok(dataset) => {
                let written = dataset.to_bytes().expect("a dataset that was read is written");
                let again = parse_rows(&written).expect("a written dataset reads");
                let back = again.to_bytes().expect("a dataset that was read is written");
                assert_eq!(
                    canonical::sha256_hex(&back),
                    canonical::sha256_hex(&written),
                    "writing changes rows"
                );
                Fate::Accepted
            }
            Err(error) => says(&error),
        }),
    }
}
