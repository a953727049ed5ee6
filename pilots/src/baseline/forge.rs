//! `forge`: the rule of Forge's computer player (`ComputerUtil.wantMulligan`, default profile), written after the
//! description in the survey of peer engines.
//!
//! Counted are cards of mana value 0 that are lands or artifacts. It judges all cards shown and never looks at
//! colours, curve, commanders or who begins. The flag `NeedsToPlay` has no counterpart here.

use super::bottom::lands_then_dearest;
use super::{BottomChoice, Verdict, counts};
use crate::opening::{Hand, STARTING_HAND};

/// Hands that would be smaller are never given up.
const THRESHOLD: usize = 4;

pub(super) fn declare(hand: &Hand<'_>) -> Verdict {
    let shown = hand.cards.len();
    let free = hand
        .cards
        .iter()
        .filter(|card| card.mana_value == 0 && (card.land || card.artifact))
        .count();
    let (library, library_lands) = (hand.library as usize, hand.library_lands as usize);
    let facts = counts(&[
        ("shown", shown),
        ("played", hand.played),
        ("lands_and_free_artifacts", free),
        ("library", library),
        ("library_lands", library_lands),
    ]);
    let keep = |reason: String| Verdict::new(true, reason, facts.clone());
    let mulligan = |reason: String| Verdict::new(false, reason, facts.clone());
    if hand.played < THRESHOLD {
        return keep(format!("a hand of {} is never given up", hand.played));
    }
    let Some(per_land) = library.checked_div(library_lands) else {
        return keep("the library has no land, so a new hand cannot be better".to_owned());
    };
    if shown == THRESHOLD && free > 0 {
        return keep(format!("{THRESHOLD} cards with a land are enough"));
    }
    if free < 2 && per_land <= 6 {
        mulligan(format!("{free} lands and free artifacts are fewer than 2"))
    } else if free == shown {
        mulligan("nothing but lands and free artifacts".to_owned())
    } else if shown >= 7 && free >= shown - 1 && per_land >= 2 {
        mulligan(format!("{free} of {shown} cards are lands or free artifacts"))
    } else {
        keep(format!("{free} lands and free artifacts of {shown} cards"))
    }
}

/// Wants (7 − n) / 2 lands when n cards go (`PlayerControllerAi.tuckCardsViaMulligan`): above that the worst land,
/// one without mana first, else the dearest spell; ties by name.
pub(super) fn bottom(hand: &Hand<'_>) -> Option<BottomChoice> {
    let wanted = STARTING_HAND.saturating_sub(hand.to_bottom) / 2;
    lands_then_dearest(hand, wanted, |card| !card.makes_mana)
}
