//! Features of 1,000 random hands of each Commander deck, on one core.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use turnzero_contract::{OpeningObservation, PlayerKnowledge, PlayerObservation, RemainingDeck, Seat};
use turnzero_spark::features::FeatureExtractor;

fn observations(knowledge: &PlayerKnowledge) -> Vec<PlayerObservation> {
    let mut cards: Vec<&str> = Vec::new();
    for card in &knowledge.deck {
        cards.extend((0..card.count).map(|_| card.definition.name.as_str()));
    }
    let mut state = 1u64;
    (0..1_000)
        .map(|_| {
            for at in 0..7 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let other = at + usize::try_from(state >> 33).unwrap_or(0) % (cards.len() - at);
                cards.swap(at, other);
            }
            let seats = usize::from(knowledge.options.seats);
            PlayerObservation {
                play: None,
                seat: Seat(0),
                starting_player: Some(Seat(0)),
                opening: Some(OpeningObservation {
                    hand: cards.iter().take(7).map(|name| (*name).to_owned()).collect(),
                    commanders: Vec::new(),
                    command_zones: Vec::new(),
                    remaining_deck: RemainingDeck::default(),
                    known_bottom: Vec::new(),
                    library_sizes: vec![92; seats],
                    hand_sizes: vec![7; seats],
                    mulligans_taken: vec![0; seats],
                    kept: vec![false; seats],
                    free_mulligans_left: 1,
                    pending_mulligan_bottom_cards: 0,
                    chosen_for_bottom: Vec::new(),
                    declarations: Vec::new(),
                }),
                events: Vec::new(),
            }
        })
        .collect()
}

fn features(c: &mut Criterion) {
    let mut group = c.benchmark_group("features");
    for (name, text) in [
        ("baeloth", include_str!("../../pilots/forecast/tests/data/baeloth.json")),
        (
            "quintorius",
            include_str!("../../pilots/forecast/tests/data/quintorius.json"),
        ),
    ] {
        let knowledge: PlayerKnowledge = serde_json::from_str(text).expect("a knowledge file");
        let hands = observations(&knowledge);
        let mut extractor = FeatureExtractor::new(&knowledge).expect("the deck compiles");
        group.throughput(Throughput::Elements(1_000));
        group.bench_function(name, |b| {
            b.iter(|| {
                hands
                    .iter()
                    .filter_map(|hand| extractor.features(hand).ok())
                    .map(|vector| vector.values.len())
                    .sum::<usize>()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, features);
criterion_main!(benches);
