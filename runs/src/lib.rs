//! Immutable run bundles that verify with coreutils.

mod bundle;
mod compare;
mod draft;
mod error;
mod manifest;
mod shelf;

pub use bundle::{Bundle, Problem, Verification, verify};
pub use compare::{Difference, differences, first_difference};
pub use draft::{Draft, unprotect};
pub use error::{Error, Result};
pub use manifest::{MANIFEST, SUMS, Sums, is_deterministic};
pub use shelf::{LATEST, Shelf};
