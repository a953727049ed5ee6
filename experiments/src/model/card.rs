//! The model card: what a model is, what it was measured on, what it is not.

use super::estimate_text;
use super::publish::Recipe;
use serde_json::Value;
use std::fmt::Write as _;
use turnzero_datasets::HUMAN;
use turnzero_spark::Trained;
use turnzero_spark::report::FIGURES;

/// What figures against these labels mean.
pub fn label_note(labels: &str) -> String {
    if labels == HUMAN {
        "agreement with one person's choices, which are no ground truth".to_owned()
    } else {
        format!("imitates {labels}: high figures show that the pipeline works, nothing about good mulligans")
    }
}

/// `MODEL_CARD.md`.
pub(super) fn model_card(trained: &Trained, metrics: &Value, recipe: &Recipe, truncated: usize) -> String {
    let model = &trained.model;
    let mut text = format!("# Spark mulligan model: agreement with {}\n\n", recipe.labels);
    let _ = writeln!(text, "**{}**\n", label_note(&recipe.labels));
    let _ = writeln!(text, "## What it is\n");
    let _ = writeln!(
        text,
        "A class-balanced logistic model over {} bounded facts of an opening hand that assume no draw (feature schema \
         {}). Keep iff the balanced score is at least 0; `p_keep` corrects it to the class mix of training. The chosen \
         penalty is λ = {}.\n",
        model.features.len(),
        model.feature_schema.number,
        model.selection.lambda
    );
    let _ = writeln!(text, "## Data\n");
    let _ = writeln!(
        text,
        "{} rows of {} games labelled by {}; {} keep, {} mulligan, {} of them unsure (half weight); {truncated} rows \
         with a truncated analysis.\n",
        model.rows,
        metrics.get("groups").unwrap_or(&Value::Null),
        recipe.labels,
        trained.metrics.class_counts.keep,
        trained.metrics.class_counts.mulligan,
        trained.metrics.class_counts.unsure,
    );
    let _ = writeln!(text, "## Agreement with {}, cross-validated by game\n", recipe.labels);
    let _ = writeln!(
        text,
        "| figure | n | Spark | lands, lands², depth | always keep |\n|---|---|---|---|---|"
    );
    for key in FIGURES {
        let at = |path: &str| {
            metrics
                .pointer(&format!("{path}/{key}"))
                .map_or_else(String::new, estimate_text)
        };
        let _ = writeln!(
            text,
            "| {key} | {} | {} | {} | {} |",
            metrics.pointer(&format!("/cv/{key}/n")).unwrap_or(&Value::Null),
            at("/cv"),
            at("/baselines/lands_logistic"),
            at("/baselines/always_keep")
        );
    }
    let _ = writeln!(
        text,
        "\nn: rows behind the figure, from {} games. Intervals: 95 % bootstrap over games, predictions fixed (does \
         not include refitting).\n",
        metrics.get("groups").unwrap_or(&Value::Null)
    );
    let _ = writeln!(text, "## Limits\n");
    text.push_str(
        "- Trained on keep-or-mulligan choices only. Ranking cards for the bottom by the same score is extrapolation.\n\
         - Only the first five turns without draws are analysed; what a card draws is unknown to it.\n\
         - Decks unlike those above may lie outside what it has seen; see `leave_one_deck_out` in `metrics.json`.\n\
         - Nothing here measures win rates.\n",
    );
    text
}
