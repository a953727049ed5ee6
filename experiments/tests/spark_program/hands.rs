//! A small card catalogue of invented cards, decks of them, and labelled hands.

use crate::support::Home;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A catalogue of invented cards in the shape of MTGJSON's AtomicCards.
pub(crate) fn catalogue() -> Value {
    let mut data = serde_json::Map::new();
    let mut add = |name: &str, kind: &str, cost: &str, text: &str| {
        let words: Vec<&str> = kind.split(' ').collect();
        let mut face = json!({
            "name": name, "layout": "normal", "types": [words[0]], "subtypes": words[1..], "supertypes": [],
            "type": kind, "text": text, "colors": [], "colorIdentity": [], "manaValue": 0.0,
        });
        if !cost.is_empty() {
            face["manaCost"] = json!(cost);
        }
        if words[0] == "Creature" {
            face["power"] = json!("2");
            face["toughness"] = json!("2");
        }
        data.insert(name.to_owned(), json!([face]));
    };
    add("Ashfall Basin", "Land", "", "{T}: Add {R} or {G}.");
    add(
        "Sleeping Grove",
        "Land",
        "",
        "Sleeping Grove enters tapped.\n{T}: Add {G}.",
    );
    add("Copper Idol", "Artifact", "{2}", "{T}: Add {C}.");
    add("Moss Tender", "Creature Elf", "{G}", "{T}: Add {G}.");
    for (name, cost) in [
        ("Fern Cub", "{G}"),
        ("Bramble Scout", "{1}{G}"),
        ("River Otter", "{1}{G}"),
        ("Thicket Stag", "{2}{G}"),
        ("Hollow Bear", "{2}{G}{G}"),
        ("Old Tusker", "{3}{G}"),
        ("Canopy Wyrm", "{5}{G}{G}"),
        ("Ember Rat", "{R}"),
        ("Cinder Hound", "{1}{R}"),
        ("Slag Brute", "{2}{R}"),
        ("Forge Ogre", "{3}{R}"),
        ("Caldera Drake", "{4}{R}{R}"),
    ] {
        add(name, "Creature Beast", cost, "");
    }
    add("Sudden Spark", "Instant", "{R}", "");
    json!({"meta": {"version": "synthetic", "date": "2026-01-01"}, "data": data})
}

/// A deck outside the pool: copies and names; lands first.
pub(crate) struct Deck {
    pub(crate) name: &'static str,
    pub(crate) lands: usize,
    pub(crate) cards: &'static [(u32, &'static str)],
}

/// Green invented cards.
pub(crate) const GROVE: Deck = Deck {
    name: "grove",
    lands: 24,
    cards: &[
        (20, "Forest"),
        (4, "Sleeping Grove"),
        (4, "Moss Tender"),
        (4, "Copper Idol"),
        (4, "Fern Cub"),
        (4, "Bramble Scout"),
        (4, "River Otter"),
        (4, "Thicket Stag"),
        (4, "Hollow Bear"),
        (4, "Old Tusker"),
        (4, "Canopy Wyrm"),
    ],
};

/// Red invented cards.
pub(crate) const CINDERS: Deck = Deck {
    name: "cinders",
    lands: 24,
    cards: &[
        (20, "Mountain"),
        (4, "Ashfall Basin"),
        (4, "Ember Rat"),
        (4, "Cinder Hound"),
        (4, "Slag Brute"),
        (4, "Forge Ogre"),
        (4, "Caldera Drake"),
        (4, "Sudden Spark"),
        (4, "Copper Idol"),
        (4, "Fern Cub"),
        (4, "Thicket Stag"),
    ],
};

impl Deck {
    /// Writes the list into a home.
    pub(crate) fn write(&self, home: &Home) -> String {
        let mut text = String::from("Deck\n");
        for (count, name) in self.cards {
            let _ = writeln!(text, "{count} {name}");
        }
        home.write(&format!("{}.txt", self.name), &text)
            .to_string_lossy()
            .into_owned()
    }

    /// `count` hands of seven, dealt by a fixed generator, labelled by a rule with some noise.
    pub(crate) fn hands(&self, count: usize, seed: u64) -> Vec<Hand> {
        let mut library: Vec<(usize, &str)> = Vec::new();
        let mut copies = 0;
        for (count, name) in self.cards {
            for _ in 0..*count {
                library.push((copies, name));
                copies += 1;
            }
        }
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut draw = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap() % below
        };
        (0..count)
            .map(|_| {
                for place in 0..7 {
                    let other = place + draw(library.len() - place);
                    library.swap(place, other);
                }
                let lands = library[..7].iter().filter(|(id, _)| *id < self.lands).count();
                let noise = draw(20) == 0;
                Hand {
                    cards: library[..7].iter().map(|(_, name)| (*name).to_owned()).collect(),
                    keep: (2..=4).contains(&lands) != noise,
                    on_play: draw(2) == 0,
                }
            })
            .collect()
    }
}

/// A labelled hand.
pub(crate) struct Hand {
    pub(crate) cards: Vec<String>,
    pub(crate) keep: bool,
    pub(crate) on_play: bool,
}

/// A CSV of hands in the column `hand`, with `on_play`.
pub(crate) fn csv(home: &Home, name: &str, hands: &[Hand]) -> PathBuf {
    let mut text = String::from("hand,keep,on_play\n");
    for hand in hands {
        let cards: Vec<&str> = hand.cards.iter().map(String::as_str).collect();
        let _ = writeln!(
            text,
            "\"{}\",{},{}",
            cards.join("; "),
            u8::from(hand.keep),
            u8::from(hand.on_play)
        );
    }
    home.write(name, &text)
}

/// Path as an argument.
pub(crate) fn arg(path: &Path) -> &str {
    path.to_str().unwrap()
}
