//! Studies, reports and the command-line programs: the one crate that sees both engine and pilots.

pub mod advice;
pub mod cli;
pub mod commands;
mod error;
pub mod export;
pub mod hands;
pub mod leak_check;
pub mod model;
pub mod puzzle;
pub mod report;
pub mod study;

pub use error::{AppError, Result};
