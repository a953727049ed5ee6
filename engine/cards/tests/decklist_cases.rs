//! Public bug cases D01–D04 and D06: names, headings, counts, rebalanced cards.

use std::sync::Arc;

use turnzero_cards::catalog::{Catalog, Lookup, definition};
use turnzero_cards::decklist::{self, Format, ProblemKind, ResolvedDeck, Section};
use turnzero_contract::card::CardType;
use turnzero_contract::{CardDefinition, Color};

/// A catalogue of facts only: name, cost, types; texts are short stand-ins.
fn catalog() -> Catalog {
    let one = |name: &str, cost: &str, kind: &str| serde_json::json!([{ "name": name, "manaCost": cost, "types": [kind], "layout": "normal" }]);
    let two = |name: &str, layout: &str, faces: [(&str, &str, &str); 2]| {
        let faces: Vec<serde_json::Value> = faces
            .iter()
            .map(|(face, cost, kind)| {
                serde_json::json!({ "name": name, "faceName": face, "manaCost": cost, "types": [kind], "layout": layout })
            })
            .collect();
        serde_json::Value::Array(faces)
    };
    let five = "Who // What // When // Where // Why";
    let five_faces: Vec<serde_json::Value> = five
        .split(" // ")
        .map(|face| serde_json::json!({ "name": five, "faceName": face, "manaCost": "{R}", "types": ["Instant"], "layout": "split" }))
        .collect();
    let mut data = serde_json::Map::new();
    for (name, cost) in [
        ("Lim-Dûl's Vault", "{U}{B}"),
        ("Jötun Grunt", "{1}{W}"),
        ("Aether Vial", "{1}"),
        ("Ratonhnhaké\u{a789}ton", "{2}{R}"),
        ("Tormenting Voice", "{1}{R}"),
        ("Mind Control", "{3}{U}{U}"),
        ("Shock", "{R}"),
        ("Sol Ring", "{1}"),
        ("Mind Stone", "{2}"),
        ("Negate", "{1}{U}"),
        ("Rest in Peace", "{1}{W}"),
        ("A Girl and Her Dogs", "{1}{G}"),
        ("SP//dr, Piloted by Peni", "{3}"),
    ] {
        data.insert(name.to_owned(), one(name, cost, "Artifact"));
    }
    for (name, color) in [("Plains", "W"), ("Island", "U")] {
        data.insert(
            name.to_owned(),
            serde_json::json!([{ "name": name, "types": ["Land"], "supertypes": ["Basic"], "subtypes": [name],
                "colorIdentity": [color], "layout": "normal" }]),
        );
    }
    data.insert(
        "Queza, Augur of Agonies".into(),
        serde_json::json!([{ "name": "Queza, Augur of Agonies", "manaCost": "{1}{W}{U}{B}", "types": ["Creature"],
            "supertypes": ["Legendary"], "power": "3", "toughness": "4", "layout": "normal" }]),
    );
    data.insert(
        "Lurrus of the Dream-Den".into(),
        serde_json::json!([{ "name": "Lurrus of the Dream-Den", "manaCost": "{1}{W/B}{W/B}", "types": ["Creature"],
            "supertypes": ["Legendary"], "power": "3", "toughness": "2", "layout": "normal",
            "text": "Companion — Small things only." }]),
    );
    data.insert(
        "Fire // Ice".into(),
        two(
            "Fire // Ice",
            "split",
            [("Fire", "{1}{R}", "Instant"), ("Ice", "{1}{U}", "Instant")],
        ),
    );
    data.insert(
        "Start // Fire".into(),
        two(
            "Start // Fire",
            "split",
            [("Start", "{2}{W}", "Instant"), ("Fire", "{1}{R}", "Instant")],
        ),
    );
    data.insert(
        "Murderous Rider // Swift End".into(),
        two(
            "Murderous Rider // Swift End",
            "adventure",
            [
                ("Murderous Rider", "{1}{B}{B}", "Creature"),
                ("Swift End", "{1}{B}{B}", "Instant"),
            ],
        ),
    );
    let smashing = "Shatterskull Smashing // Shatterskull, the Hammer Pass";
    data.insert(
        smashing.into(),
        two(
            smashing,
            "modal_dfc",
            [
                ("Shatterskull Smashing", "{X}{R}{R}", "Sorcery"),
                ("Shatterskull, the Hammer Pass", "", "Land"),
            ],
        ),
    );
    data.insert(five.into(), serde_json::Value::Array(five_faces));
    let document = serde_json::json!({ "meta": { "date": "2026-01-01" }, "data": data });
    Catalog::from_bytes("synthetic", document.to_string().as_bytes()).expect("catalogue")
}

fn no_pool(_: &str) -> Option<Arc<CardDefinition>> {
    None
}

fn deck(text: &str) -> ResolvedDeck {
    let list = decklist::parse(text).into_list().expect("list");
    decklist::resolve(&list, &no_pool, Some(&catalog())).expect("deck")
}

fn main_counts(deck: &ResolvedDeck) -> Vec<(&str, u32)> {
    deck.main
        .iter()
        .map(|c| (c.definition.name.as_str(), c.count))
        .collect()
}

#[test]
fn d01_every_spelling_of_a_two_part_name_is_one_card() {
    let deck = deck(
        "4 Fire // Ice\n4 Fire/Ice\n4 Fire / Ice\n4 Fire\n2 Murderous Rider // Swift End\n2 Murderous Rider\n\
         3 Shatterskull Smashing // Shatterskull, the Hammer Pass\n1 Who // What // When // Where // Why\n\
         1 Who/What/When/Where/Why\n1 SP//dr, Piloted by Peni\n",
    );
    assert_eq!(
        main_counts(&deck),
        [
            ("Fire // Ice", 16),
            ("Murderous Rider // Swift End", 4),
            ("SP//dr, Piloted by Peni", 1),
            ("Shatterskull Smashing // Shatterskull, the Hammer Pass", 3),
            ("Who // What // When // Where // Why", 2),
        ]
    );
    let card = |name: &str| {
        deck.main
            .iter()
            .find(|c| c.definition.name.starts_with(name))
            .expect("card")
            .definition
            .clone()
    };
    let fire = card("Fire");
    assert_eq!(fire.mana_value(), 4, "CR 202.3d, 709.4b: both halves");
    let colors: Vec<Color> = fire.faces.iter().flat_map(|face| face.colors.iter()).collect();
    assert_eq!(colors, [Color::R, Color::U]);
    assert_eq!(card("Murderous").mana_value(), 3, "CR 715.4: the creature's");
    let smashing = card("Shatterskull");
    assert!(smashing.front().is(CardType::Sorcery));
    assert_eq!(smashing.mana_value(), 2);
    assert!(!smashing.is_land(), "CR 712.8a: no land card");
    assert!(smashing.playable_as_land());
    assert!(!fire.playable_as_land());
}

#[test]
fn d01_lookup_is_total_resolved_or_reported_with_its_line() {
    let list = decklist::parse("4 Fire/Ice\n1 Ice\n1 Firre // Ice\n1 Start // Ice")
        .into_list()
        .expect("list");
    let problems = decklist::resolve(&list, &no_pool, Some(&catalog()))
        .expect_err("unknown names")
        .0;
    let told: Vec<(Option<usize>, &str)> = problems.iter().map(|p| (p.line, p.card.as_str())).collect();
    assert_eq!(
        told,
        [
            (Some(2), "1 Ice"),
            (Some(3), "1 Firre // Ice"),
            (Some(4), "1 Start // Ice")
        ]
    );
    assert!(
        problems[0]
            .suggestion
            .as_deref()
            .is_some_and(|s| s.contains("`Fire // Ice`")),
        "{problems:?}"
    );
    assert!(
        problems[1]
            .suggestion
            .as_deref()
            .is_some_and(|s| s.contains("`Fire // Ice`")),
        "{problems:?}"
    );
}

const D02: &str = "Companion\n1 Lurrus of the Dream-Den\n\nCommander\n1 Queza, Augur of Agonies (SNC) 212\n\nDeck\n\
1 Mind Stone (WOC) 148 *F* #ramp\n1 Negate (MOM) 68 *E*\n97 Plains (SNC) 262\n\nSIDEBOARD:\n1 Rest in Peace (A25) 32\n";

#[test]
fn d02_headings_and_marks_lose_no_line() {
    let list = decklist::parse(D02).into_list().expect("list");
    let copies = |section| list.copies(section);
    assert_eq!(
        [
            copies(Section::Companion),
            copies(Section::Commander),
            copies(Section::Main),
            copies(Section::Sideboard)
        ],
        [1, 1, 99, 1]
    );
    assert_eq!((list.lines.reported, list.lines.total), (0, 14));
    assert!(list.lines.adds_up());
    let stone = &list.entries[2];
    assert_eq!(
        (stone.name.as_str(), stone.set.as_deref(), stone.number.as_deref()),
        ("Mind Stone", Some("WOC"), Some("148"))
    );

    let deck = deck(D02);
    assert_eq!(deck.size(), 100);
    let problems = decklist::check(&deck, None);
    let companion = problems
        .iter()
        .find(|p| p.kind == ProblemKind::Companion)
        .expect("the commander breaks the condition");
    assert_eq!(companion.line, Some(2));
    assert!(companion.problem.contains("Queza, Augur of Agonies"), "{companion}");
    assert!(
        !problems
            .iter()
            .any(|p| p.kind == ProblemKind::DeckSize && p.line.is_none()),
        "{problems:?}"
    );
}

#[test]
fn d02_sections_in_any_order_case_and_dress() {
    let text = "sideboard\r\n1 Rest in Peace\r\n[COMMANDER]\r\n1 Queza, Augur of Agonies\r\n== Main Deck (99) ==\r\n99 Plains\r\n";
    let list = decklist::parse(text).into_list().expect("list");
    assert_eq!(list.copies(Section::Main), 99);
    assert_eq!(list.copies(Section::Commander), 1);
    assert_eq!(list.copies(Section::Sideboard), 1);
}

#[test]
fn d02_an_unknown_card_is_an_error_with_line_and_text() {
    let text = format!("{D02}1 Not A Real Card\n");
    let list = decklist::parse(&text).into_list().expect("list");
    let problems = decklist::resolve(&list, &no_pool, Some(&catalog()))
        .expect_err("unknown card")
        .0;
    assert_eq!(problems.len(), 1);
    assert_eq!(
        (problems[0].line, problems[0].card.as_str()),
        (Some(14), "1 Not A Real Card")
    );
    assert_eq!(problems[0].kind, ProblemKind::UnknownCard);
}

#[test]
fn d02_blank_line_splits_only_without_headings() {
    let plain = decklist::parse("4 Shock\n56 Island\n\n3 Negate\n")
        .into_list()
        .expect("list");
    assert_eq!((plain.copies(Section::Main), plain.copies(Section::Sideboard)), (60, 3));
    let headed = decklist::parse("Deck\n4 Shock\n\n56 Island\n")
        .into_list()
        .expect("list");
    assert_eq!(
        (headed.copies(Section::Main), headed.copies(Section::Sideboard)),
        (60, 0)
    );
    let grouped = decklist::parse("// Creatures\n4 Shock\n\n// Lands\n56 Island\n")
        .into_list()
        .expect("list");
    assert_eq!(grouped.copies(Section::Main), 60);
    let unclear = decklist::parse("4 Shock\n\n4 Negate\n\n52 Island\n");
    assert_eq!(
        unclear.problems.first().map(|p| p.kind),
        Some(ProblemKind::AmbiguousBlocks)
    );
}

#[test]
fn d03_accents_ligatures_and_curly_marks_fold() {
    let deck = deck(
        "1 Lim-Dûl's Vault\n1 Lim-Dul's Vault\n1 Lim-Dûl\u{2019}s Vault          # U+2019\n\
         1 Lim-Du\u{302}l's Vault    # decomposed\n1 Jotun Grunt\n1 Æther Vial\n1 Aether Vial\n1 AETHER VIAL\n1 Ratonhnhake:ton\n",
    );
    assert_eq!(
        main_counts(&deck),
        [
            ("Aether Vial", 3),
            ("Jötun Grunt", 1),
            ("Lim-Dûl's Vault", 4),
            ("Ratonhnhaké\u{a789}ton", 1)
        ]
    );
    assert_eq!(catalog().collisions(), Vec::<Vec<String>>::new());
}

#[test]
fn d04_counts_add_up_per_section_and_card() {
    let text = "Deck\n2 Tormenting Voice (KTK) 123\n1 Tormenting Voice (SOI) 185\n3 Mind Control\n54 Island\nSideboard\n1 Mind Control\n";
    let deck = deck(text);
    assert_eq!(
        main_counts(&deck),
        [("Island", 54), ("Mind Control", 3), ("Tormenting Voice", 3)]
    );
    assert_eq!(deck.size(), 60);
    assert_eq!(deck.sideboard.iter().map(|c| c.count).sum::<u32>(), 1);
    assert_eq!(decklist::check(&deck, None), []);
}

#[test]
fn d04_copies_are_judged_over_deck_and_sideboard() {
    let five = deck("Deck\n3 Mind Control\n57 Island\nSideboard\n2 Mind Control\n5 Island\n");
    let problems = decklist::check(&five, None);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].kind, ProblemKind::TooManyCopies);
    assert!(
        problems[0].problem.contains("5 copies") && problems[0].problem.contains("lines 2, 5"),
        "{}",
        problems[0]
    );
}

#[test]
fn d04_a_second_copy_in_commander_names_both_lines() {
    let two = deck("Commander\n1 Queza, Augur of Agonies\nDeck\n1 Sol Ring\n97 Plains\n1 Sol Ring (C21) 263\n");
    let problems = decklist::check(&two, None);
    let singleton: Vec<_> = problems.iter().filter(|p| p.kind == ProblemKind::Singleton).collect();
    assert_eq!(singleton.len(), 1, "{problems:?}");
    assert_eq!(singleton[0].line, Some(4));
    assert!(singleton[0].problem.contains("lines 4, 6"), "{}", singleton[0]);
}

#[test]
fn d04_bad_counts_are_errors() {
    for line in ["0 Shock", "-1 Shock", "99999999999 Shock"] {
        let parsed = decklist::parse(line);
        assert_eq!(parsed.problems.len(), 1, "{line}");
        assert_eq!(parsed.problems[0].kind, ProblemKind::BadCount);
        assert_eq!(
            (parsed.problems[0].line, parsed.problems[0].card.as_str()),
            (Some(1), line)
        );
    }
    assert_eq!(main_counts(&deck("4x Shock")), [("Shock", 4)]);
    assert_eq!(main_counts(&deck("Shock")), [("Shock", 1)]);
}

fn rebalanced(paper_first: bool) -> Catalog {
    let paper =
        r#""Cauldron Familiar":[{"name":"Cauldron Familiar","manaCost":"{B}","text":"T1","types":["Creature"]}]"#;
    let digital = r#""A-Cauldron Familiar":[{"name":"A-Cauldron Familiar","isRebalanced":true,"manaCost":"{B}","text":"T2","types":["Creature"]}]"#;
    let rowan = r#""A-Rowan, Scholar of Sparks // A-Will, Scholar of Frost":[{"faceName":"A-Rowan, Scholar of Sparks","isRebalanced":true}]"#;
    let others = r#""A Girl and Her Dogs":[{"types":["Creature"]}],"A-Plus Student":[{"types":["Creature"]}],"Grade A-Minus":[{"types":["Creature"]}]"#;
    let (first, second) = if paper_first {
        (paper, digital)
    } else {
        (digital, paper)
    };
    let file = format!(r#"{{"data":{{{first},{rowan},{others},{second}}}}}"#);
    Catalog::from_bytes("synthetic", file.as_bytes()).expect("catalogue")
}

fn text_of(catalog: &Catalog, name: &str, digital: bool) -> Option<String> {
    match catalog.lookup(name, digital).expect("readable") {
        Lookup::Card(card) => Some(card.faces[0].text.clone()),
        _ => None,
    }
}

#[test]
fn d06_rebalanced_cards_are_other_objects() {
    for paper_first in [true, false] {
        let catalog = rebalanced(paper_first);
        for digital in [true, false] {
            assert_eq!(text_of(&catalog, "Cauldron Familiar", digital).as_deref(), Some("T1"));
        }
        assert_eq!(text_of(&catalog, "A-Cauldron Familiar", true).as_deref(), Some("T2"));
        assert_eq!(
            catalog.lookup("A-Cauldron Familiar", false).expect("readable"),
            Lookup::DigitalOnly("A-Cauldron Familiar".into())
        );
        assert!(matches!(
            catalog.lookup("A-Rowan, Scholar of Sparks", false).expect("readable"),
            Lookup::DigitalOnly(_)
        ));
        assert_eq!(
            catalog.lookup("Rowan, Scholar of Sparks", true).expect("readable"),
            Lookup::Unknown,
            "no falling back"
        );
        for name in ["A Girl and Her Dogs", "A-Plus Student", "Grade A-Minus"] {
            assert!(matches!(catalog.lookup(name, false).expect("readable"), Lookup::Card(card) if card.name == name));
        }
    }
}

#[test]
fn d06_deck_lists_keep_both_apart() {
    let catalog = rebalanced(true);
    let text = "1 A-Cauldron Familiar\n1 Cauldron Familiar\n";
    let list = decklist::parse(text).into_list().expect("list");
    let problems = decklist::resolve(&list, &no_pool, Some(&catalog)).expect_err("paper").0;
    assert_eq!(problems.len(), 1);
    assert_eq!(
        (problems[0].line, problems[0].kind),
        (Some(1), ProblemKind::DigitalOnly)
    );
    assert!(
        problems[0]
            .suggestion
            .as_deref()
            .is_some_and(|s| s.contains("`Cauldron Familiar`"))
    );

    let list = decklist::parse(&format!("// format: alchemy\n{text}"))
        .into_list()
        .expect("list");
    assert_eq!(list.format, Some(Format::Alchemy));
    let deck = decklist::resolve(&list, &no_pool, Some(&catalog)).expect("deck");
    assert_eq!(
        main_counts(&deck),
        [("A-Cauldron Familiar", 1), ("Cauldron Familiar", 1)]
    );
}

#[test]
fn d06_a_card_without_types_is_a_typed_error_naming_it() {
    let catalog = rebalanced(true);
    let Lookup::Card(card) = catalog.lookup("A-Rowan, Scholar of Sparks", true).expect("readable") else {
        panic!("rebalanced card in a digital format");
    };
    let error = definition(&card).expect_err("no types").to_string();
    assert!(
        error.contains("A-Rowan, Scholar of Sparks") && error.contains("types"),
        "{error}"
    );
}
