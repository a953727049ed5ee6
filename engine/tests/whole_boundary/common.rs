//! Decks, random decisions and seeds for the tests of the boundary of whole games.

use std::cell::Cell;
use std::sync::Arc;
use turnzero_contract::{
    ActionKind, BottomTiming, Decision, DecisionPoint, FormatOptions, LegalAction, ParameterFamily, Row, Specialization,
};
use turnzero_engine::{GameDeck, GameSeed, Stream, Table, WholeGame, pregame};

/// Twenty lands and forty burn spells.
pub(crate) const BOLT: &[(u32, &str)] = &[(20, "Mountain"), (40, "Lightning Bolt")];

/// Small white creatures.
pub(crate) const WHITE: &[(u32, &str)] = &[
    (3, "Savannah Lions"),
    (3, "Elite Vanguard"),
    (1, "Suntail Hawk"),
    (2, "White Knight"),
    (2, "Knight of Meadowgrain"),
    (2, "Leonin Skyhunter"),
    (2, "Soul Warden"),
    (2, "Ajani's Pridemate"),
    (2, "Precinct Captain"),
    (1, "Isamaru, Hound of Konda"),
    (2, "Kor Skyfisher"),
    (2, "Attended Knight"),
    (2, "Blade Splicer"),
    (1, "Mirran Crusader"),
    (1, "Veteran Armorer"),
    (1, "Serra Angel"),
    (2, "Glorious Anthem"),
    (1, "Honor of the Pure"),
    (3, "Swords to Plowshares"),
    (2, "Raise the Alarm"),
    (1, "Disenchant"),
    (1, "Armageddon"),
    (1, "Journey to Nowhere"),
    (20, "Plains"),
];

pub(crate) fn deck(list: &[(u32, &str)]) -> Arc<GameDeck> {
    let pool = turnzero_cards::pool::pool().expect("the embedded pool");
    let cards = list.iter().map(|(count, name)| {
        let card = pool.get(name).unwrap_or_else(|| panic!("the pool has {name}"));
        (*count, Arc::clone(card))
    });
    Arc::new(GameDeck::new(Vec::new(), cards.collect()).expect("a deck"))
}

pub(crate) fn options(seats: u8) -> FormatOptions {
    pregame::options(seats, u8::from(seats > 2), BottomTiming::AfterKeep, 20)
}

/// Tables of decks, compiled once.
pub(crate) struct Tables {
    pub(crate) table: Table,
    pub(crate) decks: Vec<Arc<GameDeck>>,
}

impl Tables {
    pub(crate) fn of(lists: &[&[(u32, &str)]]) -> Self {
        let decks: Vec<Arc<GameDeck>> = lists.iter().map(|list| deck(list)).collect();
        let table = Table::new(&decks).expect("playable decks");
        Self { table, decks }
    }

    /// Random decks of everything in the pool that whole games play, with lands of all colours.
    pub(crate) fn menagerie(seats: usize, random: &mut Stream) -> Self {
        let pool = turnzero_cards::pool::pool().expect("the embedded pool");
        let playable = |card: &&Arc<turnzero_contract::CardDefinition>| {
            GameDeck::new(Vec::new(), vec![(1, Arc::clone(card))])
                .is_ok_and(|deck| Table::new(&[Arc::new(deck)]).is_ok())
        };
        let cards: Vec<_> = pool.iter().filter(playable).filter(|card| !card.is_land()).collect();
        let basics = ["Plains", "Island", "Swamp", "Mountain", "Forest"];
        let mut decks = Vec::new();
        for _ in 0..seats {
            let mut list: Vec<(u32, Arc<turnzero_contract::CardDefinition>)> = basics
                .iter()
                .map(|name| (5, Arc::clone(pool.get(name).expect("a basic land"))))
                .collect();
            for _ in 0..35 {
                list.push((1, Arc::clone(cards[random.index(cards.len())])));
            }
            decks.push(Arc::new(GameDeck::new(Vec::new(), list).expect("a deck")));
        }
        let table = Table::new(&decks).expect("playable decks");
        Self { table, decks }
    }

    pub(crate) fn game(&self, seed: u8) -> WholeGame {
        let seats = u8::try_from(self.decks.len()).expect("few seats");
        WholeGame::on(&self.table, &self.decks, options(seats), GameSeed([seed; 32])).expect("a game")
    }
}

/// Which creatures attack and block, beside those that must.
#[derive(Clone, Copy)]
pub(crate) enum Combat {
    Some,
    None,
}

impl Combat {
    fn takes(self, random: &mut Stream) -> bool {
        match self {
            Self::Some => random.below(2) > 0,
            Self::None => false,
        }
    }
}

/// A random selection for an offer, legal but for requirements that several choices have together.
fn specialize(offer: &LegalAction, random: &mut Stream, combat: Combat) -> Option<Specialization> {
    let (min, max) = match offer.kind {
        ActionKind::ChooseObjects { min, max, .. }
        | ActionKind::ChooseModes { min, max }
        | ActionKind::ChooseNumber { min, max } => (min, max),
        ActionKind::AssignDamage { amount, .. } | ActionKind::Divide { amount } => (amount, amount),
        _ => (0, 0),
    };
    let count = min + random.below(max - min + 1);
    Some(match offer.parameter.as_ref()? {
        ParameterFamily::Cards => panic!("cards are chosen before the game"),
        ParameterFamily::Attackers { candidates } => {
            let mut attacks = Vec::new();
            for candidate in candidates {
                if combat.takes(random) || candidate.required {
                    let defender = candidate.defenders[random.index(candidate.defenders.len())];
                    attacks.push((candidate.attacker, defender));
                }
            }
            Specialization::Attackers(attacks)
        }
        ParameterFamily::Blockers { candidates, required } => {
            let mut blocks = required.clone();
            for candidate in candidates {
                let placed = required.iter().any(|(blocker, _)| *blocker == candidate.blocker);
                if !placed && combat.takes(random) {
                    let attacker = candidate.attackers[random.index(candidate.attackers.len())];
                    blocks.push((candidate.blocker, attacker));
                }
            }
            Specialization::Blockers(blocks)
        }
        ParameterFamily::Objects { candidates } => {
            let mut chosen: Vec<Row> = candidates.clone();
            random.shuffle(&mut chosen);
            chosen.truncate(count as usize);
            Specialization::Objects(chosen)
        }
        ParameterFamily::Modes { candidates } => {
            let mut chosen = candidates.clone();
            random.shuffle(&mut chosen);
            chosen.truncate(count as usize);
            Specialization::Modes(chosen)
        }
        ParameterFamily::Number => Specialization::Number(count),
        ParameterFamily::Shares { among } => {
            let each = u32::from(matches!(offer.kind, ActionKind::Divide { .. }));
            let mut shares = vec![each; among.len()];
            shares[0] += count - each * u32::try_from(among.len()).expect("few targets");
            Specialization::Shares(shares)
        }
    })
}

thread_local! {
    /// The last decision point of whatever game.
    static OLD: Cell<DecisionPoint> = Cell::default();
}

/// A random decision.
pub(crate) fn decide(point: &DecisionPoint, random: &mut Stream, combat: Combat) -> Decision {
    let offer = &point.legal_actions[random.index(point.legal_actions.len())];
    Decision {
        number: Some(point.number),
        specialization: specialize(offer, random, combat),
        ..Decision::of(offer.id)
    }
}

/// Makes one random decision, asserting that a point written over an older one is no other. Combat that is refused, for menace, is tried once more, then with required creatures alone.
pub(crate) fn step(game: &mut WholeGame, random: &mut Stream) -> Option<Decision> {
    let point = game.decision()?;
    let mut over = OLD.take();
    assert!(game.decide_next(&mut over));
    assert_eq!(over, point);
    OLD.set(over);
    let json = serde_json::to_string(&point).expect("plain data");
    assert_eq!(
        serde_json::from_str::<DecisionPoint>(&json).expect("what was written"),
        point
    );
    let offers = serde_json::to_string(&point.legal_actions).expect("plain data");
    assert!(!offers.contains("\"gone\""), "an offer names nothing: {offers}");
    let mut why = String::new();
    for combat in [Combat::Some, Combat::Some, Combat::None] {
        let decision = decide(&point, random, combat);
        let json = serde_json::to_string(&decision).expect("plain data");
        assert_eq!(
            serde_json::from_str::<Decision>(&json).expect("what was written"),
            decision
        );
        match game.submit(point.seat, decision.clone()) {
            Ok(()) => return Some(decision),
            Err(refused) => why = refused.to_string(),
        }
    }
    panic!("{why} at {:?}", point.legal_actions);
}
