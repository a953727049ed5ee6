//! `phase`: the land-count policy of phase (`KeepablesByLandCount`) alone, without its archetype policies, written
//! after the description in the survey of peer engines. Free mulligans count as mulligans; commanders and rocks
//! count as nothing. It has no rule for the bottom: `turnzero-default`.

use super::{Verdict, counts, lands};
use crate::opening::{CardFacts, Hand};
use turnzero_contract::{Color, ColorSet, ManaSymbol};

pub(super) fn declare(hand: &Hand<'_>) -> Verdict {
    let colors = hand
        .cards
        .iter()
        .filter(|card| card.land)
        .fold(ColorSet::EMPTY, |all, card| all.union(card.basic_types));
    let early = hand
        .cards
        .iter()
        .filter(|card| early_castable(card, hand.lands, colors))
        .count();
    let spells = hand.spells();
    let facts = counts(&[
        ("lands", hand.lands),
        ("spells", spells),
        ("early_castable", early),
        ("basic_type_colors", colors.len()),
        ("mulligans_taken", hand.mulligans_taken as usize),
        ("played", hand.played),
    ]);
    let verdict = |keep, reason: String| Verdict::new(keep, reason, facts.clone());
    if hand.played <= 4 {
        verdict(true, format!("a hand of {} is kept", hand.played))
    } else if hand.mulligans_taken >= 2 {
        let keep = hand.lands >= 1 && spells >= 1;
        verdict(
            keep,
            format!(
                "after {} mulligans a land and a spell are asked for: {}, {spells} spells",
                hand.mulligans_taken,
                lands(hand.lands)
            ),
        )
    } else if !(2..=5).contains(&hand.lands) {
        verdict(false, format!("{}, not 2 to 5", lands(hand.lands)))
    } else if early == 0 {
        verdict(
            false,
            format!("{} but no spell that basic land types pay for early", lands(hand.lands)),
        )
    } else {
        verdict(true, format!("{} and {early} early spells", lands(hand.lands)))
    }
}

/// A spell of mana value at most lands + 1 whose coloured symbols are all among the lands' basic types.
fn early_castable(card: &CardFacts, lands: usize, colors: ColorSet) -> bool {
    let Some(cost) = card.cost.as_ref().filter(|_| !card.land) else {
        return false;
    };
    card.mana_value as usize <= lands + 1 && cost.0.iter().all(|symbol| pips_paid(*symbol, colors))
}

/// Whether one of the symbol's colours is there; a symbol without colours asks for none.
fn pips_paid(symbol: ManaSymbol, colors: ColorSet) -> bool {
    let asked = symbol.colors();
    asked.is_empty() || asked.iter().any(|color: Color| colors.contains(color))
}
