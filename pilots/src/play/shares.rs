//! Dividing damage and counters.

use turnzero_contract::{PermanentRow, PlayObservation, Row};

/// A permanent of the observation.
pub(super) fn permanent(play: &PlayObservation, row: Row) -> Option<&PermanentRow> {
    match row {
        Row::Battlefield(at) => play.battlefield.get(usize::try_from(at).ok()?),
        _ => None,
    }
}

/// Whether a permanent has a keyword.
pub(super) fn has(row: &PermanentRow, keyword: &str) -> bool {
    row.keywords.iter().any(|own| **own == *keyword)
}

/// One to each, the rest to the first (CR 601.2d).
pub fn evenly(amount: u32, among: usize) -> Vec<u32> {
    let mut shares = vec![1; among];
    if let Some(first) = shares.first_mut() {
        *first += amount.saturating_sub(u32::try_from(among).unwrap_or(amount));
    }
    shares
}

/// The damage that is lethal to a creature now, from a source with or without deathtouch (CR 702.2c, 510.1c).
pub(super) fn lethal(creature: &PermanentRow, deathtouch: bool) -> u32 {
    let toughness = u32::try_from(creature.toughness.unwrap_or(0)).unwrap_or(0);
    let left = toughness.saturating_sub(creature.damage);
    if deathtouch { left.min(1) } else { left }
}

/// Lethal damage to each in order, what is left to the last: a legal assignment with and without trample
/// (CR 510.1c, 702.19b).
pub fn lethal_in_order(play: &PlayObservation, source: Row, amount: u32, among: &[Row]) -> Vec<u32> {
    let deathtouch = permanent(play, source).is_some_and(|source| has(source, "deathtouch"));
    let mut left = amount;
    let mut shares: Vec<u32> = among
        .iter()
        .map(|to| {
            let needs = permanent(play, *to).map_or(0, |creature| lethal(creature, deathtouch));
            let share = needs.min(left);
            left -= share;
            share
        })
        .collect();
    if let Some(last) = shares.last_mut() {
        *last += left;
    }
    shares
}
