//! The physical layer: bytes to sections of lines, lines to keys and values.

use super::diagnostic::{At, Class, Fault, Sink};
use std::collections::BTreeMap;

/// A line that is neither blank nor a comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) number: u32,
    pub(super) raw: &'a str,
}

impl<'a> Line<'a> {
    pub(super) fn text(&self) -> &'a str {
        self.raw.trim()
    }

    /// The text up to a `#` that follows a blank (script and assertion lines only).
    pub(super) fn without_comment(&self) -> &'a str {
        let text = self.text();
        let mut after_blank = false;
        for (offset, c) in text.char_indices() {
            if c == '#' && after_blank {
                return text.get(..offset).unwrap_or(text).trim_end();
            }
            after_blank = c.is_whitespace();
        }
        text
    }

    pub(super) fn at(&self) -> At {
        At {
            line: self.number,
            column: None,
        }
    }

    /// The place of `part`, a slice of this line.
    pub(super) fn at_part(&self, part: &str) -> At {
        let offset = (part.as_ptr() as usize).checked_sub(self.raw.as_ptr() as usize);
        let before = offset.and_then(|offset| self.raw.get(..offset));
        let column = before.and_then(|before| u32::try_from(before.chars().count() + 1).ok());
        At {
            line: self.number,
            column,
        }
    }

    /// Key (lower case) and value, split at the first `:` or `=`.
    pub(super) fn pair(&self) -> Option<(String, &'a str)> {
        let (key, value) = self.text().split_once([':', '='])?;
        Some((key.trim().to_lowercase(), value.trim()))
    }
}

/// The sections of a file by lower-case name, in file order inside each.
pub(super) type Sections<'a> = BTreeMap<String, (At, Vec<Line<'a>>)>;

const KNOWN: [&str; 9] = [
    "metadata",
    "state",
    "opening",
    "final_assertions",
    "assertions",
    "p0_script",
    "p1_script",
    "p2_script",
    "p3_script",
];

pub(super) fn decode(bytes: &[u8]) -> Result<&str, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        Fault::new(
            Class::Encoding,
            format!("not UTF-8 (first bad byte at offset {})", error.valid_up_to()),
            "save the file as UTF-8",
        )
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains('\0') {
        return Err(Fault::new(
            Class::Encoding,
            "not a text file (it holds NUL bytes)",
            "save the file as UTF-8",
        ));
    }
    Ok(text)
}

/// Lines ended by LF, CR LF or a lone CR.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n')
        .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

pub(super) fn split<'a>(text: &'a str, sink: &mut Sink<'_>) -> Sections<'a> {
    let mut sections = Sections::new();
    let mut current: Option<String> = None;
    for (index, raw) in lines(text).enumerate() {
        let line = Line {
            number: u32::try_from(index + 1).unwrap_or(u32::MAX),
            raw,
        };
        let trimmed = line.text();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let Some(name) = trimmed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let name = name.trim().to_lowercase();
            if sections.contains_key(&name) {
                sink.warn(
                    line.at(),
                    Fault::new(
                        Class::Structure,
                        format!("section [{name}] appears again"),
                        "its lines are added to the first one; merge the two",
                    ),
                );
            } else {
                if !KNOWN.contains(&name.as_str()) {
                    sink.warn(
                        line.at(),
                        Fault::new(
                            Class::Ignored,
                            format!("unknown section [{name}] is ignored"),
                            format!("known sections are {}", KNOWN.join(", ")),
                        ),
                    );
                }
                sections.insert(name.clone(), (line.at(), Vec::new()));
            }
            current = Some(name);
            continue;
        }
        match current.as_ref().and_then(|name| sections.get_mut(name)) {
            Some((_, list)) => list.push(line),
            None => sink.warn(
                line.at(),
                Fault::new(
                    Class::Ignored,
                    "a line before the first [section] is ignored",
                    "move it below a header or make it a `#` comment",
                ),
            ),
        }
    }
    sections
}

/// Key/value lines in order; a repeated key keeps its last line.
pub(super) fn pairs<'a>(lines: &[Line<'a>], section: &str, sink: &mut Sink<'_>) -> Vec<(String, &'a str, Line<'a>)> {
    let mut out: Vec<(String, &'a str, Line<'a>)> = Vec::new();
    for line in lines {
        let Some((key, value)) = line.pair() else {
            sink.warn(
                line.at(),
                Fault::new(
                    Class::Ignored,
                    format!("a line of [{section}] without `:` or `=` is ignored"),
                    "write `key = value` or make it a `#` comment",
                ),
            );
            continue;
        };
        if let Some(at) = out.iter().position(|(known, ..)| *known == key) {
            sink.warn(
                line.at(),
                Fault::new(
                    Class::Ignored,
                    format!("`{key}` is set again; the last line wins"),
                    "keep one of the lines",
                ),
            );
            out.remove(at);
        }
        out.push((key, value, *line));
    }
    out
}
