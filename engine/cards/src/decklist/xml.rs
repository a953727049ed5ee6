//! MTGO `.dek` and Cockatrice `.cod`: a small tag scanner, no document type, no entities but the
//! five predefined and numeric ones.

use super::line::{CardLine, LineError};
use super::problem::{DeckProblem, ProblemKind};
use super::text::{entry, line_problem};
use super::{MAX_COUNT, Parsed, Section};

pub(super) fn looks_like(text: &str) -> bool {
    let head = text.trim_start();
    ["<?xml", "<Deck", "<cockatrice_deck"]
        .iter()
        .any(|tag| head.starts_with(tag))
}

pub(super) fn parse(text: &str) -> Parsed {
    let mut parsed = Parsed::default();
    let total = text.lines().count();
    let mut zone = Section::Main;
    let mut state = vec![LineState::Markup; total + 1];
    let mut at = 0;
    let mut closed = true;
    let mut line = 1;
    while let Some(open) = text.get(at..).and_then(|rest| rest.find('<')) {
        line += newlines(text.get(at..at + open).unwrap_or_default());
        let start = at + open + 1;
        let Some(length) = tag_length(text.get(start..).unwrap_or_default()) else {
            closed = false;
            break;
        };
        let tag = text.get(start..start + length).unwrap_or_default();
        match element(tag) {
            "zone" => match attribute(tag, "name").as_deref() {
                Some("main") => zone = Section::Main,
                Some("side") => zone = Section::Sideboard,
                Some("tokens") => zone = Section::Outside,
                other => mark(
                    &mut parsed,
                    &mut state,
                    line,
                    Err(DeckProblem::new(
                        ProblemKind::Unsupported,
                        line,
                        other.unwrap_or_default(),
                        "unknown zone; expected main, side or tokens",
                    )),
                ),
            },
            name @ ("Cards" | "card") => {
                let found = card(tag, name == "Cards", zone);
                let outcome = match found {
                    Ok((card, section)) => Ok((card, section)),
                    Err(error) => Err(line_problem(&error, line, tag.trim())),
                };
                mark_card(&mut parsed, &mut state, line, tag, outcome);
            }
            _ => {}
        }
        line += newlines(tag);
        at = start + length + 1;
    }
    if !closed {
        parsed.problems.push(
            DeckProblem::new(ProblemKind::BadLine, line, "", "a tag is not closed")
                .suggest("export the list again; the file looks cut short"),
        );
        set(&mut state, line, LineState::Reported);
    }
    let lines = &mut parsed.list.lines;
    lines.total = total;
    for state in state.iter().skip(1) {
        match state {
            LineState::Markup => lines.comments += 1,
            LineState::Card => lines.cards += 1,
            LineState::Reported => lines.reported += 1,
        }
    }
    parsed
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineState {
    Markup,
    Card,
    Reported,
}

fn set(state: &mut [LineState], line: usize, new: LineState) {
    if let Some(slot) = state.get_mut(line)
        && *slot != LineState::Reported
    {
        *slot = new;
    }
}

fn mark(parsed: &mut Parsed, state: &mut [LineState], line: usize, outcome: Result<(), DeckProblem>) {
    if let Err(problem) = outcome {
        parsed.problems.push(problem);
        set(state, line, LineState::Reported);
    }
}

fn mark_card(
    parsed: &mut Parsed,
    state: &mut [LineState],
    line: usize,
    tag: &str,
    outcome: Result<(CardLine, Section), DeckProblem>,
) {
    match outcome {
        Ok((card, section)) => {
            parsed.list.entries.push(entry(card, section, line, tag.trim()));
            set(state, line, LineState::Card);
        }
        Err(problem) => mark(parsed, state, line, Err(problem)),
    }
}

fn card(tag: &str, mtgo: bool, zone: Section) -> Result<(CardLine, Section), LineError> {
    let (count, name) = if mtgo { ("Quantity", "Name") } else { ("number", "name") };
    let written = attribute(tag, count).unwrap_or_default();
    let count = written
        .trim()
        .parse::<u32>()
        .ok()
        .filter(|c| (1..=MAX_COUNT).contains(c));
    let count = count.ok_or(LineError::Count(written))?;
    let name = attribute(tag, name).unwrap_or_default();
    let name = name.trim();
    if name.is_empty() {
        return Err(LineError::NoName);
    }
    let side = mtgo && attribute(tag, "Sideboard").is_some_and(|v| v.eq_ignore_ascii_case("true"));
    let card = CardLine {
        count,
        name: name.to_owned(),
        ..CardLine::default()
    };
    Ok((card, if side { Section::Sideboard } else { zone }))
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|&b| b == b'\n').count()
}

/// Bytes up to the closing `>` outside quotes.
fn tag_length(text: &str) -> Option<usize> {
    if let Some(rest) = text.strip_prefix("!--") {
        return rest.find("-->").map(|end| end + 3 + 2);
    }
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

fn element(tag: &str) -> &str {
    tag.split(|c: char| c.is_whitespace() || c == '/')
        .next()
        .unwrap_or_default()
}

/// The decoded value of an attribute, or `None` when absent.
fn attribute(tag: &str, wanted: &str) -> Option<String> {
    let mut rest = tag.get(element(tag).len()..)?;
    loop {
        rest = rest.trim_start();
        let (name, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, tail) = after.get(1..)?.split_once(quote)?;
        if name.trim() == wanted {
            return Some(decode(value));
        }
        rest = tail;
    }
}

fn decode(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let decoded = after
            .split_once(';')
            .filter(|(name, _)| name.len() <= 8)
            .and_then(|(name, tail)| {
                let c = match name {
                    "amp" => '&',
                    "lt" => '<',
                    "gt" => '>',
                    "quot" => '"',
                    "apos" => '\'',
                    _ => {
                        let digits = name.strip_prefix('#')?;
                        let code = match digits.strip_prefix(['x', 'X']) {
                            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                            None => digits.parse().ok()?,
                        };
                        char::from_u32(code)?
                    }
                };
                Some((c, tail))
            });
        if let Some((c, tail)) = decoded {
            out.push(c);
            rest = tail;
        } else {
            out.push('&');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}
