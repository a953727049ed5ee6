//! What of a question the model was never shown, so that its figures are extrapolation.

use crate::cli::count;
use crate::error::{AppError, Result};
use crate::model::trained_table;
use serde::Serialize;
use turnzero_contract::PlayerKnowledge;
use turnzero_spark::{Judgment, Outside, SparkModel, TrainedTable};

/// What of a table training did not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unseen {
    /// The deck.
    Deck,
    /// So many seats, with any deck.
    Seats,
    /// So many free mulligans, with any deck.
    FreeMulligans,
    /// Deck, seats and free mulligans together; each was seen.
    Combination,
}

/// What lies outside the training data.
#[derive(Clone, Debug, Default, Serialize)]
pub struct OutsideTraining {
    /// Of deck and options.
    pub table: Vec<Unseen>,
    /// Features beyond every training row.
    pub features: Vec<Outside>,
}

impl OutsideTraining {
    /// Compares a question with what the model says of its training data.
    ///
    /// # Errors
    /// When knowledge cannot be written canonically, or features do not fit the model.
    pub fn of(knowledge: &PlayerKnowledge, judgment: &Judgment, model: &SparkModel) -> Result<Self> {
        let asked = trained_table(knowledge)?;
        let seen = |same: fn(&TrainedTable, &TrainedTable) -> bool| {
            model.origin.tables.iter().any(|table| same(table, &asked))
        };
        let mut table = Vec::new();
        for (unseen, seen) in [
            (Unseen::Deck, seen(|a, b| a.deck == b.deck)),
            (Unseen::Seats, seen(|a, b| a.seats == b.seats)),
            (Unseen::FreeMulligans, seen(|a, b| a.free_mulligans == b.free_mulligans)),
        ] {
            if !seen {
                table.push(unseen);
            }
        }
        if table.is_empty() && !seen(|a, b| a == b) {
            table.push(Unseen::Combination);
        }
        Ok(Self {
            table,
            features: model.outside(&judgment.features.values).map_err(AppError::input)?,
        })
    }

    /// Whether everything was seen in training.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty() && self.features.is_empty()
    }

    /// In words, one line each.
    pub fn lines(&self, knowledge: &PlayerKnowledge) -> Vec<String> {
        let seats = format!("a table of {}", count(knowledge.options.seats, "seat"));
        let free = count(knowledge.options.free_mulligans, "free mulligan");
        let table = self.table.iter().map(|unseen| match unseen {
            Unseen::Deck => "this deck".to_owned(),
            Unseen::Seats => seats.clone(),
            Unseen::FreeMulligans => free.clone(),
            Unseen::Combination => format!("this deck at {seats} with {free}"),
        });
        let features = self.features.iter().map(|feature| {
            let Outside {
                name,
                value,
                least,
                most,
            } = feature;
            format!("{name} = {value:.2}; in training {least:.2} to {most:.2}")
        });
        table.chain(features).collect()
    }
}
