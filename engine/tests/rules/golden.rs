//! Same seed, same bytes: the deal, the questions and the log are frozen.

use crate::common::{commander_deck, options, plain_deck, play, random_choice, seed};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use turnzero_contract::{BottomTiming, Seat};
use turnzero_engine::{Game, GameSeed, Stream};

fn digest(seats: u8, timing: BottomTiming) -> String {
    let decks = [commander_deck("a"), plain_deck("b", 60, 4)];
    let table: Vec<_> = (0..usize::from(seats))
        .map(|seat| Arc::clone(&decks[seat % 2]))
        .collect();
    let (mut hash, mut stream) = (Sha256::new(), Stream::new([9; 32]));
    for number in 0..20 {
        let mut game = Game::new(&table, options(seats, timing), seed(number)).expect("a legal table");
        for point in play(&mut game, random_choice(&mut stream)) {
            hash.update(serde_json::to_string(&point).expect("JSON"));
        }
        for seat in (0..seats).map(Seat) {
            hash.update(serde_json::to_string(&game.events(seat).expect("a seat")).expect("JSON"));
        }
    }
    GameSeed(hash.finalize().into()).to_hex()[..16].to_owned()
}

#[test]
fn the_bytes_of_twenty_games_are_frozen() {
    let found: Vec<String> = (1..=4)
        .flat_map(|seats| [BottomTiming::AfterKeep, BottomTiming::WithMulligan].map(|timing| digest(seats, timing)))
        .collect();
    let frozen = [
        "a912cdb770c9a769",
        "f5b5e0e858d7d87b",
        "c326663d76a8a577",
        "a0fa86bc43a496a0",
        "31cb715b2a616587",
        "e374c47cb4cbff1e",
        "f6d66dd7ee7fac33",
        "9462ade0274a0488",
    ];
    assert_eq!(found, frozen);
}

#[test]
fn the_first_hands_of_a_seed_are_frozen() {
    let game = Game::new(
        &[plain_deck("a", 20, 1)],
        options(1, BottomTiming::AfterKeep),
        seed(2026),
    )
    .expect("a legal table");
    let hand = game
        .decision()
        .expect("a declaration")
        .observation
        .opening
        .expect("an opening part")
        .hand;
    // Worked out with another implementation of SHA-256, ChaCha12, multiply-shift and Fisher-Yates.
    let expected = [
        "Land a",
        "Land a",
        "Land a",
        "Land a",
        "Land a",
        "Spell a 001",
        "Spell a 009",
    ];
    assert_eq!(hand, expected);
}
