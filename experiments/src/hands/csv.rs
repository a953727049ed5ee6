//! CSV files of labelled hands.

use crate::error::{AppError, Result};
use serde::Serialize;
use std::path::Path;

/// One data row of a CSV file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvHand {
    /// 1-based data row, header not counted.
    pub row: u64,
    /// 1-based line of the file.
    pub line: u64,
    /// The hand as written.
    pub hand: Vec<String>,
    /// Kept; absent in files without that column.
    pub keep: Option<bool>,
    /// On the play, if said.
    pub on_play: Option<bool>,
    /// Mulligans taken before.
    pub mulligans_taken: u32,
    /// A close call.
    pub unsure: bool,
    /// Why.
    pub reason: String,
    /// Unit of independence, if given.
    pub group: Option<String>,
}

/// A row that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// 1-based line of the file.
    pub line: u64,
    /// Why, with the field and the remedy.
    pub reason: String,
}

/// Reads hands: `hand` (separated by `;`) or `card1` … `card7`, and optional columns.
/// `keep` is required unless `labels` is false. Bad rows come beside the good ones.
///
/// # Errors
/// Exit-3 class when the file cannot be read, has no header, or has unknown or missing columns.
pub fn read(path: &Path, labels: bool) -> Result<(Vec<CsvHand>, Vec<Skipped>)> {
    let bytes =
        std::fs::read(path).map_err(|error| AppError::Input(format!("cannot read {}: {error}", path.display())))?;
    parse(&path.display().to_string(), &bytes, labels)
}

/// As [`read`], from bytes.
///
/// # Errors
/// As [`read`].
pub fn parse(file: &str, bytes: &[u8], labels: bool) -> Result<(Vec<CsvHand>, Vec<Skipped>)> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(bytes);
    let header = reader
        .headers()
        .map_err(|error| AppError::Input(format!("{file}: header: {error}")))?
        .clone();
    let columns = Columns::of(file, &header, labels)?;
    let (mut hands, mut skipped) = (Vec::new(), Vec::new());
    for (index, record) in reader.records().enumerate() {
        let row = u64::try_from(index).unwrap_or(u64::MAX).saturating_add(1);
        match record {
            Ok(record) => {
                let line = record.position().map_or(row + 1, csv::Position::line);
                if record.len() != header.len() {
                    let reason = format!(
                        "has {} cells where the header has {}; quote cells that hold commas",
                        record.len(),
                        header.len()
                    );
                    skipped.push(Skipped { line, reason });
                    continue;
                }
                match columns.hand(&record, row, line) {
                    Ok(hand) => hands.push(hand),
                    Err(reason) => skipped.push(Skipped { line, reason }),
                }
            }
            Err(error) => {
                let line = error.position().map_or(row + 1, csv::Position::line);
                skipped.push(Skipped {
                    line,
                    reason: error.to_string(),
                });
            }
        }
    }
    Ok((hands, skipped))
}

struct Columns {
    hand: Vec<usize>,
    whole: bool,
    keep: Option<usize>,
    on_play: Option<usize>,
    mulligans_taken: Option<usize>,
    unsure: Option<usize>,
    reason: Option<usize>,
    group: Option<usize>,
}

const KNOWN: &str = "hand, card1 … card7, keep, on_play, mulligans_taken, unsure, reason, group";

impl Columns {
    fn of(file: &str, header: &csv::StringRecord, labels: bool) -> Result<Self> {
        let fail = |text: String| Err(AppError::Input(format!("{file}: line 1: {text}")));
        let mut names: Vec<&str> = header.iter().collect();
        let find = |name: &str| header.iter().position(|column| column == name);
        let cards: Vec<String> = (1..=7).map(|n| format!("card{n}")).collect();
        let optional = [
            "hand",
            "keep",
            "on_play",
            "mulligans_taken",
            "unsure",
            "reason",
            "group",
        ];
        if let Some(unknown) = header
            .iter()
            .find(|name| !optional.contains(name) && !cards.iter().any(|c| c == name))
        {
            return fail(format!("unknown column `{unknown}`; known are {KNOWN}"));
        }
        names.sort_unstable();
        if let Some((twice, _)) = names.iter().zip(names.iter().skip(1)).find(|(a, b)| a == b) {
            return fail(format!("column `{twice}` stands twice"));
        }
        let split: Vec<usize> = cards.iter().filter_map(|name| find(name)).collect();
        let (hand, whole) = match (find("hand"), split.is_empty()) {
            (Some(column), true) => (vec![column], true),
            (None, false) => (split, false),
            (Some(_), false) => return fail("give either `hand` or `card1` … `card7`, not both".to_owned()),
            (None, true) => return fail("there is no column `hand` and no `card1` … `card7`".to_owned()),
        };
        let keep = find("keep");
        if labels && keep.is_none() {
            return fail(
                "there is no column `keep`; it holds 1 or 0 (keep, mulligan, true, false, yes, no)".to_owned(),
            );
        }
        Ok(Self {
            hand,
            whole,
            keep: keep.filter(|_| labels),
            on_play: find("on_play"),
            mulligans_taken: find("mulligans_taken"),
            unsure: find("unsure"),
            reason: find("reason"),
            group: find("group"),
        })
    }

    fn hand(&self, record: &csv::StringRecord, row: u64, line: u64) -> Result<CsvHand, String> {
        let cell = |column: Option<usize>| column.and_then(|column| record.get(column)).unwrap_or("");
        let hand: Vec<String> = if self.whole {
            cell(self.hand.first().copied())
                .split(';')
                .map(str::trim)
                .map(str::to_owned)
                .collect()
        } else {
            self.hand.iter().map(|column| cell(Some(*column)).to_owned()).collect()
        };
        let hand: Vec<String> = hand.into_iter().filter(|name| !name.is_empty()).collect();
        if hand.is_empty() {
            return Err("hand: is empty".to_owned());
        }
        let truth = |name: &str, column: Option<usize>| match cell(column) {
            "" => Ok(None),
            text => boolean(text)
                .map(Some)
                .ok_or_else(|| format!("{name}: \"{text}\" is neither yes nor no; write 1 or 0")),
        };
        let keep = truth("keep", self.keep)?;
        if self.keep.is_some() && keep.is_none() {
            return Err("keep: is empty; write 1 or 0".to_owned());
        }
        let mulligans_taken = match cell(self.mulligans_taken) {
            "" => 0,
            text => text
                .parse::<u32>()
                .map_err(|_| format!("mulligans_taken: \"{text}\" is no whole number from 0"))?,
        };
        let group = cell(self.group);
        Ok(CsvHand {
            row,
            line,
            hand,
            keep,
            on_play: truth("on_play", self.on_play)?,
            mulligans_taken,
            unsure: truth("unsure", self.unsure)?.unwrap_or(false),
            reason: cell(self.reason).to_owned(),
            group: (!group.is_empty()).then(|| group.to_owned()),
        })
    }
}

fn boolean(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "1" | "true" | "yes" | "y" | "keep" => Some(true),
        "0" | "false" | "no" | "n" | "mulligan" => Some(false),
        _ => None,
    }
}
