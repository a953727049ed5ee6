//! `xmage`: the rule of XMage's computer player (`ComputerPlayer.chooseMulligan`), written after the description in
//! the survey of peer engines. It has no rule for the bottom: `turnzero-default`.

use super::{Verdict, counts, lands};
use crate::opening::Hand;

/// Smaller hands are kept.
const SMALLEST_JUDGED: usize = 6;

/// Keeps hands below six cards; else two lands or more, and at least two other cards.
pub(super) fn declare(hand: &Hand<'_>) -> Verdict {
    let shown = hand.cards.len();
    let facts = counts(&[("lands", hand.lands), ("shown", shown), ("played", hand.played)]);
    if hand.played < SMALLEST_JUDGED {
        Verdict::new(true, format!("a hand of {} is kept", hand.played), facts)
    } else if hand.lands < 2 {
        Verdict::new(false, format!("{} is fewer than 2", lands(hand.lands)), facts)
    } else if hand.lands + 2 > shown {
        let reason = format!("{} of {shown} cards leave fewer than 2 others", lands(hand.lands));
        Verdict::new(false, reason, facts)
    } else {
        Verdict::new(true, format!("{} of {shown} cards", lands(hand.lands)), facts)
    }
}
