//! The report over studies: who keeps what, who agrees with whom, and what that shows.
//!
//! [`build`] computes everything once; the renderers only lay it out.

mod actors;
mod bundle;
mod decks;
mod disagreements;
mod gather;
pub mod html;
pub mod markdown;
mod model;
mod notes;
mod pairs;
mod summary;
mod svg;
pub mod terminal;
mod words;

pub use bundle::{BundleFacts, CurvePoint, TrainedOn, parse_curve};
pub use model::{
    ActorSummary, AllDecisions, BatchActor, BatchSummary, Calibration, CalibrationBin, CardLine, Choice, DeckActor,
    DeckPair, DeckSummary, Disagreement, Dropped, InSample, LearningCurve, Pair, Report, Retest, Sealed, TestKind,
};
pub use notes::records_seal;

use crate::error::Result;
use turnzero_datasets::{Sealing, Study};

/// A study and the name by which the report refers to its file.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// As the user named it.
    pub file: &'a str,
    /// Its state.
    pub study: &'a Study,
}

/// Finds the facts of the bundle with this content id, or says why it cannot.
pub type BundleLookup<'a> = dyn Fn(&str) -> Result<BundleFacts, String> + 'a;

/// What the user asked for.
pub struct Options<'a> {
    /// `--reference`.
    pub reference: Option<&'a str>,
    /// Where the training games of learned actors come from.
    pub bundles: &'a BundleLookup<'a>,
}

/// Computes the report. The same studies and bundles give the same report.
///
/// # Errors
/// Exit-3 class: an unknown reference, or two files that contradict each other.
pub fn build(sources: &[Source<'_>], options: &Options<'_>) -> Result<Report> {
    let sealing = Sealing::of(sources.iter().map(|source| source.study));
    let table = gather::gather(sources, &sealing, options.bundles)?;
    let reference = actors::reference(&table, options.reference)?;
    let pairs = pairs::all(&table, reference.index)?;
    let by_deck = decks::by_deck(&table, reference.index, &pairs)?;
    let disagreements = disagreements::find(&table);
    summary::assemble(&table, &reference, pairs, by_deck, disagreements)
}
