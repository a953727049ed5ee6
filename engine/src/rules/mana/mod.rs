//! Mana: what is needed, what is there, and paying the one with the other (CR 106, 601.2g, 605).

mod need;
mod pay;
mod plan;
mod source;

pub(crate) use need::{Need, Purpose};
