//! `spark features`: feature vectors with their names.

use super::advise::{HandArgs, parse_hand};
use crate::cli::{self, Out};
use crate::error::{AppError, Result};
use crate::hands::{self, Situation};
use clap::Args;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use turnzero_spark::features::{FEATURE_SCHEMA, FEATURES, FeatureExtractor, FeatureVector, schema_sha256};

/// Arguments of `spark features`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  spark features --deck decks/commander_baeloth_iron_throne.txt \\
    --hand \"Swamp; Mountain; Command Tower; Sol Ring; Arcane Signet; Night's Whisper; Grave Titan\"
  spark features --deck burn.txt --hands hands.csv --json")]
pub struct FeaturesArgs {
    #[command(flatten)]
    hand_args: HandArgs,
    /// The hand: cards separated by `;`
    #[arg(
        long,
        value_name = "CARDS",
        required_unless_present = "hands",
        conflicts_with = "hands"
    )]
    hand: Option<String>,
    /// CSV of hands as `spark import-hands` reads them; labels are not needed
    #[arg(long, value_name = "FILE")]
    hands: Option<PathBuf>,
}

impl FeaturesArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// Exit-3 class for hands that do not fit the deck.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        let (deck, situation) = self.hand_args.load(&cli::data_root()?)?;
        let mut extractor = FeatureExtractor::new(&situation.knowledge()?).map_err(AppError::input)?;
        if let Some(text) = &self.hand {
            let hand = parse_hand(&deck, text)?;
            let on_play = Some(!self.hand_args.on_draw);
            let found = vector(
                &situation,
                &mut extractor,
                &hand,
                on_play,
                self.hand_args.mulligans_taken,
            )
            .map_err(|error| AppError::Input(format!("--hand: {error}")))?;
            for (feature, value) in FEATURES.iter().zip(&found.values) {
                out.line(format_args!(
                    "{:28} {value:8.4}  {} (1 = {})",
                    feature.name, feature.meaning, feature.unit
                ))?;
            }
            return out.object(&json!({
                "schema": FEATURE_SCHEMA,
                "schema_sha256": schema_sha256(),
                "truncated": found.truncated,
                "values": named(&found),
            }));
        }
        let Some(file) = &self.hands else {
            return Err(AppError::Usage("give --hand or --hands".to_owned()));
        };
        let (rows, skipped) = hands::read(file, false)?;
        let mut problems: Vec<String> = skipped
            .iter()
            .map(|row| format!("line {}: {}", row.line, row.reason))
            .collect();
        let mut vectors: Vec<Value> = Vec::new();
        let mut truncated = 0;
        if !out.is_json() {
            let names: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
            out.line(format_args!("row,{}", names.join(",")))?;
        }
        for row in &rows {
            let found = row
                .hand
                .iter()
                .map(|card| hands::name_in(&deck, card))
                .collect::<Result<Vec<String>, String>>()
                .and_then(|hand| vector(&situation, &mut extractor, &hand, row.on_play, row.mulligans_taken));
            match found {
                Ok(found) => {
                    truncated += usize::from(found.truncated);
                    let values: Vec<String> = found.values.iter().map(f64::to_string).collect();
                    out.line(format_args!("{},{}", row.row, values.join(",")))?;
                    vectors.push(json!({"row": row.row, "truncated": found.truncated, "values": named(&found)}));
                }
                Err(error) => problems.push(format!("line {}: {error}", row.line)),
            }
        }
        if !problems.is_empty() {
            return Err(AppError::Input(format!(
                "{}:\n  {}",
                file.display(),
                problems.join("\n  ")
            )));
        }
        out.object(&json!({
            "schema": FEATURE_SCHEMA,
            "schema_sha256": schema_sha256(),
            "truncated": truncated,
            "hands": vectors,
        }))
    }
}

fn vector(
    situation: &Situation,
    extractor: &mut FeatureExtractor,
    hand: &[String],
    on_play: Option<bool>,
    mulligans_taken: u32,
) -> Result<FeatureVector, String> {
    let (_, point) = situation
        .ask(hand, on_play, mulligans_taken)
        .map_err(|error| error.to_string())?;
    extractor
        .features(&point.observation)
        .map_err(|error| error.to_string())
}

fn named(found: &FeatureVector) -> Map<String, Value> {
    FEATURES
        .iter()
        .zip(&found.values)
        .map(|(feature, value)| (feature.name.to_owned(), json!(value)))
        .collect()
}
