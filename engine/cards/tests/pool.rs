//! The pool: complete, canonical, consistent in itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use turnzero_cards::coverage::Coverage;
use turnzero_cards::decklist::PoolLookup as _;
use turnzero_cards::identity::color_identity;
use turnzero_cards::language::parse_card;
use turnzero_cards::names;
use turnzero_cards::pool::{FILES, Pool, pool};
use turnzero_cards::render::rules_text;
use turnzero_contract::card::{Ability, CardType, EffectFamily, Keyword};

fn the_pool() -> &'static Pool {
    pool().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_file_is_embedded_and_every_entry_has_a_file() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("pool");
    let entries = fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let on_disk: BTreeSet<String> = entries
        .map(|entry| {
            entry
                .unwrap_or_else(|error| panic!("{error}"))
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .map(|name| format!("pool/{name}"))
        .collect();
    let embedded: Vec<&str> = FILES.iter().map(|(path, _)| *path).collect();
    assert!(embedded.is_sorted(), "keep the list in src/pool.rs sorted");
    let embedded: BTreeSet<String> = embedded.into_iter().map(str::to_owned).collect();
    assert_eq!(embedded, on_disk, "src/pool.rs and pool/ differ");
    assert_eq!(the_pool().len(), FILES.len());
}

#[test]
fn file_names_come_from_card_names() {
    for (path, text) in FILES {
        let card = parse_card(path, text).unwrap_or_else(|error| panic!("{error}"));
        let slug: String = names::fold(&card.name)
            .replace('\'', "")
            .replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let parts: Vec<&str> = slug.split('-').filter(|part| !part.is_empty()).collect();
        assert_eq!(*path, format!("pool/{}.card", parts.join("-")));
    }
}

#[test]
fn declared_identity_follows_from_the_definition() {
    for card in the_pool().iter() {
        assert_eq!(color_identity(card), card.color_identity, "{}", card.name);
    }
}

/// The cards that still refuse play, and why; a card that gains its last clause leaves this list.
const PENDING: &[(&str, &[EffectFamily])] = &[];

#[test]
fn cards_with_pending_clauses_are_the_known_ones() {
    let coverage = Coverage::of(the_pool().iter().map(AsRef::as_ref));
    let missing: Vec<(&str, &[EffectFamily])> = coverage
        .missing
        .iter()
        .map(|m| (m.card.as_str(), m.families.as_slice()))
        .collect();
    assert_eq!(missing, PENDING);
    assert_eq!(coverage.supported, FILES.len() - PENDING.len());
    assert!(coverage.missing.iter().all(|card| !card.facts_only));
}

#[test]
fn coverage_names_cards_and_families() {
    let card = |text: &str| parse_card("test", text).unwrap_or_else(|error| panic!("{error}"));
    let whole = card("name: Whole\nidentity: none\ntype: Artifact\nwhen self dies -> draw 1\n");
    let copy = card(
        "name: Copyist\nidentity: none\ntype: Artifact\nwhen self dies -> draw 1; pending copy\nstatic: pending copy\n",
    );
    let nested = card(
        "name: Nested\nidentity: none\ntype: Artifact\n\
         when self dies -> may (create 1 [1/1 creature Bird with (when self dies -> pending tax)]; pending choice)\n",
    );
    let facts = card("name: Facts\nidentity: none\nsource: facts-only\ntype: Artifact\n");
    let coverage = Coverage::of([&whole, &copy, &nested, &facts, &copy]);
    assert_eq!((coverage.cards, coverage.supported), (4, 1));
    let missing: Vec<(&str, &[EffectFamily], bool)> = coverage
        .missing
        .iter()
        .map(|m| (m.card.as_str(), m.families.as_slice(), m.facts_only))
        .collect();
    assert_eq!(
        missing,
        [
            ("Copyist", [EffectFamily::Copy].as_slice(), false),
            ("Facts", [].as_slice(), true),
            ("Nested", [EffectFamily::Choice, EffectFamily::Tax].as_slice(), false),
        ]
    );
}

#[test]
fn spells_have_spell_abilities_and_permanents_none() {
    for card in the_pool().iter() {
        for face in &card.faces {
            let spells = face
                .abilities
                .iter()
                .filter(|ability| matches!(ability, Ability::Spell(_)))
                .count();
            let expected = usize::from(face.is(CardType::Instant) || face.is(CardType::Sorcery));
            assert_eq!(spells, expected, "{}", face.name);
        }
    }
}

#[test]
fn names_are_found_in_any_spelling() {
    let pool = the_pool();
    assert_eq!(pool.get("Sol Ring").map(|card| card.name.as_str()), Some("Sol Ring"));
    assert!(pool.get("sol ring").is_none());
    let found = pool.card(&names::key("NIGHT\u{2019}S  whisper"));
    assert_eq!(found.map(|card| card.name.clone()), Some("Night's Whisper".to_owned()));
    assert_eq!(pool.names().len(), pool.len());
}

#[test]
fn a_bad_or_repeated_pool_text_is_an_error() {
    let good = "name: A\nidentity: none\ntype: Land\n";
    assert_eq!(Pool::parse([("a", good)]).map(|pool| pool.len()), Ok(1));
    let twice = Pool::parse([("a", good), ("b", good)])
        .err()
        .map(|error| error.to_string());
    assert_eq!(
        twice.as_deref(),
        Some("b:1:1: expected a card name that no other file has, found `A`")
    );
    assert!(Pool::parse([("a", "name: A\n")]).is_err());
}

#[test]
fn commanders_of_the_decks_may_command() {
    let pool = the_pool();
    let definition = |name: &str| pool.get(name).unwrap_or_else(|| panic!("{name} is missing"));
    let baeloth = definition("Baeloth Barrityl, Entertainer");
    assert!(
        baeloth
            .front()
            .keywords()
            .any(|keyword| *keyword == Keyword::ChooseBackground)
    );
    assert!(definition("Agent of the Iron Throne").front().has_subtype("Background"));
    for card in pool.iter() {
        let unfinished = rules_text(card).contains("not spelled out");
        assert_eq!(unfinished, !card.pending().is_empty(), "{}", card.name);
    }
}

/// The decks' cards are all there, wherever the shared deck lists are.
#[test]
fn both_commander_decks_resolve_to_the_pool() {
    let decks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/decks");
    if !decks.is_dir() {
        println!("not run: needs ../shared");
        return;
    }
    for deck in [
        "commander_baeloth_iron_throne.txt",
        "commander_quintorius_loremaster.txt",
    ] {
        let list = turnzero_cards::decklist::read(&decks.join(deck)).unwrap_or_else(|error| panic!("{error}"));
        for entry in &list.entries {
            let card = the_pool()
                .get(&entry.name)
                .unwrap_or_else(|| panic!("{deck}: {} is missing", entry.name));
            assert_eq!(card.pending(), [], "{deck}: {}", entry.name);
        }
    }
}

/// Every deck list of the workspace is made of pool cards with every clause spelled out.
#[test]
fn every_deck_of_the_workspace_is_spelled_out() {
    let decks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../decks");
    let entries = fs::read_dir(&decks).unwrap_or_else(|error| panic!("{}: {error}", decks.display()));
    let mut read = 0;
    for entry in entries {
        let path = entry.unwrap_or_else(|error| panic!("{error}")).path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let list = turnzero_cards::decklist::read(&path).unwrap_or_else(|error| panic!("{error}"));
        for entry in &list.entries {
            let card = the_pool()
                .get(&entry.name)
                .unwrap_or_else(|| panic!("{}: {} is missing", path.display(), entry.name));
            assert_eq!(card.pending(), [], "{}: {}", path.display(), entry.name);
        }
        read += 1;
    }
    assert!(read >= 12, "only {read} decks in {}", decks.display());
}

/// The cards that the asserted files of the public puzzle corpus need, and nine more of its files.
const CORPUS: &[&str] = &[
    "Ancestral Recall",
    "Ball Lightning",
    "Black Knight",
    "Braingeyser",
    "Cat Warriors",
    "Coral Atoll",
    "Counterspell",
    "Craw Wurm",
    "Crusade",
    "Daze",
    "Disenchant",
    "Disintegrate",
    "Drain Life",
    "Earth Elemental",
    "Elite Vanguard",
    "Elvish Archers",
    "Elvish Visionary",
    "Fecundity",
    "Fireball",
    "Forest",
    "Giant Growth",
    "Giant Spider",
    "Grizzly Bears",
    "Healing Salve",
    "Hill Giant",
    "Howling Mine",
    "Hypnotic Specter",
    "Icy Manipulator",
    "Island",
    "Juggernaut",
    "Lava Spike",
    "Lightning Bolt",
    "Lightning Strike",
    "Llanowar Elves",
    "Mesa Pegasus",
    "Mind Twist",
    "Mons's Goblin Raiders",
    "Mountain",
    "Mox Emerald",
    "Mox Jet",
    "Mox Pearl",
    "Mox Ruby",
    "Mox Sapphire",
    "Naturalize",
    "Ornithopter",
    "Pacifism",
    "Paralyze",
    "Plains",
    "Prodigal Sorcerer",
    "Pyroclasm",
    "Royal Assassin",
    "Savannah Lions",
    "Serendib Efreet",
    "Serra Angel",
    "Shivan Dragon",
    "Shock",
    "Sinkhole",
    "Spirit Link",
    "Stone Rain",
    "Swamp",
    "Swords to Plowshares",
    "Terror",
    "Unsummon",
    "Vampire Nighthawk",
    "Volcanic Hammer",
    "Wall of Stone",
    "Wheel of Fortune",
    "Wind Drake",
    "Wrath of God",
];

#[test]
fn the_puzzle_corpus_is_spelled_out() {
    for name in CORPUS {
        let card = the_pool().get(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(card.pending(), [], "{name}");
    }
}
