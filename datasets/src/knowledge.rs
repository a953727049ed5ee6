//! What stored knowledge must hold before anything is computed from it.

use serde::Deserialize;
use serde_json::Value;
use turnzero_contract::PlayerKnowledge;

/// Copies of one card that a deck list may name.
const MOST_COPIES: u32 = 9_999;
/// Cards that the engine numbers.
const MOST_CARDS: u64 = 65_535;
/// Free mulligans that an option may ask for.
const MOST_FREE: u8 = 7;
/// Commanders of a deck (CR 702.124g).
const MOST_COMMANDERS: usize = 2;

/// Reads knowledge and checks that a game can have it: seats, life, deck, commanders.
///
/// # Errors
/// Field, value found and values allowed, in words.
pub fn check(value: &Value) -> Result<PlayerKnowledge, String> {
    let knowledge = PlayerKnowledge::deserialize(value).map_err(|error| format!("does not read: {error}"))?;
    match fault(&knowledge) {
        None => Ok(knowledge),
        Some(fault) => Err(fault),
    }
}

fn fault(knowledge: &PlayerKnowledge) -> Option<String> {
    let options = &knowledge.options;
    let seats = options.seats;
    if !(1..=4).contains(&seats) {
        return Some(format!("options.seats is {seats}, a table has 1 to 4"));
    }
    let places = [
        ("seat", Some(knowledge.seat)),
        ("startingPlayer", knowledge.starting_player),
    ];
    for (field, seat) in places {
        if let Some(seat) = seat.filter(|seat| seat.0 >= seats) {
            return Some(format!("{field} is {seat}, a table of {seats} has 0 to {}", seats - 1));
        }
    }
    if options.free_mulligans > MOST_FREE {
        let found = options.free_mulligans;
        return Some(format!(
            "options.freeMulligans is {found}, allowed are 0 to {MOST_FREE}"
        ));
    }
    if options.starting_life == 0 {
        return Some("options.startingLife is 0, a game begins with at least 1 (CR 103.4)".to_owned());
    }
    let commanders = knowledge.commanders.len();
    if commanders > MOST_COMMANDERS {
        return Some(format!(
            "commanders holds {commanders} cards, at most {MOST_COMMANDERS} are possible (CR 702.124g)"
        ));
    }
    deck_fault(knowledge)
}

fn deck_fault(knowledge: &PlayerKnowledge) -> Option<String> {
    if knowledge.deck.is_empty() {
        return Some("deck is empty, a game needs cards".to_owned());
    }
    let mut last = "";
    for (index, card) in knowledge.deck.iter().enumerate() {
        let (name, count) = (card.definition.name.as_str(), card.count);
        if !(1..=MOST_COPIES).contains(&count) {
            return Some(format!(
                "deck[{index}].count of {name:?} is {count}, allowed are 1 to {MOST_COPIES}"
            ));
        }
        // Definitions are looked up by bisection.
        if name <= last {
            return Some(format!(
                "deck[{index}].definition.name {name:?} does not follow {last:?}: names stand once each, in order"
            ));
        }
        last = name;
    }
    let size: u64 = knowledge.deck.iter().map(|card| u64::from(card.count)).sum();
    (size > MOST_CARDS).then(|| format!("deck holds {size} cards, at most {MOST_CARDS} are possible"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn card(name: &str) -> Value {
        let face = json!({"name": name, "colors": "", "types": ["land"], "subtypes": []});
        json!({"name": name, "layout": "normal", "colorIdentity": "", "source": "pool", "faces": [face]})
    }

    fn knowledge() -> Value {
        json!({
            "seat": 0,
            "options": {
                "seats": 4, "freeMulligans": 1, "bottomTiming": "after-keep", "startingLife": 40, "houseRule": false,
            },
            "commanders": [card("Chief")],
            "deck": [
                {"count": 9, "definition": card("Island")},
                {"count": 90, "definition": card("Plains")},
            ],
        })
    }

    #[test]
    fn what_a_game_can_have_passes() {
        assert_eq!(check(&knowledge()).unwrap().deck_size(), 99);
    }

    #[test]
    fn every_impossible_field_is_named() {
        let cases = [
            ("/options/seats", json!(0), "options.seats is 0"),
            ("/options/seats", json!(200), "options.seats is 200"),
            ("/options/seats", json!(300), "does not read"),
            ("/seat", json!(4), "seat is 4"),
            ("/options/freeMulligans", json!(8), "options.freeMulligans is 8"),
            ("/options/startingLife", json!(0), "options.startingLife is 0"),
            ("/options/startingLife", json!(-1), "does not read"),
            (
                "/commanders",
                json!([card("A"), card("B"), card("C")]),
                "commanders holds 3",
            ),
            ("/deck", json!([]), "deck is empty"),
            ("/deck/0/count", json!(0), "deck[0].count of \"Island\" is 0"),
            ("/deck/1/count", json!(65_535), "deck[1].count of \"Plains\" is 65535"),
            ("/deck/1/definition", card("Island"), "deck[1].definition.name"),
            ("/deck/1/definition", card("Forest"), "deck[1].definition.name"),
            ("/deck/0/definition/name", json!(""), "deck[0].definition.name"),
        ];
        for (place, value, words) in cases {
            let mut changed = knowledge();
            *changed.pointer_mut(place).unwrap() = value;
            let fault = check(&changed).unwrap_err();
            assert!(fault.contains(words), "{place}: {fault}");
        }
        let mut player = knowledge();
        player["startingPlayer"] = json!(7);
        assert!(check(&player).unwrap_err().contains("startingPlayer is 7"));
    }

    #[test]
    fn more_cards_than_the_engine_numbers_are_refused() {
        let deck: Vec<Value> = (0..7)
            .map(|index| json!({"count": 9_999, "definition": card(&format!("Card {index}"))}))
            .collect();
        let mut many = knowledge();
        many["deck"] = json!(deck);
        assert!(check(&many).unwrap_err().contains("69993 cards"));
    }
}
