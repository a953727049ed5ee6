//! Noun phrases: numbers, mana symbols, "a basic Forest card", "two or more other lands".

use turnzero_contract::Color;
use turnzero_contract::card::{Amount, CardType, Comparison, Filter, ManaKind, PlayerRef, Supertype, Zone};

/// A number word or digit, `a` and `an` included.
pub(super) fn number(word: &str) -> Option<u32> {
    Some(match word {
        "a" | "an" | "one" => 1,
        "two" => 2,
        "three" => 3,
        "four" => 4,
        "five" => 5,
        "six" => 6,
        "seven" => 7,
        "eight" => 8,
        "nine" => 9,
        "ten" => 10,
        _ => word.parse().ok().filter(|&n| n <= 99)?,
    })
}

/// A run of mana symbols that make mana: `{b}{r}`, `{c}{c}`.
pub(super) fn mana_run(text: &str) -> Option<Vec<ManaKind>> {
    let mut kinds = Vec::new();
    let mut rest = text;
    while let Some(after) = rest.strip_prefix('{') {
        let (symbol, tail) = after.split_once('}')?;
        let mut letters = symbol.chars();
        let letter = letters.next()?.to_ascii_uppercase();
        if letters.next().is_some() {
            return None;
        }
        kinds.push(match Color::from_letter(letter) {
            Some(color) => ManaKind::Color(color),
            None if letter == 'C' => ManaKind::Colorless,
            None => return None,
        });
        rest = tail;
    }
    (rest.is_empty() && !kinds.is_empty() && kinds.len() <= 10).then_some(kinds)
}

/// Splits a list written with commas and `or`: `x, y, or z`.
pub(super) fn alternatives(text: &str) -> Vec<&str> {
    text.split(", or ")
        .flat_map(|part| part.split(" or "))
        .flat_map(|part| part.split(", "))
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect()
}

/// A filter for "basic land", "untapped creature", "legendary green creature", "plains or island",
/// singular or plural; `None` when a word is not understood.
pub(super) fn filter(phrase: &str) -> Option<Filter> {
    let phrase = phrase.trim().trim_end_matches(" card").trim_end_matches(" cards");
    let mut options = Vec::new();
    // An adjective before the first option belongs to all: "basic plains, island, or swamp".
    let mut shared: Option<Filter> = None;
    for part in phrase
        .replace(" or greater", "+")
        .replace(" and/or ", " or ")
        .replace(" and ", " or ")
        .split('\n')
        .flat_map(alternatives)
    {
        let part = strip_article(part);
        let (filters, leading) = one(part)?;
        if options.is_empty() {
            shared = leading;
        }
        options.push(join(filters, shared.clone()));
    }
    match options.len() {
        0 => None,
        1 => options.pop(),
        _ => Some(Filter::AnyOf(options)),
    }
}

fn join(mut filters: Vec<Filter>, shared: Option<Filter>) -> Filter {
    if let Some(shared) = shared
        && !filters.contains(&shared)
    {
        filters.insert(0, shared);
    }
    if filters.len() == 1 {
        filters.pop().unwrap_or(Filter::Any)
    } else {
        Filter::All(filters)
    }
}

/// Removes a leading article.
pub(super) fn strip_article(text: &str) -> &str {
    text.strip_prefix("a ")
        .or_else(|| text.strip_prefix("an "))
        .unwrap_or(text)
}

/// One option of a noun phrase, and its leading supertype.
fn one(phrase: &str) -> Option<(Vec<Filter>, Option<Filter>)> {
    let mut filters = Vec::new();
    let mut leading = None;
    let mut controlled = phrase;
    let mut owner = None;
    for (tail, player) in [
        (" you control", PlayerRef::You),
        (" an opponent controls", PlayerRef::AnOpponent),
        (" your opponents control", PlayerRef::EachOpponent),
    ] {
        if let Some(head) = controlled.strip_suffix(tail) {
            controlled = head;
            owner = Some(Filter::Controlled(player));
        }
    }
    let mut limits = Vec::new();
    if let Some(head) = controlled.strip_suffix(" card in your graveyard") {
        controlled = head;
        limits = vec![Filter::In(Zone::Graveyard), Filter::Owned(PlayerRef::You)];
    }
    if let Some((head, power)) = controlled.split_once(" with power ") {
        controlled = head;
        let least = number(power.strip_suffix('+')?)?;
        limits.push(Filter::Power(Comparison::AtLeast, Amount::Fixed(least)));
    }
    controlled = controlled.strip_suffix(" on the battlefield").unwrap_or(controlled);
    let words: Vec<&str> = controlled.split(' ').filter(|w| !w.is_empty()).collect();
    if words.is_empty() || words.len() > 5 {
        return None;
    }
    for (at, word) in words.iter().enumerate() {
        let last = at + 1 == words.len();
        let found = adjective(word).or_else(|| noun(word, last))?;
        if at == 0 && matches!(found, Filter::Supertype(_)) {
            leading = Some(found.clone());
        }
        filters.push(found);
    }
    filters.extend(limits);
    filters.extend(owner);
    Some((filters, leading))
}

fn adjective(word: &str) -> Option<Filter> {
    let not = |filter| Filter::Not(Box::new(filter));
    Some(match word {
        "basic" => Filter::Supertype(Supertype::Basic),
        "nonbasic" => not(Filter::Supertype(Supertype::Basic)),
        "legendary" => Filter::Supertype(Supertype::Legendary),
        "snow" => Filter::Supertype(Supertype::Snow),
        "other" | "another" => Filter::Other,
        "tapped" => Filter::Tapped,
        "untapped" => not(Filter::Tapped),
        "colorless" => Filter::Colorless,
        "noncreature" => not(Filter::Type(CardType::Creature)),
        "nonland" => not(Filter::Type(CardType::Land)),
        _ => {
            let color = Color::ALL.into_iter().find(|color| color.word() == word)?;
            Filter::Color(color)
        }
    })
}

fn noun(word: &str, last: bool) -> Option<Filter> {
    let single = singular(word);
    if single == "permanent" {
        return Some(Filter::Permanent);
    }
    if single == "token" {
        return Some(Filter::Token);
    }
    let capital = capitalise(&single);
    if let Ok(card_type) = capital.parse::<CardType>() {
        return Some(Filter::Type(card_type));
    }
    let simple = capital.chars().all(|c| c.is_ascii_alphabetic() || c == '-') && capital.len() >= 3;
    let stopped = STOP.contains(&single.as_str()) || STOP.contains(&word);
    (simple && !stopped && (last || is_subtype_like(&single))).then_some(Filter::Subtype(capital))
}

/// Words that stand where a subtype could, but are none.
const STOP: &[&str] = &[
    "only",
    "during",
    "your",
    "turn",
    "you",
    "control",
    "was",
    "were",
    "are",
    "has",
    "have",
    "had",
    "could",
    "would",
    "may",
    "not",
    "all",
    "cast",
    "put",
    "more",
    "fewer",
    "less",
    "than",
    "equal",
    "where",
    "among",
    "don't",
    "card",
    "spell",
    "ability",
    "source",
    "color",
    "type",
    "name",
    "player",
    "opponent",
    "mana",
    "life",
    "hand",
    "library",
    "graveyard",
    "any",
    "each",
    "that",
    "this",
    "with",
    "the",
    "and",
    "for",
    "from",
    "its",
    "multicolored",
    "monocolored",
    "historic",
    "kicked",
    "face",
    "chosen",
    "cost",
    "top",
    "half",
];

/// Subtypes that stand before a card type ("Dragon creature", "Gate land").
fn is_subtype_like(word: &str) -> bool {
    !word.ends_with("ed") && !word.starts_with("non")
}

fn singular(word: &str) -> String {
    if word == "plains" || !word.ends_with('s') || word.ends_with("ss") || word.ends_with("us") {
        return word.to_owned();
    }
    match word {
        "elves" => return "elf".to_owned(),
        "dwarves" => return "dwarf".to_owned(),
        "wolves" => return "wolf".to_owned(),
        "werewolves" => return "werewolf".to_owned(),
        "sorceries" => return "sorcery".to_owned(),
        _ => {}
    }
    if let Some(stem) = word.strip_suffix("ies") {
        return format!("{stem}y");
    }
    word.trim_end_matches('s').to_owned()
}

pub(super) fn capitalise(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noun_phrases() {
        let basic = Filter::Supertype(Supertype::Basic);
        let sub = |s: &str| Filter::Subtype(s.to_owned());
        assert_eq!(
            filter("basic land card"),
            Some(Filter::All(vec![basic.clone(), Filter::Type(CardType::Land)]))
        );
        assert_eq!(
            filter("a plains or island card"),
            Some(Filter::AnyOf(vec![sub("Plains"), sub("Island")]))
        );
        assert_eq!(
            filter("basic forest, plains, or island card"),
            Some(Filter::AnyOf(vec![
                Filter::All(vec![basic.clone(), sub("Forest")]),
                Filter::All(vec![basic.clone(), sub("Plains")]),
                Filter::All(vec![basic, sub("Island")]),
            ]))
        );
        assert_eq!(
            filter("other lands"),
            Some(Filter::All(vec![Filter::Other, Filter::Type(CardType::Land)]))
        );
        assert_eq!(filter("card of the chosen type"), None);
    }

    #[test]
    fn mana_runs() {
        assert_eq!(mana_run("{b}{r}").map(|m| m.len()), Some(2));
        assert_eq!(mana_run("{∞}"), None);
        assert_eq!(mana_run("{u/r}"), None);
        assert_eq!(mana_run(""), None);
    }
}
