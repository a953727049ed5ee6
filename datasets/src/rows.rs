//! The dataset format: JSON lines, first the knowledge, then one row a choice.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use turnzero_contract::{ActionKind, LegalAction};

use crate::atomic;
use crate::canonical;
use crate::error::{Error, IoContext, Result};
use crate::labels::{Label, LabelColumns};
use crate::record::DecisionRecord;
use crate::study::Study;

/// One line of a dataset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line {
    Knowledge(Knowledge),
    Row(Box<Row>),
    Bottom(Box<BottomRow>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Knowledge {
    sha256: String,
    knowledge: Value,
}

/// Where a row comes from: what every kind of row has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Content address of the knowledge that was shown.
    pub knowledge: String,
    /// Unit of independence: the game, whatever file or actor the row comes from.
    pub group: String,
    /// 1-based data row of the actor in the source, knowledge lines not counted; gaps stay.
    pub row: u64,
    /// Name of the source.
    pub source: String,
    /// Name of the deck.
    pub deck: String,
    /// Who chose.
    pub actor: String,
}

impl Origin {
    /// Order of rows in a file, and their key: source, actor, row.
    fn order(&self) -> (&str, &str, u64) {
        (&self.source, &self.actor, self.row)
    }
}

/// A keep-or-mulligan choice: the training target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Where it comes from.
    #[serde(flatten)]
    pub origin: Origin,
    /// The opening observation (the contract's JSON).
    pub observation: Value,
    /// The label columns.
    #[serde(flatten)]
    pub labels: LabelColumns,
    /// The reason in the chooser's own words.
    #[serde(default)]
    pub reason: String,
    /// A human chose after machine choices had been unsealed.
    #[serde(default)]
    pub unblinded: bool,
}

/// A choice for the bottom: deferred, never a target of the binary model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BottomRow {
    /// Where it comes from.
    #[serde(flatten)]
    pub origin: Origin,
    /// The opening observation (the contract's JSON).
    pub observation: Value,
    /// What was offered.
    pub offers: Vec<LegalAction>,
    /// Name of the card chosen.
    pub chosen: String,
    /// The reason in the chooser's own words.
    #[serde(default)]
    pub reason: String,
}

/// Knowledge and rows of one dataset.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Dataset {
    /// Knowledge by content address.
    pub knowledge: BTreeMap<String, Value>,
    /// Keep-or-mulligan rows in file order.
    pub rows: Vec<Row>,
    /// Deferred bottom choices in file order.
    pub bottoms: Vec<BottomRow>,
}

impl Dataset {
    /// The rows of one actor of a study. Forced steps and repeats are left out; `source` is the
    /// name by which rows refer to the study.
    pub fn of_study(study: &Study, actor: &str, source: &str) -> Self {
        let mut dataset = Self::default();
        let Some(record) = study.actors.get(actor) else {
            return dataset;
        };
        let mut number = 0;
        for (index, game) in &record.games {
            let deck = study.header.deck_of(*index);
            for decision in game.decisions.iter().filter(|decision| !decision.automatic) {
                let Some(choice) = decision.choice() else {
                    continue;
                };
                let origin = Origin {
                    knowledge: game.knowledge.clone(),
                    group: study.header.group(*index),
                    row: number + 1,
                    source: source.to_owned(),
                    deck: deck.map_or_else(String::new, |deck| deck.name.clone()),
                    actor: actor.to_owned(),
                };
                if dataset.add(origin, decision, choice) {
                    number += 1;
                    if let Some(knowledge) = study.knowledge.get(&game.knowledge) {
                        dataset.knowledge.insert(game.knowledge.clone(), knowledge.clone());
                    }
                }
            }
        }
        dataset
    }

    fn add(&mut self, origin: Origin, decision: &DecisionRecord, choice: &ActionKind) -> bool {
        let observation = decision.observation.clone();
        let reason = decision.reason().to_owned();
        let label = match choice {
            ActionKind::Keep => Label::Keep,
            ActionKind::Mulligan => Label::Mulligan,
            ActionKind::Bottom { card } => {
                self.bottoms.push(BottomRow {
                    origin,
                    observation,
                    offers: decision.offers.clone(),
                    chosen: card.clone(),
                    reason,
                });
                return true;
            }
            _ => return false,
        };
        if !decision.is_keep_or_mulligan() {
            return false;
        }
        self.rows.push(Row {
            origin,
            observation,
            labels: LabelColumns::new(label, decision.unsure(), &reason),
            reason,
            unblinded: decision.unblinded,
        });
        true
    }

    /// Keeps the rows labelled by `actor` only.
    ///
    /// # Errors
    /// [`Error::NoLabels`] names the actors present; there is no fall-back to another actor.
    pub fn labelled_by(mut self, actor: &str) -> Result<Self> {
        let present: BTreeSet<String> = self.rows.iter().map(|r| r.origin.actor.clone()).collect();
        if !present.contains(actor) {
            let present: Vec<String> = present.into_iter().collect();
            return Err(Error::NoLabels {
                wanted: actor.to_owned(),
                present: if present.is_empty() {
                    "none".to_owned()
                } else {
                    present.join(", ")
                },
            });
        }
        self.rows.retain(|row| row.origin.actor == actor);
        self.bottoms.retain(|row| row.origin.actor == actor);
        Ok(self)
    }

    /// Joins the rows of several sources.
    pub fn extend(&mut self, other: Self) {
        self.knowledge.extend(other.knowledge);
        self.rows.extend(other.rows);
        self.bottoms.extend(other.bottoms);
    }

    /// The bytes of the dataset file: knowledge by address, then rows by source and row number.
    ///
    /// # Errors
    /// [`Error::NotFinite`] names the field.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        let mut push = |line: &Line| -> Result<()> {
            out.extend_from_slice(&canonical::bytes(line)?);
            out.push(b'\n');
            Ok(())
        };
        for (sha256, knowledge) in &self.knowledge {
            push(&Line::Knowledge(Knowledge {
                sha256: sha256.clone(),
                knowledge: knowledge.clone(),
            }))?;
        }
        let rows = self.rows.iter().map(|row| Line::Row(Box::new(row.clone())));
        let bottoms = self.bottoms.iter().map(|row| Line::Bottom(Box::new(row.clone())));
        let mut lines: Vec<Line> = rows.chain(bottoms).collect();
        lines.sort_by(|a, b| a.order().cmp(&b.order()));
        lines.iter().try_for_each(push)?;
        Ok(out)
    }

    /// Writes the dataset file whole or not at all.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Symlink`], [`Error::NotFinite`].
    pub fn write(&self, path: &Path) -> Result<()> {
        atomic::write(path, &self.to_bytes()?)
    }

    /// Reads a dataset file.
    ///
    /// # Errors
    /// [`Error::Bad`] names file, line and field.
    pub fn read(path: &Path) -> Result<Self> {
        let bytes = fs::read(path).doing("read", path)?;
        Self::parse(path, &bytes)
    }

    /// Reads the bytes of the dataset that is called `file` in messages; never panics.
    ///
    /// # Errors
    /// [`Error::Bad`] names file, line and field.
    pub fn parse(file: &Path, bytes: &[u8]) -> Result<Self> {
        parse(file, bytes)
    }
}

impl Line {
    fn order(&self) -> (&str, &str, u64) {
        match self {
            Self::Knowledge(knowledge) => ("", &knowledge.sha256, 0),
            Self::Row(row) => row.origin.order(),
            Self::Bottom(row) => row.origin.order(),
        }
    }
}

/// Reads the bytes of a dataset; never panics.
///
/// # Errors
/// [`Error::Bad`] names line and field.
pub fn parse_rows(bytes: &[u8]) -> Result<Dataset> {
    parse(Path::new("dataset"), bytes)
}

fn parse(file: &Path, bytes: &[u8]) -> Result<Dataset> {
    let mut dataset = Dataset::default();
    let mut seen: BTreeSet<(String, String, u64)> = BTreeSet::new();
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    for (index, raw) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let text = raw.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let bad = |problem: String| {
            let remedy = "export or import the dataset again, or mend that line";
            Error::bad(file, format!("line {}", index + 1), problem, remedy)
        };
        // Two steps, so that numbers are read exactly and messages name the field.
        let value: Value = serde_json::from_slice(text).map_err(|e| bad(e.to_string()))?;
        let line: Line = Line::deserialize(&value).map_err(|e| bad(e.to_string()))?;
        // Flattened structs cannot refuse unknown fields themselves.
        let known = canonical::to_value(&line)?;
        let unknown = value
            .as_object()
            .and_then(|map| map.keys().find(|key| known.get(key.as_str()).is_none()));
        if let Some(key) = unknown {
            return Err(bad(format!("unknown field `{key}`")));
        }
        let origin = match &line {
            Line::Knowledge(_) => None,
            Line::Row(row) => Some(&row.origin),
            Line::Bottom(row) => Some(&row.origin),
        };
        if let Some(origin) = origin {
            check_origin(origin, &dataset.knowledge).map_err(&bad)?;
            let key = (origin.source.clone(), origin.actor.clone(), origin.row);
            if !seen.insert(key) {
                return Err(bad(format!(
                    "row {} of {} in source {} stands twice",
                    origin.row, origin.actor, origin.source
                )));
            }
        }
        match line {
            Line::Knowledge(line) => {
                if !seen.is_empty() {
                    return Err(bad("knowledge must come before the rows".to_owned()));
                }
                if line.sha256 != canonical::sha256_hex(&canonical::value_bytes(&line.knowledge)) {
                    return Err(bad("sha256 is not that of knowledge".to_owned()));
                }
                crate::knowledge::check(&line.knowledge).map_err(|text| bad(format!("knowledge: {text}")))?;
                dataset.knowledge.insert(line.sha256, line.knowledge);
            }
            Line::Row(row) => {
                let labels = &row.labels;
                if labels != &LabelColumns::new(labels.label_original, labels.unsure_original, &row.reason) {
                    return Err(bad(
                        "label_effective, unsure_effective, review_span or review_unparsed do not follow from label_original, unsure_original and reason".to_owned(),
                    ));
                }
                dataset.rows.push(*row);
            }
            Line::Bottom(row) => dataset.bottoms.push(*row),
        }
    }
    Ok(dataset)
}

fn check_origin(origin: &Origin, knowledge: &BTreeMap<String, Value>) -> Result<(), String> {
    if origin.row == 0 {
        return Err("row is 0, rows count from 1".to_owned());
    }
    for (field, text) in [
        ("group", &origin.group),
        ("source", &origin.source),
        ("actor", &origin.actor),
    ] {
        if text.trim().is_empty() {
            return Err(format!("{field} is empty"));
        }
    }
    if !knowledge.contains_key(&origin.knowledge) {
        return Err(format!(
            "knowledge {} has no knowledge line before it",
            origin.knowledge
        ));
    }
    Ok(())
}
