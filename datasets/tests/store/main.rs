//! The study store against the world: kills, torn files, other writers, forgers.

mod fixture;
mod journal_damage;
#[cfg(unix)]
mod kill;
mod rows;
mod study_life;
