//! Prints hands per second, truncated share and the slowest hands of a knowledge file.
//!
//! `cargo run --release -p turnzero-forecast --example rate -- FILE.json [HANDS]`

use std::process::ExitCode;
use std::time::Instant;
use turnzero_contract::PlayerKnowledge;
use turnzero_forecast::{CardId, DeckProfile, Forecaster};

/// A small generator (SplitMix64): the example needs no more.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((x ^ (x >> 31)) % n as u64).unwrap_or(0)
    }
}

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else {
        println!("give a knowledge file");
        return ExitCode::from(2);
    };
    let hands: usize = args.next().and_then(|n| n.parse().ok()).unwrap_or(5_000);
    let text = std::fs::read_to_string(&path).expect("the file can be read");
    let knowledge: PlayerKnowledge = serde_json::from_str(&text).expect("the file is a PlayerKnowledge");
    let deck = DeckProfile::new(&knowledge).expect("the deck compiles");
    let mut cards: Vec<CardId> = deck
        .ids()
        .flat_map(|id| std::iter::repeat_n(id, deck.copies(id) as usize))
        .collect();
    let mut random = Random(1);
    let drawn: Vec<Vec<CardId>> = (0..hands)
        .map(|_| {
            for at in 0..7 {
                let other = at + random.below(cards.len() - at);
                cards.swap(at, other);
            }
            cards.iter().take(7).copied().collect()
        })
        .collect();
    let mut forecaster = Forecaster::new();
    let begin = Instant::now();
    let mut truncated = 0;
    let mut slow: Vec<(u32, usize)> = Vec::new();
    for (at, hand) in drawn.iter().enumerate() {
        let forecast = forecaster.forecast(&deck, hand).expect("a hand of the deck");
        truncated += usize::from(forecast.truncated);
        slow.push((forecast.nodes, at));
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{hands} hands in {seconds:.2} s: {:.0} a second, {truncated} truncated",
        hands as f64 / seconds
    );
    slow.sort_unstable_by(|a, b| b.cmp(a));
    println!(
        "moments a hand: median {}, mean {:.0}",
        slow[hands / 2].0,
        slow.iter().map(|s| f64::from(s.0)).sum::<f64>() / hands as f64
    );
    for (nodes, at) in slow.iter().take(5) {
        let names: Vec<&str> = drawn[*at].iter().map(|id| deck.name(*id)).collect();
        println!("{nodes}: {}", names.join(" | "));
    }
    ExitCode::SUCCESS
}
