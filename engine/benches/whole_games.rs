//! Turns per second of whole games with random answers, nobody observing; and the pool of a table.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use turnzero_engine::{GameDeck, GameSeed, Table};

const DECKS: [(&str, &str); 2] = [
    ("bench_bolt", include_str!("../../decks/bench_bolt.txt")),
    ("duel_white_weenie", include_str!("../../decks/duel_white_weenie.txt")),
];

/// Games measured together, so that turns a second are of a fixed set of games.
const GAMES: u64 = 200;

fn deck(list: &str) -> Arc<GameDeck> {
    let pool = turnzero_cards::pool::pool().expect("the pool reads");
    let lines = list.lines().filter_map(|line| line.split_once(' '));
    let cards = lines.filter_map(|(count, name)| Some((count.parse().ok()?, name)));
    let cards = cards.map(|(count, name)| (count, Arc::clone(pool.get(name).expect("a card of the pool"))));
    Arc::new(GameDeck::new(Vec::new(), cards.collect()).expect("a deck"))
}

fn seed(number: u64) -> GameSeed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    GameSeed(bytes)
}

fn turns(table: &Table) -> u64 {
    (0..GAMES)
        .map(|number| u64::from(table.random_game(seed(number), false).expect("a sound engine").turns))
        .sum()
}

fn whole_games(c: &mut Criterion) {
    for (name, list) in DECKS {
        let deck = deck(list);
        let table = Table::new(&[Arc::clone(&deck), Arc::clone(&deck)]).expect("a playable deck");
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Elements(turns(&table)));
        group.bench_function("turns, two random players, nobody observing", |b| {
            b.iter(|| black_box(turns(&table)));
        });
        group.throughput(Throughput::Elements(1));
        group.bench_function("compiling the table", |b| {
            b.iter(|| black_box(Table::new(&[Arc::clone(&deck), Arc::clone(&deck)])));
        });
        group.finish();
    }
}

criterion_group!(benches, whole_games);
criterion_main!(benches);
