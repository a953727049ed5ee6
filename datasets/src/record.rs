//! What an actor did: games, decisions, repeats.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use turnzero_contract::{ActionId, ActionKind, Decision, DecisionPoint, LegalAction, Report, Specialization};

use crate::canonical;
use crate::error::Result;

/// The actor whose answers are a person's.
pub const HUMAN: &str = "human";

/// One decision: what was seen, offered, chosen and said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecisionRecord {
    /// The observation as the pilot saw it (the contract's JSON).
    pub observation: Value,
    /// The offers, in their order.
    pub offers: Vec<LegalAction>,
    /// The chosen offer.
    pub chosen: ActionId,
    /// The selection inside a parameterised offer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub specialization: Option<Specialization>,
    /// What the pilot said about its choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// Forced: there was one offer and nobody was asked.
    #[serde(default, skip_serializing_if = "is_false")]
    pub automatic: bool,
    /// A human answered after machine choices had been unsealed.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unblinded: bool,
    /// A reason given later, from the stored snapshot only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_false(value: &bool) -> bool {
    !value
}

impl DecisionRecord {
    /// The record of an answer to a question.
    ///
    /// # Errors
    /// [`crate::Error::NotFinite`] for a report with a number that JSON cannot hold.
    pub fn of(point: &DecisionPoint, answer: &Decision) -> Result<Self> {
        Ok(Self {
            observation: canonical::to_value(&point.observation)?,
            offers: point.legal_actions.clone(),
            chosen: answer.action_id,
            specialization: answer.specialization.clone(),
            report: answer.report.clone(),
            automatic: point.legal_actions.len() == 1,
            unblinded: false,
            annotation: None,
        })
    }

    /// The offer that was chosen; absent only in a damaged record.
    pub fn choice(&self) -> Option<&ActionKind> {
        let offer = self.offers.iter().find(|offer| offer.id == self.chosen);
        offer.map(|offer| &offer.kind)
    }

    /// Whether this is a judgment between keeping and a mulligan.
    pub fn is_keep_or_mulligan(&self) -> bool {
        let offered = |kind: &ActionKind| self.offers.iter().any(|offer| offer.kind == *kind);
        offered(&ActionKind::Keep) && offered(&ActionKind::Mulligan)
    }

    /// The reason in force: a later annotation fills an empty one.
    pub fn reason(&self) -> &str {
        let said = self.report.as_ref().map_or("", |report| report.reason.as_str());
        if said.trim().is_empty() {
            return self.annotation.as_deref().unwrap_or("");
        }
        said
    }

    /// The pilot's own mark of a close call.
    pub fn unsure(&self) -> bool {
        self.report.as_ref().is_some_and(|report| report.unsure)
    }
}

/// How far a game has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state", deny_unknown_fields)]
pub enum GameStatus {
    /// Decisions are missing.
    Open,
    /// Played to its end.
    Finished,
    /// Stopped by a failure that is no decision.
    Failed {
        /// Why.
        why: String,
    },
}

/// One game of one actor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Content hash of the deck that the actor played.
    pub deck: String,
    /// Content address of the knowledge that the pilot was given.
    pub knowledge: String,
    /// How far it has come.
    pub status: GameStatus,
    /// The decisions in order.
    pub decisions: Vec<DecisionRecord>,
    /// What came out: final hand, mulligans taken and the like.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub outcome: Value,
}

/// Which program answered: whatever changes answers belongs in here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The pilot as named on the command line.
    pub pilot: String,
    /// Content id of the bundle of a learned actor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bundle: Option<String>,
    /// Anything else that answers depend on: prompt digest, model, temperature, profile, …
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, String>,
}

impl Provenance {
    /// The first field that differs: name, value here, value there.
    pub fn first_difference(&self, other: &Self) -> Option<(String, String, String)> {
        let (mine, theirs) = (self.fields(), other.fields());
        let names: std::collections::BTreeSet<&String> = mine.keys().chain(theirs.keys()).collect();
        names.into_iter().find_map(|name| {
            let (a, b) = (mine.get(name), theirs.get(name));
            let show = |side: Option<&&str>| side.map_or("absent", |text| text).to_owned();
            (a != b).then(|| (name.clone(), show(a), show(b)))
        })
    }

    fn fields(&self) -> BTreeMap<String, &str> {
        let details = self.details.iter().map(|(name, value)| (name.clone(), value.as_str()));
        let bundle = self.bundle.as_deref().map(|value| ("bundle".to_owned(), value));
        details
            .chain(bundle)
            .chain([("pilot".to_owned(), self.pilot.as_str())])
            .collect()
    }
}

/// An own hand asked again, blind, to measure how often the same person agrees with itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepeatRecord {
    /// The game asked again.
    pub game: u32,
    /// The decision of that game.
    pub index: u32,
    /// The second answer.
    pub decision: DecisionRecord,
}

/// Decisions taken back, kept as they were.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UndoneRecord {
    /// The game.
    pub game: u32,
    /// Index of the first decision that was taken back.
    pub supersedes: u32,
    /// What was taken back, in order.
    pub decisions: Vec<DecisionRecord>,
}

/// Wall-clock facts of one decision; a label, never part of a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// When the answer was given, UTC.
    pub at: String,
    /// How long it took, in milliseconds of a monotonic clock.
    pub milliseconds: u64,
}

/// A timing and the decision it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimingRecord {
    /// The game.
    pub game: u32,
    /// The decision of that game.
    pub index: u32,
    /// Its timing.
    pub timing: Timing,
}

/// Everything one actor did in a study.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActorRecord {
    /// Which program answered.
    pub provenance: Provenance,
    /// Games by index.
    pub games: BTreeMap<u32, GameRecord>,
    /// Own hands asked again; never trained on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeats: Vec<RepeatRecord>,
    /// What was taken back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undone: Vec<UndoneRecord>,
    /// Wall-clock facts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timing: Vec<TimingRecord>,
}

impl ActorRecord {
    /// The canonical actor record: bytes that depend on the games only, equal on every repeat.
    ///
    /// # Errors
    /// [`crate::Error::NotFinite`] for a report with a number that JSON cannot hold.
    pub fn canonical_bytes(&self) -> Result<Vec<u8>> {
        canonical::bytes(&self.games)
    }

    /// Decisions in all games, forced ones included.
    pub fn decisions(&self) -> usize {
        self.games.values().map(|game| game.decisions.len()).sum()
    }
}
