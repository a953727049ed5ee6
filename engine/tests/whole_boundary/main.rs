//! The boundary of whole games: what seats see and answer, and that nothing else gets through.

mod common;
mod noninterference;
mod observation;
mod refusals;
