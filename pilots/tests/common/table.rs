//! Four seats that mulligan and bottom, with hands from a small mixing generator.

use super::{Question, knowledge, options};
use std::sync::Arc;
use turnzero_contract::{ActionKind, BottomTiming, NoRules, Pilot, PlayerKnowledge, Seat};
use turnzero_pilots::conformance::RecordedGame;

/// A black-red Commander deck of 98 cards beside two commanders, from the test list.
pub(crate) const BLACK_RED: &[(u32, &str)] = &[
    (14, "Swamp"),
    (12, "Mountain"),
    (1, "Blood Crypt"),
    (1, "Sulfurous Springs"),
    (2, "Rakdos Guildgate"),
    (1, "Bojuka Bog"),
    (1, "Evolving Wilds"),
    (1, "Command Tower"),
    (1, "Sol Ring"),
    (1, "Arcane Signet"),
    (1, "Rakdos Signet"),
    (1, "Mind Stone"),
    (1, "Charcoal Diamond"),
    (1, "Mox Ruby"),
    (1, "Ornithopter"),
    (3, "Lightning Bolt"),
    (4, "Terminate"),
    (3, "Night's Whisper"),
    (3, "Sign in Blood"),
    (3, "Reassembling Skeleton"),
    (3, "Blood Artist"),
    (3, "Midnight Reaper"),
    (3, "Phyrexian Arena"),
    (3, "Chaos Warp"),
    (3, "Gravedigger"),
    (3, "Zombify"),
    (3, "Ravenous Chupacabra"),
    (3, "Siege-Gang Commander"),
    (3, "Living Death"),
    (3, "Grave Titan"),
    (3, "Sheoldred, Whispering One"),
    (3, "Blasphemous Act"),
    (3, "Vampire Nighthawk"),
    (3, "Shock"),
];

/// The commanders of [`BLACK_RED`].
pub(crate) const BLACK_RED_COMMANDERS: &[&str] = &["Agent of the Iron Throne", "Baeloth Barrityl, Entertainer"];

/// What every seat knows with [`BLACK_RED`].
pub(crate) fn black_red(seats: u8, timing: BottomTiming) -> PlayerKnowledge {
    knowledge(BLACK_RED, BLACK_RED_COMMANDERS, options(seats, timing))
}

/// A shuffled deck; `number` is the mulligan it belongs to.
pub(crate) fn shuffled(knowledge: &PlayerKnowledge, game: u64, number: u32) -> Vec<String> {
    let mut cards: Vec<String> = knowledge
        .deck
        .iter()
        .flat_map(|card| (0..card.count).map(|_| card.definition.name.clone()))
        .collect();
    let mut state = game
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(u64::from(knowledge.seat.0) << 40)
        .wrapping_add(u64::from(number) << 20);
    let mut next = |below: usize| {
        // SplitMix64.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((word ^ (word >> 31)) % below as u64).expect("below a length")
    };
    for index in (1..cards.len()).rev() {
        cards.swap(index, next(index + 1));
    }
    cards
}

/// One seat's mulligan phase, played by the pilot; gives what it was asked.
pub(crate) fn play_seat(pilot: &mut dyn Pilot, knowledge: &PlayerKnowledge, game: u64) -> RecordedGame {
    pilot
        .start_game(knowledge, Arc::new(NoRules))
        .expect("the pilot starts");
    let mut points = Vec::new();
    let free = u32::from(knowledge.options.free_mulligans);
    let mut taken = 0;
    let mut hand;
    loop {
        hand = shuffled(knowledge, game, taken);
        hand.truncate(7);
        let counted = taken.saturating_sub(free);
        if knowledge.options.bottom_timing == BottomTiming::WithMulligan {
            bottom(pilot, knowledge, &mut hand, taken, counted, &mut points);
        }
        if counted >= 7 {
            break;
        }
        let question = Question {
            number: points.len() as u64,
            hand: hand.clone(),
            ..Question::of(knowledge, &[], taken)
        };
        let point = question.point();
        let decision = pilot.decide(&point).expect("an answer");
        let kind = point
            .action(decision.action_id)
            .expect("an offered action")
            .kind
            .clone();
        points.push(point);
        if kind == ActionKind::Keep {
            break;
        }
        taken += 1;
    }
    if knowledge.options.bottom_timing == BottomTiming::AfterKeep {
        let counted = taken.saturating_sub(free);
        bottom(pilot, knowledge, &mut hand, taken, counted, &mut points);
    }
    RecordedGame {
        knowledge: knowledge.clone(),
        points,
    }
}

fn bottom(
    pilot: &mut dyn Pilot,
    knowledge: &PlayerKnowledge,
    hand: &mut Vec<String>,
    taken: u32,
    count: u32,
    points: &mut Vec<turnzero_contract::DecisionPoint>,
) {
    let mut chosen: Vec<String> = Vec::new();
    for done in 0..count {
        let question = Question {
            number: points.len() as u64,
            hand: hand.clone(),
            pending: count - done,
            chosen: chosen.clone(),
            ..Question::of(knowledge, &[], taken)
        };
        let point = question.point();
        let decision = pilot.decide(&point).expect("an answer");
        let action = point.action(decision.action_id).expect("an offered action");
        let ActionKind::Bottom { card } = &action.kind else {
            panic!("a bottom prompt offers only bottom choices");
        };
        let place = hand.iter().position(|name| name == card).expect("a card in hand");
        chosen.push(hand.remove(place));
        points.push(point);
    }
}

/// Games of every seat of a four-seat table, both timings, and of a two-player table.
pub(crate) fn games(pilot: &mut dyn Pilot, count: u64) -> Vec<RecordedGame> {
    let mut games = Vec::new();
    for game in 0..count {
        for (seats, timing) in [
            (4, BottomTiming::AfterKeep),
            (4, BottomTiming::WithMulligan),
            (2, BottomTiming::AfterKeep),
        ] {
            let mut knowledge = black_red(seats, timing);
            for seat in 0..seats {
                knowledge.seat = Seat(seat);
                knowledge.starting_player = Some(Seat(u8::try_from(game % u64::from(seats)).expect("a seat")));
                games.push(play_seat(pilot, &knowledge, game));
            }
        }
    }
    games
}
