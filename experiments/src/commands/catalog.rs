//! `study catalog add`: copy and index the user's card catalogue.

use crate::cli::{self, Out};
use crate::error::{AppError, Result};
use clap::Subcommand;
use serde_json::json;
use std::path::PathBuf;
use turnzero_cards::catalog::Catalog;

/// Commands of `study catalog`.
#[derive(Clone, Debug, Subcommand)]
#[command(after_help = "\
Examples:
  study catalog add ~/Downloads/AtomicCards.json.gz
  study catalog add AtomicCards.json --json")]
pub enum CatalogCommand {
    /// Copy an MTGJSON AtomicCards file (plain, gz or zst) under the data root and index it
    #[command(after_help = "\
Examples:
  study catalog add ~/Downloads/AtomicCards.json.gz
  study catalog add AtomicCards.json --json")]
    Add {
        /// The catalogue file
        file: PathBuf,
    },
}

impl CatalogCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit-3 class when the file is no catalogue.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let Self::Add { file } = self;
        let added = Catalog::add(file, &cli::data_root()?.path().join("catalog")).map_err(AppError::input)?;
        out.line(format_args!(
            "{} cards\n{}\nsha256 {}",
            added.cards,
            added.path.display(),
            added.sha256
        ))?;
        out.object(&json!({"cards": added.cards, "path": added.path, "index": added.index, "sha256": added.sha256}))
    }
}
