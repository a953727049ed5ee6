//! The forecast agrees with the oracle on random hands.

use super::Oracle;
use crate::{CardId, DeckProfile, Forecast, Forecaster};
use serde_json::{Value, json};

/// `SplitMix64`.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut x = *state;
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// Random hands of seven, and some of four to six, agree in every figure; gives the most colours at once.
fn agree(deck: &DeckProfile, seed: u64, hands: usize) -> u8 {
    let mut cards: Vec<CardId> = deck
        .ids()
        .flat_map(|id| std::iter::repeat_n(id, deck.copies(id) as usize))
        .collect();
    let mut forecaster = Forecaster::with_budget(1_000_000);
    let mut state = seed;
    let (mut moments, mut together) = (0u64, 0);
    for number in 0..hands {
        for at in 0..7 {
            let left = (cards.len() - at) as u64;
            let other = at + usize::try_from(next(&mut state) % left).unwrap();
            cards.swap(at, other);
        }
        let size = if number % 10 == 9 { 4 + number / 10 % 3 } else { 7 };
        let hand = &cards[..size];
        let fast = forecaster.forecast(deck, hand).unwrap();
        let slow = Oracle::forecast(deck, hand);
        let names: Vec<&str> = hand.iter().map(|id| deck.name(*id)).collect();
        assert!(!fast.truncated, "{names:?} needs more than the budget");
        moments += u64::from(slow.nodes);
        together = together.max(slow.colors_together[4]);
        assert_eq!(
            Forecast { nodes: 0, ..fast },
            Forecast { nodes: 0, ..slow },
            "hand {number}: {names:?}"
        );
    }
    println!("{hands} hands agree, {moments} moments of the oracle");
    together
}

fn read(text: &str) -> DeckProfile {
    DeckProfile::new(&serde_json::from_str(text).unwrap()).unwrap()
}

const HANDS: usize = if cfg!(debug_assertions) { 60 } else { 5_000 };

#[test]
fn agrees_on_baeloth() {
    let together = agree(&read(include_str!("../../tests/data/baeloth.json")), 11, HANDS);
    assert_eq!(together, 2);
}

#[test]
fn agrees_on_quintorius() {
    let together = agree(&read(include_str!("../../tests/data/quintorius.json")), 12, HANDS);
    assert_eq!(together, 2);
}

/// A card as JSON; a land when it has no cost.
fn card(count: u32, name: &str, cost: Option<&str>, types: &[&str], abilities: &[Value]) -> Value {
    let mut face = json!({"name": name, "colors": "", "types": types, "abilities": abilities});
    if let Some(cost) = cost {
        face["cost"] = json!(cost);
    }
    if types.contains(&"creature") {
        (face["power"], face["toughness"]) = (json!(2), json!(2));
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

fn mana(choices: &Value) -> Value {
    json!({"activated": {"cost": ["tap"], "effect": {"addMana": {"choices": choices, "times": {"fixed": 1}}},
        "zone": "battlefield", "timing": "instant"}})
}

/// A deck of five colours and colourless costs, made here: six kinds of mana, so the wide tables.
fn five_colors() -> DeckProfile {
    let c = |color: &str| json!([{"color": color}]);
    let pair = |a: &str, b: &str| mana(&json!([[{"color": a}], [{"color": b}]]));
    let tapped = json!({"static": {"entersTapped": "always"}});
    let (land, sorcery, creature) = (&["land"], &["sorcery"], &["creature"]);
    let deck = json!([
        card(
            2,
            "Any Rock",
            Some("{3}"),
            &["artifact"],
            &[mana(&json!([["anyColor"]]))]
        ),
        card(2, "Black Two", Some("{B}{B}"), creature, &[]),
        card(2, "Blue Green", Some("{G}{U}"), sorcery, &[]),
        card(2, "Colorless Four", Some("{2}{C}{C}"), creature, &[]),
        card(
            3,
            "Colorless Land",
            None,
            land,
            &[mana(&json!([["colorless"], [{"color": "R"}]]))]
        ),
        card(2, "Dork", Some("{G}"), creature, &[mana(&json!([["anyColor"]]))]),
        card(2, "Five Colours", Some("{W}{U}{B}{R}{G}"), creature, &[]),
        basic(3, "Forest"),
        card(2, "Hybrid", Some("{W/B}{U/R}{2}"), sorcery, &[]),
        basic(3, "Island"),
        basic(3, "Mountain"),
        basic(3, "Plains"),
        card(
            2,
            "Rainbow Land",
            None,
            land,
            &[mana(&json!([["anyColor"]])), tapped.clone()]
        ),
        card(2, "Red One", Some("{R}"), sorcery, &[]),
        card(
            1,
            "Red Ritual",
            Some("{1}{R}"),
            sorcery,
            &[json!({"spell":
            {"addMana": {"choices": [[{"color": "R"}, {"color": "R"}, {"color": "B"}]], "times": {"fixed": 1}}}})]
        ),
        basic(3, "Swamp"),
        card(3, "White Blue Land", None, land, &[pair("W", "U")]),
        card(3, "Black Green Land", None, land, &[pair("B", "G"), tapped]),
        card(
            2,
            "White Black",
            Some("{1}{W}{B}"),
            creature,
            &[mana(&json!([c("G"), c("U")]))]
        ),
    ]);
    let knowledge = json!({"seat": 0, "commanders": [], "deck": deck, "options": {"seats": 2, "freeMulligans": 0,
        "bottomTiming": "after-keep", "startingLife": 20, "houseRule": false}});
    DeckProfile::new(&serde_json::from_value(knowledge).unwrap()).unwrap()
}

#[test]
fn agrees_on_five_colors() {
    let deck = five_colors();
    assert!(
        matches!(deck.tables, crate::deck::Tables::Large(_)),
        "more than three kinds"
    );
    assert_eq!((deck.kinds.len(), deck.colors().len()), (6, 5));
    let together = agree(&deck, 13, if cfg!(debug_assertions) { 60 } else { 1_000 });
    assert!(together >= 4, "hands that make many colours");
}
