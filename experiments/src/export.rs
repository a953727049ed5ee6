//! Rows as plain columns, for readers; training never reads them back.

use std::collections::BTreeMap;
use turnzero_contract::{PlayerKnowledge, PlayerObservation};
use turnzero_datasets::export::{ColumnSpec, ColumnType, row_columns};
use turnzero_datasets::rows::Dataset;
use turnzero_parquet::{Column, ColumnData};
use turnzero_pilots::HeuristicPilot;
use turnzero_spark::TrainingSet;
use turnzero_spark::features::FEATURES;

/// The opening facts of a row that stand in columns of their own.
#[derive(Clone, Debug, Default)]
struct Opening {
    hand: String,
    commanders: String,
    mulligans_taken: i64,
    free_mulligans_left: i64,
    on_play: Option<bool>,
}

fn opening(value: &serde_json::Value) -> Opening {
    let Ok(observation) = serde_json::from_value::<PlayerObservation>(value.clone()) else {
        return Opening::default();
    };
    let on_play = observation.starting_player.map(|seat| seat == observation.seat);
    observation.opening.map_or_else(Opening::default, |opening| Opening {
        hand: opening.hand.join("; "),
        commanders: opening.commanders.join("; "),
        mulligans_taken: opening
            .mulligans_taken
            .get(observation.seat.index())
            .map_or(0, |taken| i64::from(*taken)),
        free_mulligans_left: i64::from(opening.free_mulligans_left),
        on_play,
    })
}

/// The heuristic's profile of every deck, by knowledge.
fn profiles(dataset: &Dataset) -> BTreeMap<&str, String> {
    let known = dataset.knowledge.iter().filter_map(|(sha256, value)| {
        let knowledge: PlayerKnowledge = serde_json::from_value(value.clone()).ok()?;
        let profile = HeuristicPilot::profile_for(&knowledge).ok()?;
        Some((sha256.as_str(), profile.to_owned()))
    });
    known.collect()
}

/// What each column of [`columns`] means, in its order.
pub fn dictionary() -> Vec<ColumnSpec> {
    use ColumnType::{Boolean, Float, Integer, Text};
    let mut specs = row_columns();
    specs.extend([
        ColumnSpec::new(
            "profile",
            Text,
            "",
            "Deck profile that the heuristic uses; configuration, never a feature.",
        ),
        ColumnSpec::new("hand", Text, "", "Cards of the hand by name, separated by `; `."),
        ColumnSpec::new("commanders", Text, "", "Own commanders by name, separated by `; `."),
        ColumnSpec::new(
            "depth",
            Integer,
            "mulligans",
            "Mulligans taken before this hand, free ones included.",
        ),
        ColumnSpec::new(
            "free_mulligans_left",
            Integer,
            "mulligans",
            "Mulligans left that cost no card.",
        ),
        ColumnSpec::new("on_play", Boolean, "", "Takes the first turn; empty when unknown."),
    ]);
    specs.extend(
        FEATURES
            .iter()
            .map(|feature| ColumnSpec::new(feature.name, Float, feature.unit, feature.meaning)),
    );
    specs
}

/// The rows as columns; `set` holds the features of the same rows in the same order.
pub fn columns(dataset: &Dataset, set: &TrainingSet) -> Vec<Column> {
    let openings: Vec<Opening> = dataset.rows.iter().map(|row| opening(&row.observation)).collect();
    let profiles = profiles(dataset);
    let rows = &dataset.rows;
    let text = |of: &dyn Fn(usize) -> Option<String>| ColumnData::Str((0..rows.len()).map(of).collect());
    let integer = |of: &dyn Fn(usize) -> Option<i64>| ColumnData::I64((0..rows.len()).map(of).collect());
    let truth = |of: &dyn Fn(usize) -> Option<bool>| ColumnData::Bool((0..rows.len()).map(of).collect());
    let mut data = vec![
        text(&|i| Some(rows[i].origin.source.clone())),
        integer(&|i| i64::try_from(rows[i].origin.row).ok()),
        text(&|i| Some(rows[i].origin.group.clone())),
        text(&|i| Some(rows[i].origin.deck.clone())),
        text(&|i| Some(rows[i].origin.actor.clone())),
        text(&|i| Some(rows[i].origin.knowledge.clone())),
        text(&|i| Some(rows[i].labels.label_original.to_string())),
        text(&|i| Some(rows[i].labels.label_effective.to_string())),
        truth(&|i| Some(rows[i].labels.unsure_original)),
        truth(&|i| Some(rows[i].labels.unsure_effective)),
        text(&|i| rows[i].labels.review_span.map(|(from, to)| format!("{from}:{to}"))),
        text(&|i| rows[i].labels.review_unparsed.clone()),
        text(&|i| Some(rows[i].reason.clone())),
        truth(&|i| Some(rows[i].unblinded)),
        text(&|i| profiles.get(rows[i].origin.knowledge.as_str()).cloned()),
        text(&|i| Some(openings[i].hand.clone())),
        text(&|i| Some(openings[i].commanders.clone())),
        integer(&|i| Some(openings[i].mulligans_taken)),
        integer(&|i| Some(openings[i].free_mulligans_left)),
        truth(&|i| openings[i].on_play),
    ];
    for column in 0..set.n_cols() {
        data.push(ColumnData::F64(
            (0..rows.len())
                .map(|row| set.features(row).get(column).copied())
                .collect(),
        ));
    }
    dictionary()
        .into_iter()
        .zip(data)
        .map(|(spec, data)| Column { name: spec.name, data })
        .collect()
}
