//! Filling in missing reasons of the human's choices, from the stored snapshots only.

use super::answer::{self, ReasonAnswer};
use super::human::phrases;
use super::prompt::{Line, Prompt};
use super::{ActorRun, repeat, screen};
use crate::error::{AppError, Result};
use turnzero_contract::ActionKind;
use turnzero_datasets::{DecisionRecord, Event, HUMAN, StudyStore};

/// Asks a reason for every choice that has none; `q` stops, the next run goes on at the same place.
///
/// # Errors
/// Exit-3 class without a human in the study; write errors.
pub fn annotate(store: &mut StudyStore, run: &ActorRun, prompt: &mut Prompt) -> Result<()> {
    let record = store.study().actors.get(HUMAN).ok_or_else(|| {
        AppError::Input("this study has no human answers; make some with `study mulligans`".to_owned())
    })?;
    let missing: Vec<(u32, u32, DecisionRecord)> = record
        .games
        .iter()
        .flat_map(|(game, played)| {
            played
                .decisions
                .iter()
                .enumerate()
                .filter(|(_, decision)| !decision.automatic && decision.reason().trim().is_empty())
                .map(|(index, decision)| (*game, u32::try_from(index).unwrap_or(u32::MAX), decision.clone()))
        })
        .collect();
    if missing.is_empty() {
        return prompt.say("Every choice has its reason.\n");
    }
    for (place, (game, index, decision)) in missing.iter().enumerate() {
        let knowledge = repeat::knowledge(store.study(), *game)?;
        let point = repeat::point(decision)?;
        let deck = store
            .study()
            .header
            .deck_of(*game)
            .map_or("", |deck| deck.name.as_str())
            .to_owned();
        prompt.say(&screen::decision(prompt.out(), &deck, &knowledge, &point, None))?;
        let mark = if decision.unsure() { ", unsure" } else { "" };
        let choice = match decision.choice() {
            Some(ActionKind::Keep) => "keep".to_owned(),
            Some(ActionKind::Mulligan) => "mulligan".to_owned(),
            Some(ActionKind::Bottom { card }) => format!("{card} to the bottom"),
            _ => "another choice".to_owned(),
        };
        prompt.say(&format!("{}/{}: you chose {choice}{mark}\n", place + 1, missing.len()))?;
        loop {
            let Line::Text(line) = prompt.ask("why? (q stop, ! own phrases)> ", &run.resume)? else {
                return Ok(());
            };
            let own = phrases(store.study().actors.get(HUMAN).into_iter());
            match answer::reason(&line, &own) {
                ReasonAnswer::Reason(reason) => {
                    store.record(&Event::Annotated {
                        actor: HUMAN.to_owned(),
                        game: *game,
                        index: *index,
                        reason,
                    })?;
                    prompt.say("saved\n")?;
                    break;
                }
                ReasonAnswer::Quit => return Ok(()),
                ReasonAnswer::List => {
                    for (number, phrase) in own.iter().enumerate() {
                        prompt.say(&format!("!{:<3} {phrase}\n", number + 1))?;
                    }
                }
                ReasonAnswer::Empty | ReasonAnswer::Back => prompt.say("Type a reason, or q to stop.\n")?,
            }
        }
    }
    prompt.say("Every choice has its reason.\n")
}
