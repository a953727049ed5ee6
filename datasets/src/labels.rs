//! Labels of keep-or-mulligan choices, as made and as corrected by a review statement.
//!
//! A review statement is `on review`, optional punctuation, `KEEP` or `MULLIGAN`, and optionally
//! `+ UNSURE` or `+ SURE`, in any case, at the start of a clause. The last one counts.

use serde::{Deserialize, Serialize};

/// Keep or mulligan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Label {
    /// Keep the hand.
    Keep,
    /// Take a mulligan.
    Mulligan,
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Keep => "KEEP",
            Self::Mulligan => "MULLIGAN",
        })
    }
}

/// The label columns of one row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelColumns {
    /// The choice as it was made.
    pub label_original: Label,
    /// The choice after review.
    pub label_effective: Label,
    /// The mark of a close call as it was made.
    pub unsure_original: bool,
    /// The mark after review.
    pub unsure_effective: bool,
    /// The statement that counts: first character and the one after its last, counted in Unicode
    /// characters of the reason.
    pub review_span: Option<(usize, usize)>,
    /// Clauses that say "on review" without being a statement, joined by ` | `.
    pub review_unparsed: Option<String>,
}

impl LabelColumns {
    /// The columns for a choice, its mark and its reason.
    pub fn new(label: Label, unsure: bool, reason: &str) -> Self {
        let reviews = Reviews::find(reason);
        let last = reviews.statements.last();
        Self {
            label_original: label,
            label_effective: last.map_or(label, |statement| statement.label),
            unsure_original: unsure,
            unsure_effective: last.and_then(|statement| statement.unsure).unwrap_or(unsure),
            review_span: last.map(|statement| {
                let before = chars(reason, 0, statement.start);
                (before, before + chars(reason, statement.start, statement.end))
            }),
            review_unparsed: (!reviews.unparsed.is_empty()).then(|| reviews.unparsed.join(" | ")),
        }
    }
}

fn chars(text: &str, from: usize, to: usize) -> usize {
    text.get(from..to).map_or(0, |part| part.chars().count())
}

/// One review statement in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Statement {
    label: Label,
    unsure: Option<bool>,
    /// Byte offsets.
    start: usize,
    end: usize,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Reviews {
    statements: Vec<Statement>,
    unparsed: Vec<String>,
}

impl Reviews {
    fn find(text: &str) -> Self {
        let mut found = Self::default();
        let mut at = 0;
        while let Some((start, after)) = next_mention(text, at) {
            if let Some(statement) = statement(text, start, after) {
                at = statement.end;
                found.statements.push(statement);
            } else {
                found.unparsed.push(clause_around(text, start, after));
                at = after;
            }
        }
        found
    }
}

/// The next "on review" as whole words at or after `from`: its byte span.
fn next_mention(text: &str, from: usize) -> Option<(usize, usize)> {
    let rest = text.get(from..)?;
    rest.char_indices().find_map(|(offset, _)| {
        let start = from + offset;
        if text.get(..start)?.chars().next_back().is_some_and(is_word) {
            return None;
        }
        let after_on = word(text, start, "on")?;
        let second = skip(text, after_on, char::is_whitespace);
        (second > after_on).then_some(())?;
        Some((start, word(text, second, "review")?))
    })
}

fn statement(text: &str, start: usize, after: usize) -> Option<Statement> {
    if !starts_clause(text, start) {
        return None;
    }
    let at = skip(text, after, |c| c.is_whitespace() || is_separator(c));
    let (label, mut end) = word(text, at, "keep")
        .map(|end| (Label::Keep, end))
        .or_else(|| word(text, at, "mulligan").map(|end| (Label::Mulligan, end)))?;
    let mut unsure = None;
    let plus = skip(text, end, char::is_whitespace);
    if text.get(plus..).is_some_and(|rest| rest.starts_with('+')) {
        let mark = skip(text, plus + 1, char::is_whitespace);
        if let Some(after) = word(text, mark, "unsure") {
            (unsure, end) = (Some(true), after);
        } else if let Some(after) = word(text, mark, "sure") {
            (unsure, end) = (Some(false), after);
        }
    }
    Some(Statement {
        label,
        unsure,
        start,
        end,
    })
}

/// A clause starts at the start of the text, of a line, or after punctuation.
fn starts_clause(text: &str, start: usize) -> bool {
    let Some(before) = text.get(..start) else {
        return false;
    };
    let trimmed = before.trim_end();
    let gap = before.get(trimmed.len()..).unwrap_or("");
    let Some(last) = trimmed.chars().next_back() else {
        return true;
    };
    if gap.contains('\n') {
        return true;
    }
    match last {
        // A hyphen without a space joins words.
        '-' => !gap.is_empty(),
        '.' | ',' | ';' | ':' | '!' | '?' | '(' | '[' | '{' | ')' | ']' | '}' | '"' | '\'' | '/' | '|' | '*' | '>'
        | '\u{2013}' | '\u{2014}' | '\u{2026}' | '\u{2022}' | '\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}' => true,
        _ => false,
    }
}

/// Punctuation that may stand between "on review" and the verdict; `+` announces the mark.
fn is_separator(c: char) -> bool {
    (c.is_ascii_punctuation() && c != '+')
        || matches!(
            c,
            '\u{2013}' | '\u{2014}' | '\u{2026}' | '\u{2192}' | '\u{201c}' | '\u{2018}'
        )
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// End of `wanted` (ASCII, any case) as a whole word at byte `at`.
fn word(text: &str, at: usize, wanted: &str) -> Option<usize> {
    let end = at.checked_add(wanted.len())?;
    let here = text.get(at..end)?;
    let follows = text.get(end..)?.chars().next();
    (here.eq_ignore_ascii_case(wanted) && !follows.is_some_and(is_word)).then_some(end)
}

fn skip(text: &str, at: usize, unwanted: impl Fn(char) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or("");
    at + (rest.len() - rest.trim_start_matches(unwanted).len())
}

/// The clause that holds the bytes `start..after`, up to sentence ends or line ends.
fn clause_around(text: &str, start: usize, after: usize) -> String {
    let ends = |c: char| matches!(c, '.' | ';' | '!' | '?' | '\n' | '|');
    let before = text.get(..start).unwrap_or("");
    let from = before
        .char_indices()
        .rev()
        .find(|(_, c)| ends(*c))
        .map_or(0, |(offset, c)| offset + c.len_utf8());
    let rest = text.get(after..).unwrap_or("");
    let to = after + rest.find(ends).unwrap_or(rest.len());
    text.get(from..to).unwrap_or("").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn columns(reason: &str) -> LabelColumns {
        LabelColumns::new(Label::Keep, false, reason)
    }

    #[test]
    fn statements_in_their_forms() {
        let cases: [(&str, Label, bool); 14] = [
            ("On review MULLIGAN + UNSURE", Label::Mulligan, true),
            ("on review mulligan", Label::Mulligan, false),
            ("Two lands, no ramp. On review: MULLIGAN.", Label::Mulligan, false),
            ("Slow hand; on review, Mulligan+unsure", Label::Mulligan, true),
            (
                "slow \u{2014} on review \u{2014} mulligan + sure!",
                Label::Mulligan,
                false,
            ),
            ("first line\non  review mulligan", Label::Mulligan, false),
            ("(on review MULLIGAN)", Label::Mulligan, false),
            ("On review MULLIGAN. On review KEEP + UNSURE.", Label::Keep, true),
            ("On review KEEP + UNSURE. On review MULLIGAN", Label::Mulligan, false),
            ("On review MULLIGAN + UNSUREness", Label::Mulligan, false),
            ("ON REVIEW\tMULLIGAN +\nUNSURE", Label::Mulligan, true),
            ("On review... mulligan", Label::Mulligan, false),
            ("fine - on review mulligan", Label::Mulligan, false),
            ("\u{c9}lan. On review \u{201c}mulligan\u{201d}", Label::Mulligan, false),
        ];
        for (reason, label, unsure) in cases {
            let found = columns(reason);
            assert_eq!(found.label_effective, label, "{reason}");
            assert_eq!(found.unsure_effective, unsure, "{reason}");
            assert!(found.review_span.is_some(), "{reason}");
            assert_eq!(found.review_unparsed, None, "{reason}");
            assert_eq!((found.label_original, found.unsure_original), (Label::Keep, false));
        }
    }

    #[test]
    fn marks_are_set_cleared_and_left() {
        let marked = |reason: &str| LabelColumns::new(Label::Mulligan, true, reason).unsure_effective;
        assert!(!marked("On review MULLIGAN + SURE"));
        assert!(marked("On review KEEP"));
        assert!(marked("On review KEEP + UNSURE"));
        assert!(!marked("On review KEEP + UNSURE; on review KEEP + SURE"));
    }

    #[test]
    fn other_mentions_are_listed_and_change_nothing() {
        let cases = [
            (
                "I would, thinking on review mulligan it",
                "I would, thinking on review mulligan it",
            ),
            ("Fine. On review I would mulligan. End", "On review I would mulligan"),
            ("On review keeper", "On review keeper"),
            ("On review + UNSURE", "On review + UNSURE"),
            ("re-on review keep", "re-on review keep"),
        ];
        for (reason, listed) in cases {
            let found = columns(reason);
            assert_eq!(found.review_unparsed.as_deref(), Some(listed), "{reason}");
            assert_eq!(found.label_effective, Label::Keep);
            assert_eq!(found.review_span, None);
        }
        for reason in [
            "",
            "keep",
            "common review keep",
            "on reviewing mulligan",
            "onreview keep",
        ] {
            assert_eq!(columns(reason).review_unparsed, None, "{reason}");
            assert_eq!(columns(reason).review_span, None, "{reason}");
        }
        let both = columns("On review maybe. On review MULLIGAN");
        assert_eq!(both.label_effective, Label::Mulligan);
        assert_eq!(both.review_unparsed.as_deref(), Some("On review maybe"));
    }

    #[test]
    fn spans_count_characters() {
        let reason = "\u{c9}t\u{e9}. On review MULLIGAN + UNSURE, really";
        let (from, to) = columns(reason).review_span.unwrap();
        let cut: String = reason.chars().skip(from).take(to - from).collect();
        assert_eq!(cut, "On review MULLIGAN + UNSURE");
    }

    fn any_case(text: &'static str) -> impl Strategy<Value = String> {
        proptest::collection::vec(any::<bool>(), text.len()).prop_map(move |upper| {
            text.chars()
                .zip(upper)
                .map(|(c, up)| if up { c.to_ascii_uppercase() } else { c })
                .collect()
        })
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic_and_spans_lie_inside(text in "\\PC{0,80}") {
            let found = columns(&text);
            if let Some((from, to)) = found.review_span {
                prop_assert!(from < to && to <= text.chars().count());
            }
        }

        #[test]
        fn the_last_statement_counts(
            lead in "[a-zA-Z0-9 ,é]{0,20}",
            on in any_case("on review"),
            gap in prop::sample::select(vec![" ", ": ", ", ", " - ", "  "]),
            verdicts in prop::collection::vec((any::<bool>(), 0_u8..3), 1..5),
            unsure in any::<bool>(),
        ) {
            let mut reason = lead;
            for (keep, mark) in &verdicts {
                let verdict = if *keep { "Keep" } else { "muLLigan" };
                let mark = ["", " + UNSURE", "+sure"][usize::from(*mark)];
                reason += ". ";
                for part in [on.as_str(), gap, verdict, mark] {
                    reason += part;
                }
            }
            let found = LabelColumns::new(Label::Keep, unsure, &reason);
            let (keep, mark) = verdicts[verdicts.len() - 1];
            prop_assert_eq!(found.label_effective == Label::Keep, keep);
            prop_assert_eq!(found.unsure_effective, [unsure, true, false][usize::from(mark)]);
            prop_assert_eq!(found.review_unparsed, None);
        }

        #[test]
        fn text_without_a_mention_changes_nothing(text in "[a-mp-zA-MP-Z .,;]{0,60}") {
            let found = columns(&text);
            prop_assert_eq!(found.label_effective, Label::Keep);
            prop_assert_eq!(found.review_unparsed, None);
        }
    }
}
