//! Hand-worked hands, one family at a time, and the floor of usable mana (case M05).

use serde_json::{Value, json};
use std::collections::BTreeMap;
use turnzero_contract::PlayerKnowledge;
use turnzero_forecast::{CardId, DeckProfile, Forecaster};

fn tap_for(choices: &Value) -> Value {
    json!({"activated": {"cost": ["tap"], "effect": {"addMana": {"choices": choices, "times": {"fixed": 1}}},
        "zone": "battlefield", "timing": "instant"}})
}

fn card(count: u32, name: &str, cost: Option<&str>, types: &[&str], abilities: &[Value]) -> Value {
    let mut face = json!({"name": name, "colors": "", "types": types, "abilities": abilities});
    if let Some(cost) = cost {
        face["cost"] = json!(cost);
    }
    if types.contains(&"creature") {
        (face["power"], face["toughness"]) = (json!(1), json!(1));
    }
    json!({"count": count, "definition":
        {"name": name, "layout": "normal", "colorIdentity": "", "source": "pool", "faces": [face]}})
}

fn basic(count: u32, name: &str) -> Value {
    let mut card = card(count, name, None, &["land"], &[]);
    card["definition"]["faces"][0]["supertypes"] = json!(["basic"]);
    card["definition"]["faces"][0]["subtypes"] = json!([name]);
    card
}

/// A red-green deck of mana creatures, made here: no deck of the two has one.
fn dorks() -> PlayerKnowledge {
    let creature = &["creature"];
    let deck = json!([
        card(
            4,
            "Birds of Paradise",
            Some("{G}"),
            creature,
            &[tap_for(&json!([["anyColor"]]))]
        ),
        card(6, "Dear Giant", Some("{5}{G}{R}"), creature, &[]),
        basic(10, "Forest"),
        card(
            4,
            "Hasty Elf",
            Some("{1}{G}"),
            creature,
            &[json!({"keyword": "haste"}), tap_for(&json!([[{"color": "G"}]]))]
        ),
        card(
            4,
            "Iron Myr",
            Some("{2}"),
            &["artifact", "creature"],
            &[tap_for(&json!([[{"color": "R"}]]))]
        ),
        card(
            4,
            "Llanowar Elves",
            Some("{G}"),
            creature,
            &[tap_for(&json!([[{"color": "G"}]]))]
        ),
        card(4, "Memnite", Some("{0}"), &["artifact", "creature"], &[]),
        basic(10, "Mountain"),
        card(4, "Ornithopter", Some("{0}"), &["artifact", "creature"], &[]),
    ]);
    serde_json::from_value(
        json!({"seat": 0, "options": {"seats": 2, "freeMulligans": 0, "bottomTiming": "after-keep",
        "startingLife": 20, "houseRule": false}, "commanders": [], "deck": deck}),
    )
    .expect("the deck is well formed")
}

fn decks() -> BTreeMap<&'static str, DeckProfile> {
    let read = |text| serde_json::from_str::<PlayerKnowledge>(text).expect("a knowledge file");
    [
        ("baeloth", read(include_str!("data/baeloth.json"))),
        ("quintorius", read(include_str!("data/quintorius.json"))),
        ("dorks", dorks()),
    ]
    .map(|(name, knowledge)| (name, DeckProfile::new(&knowledge).expect("the deck compiles")))
    .into()
}

#[test]
fn every_hand_is_as_worked_out() {
    let decks = decks();
    let mut forecaster = Forecaster::new();
    let mut fillers = BTreeMap::new();
    let mut families: BTreeMap<&str, u32> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (number, line) in include_str!("data/hands.txt").lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let cards = || parts[2].split(';').map(str::trim).collect::<Vec<&str>>();
        if parts[0] == "filler" {
            fillers.insert(parts[1], cards());
            continue;
        }
        let deck = &decks[parts[1]];
        let mut names = cards();
        let missing = 7 - names.len();
        names.extend(fillers[parts[1]].iter().take(missing));
        assert_eq!(names.len(), 7, "line {}", number + 1);
        let hand: Vec<CardId> = deck.hand(&names).expect("cards of the deck");
        let forecast = forecaster.forecast(deck, &hand).expect("a hand of the deck");
        let usable = forecast.usable.map(|n| n.to_string()).join(" ");
        let colors = forecast
            .colors
            .map(|set| {
                if set.is_empty() {
                    "-".to_owned()
                } else {
                    set.to_string()
                }
            })
            .join(" ");
        if usable != parts[3] || colors != parts[4] || forecast.truncated {
            wrong.push(format!(
                "line {}: {} | by hand {} | {}, forecast {usable} | {colors}",
                number + 1,
                parts[2],
                parts[3],
                parts[4]
            ));
        }
        *families.entry(parts[0]).or_default() += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for family in [
        "bounce",
        "filter",
        "temple",
        "fetch",
        "conditional",
        "sacrifice",
        "rock",
        "dork",
    ] {
        assert!(families.get(family).is_some_and(|n| *n >= 6), "{family}: {families:?}");
    }
}

/// M05: free creatures make nothing castable worth mana without a land.
#[test]
fn free_creatures_are_not_mana() {
    let decks = decks();
    let deck = &decks["dorks"];
    let mut forecaster = Forecaster::new();
    let hand = |names: &[&str]| deck.hand(names).expect("cards of the deck");
    let none = forecaster
        .forecast(
            deck,
            &hand(&[
                "Memnite",
                "Ornithopter",
                "Hasty Elf",
                "Dear Giant",
                "Dear Giant",
                "Iron Myr",
                "Iron Myr",
            ]),
        )
        .expect("a hand of the deck");
    assert_eq!((none.usable, none.spent), ([0; 5], [0; 5]));
    let control = forecaster
        .forecast(
            deck,
            &hand(&[
                "Llanowar Elves",
                "Ornithopter",
                "Hasty Elf",
                "Dear Giant",
                "Dear Giant",
                "Forest",
                "Iron Myr",
            ]),
        )
        .expect("a hand of the deck");
    // T1 Elves, T2 a two-drop from Forest and Elves, T3 the other from three: four sources on T4.
    assert_eq!(control.usable, [1, 2, 3, 4, 4]);
    assert!(control.usable[0] > 0 && control.spent[0] == 1);
}

/// The order of the hand changes no figure.
#[test]
fn order_of_the_hand_does_not_matter() {
    let decks = decks();
    let deck = &decks["baeloth"];
    let mut forecaster = Forecaster::new();
    let names = [
        "Rakdos Carnarium",
        "Sol Ring",
        "Swamp",
        "Night's Whisper",
        "Swamp",
        "Mind Stone",
        "Fabled Passage",
    ];
    let hand = deck.hand(&names).expect("cards of the deck");
    let first = forecaster.forecast(deck, &hand).expect("a hand of the deck");
    for turn in 1..7 {
        let mut other = hand.clone();
        other.rotate_left(turn);
        let again = forecaster.forecast(deck, &other).expect("a hand of the deck");
        let figures = |f: &turnzero_forecast::Forecast| {
            (
                f.usable,
                f.colors,
                f.colors_together,
                f.casts,
                f.spent,
                f.commander_turn,
                f.plan_turn,
            )
        };
        assert_eq!(figures(&first), figures(&again));
        let mut turns = first.card_turn[..7].to_vec();
        turns.rotate_left(turn);
        assert_eq!(turns, again.card_turn[..7]);
    }
}
