//! The engine through its public verbs; modules and tests are named after the rules they check.

mod boundary;
mod common;
mod conformance;
mod cr_103_5_bottom;
mod cr_103_5_rounds;
mod cr_103_5c_free_mulligans;
mod cr_103_6_opening_hand_actions;
mod cr_702_124_commanders;
mod golden;
mod hypothetical;
mod noninterference;
