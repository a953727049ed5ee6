//! Re-dealing what a viewer does not know changes no byte of what it sees.

use crate::common::{BOLT, Tables, WHITE, deck, options, step};
use turnzero_contract::{ActionKind, Decision, Seat};
use turnzero_engine::{Game, GameSeed, Mutant, Stream, WholeGame};

/// Everything a viewer sees, as bytes.
fn sees(game: &WholeGame, viewer: Seat) -> String {
    let point = game.decision().filter(|point| point.seat == viewer);
    let seen = game.observation(viewer).expect("a seat");
    let knowledge = game.knowledge(viewer).expect("a seat");
    let events = game.events(viewer).expect("a seat");
    serde_json::to_string(&(point, seen, events, &*knowledge)).expect("plain data")
}

/// What a walk through random games counted.
#[derive(Default)]
struct Tally {
    /// Twins that the viewer could tell from the original.
    leaks: u64,
    /// Twins.
    resamples: u64,
    /// Twins whose hidden cards differ.
    differing: u64,
    /// Hidden places of all twins.
    hidden: u64,
    /// Those that hold another card.
    changed: u64,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.leaks += other.leaks;
        self.resamples += other.resamples;
        self.differing += other.differing;
        self.hidden += other.hidden;
        self.changed += other.changed;
    }

    /// The twins were worth comparing.
    fn assert_real(&self) {
        let Self {
            resamples,
            differing,
            hidden,
            changed,
            ..
        } = self;
        assert!(
            *resamples > 200 && differing * 10 >= resamples * 9,
            "{differing} of {resamples} differ"
        );
        assert!(changed * 3 > *hidden, "{changed} of {hidden} places changed");
    }
}

/// Walks through random games and compares them with a twin for every viewer at every decision.
fn walk(deal: impl Fn(u8) -> WholeGame, seeds: std::ops::Range<u8>, mutant: Option<Mutant>, most: usize) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let mut game = deal(seed).with_mutant(mutant);
        let mut random = Stream::new([seed; 32]);
        let mut redeals = Stream::new([seed ^ 0x55; 32]);
        for _ in 0..most {
            for seat in 0..game.options().seats {
                let viewer = Seat(seat);
                let redeal = game.redealt(viewer, &mut redeals).expect("a seat");
                tally.resamples += 1;
                tally.differing += u64::from(redeal.changed > 0);
                tally.hidden += redeal.hidden;
                tally.changed += redeal.changed;
                let (original, twin) = (sees(&game, viewer), sees(&redeal.game, viewer));
                if original != twin {
                    assert!(
                        mutant.is_some(),
                        "seat {seat}, turn {}:\n{original}\n{twin}",
                        game.turn()
                    );
                    tally.leaks += 1;
                }
            }
            if step(&mut game, &mut random).is_none() || mutant.is_some() && tally.leaks > 0 {
                break;
            }
        }
    }
    tally
}

#[test]
fn nothing_hidden_shows_in_games_of_burn() {
    let burn = Tables::of(&[BOLT, BOLT]);
    walk(|seed| burn.game(seed), 0..3, None, 400).assert_real();
}

#[test]
fn nothing_hidden_shows_in_games_of_creatures() {
    let two = Tables::of(&[WHITE, BOLT]);
    walk(|seed| two.game(seed), 0..2, None, 400).assert_real();
    let three = Tables::of(&[WHITE, WHITE, BOLT]);
    walk(|seed| three.game(seed), 2..3, None, 400).assert_real();
}

#[test]
fn nothing_hidden_shows_after_mulligans() {
    let decks = [deck(WHITE), deck(BOLT)];
    let deal = |seed| {
        let mut game = Game::new(&decks, options(2), GameSeed([seed; 32])).expect("a game");
        while let Some(point) = game.decision() {
            let taken = point
                .observation
                .opening
                .as_ref()
                .map_or(0, |opening| opening.mulligans_taken[point.seat.index()]);
            let mulligan = point.find(&ActionKind::Mulligan).filter(|_| taken < 2);
            let id = mulligan.unwrap_or(point.legal_actions[0].id);
            game.submit(point.seat, Decision::of(id)).expect("an offer");
        }
        WholeGame::after(&game).expect("a begun game")
    };
    walk(deal, 60..62, None, 150).assert_real();
    let tally = walk(deal, 60..62, Some(Mutant::LogLine), 150);
    assert!(tally.leaks > 0);
}

fn menagerie(seeds: std::ops::Range<u8>, key: u8) {
    let mut random = Stream::new([key; 32]);
    let mut tally = Tally::default();
    for seed in seeds {
        let tables = Tables::menagerie(2 + usize::from(seed % 4 == 0), &mut random);
        tally.add(&walk(|seed| tables.game(seed), seed..seed + 1, None, 250));
    }
    tally.assert_real();
}

#[test]
fn nothing_hidden_shows_in_games_of_everything() {
    menagerie(40..46, 77);
}

#[test]
#[ignore = "takes minutes"]
fn nothing_hidden_shows_in_many_games_of_everything() {
    for key in 0..6 {
        menagerie(0..50, key);
    }
}

#[test]
fn every_mutant_is_caught() {
    let tables = Tables::of(&[WHITE, BOLT]);
    for mutant in Mutant::ALL {
        let tally = walk(|seed| tables.game(seed), 0..3, Some(mutant), 200);
        assert!(tally.leaks > 0, "{mutant} passes");
    }
}
