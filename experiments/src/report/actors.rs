//! Who the reference is.

use super::gather::Table;
use crate::error::{AppError, Result};
use turnzero_datasets::HUMAN;

/// The reference and why it is that one.
pub(super) struct Reference {
    pub(super) index: Option<usize>,
    pub(super) note: Option<String>,
}

/// The human if complete in every batch of the report, else the actor asked for, else nobody.
///
/// # Errors
/// Exit-3 class: the actor asked for is not there, is ambiguous, or may not be shown.
pub(super) fn reference(table: &Table<'_>, asked: Option<&str>) -> Result<Reference> {
    let human = table.actors.iter().position(|actor| actor.name == HUMAN);
    let complete: Vec<bool> = (0..table.batches.len())
        .map(|batch| table.human_complete(batch))
        .collect();
    let all_complete = human.is_some() && !complete.is_empty() && complete.iter().all(|complete| *complete);
    let humans = table.actors.iter().filter(|actor| actor.name == HUMAN).count();
    if all_complete && humans == 1 {
        let note = asked.filter(|asked| *asked != HUMAN).map(|asked| {
            format!("The human has answered every game and is the reference; --reference {asked} is not used.")
        });
        return Ok(Reference { index: human, note });
    }
    let Some(asked) = asked else {
        let note = complete.iter().any(|complete| *complete).then(|| {
            "The human has answered some batches only, so nobody is the reference; \
             --reference human compares on the games the human answered."
                .to_owned()
        });
        return Ok(Reference { index: None, note });
    };
    let matching: Vec<usize> = table
        .actors
        .iter()
        .enumerate()
        .filter(|(_, actor)| actor.label == asked || actor.name == asked)
        .map(|(index, _)| index)
        .collect();
    let index = match matching.as_slice() {
        [index] => *index,
        [] => return Err(missing(table, asked)),
        several => {
            let labels: Vec<&str> = several
                .iter()
                .filter_map(|index| table.actors.get(*index).map(|actor| actor.label.as_str()))
                .collect();
            return Err(AppError::Input(format!(
                "--reference {asked} stands for several programs; name one of {}",
                labels.join(", ")
            )));
        }
    };
    if let Some(why) = table.actors.get(index).and_then(|actor| actor.withheld.as_ref()) {
        return Err(AppError::Input(format!("{asked} cannot be the reference: {why}")));
    }
    Ok(Reference {
        index: Some(index),
        note: None,
    })
}

fn missing(table: &Table<'_>, asked: &str) -> AppError {
    if table.hidden.values().any(|names| names.contains(asked)) {
        return AppError::Input(format!(
            "--reference {asked}: its choices are sealed until the human has answered the batch; \
             --unseal shows them, and is recorded"
        ));
    }
    let present: Vec<&str> = table.actors.iter().map(|actor| actor.label.as_str()).collect();
    let present = if present.is_empty() {
        "none".to_owned()
    } else {
        present.join(", ")
    };
    AppError::Input(format!(
        "--reference {asked}: no such actor in these studies; present: {present}"
    ))
}
