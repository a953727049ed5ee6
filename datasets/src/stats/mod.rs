//! Statistics over games: the figures of every report, each with its interval and its n.
//!
//! All functions are pure and use `libm` and fixed-order sums, so that the same rows and seed
//! give the same bytes on every machine.

mod agreement;
mod bootstrap;
mod ceiling;
mod error;
mod groups;
mod holm;
mod interval;
mod mcnemar;
pub mod metrics;
pub mod normal;
mod pair_table;
mod power;
mod rng;
mod sign_flip;
mod verdict;

pub use agreement::{cohen_kappa, gwet_ac1, raw as raw_agreement};
pub use bootstrap::{Bootstrap, REPLICATES, Resampler};
pub use ceiling::{Ceiling, ceiling, flip_rate};
pub use error::{StatsError, Undefined};
pub use groups::Groups;
pub use holm::holm;
pub use interval::{Estimate, newcombe, percentile, wilson};
pub use mcnemar::mid_p as mcnemar_mid_p;
pub use pair_table::PairTable;
pub use power::{DIFFERENCE as POWER_DIFFERENCE, Power, paired_power};
pub use rng::SeededRng;
pub use sign_flip::{DRAWS, EXACT_UP_TO, SignFlip, SignFlipMethod, sign_flip};
pub use verdict::{ALPHA, MIN_DISCORDANT, Verdict, verdict};
