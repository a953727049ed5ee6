//! `argentum`: the rule of Argentum's computer player (`EngineAiPlayerController.decideMulligan`), written after the
//! description in the survey of peer engines. Its rule for the bottom is `turnzero-default`.

use super::{Verdict, counts, lands};
use crate::opening::Hand;

/// Keeps five cards or fewer and anything after two mulligans, free ones included; else two to five lands.
pub(super) fn declare(hand: &Hand<'_>) -> Verdict {
    let facts = counts(&[
        ("lands", hand.lands),
        ("played", hand.played),
        ("mulligans_taken", hand.mulligans_taken as usize),
    ]);
    if hand.played <= 5 {
        Verdict::new(true, format!("a hand of {} is kept", hand.played), facts)
    } else if hand.mulligans_taken >= 2 {
        let reason = format!("after {} mulligans anything is kept", hand.mulligans_taken);
        Verdict::new(true, reason, facts)
    } else if (2..=5).contains(&hand.lands) {
        Verdict::new(true, format!("{}, within 2 to 5", lands(hand.lands)), facts)
    } else {
        Verdict::new(false, format!("{}, not 2 to 5", lands(hand.lands)), facts)
    }
}
