//! Real cards by name, facts written by hand; needs the shared catalogue.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use turnzero_cards::catalog::{Catalog, Lookup, definition, find_catalog};
use turnzero_cards::{decklist, names};
use turnzero_contract::CardDefinition;
use turnzero_contract::card::{Ability, CardType, Effect};

use crate::summary::summary;

fn shared(part: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared")
        .join(part);
    if path.exists() {
        return Some(path);
    }
    eprintln!("not run: needs ../shared");
    None
}

/// Read once: every test asks the same catalogue.
pub(crate) fn catalog() -> Option<&'static Catalog> {
    static CATALOG: OnceLock<Option<Catalog>> = OnceLock::new();
    let open = || {
        let file = find_catalog(&shared("catalog")?)?;
        Some(Catalog::open(&file).expect("shared catalogue"))
    };
    CATALOG.get_or_init(open).as_ref()
}

fn card(catalog: &Catalog, name: &str) -> CardDefinition {
    match catalog.lookup(name, false).expect("readable") {
        Lookup::Card(card) => definition(&card).expect("facts"),
        other => panic!("{name}: {other:?}"),
    }
}

/// Name and every mana fact of the front face; `''` lines are intrinsic and not listed.
const TABLE: &[(&str, &[&str])] = &[
    // Basic land types: intrinsic (CR 305.6), so nothing is read from text.
    ("Forest", &[]),
    ("Bayou", &[]),
    ("Snow-Covered Island", &[]),
    ("Wastes", &["T: C"]),
    // Fetch.
    (
        "Arid Mesa",
        &["T, life 1, sac: search 1 Mountain|Plains to battlefield"],
    ),
    (
        "Polluted Delta",
        &["T, life 1, sac: search 1 Island|Swamp to battlefield"],
    ),
    ("Evolving Wilds", &["T, sac: search 1 basic land to battlefield tapped"]),
    (
        "Fabled Passage",
        &["T, sac: search 1 basic land to battlefield tapped; if >=4 land untap it"],
    ),
    (
        "Prismatic Vista",
        &["T, life 1, sac: search 1 basic land to battlefield"],
    ),
    (
        "Flood Plain",
        &["tapped", "T, sac: search 1 Plains|Island to battlefield"],
    ),
    (
        "Bant Panorama",
        &[
            "T: C",
            "{1}, T, sac: search 1 basic Forest|basic Plains|basic Island to battlefield tapped",
        ],
    ),
    (
        "Myriad Landscape",
        &[
            "tapped",
            "T: C",
            "{2}, T, sac: search <=2 basic land sharing a type to battlefield tapped",
        ],
    ),
    // Shock, check, slow, fast, battle, reveal, opponents, temple, surveil, bounce.
    ("Blood Crypt", &["tapped unless paid life 2"]),
    ("Dragonskull Summit", &["tapped unless >=1 Swamp|Mountain", "T: B/R"]),
    ("Haunted Ridge", &["tapped unless >=2 other land", "T: B/R"]),
    ("Blackcleave Cliffs", &["tapped unless <=2 other land", "T: B/R"]),
    ("Smoldering Marsh", &["tapped unless >=2 basic land"]),
    (
        "Foreboding Ruins",
        &["tapped unless paid reveal 1 Swamp|Mountain", "T: B/R"],
    ),
    ("Spectator Seating", &["tapped unless opponents>=2", "T: R/W"]),
    ("Temple of Malice", &["tapped", "enters: scry 1", "T: B/R"]),
    ("Raucous Theater", &["tapped", "enters: surveil 1"]),
    ("Rakdos Carnarium", &["tapped", "enters: return 1 land yours", "T: BR"]),
    ("Bloodfell Caves", &["tapped", "enters: gain 1", "T: B/R"]),
    ("Rakdos Guildgate", &["tapped", "T: B/R"]),
    (
        "Abandoned Campground",
        &["tapped unless life of a player<=13", "T: W/U"],
    ),
    ("Cave of the Frost Dragon", &["tapped unless <=1 other land", "T: W"]),
    // Pain, horizon, filter, verge, tainted, colourless with conditions.
    ("Sulfurous Springs", &["T: C", "T: B/R; damage 1"]),
    ("City of Brass", &["T: *; damage 1"]),
    ("Mana Confluence", &["T, life 1: *"]),
    ("Ancient Tomb", &["T: CC; damage 2"]),
    ("Horizon Canopy", &["T, life 1: G/W"]),
    ("Sunbaked Canyon", &["T, life 1: R/W"]),
    ("Graven Cairns", &["T: C", "{B/R}, T: BB/BR/RR"]),
    ("Shadowblood Ridge", &["{1}, T: BR"]),
    ("Tainted Peak", &["T: C", "T: B/R if >=1 Swamp"]),
    ("Temple of the False God", &["T: CC if >=5 land"]),
    ("Crystal Vein", &["T: C", "T, sac: CC"]),
    ("Dwarven Ruins", &["tapped", "T: R", "T, sac: RR"]),
    ("Phyrexian Tower", &["T: C", "T, sac 1 creature: BB"]),
    (
        "Lotus Vale",
        &[
            "enters: may sac 2 non-tapped land or sacrifice 1 itself",
            "T: WWW/UUU/BBB/RRR/GGG",
        ],
    ),
    (
        "Lotus Field",
        &["tapped", "enters: sacrifice 2 land", "T: WWW/UUU/BBB/RRR/GGG"],
    ),
    ("Gaea's Cradle", &["T: G x #creature yours"]),
    ("Cabal Coffers", &["{2}, T: B x #Swamp yours"]),
    // Identity, opponents, restricted.
    ("Command Tower", &["T: I"]),
    ("Exotic Orchard", &["T: O"]),
    ("Reflecting Pool", &["T: L"]),
    ("Cavern of Souls", &["T: C", "T: * only ?"]),
    ("Ancient Ziggurat", &["T: * only to cast creature"]),
    // Rocks.
    ("Sol Ring", &["T: CC"]),
    ("Arcane Signet", &["T: I"]),
    ("Rakdos Signet", &["{1}, T: BR"]),
    ("Talisman of Indulgence", &["T: C", "T: B/R; damage 1"]),
    ("Fellwar Stone", &["T: O"]),
    ("Mind Stone", &["T: C"]),
    ("Fire Diamond", &["tapped", "T: R"]),
    ("Lotus Petal", &["T, sac: *"]),
    ("Black Lotus", &["T, sac: WWW/UUU/BBB/RRR/GGG"]),
    ("Mox Ruby", &["T: R"]),
    (
        "Mox Diamond",
        &["enters: may discard 1 land or sacrifice 1 itself", "T: *"],
    ),
    ("Ashnod's Altar", &["sac 1 creature: CC"]),
    ("Aether Vial", &[]),
    ("Chrome Mox", &[]),
    ("Lion's Eye Diamond", &[]),
    // Creatures.
    ("Llanowar Elves", &["T: G"]),
    ("Birds of Paradise", &["T: *"]),
    ("Noble Hierarch", &["T: G/W/U"]),
    ("Priest of Titania", &["T: G x #Elf"]),
    ("Simian Spirit Guide", &["exile self: R from hand"]),
    ("Skirk Prospector", &["sac 1 Goblin: R"]),
    (
        "Sakura-Tribe Elder",
        &["sac: search 1 basic land to battlefield tapped"],
    ),
    // Rituals and ramp spells.
    ("Dark Ritual", &["spell: BBB"]),
    ("Seething Song", &["spell: RRRRR"]),
    ("Pyretic Ritual", &["spell: RRR"]),
    ("Culling the Weak", &["additional cost sac 1 creature", "spell: BBBB"]),
    ("Mana Geyser", &["spell: R x #tapped land of each opponent"]),
    (
        "Big Score",
        &["additional cost discard 1 card", "spell: draw 2; create 2 Treasure"],
    ),
    ("Rampant Growth", &["spell: search 1 basic land to battlefield tapped"]),
    (
        "Cultivate",
        &["spell: search <=1 basic land to battlefield tapped; search <=1 basic land to hand"],
    ),
    ("Shock", &[]),
];

#[test]
fn mana_facts_of_real_cards() {
    let Some(catalog) = catalog() else { return };
    let mut wrong = Vec::new();
    for (name, expected) in TABLE {
        let card = card(catalog, name);
        let plain: Vec<Ability> = card
            .front()
            .abilities
            .iter()
            .filter(|a| !matches!(a, Ability::Keyword(_)))
            .cloned()
            .collect();
        let found = summary(&plain);
        if found != *expected {
            wrong.push(format!("{name}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn intrinsic_mana_and_modal_lands() {
    let Some(catalog) = catalog() else { return };
    let bayou = card(catalog, "Bayou");
    assert_eq!(summary(&bayou.front().expanded_abilities()), ["T: B", "T: G"]);
    let smashing = card(catalog, "Shatterskull Smashing");
    assert_eq!(smashing.mana_value(), 2);
    assert!(!smashing.is_land() && smashing.playable_as_land());
    assert_eq!(
        summary(&smashing.faces[1].abilities),
        ["tapped unless paid life 3", "T: R"]
    );
    let fire = card(catalog, "Fire/Ice");
    assert_eq!((fire.name.as_str(), fire.mana_value()), ("Fire // Ice", 4));
    assert_eq!(card(catalog, "murderous rider").mana_value(), 3);
    assert_eq!(card(catalog, "Ratonhnhake:ton").name, "Ratonhnhaké\u{a789}ton");
    assert_eq!(card(catalog, "Lim-Dul\u{2019}s Vault").name, "Lim-Dûl's Vault");
    // A land that transforms from something else is no land to play.
    let growing = card(catalog, "Growing Rites of Itlimoc");
    assert!(!growing.playable_as_land());
}

#[test]
fn folding_is_free_of_collisions_over_the_whole_catalogue() {
    let Some(catalog) = catalog() else { return };
    assert!(catalog.len() > 30_000);
    assert_eq!(catalog.collisions(), Vec::<Vec<String>>::new());
    // Every name with a character that spellings differ in.
    let odd = |name: &&str| !name.is_ascii() || name.contains('/');
    for name in catalog.names().filter(odd) {
        let spellings = [
            name.to_owned(),
            name.to_uppercase(),
            name.replace(" // ", "/"),
            names::fold(name),
        ];
        for spelling in spellings {
            match catalog.lookup(&spelling, true).expect("readable") {
                Lookup::Card(card) => assert_eq!(card.name, name, "{spelling}"),
                other => panic!("{spelling}: {other:?}"),
            }
        }
    }
}

/// Only un-cards with words of their own, sticker sheets and entries that lack their second face.
#[test]
fn almost_every_card_becomes_facts() {
    let Some(catalog) = catalog() else { return };
    let (mut read, mut refused) = (0_u32, Vec::new());
    for card in catalog.cards() {
        match definition(&card.expect("readable")) {
            Ok(_) => read += 1,
            Err(error) => refused.push(error.to_string()),
        }
    }
    eprintln!("{read} cards read, {} refused", refused.len());
    assert_eq!(read as usize + refused.len(), catalog.len() as usize);
    assert!(refused.len() < 200, "{}", refused.join("\n"));
}

/// No card outside the mana templates may become a source: a source's own text says "add".
#[test]
fn every_source_says_add_or_makes_treasure() {
    let Some(catalog) = catalog() else { return };
    let (mut sources, mut lands, mut silent) = (0_u32, 0_u32, Vec::new());
    for facts in catalog.cards() {
        let facts = facts.expect("readable");
        let name = facts.name.as_str();
        let Ok(card) = definition(&facts) else { continue };
        for (face, raw) in card.faces.iter().zip(&facts.faces) {
            let makes = face.expanded_abilities().iter().any(|ability| match ability {
                Ability::Activated(a) => a.is_mana_ability(),
                _ => false,
            });
            let says = raw.text.to_lowercase().contains("add ");
            let basic = face.is(CardType::Land)
                && face
                    .subtypes
                    .iter()
                    .any(|s| turnzero_contract::Color::of_basic_land_type(s).is_some());
            assert!(!makes || says || basic, "{name}");
            sources += u32::from(makes);
            let searches = face.abilities.iter().any(
                |a| matches!(a, Ability::Activated(a) if matches!(a.effect, Effect::Search(_) | Effect::Sequence(_))),
            );
            let ordinary = face.is(CardType::Land) && matches!(facts.layout.as_str(), "normal" | "modal_dfc");
            lands += u32::from(ordinary);
            if ordinary && !makes && !searches {
                silent.push(name.to_owned());
            }
        }
    }
    eprintln!(
        "{sources} faces with mana abilities; {} of {lands} lands without mana or search: {silent:?}",
        silent.len()
    );
    assert!(sources > 1_700);
    assert!(
        silent.len() * 12 < lands as usize,
        "{} of {lands} lands are unread",
        silent.len()
    );
}

#[test]
fn shared_decks_resolve_and_are_legal() {
    let (Some(catalog), Some(folder)) = (catalog(), shared("decks")) else {
        return;
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("decks")
        .map(|e| e.expect("entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    assert!(files.len() >= 12);
    for file in files {
        let list = decklist::read(&file).expect("list");
        let pool = |_: &str| None::<Arc<CardDefinition>>;
        let deck = decklist::resolve(&list, &pool, Some(catalog)).expect("deck");
        let expected = if file.to_string_lossy().contains("commander_") {
            100
        } else {
            60
        };
        assert_eq!(deck.size(), expected, "{}", file.display());
        assert_eq!(decklist::check(&deck, Some(catalog)), [], "{}", file.display());
    }
}

/// Types and mana values of the deck table, which was made apart from this reader.
#[test]
fn types_and_mana_values_agree_with_the_shared_deck_table() {
    let (Some(catalog), Some(table)) = (catalog(), shared("decks/cards.csv")) else {
        return;
    };
    let text = std::fs::read_to_string(table).expect("table");
    let mut compared = 0;
    for line in text.lines().skip(1) {
        // Names with commas are quoted; the columns before the mana column hold no commas then.
        let (name, rest) = match line.strip_prefix('"') {
            Some(quoted) => quoted.split_once("\",").expect("closing quote"),
            None => line.split_once(',').expect("columns"),
        };
        let Lookup::Card(facts) = catalog.lookup(name, false).expect("readable") else {
            continue;
        };
        let card = definition(&facts).expect("facts");
        let fields: Vec<&str> = rest.split(',').collect();
        let land = fields.get(3).is_some_and(|t| t.contains("Land"));
        assert_eq!(card.is_land(), land, "{name}");
        if fields.get(1).is_some_and(|mv| mv.parse() == Ok(card.mana_value())) {
            compared += 1;
        } else {
            panic!("{name}: mana value {} against {:?}", card.mana_value(), fields.get(1));
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn an_added_catalogue_answers_a_deck_quickly() {
    let (Some(folder), Some(deck)) = (shared("catalog"), shared("decks/commander_baeloth_iron_throne.txt")) else {
        return;
    };
    let home = tempfile::tempdir().expect("directory");
    let added = Catalog::add(&find_catalog(&folder).expect("file"), home.path()).expect("add");
    let list = decklist::read(&deck).expect("list");
    let pool = |_: &str| None::<Arc<CardDefinition>>;
    let best = (0..3)
        .map(|_| {
            let start = Instant::now();
            let catalog = Catalog::open(&added.path).expect("open");
            let deck = decklist::resolve(&list, &pool, Some(&catalog)).expect("deck");
            assert_eq!(deck.size(), 100);
            start.elapsed()
        })
        .min()
        .expect("three runs");
    eprintln!("open and resolve {} cards: {best:?}", added.cards);
    // Debug builds hash and inflate far slower than the shipped one.
    let limit = if cfg!(debug_assertions) {
        Duration::from_secs(3)
    } else {
        Duration::from_millis(100)
    };
    assert!(best < limit, "{best:?}");
}
