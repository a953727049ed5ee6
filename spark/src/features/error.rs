//! What feature extraction refuses.

use turnzero_forecast::ForecastError;

/// Why no features can be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeatureError {
    /// The forecast refused the deck or the hand.
    #[error(transparent)]
    Forecast(#[from] ForecastError),
    /// The observation is not of the mulligan phase.
    #[error("the observation has no `opening` part: features describe opening hands only")]
    NoOpening,
    /// The observation has no entry for its own seat.
    #[error("`{field}` has no entry for seat {seat}: give one entry for every seat")]
    NoSeat {
        /// The list.
        field: &'static str,
        /// The viewer's seat.
        seat: u8,
    },
    /// A deck without cards.
    #[error("the deck of the knowledge is empty: nothing can be said relative to it")]
    EmptyDeck,
}
