//! What a report holds: figures, each with its n and interval, and the hands behind them.

use serde::Serialize;
use std::collections::BTreeMap;
use turnzero_contract::Fact;
use turnzero_datasets::stats::{Ceiling, Estimate, PairTable, SignFlipMethod, Verdict};
use turnzero_datasets::{Provenance, StudyOptions};

use super::bundle::CurvePoint;

/// The whole report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What the figures are: agreement with whom.
    pub title: String,
    /// The actor that the others are measured against.
    pub reference: Option<String>,
    /// Whether that actor is a program.
    pub reference_is_machine: bool,
    /// What the figures do not show, in the order of their weight.
    pub notes: Vec<String>,
    /// Batches in the order given.
    pub batches: Vec<BatchSummary>,
    /// Batches whose machine choices may not be shown.
    pub sealed: Vec<Sealed>,
    /// Actors by label; one label is one program (provenance).
    pub actors: BTreeMap<String, ActorSummary>,
    /// Games of a learned actor that its model was trained on: left out of every rate and test.
    pub in_sample: Vec<InSample>,
    /// Pairs of actors with at least one common game.
    pub pairs: Vec<Pair>,
    /// Figures by deck, described and not tested.
    pub by_deck: BTreeMap<String, DeckSummary>,
    /// Agreement of an actor with itself, by actor.
    pub retest: BTreeMap<String, Retest>,
    /// Learning curves of the bundles in the report.
    pub learning_curves: Vec<LearningCurve>,
    /// Calibration of actors that state a probability of keeping.
    pub calibration: Vec<Calibration>,
    /// Hands on which actors differ.
    pub disagreements: Vec<Disagreement>,
}

impl Report {
    /// The pair of this actor and the reference.
    pub fn with_reference(&self, actor: &str) -> Option<&Pair> {
        let reference = self.reference.as_deref()?;
        self.pairs
            .iter()
            .find(|pair| (pair.a == reference && pair.b == actor) || (pair.b == reference && pair.a == actor))
    }

    /// The pairs with the words of their test: tests against the reference first.
    pub fn pairs_by_test(&self) -> Vec<(&str, Vec<&Pair>)> {
        let kinds = [TestKind::AgreementWithReference, TestKind::KeepRate];
        let groups = kinds.map(|kind| {
            self.pairs
                .iter()
                .filter(|pair| pair.test_kind == kind)
                .collect::<Vec<_>>()
        });
        groups
            .into_iter()
            .filter_map(|pairs| Some((pairs.first()?.test.as_str(), pairs)))
            .collect()
    }
}

/// A batch and who answered it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BatchSummary {
    /// Its id.
    pub batch: String,
    /// Files that hold it, as named by the user.
    pub files: Vec<String>,
    /// Decks in order of play.
    pub decks: Vec<String>,
    /// Games of one actor.
    pub games: u32,
    /// Its options.
    pub options: StudyOptions,
    /// A rule that departs from the Comprehensive Rules.
    pub house_rule: Option<String>,
    /// Machine choices may not be shown.
    pub sealed: bool,
    /// Machine choices were shown on request before the human had finished.
    pub unsealed: bool,
    /// Actors that may be shown.
    pub actors: Vec<BatchActor>,
}

/// One actor in one batch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BatchActor {
    /// Label of the actor.
    pub actor: String,
    /// Finished games.
    pub games: usize,
    /// Games begun and not finished; they count in no rate.
    pub open: usize,
    /// Games stopped by a failure; they count in no rate.
    pub failed: usize,
    /// Every game is finished.
    pub complete: bool,
    /// Finished games left out because the model was trained on them.
    pub in_sample: usize,
    /// First hands kept; null when withheld.
    pub first_hands_kept: Option<u64>,
    /// Share of first hands kept, with Wilson's interval.
    pub keep_rate: Estimate,
    /// Judgements made after machine choices had been shown.
    pub unblinded: usize,
    /// Choices changed by a review statement; the reviewed choice counts.
    pub reviewed: usize,
}

/// A batch under seal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sealed {
    /// Its id.
    pub batch: String,
    /// Why, and how to go on.
    pub why: String,
}

/// One actor over all batches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActorSummary {
    /// Name in the studies.
    pub name: String,
    /// Which program answered.
    pub provenance: Provenance,
    /// Batches in which it may be shown.
    pub batches: Vec<String>,
    /// Finished games, in-sample ones included.
    pub games: usize,
    /// First hands kept; null when withheld.
    pub first_hands_kept: Option<u64>,
    /// Share of first hands kept, with Wilson's interval.
    pub keep_rate: Estimate,
    /// First-hand agreement with the reference; null for the reference itself.
    pub agreement: Option<Estimate>,
    /// Why its rates are withheld.
    pub withheld: Option<String>,
}

/// A game on which a learned actor's model was trained.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct InSample {
    /// Label of the actor.
    pub actor: String,
    /// The batch.
    pub batch: String,
    /// The game.
    pub game: u32,
    /// The unit of independence, `batch#game`.
    pub group: String,
    /// Content id of the bundle.
    pub bundle: String,
}

/// Which difference of a game the test of a pair sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TestKind {
    /// `[a agrees with the reference] − [b agrees]`.
    AgreementWithReference,
    /// `keep_a − keep_b`: who keeps more, not who is better.
    KeepRate,
}

/// Common games of a pair that are in no figure, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Dropped {
    /// One of both did not finish the game.
    pub not_both: usize,
    /// A model was trained on it.
    pub in_sample: usize,
    /// The recorded first hands differ: not made by the same rules.
    pub other_hand: usize,
    /// The reference has no answer that counts.
    pub no_reference: usize,
}

impl Dropped {
    /// All of them.
    pub fn total(&self) -> usize {
        self.not_both + self.in_sample + self.other_hand + self.no_reference
    }
}

/// Two actors on the same first hands, one per game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// First actor.
    pub a: String,
    /// Second actor.
    pub b: String,
    /// The difference that is tested, in words.
    pub test: String,
    /// The same as a name.
    pub test_kind: TestKind,
    /// Games in the figures of the pair.
    pub n_games: u64,
    /// Games left out.
    pub dropped: Dropped,
    /// Share of first hands with the same choice.
    pub first_hand_agreement: Option<f64>,
    /// Wilson's 95 % interval of it.
    pub agree_ci95: Option<[f64; 2]>,
    /// Cohen's kappa.
    pub kappa: Option<f64>,
    /// 95 % bootstrap interval over games within deck.
    pub kappa_ci95: Option<[f64; 2]>,
    /// Why kappa or its interval is missing.
    pub kappa_why: Option<String>,
    /// Gwet's AC1.
    pub ac1: Option<f64>,
    /// 95 % bootstrap interval over games within deck.
    pub ac1_ci95: Option<[f64; 2]>,
    /// Why AC1 or its interval is missing, or a caution.
    pub ac1_why: Option<String>,
    /// Games on which the two differ.
    pub discordant: u64,
    /// Counts behind `diff`: agreement with the reference, or keeps.
    pub table: PairTable,
    /// Rate of `a` minus rate of `b`, with Newcombe's interval.
    pub diff: Estimate,
    /// Sign-flip test over games.
    pub sign_flip_p: f64,
    /// How it was computed.
    pub sign_flip_method: SignFlipMethod,
    /// McNemar's mid-p.
    pub mcnemar_mid_p: f64,
    /// `sign_flip_p` adjusted over all pairs of the report (Holm).
    pub holm_p: f64,
    /// Power for a true difference of 0.10 at 5 %, two-sided.
    pub power: Option<f64>,
    /// Share of discordant games that the power assumes.
    pub power_discordant_share: Option<f64>,
    /// Games needed for 80 % power.
    pub n_for_80: Option<u64>,
    /// What the test allows to say.
    pub verdict: Verdict,
    /// The same in words.
    pub verdict_words: String,
    /// Agreement over all decisions.
    pub all_decisions: AllDecisions,
}

impl Pair {
    /// First-hand agreement as one figure.
    pub fn agreement(&self) -> Estimate {
        Estimate {
            estimate: self.first_hand_agreement,
            ci95: self.agree_ci95,
            n: usize::try_from(self.n_games).unwrap_or(usize::MAX),
            why: None,
        }
    }

    /// Kappa as one figure.
    pub fn kappa(&self) -> Estimate {
        Estimate {
            estimate: self.kappa,
            ci95: self.kappa_ci95,
            n: usize::try_from(self.n_games).unwrap_or(usize::MAX),
            why: self.kappa_why.clone(),
        }
    }

    /// AC1 as one figure.
    pub fn ac1(&self) -> Estimate {
        Estimate {
            estimate: self.ac1,
            ci95: self.ac1_ci95,
            n: usize::try_from(self.n_games).unwrap_or(usize::MAX),
            why: self.ac1_why.clone(),
        }
    }
}

/// Agreement over every unforced decision in states that both actors reached.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AllDecisions {
    /// Share of equal choices, with a bootstrap interval over games within deck.
    pub agreement: Estimate,
    /// Games that the states come from.
    pub games: usize,
    /// Decisions in states that only one of both reached.
    pub dropped: usize,
    /// What the figure is conditional on.
    pub condition: &'static str,
}

/// One deck.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DeckSummary {
    /// Content hash of the list.
    pub content_sha256: String,
    /// Actors.
    pub actors: BTreeMap<String, DeckActor>,
    /// Pairs; described, not tested.
    pub pairs: Vec<DeckPair>,
}

/// One actor on one deck.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DeckActor {
    /// First hands kept.
    pub first_hands_kept: u64,
    /// Share kept, with Wilson's interval.
    pub keep_rate: Estimate,
    /// First-hand agreement with the reference.
    pub agreement: Option<Estimate>,
}

/// One pair on one deck.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DeckPair {
    /// First actor.
    pub a: String,
    /// Second actor.
    pub b: String,
    /// Games.
    pub n_games: u64,
    /// Share of first hands with the same choice.
    pub first_hand_agreement: Option<f64>,
    /// Wilson's 95 % interval of it.
    pub agree_ci95: Option<[f64; 2]>,
    /// Games on which the two differ.
    pub discordant: u64,
    /// As `diff` of the pair.
    pub diff: Estimate,
}

/// How often the same person gave the same answer to the same hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Retest {
    /// Blind repeats that count.
    pub repeats: u64,
    /// Of these, the same choice.
    pub same: u64,
    /// Agreement with oneself, and the ceiling for a perfect model.
    #[serde(flatten)]
    pub figures: Ceiling,
}

/// The learning curve of one bundle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LearningCurve {
    /// Actors that play this bundle.
    pub actors: Vec<String>,
    /// Content id.
    pub bundle: String,
    /// Label actor.
    pub labels: Option<String>,
    /// Its points.
    pub points: Vec<CurvePoint>,
}

/// Stated probabilities against the choices of the reference.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// The actor that states `pKeep`.
    pub actor: String,
    /// Whose keeps are counted.
    pub reference: String,
    /// First hands with a stated probability.
    pub n: usize,
    /// Bins of equal width that hold any.
    pub bins: Vec<CalibrationBin>,
}

/// One bin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CalibrationBin {
    /// Lower end.
    pub from: f64,
    /// Upper end.
    pub to: f64,
    /// Mean stated probability.
    pub mean_p_keep: f64,
    /// Share of keeps of the reference, with Wilson's interval.
    pub kept: Estimate,
}

/// Facts of a card in one line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CardLine {
    /// Name.
    pub name: String,
    /// Mana cost; empty for lands and cards without one.
    pub cost: String,
    /// Type line.
    pub types: String,
    /// Power and toughness, if it has them.
    pub size: String,
    /// Whether it may be played as a land.
    pub land: bool,
}

impl CardLine {
    /// The line: name, cost, type, size.
    pub fn text(&self) -> String {
        let parts = [&self.name, &self.cost, &self.types, &self.size];
        let known: Vec<&str> = parts
            .into_iter()
            .map(String::as_str)
            .filter(|part| !part.is_empty())
            .collect();
        known.join(" · ")
    }
}

/// A hand on which actors differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Disagreement {
    /// The batch.
    pub batch: String,
    /// The game.
    pub game: u32,
    /// `batch#game`.
    pub group: String,
    /// Name of the deck.
    pub deck: String,
    /// Players at the table.
    pub seats: u8,
    /// On the play; null when unknown.
    pub on_play: Option<bool>,
    /// Mulligans taken so far, free ones included.
    pub mulligans_taken: u32,
    /// Mulligans left that cost no card.
    pub free_mulligans_left: u32,
    /// Cards left in hand after a keep here.
    pub cards_after_keep: u32,
    /// The state in words.
    pub state: String,
    /// Own commanders.
    pub commanders: Vec<CardLine>,
    /// The whole hand, one line a card.
    pub hand: Vec<CardLine>,
    /// Actors that keep.
    pub keeps: usize,
    /// Actors that take a mulligan.
    pub mulligans: usize,
    /// What each actor chose and said.
    pub choices: Vec<Choice>,
}

/// One actor's choice on a hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// Label of the actor.
    pub actor: String,
    /// `KEEP` or `MULLIGAN`, after review.
    pub choice: String,
    /// The choice as played, where a review changed it.
    pub played: Option<String>,
    /// Its own words.
    pub reason: String,
    /// Its own mark of a close call.
    pub unsure: bool,
    /// Its stated probability of keeping.
    pub p_keep: Option<f64>,
    /// Facts it named.
    pub facts: Vec<Fact>,
    /// The model was trained on this game: counts in no rate.
    pub in_sample: bool,
    /// Given after machine choices had been shown.
    pub unblinded: bool,
}
