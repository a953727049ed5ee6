//! Hands on which actors differ, with everything they saw and said.

use super::gather::{Actor, GameKey, GameView, Judged, Table};
use super::model::{CardLine, Choice, Disagreement};
use crate::cli::count;
use std::collections::BTreeMap;
use turnzero_contract::{BottomTiming, PlayerObservation};

/// Every keep-or-mulligan state reached by two or more actors that chose differently.
pub(super) fn find(table: &Table<'_>) -> Vec<Disagreement> {
    let mut keys: Vec<GameKey> = table
        .shown()
        .flat_map(|(_, actor)| actor.games.keys().copied())
        .collect();
    keys.sort_unstable();
    keys.dedup();
    let mut found = Vec::new();
    for key in keys {
        let mut states: BTreeMap<(usize, &str), Vec<Answer<'_, '_>>> = BTreeMap::new();
        for (_, actor) in table.shown() {
            let Some(game) = actor.games.get(&key).filter(|game| game.finished()) else {
                continue;
            };
            let judgements = game.decisions.iter().filter(|judged| judged.keep.is_some());
            for (depth, judged) in judgements.enumerate() {
                states
                    .entry((depth, &judged.state))
                    .or_default()
                    .push((actor, game, judged));
            }
        }
        for answers in states.values() {
            let first = answers.first().and_then(|(_, _, judged)| judged.keep);
            if answers.iter().any(|(_, _, judged)| judged.keep != first) {
                found.extend(disagreement(table, key, answers));
            }
        }
    }
    found
}

type Answer<'t, 'a> = (&'t Actor<'a>, &'t GameView<'a>, &'t Judged<'a>);

fn disagreement(table: &Table<'_>, key: GameKey, answers: &[Answer<'_, '_>]) -> Option<Disagreement> {
    let batch = table.batches.get(key.0)?;
    let (_, game, judged) = answers.first()?;
    let known = table.cards.get(game.record.knowledge.as_str());
    let line = |name: &String| {
        known
            .and_then(|cards| cards.get(name))
            .cloned()
            .unwrap_or_else(|| CardLine {
                name: name.clone(),
                ..CardLine::default()
            })
    };
    let observation: Option<PlayerObservation> = serde_json::from_value(judged.record.observation.clone()).ok();
    let opening = observation
        .as_ref()
        .and_then(|observation| observation.opening.as_ref());
    let seat = observation.as_ref().map_or(0, |observation| observation.seat.index());
    let options = &batch.header.options;
    let taken = opening
        .and_then(|opening| opening.mulligans_taken.get(seat).copied())
        .unwrap_or(0);
    let hand: Vec<CardLine> = opening.map_or_else(Vec::new, |opening| opening.hand.iter().map(line).collect());
    let counted = taken.saturating_sub(u32::from(options.free_mulligans));
    let in_hand = u32::try_from(hand.len()).unwrap_or(u32::MAX);
    let cards_after_keep = match options.bottom_timing {
        BottomTiming::AfterKeep => in_hand.saturating_sub(counted),
        BottomTiming::WithMulligan => in_hand,
    };
    let on_play = observation
        .as_ref()
        .and_then(|observation| Some(observation.starting_player? == observation.seat));
    let free = opening.map_or(0, |opening| opening.free_mulligans_left);
    let keeps = answers
        .iter()
        .filter(|(_, _, judged)| judged.keep == Some(true))
        .count();
    Some(Disagreement {
        batch: batch.header.batch.clone(),
        game: key.1,
        group: table.group(key),
        deck: table
            .deck_names
            .get(game.record.deck.as_str())
            .cloned()
            .unwrap_or_default(),
        seats: options.seats,
        on_play,
        mulligans_taken: taken,
        free_mulligans_left: free,
        cards_after_keep,
        state: state_words(options.seats, on_play, taken, free, cards_after_keep),
        commanders: opening.map_or_else(Vec::new, |opening| opening.commanders.iter().map(line).collect()),
        hand,
        keeps,
        mulligans: answers.len().saturating_sub(keeps),
        choices: answers.iter().map(choice).collect(),
    })
}

fn state_words(seats: u8, on_play: Option<bool>, taken: u32, free: u32, after: u32) -> String {
    let order = match on_play {
        Some(true) => "on the play",
        Some(false) => "on the draw",
        None => "turn order unknown",
    };
    let taken = match taken {
        0 => "first hand".to_owned(),
        1 => "after 1 mulligan".to_owned(),
        n => format!("after {n} mulligans"),
    };
    let next = if free > 0 {
        "the next mulligan is free"
    } else {
        "the next mulligan costs a card"
    };
    let (players, cards) = (count(seats, "player"), count(after, "card"));
    format!("{players}, {order}; {taken}; a keep leaves {cards}; {next}")
}

fn choice((actor, game, judged): &Answer<'_, '_>) -> Choice {
    let report = judged.record.report.as_ref();
    Choice {
        actor: actor.label.clone(),
        choice: judged.choice.clone(),
        played: judged.played.map(|label| label.to_string()),
        reason: judged.record.reason().to_owned(),
        unsure: judged.unsure,
        p_keep: report.and_then(|report| report.p_keep),
        facts: report.map_or_else(Vec::new, |report| report.facts.clone()),
        in_sample: game.in_sample,
        unblinded: judged.record.unblinded,
    }
}
