//! A person at the keyboard: one hand at a time, a reason for every choice, saved at once.

use super::answer::{self, BottomAnswer, Common, HandAnswer, ReasonAnswer};
use super::batch::Batch;
use super::machine::{recorded, started};
use super::prompt::{Line, Prompt};
use super::screen::{self, Progress};
use super::table::Table;
use super::{ActorRun, record_of, repeat};
use crate::error::{AppError, Result};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Instant;
use turnzero_contract::{ActionKind, Decision, DecisionPoint, PlayerKnowledge, Report};
use turnzero_datasets::{DecisionRecord, Event, GameStatus, HUMAN, StudyStore, Timing, clock};

/// How a prompt ended, unless by a decision.
enum Detour {
    Quit,
    Skip,
    Undo,
}

/// Where the session goes after a game or a part of one.
enum Next {
    Finished,
    Skipped,
    /// Go to this game, whose last decision was taken back.
    Revisit(u32),
    Quit,
}

/// A human session over one study.
pub struct Session<'a> {
    /// The study.
    pub store: &'a mut StudyStore,
    /// Its batch.
    pub batch: &'a Batch,
    /// Actor and resume command.
    pub run: &'a ActorRun,
    /// The keyboard and screen.
    pub prompt: Prompt,
    /// Share of own first hands asked again, 0 to 1.
    pub repeat_share: f64,
    /// Hands left for later in this session.
    pub skipped: BTreeSet<u32>,
    /// Durations of this session's answers, seconds.
    pub seconds: Vec<f64>,
}

impl Session<'_> {
    /// Asks hand after hand until everything is answered or the person stops.
    ///
    /// # Errors
    /// Write errors, interruption, input that ends without a terminal.
    pub fn play(&mut self) -> Result<()> {
        let mut revisit = None;
        loop {
            if revisit.is_none() && !self.ask_repeat()? {
                return Ok(());
            }
            let Some(game) = revisit.take().or_else(|| self.next_game()) else {
                self.prompt.say("\nEvery hand is answered. Thank you.\n")?;
                return Ok(());
            };
            match self.play_game(game)? {
                Next::Finished => {
                    self.skipped.remove(&game);
                }
                Next::Skipped => {
                    self.skipped.insert(game);
                }
                Next::Revisit(game) => revisit = Some(game),
                Next::Quit => return Ok(()),
            }
        }
    }

    /// The lowest unfinished game not skipped; when only skipped ones are left, those again.
    fn next_game(&mut self) -> Option<u32> {
        let total = self.batch.header.total_games();
        let open: Vec<u32> = (0..total).filter(|game| !self.finished(*game)).collect();
        let next = open.iter().find(|game| !self.skipped.contains(game)).copied();
        next.or_else(|| {
            self.skipped.clear();
            open.first().copied()
        })
    }

    fn finished(&self, game: u32) -> bool {
        self.game_status(game) == Some(GameStatus::Finished)
    }

    fn game_status(&self, game: u32) -> Option<GameStatus> {
        let record = self.store.study().actors.get(HUMAN)?;
        record.games.get(&game).map(|game| game.status.clone())
    }

    fn play_game(&mut self, game: u32) -> Result<Next> {
        let mut table = Table::deal(self.batch, game)?;
        if self.game_status(game).is_none() {
            self.store.record(&started(self.batch, HUMAN, game)?)?;
        }
        let so_far = recorded(self.store, HUMAN, game);
        table.replay(&so_far)?;
        let mut index = so_far.len();
        let knowledge = table.knowledge();
        while let Some(point) = table.next_decision()? {
            let begun = Instant::now();
            let (decision, automatic) = match point.legal_actions.as_slice() {
                [forced] => (Decision::of(forced.id), true),
                _ => match self.ask(&knowledge, &point, game)? {
                    Ok(decision) => (decision, false),
                    Err(Detour::Quit) => return Ok(Next::Quit),
                    Err(Detour::Skip) => return Ok(Next::Skipped),
                    Err(Detour::Undo) => {
                        if let Some(undone) = self.undo()? {
                            return Ok(Next::Revisit(undone));
                        }
                        self.prompt.say("Nothing to take back.\n")?;
                        continue;
                    }
                },
            };
            let timing = (!automatic).then(|| Timing {
                at: clock::now(),
                milliseconds: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            });
            let record = record_of(&point, &decision, automatic)?;
            table.answer(decision)?;
            self.store.record(&Event::Decided {
                actor: HUMAN.to_owned(),
                game,
                index: u32::try_from(index).unwrap_or(u32::MAX),
                decision: Box::new(record),
                timing,
            })?;
            if !automatic {
                self.seconds.push(begun.elapsed().as_secs_f64());
                self.prompt.say("saved\n")?;
            }
            index += 1;
        }
        let outcome = table.outcome();
        self.store.record(&Event::GameFinished {
            actor: HUMAN.to_owned(),
            game,
            outcome: outcome.clone(),
        })?;
        self.show_kept(&knowledge, &outcome)?;
        Ok(Next::Finished)
    }

    fn show_kept(&mut self, knowledge: &PlayerKnowledge, outcome: &serde_json::Value) -> Result<()> {
        let mut text = "\nfinal hand\n".to_owned();
        for name in outcome
            .get("hand")
            .and_then(|hand| hand.as_array())
            .into_iter()
            .flatten()
        {
            if let Some(name) = name.as_str() {
                let _ = writeln!(text, "• {}", screen::card_line(self.prompt.out(), knowledge, name));
            }
        }
        self.prompt.say(&text)
    }

    /// Takes the last answered decision back; gives its game.
    fn undo(&mut self) -> Result<Option<u32>> {
        let Some(record) = self.store.study().actors.get(HUMAN) else {
            return Ok(None);
        };
        // Timings are appended in the order of the answers, across games.
        let last = record.timing.iter().rev().find(|entry| {
            record
                .games
                .get(&entry.game)
                .is_some_and(|game| (entry.index as usize) < game.decisions.len())
        });
        let Some((game, supersedes)) = last.map(|entry| (entry.game, entry.index)) else {
            return Ok(None);
        };
        self.store.record(&Event::Undone {
            actor: HUMAN.to_owned(),
            game,
            supersedes,
        })?;
        self.prompt.say("taken back\n")?;
        Ok(Some(game))
    }

    /// Asks one own hand again when one is due; false when the person stops.
    fn ask_repeat(&mut self) -> Result<bool> {
        loop {
            let Some((game, index, record)) = repeat::due(self.store.study(), self.repeat_share) else {
                return Ok(true);
            };
            let point = repeat::point(&record)?;
            let knowledge = repeat::knowledge(self.store.study(), game)?;
            let decision = match self.ask(&knowledge, &point, game)? {
                Ok(decision) => decision,
                Err(Detour::Quit) => return Ok(false),
                Err(Detour::Skip | Detour::Undo) => {
                    self.prompt.say("This hand can only be answered or left with q.\n")?;
                    continue;
                }
            };
            self.store.record(&Event::Repeated {
                actor: HUMAN.to_owned(),
                game,
                index,
                decision: Box::new(record_of(&point, &decision, false)?),
            })?;
            self.prompt.say("saved\n")?;
        }
    }

    fn progress(&self) -> Progress {
        let record = self.store.study().actors.get(HUMAN);
        let done = record.map_or(0, |record| {
            record
                .games
                .values()
                .filter(|game| game.status == GameStatus::Finished)
                .count()
        });
        let decisions = record.into_iter().flat_map(|record| record.games.values());
        let unsure = decisions
            .flat_map(|game| &game.decisions)
            .filter(|d| d.unsure())
            .count();
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        let total = self.batch.header.total_games();
        Progress {
            game: u32::try_from(done).unwrap_or(u32::MAX).saturating_add(1).min(total),
            games: total,
            unsure: u32::try_from(unsure).unwrap_or(u32::MAX),
            median_seconds: sorted.get(sorted.len() / 2).copied(),
        }
    }

    /// Asks one decision and its reason.
    fn ask(
        &mut self,
        knowledge: &PlayerKnowledge,
        point: &DecisionPoint,
        game: u32,
    ) -> Result<Result<Decision, Detour>> {
        let deck = self
            .batch
            .deck_of(game)
            .map_or("", |deck| deck.name.as_str())
            .to_owned();
        let progress = self.progress();
        self.prompt.say(&screen::decision(
            self.prompt.out(),
            &deck,
            knowledge,
            point,
            Some(progress),
        ))?;
        let bottoms: Vec<&str> = point
            .legal_actions
            .iter()
            .filter_map(|action| match &action.kind {
                ActionKind::Bottom { card } => Some(card.as_str()),
                _ => None,
            })
            .collect();
        if !bottoms.is_empty() {
            let mut list = String::new();
            for (number, name) in bottoms.iter().enumerate() {
                let _ = writeln!(list, "{:>3}  {name}", number + 1);
            }
            self.prompt.say(&list)?;
        }
        loop {
            let choice = if bottoms.is_empty() {
                self.choose_hand(knowledge, point)?
            } else {
                self.choose_bottom(knowledge, point, &bottoms)?
            };
            let (kind, unsure) = match choice {
                Ok(choice) => choice,
                Err(detour) => return Ok(Err(detour)),
            };
            let Some(id) = point.find(&kind) else {
                self.prompt.say("That is not offered here.\n")?;
                continue;
            };
            match self.reason()? {
                Some(Ok(reason)) => {
                    return Ok(Ok(Decision {
                        report: Some(Report {
                            reason,
                            unsure,
                            ..Report::default()
                        }),
                        number: Some(point.number),
                        ..Decision::of(id)
                    }));
                }
                Some(Err(detour)) => return Ok(Err(detour)),
                None => {}
            }
        }
    }

    fn choose_hand(
        &mut self,
        knowledge: &PlayerKnowledge,
        point: &DecisionPoint,
    ) -> Result<Result<(ActionKind, bool), Detour>> {
        loop {
            let line = match self
                .prompt
                .ask("keep or mulligan (k ku m mu, h for help)> ", &self.run.resume)?
            {
                Line::Text(line) => line,
                Line::End => return Ok(Err(Detour::Quit)),
            };
            let common = match answer::hand(&line) {
                HandAnswer::Keep { unsure } => return Ok(Ok((ActionKind::Keep, unsure))),
                HandAnswer::Mulligan { unsure } => return Ok(Ok((ActionKind::Mulligan, unsure))),
                HandAnswer::Common(common) => common,
            };
            if let Some(detour) = self.common(common, knowledge, point, answer::HAND_KEYS)? {
                return Ok(Err(detour));
            }
        }
    }

    fn choose_bottom(
        &mut self,
        knowledge: &PlayerKnowledge,
        point: &DecisionPoint,
        names: &[&str],
    ) -> Result<Result<(ActionKind, bool), Detour>> {
        loop {
            let line = match self.prompt.ask("to the bottom> ", &self.run.resume)? {
                Line::Text(line) => line,
                Line::End => return Ok(Err(Detour::Quit)),
            };
            let common = match answer::bottom(&line, names) {
                BottomAnswer::Card(index) => {
                    let card = names[index].to_owned();
                    return Ok(Ok((ActionKind::Bottom { card }, false)));
                }
                BottomAnswer::Ambiguous(several) => {
                    self.prompt.say(&format!("Which one: {}?\n", several.join(", ")))?;
                    continue;
                }
                BottomAnswer::Common(common) => common,
            };
            if let Some(detour) = self.common(common, knowledge, point, answer::BOTTOM_KEYS)? {
                return Ok(Err(detour));
            }
        }
    }

    fn common(
        &mut self,
        command: Common,
        knowledge: &PlayerKnowledge,
        point: &DecisionPoint,
        keys: &str,
    ) -> Result<Option<Detour>> {
        match command {
            Common::Quit => return Ok(Some(Detour::Quit)),
            Common::Skip => return Ok(Some(Detour::Skip)),
            Common::Undo => return Ok(Some(Detour::Undo)),
            Common::Text(name) => {
                let text = screen::rules_text(self.prompt.out(), knowledge, point, name.as_deref());
                self.prompt.say(&text)?;
            }
            Common::Help | Common::Unknown => self.prompt.say(&format!("{keys}\n"))?,
        }
        Ok(None)
    }

    /// The reason; `None` to choose again.
    fn reason(&mut self) -> Result<Option<Result<String, Detour>>> {
        loop {
            let line = match self.prompt.ask("why? (b back, ! own phrases)> ", &self.run.resume)? {
                Line::Text(line) => line,
                Line::End => return Ok(Some(Err(Detour::Quit))),
            };
            let phrases = phrases(self.store.study().actors.get(HUMAN).into_iter());
            match answer::reason(&line, &phrases) {
                ReasonAnswer::Reason(reason) => return Ok(Some(Ok(reason))),
                ReasonAnswer::Quit => return Ok(Some(Err(Detour::Quit))),
                ReasonAnswer::Back => return Ok(None),
                ReasonAnswer::Empty => self
                    .prompt
                    .say("A reason is part of the record; \\q is the reason \"q\".\n")?,
                ReasonAnswer::List => {
                    let mut text = String::new();
                    for (number, phrase) in phrases.iter().enumerate() {
                        let _ = writeln!(text, "!{:<3} {phrase}", number + 1);
                    }
                    self.prompt
                        .say(if text.is_empty() { "No phrases yet.\n" } else { &text })?;
                }
            }
        }
    }
}

/// Own reasons so far, the most used first, at most 20.
pub(super) fn phrases<'a>(records: impl Iterator<Item = &'a turnzero_datasets::ActorRecord>) -> Vec<String> {
    let mut counts: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    let decisions = records
        .flat_map(|record| record.games.values())
        .flat_map(|game| &game.decisions);
    for decision in decisions {
        let reason = DecisionRecord::reason(decision);
        if !reason.is_empty() {
            *counts.entry(reason).or_default() += 1;
        }
    }
    let mut sorted: Vec<(&str, usize)> = counts.into_iter().collect();
    sorted.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    sorted
        .into_iter()
        .take(20)
        .map(|(phrase, _)| phrase.to_owned())
        .collect()
}

/// The error for input that ended while nobody sat at a terminal.
///
/// # Errors
/// Always the error it makes.
pub fn input_ended(resume: &str) -> Result<()> {
    Err(AppError::Guard(format!(
        "input ended before the study was complete; every answer so far is saved. Go on with: {resume}"
    )))
}
