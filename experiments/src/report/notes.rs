//! What the figures do not show, said in words.

use super::actors::Reference;
use super::gather::Table;
use super::model::Report;
use super::words;
use crate::error::{AppError, Result};
use std::collections::{BTreeMap, BTreeSet};
use turnzero_datasets::{Sealing, Study};

/// All notes, the weightiest first.
pub(super) fn notes(table: &Table<'_>, reference: &Reference, report: &Report) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(name) = report.reference.as_ref().filter(|_| report.reference_is_machine) {
        notes.push(format!(
            "Every figure is agreement with {name}, a program. An actor that imitates or agrees with {name}: high \
             figures show that the pipeline works, nothing about good mulligans."
        ));
    }
    if report.reference.is_none() {
        notes.push(
            "There is no reference: differences say who keeps more, not who is better. --reference ACTOR names one."
                .to_owned(),
        );
    }
    notes.extend(reference.note.clone());
    for sealed in &report.sealed {
        notes.push(format!("Batch {} is sealed: {}.", sealed.batch, sealed.why));
    }
    for (label, actor) in &report.actors {
        if let Some(why) = &actor.withheld {
            notes.push(format!("WITHHELD: rates and tests of {label}: {why}."));
        }
    }
    imitation(table, &mut notes);
    if !report.in_sample.is_empty() {
        let actors: BTreeSet<&str> = report.in_sample.iter().map(|game| game.actor.as_str()).collect();
        notes.push(format!(
            "In-sample: {} of {} (the model was trained on them): listed, and left out of every rate and test.",
            words::counted(report.in_sample.len(), "game"),
            actors.into_iter().collect::<Vec<_>>().join(", ")
        ));
    }
    notes.extend(table.notes.iter().cloned());
    counts(report, &mut notes);
    pooling(table, report, &mut notes);
    notes
}

/// Models trained on a program's labels.
fn imitation(table: &Table<'_>, notes: &mut Vec<String>) {
    for (_, actor) in table.shown() {
        let labels = actor.bundle.as_ref().and_then(|facts| facts.labels.as_deref());
        if let Some(labels) = labels.filter(|labels| *labels != turnzero_datasets::HUMAN) {
            notes.push(format!(
                "{} imitates {labels}: high figures show that the pipeline works, nothing about good mulligans.",
                actor.label
            ));
        }
    }
}

fn counts(report: &Report, notes: &mut Vec<String>) {
    for batch in &report.batches {
        for actor in &batch.actors {
            let who = format!("{} in batch {}", actor.actor, batch.batch);
            if actor.failed > 0 {
                notes.push(format!(
                    "{who}: {} failed and in no figure.",
                    words::counted(actor.failed, "game")
                ));
            }
            if actor.reviewed > 0 {
                notes.push(format!(
                    "{who}: {} changed by a review statement; the reviewed choice counts.",
                    words::counted(actor.reviewed, "choice")
                ));
            }
            if actor.unblinded > 0 {
                notes.push(format!(
                    "{who}: {} given after machine choices had been shown (unblinded).",
                    words::counted(actor.unblinded, "answer")
                ));
            }
        }
    }
}

/// Pooling over batches that differ, and first hands that do not match.
fn pooling(table: &Table<'_>, report: &Report, notes: &mut Vec<String>) {
    let options: BTreeSet<String> = report
        .batches
        .iter()
        .map(|batch| {
            let options = &batch.options;
            format!(
                "{}, {}, {:?}",
                crate::cli::count(options.seats, "seat"),
                crate::cli::count(options.free_mulligans, "free mulligan"),
                options.bottom_timing
            )
        })
        .collect();
    if options.len() > 1 {
        notes.push(format!(
            "The batches have different options ({}); pairs and actors are pooled over them, the table of batches is not.",
            options.into_iter().collect::<Vec<_>>().join("; ")
        ));
    }
    let mut knowledge: BTreeMap<(usize, u32), BTreeSet<&str>> = BTreeMap::new();
    for (_, actor) in table.shown() {
        for (key, game) in &actor.games {
            knowledge.entry(*key).or_default().insert(&game.record.knowledge);
        }
    }
    let differing = knowledge.values().filter(|addresses| addresses.len() > 1).count();
    if differing > 0 {
        notes.push(format!(
            "In {differing} games actors were shown different card definitions (other knowledge hash): the card texts \
             changed between the runs."
        ));
    }
    let other: usize = report.pairs.iter().map(|pair| pair.dropped.other_hand).sum();
    if other > 0 {
        notes.push(format!(
            "{other} game comparisons were left out because the recorded first hands differ: those studies were made \
             by different rules."
        ));
    }
}

/// Refuses to print the record of a sealed actor.
///
/// # Errors
/// [`AppError::Guard`] with the command that goes on.
pub fn records_seal(study: &Study, actor: &str, file: &str) -> Result<()> {
    if Sealing::of([study]).may_show(study.id(), actor) {
        return Ok(());
    }
    Err(AppError::Guard(format!(
        "the choices of {actor} are sealed until the human has answered batch {}; finish the hands, or show them with\n  \
         study report {file} --records {actor} --unseal\nwhich is recorded and marks later human answers unblinded",
        study.id()
    )))
}
