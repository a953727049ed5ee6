//! Casting spells, activating abilities, playing lands, and announcing triggered abilities
//! (CR 305, 601, 602, 603.3).

mod announce;
mod cost;
mod legal;
mod pay;
mod target;
