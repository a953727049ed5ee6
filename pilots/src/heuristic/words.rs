//! Reasons in words and the facts behind them.

use super::bars::ALWAYS_KEPT;
use super::choose::{Kept, Verdict};
use super::prospect::{Plan, Prospect};
use super::score::{Cause, Score};
use crate::opening::{CardFacts, Hand};
use turnzero_contract::Fact;

/// Points at which a flaw is worth a word.
const WORTH_SAYING: f64 = -0.4;

/// Why the hand is kept or not.
pub(super) fn declaration(hand: &Hand<'_>, verdict: &Verdict) -> String {
    let prospect = &verdict.best.prospect;
    let score = &verdict.best.score;
    let mut clauses = Vec::new();
    if hand.played <= ALWAYS_KEPT {
        clauses.push(format!(
            "a hand of {} is kept, fewer cards cannot be better",
            hand.played
        ));
        clauses.push(mana(prospect));
        return sentence(&clauses);
    }
    clauses.push(mana(prospect));
    let flaws = flaws(verdict);
    if verdict.keep {
        clauses.push(plan(prospect));
        if let Some((_, worst)) = flaws.first() {
            clauses.push(format!("although {worst}"));
        }
    } else {
        let without_plan = prospect.plan != Plan::Connected;
        clauses.extend(flaws.iter().take(2).map(|(_, flaw)| flaw.clone()));
        if without_plan || flaws.is_empty() {
            clauses.push(plan(prospect));
        }
        if flaws.is_empty() {
            clauses.push("too little comes of it by turn 4".to_owned());
        }
    }
    clauses.push(price(hand, verdict.keep));
    if verdict.unsure {
        clauses.push(format!(
            "close: {:.1} points, {:.1} asked for",
            score.total, verdict.bar
        ));
    }
    sentence(&clauses)
}

/// Why this card goes to the bottom.
pub(super) fn bottom(card: &CardFacts, best: &Kept, lands_before: usize) -> String {
    let rest = &best.prospect;
    let cause = if card.land {
        format!("{lands_before} lands are more than the {} cards kept need", rest.cards)
    } else if card.mana_value >= 5 {
        format!(
            "at mana value {} it comes too late for a hand of {}",
            card.mana_value, rest.cards
        )
    } else {
        "the others are worth most without it".to_owned()
    };
    let mut clauses = vec![format!("{} goes: {cause}", card.name), mana(rest)];
    if rest.plan == Plan::Connected {
        clauses.push(plan(rest));
    }
    sentence(&clauses)
}

fn mana(hand: &Prospect) -> String {
    let lands = match hand.lands {
        0 => "no land".to_owned(),
        1 => "1 land".to_owned(),
        more => format!("{more} lands"),
    };
    let [first, second, third, ..] = hand.mana;
    if third == 0 {
        format!("{lands} and no usable mana by turn 3")
    } else {
        format!("{lands} for {first}, {second}, {third} mana on turns 1 to 3")
    }
}

fn plan(hand: &Prospect) -> String {
    match (&hand.plan, &hand.setup, &hand.follow_up) {
        (Plan::Connected, Some(setup), Some(follow_up)) => format!(
            "{} on turn {} leads to {} on turn {}",
            setup.name, setup.turn, follow_up.name, follow_up.turn
        ),
        (Plan::Connected, ..) => "early plays lead to later ones".to_owned(),
        (Plan::Setup, Some(setup), _) => {
            format!("{} on turn {} leads to nothing by turn 5", setup.name, setup.turn)
        }
        (_, _, Some(follow_up)) => format!("nothing early before {} on turn {}", follow_up.name, follow_up.turn),
        _ => "no plan for the first turns".to_owned(),
    }
}

/// What costs points, worst first.
fn flaws(verdict: &Verdict) -> Vec<(f64, String)> {
    let hand = &verdict.best.prospect;
    let score = &verdict.best.score;
    let mut flaws: Vec<(f64, String)> = Vec::new();
    let mut add = |cause: Cause, words: String| {
        let points = score.part(cause);
        if points <= WORTH_SAYING {
            flaws.push((points, words));
        }
    };
    let missing: Vec<&str> = hand.missing_colors.iter().map(turnzero_contract::Color::word).collect();
    add(Cause::Colors, format!("no {} mana by turn 4", missing.join(" or ")));
    let wanted = 3_usize.saturating_sub(hand.lands);
    add(
        Cause::MissedDrop,
        format!(
            "{:.0} % risk of no third land by turn 3",
            100.0 * verdict.library.chance_below(wanted)
        ),
    );
    add(
        Cause::Flood,
        format!("{} of {} cards are lands", hand.lands, hand.cards),
    );
    if hand.mana[1] < 2 && hand.mana[2] > 0 {
        // What a mana on turns 1 and 2 would have been worth is not far from a point.
        flaws.push((-1.0, format!("slow mana, {} on turn 3", hand.mana[2])));
    }
    let mut add = |cause: Cause, words: String| {
        let points = score.part(cause);
        if points <= WORTH_SAYING {
            flaws.push((points, words));
        }
    };
    let stranded = match hand.stranded_names.as_slice() {
        [one, two] => format!("{one} and {two} cannot be cast by turn 5"),
        names => format!("{} cards cannot be cast by turn 5", names.len()),
    };
    add(Cause::Stranded, stranded);
    flaws.sort_by(|a, b| a.0.total_cmp(&b.0));
    flaws
}

fn price(hand: &Hand<'_>, keep: bool) -> String {
    let next = hand.played.saturating_sub(1);
    match (hand.free_left > 0, keep) {
        (true, true) => "better than a free new hand".to_owned(),
        (true, false) => "the new hand is free".to_owned(),
        (false, true) => format!("a new hand would have {next} cards"),
        (false, false) => format!("worse than a new hand of {next}"),
    }
}

fn sentence(clauses: &[String]) -> String {
    clauses.join("; ")
}

/// The counts and points behind a declaration.
pub(super) fn facts(hand: &Hand<'_>, prospect: &Prospect, score: &Score, bar: Option<f64>) -> Vec<Fact> {
    let count = |name: &str, value: usize| Fact {
        name: name.to_owned(),
        value: value as f64,
    };
    let mut facts = vec![
        count("played", hand.played),
        count("free_mulligans_left", hand.free_left as usize),
        count("lands", prospect.lands),
    ];
    for (turn, mana) in (1..).zip(prospect.mana) {
        facts.push(count(&format!("usable_mana_turn_{turn}"), usize::from(mana)));
    }
    facts.extend([
        count("spent_by_turn_4", usize::from(prospect.spent)),
        count("missing_colors", prospect.missing_colors.len()),
        count("ramp", usize::from(prospect.ramp)),
        count("draws", usize::from(prospect.draws)),
        count("filters", usize::from(prospect.filters)),
        count("plan_turn", usize::from(prospect.plan_turn)),
        count("commander_turn", usize::from(prospect.commander_turn.unwrap_or(0))),
        count("stranded", usize::from(prospect.stranded)),
        count("truncated", usize::from(prospect.truncated)),
    ]);
    let points = |name: &str, value: f64| Fact {
        name: name.to_owned(),
        value,
    };
    facts.extend(score.parts.iter().map(|(cause, value)| points(cause.name(), *value)));
    facts.push(points("points", score.total));
    facts.extend(bar.map(|bar| points("bar", bar)));
    facts
}
