//! The commands of `spark`.

pub mod advise;
pub mod bundles;
pub mod evaluate;
pub mod export;
pub mod features;
pub mod import_hands;
pub mod reproduce;
pub mod train;
