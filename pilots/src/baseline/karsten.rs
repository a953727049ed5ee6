//! `karsten`: the mulligan rule of Frank Karsten's Commander simulations, in the form the project defines.
//! It has no rule for the bottom: `turnzero-default`.

use super::{Verdict, counts, lands};
use crate::opening::{Hand, STARTING_HAND};

/// A seven with a free mulligan left: 3–5 lands and at most 5 mana sources, or Sol Ring and 1–5 lands. Later sevens:
/// 2–5 lands. Smaller hands: 2 lands, or five cards or fewer.
pub(super) fn declare(hand: &Hand<'_>) -> Verdict {
    let sources = hand.cards.iter().filter(|card| card.makes_mana || card.land).count();
    let sol_ring = hand.cards.iter().any(|card| card.name == "Sol Ring");
    let facts = counts(&[
        ("lands", hand.lands),
        ("mana_sources", sources),
        ("sol_ring", usize::from(sol_ring)),
        ("free_mulligans_left", hand.free_left as usize),
        ("played", hand.played),
    ]);
    let verdict = |keep, reason: String| Verdict::new(keep, reason, facts.clone());
    let count = lands(hand.lands);
    if hand.played >= STARTING_HAND && hand.free_left > 0 {
        if sol_ring && (1..=5).contains(&hand.lands) {
            verdict(true, format!("Sol Ring and {count}"))
        } else if !(3..=5).contains(&hand.lands) {
            verdict(false, format!("{count}, a free mulligan asks for 3 to 5"))
        } else if sources > 5 {
            verdict(false, format!("{sources} mana sources are more than 5"))
        } else {
            verdict(true, format!("{count} and {sources} mana sources"))
        }
    } else if hand.played >= STARTING_HAND {
        verdict((2..=5).contains(&hand.lands), format!("{count}, 2 to 5 asked for"))
    } else if hand.played <= 5 {
        verdict(true, format!("a hand of {} is kept", hand.played))
    } else {
        verdict(hand.lands >= 2, format!("{count}, 2 asked for"))
    }
}
