//! Rules truth for whole games: state, turn, stack, mana, layers, combat.

pub(crate) mod actions;
mod cast;
pub(crate) mod characteristics;
pub(crate) mod combat;
pub(crate) mod decision;
mod entering;
pub(crate) mod ids;
pub(crate) mod knowledge;
mod layers;
pub(crate) mod log;
pub(crate) mod mana;
pub(crate) mod object;
pub(crate) mod player;
pub(crate) mod pool;
mod prevention;
pub(crate) mod query;
pub(crate) mod random_game;
mod resolve;
mod sample;
mod sba;
pub(crate) mod setup;
pub(crate) mod stack;
pub(crate) mod state;
pub(crate) mod step;
pub(crate) mod triggers;
pub(crate) mod turn;
pub(crate) mod view;

#[cfg(test)]
mod tests;
