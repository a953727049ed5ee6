//! `puzzle-check`: runs puzzle files and says which claims hold.

use crate::cli::{self, Global, Out, decks};
use crate::error::{AppError, Result};
use crate::puzzle::{
    BlankCheck, GoldenResult, KnownBad, OutcomeClass, PuzzleResult, RunOptions, Tally, Unexpected, check_blank,
    compare, discover, junit, label, run_file,
};
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use turnzero_contract::CardDefinition;
use turnzero_engine::puzzle::Dialect;

/// Where the list of puzzles that do not pass is looked for.
const KNOWN_BAD: &str = "puzzles/known-bad.txt";

/// Whose habits a file follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DialectArg {
    /// Players are p0 and p1; the last card of a library is its top
    Deepscry,
    /// Players may be human and ai; the first card of a library is its top
    Forge,
    /// As each file looks
    #[default]
    Auto,
}

/// Arguments of `puzzle-check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  puzzle-check                                    every puzzle under puzzles/
  puzzle-check puzzles/cards/shock.pzl --show-log one puzzle, with what happened
  puzzle-check --blank-named-card puzzles/cards   each card's puzzle must notice that the card does nothing
  puzzle-check puzzles --strict --junit out.xml   for a build server")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct PuzzleCheckArgs {
    /// Puzzle files, or folders that are searched through
    #[arg(value_name = "PATH", default_value = "puzzles")]
    paths: Vec<PathBuf>,
    /// Fail on every failure, known or not, and on lines without effect
    #[arg(long)]
    strict: bool,
    /// Write JUnit XML here
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Threads; default: one a processor
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Tell of every file, of warnings and of script lines that nothing used
    #[arg(long, short)]
    verbose: bool,
    /// Print what happened in each puzzle
    #[arg(long)]
    show_log: bool,
    /// Who plays seats without a script, and judges mulligan puzzles
    #[arg(long, value_name = "NAME", default_value = "heuristic")]
    pilot: String,
    /// List of puzzles that are known not to pass; default: puzzles/known-bad.txt, if it is there
    #[arg(long, value_name = "FILE")]
    known_bad: Option<PathBuf>,
    /// Compare what happened with the log beside each puzzle
    #[arg(long)]
    golden: bool,
    /// Write the logs beside the puzzles anew; also with MTG_BLESS_GOLDEN=1
    #[arg(long)]
    bless: bool,
    /// Take the abilities from the card each file is named for: every file must fail then
    #[arg(long)]
    blank_named_card: bool,
    /// Whose habits files follow
    #[arg(long, value_enum, default_value_t)]
    dialect: DialectArg,
}

impl PuzzleCheckArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit 1 when a puzzle does not come out as it should; exit 3 when a path or list cannot be read.
    pub fn run(&self, global: &Global) -> Result<()> {
        let out = Out::new(global);
        let files = discover(&self.paths)?;
        if files.is_empty() {
            return Err(AppError::Input(format!(
                "no .pzl file in {}; give a puzzle or a folder of puzzles",
                self.paths
                    .iter()
                    .map(|path| path.display().to_string())
                    .collect::<Vec<_>>()
                    .join(", ")
            )));
        }
        let known_bad = self.known_bad()?;
        let pool = decks::pool()?;
        let names: std::collections::HashMap<String, &Arc<CardDefinition>> = pool
            .iter()
            .flat_map(|card| [&card.name, &card.front().name].map(|name| (name.to_lowercase(), card)))
            .collect();
        let pilot = crate::puzzle::pilots(&self.pilot)?;
        let options = RunOptions {
            dialect: match self.dialect {
                DialectArg::Deepscry => Some(Dialect::DeepScry),
                DialectArg::Forge => Some(Dialect::Forge),
                DialectArg::Auto => None,
            },
            strict: self.strict,
            blank: None,
            pilot: &*pilot,
            find: &|name| names.get(&name.to_lowercase()).map(|card| Arc::clone(card)),
        };
        let threads = self.threads.map_or(0, usize::from);
        let workers = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| AppError::Input(format!("cannot start {threads} threads: {error}")))?;
        if self.blank_named_card {
            let checks: Vec<(PathBuf, BlankCheck)> = workers.install(|| {
                let checks = files
                    .par_iter()
                    .map(|file| (file.clone(), check_blank(file, pool, &options)));
                checks.collect()
            });
            return blank_report(out, &checks, self.verbose);
        }
        let results: Vec<PuzzleResult> =
            workers.install(|| files.par_iter().map(|file| run_file(file, &options)).collect());
        self.report(out, &results, &known_bad)
    }

    fn known_bad(&self) -> Result<KnownBad> {
        let path = match &self.known_bad {
            Some(path) => path.clone(),
            None if Path::new(KNOWN_BAD).is_file() => PathBuf::from(KNOWN_BAD),
            None => return Ok(KnownBad::default()),
        };
        let text = std::fs::read_to_string(&path)
            .map_err(|error| AppError::Input(format!("cannot read {}: {error}", path.display())))?;
        KnownBad::parse(&path.display().to_string(), &text).map_err(AppError::Input)
    }

    fn report(&self, out: Out, results: &[PuzzleResult], known_bad: &KnownBad) -> Result<()> {
        let one = results.len() == 1;
        for result in results {
            if self.show_log || self.verbose && one {
                out.line(format_args!("== {}", label(&result.path)))?;
                for line in &result.log {
                    out.line(format_args!("  {line}"))?;
                }
            }
            if self.verbose || !result.class.is_pass() {
                out.line(format_args!("{} {}", result.class.name(), label(&result.path)))?;
                for message in &result.messages {
                    out.line(format_args!("    {message}"))?;
                }
            }
            if self.verbose {
                for warning in &result.warnings {
                    out.line(format_args!("    warning: {warning}"))?;
                }
                if result.unused > 0 {
                    out.line(format_args!("    unused script lines: {}", result.unused))?;
                }
            }
        }
        let stale = self.goldens(out, results)?;
        if let Some(path) = &self.junit {
            let xml = junit(results).map_err(AppError::input)?;
            cli::make_parent(path)?;
            std::fs::write(path, xml)
                .map_err(|error| AppError::Input(format!("cannot write {}: {error}", path.display())))?;
            let whole = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            out.line(format_args!("JUnit: {}", whole.display()))?;
        }
        let tally = Tally::of(results);
        let failed = results.iter().filter(|result| !result.class.is_pass());
        let unexpected: Vec<Unexpected> = if self.strict || one && self.paths[0].is_file() {
            let mut odd = known_bad.unexpected(results);
            for result in failed {
                let path = label(&result.path);
                if !odd.iter().any(|other| other.path == path) {
                    odd.push(Unexpected {
                        path,
                        expected: "pass",
                        class: result.class.name(),
                    });
                }
            }
            odd
        } else {
            known_bad.unexpected(results)
        };
        for odd in unexpected.iter().filter(|odd| odd.expected != "pass") {
            out.line(format_args!(
                "{}: the list of known failures says {}, it is {}; mend the list",
                odd.path, odd.expected, odd.class
            ))?;
        }
        let claims: u32 = results.iter().map(|result| result.claims).sum();
        out.line(format_args!(
            "ran {}: {} with claims passed, {} without claims passed, {} failed, {} engine errors, {} load errors; \
             {claims} claims; {} unexpected",
            cli::count(tally.run, "puzzle"),
            tally.assert_pass,
            tally.smoke_pass,
            tally.assert_fail,
            tally.engine_error,
            tally.load_error,
            unexpected.len()
        ))?;
        out.object(&serde_json::json!({
            "run": tally.run,
            "assert_pass": tally.assert_pass,
            "smoke_pass": tally.smoke_pass,
            "assert_fail": tally.assert_fail,
            "engine_error": tally.engine_error,
            "load_error": tally.load_error,
            "claims": claims,
            "unexpected": unexpected,
            "golden_unexpected": stale,
            "results": results,
        }))?;
        if unexpected.is_empty() && stale == 0 {
            return Ok(());
        }
        Err(AppError::CheckFailed(format!(
            "{} did not come out as expected",
            cli::count(unexpected.len() + stale, "puzzle")
        )))
    }

    /// Compares or writes the logs beside the puzzles; how many are not as they should be.
    fn goldens(&self, out: Out, results: &[PuzzleResult]) -> Result<usize> {
        let bless = self.bless || std::env::var_os("MTG_BLESS_GOLDEN").is_some_and(|value| value == "1");
        if !(self.golden || bless) {
            return Ok(0);
        }
        let mut stale = 0;
        for result in results {
            let path = label(&result.path);
            match compare(result, bless) {
                GoldenResult::Same | GoldenResult::Blessed => {}
                GoldenResult::Excluded => out.line(format_args!("{path}: does not run, so it has no log"))?,
                GoldenResult::Missing => {
                    stale += 1;
                    out.line(format_args!("{path}: no log beside it; write it with --bless"))?;
                }
                GoldenResult::Different(diff) => {
                    stale += 1;
                    out.line(format_args!("{path}: something else happens now\n{diff}"))?;
                }
                GoldenResult::Unreadable(why) => return Err(AppError::Input(why)),
            }
        }
        Ok(stale)
    }
}

fn blank_report(out: Out, checks: &[(PathBuf, BlankCheck)], verbose: bool) -> Result<()> {
    let mut faults = Vec::new();
    for (path, check) in checks {
        if let Some(fault) = &check.fault {
            out.line(format_args!("{}: {fault}", label(path)))?;
            faults.push(serde_json::json!({ "path": label(path), "card": check.card, "fault": fault }));
        } else if verbose {
            out.line(format_args!("{}: fails, as it should", label(path)))?;
        }
    }
    out.line(format_args!(
        "{} run with the named card blank: {} failed as they should, {} did not",
        cli::count(checks.len(), "puzzle"),
        checks.len() - faults.len(),
        faults.len()
    ))?;
    let failed = |class| {
        let of = |check: &BlankCheck| check.result.as_ref().is_some_and(|result| result.class == class);
        checks.iter().filter(|(_, check)| of(check)).count()
    };
    out.object(&serde_json::json!({
        "run": checks.len(),
        "assert_pass": failed(OutcomeClass::AssertPass),
        "smoke_pass": failed(OutcomeClass::SmokePass),
        "assert_fail": failed(OutcomeClass::AssertFail),
        "engine_error": failed(OutcomeClass::EngineError),
        "load_error": checks.len()
            - OutcomeClass::ALL[..4].iter().map(|class| failed(*class)).sum::<usize>(),
        "unexpected": faults,
    }))?;
    if faults.is_empty() {
        return Ok(());
    }
    Err(AppError::CheckFailed(format!(
        "{} would not notice that the card does nothing",
        cli::count(faults.len(), "puzzle")
    )))
}
