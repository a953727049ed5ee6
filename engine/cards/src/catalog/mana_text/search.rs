//! "Search your library for …": fetch lands, ramp, land tutors (CR 701.23).

use turnzero_contract::card::{
    Amount, CardType, Condition, Count, Destination, Effect, Filter, PlayerRef, SearchSpec, Selector,
};

use super::condition::condition;
use super::noun::{filter, number};

/// Reads a search for lands, from "search your library for" to the end of the paragraph.
pub(super) fn search(text: &str) -> Option<Effect> {
    let rest = text.trim().strip_prefix("search your library for ")?;
    let (what, mut then) = split_what(rest)?;
    let (count, phrase, shared) = counted(what)?;
    let filter = filter(phrase)?;
    if !only_lands(&filter) {
        return None;
    }
    let mut reveal = false;
    for words in [
        "reveal it, ",
        "reveal that card, ",
        "reveal them, ",
        "reveal those cards, ",
    ] {
        if let Some(tail) = then.strip_prefix(words) {
            reveal = true;
            then = tail;
        }
    }
    let spec = |count: Count, to: Destination| {
        Effect::Search(SearchSpec {
            player: PlayerRef::You,
            count,
            filter: filter.clone(),
            sharing_land_type: shared,
            reveal,
            one_to: None,
            to,
        })
    };
    // Two cards with different destinations: one search each finds the same cards.
    if let Some(tail) = then.strip_prefix("put one onto the battlefield tapped and the other into your hand") {
        after_search(tail)?;
        let one = || Count::UpTo(Amount::Fixed(1));
        return Some(Effect::Sequence(vec![
            spec(one(), battlefield(true)),
            spec(one(), Destination::Hand),
        ]));
    }
    for object in ["put it ", "put that card ", "put them ", "put those cards "] {
        let Some(where_to) = then.strip_prefix(object) else {
            continue;
        };
        for (words, to) in [
            ("onto the battlefield tapped", battlefield(true)),
            ("onto the battlefield", battlefield(false)),
            ("into your hand", Destination::Hand),
        ] {
            let Some(tail) = where_to.strip_prefix(words) else {
                continue;
            };
            let found = spec(count, to);
            return Some(match after_search(tail)? {
                After::Nothing => found,
                After::UntapIf(condition) => Effect::Sequence(vec![
                    found,
                    Effect::If {
                        condition,
                        then: Box::new(Effect::Untap(Selector::It)),
                        otherwise: None,
                    },
                ]),
            });
        }
    }
    None
}

/// Splits "a basic land card, put it …" before the first verb.
fn split_what(rest: &str) -> Option<(&str, &str)> {
    [", put ", ", reveal "]
        .iter()
        .filter_map(|verb| rest.find(verb))
        .min()
        .and_then(|at| Some((rest.get(..at)?, rest.get(at + 2..)?)))
}

fn battlefield(tapped: bool) -> Destination {
    Destination::Battlefield {
        tapped,
        control: PlayerRef::ItsOwner,
    }
}

/// "up to two basic land cards that share a land type".
fn counted(what: &str) -> Option<(Count, &str, bool)> {
    let (what, shared) = what
        .strip_suffix(" that share a land type")
        .map_or((what, false), |w| (w, true));
    let (up_to, rest) = what.strip_prefix("up to ").map_or((false, what), |r| (true, r));
    let (first, phrase) = rest.split_once(' ')?;
    let n = Amount::Fixed(number(first)?);
    let count = if up_to { Count::UpTo(n) } else { Count::Exactly(n) };
    Some((count, phrase, shared))
}

/// Whether everything the filter passes is a land: a land type word or basic land subtypes.
fn only_lands(filter: &Filter) -> bool {
    match filter {
        Filter::Type(kind) => *kind == CardType::Land,
        Filter::Subtype(name) => {
            matches!(
                name.as_str(),
                "Plains" | "Island" | "Swamp" | "Mountain" | "Forest" | "Gate" | "Desert" | "Cave" | "Town"
            )
        }
        Filter::All(parts) => parts.iter().any(only_lands),
        Filter::AnyOf(parts) => !parts.is_empty() && parts.iter().all(only_lands),
        _ => false,
    }
}

/// What a search text does after the cards have moved.
enum After {
    Nothing,
    UntapIf(Condition),
}

/// The rest of the sentence must be the shuffle, perhaps with a conditional untap behind it.
fn after_search(tail: &str) -> Option<After> {
    let tail = tail.trim_end_matches('.');
    let after = tail.strip_prefix(", then shuffle")?;
    let after = after.strip_prefix(" your library").unwrap_or(after);
    if after.is_empty() {
        return Some(After::Nothing);
    }
    let inner = after.strip_prefix(". then if ")?;
    let (words, _) = inner.split_once(", untap that land")?;
    condition(words).map(After::UntapIf)
}
