//! What every command shares: output, colours, signals, paths, exit codes.

pub mod decks;
mod output;
pub mod pilots;
pub mod signals;

pub use output::{ColorChoice, Out};

use crate::error::AppError;
use clap::{Args, Parser};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use turnzero_datasets::DataRoot;

/// Options of every command.
#[derive(Clone, Debug, Args)]
pub struct Global {
    /// Print one JSON object on standard output and nothing else there
    #[arg(long, global = true)]
    pub json: bool,
    /// When to colour
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,
}

/// The catalogue option of commands that read decks.
#[derive(Clone, Debug, Default, Args)]
pub struct CatalogArg {
    /// MTGJSON AtomicCards file (plain, gz or zst); default `$TURNZERO_CATALOG`, else the data root's catalogue
    #[arg(long, value_name = "FILE")]
    pub catalog: Option<PathBuf>,
}

/// Reads the arguments; help, version and usage errors are printed here.
///
/// # Errors
/// The exit code to end with: 0 after help, 2 for wrong usage, 3 when help cannot be written.
fn parse<P: Parser>() -> Result<P, ExitCode> {
    // Clap's own look at the terminal would colour `TERM=dumb` on a build server.
    let color = match ColorChoice::of_arguments() {
        ColorChoice::Always => clap::ColorChoice::Always,
        ColorChoice::Auto if ColorChoice::Auto.enabled(true) => clap::ColorChoice::Auto,
        ColorChoice::Auto | ColorChoice::Never => clap::ColorChoice::Never,
    };
    let matches = P::command().color(color).try_get_matches();
    let parsed =
        matches.and_then(|matches| P::from_arg_matches(&matches).map_err(|error| error.format(&mut P::command())));
    parsed.map_err(|error| {
        let written = error.print().and_then(|()| io::stdout().flush());
        match written {
            Err(write) if write.kind() != io::ErrorKind::BrokenPipe => {
                output::complain(&format!("cannot write to standard output: {write}"));
                ExitCode::from(3)
            }
            _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
        }
    })
}

/// The data root in force.
///
/// # Errors
/// Exit-3 class when it cannot be determined.
pub fn data_root() -> Result<DataRoot, AppError> {
    Ok(DataRoot::of_process()?)
}

/// Prints the error on standard error and gives its exit code.
fn finish(result: Result<(), AppError>) -> ExitCode {
    match result {
        Ok(()) | Err(AppError::ClosedPipe) => ExitCode::SUCCESS,
        Err(error) => {
            let text = error.to_string();
            if !text.is_empty() {
                output::complain(&text);
            }
            error.into()
        }
    }
}

/// A number with its noun: `1 card`, `2 cards`.
pub fn count(n: impl TryInto<u64>, noun: &str) -> String {
    // No count of this program is beyond 64 bits.
    match n.try_into().unwrap_or(u64::MAX) {
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}

/// A whole program: reads the arguments, watches for signals, runs the command, gives the exit code.
pub fn run<P: Parser>(command: impl FnOnce(&P) -> Result<(), AppError>) -> ExitCode {
    match parse::<P>() {
        Ok(cli) => finish(signals::watch().and_then(|()| command(&cli))),
        Err(code) => code,
    }
}

/// A warning on standard error.
pub fn warn(text: &str) {
    output::complain(&format!("warning: {text}"));
}

/// Makes the folder of a file that is about to be written.
///
/// # Errors
/// Exit-3 class when it cannot be made.
pub fn make_parent(path: &std::path::Path) -> Result<(), AppError> {
    let Some(parent) = path.parent() else {
        return Ok(());
    };
    std::fs::create_dir_all(parent)
        .map_err(|error| AppError::Input(format!("cannot make {}: {error}", parent.display())))
}
