//! Pilots play whole games through the boundary: nothing they answer is refused, games end, and playing for
//! value beats playing at random.

use std::sync::Arc;
use turnzero_contract::{BottomTiming, DecisionPoint, NoRules, Pilot, Seat};
use turnzero_engine::{GameDeck, GameSeed, WholeGame, WholeOutcome, pregame};
use turnzero_pilots::{FirstPilot, HeuristicPilot, RandomPilot};

const WHITE: &str = include_str!("../../decks/duel_white_weenie.txt");
const RED: &str = include_str!("../../decks/duel_mono_red_burn.txt");
const BOLT: &str = include_str!("../../decks/bench_bolt.txt");

/// Decisions after which a game counts as one that does not end.
const CAP: u32 = 20_000;

fn deck(list: &str) -> Arc<GameDeck> {
    let pool = turnzero_cards::pool::pool().expect("the embedded pool");
    let lines = list.lines().filter_map(|line| line.split_once(' '));
    let cards = lines.filter_map(|(count, name)| Some((count.parse().ok()?, name)));
    let cards = cards.map(|(count, name)| (count, Arc::clone(pool.get(name).expect("a card of the pool"))));
    Arc::new(GameDeck::new(Vec::new(), cards.collect()).expect("a deck"))
}

fn seed(number: u64) -> GameSeed {
    let mut bytes = [7; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    GameSeed(bytes)
}

/// The winner of a game between these pilots, one a seat; every answer is taken.
fn winner(decks: &[Arc<GameDeck>], number: u64, pilots: &mut [Box<dyn Pilot>]) -> Option<Seat> {
    let seats = u8::try_from(decks.len()).expect("few seats");
    let options = pregame::options(seats, u8::from(seats > 2), BottomTiming::AfterKeep, 20);
    let mut game = WholeGame::new(decks, options, seed(number)).expect("a game");
    for (seat, pilot) in (0..).zip(pilots.iter_mut()) {
        let knowledge = game.knowledge(Seat(seat)).expect("a seat");
        pilot
            .start_game(&knowledge, Arc::new(NoRules))
            .expect("a pilot that plays");
    }
    let mut point = DecisionPoint::default();
    let mut decisions = 0;
    while game.decide_next(&mut point) {
        decisions += 1;
        assert!(decisions < CAP, "game {number} does not end");
        let decision = pilots[point.seat.index()].decide(&point).expect("an answer");
        if let Err(rejected) = game.submit(point.seat, decision) {
            panic!(
                "game {number}: {}: {rejected:?}\n{:#?}",
                rejected.refusal, point.legal_actions
            );
        }
    }
    match game.outcome() {
        WholeOutcome::Won(seat) => Some(seat),
        WholeOutcome::Draw | WholeOutcome::Open => None,
    }
}

fn heuristic() -> Box<dyn Pilot> {
    Box::new(HeuristicPilot::new())
}

fn random(seed: u64) -> Box<dyn Pilot> {
    Box::new(RandomPilot::new(seed.to_string()))
}

/// Games the heuristic wins against another pilot, seats swapped.
fn wins(list: &str, games: u64, other: impl Fn(u64) -> Box<dyn Pilot>) -> u64 {
    let deck = deck(list);
    let decks = [Arc::clone(&deck), deck];
    (0..games)
        .filter(|number| {
            let mut pilots = [heuristic(), other(*number)];
            let mine = u8::from(number % 2 == 1);
            if mine == 1 {
                pilots.swap(0, 1);
            }
            winner(&decks, number / 2, &mut pilots) == Some(Seat(mine))
        })
        .count() as u64
}

/// One-sided 99.9 % bound for a fair coin in 60 games: 42 wins or more happen with p < 0.0015.
const GAMES: u64 = 60;
const BETTER_THAN_A_COIN: u64 = 42;

#[test]
fn playing_for_value_beats_chance() {
    for (name, list) in [("white weenie", WHITE), ("red burn", RED), ("bolts", BOLT)] {
        let won = wins(list, GAMES, random);
        assert!(won >= BETTER_THAN_A_COIN, "{name}: {won} of {GAMES} against random");
    }
}

#[test]
fn playing_for_value_beats_doing_nothing() {
    let won = wins(WHITE, GAMES, |_| Box::new(FirstPilot));
    assert_eq!(won, GAMES, "against a player who only passes");
}

#[test]
fn four_players_of_all_kinds_play_to_the_end() {
    let decks: Vec<Arc<GameDeck>> = [WHITE, RED, WHITE, RED].map(deck).to_vec();
    for number in 0..6 {
        let mut pilots = [heuristic(), random(number), heuristic(), Box::new(FirstPilot)];
        winner(&decks, number, &mut pilots);
    }
}

/// Every two-player deck of the repository whose cards whole games play.
fn duel_decks() -> Vec<(String, Arc<GameDeck>)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("decks") {
        let path = entry.expect("a file").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if name.starts_with("duel_") {
            found.push((name, deck(&std::fs::read_to_string(&path).expect("a list"))));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

#[test]
fn every_duel_deck_is_played_by_everybody() {
    let decks = duel_decks();
    assert_eq!(decks.len(), 8);
    for (at, (name, deck)) in decks.iter().enumerate() {
        let (_, other) = &decks[(at + 1) % decks.len()];
        let table = [Arc::clone(deck), Arc::clone(other)];
        let mut won = 0;
        for number in 0..10 {
            let mut pilots = [heuristic(), random(number)];
            won += u32::from(winner(&table, number, &mut pilots) == Some(Seat(0)));
            winner(&table, number, &mut [heuristic(), heuristic()]);
            winner(&table, number, &mut [random(number), random(number + 1)]);
        }
        // A fair coin wins 2 or fewer of 10 in 5 % of cases.
        assert!(won > 2, "{name}: {won} of 10 against random");
    }
}

#[test]
fn the_same_game_has_the_same_end() {
    let decks = [deck(WHITE), deck(RED)];
    for number in 0..4 {
        let play = || winner(&decks, number, &mut [heuristic(), random(3)]);
        assert_eq!(play(), play());
    }
}
