//! Game actions that effects, costs and rules have in common.

mod cards;
mod costs;
mod damage;
mod life;
mod movement;
mod permanents;

pub(crate) use movement::Destination;
pub(crate) use permanents::LOYALTY;
