//! Pregames per second and the cost of one observation.

#[expect(dead_code, reason = "the benchmark needs a part of what the tests share")]
#[path = "../tests/rules/common.rs"]
mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use turnzero_contract::{BottomTiming, Decision};
use turnzero_engine::{Game, GameSeed, pregame};

fn pregames(c: &mut Criterion) {
    let decks = [common::commander_deck("a"), common::commander_deck("b")];
    let table = [&decks[0], &decks[1], &decks[0], &decks[1]].map(std::sync::Arc::clone);
    let options = pregame::options(4, 1, BottomTiming::AfterKeep, 40);
    let mut group = c.benchmark_group("pregame");
    group.throughput(Throughput::Elements(1));
    let mut seed = 0_u64;
    group.bench_function("four seats, first offer, every decision projected", |b| {
        b.iter(|| {
            seed += 1;
            let mut game = Game::new(&table, options, common::seed(seed)).expect("a legal table");
            while let Some(point) = game.decision() {
                let choice = Decision::of(point.legal_actions[0].id);
                game.submit(point.seat, choice).expect("an offered choice");
            }
            black_box(game.outcome())
        });
    });
    let game = Game::new(&table, options, GameSeed([1; 32])).expect("a legal table");
    group.bench_function("one decision point, definitions included", |b| {
        b.iter(|| black_box(game.decision()));
    });
    let mut later = game.clone();
    for _ in 0..4 {
        let point = later.decision().expect("four declarations are open");
        later
            .submit(point.seat, Decision::of(point.legal_actions[1].id))
            .expect("an offered choice");
    }
    group.bench_function("one decision point, nothing new to define", |b| {
        b.iter(|| black_box(later.decision()));
    });
    group.finish();
}

criterion_group!(benches, pregames);
criterion_main!(benches);
