//! Lines of keywords: evergreen words, cycling, partner and what deck construction needs.

use turnzero_contract::card::{CardType, CostPart, Filter, Keyword, Supertype};

use super::cost;
use super::noun::{capitalise, number};

/// Reads a line that holds keywords only; `None` when any part is something else.
pub(super) fn keywords(line: &str) -> Option<Vec<Keyword>> {
    line.trim_end_matches('.').split(", ").map(keyword).collect()
}

/// A line that only matters to deck construction (CR 100.2a, 702.124, 702.139, 903.3).
pub(super) fn deck_building(line: &str) -> Option<Keyword> {
    let line = line.trim_end_matches('.');
    if let Some(name) = line.strip_prefix("partner with ") {
        return Some(Keyword::PartnerWith(title(name)));
    }
    if let Some(family) = line
        .strip_prefix("partner—")
        .or_else(|| line.strip_prefix("partner — "))
    {
        return Some(Keyword::PartnerFamily(family.to_owned()));
    }
    if line.starts_with("companion — ") || line.starts_with("companion—") {
        return Some(Keyword::Companion);
    }
    match line {
        "partner" => return Some(Keyword::Partner),
        "choose a background" => return Some(Keyword::ChooseBackground),
        "friends forever" => return Some(Keyword::PartnerFamily("friends forever".to_owned())),
        "doctor's companion" => return Some(Keyword::DoctorsCompanion),
        "~ can be your commander" => return Some(Keyword::MayBeCommander),
        "a deck can have any number of cards named ~" => return Some(Keyword::DeckLimit(None)),
        _ => {}
    }
    let many = line
        .strip_prefix("a deck can have up to ")?
        .strip_suffix(" cards named ~")?;
    number(many).map(|n| Keyword::DeckLimit(Some(n)))
}

/// Names were lowered with the rest; small words stay small, as on cards.
fn title(name: &str) -> String {
    let small = ["of", "the", "and", "to", "in", "for", "a", "an", "with", "from"];
    name.split(' ')
        .enumerate()
        .map(|(at, word)| {
            if at > 0 && small.contains(&word) {
                word.to_owned()
            } else {
                capitalise(word)
            }
        })
        .collect::<Vec<_>>()
        .join(" ")
}

fn keyword(word: &str) -> Option<Keyword> {
    Some(match word {
        "deathtouch" => Keyword::Deathtouch,
        "defender" => Keyword::Defender,
        "double strike" => Keyword::DoubleStrike,
        "first strike" => Keyword::FirstStrike,
        "flash" => Keyword::Flash,
        "flying" => Keyword::Flying,
        "haste" => Keyword::Haste,
        "hexproof" => Keyword::Hexproof,
        "indestructible" => Keyword::Indestructible,
        "lifelink" => Keyword::Lifelink,
        "menace" => Keyword::Menace,
        "prowess" => Keyword::Prowess,
        "reach" => Keyword::Reach,
        "shroud" => Keyword::Shroud,
        "trample" => Keyword::Trample,
        "vigilance" => Keyword::Vigilance,
        _ => return cycling(word),
    })
}

/// `cycling {2}`, `cycling—pay 2 life`, `basic landcycling {1}`, `plainscycling {2}`.
fn cycling(text: &str) -> Option<Keyword> {
    let (name, cost) = match text.split_once('—') {
        Some((name, cost)) => (name.trim(), cost.trim()),
        None => text
            .split_at_checked(text.find(" {")?)
            .map(|(n, c)| (n.trim(), c.trim()))?,
    };
    let stem = name.strip_suffix("cycling")?;
    let (cost, _) = cost::parts(cost)?;
    if cost.is_empty()
        || !cost
            .iter()
            .all(|part| matches!(part, CostPart::Mana(_) | CostPart::PayLife(_)))
    {
        return None;
    }
    if stem.is_empty() {
        return Some(Keyword::Cycling(cost));
    }
    let filter = match stem {
        "land" => Filter::Type(CardType::Land),
        "basic land" => Filter::All(vec![Filter::Supertype(Supertype::Basic), Filter::Type(CardType::Land)]),
        "artifact land" => Filter::All(vec![Filter::Type(CardType::Artifact), Filter::Type(CardType::Land)]),
        _ if stem.chars().all(char::is_alphabetic) => Filter::Subtype(capitalise(stem)),
        _ => return None,
    };
    Some(Keyword::Typecycling {
        name: capitalise(stem),
        filter,
        cost,
    })
}
