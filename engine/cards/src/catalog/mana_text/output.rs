//! What "add …" adds, and what it may be spent on (CR 106).

use turnzero_contract::Color;
use turnzero_contract::card::{Amount, Comparison, Filter, ManaKind, ManaOutput, ManaRestriction, Selector};

use super::noun::{alternatives, filter, mana_run, number, strip_article};

/// Reads the words after "add".
pub(super) fn output(text: &str) -> Option<ManaOutput> {
    let text = text.trim();
    let fixed = |choices| ManaOutput {
        choices,
        times: Amount::Fixed(1),
        restriction: None,
    };
    if let Some((run, what)) = text.split_once(" for each ") {
        let kinds = mana_run(run)?;
        let filter = filter(what)?;
        return Some(ManaOutput {
            choices: vec![kinds],
            times: Amount::Count(Box::new(filter)),
            restriction: None,
        });
    }
    if let Some(rest) = text.strip_prefix("an amount of ") {
        let kinds = mana_run(rest.strip_suffix(" equal to ~'s power")?)?;
        let times = Amount::PowerOf(Box::new(Selector::Itself));
        return Some(ManaOutput {
            choices: vec![kinds],
            times,
            restriction: None,
        });
    }
    if let Some((head, list)) = text.split_once(" mana in any combination of ") {
        return combination(number(head)?, list).map(fixed);
    }
    if let Some((head, symbol)) = text.split_once(' ') {
        // "six {G}" stands for a run of six.
        if let (Some(n @ 2..=10), Some(kinds)) = (number(head), mana_run(symbol))
            && let [kind] = kinds.as_slice()
        {
            return Some(fixed(vec![vec![*kind; n as usize]]));
        }
    }
    let mut choices: Vec<Vec<ManaKind>> = Vec::new();
    for part in split_choices(text) {
        choices.extend(choice(part)?);
    }
    (!choices.is_empty()).then(|| fixed(choices))
}

/// Splits alternatives, but not inside "any color or type" phrases.
fn split_choices(text: &str) -> Vec<&str> {
    if text.starts_with('{') || !text.contains(" of any ") {
        alternatives(text)
    } else {
        vec![text]
    }
}

fn choice(text: &str) -> Option<Vec<Vec<ManaKind>>> {
    if let Some(kinds) = mana_run(text) {
        return Some(vec![kinds]);
    }
    let (n, what) = text.split_once(" mana of ")?;
    let n = number(n)? as usize;
    if n == 0 || n > 10 {
        return None;
    }
    let repeated = |kind| Some(vec![vec![kind; n]]);
    match what {
        "any color" | "the chosen color" if n == 1 => repeated(ManaKind::AnyColor),
        "any one color" | "the chosen color" => Some(
            Color::ALL
                .into_iter()
                .map(|color| vec![ManaKind::Color(color); n])
                .collect(),
        ),
        "any color in your commander's color identity" if n == 1 => repeated(ManaKind::CommanderIdentity),
        "any color that a land an opponent controls could produce"
        | "any type that a land an opponent controls could produce"
            if n == 1 =>
        {
            repeated(ManaKind::OpponentsLands)
        }
        "any color that a land you control could produce" | "any type that a land you control could produce"
            if n == 1 =>
        {
            repeated(ManaKind::OwnLands)
        }
        _ => None,
    }
}

/// "two mana in any combination of {W} and/or {U}": every multiset.
fn combination(n: u32, list: &str) -> Option<Vec<Vec<ManaKind>>> {
    let n = n as usize;
    if n == 0 || n > 6 {
        return None;
    }
    if list == "colors" {
        return Some(vec![vec![ManaKind::AnyColor; n]]);
    }
    let list = list.replace(" and/or ", " or ").replace(", or ", " or ");
    let kinds: Option<Vec<ManaKind>> = alternatives(&list)
        .into_iter()
        .map(|part| mana_run(part).and_then(|run| if let [kind] = run.as_slice() { Some(*kind) } else { None }))
        .collect();
    let kinds = kinds.filter(|kinds| (1..=5).contains(&kinds.len()))?;
    let mut sets: Vec<Vec<ManaKind>> = vec![Vec::new()];
    for (at, kind) in kinds.iter().enumerate() {
        let final_kind = at + 1 == kinds.len();
        sets = sets
            .into_iter()
            .flat_map(|set| {
                let room = n - set.len();
                let least = if final_kind { room } else { 0 };
                (least..=room).rev().map(move |more| {
                    let mut next = set.clone();
                    next.extend(std::iter::repeat_n(*kind, more));
                    next
                })
            })
            .collect();
    }
    Some(sets)
}

/// Reads "spend this mana only to …"; anything not understood is `Other`.
pub(super) fn restriction(text: &str) -> ManaRestriction {
    understood(text.trim()).unwrap_or(ManaRestriction::Other)
}

fn understood(text: &str) -> Option<ManaRestriction> {
    let rest = text.strip_prefix("to ").unwrap_or(text);
    if let Some(spells) = rest.strip_prefix("cast ") {
        for split in [" or to activate ", " or activate "] {
            if let Some((cast, activate)) = spells.split_once(split) {
                let cast = spell_filter(cast)?;
                let sources = sources(activate)?;
                return (cast == sources).then_some(ManaRestriction::CastOrActivate(cast));
            }
        }
        return spell_filter(spells).map(ManaRestriction::Cast);
    }
    let activate = rest.strip_prefix("activate ")?;
    sources(activate).map(ManaRestriction::Activate)
}

/// "creature spells", "an instant or sorcery spell", "spells with mana value 4 or greater".
fn spell_filter(text: &str) -> Option<Filter> {
    let text = strip_article(text);
    if let Some(rest) = text
        .strip_prefix("spells with mana value ")
        .or_else(|| text.strip_prefix("spell with mana value "))
    {
        let n = number(rest.strip_suffix(" or greater")?)?;
        return Some(Filter::ManaValue(Comparison::AtLeast, Amount::Fixed(n)));
    }
    let kinds = text.strip_suffix(" spells").or_else(|| text.strip_suffix(" spell"))?;
    filter(kinds)
}

/// "abilities of artifacts", "an ability of an Elemental source".
fn sources(text: &str) -> Option<Filter> {
    if matches!(text, "abilities" | "an ability") {
        return Some(Filter::Any);
    }
    let what = text
        .strip_prefix("abilities of ")
        .or_else(|| text.strip_prefix("an ability of "))?;
    let what = what
        .strip_suffix(" sources")
        .or_else(|| what.strip_suffix(" source"))
        .unwrap_or(what);
    filter(what)
}
