//! `spark`: learn from opening hands, advise on them.

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use turnzero_experiments::cli::{self, Global};
use turnzero_experiments::commands::spark::{
    advise::AdviseArgs,
    bundles::{CompareArgs, RunsArgs, ShowArgs, VerifyArgs},
    evaluate::EvaluateArgs,
    export::ExportArgs,
    features::FeaturesArgs,
    import_hands::ImportHandsArgs,
    reproduce::ReproduceArgs,
    train::TrainArgs,
};

/// Learn which opening hands to keep, and ask about one
#[derive(Debug, Parser)]
#[command(
    name = "spark",
    version,
    after_help = "\
Examples:
  spark train-mulligans --labels heuristic
  spark advise --deck my-deck.txt --hand \"Forest; Forest; Llanowar Elves; …\""
)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Keep or mulligan for one hand, and why
    Advise(Box<AdviseArgs>),
    /// Learn keep or mulligan into an immutable bundle
    TrainMulligans(TrainArgs),
    /// Score other rows with a stored model, without refitting
    Evaluate(EvaluateArgs),
    /// Labelled hands as Parquet and JSON lines
    Export(ExportArgs),
    /// Labelled hands from a CSV become a dataset
    ImportHands(ImportHandsArgs),
    /// Feature vectors with their names
    Features(Box<FeaturesArgs>),
    /// List the stored runs
    Runs(RunsArgs),
    /// Model card and figures of a run
    Show(ShowArgs),
    /// Two runs side by side
    Compare(CompareArgs),
    /// Check that a bundle is whole and unchanged
    Verify(VerifyArgs),
    /// Make a bundle's deterministic files again from its inputs
    Reproduce(ReproduceArgs),
}

fn main() -> ExitCode {
    cli::run(|Cli { global, command }| match command {
        Command::Advise(args) => args.run(global),
        Command::TrainMulligans(args) => args.run(global),
        Command::Evaluate(args) => args.run(global),
        Command::Export(args) => args.run(global),
        Command::ImportHands(args) => args.run(global),
        Command::Features(args) => args.run(global),
        Command::Runs(args) => args.run(global),
        Command::Show(args) => args.run(global),
        Command::Compare(args) => args.run(global),
        Command::Verify(args) => args.run(global),
        Command::Reproduce(args) => args.run(global),
    })
}
