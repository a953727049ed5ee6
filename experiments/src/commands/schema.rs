//! `study schema`: JSON Schema of everything that crosses the boundary.

use crate::cli::{self, Out};
use crate::error::{AppError, Result};
use clap::Args;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::Value;
use turnzero_contract::protocol::{FromPilot, ToPilot};

/// Arguments of `study schema`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  study schema > pilot.schema.json     messages of the exec: protocol, and every type inside
  study schema --json | jq '.\"$defs\" | keys'")]
pub struct SchemaArgs {}

impl SchemaArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// A write error.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let text = serde_json::to_string_pretty(&protocol()).map_err(AppError::input)?;
        Out::new(global).raw(&format!("{text}\n"))
    }
}

/// One schema: a message in either direction.
pub fn protocol() -> Value {
    let mut generator = SchemaGenerator::new(SchemaSettings::draft2020_12());
    let to_pilot = generator.subschema_for::<ToPilot>();
    let from_pilot = generator.subschema_for::<FromPilot>();
    let definitions = generator.take_definitions(true);
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "TurnZero pilot protocol: one JSON object a line",
        "oneOf": [to_pilot, from_pilot],
        "$defs": definitions,
    })
}
