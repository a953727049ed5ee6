//! The boundary of whole games: decisions projected over a reused buffer, and answers taken.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use turnzero_contract::{
    ActionKind, BottomTiming, Decision, DecisionPoint, FormatOptions, LegalAction, ParameterFamily, Specialization,
};
use turnzero_engine::{GameDeck, GameSeed, Stream, Table, WholeGame, pregame};

const DECKS: [(&str, &str); 2] = [
    ("bench_bolt", include_str!("../../decks/bench_bolt.txt")),
    ("duel_white_weenie", include_str!("../../decks/duel_white_weenie.txt")),
];

/// Games measured together.
const GAMES: u64 = 50;

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

/// A random selection for an offer; combat that is refused is declared as required alone.
fn selection(offer: &LegalAction, random: &mut Stream, fight: bool) -> Option<Specialization> {
    let (min, max) = match offer.kind {
        ActionKind::ChooseObjects { min, max, .. }
        | ActionKind::ChooseModes { min, max }
        | ActionKind::ChooseNumber { min, max } => (min, max),
        ActionKind::AssignDamage { amount, .. } | ActionKind::Divide { amount } => (amount, amount),
        _ => (0, 0),
    };
    let count = (min + random.below(max - min + 1)) as usize;
    Some(match offer.parameter.as_ref()? {
        ParameterFamily::Attackers { candidates } => Specialization::Attackers(
            candidates
                .iter()
                .filter(|one| one.required || fight && random.below(2) > 0)
                .map(|one| (one.attacker, one.defenders[0]))
                .collect(),
        ),
        ParameterFamily::Blockers { candidates, required } if fight && required.is_empty() => {
            let blockers = candidates.iter().filter(|_| random.below(2) > 0);
            Specialization::Blockers(blockers.map(|one| (one.blocker, one.attackers[0])).collect())
        }
        ParameterFamily::Blockers { required, .. } => Specialization::Blockers(required.clone()),
        ParameterFamily::Objects { candidates } => {
            let mut chosen = candidates.clone();
            random.shuffle(&mut chosen);
            chosen.truncate(count);
            Specialization::Objects(chosen)
        }
        ParameterFamily::Modes { candidates } => Specialization::Modes(candidates[..count].to_vec()),
        ParameterFamily::Number => Specialization::Number(u32::try_from(count).expect("a small number")),
        ParameterFamily::Shares { among } => {
            let ones = u32::from(matches!(offer.kind, ActionKind::Divide { .. }));
            let mut shares = vec![ones; among.len()];
            shares[0] += max - ones * u32::try_from(among.len()).expect("few targets");
            Specialization::Shares(shares)
        }
        ParameterFamily::Cards => unreachable!("cards are chosen before the game"),
    })
}

/// Plays random games; turns, decisions and the states after each tenth decision, if asked for.
fn play(table: &Table, decks: &[Arc<GameDeck>], mut kept: Option<&mut Vec<WholeGame>>) -> (u64, u64) {
    let options: FormatOptions = pregame::options(2, 0, BottomTiming::AfterKeep, 20);
    let (mut turns, mut decisions) = (0, 0);
    let mut point = DecisionPoint::default();
    for number in 0..GAMES {
        let mut game = WholeGame::on(table, decks, options, seed(number)).expect("a game");
        let mut random = Stream::new([7; 32]);
        while game.decide_next(&mut point) {
            let offer = &point.legal_actions[random.index(point.legal_actions.len())];
            for fight in [true, false] {
                let decision = Decision {
                    specialization: selection(offer, &mut random, fight),
                    ..Decision::of(offer.id)
                };
                if game.submit(point.seat, decision).is_ok() {
                    break;
                }
            }
            decisions += 1;
            if let Some(kept) = kept.as_mut().filter(|_| decisions % 10 == 0) {
                kept.push(game.clone());
            }
        }
        turns += u64::from(game.turn());
    }
    (turns, decisions)
}

fn boundary(c: &mut Criterion) {
    for (name, list) in DECKS {
        let deck = deck(list);
        let decks = [Arc::clone(&deck), Arc::clone(&deck)];
        let table = Table::new(&decks).expect("a playable deck");
        let mut kept = Vec::new();
        let (turns, decisions) = play(&table, &decks, Some(&mut kept));
        let mut group = c.benchmark_group(format!("{name}, {GAMES} games, {turns} turns, {decisions} decisions"));
        group.throughput(Throughput::Elements(turns));
        group.bench_function("turns, every decision observed and answered", |b| {
            b.iter(|| black_box(play(&table, &decks, None)));
        });
        let open = kept.len() as u64;
        group.throughput(Throughput::Elements(open));
        group.bench_function("refilling a decision point", |b| {
            let mut point = DecisionPoint::default();
            b.iter(|| {
                for game in &mut kept {
                    black_box(game.decide_next(&mut point));
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, boundary);
criterion_main!(benches);
