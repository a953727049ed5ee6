//! Whole games: answers to every kind of offer, and a policy that plays for value.
//!
//! Everything is read from the observation, the offers and the definitions that were delivered; nothing here
//! can see the engine.

mod answers;
mod attack;
mod block;
mod board;
mod book;
mod chance;
mod choose;
mod intent;
mod policy;
mod priority;
mod shares;
mod weights;

pub(crate) use answers::least;
pub(crate) use chance::{Draw, uniform};
pub(crate) use policy::Policy;
pub use shares::{evenly, lethal_in_order};

use turnzero_contract::DecisionPoint;

/// Whether a decision belongs to a game that is played, not to the mulligan phase.
pub(crate) const fn is_play(point: &DecisionPoint) -> bool {
    point.observation.play.is_some()
}
