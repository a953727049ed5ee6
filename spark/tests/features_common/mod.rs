//! Random hands of the Commander decks and what a player sees of them.
#![allow(
    unreachable_pub,
    dead_code,
    reason = "every test binary compiles this module and uses a part of it"
)]

use std::collections::BTreeMap;
use turnzero_contract::{OpeningObservation, PlayerKnowledge, PlayerObservation, RemainingDeck, Seat};

pub const BAELOTH: &str = include_str!("../../../pilots/forecast/tests/data/baeloth.json");
pub const QUINTORIUS: &str = include_str!("../../../pilots/forecast/tests/data/quintorius.json");

/// Reads a knowledge file.
pub fn knowledge(text: &str) -> PlayerKnowledge {
    serde_json::from_str(text).expect("a knowledge file")
}

/// `SplitMix64`.
pub fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut x = *state;
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// Random sevens of a deck.
pub fn hands(knowledge: &PlayerKnowledge, count: usize, seed: u64) -> Vec<Vec<String>> {
    let mut cards: Vec<&str> = Vec::new();
    for card in &knowledge.deck {
        cards.extend((0..card.count).map(|_| card.definition.name.as_str()));
    }
    let mut state = seed;
    (0..count)
        .map(|_| {
            for at in 0..7 {
                let other = at + usize::try_from(next(&mut state) % (cards.len() - at) as u64).expect("small");
                cards.swap(at, other);
            }
            let mut hand: Vec<String> = cards[..7].iter().map(|name| (*name).to_owned()).collect();
            hand.sort();
            hand
        })
        .collect()
}

/// What the player sees of a hand after so many mulligans.
pub fn observation(knowledge: &PlayerKnowledge, hand: &[String], mulligans: u32) -> PlayerObservation {
    let seats = usize::from(knowledge.options.seats);
    let free = u32::from(knowledge.options.free_mulligans);
    let mut left = BTreeMap::new();
    for card in &knowledge.deck {
        let held = hand.iter().filter(|name| **name == card.definition.name).count();
        let rest = card.count - u32::try_from(held).expect("small");
        if rest > 0 {
            left.insert(card.definition.name.clone(), rest);
        }
    }
    PlayerObservation {
        play: None,
        seat: Seat(0),
        starting_player: Some(Seat(0)),
        opening: Some(OpeningObservation {
            hand: hand.to_vec(),
            commanders: knowledge.commanders.iter().map(|card| card.name.clone()).collect(),
            command_zones: vec![Vec::new(); seats],
            remaining_deck: RemainingDeck {
                cards_by_name: left.into_iter().collect(),
            },
            known_bottom: Vec::new(),
            library_sizes: vec![92; seats],
            hand_sizes: vec![7; seats],
            mulligans_taken: vec![mulligans; seats],
            kept: vec![false; seats],
            free_mulligans_left: free.saturating_sub(mulligans),
            pending_mulligan_bottom_cards: 0,
            chosen_for_bottom: Vec::new(),
            declarations: Vec::new(),
        }),
        events: Vec::new(),
    }
}
