//! Features of an opening hand: bounded facts from knowledge and opening observation alone.
//!
//! Deck facts enter only relative to the hand; counts are by turn and divided by constants, never by
//! the size of the hand. The same input gives the same bits everywhere: divisions and products in a
//! fixed order, no platform mathematics.

mod error;
mod facts;
mod table;

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use turnzero_contract::{OpeningObservation, PlayerKnowledge, PlayerObservation, Seat};
use turnzero_forecast::{CardId, DeckProfile, Forecast, Forecaster};

use crate::design::FeatureSchema;
pub use error::FeatureError;
use facts::{HandFacts, Situation};
pub use table::{FEATURES, Family, Feature};

/// Number of the feature schema; another number invalidates stored models.
pub const FEATURE_SCHEMA: u32 = 1;

/// Sevens that the deck's mean is taken over.
const MEAN_HANDS: u32 = 256;

/// The feature values of one hand, in the order of [`FEATURES`].
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureVector {
    /// One value a column, each within its range.
    pub values: Vec<f64>,
    /// The analysis ended early.
    pub truncated: bool,
}

/// SHA-256 over the names in order, each followed by a line feed, in lower-case hex.
pub fn schema_sha256() -> String {
    let mut hash = Sha256::new();
    for feature in FEATURES {
        hash.update(feature.name.as_bytes());
        hash.update(b"\n");
    }
    hash.finalize().iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Names, order, number, hash and exempt columns, as stored with models.
pub fn schema() -> FeatureSchema {
    let name = |feature: &Feature| feature.name.to_owned();
    FeatureSchema {
        number: FEATURE_SCHEMA,
        sha256: schema_sha256(),
        names: FEATURES.iter().map(name).collect(),
        exempt: FEATURES.iter().filter(|feature| feature.exempt).map(name).collect(),
    }
}

/// The indices of a family's columns, for ablation.
pub fn columns_of(family: Family) -> Vec<usize> {
    (0..FEATURES.len())
        .filter(|at| FEATURES[*at].family == family)
        .collect()
}

/// The table of features as Markdown.
pub fn markdown_table() -> String {
    let mut text = format!(
        "Feature schema {FEATURE_SCHEMA}, SHA-256 of names and order `{}`.\n\n| # | column | family | meaning | 1 stands for | range | may tell decks apart |\n|---|---|---|---|---|---|---|\n",
        schema_sha256()
    );
    for (at, feature) in FEATURES.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "| {} | `{}` | {} | {} | {} | {} to {} | {} |",
            at + 1,
            feature.name,
            feature.family.word(),
            feature.meaning,
            feature.unit,
            feature.range.0,
            feature.range.1,
            if feature.exempt { "exempt" } else { "no" },
        );
    }
    text
}

/// Computes features of hands of one deck; keeps its buffers between hands.
pub struct FeatureExtractor {
    deck: DeckProfile,
    forecaster: Forecaster,
    deck_castable: f64,
    seats: u8,
    free_mulligans: u32,
    starting_player: Option<Seat>,
    hand: Vec<CardId>,
}

impl FeatureExtractor {
    /// Compiles the deck and takes its mean over 256 fixed sevens.
    ///
    /// # Errors
    /// [`FeatureError::EmptyDeck`] or what the forecast refuses.
    pub fn new(knowledge: &PlayerKnowledge) -> Result<Self, FeatureError> {
        let deck = DeckProfile::new(knowledge)?;
        if deck.deck_size() == 0 {
            return Err(FeatureError::EmptyDeck);
        }
        let mut own = Self {
            deck,
            forecaster: Forecaster::new(),
            deck_castable: 0.0,
            seats: knowledge.options.seats,
            free_mulligans: u32::from(knowledge.options.free_mulligans),
            starting_player: knowledge.starting_player,
            hand: Vec::new(),
        };
        own.deck_castable = own.mean_castable()?;
        Ok(own)
    }

    /// The compiled deck.
    pub const fn deck(&self) -> &DeckProfile {
        &self.deck
    }

    /// Features of the observed hand.
    ///
    /// # Errors
    /// [`FeatureError::NoOpening`], [`FeatureError::NoSeat`], or what the forecast refuses.
    pub fn features(&mut self, observation: &PlayerObservation) -> Result<FeatureVector, FeatureError> {
        let opening = observation.opening.as_ref().ok_or(FeatureError::NoOpening)?;
        self.features_of(observation, opening, &opening.hand)
    }

    /// Features of a final hand chosen from the observed one: what is kept, at the same mulligan state.
    ///
    /// # Errors
    /// As [`Self::features`].
    pub fn features_keeping<S: AsRef<str>>(
        &mut self,
        observation: &PlayerObservation,
        kept: &[S],
    ) -> Result<FeatureVector, FeatureError> {
        let opening = observation.opening.as_ref().ok_or(FeatureError::NoOpening)?;
        self.features_of(observation, opening, kept)
    }

    /// The forecast behind the features of a hand, for explanations.
    ///
    /// # Errors
    /// What the forecast refuses.
    pub fn forecast<S: AsRef<str>>(&mut self, hand: &[S]) -> Result<Forecast, FeatureError> {
        let cards = self.deck.hand(hand)?;
        Ok(self.forecaster.forecast(&self.deck, &cards)?)
    }

    fn features_of<S: AsRef<str>>(
        &mut self,
        observation: &PlayerObservation,
        opening: &OpeningObservation,
        hand: &[S],
    ) -> Result<FeatureVector, FeatureError> {
        let seat = observation.seat;
        let taken = opening
            .mulligans_taken
            .get(seat.index())
            .copied()
            .ok_or(FeatureError::NoSeat {
                field: "mulligansTaken",
                seat: seat.0,
            })?;
        let first = observation.starting_player.or(self.starting_player);
        let situation = Situation {
            mulligans_taken: taken,
            free_left: opening.free_mulligans_left,
            cards_short: taken.saturating_sub(self.free_mulligans),
            // Only with two players does the first turn lack its draw (CR 103.8a-c).
            first_draw: if self.seats == 2 {
                first.map(|first| first != seat)
            } else {
                Some(true)
            },
        };
        self.hand.clear();
        for name in hand {
            let name = name.as_ref();
            let id = self.deck.card(name).ok_or_else(|| {
                FeatureError::Forecast(turnzero_forecast::ForecastError::UnknownCard { name: name.to_owned() })
            })?;
            self.hand.push(id);
        }
        let forecast = self.forecaster.forecast(&self.deck, &self.hand)?;
        let facts = HandFacts {
            deck: &self.deck,
            forecast: &forecast,
            cards: &self.hand,
            situation,
            deck_castable: self.deck_castable,
        };
        Ok(FeatureVector {
            values: FEATURES.iter().map(|feature| (feature.compute)(&facts)).collect(),
            truncated: forecast.truncated,
        })
    }

    /// Mean of the castable share by turn 4 over fixed pseudo-random sevens (SplitMix64, seed 0).
    fn mean_castable(&mut self) -> Result<f64, FeatureError> {
        let mut cards: Vec<CardId> = Vec::new();
        for id in self.deck.ids() {
            cards.extend((0..self.deck.copies(id)).map(|_| id));
        }
        let size = cards.len().min(7);
        let mut state = 0u64;
        let mut total = 0u32;
        for _ in 0..MEAN_HANDS {
            for at in 0..size {
                let left = (cards.len() - at) as u64;
                let other = at + usize::try_from(next(&mut state) % left).unwrap_or(0);
                cards.swap(at, other);
            }
            let hand = cards.get(..size).unwrap_or_default();
            let forecast = self.forecaster.forecast(&self.deck, hand)?;
            let spells = hand.iter().zip(&forecast.card_turn);
            total += spells.fold(0, |n, (id, turn)| {
                n + u32::from(!self.deck.facts(*id).land && *turn <= 4)
            });
        }
        Ok(f64::from(total) / f64::from(MEAN_HANDS) / 7.0)
    }
}

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut x = *state;
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
