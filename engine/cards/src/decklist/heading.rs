//! Section words of the common list formats.

use super::Section;
use crate::names::fold;

/// What a line without a card means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    /// A section of the deck.
    Section(Section),
    /// A card-type group inside a section (`Creatures (24)`).
    Group,
    /// File properties up to the next heading (`[metadata]`, `About`).
    Properties,
    /// A section that these games do not use (schemes, planes, attractions…).
    Unsupported,
}

/// Reads a heading: `Deck`, `DECK:`, `[Main]`, `== Sideboard ==`, `Creatures (24)`, `# Lands`.
pub(super) fn heading(line: &str) -> Option<Heading> {
    if line.len() > 60 {
        return None;
    }
    let folded = fold(line);
    let mut word = folded.as_str();
    word = word.trim_matches(|c: char| matches!(c, '=' | '#' | '*' | '~' | '-' | ' ' | ':'));
    if let Some(inner) = word.strip_prefix('[').and_then(|w| w.strip_suffix(']')) {
        word = inner.trim();
    }
    word = strip_count(word);
    word = word.trim_end_matches([':', ' ']);
    section_word(word)
}

/// Removes a count in brackets or after the word: `deck (60)`, `sideboard [15]`.
fn strip_count(word: &str) -> &str {
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some(body) = word.strip_suffix(close)
            && let Some((head, inside)) = body.rsplit_once(open)
        {
            let digits = inside.trim_end_matches(|c: char| c.is_alphabetic() || c == ' ');
            if !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) {
                return head.trim();
            }
        }
    }
    word
}

fn section_word(word: &str) -> Option<Heading> {
    Some(match word {
        "commander" | "commanders" | "command zone" | "commander zone" | "general" => {
            Heading::Section(Section::Commander)
        }
        "companion" | "companions" => Heading::Section(Section::Companion),
        "deck" | "main" | "maindeck" | "main deck" | "mainboard" | "main board" | "decklist" | "deck list"
        | "library" | "the 99" => Heading::Section(Section::Main),
        "sideboard" | "side board" | "side" | "sb" => Heading::Section(Section::Sideboard),
        "maybeboard" | "maybe board" | "maybe" | "considering" | "acquireboard" | "wishlist" | "tokens" | "token"
        | "tokens & extras" | "tokens and extras" => Heading::Section(Section::Outside),
        "creature"
        | "creatures"
        | "land"
        | "lands"
        | "instant"
        | "instants"
        | "sorcery"
        | "sorceries"
        | "artifact"
        | "artifacts"
        | "enchantment"
        | "enchantments"
        | "planeswalker"
        | "planeswalkers"
        | "battle"
        | "battles"
        | "spell"
        | "spells"
        | "instants and sorceries"
        | "instants & sorceries"
        | "other"
        | "other spells"
        | "noncreature"
        | "noncreatures"
        | "nonlands"
        | "basic lands"
        | "nonbasic lands" => Heading::Group,
        "metadata" | "about" | "shop" | "editor" | "general information" => Heading::Properties,
        "schemes" | "scheme" | "planes" | "planar" | "plane" | "attractions" | "attraction" | "contraptions"
        | "stickers" | "avatar" | "vanguard" | "conspiracy" | "conspiracies" | "dungeon" | "dungeons"
        | "signature spell" | "signature spells" | "oathbreaker" => Heading::Unsupported,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_in_every_dress() {
        for line in [
            "Deck",
            "DECK:",
            "[Main]",
            "== main deck ==",
            "Mainboard (60)",
            "deck [99]",
        ] {
            assert_eq!(heading(line), Some(Heading::Section(Section::Main)), "{line}");
        }
        assert_eq!(heading("SIDEBOARD:"), Some(Heading::Section(Section::Sideboard)));
        assert_eq!(heading("Creatures (24)"), Some(Heading::Group));
        assert_eq!(
            heading("Sideboard (15 cards)"),
            Some(Heading::Section(Section::Sideboard))
        );
        assert_eq!(heading("[metadata]"), Some(Heading::Properties));
        for line in ["Shock", "Commander's Sphere", "1 Deck", "Hazmat Suit (Used)", ""] {
            assert_eq!(heading(line), None, "{line}");
        }
    }
}
