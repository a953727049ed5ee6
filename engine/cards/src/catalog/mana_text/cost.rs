//! Activation and additional costs (CR 118).

use turnzero_contract::ManaCost;
use turnzero_contract::card::{Amount, CardType, CostPart, Count, Filter, PlayerRef, Zone};

use super::noun::{filter, number};

/// Reads a comma-separated cost; also the zone it is paid from when the text names one.
///
/// `None` when any part is not understood.
pub(super) fn parts(text: &str) -> Option<(Vec<CostPart>, Option<Zone>)> {
    let mut found = Vec::new();
    let mut zone = None;
    for part in text.split(", ").flat_map(|p| p.split(" and ")) {
        let (cost, from) = part_of(part.trim())?;
        found.push(cost);
        zone = zone.or(from);
    }
    Some((found, zone))
}

fn part_of(text: &str) -> Option<(CostPart, Option<Zone>)> {
    let plain = |part: CostPart| Some((part, None));
    match text {
        "{t}" => return plain(CostPart::Tap),
        "{q}" => return plain(CostPart::Untap),
        "sacrifice ~" => return plain(CostPart::SacrificeSelf),
        "discard ~" => return Some((CostPart::DiscardSelf, Some(Zone::Hand))),
        "exile ~" => return plain(CostPart::ExileSelf),
        "exile ~ from your hand" => return Some((CostPart::ExileSelf, Some(Zone::Hand))),
        "exile ~ from your graveyard" => return Some((CostPart::ExileSelf, Some(Zone::Graveyard))),
        _ => {}
    }
    if text.starts_with('{') {
        let cost: ManaCost = text.to_uppercase().parse().ok()?;
        return plain(CostPart::Mana(cost));
    }
    if let Some(life) = text.strip_prefix("pay ").and_then(|t| t.strip_suffix(" life")) {
        return plain(CostPart::PayLife(Amount::Fixed(number(life)?)));
    }
    if let Some(what) = text.strip_prefix("sacrifice ") {
        let (count, filter) = counted(what)?;
        return plain(CostPart::Sacrifice(count, filter));
    }
    if let Some(what) = text.strip_prefix("discard ") {
        let (count, filter) = match what {
            "a card" => (one(), Filter::Any),
            _ => counted_cards(what)?,
        };
        return plain(CostPart::Discard(count, filter));
    }
    if let Some(what) = text.strip_prefix("tap ") {
        let (count, filter) = counted(what)?;
        return plain(CostPart::TapOthers(count, filter));
    }
    if let Some(what) = text.strip_prefix("return ") {
        let what = what
            .strip_suffix(" to its owner's hand")
            .or_else(|| what.strip_suffix(" to their owner's hand"))?;
        let (count, filter) = counted(what)?;
        return plain(CostPart::Return(count, filter));
    }
    if let Some(what) = text.strip_prefix("reveal ") {
        let (count, filter) = counted_cards(what.strip_suffix(" from your hand")?)?;
        return plain(CostPart::Reveal(count, filter));
    }
    if let Some(what) = text.strip_prefix("remove ").and_then(|t| t.strip_suffix(" from ~")) {
        let mut words = what.split(' ');
        let n = number(words.next()?)?;
        let kind = words.next()?;
        let last = words.next()?;
        let fits = matches!(last, "counter" | "counters") && words.next().is_none();
        return fits.then(|| {
            (
                CostPart::RemoveCounters(Count::Exactly(Amount::Fixed(n)), kind.to_owned()),
                None,
            )
        });
    }
    None
}

fn one() -> Count {
    Count::Exactly(Amount::Fixed(1))
}

/// "two untapped lands you control", "another creature", "a Swamp".
fn counted(text: &str) -> Option<(Count, Filter)> {
    let (first, rest) = text.split_once(' ')?;
    let (n, phrase) = match (number(first), first) {
        (Some(n), _) => (n, rest),
        (None, "another") => (1, text),
        _ => return None,
    };
    let found = filter(phrase)?;
    // Sacrificing, tapping and returning only work on one's own permanents (CR 701.21a).
    let found = match found {
        Filter::All(parts) if parts.contains(&Filter::Controlled(PlayerRef::You)) => Filter::All(
            parts
                .into_iter()
                .filter(|part| *part != Filter::Controlled(PlayerRef::You))
                .collect(),
        ),
        other => other,
    };
    let found = match found {
        Filter::All(mut parts) if parts.len() == 1 => parts.pop().unwrap_or(Filter::Any),
        other => other,
    };
    Some((Count::Exactly(Amount::Fixed(n)), found))
}

fn counted_cards(text: &str) -> Option<(Count, Filter)> {
    let (first, rest) = text.split_once(' ')?;
    let n = number(first)?;
    if matches!(rest, "card" | "cards") {
        return Some((Count::Exactly(Amount::Fixed(n)), Filter::Any));
    }
    Some((Count::Exactly(Amount::Fixed(n)), filter(rest)?))
}

/// The filter of "a land you control".
pub(super) fn own_land() -> Filter {
    Filter::All(vec![Filter::Type(CardType::Land), Filter::Controlled(PlayerRef::You)])
}
