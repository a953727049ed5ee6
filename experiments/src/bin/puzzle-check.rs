//! `puzzle-check`: rules puzzles as executable tests.

use clap::Parser;
use std::process::ExitCode;
use turnzero_experiments::cli::{self, Global};
use turnzero_experiments::commands::puzzle_check::PuzzleCheckArgs;

/// Run puzzle files and say which claims hold
#[derive(Debug, Parser)]
#[command(name = "puzzle-check", version)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(flatten)]
    args: PuzzleCheckArgs,
}

fn main() -> ExitCode {
    cli::run(|Cli { global, args }| args.run(global))
}
