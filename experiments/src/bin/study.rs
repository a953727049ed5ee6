//! `study`: play hands, compare policies.

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use turnzero_experiments::cli::{self, Global};
use turnzero_experiments::commands::{
    bench::BenchArgs, cards::CardsArgs, catalog::CatalogCommand, decks::DecksCommand, leak_check::LeakCheckArgs,
    mulligans::MulligansArgs, report::ReportArgs, schema::SchemaArgs, verify::VerifyArgs,
};

/// Play seeded opening hands and compare who keeps what
#[derive(Debug, Parser)]
#[command(
    name = "study",
    version,
    after_help = "\
Examples:
  study mulligans --pilot heuristic
  study report .data/mulligan-study/baeloth-quintorius-50-v5.json --html report.html"
)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run or resume a mulligan study
    Mulligans(Box<MulligansArgs>),
    /// Compare actors across batches, or print one actor's record
    Report(ReportArgs),
    /// Check a study's integrity
    Verify(VerifyArgs),
    /// Check deck lists
    #[command(subcommand)]
    Decks(DecksCommand),
    /// Show cards, or what the pool covers
    Cards(CardsArgs),
    /// The user's card catalogue
    #[command(subcommand)]
    Catalog(CatalogCommand),
    /// Prove that nothing a player does not know reaches it
    LeakCheck(LeakCheckArgs),
    /// Speed of engine, boundary and features on this machine
    Bench(BenchArgs),
    /// JSON Schema of the messages that pilots see and send
    Schema(SchemaArgs),
}

fn main() -> ExitCode {
    cli::run(|Cli { global, command }| match command {
        Command::Mulligans(args) => args.run(global),
        Command::Report(args) => args.run(global),
        Command::Verify(args) => args.run(global),
        Command::Decks(command) => command.run(global),
        Command::Cards(args) => args.run(global),
        Command::Catalog(command) => command.run(global),
        Command::LeakCheck(args) => args.run(global),
        Command::Bench(args) => args.run(global),
        Command::Schema(args) => args.run(global),
    })
}
