//! The reasoned mulligan policy: mana first, then colours and a connected plan, against what a mulligan costs.
//!
//! A hand is worth points by what it can do without drawing (`turnzero-forecast`) and by the chance of the next land.
//! Before a keep all ways to bottom are judged, so one value decides keep and bottom. Weights and deck profiles are
//! data in `profiles/`.

mod bars;
mod choose;
mod prospect;
mod score;
mod settings;
mod words;

use crate::PilotsError;
use crate::opening::Prompt;
use crate::play::{Policy, is_play};
use choose::Judge;
use settings::{Profile, Settings};
use std::sync::Arc;
use turnzero_contract::{
    ActionKind, Decision, DecisionPoint, Pilot, PilotError, PlayerKnowledge, Report, RulesQueries,
};

const NAME: &str = "heuristic";

/// Plays the mulligan phase by reasons and the game for value; every choice says why.
pub struct HeuristicPilot {
    /// The profile asked for by name; else the deck's commanders choose.
    chosen: Option<&'static Profile>,
    /// Decks met so far, the one of this game last: making one costs more than a game.
    judges: Vec<Judge>,
    started: bool,
    /// Plays the game after the mulligan phase.
    policy: Option<Policy>,
}

/// Decks remembered; a study has a few.
const REMEMBERED: usize = 8;

/// Cards of a deck; sample hands are drawn from single copies.
const MOST_CARDS: u64 = 10_000;

impl Default for HeuristicPilot {
    fn default() -> Self {
        Self::new()
    }
}

impl HeuristicPilot {
    /// A pilot that takes the profile that names a commander of its deck, else the default one.
    pub const fn new() -> Self {
        Self {
            chosen: None,
            judges: Vec::new(),
            started: false,
            policy: None,
        }
    }

    /// A pilot with the profile of this name.
    pub fn with_profile(name: &str) -> Result<Self, PilotsError> {
        Ok(Self {
            chosen: Some(Settings::embedded()?.profile(name)?),
            judges: Vec::new(),
            started: false,
            policy: None,
        })
    }

    /// The names of the profiles, the default first.
    pub fn profiles() -> Vec<&'static str> {
        settings::profile_names().collect()
    }

    /// What a profile assumes, in words.
    pub fn about_profile(name: &str) -> Result<&'static str, PilotsError> {
        Ok(Settings::embedded()?.profile(name)?.about.as_str())
    }

    /// The name of the profile that a deck gets by itself.
    pub fn profile_for(knowledge: &PlayerKnowledge) -> Result<&'static str, PilotsError> {
        Ok(Settings::embedded()?
            .profile_for(knowledge)
            .map_or("default", |profile| profile.name))
    }
}

impl Pilot for HeuristicPilot {
    fn start_game(&mut self, knowledge: &PlayerKnowledge, _: Arc<dyn RulesQueries>) -> Result<(), PilotError> {
        self.started = false;
        let unsupported = |why: String| PilotError::Unsupported {
            pilot: NAME.to_owned(),
            why,
        };
        let settings = Settings::embedded().map_err(|error| unsupported(error.to_string()))?;
        let profile = self
            .chosen
            .or_else(|| settings.profile_for(knowledge))
            .ok_or_else(|| unsupported("there is no deck profile".to_owned()))?;
        let cards: u64 = knowledge.deck.iter().map(|card| u64::from(card.count)).sum();
        if cards > MOST_CARDS {
            return Err(unsupported(format!(
                "{cards} cards are more than {MOST_CARDS}; check the counts of the deck"
            )));
        }
        let judge = match self.judges.iter().position(|judge| judge.fits(knowledge, profile)) {
            Some(known) => self.judges.remove(known),
            None => {
                Judge::new(knowledge, &settings.weights, profile).map_err(|error| unsupported(error.to_string()))?
            }
        };
        if self.judges.len() >= REMEMBERED {
            self.judges.remove(0);
        }
        self.judges.push(judge);
        self.policy = Some(Policy::new(knowledge).map_err(|error| unsupported(error.to_string()))?);
        self.started = true;
        Ok(())
    }

    fn decide(&mut self, point: &DecisionPoint) -> Result<Decision, PilotError> {
        let not_started = || PilotError::NotStarted { pilot: NAME.to_owned() };
        if is_play(point) {
            let policy = self.policy.as_mut().filter(|_| self.started).ok_or_else(not_started)?;
            return policy
                .decide(point)
                .ok_or_else(|| no_answer(point, "nothing is offered"));
        }
        let judge = self
            .judges
            .last_mut()
            .filter(|_| self.started)
            .ok_or_else(not_started)?;
        let (action_id, report) = match Prompt::read(NAME, point)? {
            Prompt::Forced(id, why) => (
                id,
                Report {
                    reason: why.to_owned(),
                    ..Report::default()
                },
            ),
            Prompt::Declare { keep, mulligan } => declare(judge, point).map(|(kept, report)| {
                let id = if kept { keep } else { mulligan };
                (id, report)
            })?,
            Prompt::Bottom => {
                let (card, report) = bottom(judge, point)?;
                let id = point
                    .find(&ActionKind::Bottom { card })
                    .ok_or_else(|| no_answer(point, "the card chosen for the bottom is in hand but not offered"))?;
                (id, report)
            }
        };
        Ok(Decision {
            number: Some(point.number),
            report: Some(report),
            ..Decision::of(action_id)
        })
    }
}

fn no_answer(point: &DecisionPoint, why: &(impl ToString + ?Sized)) -> PilotError {
    PilotError::NoAnswer {
        pilot: NAME.to_owned(),
        decision: point.number,
        why: why.to_string(),
    }
}

fn declare(judge: &mut Judge, point: &DecisionPoint) -> Result<(bool, Report), PilotError> {
    let deck = Arc::clone(&judge.deck);
    let hand = deck.hand(NAME, point)?;
    let verdict = judge.declare(&hand).map_err(|error| no_answer(point, &error))?;
    let best = &verdict.best;
    let report = Report {
        reason: words::declaration(&hand, &verdict),
        unsure: verdict.unsure,
        p_keep: Some(verdict.p_keep),
        facts: words::facts(&hand, &best.prospect, &best.score, Some(verdict.bar)),
    };
    Ok((verdict.keep, report))
}

/// The dearest card of those that the best hand does without; the first by name among equals.
fn bottom(judge: &mut Judge, point: &DecisionPoint) -> Result<(String, Report), PilotError> {
    let deck = Arc::clone(&judge.deck);
    let hand = deck.hand(NAME, point)?;
    let count = hand.cards.len().saturating_sub(hand.played);
    let best = judge.best(&hand, count).map_err(|error| no_answer(point, &error))?;
    let card = best
        .gone
        .iter()
        .filter_map(|index| hand.cards.get(*index).copied())
        .min_by(|a, b| b.mana_value.cmp(&a.mana_value).then_with(|| a.name.cmp(&b.name)))
        .ok_or_else(|| no_answer(point, "a card is asked for the bottom but none is due"))?;
    let report = Report {
        reason: words::bottom(card, &best, hand.lands),
        facts: words::facts(&hand, &best.prospect, &best.score, None),
        ..Report::default()
    };
    Ok((card.name.clone(), report))
}
