//! What goes to the bottom where a source has no rule of its own.

use super::{BottomChoice, counts};
use crate::opening::{CardFacts, Hand};

/// Most lands worth keeping in a hand of this size: 3, or 2 with five cards or fewer.
const fn lands_wanted(played: usize) -> usize {
    if played <= 5 { 2 } else { 3 }
}

/// `turnzero-default`: lands above three (two with five cards or fewer) go first, the weakest first; then the
/// dearest spell. The weakest land makes no mana, else enters tapped, else makes the fewest colours; ties by name.
pub(super) fn turnzero_default(hand: &Hand<'_>) -> Option<BottomChoice> {
    let wanted = lands_wanted(hand.played);
    let weakness = |card: &CardFacts| (!card.makes_mana, card.always_tapped, 5 - card.mana_colors.len());
    lands_then_dearest(hand, wanted, weakness)
}

/// While more lands than wanted are in hand the weakest land, else the dearest spell, else any land.
pub(super) fn lands_then_dearest<K: Ord>(
    hand: &Hand<'_>,
    wanted: usize,
    weakness: impl Fn(&CardFacts) -> K,
) -> Option<BottomChoice> {
    let land = hand.first_max(|card| card.land, weakness);
    let dearest = hand.first_max(|card| !card.land, |card| card.mana_value);
    let (card, reason) = match (land, dearest) {
        (Some(land), _) if hand.lands > wanted => (
            land,
            format!("{} lands are more than {wanted}: the weakest land goes", hand.lands),
        ),
        (_, Some(spell)) => (
            spell,
            format!("{} lands are not too many: the dearest spell goes", hand.lands),
        ),
        (Some(land), None) => (land, "only lands are left: the weakest goes".to_owned()),
        (None, None) => return None,
    };
    Some(BottomChoice {
        card: card.name.clone(),
        reason,
        facts: counts(&[
            ("lands", hand.lands),
            ("lands_wanted", wanted),
            ("mana_value", card.mana_value as usize),
        ]),
    })
}
