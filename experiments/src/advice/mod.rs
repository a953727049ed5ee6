//! Advice on one hand: verdict, reasons, baselines, best bottom, what would change it.

mod change;
mod facts;
mod outside;

pub use change::{Change, changes};
pub use facts::PlainFact;
pub use outside::OutsideTraining;

use crate::cli::decks::LoadedDeck;
use crate::error::{AppError, Result};
use crate::hands::Situation;
use std::collections::BTreeMap;
use std::sync::Arc;
use turnzero_contract::{ActionKind, DecisionPoint, NoRules, PlayerKnowledge};
use turnzero_pilots::{Baseline, PilotName};
use turnzero_spark::features::FeatureExtractor;
use turnzero_spark::{BottomPlan, Judgment, SparkModel, best_bottom, judge};

/// Keep or mulligan, as a word.
pub const fn word(keep: bool) -> &'static str {
    if keep { "KEEP" } else { "MULLIGAN" }
}

/// A probability as people read it; never 0 % or 100 %, which no model knows.
pub fn percent(p: f64) -> String {
    let p = 100.0 * p;
    if p < 0.5 {
        "< 1 %".to_owned()
    } else if p >= 99.5 {
        "> 99 %".to_owned()
    } else {
        format!("{p:.0} %")
    }
}

/// Everything said about one hand.
pub struct Advice {
    /// The score and what it rests on.
    pub judgment: Judgment,
    /// Land cards of the hand.
    pub lands: usize,
    /// What the named policies would do.
    pub baselines: BTreeMap<String, String>,
    /// The best cards for the bottom if the hand is kept; empty when none go there.
    pub bottom: Option<BottomPlan>,
    /// What would change the verdict.
    pub changes: Vec<Change>,
    /// What the model was never shown.
    pub outside: OutsideTraining,
}

impl Advice {
    /// The facts that weigh most on one side, heaviest first, at most `count`.
    pub fn facts(&self, for_keeping: bool, count: usize) -> Vec<PlainFact> {
        facts::plain_facts(&self.judgment, self.lands, for_keeping, count)
    }
}

/// The question and everything that answering needs.
pub struct Question<'a> {
    /// The deck.
    pub deck: &'a LoadedDeck,
    /// Seats, free mulligans.
    pub situation: &'a Situation,
    /// Canonical names.
    pub hand: &'a [String],
    /// On the play, if said.
    pub on_play: Option<bool>,
    /// Mulligans taken.
    pub mulligans_taken: u32,
}

impl Question<'_> {
    /// Knowledge and decision by the engine's projection.
    ///
    /// # Errors
    /// Exit-3 class naming the card or number that does not fit.
    pub fn ask(&self) -> Result<(Arc<PlayerKnowledge>, DecisionPoint)> {
        self.situation
            .ask(self.hand, self.on_play, self.mulligans_taken)
            .map_err(|error| AppError::Input(format!("--hand: {error}")))
    }
}

/// Judges the hand.
///
/// # Errors
/// Exit-3 class when the hand does not fit the deck.
pub fn advise(question: &Question<'_>, model: &SparkModel) -> Result<Advice> {
    let (knowledge, point) = question.ask()?;
    let mut extractor = FeatureExtractor::new(&knowledge).map_err(AppError::input)?;
    let judgment = judge(model, &mut extractor, &point.observation).map_err(AppError::input)?;
    let baselines = baselines(&knowledge, &point, model, &judgment)?;
    let counted = question
        .mulligans_taken
        .saturating_sub(u32::from(question.situation.options.free_mulligans)) as usize;
    let full = usize::try_from(knowledge.deck_size().min(7)).unwrap_or(7);
    let open = counted.min(question.hand.len()) > 0 && question.hand.len() == full;
    let bottom = if open {
        best_bottom(model, &mut extractor, &point.observation, question.hand, counted).map_err(AppError::input)?
    } else {
        None
    };
    let changes = changes(question, model, &mut extractor, &judgment)?;
    let outside = OutsideTraining::of(&knowledge, &judgment, model)?;
    Ok(Advice {
        outside,
        judgment,
        lands: lands_in_hand(&knowledge, &point),
        baselines,
        bottom,
        changes,
    })
}

/// What the heuristic, the peer baselines and the fitted land rules say.
fn baselines(
    knowledge: &PlayerKnowledge,
    point: &DecisionPoint,
    model: &SparkModel,
    judgment: &Judgment,
) -> Result<BTreeMap<String, String>> {
    let mut answers = BTreeMap::new();
    let names = std::iter::once(PilotName::Heuristic).chain(Baseline::ALL.iter().map(|one| PilotName::Baseline(*one)));
    for name in names {
        let mut pilot = turnzero_pilots::build(&name)
            .ok_or_else(|| AppError::Usage(format!("pilot {name} cannot be built here")))?;
        pilot
            .start_game(knowledge, Arc::new(NoRules))
            .map_err(AppError::input)?;
        let decision = pilot.decide(point).map_err(AppError::input)?;
        let kind = point.action(decision.action_id).map(|action| action.kind.clone());
        answers.insert(name.to_string(), word(kind == Some(ActionKind::Keep)).to_owned());
    }
    let lands = u8::try_from(lands_in_hand(knowledge, point)).unwrap_or(u8::MAX);
    let depth = point
        .observation
        .opening
        .as_ref()
        .and_then(|opening| opening.mulligans_taken.first())
        .map_or(0, |taken| u8::try_from(*taken).unwrap_or(u8::MAX));
    let rules = [
        ("lands_2_to_5", (2..=5).contains(&lands)),
        ("lands_window", model.baselines.lands_window.keep(lands, depth)),
        (
            "lands_logistic",
            model.baselines.lands_logistic.eta(lands, depth) >= 0.0,
        ),
    ];
    answers.extend(rules.map(|(name, keep)| (name.to_owned(), word(keep).to_owned())));
    // The judged hand itself, so that a reader sees all answers in one table.
    answers.insert("spark".to_owned(), word(judgment.score.keep()).to_owned());
    Ok(answers)
}

fn lands_in_hand(knowledge: &PlayerKnowledge, point: &DecisionPoint) -> usize {
    let hand = point.observation.opening.iter().flat_map(|opening| &opening.hand);
    hand.filter(|name| {
        knowledge
            .definition(name)
            .is_some_and(turnzero_contract::CardDefinition::is_land)
    })
    .count()
}
