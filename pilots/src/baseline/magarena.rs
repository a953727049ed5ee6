//! `magarena`: the rule of Magarena's computer player, written after the description in the survey of peer engines.
//! It has no rule for the bottom: `turnzero-default`.

use super::{Verdict, counts, lands};
use crate::opening::Hand;

/// Keeps five cards or fewer; else three lands when beginning and two otherwise, one fewer beside another mana
/// source, at most four lands, at most two spells above mana value 4. An unknown first player counts as another.
pub(super) fn declare(hand: &Hand<'_>) -> Verdict {
    let begins = hand.on_play == Some(true);
    let sources = hand.cards.iter().filter(|card| card.nonland_source()).count();
    let dear = hand
        .cards
        .iter()
        .filter(|card| !card.land && card.mana_value > 4)
        .count();
    let needed = if begins { 3 } else { 2 } - usize::from(sources > 0);
    let facts = counts(&[
        ("lands", hand.lands),
        ("lands_needed", needed),
        ("nonland_sources", sources),
        ("spells_above_four", dear),
        ("on_play", usize::from(begins)),
        ("played", hand.played),
    ]);
    let verdict = |keep, reason: String| Verdict::new(keep, reason, facts.clone());
    if hand.played <= 5 {
        verdict(true, format!("a hand of {} is kept", hand.played))
    } else if hand.lands < needed {
        verdict(false, format!("{}, {needed} needed", lands(hand.lands)))
    } else if hand.lands > 4 {
        verdict(false, format!("{} are more than 4", lands(hand.lands)))
    } else if dear > 2 {
        verdict(false, format!("{dear} spells above mana value 4"))
    } else {
        verdict(
            true,
            format!("{}, {needed} needed, {dear} dear spells", lands(hand.lands)),
        )
    }
}
