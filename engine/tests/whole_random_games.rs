//! Whole games with random answers: they end, contradict nothing, and repeat to the byte.

use std::sync::Arc;
use turnzero_engine::{GameDeck, GameSeed, Table};

fn deck(list: &[(u32, &str)]) -> Arc<GameDeck> {
    let pool = turnzero_cards::pool::pool().unwrap();
    let card = |name: &str| Arc::clone(pool.get(name).unwrap_or_else(|| panic!("{name} is not in the pool")));
    let cards = list.iter().map(|(count, name)| (*count, card(name))).collect();
    Arc::new(GameDeck::new(Vec::new(), cards).unwrap())
}

fn seed(number: u32) -> GameSeed {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&number.to_le_bytes());
    GameSeed(bytes)
}

/// The pool's cards that whole games execute, in decks of 40 with lands of their colours.
fn playable_decks() -> Vec<Arc<GameDeck>> {
    let pool = turnzero_cards::pool::pool().unwrap();
    let land = [
        (20_u32, "Plains"),
        (20, "Island"),
        (20, "Swamp"),
        (20, "Mountain"),
        (20, "Forest"),
    ];
    let playable: Vec<&str> = pool
        .iter()
        .filter(|card| !card.is_land())
        .filter(|card| {
            let alone = GameDeck::new(Vec::new(), vec![(1, Arc::clone(card))]).map(Arc::new);
            alone.is_ok_and(|alone| Table::new(&[alone]).is_ok())
        })
        .map(|card| card.name.as_str())
        .collect();
    assert!(playable.len() > 150, "only {} cards are playable", playable.len());
    playable
        .chunks(30)
        .map(|names| {
            let mut list: Vec<(u32, &str)> = names.iter().map(|name| (1, *name)).collect();
            list.extend(land.iter().map(|(_, name)| (6, *name)));
            deck(&list)
        })
        .collect()
}

fn play(table: &Table, games: u32) -> (u32, u64) {
    let (mut turns, mut decisions) = (0, 0);
    for number in 0..games {
        let first = table
            .random_game(seed(number), true)
            .unwrap_or_else(|why| panic!("{why}"));
        let again = table.random_game(seed(number), true).unwrap();
        assert_eq!(first, again, "the same seed plays the same game");
        turns += first.turns;
        decisions += first.decisions;
    }
    (turns, decisions)
}

#[test]
fn every_playable_card_survives_random_games() {
    let decks = playable_decks();
    for (at, first) in decks.iter().enumerate() {
        let second = &decks[(at + 1) % decks.len()];
        let table = Table::new(&[Arc::clone(first), Arc::clone(second)]).unwrap();
        let (turns, decisions) = play(&table, 12);
        assert!(turns > 12 && decisions > 12);
    }
}

#[test]
fn three_and_four_players_play_to_the_end() {
    let decks = playable_decks();
    for seats in [3, 4] {
        let table: Vec<_> = decks.iter().cycle().take(seats).map(Arc::clone).collect();
        play(&Table::new(&table).unwrap(), 8);
    }
}

#[test]
fn a_burn_deck_ends_by_damage() {
    let burn = deck(&[(20, "Mountain"), (40, "Lightning Bolt")]);
    let table = Table::new(&[Arc::clone(&burn), burn]).unwrap();
    let mut wins = 0;
    for number in 0..50 {
        wins += u32::from(table.random_game(seed(number), true).unwrap().winner.is_some());
    }
    assert_eq!(wins, 50);
}

/// `cargo test --release -- --ignored`: 20,000 games over 2 to 4 seats.
#[test]
#[ignore = "takes minutes"]
fn twenty_thousand_games() {
    let decks = playable_decks();
    let mut games = 0_u32;
    while games < 20_000 {
        for at in 0..decks.len() {
            let seats = 2 + (games as usize + at) % 3;
            let table: Vec<_> = decks.iter().cycle().skip(at).take(seats).map(Arc::clone).collect();
            let table = Table::new(&table).unwrap();
            for _ in 0..50 {
                games += 1;
                table
                    .random_game(seed(games), true)
                    .unwrap_or_else(|why| panic!("{why}"));
            }
        }
    }
}
