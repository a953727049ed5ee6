//! Deck construction rules on synthetic facts.

use std::fmt::Write as _;
use std::sync::Arc;

use turnzero_cards::catalog::Catalog;
use turnzero_cards::decklist::{self, DeckProblem, ProblemKind};
use turnzero_contract::CardDefinition;

fn no_pool(_: &str) -> Option<Arc<CardDefinition>> {
    None
}

/// One fact line: name | cost | supertypes | types | subtypes | identity | text | commander status.
const FACTS: &str = "\
Krenko, Mob Boss|{2}{R}{R}|Legendary|Creature|Goblin|R||Legal
Plain Goblin|{R}||Creature|Goblin|R||Legal
Blue Goblin|{U}||Creature|Goblin|U||Legal
Rosheen|{2}{R}|Legendary|Creature|Giant|R|Choose a Background|Legal
Guild Artisan|{1}{R}|Legendary|Enchantment|Background|R||Legal
Left Half|{1}{R}|Legendary|Creature|Human|R|Partner|Legal
Right Half|{1}{U}|Legendary|Creature|Human|U|Partner|Legal
Best Friend|{1}{U}|Legendary|Creature|Human|U|Partner with Only Friend|Legal
Only Friend|{1}{R}|Legendary|Creature|Human|R|Partner with Best Friend|Legal
Clara|{1}{R}|Legendary|Creature|Human|R|Doctor's companion|Legal
The First Doctor|{1}{U}|Legendary|Creature|Time Lord,Doctor|U||Legal
Leader Walker|{2}{R}|Legendary|Planeswalker|Walker|R|Leader Walker can be your commander.|Legal
Other Walker|{2}{R}|Legendary|Planeswalker|Walker|R||Legal
Big Car|{2}|Legendary|Artifact|Vehicle|||Legal
Swarm Rat|{R}||Creature|Rat|R|A deck can have any number of cards named Swarm Rat.|Legal
Seven Dwarf|{R}||Creature|Dwarf|R|A deck can have up to seven cards named Seven Dwarf.|Legal
Hidden Island||-|Land|Island|||Legal
Forbidden|{R}||Sorcery||R||Banned
Lutri, the Spellchaser|{1}{U/R}{U/R}|Legendary|Creature|Elemental|UR|Companion — All different.|Legal
Yorion, Sky Nomad|{3}{W/U}{W/U}|Legendary|Creature|Bird|WU|Companion — Large.|Legal
Mountain||Basic|Land|Mountain|R||Legal
Island||Basic|Land|Island|U||Legal";

fn catalog() -> Catalog {
    let split = |text: &str| {
        text.split(',')
            .filter(|w| !w.is_empty() && *w != "-")
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let data: serde_json::Map<String, serde_json::Value> = FACTS
        .lines()
        .map(|line| {
            let f: Vec<&str> = line.split('|').collect();
            let identity: Vec<String> = f[5].chars().map(String::from).collect();
            let face = serde_json::json!([{ "name": f[0], "manaCost": f[1], "supertypes": split(f[2]), "types": split(f[3]),
                "subtypes": split(f[4]), "colorIdentity": identity, "text": f[6], "layout": "normal",
                "legalities": { "commander": f[7], "modern": f[7] } }]);
            (f[0].to_owned(), face)
        })
        .collect();
    Catalog::from_bytes("synthetic", serde_json::json!({ "data": data }).to_string().as_bytes()).expect("catalogue")
}

fn check(text: &str) -> Vec<DeckProblem> {
    let catalog = catalog();
    let list = decklist::parse(text).into_list().expect("list");
    let deck = decklist::resolve(&list, &no_pool, Some(&catalog)).expect("deck");
    decklist::check(&deck, Some(&catalog))
}

/// A deck with these commanders and cards, filled with Mountains to 100.
fn commander_deck(commanders: &[&str], cards: &[&str]) -> String {
    let mut text = String::from("Commander\n");
    for name in commanders {
        let _ = writeln!(text, "1 {name}");
    }
    text.push_str("Deck\n");
    for line in cards {
        let _ = writeln!(text, "{line}");
    }
    let own: usize = cards
        .iter()
        .map(|l| l.split(' ').next().and_then(|n| n.parse::<usize>().ok()).unwrap_or(1))
        .sum();
    let _ = writeln!(text, "{} Mountain", 100 - commanders.len() - own);
    text
}

fn kinds(problems: &[DeckProblem]) -> Vec<ProblemKind> {
    problems.iter().map(|p| p.kind).collect()
}

#[test]
fn legal_commanders_and_pairs() {
    for commanders in [
        &["Krenko, Mob Boss"][..],
        &["Leader Walker"],
        &["Rosheen"],
        &["Rosheen", "Guild Artisan"],
        &["Left Half", "Right Half"],
        &["Best Friend", "Only Friend"],
        &["Clara", "The First Doctor"],
    ] {
        assert_eq!(
            check(&commander_deck(commanders, &["1 Plain Goblin"])),
            [],
            "{commanders:?}"
        );
    }
}

#[test]
fn illegal_commanders_and_pairs() {
    for commanders in [
        &["Plain Goblin"][..],
        &["Other Walker"],
        &["Guild Artisan"],
        &["Krenko, Mob Boss", "Rosheen"],
        &["Krenko, Mob Boss", "Guild Artisan"],
        &["Left Half", "Best Friend"],
        &["Rosheen", "Guild Artisan", "Krenko, Mob Boss"],
    ] {
        let found = check(&commander_deck(commanders, &[]));
        assert!(
            found
                .iter()
                .any(|p| p.kind == ProblemKind::Commander && p.problem.contains("CR ")),
            "{commanders:?} {found:?}"
        );
    }
    let none = check("// format: commander\nDeck\n100 Mountain\n");
    assert_eq!(kinds(&none), [ProblemKind::Commander]);
    // A legendary Vehicle may lead, but this one brings no red.
    let car = check(&commander_deck(&["Big Car"], &[]));
    assert_eq!(kinds(&car), [ProblemKind::ColorIdentity]);
}

#[test]
fn size_singleton_identity_and_bans() {
    let found = check("Commander\n1 Krenko, Mob Boss\nDeck\n98 Mountain\n");
    assert_eq!(kinds(&found), [ProblemKind::DeckSize]);
    assert!(found[0].problem.starts_with("99 cards") && found[0].problem.contains("CR 903.5a"));
    let krenko = &["Krenko, Mob Boss"];
    assert_eq!(
        kinds(&check(&commander_deck(krenko, &["2 Plain Goblin"]))),
        [ProblemKind::Singleton]
    );
    assert_eq!(
        kinds(&check(&commander_deck(krenko, &["1 Krenko, Mob Boss"]))),
        [ProblemKind::Singleton]
    );
    assert_eq!(check(&commander_deck(krenko, &["30 Swarm Rat"])), []);
    assert_eq!(check(&commander_deck(krenko, &["7 Seven Dwarf"])), []);
    assert_eq!(
        kinds(&check(&commander_deck(krenko, &["8 Seven Dwarf"]))),
        [ProblemKind::Singleton]
    );
    let blue = check(&commander_deck(krenko, &["1 Blue Goblin"]));
    assert_eq!(kinds(&blue), [ProblemKind::ColorIdentity]);
    assert_eq!(blue[0].line, Some(4));
    let land = check(&commander_deck(krenko, &["1 Hidden Island"]));
    assert!(land[0].problem.contains("CR 903.5d"), "{land:?}");
    assert_eq!(
        kinds(&check(&commander_deck(krenko, &["1 Forbidden"]))),
        [ProblemKind::Banned]
    );
    let side = check(&format!("{}Sideboard\n1 Plain Goblin\n", commander_deck(krenko, &[])));
    assert_eq!(kinds(&side), [ProblemKind::DeckSize]);
}

#[test]
fn constructed_sizes_copies_and_formats() {
    assert_eq!(check("Deck\n60 Mountain\n"), []);
    assert_eq!(kinds(&check("Deck\n59 Mountain\n")), [ProblemKind::DeckSize]);
    assert_eq!(
        kinds(&check("Deck\n60 Mountain\nSideboard\n16 Island\n")),
        [ProblemKind::DeckSize]
    );
    assert_eq!(
        kinds(&check("Deck\n5 Plain Goblin\n55 Mountain\n")),
        [ProblemKind::TooManyCopies]
    );
    assert_eq!(check("Deck\n40 Swarm Rat\n20 Mountain\n"), []);
    // Without a named format there is no ban list; with one there is.
    assert_eq!(check("Deck\n1 Forbidden\n59 Mountain\n"), []);
    assert_eq!(
        kinds(&check("// format: modern\nDeck\n1 Forbidden\n59 Mountain\n")),
        [ProblemKind::Banned]
    );
    // A format the catalogue never mentions cannot be judged.
    assert_eq!(check("// format: pioneer\nDeck\n1 Forbidden\n59 Mountain\n"), []);
    assert_eq!(check("// format: benchmark\nDeck\n40 Plain Goblin\n"), []);
}

#[test]
fn companions() {
    let krenko = commander_deck(&["Krenko, Mob Boss"], &["1 Plain Goblin"]);
    let with = |name: &str| check(&format!("{krenko}Companion\n1 {name}\n"));
    assert!(with("Plain Goblin").iter().any(|p| p.kind == ProblemKind::Companion));
    let yorion = with("Yorion, Sky Nomad");
    assert!(
        yorion
            .iter()
            .any(|p| p.kind == ProblemKind::Companion && p.problem.contains("120")),
        "{yorion:?}"
    );
    assert!(yorion.iter().any(|p| p.kind == ProblemKind::ColorIdentity));
    let lutri = check(
        "Companion\n1 Lutri, the Spellchaser\nDeck\n1 Plain Goblin\n1 Blue Goblin\n58 Mountain\nSideboard\n1 Lutri, the Spellchaser\n",
    );
    assert_eq!(lutri, []);
    let twice = check("Companion\n1 Lutri, the Spellchaser\nDeck\n2 Plain Goblin\n58 Mountain\n");
    assert_eq!(kinds(&twice), [ProblemKind::Companion]);
}

#[test]
fn a_report_holds_every_problem_with_the_keys_of_the_command_line() {
    let catalog = catalog();
    let report = |text: &str| decklist::report(text.as_bytes(), &no_pool, Some(&catalog));
    let bad = report("Deck\n0 Mountain\n4 Plain Goblim\n56 Mountain\n");
    assert!(!bad.ok && bad.is_bad_input());
    let told: Vec<_> = bad.problems.iter().map(|p| (p.line, p.kind)).collect();
    assert_eq!(
        told,
        [(Some(2), ProblemKind::BadCount), (Some(3), ProblemKind::UnknownCard)]
    );
    let json = serde_json::to_value(&bad).expect("json");
    assert_eq!(json["cards"], 60);
    assert_eq!(json["problems"][1]["line"], 3);
    assert_eq!(json["problems"][1]["card"], "4 Plain Goblim");
    assert!(
        json["problems"][1]["suggestion"]
            .as_str()
            .is_some_and(|s| s.contains("`Plain Goblin`")),
        "{json}"
    );
    let small = report("Deck\n4 Plain Goblin\n");
    assert!(!small.ok && !small.is_bad_input());
    let good = report("Deck\n4 Plain Goblin\n56 Mountain\n");
    assert_eq!((good.ok, good.cards, good.facts_only), (true, 60, 2));
    assert!(report("").is_bad_input());
}

#[test]
fn content_hash_depends_on_starting_deck_only() {
    let catalog = catalog();
    let hash = |text: &str| {
        let list = decklist::parse(text).into_list().expect("list");
        decklist::resolve(&list, &no_pool, Some(&catalog))
            .expect("deck")
            .content_hash()
    };
    let one = hash("Commander\n1 Krenko, Mob Boss\nDeck\n2 Plain Goblin\n1 Mountain\n");
    assert_eq!(
        one,
        hash(
            "deck\n1x mountain (M19) 3\n1 Plain Goblin\n1 plain goblin *F*\nSideboard\n1 Island\ncommander\n1 KRENKO, MOB BOSS"
        )
    );
    assert_ne!(one, hash("Deck\n2 Plain Goblin\n1 Mountain\n1 Krenko, Mob Boss\n"));
    assert_ne!(
        one,
        hash("Commander\n1 Krenko, Mob Boss\nDeck\n1 Plain Goblin\n2 Mountain\n")
    );
    assert_eq!(one.len(), 64);
}
