//! What a person may type at a prompt, and what it means.

/// An answer at a keep-or-mulligan prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HandAnswer {
    /// `k` or `ku`.
    Keep {
        /// A close call.
        unsure: bool,
    },
    /// `m` or `mu`.
    Mulligan {
        /// A close call.
        unsure: bool,
    },
    /// One of the commands every prompt takes.
    Common(Common),
}

/// Commands that every decision prompt takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Common {
    /// `?` or `? NAME`: rules text of the hand and commanders, or of one card.
    Text(Option<String>),
    /// `u`: take back the last decision.
    Undo,
    /// `s`: leave this hand for later.
    Skip,
    /// `q`, or end of input: stop here.
    Quit,
    /// `h`: the keys.
    Help,
    /// Anything else.
    Unknown,
}

/// Keys of the keep-or-mulligan prompt, for the prompt line and `h`.
pub(super) const HAND_KEYS: &str = "k keep · ku keep, unsure · m mulligan · mu mulligan, unsure · ? [card] rules text · \
                             u undo · s skip · q quit";

/// Keys of the bottom prompt.
pub(super) const BOTTOM_KEYS: &str =
    "number or first letters of a card · ? [card] rules text · u undo · s skip · q quit";

fn common(text: &str) -> Common {
    if let Some(name) = text.strip_prefix('?') {
        let name = name.trim();
        return Common::Text((!name.is_empty()).then(|| name.to_owned()));
    }
    match text.to_lowercase().as_str() {
        "u" | "undo" => Common::Undo,
        "s" | "skip" => Common::Skip,
        "q" | "quit" => Common::Quit,
        "h" | "help" => Common::Help,
        _ => Common::Unknown,
    }
}

/// Reads an answer at a keep-or-mulligan prompt.
pub(super) fn hand(line: &str) -> HandAnswer {
    let text = line.trim();
    match text.to_lowercase().as_str() {
        "k" | "keep" => HandAnswer::Keep { unsure: false },
        "ku" => HandAnswer::Keep { unsure: true },
        "m" | "mulligan" => HandAnswer::Mulligan { unsure: false },
        "mu" => HandAnswer::Mulligan { unsure: true },
        _ => HandAnswer::Common(common(text)),
    }
}

/// An answer at a bottom prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BottomAnswer {
    /// Index among the names offered.
    Card(usize),
    /// Several names start so.
    Ambiguous(Vec<String>),
    /// One of the commands every prompt takes.
    Common(Common),
}

/// Reads an answer at a bottom prompt: a number from 1, or the first letters of one name.
///
/// A command letter wins over a name that starts with it; two letters are enough to mean the name.
pub(super) fn bottom(line: &str, names: &[&str]) -> BottomAnswer {
    let text = line.trim();
    if let Ok(number) = text.parse::<usize>() {
        return match number.checked_sub(1).filter(|index| *index < names.len()) {
            Some(index) => BottomAnswer::Card(index),
            None => BottomAnswer::Common(Common::Unknown),
        };
    }
    let command = common(text);
    if command != Common::Unknown || text.is_empty() {
        return BottomAnswer::Common(command);
    }
    let lower = text.to_lowercase();
    let matching: Vec<usize> = (0..names.len())
        .filter(|index| names[*index].to_lowercase().starts_with(&lower))
        .collect();
    let exact = matching.iter().find(|index| names[**index].to_lowercase() == lower);
    match (exact, matching.as_slice()) {
        (Some(index), _) | (None, [index]) => BottomAnswer::Card(*index),
        (None, []) => BottomAnswer::Common(Common::Unknown),
        (None, several) => BottomAnswer::Ambiguous(several.iter().map(|index| names[*index].to_owned()).collect()),
    }
}

/// An answer at a reason prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReasonAnswer {
    /// The reason.
    Reason(String),
    /// Nothing typed: ask again.
    Empty,
    /// `!`: list own earlier phrases.
    List,
    /// `q` alone: stop without saving this decision. `\q` is the reason "q".
    Quit,
    /// `b` alone: back to the choice. `\b` is the reason "b".
    Back,
}

/// Reads an answer at a reason prompt; `!N` repeats own phrase number N of `phrases`.
pub(super) fn reason(line: &str, phrases: &[String]) -> ReasonAnswer {
    let text = line.trim();
    if let Some(literal) = text.strip_prefix('\\') {
        return if literal.is_empty() {
            ReasonAnswer::Empty
        } else {
            ReasonAnswer::Reason(literal.to_owned())
        };
    }
    match text {
        "" => return ReasonAnswer::Empty,
        "q" => return ReasonAnswer::Quit,
        "b" => return ReasonAnswer::Back,
        "!" => return ReasonAnswer::List,
        _ => {}
    }
    if let Some(phrase) = text
        .strip_prefix('!')
        .and_then(|number| number.trim().parse::<usize>().ok())
        .and_then(|number| phrases.get(number.checked_sub(1)?))
    {
        return ReasonAnswer::Reason(phrase.clone());
    }
    ReasonAnswer::Reason(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_keys_and_commands() {
        assert_eq!(hand(" k \n"), HandAnswer::Keep { unsure: false });
        assert_eq!(hand("KU"), HandAnswer::Keep { unsure: true });
        assert_eq!(hand("mu"), HandAnswer::Mulligan { unsure: true });
        assert_eq!(hand("m"), HandAnswer::Mulligan { unsure: false });
        assert_eq!(
            hand("? Sol Ring"),
            HandAnswer::Common(Common::Text(Some("Sol Ring".to_owned())))
        );
        assert_eq!(hand("x"), HandAnswer::Common(Common::Unknown));
    }

    #[test]
    fn a_bottom_card_by_number_or_letters() {
        let names = ["Swamp", "Sol Ring", "Squee, Goblin Nabob"];
        assert_eq!(bottom("2", &names), BottomAnswer::Card(1));
        assert_eq!(bottom("sw", &names), BottomAnswer::Card(0));
        assert_eq!(bottom("s", &names), BottomAnswer::Common(Common::Skip));
        assert_eq!(bottom("0", &names), BottomAnswer::Common(Common::Unknown));
        assert_eq!(bottom("4", &names), BottomAnswer::Common(Common::Unknown));
        let both = bottom("S", &["Swamp", "Swan"]);
        assert_eq!(both, BottomAnswer::Common(Common::Skip));
        assert!(matches!(bottom("swa", &["Swamp", "Swan"]), BottomAnswer::Ambiguous(names) if names.len() == 2));
    }

    #[test]
    fn a_reason_named_q_can_be_told_from_quit() {
        let phrases = vec!["no lands".to_owned()];
        assert_eq!(reason("q", &phrases), ReasonAnswer::Quit);
        assert_eq!(reason("\\q", &phrases), ReasonAnswer::Reason("q".to_owned()));
        assert_eq!(reason("  ", &phrases), ReasonAnswer::Empty);
        assert_eq!(reason("!1", &phrases), ReasonAnswer::Reason("no lands".to_owned()));
        assert_eq!(reason("!7", &phrases), ReasonAnswer::Reason("!7".to_owned()));
    }
}
