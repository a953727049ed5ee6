//! Line-based lists: Moxfield, Archidekt, Arena, MTGO text, Forge, XMage, plain.

use super::heading::{Heading, heading};
use super::line::{CardLine, LineError, card_line};
use super::problem::{DeckProblem, ProblemKind};
use super::{DeckEntry, Format, MAX_COUNT, Parsed, Section};

/// Where the reader stands between two lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    In(Section),
    Properties,
    Unsupported,
}

pub(super) fn parse(text: &str) -> Parsed {
    let mut reader = Reader::new(text);
    for (at, raw) in lines(text).enumerate() {
        reader.line(at + 1, raw.trim());
    }
    reader.finish()
}

/// Lines ended by LF, CRLF or a lone CR (old Mac exports).
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| {
        let line = line.strip_suffix('\r').unwrap_or(line);
        line.split('\r')
    })
}

struct Reader {
    parsed: Parsed,
    place: Place,
    /// Some heading or section prefix exists, so blank lines mean nothing.
    headed: bool,
    /// Blocks of cards seen so far, where only blank lines separate.
    blocks: usize,
    in_block: bool,
}

impl Reader {
    fn new(text: &str) -> Self {
        let headed = lines(text).any(|line| {
            let line = line.trim();
            section_heading(line).is_some() || card_line(line).is_ok_and(|c| c.section == Some(Section::Sideboard))
        });
        Self {
            parsed: Parsed::default(),
            place: Place::In(Section::Main),
            headed,
            blocks: 0,
            in_block: false,
        }
    }

    fn line(&mut self, number: usize, line: &str) {
        self.parsed.list.lines.total += 1;
        if line.is_empty() {
            self.in_block = false;
            self.parsed.list.lines.blank += 1;
            return;
        }
        if let Some(found) = section_heading(line) {
            self.enter(number, line, found);
            return;
        }
        if let Some(comment) = comment(line) {
            self.comment(number, line, comment);
            return;
        }
        match self.place {
            Place::Properties => self.parsed.list.lines.comments += 1,
            Place::Unsupported => self.report(DeckProblem::new(
                ProblemKind::Unsupported,
                number,
                line,
                "belongs to a section that these games do not use",
            )),
            Place::In(section) if property(line) => {
                let _ = section;
                self.parsed.list.lines.comments += 1;
            }
            Place::In(section) => self.card(number, line, section),
        }
    }

    fn enter(&mut self, number: usize, line: &str, found: Heading) {
        self.place = match found {
            Heading::Section(section) => Place::In(section),
            Heading::Properties => Place::Properties,
            Heading::Unsupported => {
                self.place = Place::Unsupported;
                self.report(
                    DeckProblem::new(
                        ProblemKind::Unsupported,
                        number,
                        line,
                        "this section is not part of these games",
                    )
                    .suggest("remove the heading and its cards"),
                );
                return;
            }
            // Type groups follow the commander in many exports, but stay inside a sideboard.
            Heading::Group => match self.place {
                Place::In(s @ (Section::Sideboard | Section::Outside)) => Place::In(s),
                _ => Place::In(Section::Main),
            },
        };
        self.parsed.list.lines.headings += 1;
    }

    fn comment(&mut self, number: usize, line: &str, comment: &str) {
        let named = comment
            .split_once(':')
            .filter(|(word, _)| word.trim().eq_ignore_ascii_case("format"));
        let Some((_, name)) = named else {
            self.parsed.list.lines.comments += 1;
            return;
        };
        match Format::from_name(name) {
            Some(format) if self.parsed.list.format.is_none_or(|f| f == format) => {
                self.parsed.list.format = Some(format);
                self.parsed.list.lines.comments += 1;
            }
            Some(_) => self.report(DeckProblem::new(
                ProblemKind::Unsupported,
                number,
                line,
                "the list names two formats; keep one `// format:` line",
            )),
            None => {
                let known: Vec<&str> = Format::ALL.iter().map(|(_, n)| *n).collect();
                self.report(
                    DeckProblem::new(ProblemKind::Unsupported, number, line, "unknown format")
                        .suggest(format!("one of {}", known.join(", "))),
                );
            }
        }
    }

    fn card(&mut self, number: usize, line: &str, section: Section) {
        match card_line(line) {
            Ok(card) => {
                if !self.in_block {
                    self.in_block = true;
                    self.blocks += 1;
                }
                let section = card.section.unwrap_or(if !self.headed && self.blocks > 1 {
                    Section::Sideboard
                } else {
                    section
                });
                self.parsed.list.lines.cards += 1;
                self.parsed.list.entries.push(entry(card, section, number, line));
            }
            Err(error) => self.report(line_problem(&error, number, line)),
        }
    }

    fn report(&mut self, problem: DeckProblem) {
        self.parsed.list.lines.reported += 1;
        self.parsed.problems.push(problem);
    }

    fn finish(mut self) -> Parsed {
        let list = &self.parsed.list;
        let (main, side) = (list.copies(Section::Main), list.copies(Section::Sideboard));
        let doubt = match self.blocks {
            _ if self.headed => None,
            0 | 1 => None,
            2 if side <= main => None,
            // Some sites put the commander in a block of its own on top.
            2 => Some(format!(
                "no heading, and the second block ({side} cards) is larger than the first ({main})"
            )),
            n => Some(format!("{n} blocks of cards and no heading: which is the sideboard?")),
        };
        if let Some(doubt) = doubt {
            // Deck-wide, so it takes no line from the account.
            self.parsed.problems.push(
                DeckProblem::new(ProblemKind::AmbiguousBlocks, None, "", doubt)
                    .suggest("write `Commander`, `Deck` and `Sideboard` above the blocks"),
            );
        }
        self.parsed
    }
}

pub(super) fn entry(card: CardLine, section: Section, line: usize, text: &str) -> DeckEntry {
    DeckEntry {
        section,
        count: card.count,
        name: card.name,
        long_name: card.long_name,
        set: card.set,
        number: card.number,
        line,
        text: text.to_owned(),
    }
}

pub(super) fn line_problem(error: &LineError, number: usize, line: &str) -> DeckProblem {
    match error {
        LineError::Count(count) => DeckProblem::new(
            ProblemKind::BadCount,
            number,
            line,
            format!("`{count}` is not a number of copies"),
        )
        .suggest(format!("write a whole number from 1 to {MAX_COUNT}")),
        LineError::NoName => DeckProblem::new(ProblemKind::BadLine, number, line, "no card name on this line")
            .suggest("write `4 Card Name`"),
    }
}

/// A heading, also inside a comment (`// Sideboard`, `//Main`, `# Lands`).
fn section_heading(line: &str) -> Option<Heading> {
    heading(comment(line).unwrap_or(line))
}

fn comment(line: &str) -> Option<&str> {
    let inner = line.strip_prefix("//").or_else(|| line.strip_prefix('#'))?;
    Some(inner.trim_start_matches(['/', '#']).trim())
}

/// XMage file properties that may stand between card lines.
fn property(line: &str) -> bool {
    ["NAME:", "AUTHOR:", "LAYOUT MAIN:", "LAYOUT SIDEBOARD:"]
        .iter()
        .any(|word| line.get(..word.len()).is_some_and(|head| head == *word))
}
