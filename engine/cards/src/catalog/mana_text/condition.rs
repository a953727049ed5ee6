//! Conditions: "you control …", opponents, life totals.

use turnzero_contract::card::{Amount, Comparison, Condition, Filter, PlayerRef};

use super::noun::{filter, number};

/// Reads the part after "if" or "unless".
pub(super) fn condition(text: &str) -> Option<Condition> {
    let text = text.trim().trim_end_matches('.');
    let compare = |left, comparison, right| Condition::Compare(left, comparison, Amount::Fixed(right));
    if text == "it's your turn" {
        return Some(Condition::YourTurn);
    }
    if let Some(rest) = text.strip_prefix("you control ") {
        if rest == "your commander" || rest == "a commander" {
            return Some(Condition::ControlsCommander);
        }
        return controls(PlayerRef::You, rest);
    }
    if let Some(rest) = text.strip_prefix("your opponents control ") {
        return controls(PlayerRef::EachOpponent, rest);
    }
    if let Some(rest) = text.strip_prefix("an opponent controls ") {
        return controls(PlayerRef::AnOpponent, rest);
    }
    if let Some(n) = text
        .strip_prefix("you have ")
        .and_then(|t| t.strip_suffix(" or more opponents"))
    {
        return Some(compare(Amount::Opponents, Comparison::AtLeast, number(n)?));
    }
    for (prefix, who) in [
        ("a player has ", PlayerRef::APlayer),
        ("you have ", PlayerRef::You),
        ("an opponent has ", PlayerRef::AnOpponent),
    ] {
        let Some(rest) = text.strip_prefix(prefix) else {
            continue;
        };
        if let Some(n) = rest.strip_suffix(" or less life") {
            return Some(compare(Amount::LifeOf(who), Comparison::AtMost, number(n)?));
        }
        if let Some(n) = rest.strip_suffix(" or more life") {
            return Some(compare(Amount::LifeOf(who), Comparison::AtLeast, number(n)?));
        }
    }
    None
}

/// "two or fewer other lands", "a Swamp or a Mountain", "seven or more lands".
fn controls(player: PlayerRef, text: &str) -> Option<Condition> {
    let quantities = [("or more ", Comparison::AtLeast), ("or fewer ", Comparison::AtMost)];
    let mut comparison = Comparison::AtLeast;
    let mut amount = 1;
    let mut phrase = text;
    if let Some((first, rest)) = text.split_once(' ') {
        for (words, relation) in quantities {
            if let Some(what) = rest.strip_prefix(words) {
                (comparison, amount, phrase) = (relation, number(first)?, what);
            }
        }
    }
    let filter = filter(phrase)?;
    // "You control a Swamp" needs no second controller in the filter.
    if matches!(&filter, Filter::All(parts) if parts.iter().any(|p| matches!(p, Filter::Controlled(_)))) {
        return None;
    }
    Some(Condition::Controls {
        player,
        comparison,
        amount: Amount::Fixed(amount),
        filter,
    })
}
