//! Rules texts as bags of comparable words: what must agree, whatever the wording.

use std::collections::BTreeMap;

/// A kind of word and its canonical form.
pub(crate) type Word = (&'static str, String);

const NUMBERS: &[&str] = &[
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
];

/// Canonical words with their other forms, by kind.
const WORDS: &[(&str, &str, &[&str])] = &[
    ("keyword", "activate", &[]),
    ("keyword", "add", &["adds"]),
    ("keyword", "attach", &[]),
    ("keyword", "background", &[]),
    ("keyword", "cast", &["casts"]),
    ("keyword", "copy", &[]),
    ("keyword", "counter", &[]),
    ("keyword", "create", &["creates"]),
    ("keyword", "cycling", &["landcycling"]),
    ("keyword", "damage", &[]),
    ("keyword", "deathtouch", &[]),
    ("keyword", "defender", &[]),
    ("keyword", "destroy", &[]),
    ("keyword", "devotion", &[]),
    ("keyword", "discard", &["discards"]),
    ("keyword", "draw", &["draws"]),
    ("keyword", "enchant", &[]),
    ("keyword", "equip", &[]),
    ("keyword", "flashback", &[]),
    ("keyword", "flying", &[]),
    ("keyword", "gain", &["gains"]),
    ("keyword", "goad", &["goaded"]),
    ("keyword", "haste", &[]),
    ("keyword", "indestructible", &[]),
    ("keyword", "lose", &["loses"]),
    ("keyword", "mill", &[]),
    ("keyword", "pay", &[]),
    ("keyword", "power", &[]),
    ("keyword", "prowess", &[]),
    ("keyword", "regenerated", &[]),
    ("keyword", "return", &[]),
    ("keyword", "reveal", &["reveals"]),
    ("keyword", "sacrifice", &["sacrifices"]),
    ("keyword", "scry", &[]),
    ("keyword", "search", &["searches"]),
    ("keyword", "shroud", &[]),
    ("keyword", "shuffle", &["shuffles"]),
    ("keyword", "strike", &[]),
    ("keyword", "surveil", &[]),
    ("keyword", "swampwalk", &[]),
    ("keyword", "tapped", &[]),
    ("keyword", "tap", &[]),
    ("keyword", "target", &[]),
    ("keyword", "treasure", &[]),
    ("keyword", "untap", &["untapped"]),
    ("keyword", "vigilance", &[]),
    ("keyword", "affinity", &[]),
    ("keyword", "evoke", &[]),
    ("keyword", "flash", &[]),
    ("keyword", "hexproof", &[]),
    ("keyword", "islandwalk", &[]),
    ("keyword", "kicker", &[]),
    ("keyword", "lifelink", &[]),
    ("keyword", "menace", &[]),
    ("keyword", "protection", &[]),
    ("keyword", "reach", &[]),
    ("keyword", "regenerate", &[]),
    ("keyword", "trample", &[]),
    ("keyword", "undying", &[]),
    ("keyword", "ward", &[]),
    ("zone", "battlefield", &[]),
    ("zone", "command", &[]),
    ("zone", "stack", &[]),
    ("zone", "exile", &["exiles", "exiled"]),
    ("zone", "graveyard", &["graveyards"]),
    ("zone", "hand", &["hands"]),
    ("zone", "library", &["libraries"]),
    ("type", "artifact", &["artifacts"]),
    ("type", "card", &["cards"]),
    ("type", "creature", &["creatures"]),
    ("type", "enchantment", &[]),
    ("type", "instant", &[]),
    ("type", "land", &["lands"]),
    ("type", "noncreature", &[]),
    ("type", "nonland", &[]),
    ("type", "nontoken", &[]),
    ("type", "permanent", &["permanents"]),
    ("type", "planeswalker", &[]),
    ("type", "sorcery", &[]),
    ("type", "spell", &["spells"]),
    ("type", "token", &["tokens"]),
    ("trigger", "at", &[]),
    ("trigger", "attacks", &["attack"]),
    ("trigger", "beginning", &[]),
    ("trigger", "block", &["blocks"]),
    ("trigger", "dies", &["die"]),
    ("trigger", "enters", &["enter"]),
    ("trigger", "leave", &["leaves"]),
    ("trigger", "upkeep", &[]),
    ("trigger", "when", &[]),
    ("trigger", "whenever", &[]),
];

/// The text without reminders in parentheses.
fn without_reminders(text: &str) -> String {
    let mut depth = 0_usize;
    text.chars()
        .filter(|&c| {
            let inside = depth > 0 || c == '(';
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            !inside
        })
        .collect()
}

/// How often each comparable word occurs.
pub(crate) fn bag(name: &str, text: &str) -> BTreeMap<Word, usize> {
    let mut text = without_reminders(text);
    let short = name.split(',').next().unwrap_or(name);
    for own in [name, short] {
        text = text.replace(own, "~");
    }
    let mut bag = BTreeMap::new();
    let mut add = |word: Word| *bag.entry(word).or_insert(0) += 1;
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        plain_words(before, &mut add);
        let (symbol, after) = after.split_once('}').unwrap_or((after, ""));
        add(("symbol", format!("{{{symbol}}}")));
        rest = after;
    }
    plain_words(rest, &mut add);
    bag
}

fn plain_words(text: &str, add: &mut impl FnMut(Word)) {
    let lower = text.to_lowercase();
    let separated = |c: char| !(c.is_alphanumeric() || matches!(c, '+' | '-' | '/'));
    for word in lower
        .split(separated)
        .map(|word| word.trim_matches('-'))
        .filter(|word| !word.is_empty())
    {
        if word.chars().any(|c| c.is_ascii_digit()) {
            add(("number", word.to_owned()));
        } else if let Some(index) = NUMBERS.iter().position(|number| *number == word) {
            add(("number", (index + 2).to_string()));
        } else if let Some((kind, canonical, _)) = WORDS
            .iter()
            .find(|(_, canonical, forms)| *canonical == word || forms.contains(&word))
        {
            add((kind, (*canonical).to_owned()));
        }
    }
}
