//! Mulligan rules written after other programs', one file each, for comparison on the same hands.
//!
//! Two readings are shared by all. The sources that test the *size* of a hand come from a time when a hand shown
//! was a hand played: size tests therefore ask for the cards the game would begin with, after bottoming. Land
//! windows count the cards shown, as all sources do.

mod argentum;
mod bottom;
mod forge;
mod karsten;
mod magarena;
mod phase;
mod xmage;

use crate::opening::{Deck, Hand, Prompt};
use std::sync::Arc;
use turnzero_contract::{
    ActionKind, Decision, DecisionPoint, Fact, Pilot, PilotError, PlayerKnowledge, Report, RulesQueries,
};

/// A baseline: keep or mulligan, and what goes to the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Baseline {
    /// Forge's computer player.
    Forge,
    /// XMage's computer player.
    Xmage,
    /// The land-count policy of phase.
    Phase,
    /// Magarena's computer player.
    Magarena,
    /// Argentum's computer player.
    Argentum,
    /// The rule of Karsten's Commander simulations.
    Karsten,
}

impl Baseline {
    /// All baselines, in the order of their documentation.
    pub const ALL: [Self; 6] = [
        Self::Forge,
        Self::Xmage,
        Self::Phase,
        Self::Magarena,
        Self::Argentum,
        Self::Karsten,
    ];

    /// Its name on command lines and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forge => "forge",
            Self::Xmage => "xmage",
            Self::Phase => "phase",
            Self::Magarena => "magarena",
            Self::Argentum => "argentum",
            Self::Karsten => "karsten",
        }
    }

    fn declare(self, hand: &Hand<'_>) -> Verdict {
        match self {
            Self::Forge => forge::declare(hand),
            Self::Xmage => xmage::declare(hand),
            Self::Phase => phase::declare(hand),
            Self::Magarena => magarena::declare(hand),
            Self::Argentum => argentum::declare(hand),
            Self::Karsten => karsten::declare(hand),
        }
    }

    fn bottom(self, hand: &Hand<'_>) -> Option<BottomChoice> {
        match self {
            Self::Forge => forge::bottom(hand),
            Self::Xmage | Self::Phase | Self::Magarena | Self::Argentum | Self::Karsten => {
                bottom::turnzero_default(hand)
            }
        }
    }
}

/// Keep or mulligan, and why.
struct Verdict {
    keep: bool,
    reason: String,
    facts: Vec<Fact>,
}

impl Verdict {
    fn new(keep: bool, reason: impl Into<String>, facts: Vec<Fact>) -> Self {
        Self {
            keep,
            reason: reason.into(),
            facts,
        }
    }
}

/// A card for the bottom, and why.
struct BottomChoice {
    card: String,
    reason: String,
    facts: Vec<Fact>,
}

/// Counts as facts of a report.
fn counts(facts: &[(&str, usize)]) -> Vec<Fact> {
    facts
        .iter()
        .map(|(name, value)| Fact {
            name: (*name).to_owned(),
            value: *value as f64,
        })
        .collect()
}

/// `1 land`, `2 lands`.
fn lands(count: usize) -> String {
    format!("{count} {}", if count == 1 { "land" } else { "lands" })
}

/// Plays the mulligan phase by a [`Baseline`].
pub struct BaselinePilot {
    baseline: Baseline,
    deck: Option<Deck>,
}

impl BaselinePilot {
    /// A pilot that follows this baseline.
    pub const fn new(baseline: Baseline) -> Self {
        Self { baseline, deck: None }
    }
}

impl Pilot for BaselinePilot {
    fn start_game(&mut self, knowledge: &PlayerKnowledge, _: Arc<dyn RulesQueries>) -> Result<(), PilotError> {
        self.deck = Some(Deck::of(knowledge));
        Ok(())
    }

    fn decide(&mut self, point: &DecisionPoint) -> Result<Decision, PilotError> {
        let name = self.baseline.name();
        let deck = self
            .deck
            .as_ref()
            .ok_or_else(|| PilotError::NotStarted { pilot: name.to_owned() })?;
        let (action_id, reason, facts) = match Prompt::read(name, point)? {
            Prompt::Forced(id, why) => (id, why.to_owned(), Vec::new()),
            Prompt::Declare { keep, mulligan } => {
                let verdict = self.baseline.declare(&deck.hand(name, point)?);
                (
                    if verdict.keep { keep } else { mulligan },
                    verdict.reason,
                    verdict.facts,
                )
            }
            Prompt::Bottom => {
                let no_answer = |why: &str| PilotError::NoAnswer {
                    pilot: name.to_owned(),
                    decision: point.number,
                    why: why.to_owned(),
                };
                let choice = self
                    .baseline
                    .bottom(&deck.hand(name, point)?)
                    .ok_or_else(|| no_answer("the hand is empty but a card is asked for the bottom"))?;
                let id = point
                    .find(&ActionKind::Bottom { card: choice.card })
                    .ok_or_else(|| no_answer("the card chosen for the bottom is in hand but not offered"))?;
                (id, choice.reason, choice.facts)
            }
        };
        Ok(Decision {
            report: Some(Report {
                reason,
                facts,
                ..Report::default()
            }),
            number: Some(point.number),
            ..Decision::of(action_id)
        })
    }
}
