//! What a seat answers when its script does not say: the first that is offered, in a fixed order; and the
//! choices a script does make at prompts.

use super::words;
use turnzero_contract::{
    ActionKind, ChoiceReason, Decision, DecisionPoint, LegalAction, ParameterFamily, Row, Seat, Specialization,
};
use turnzero_engine::puzzle::script::{self, Selector};
use turnzero_pilots::play::{evenly, lethal_in_order};

/// A decision with its selection.
pub(super) fn answer(offer: &LegalAction, specialization: Specialization) -> Decision {
    Decision {
        specialization: Some(specialization),
        ..Decision::of(offer.id)
    }
}

/// Passing, or the first offer where nobody can pass.
pub(super) fn pass(point: &DecisionPoint) -> Decision {
    let pass = point.find(&ActionKind::Pass);
    Decision::of(pass.unwrap_or(point.legal_actions[0].id))
}

/// Cards come before opponents, and those before oneself.
fn rank(row: Row, seat: Seat) -> u8 {
    match row {
        Row::Player(player) if player == seat => 2,
        Row::Player(_) => 1,
        _ => 0,
    }
}

fn ranked(rows: &[Row], seat: Seat) -> Vec<Row> {
    let mut rows = rows.to_vec();
    rows.sort_by_key(|row| rank(*row, seat));
    rows
}

/// The single offers of a choice, by what they choose.
fn singles(point: &DecisionPoint) -> Vec<(&LegalAction, Row)> {
    let chosen = point.legal_actions.iter().filter_map(|offer| match &offer.kind {
        ActionKind::Choose { object, .. } => Some((offer, *object)),
        _ => None,
    });
    chosen.collect()
}

/// The offer of several objects, with its limits.
fn several(point: &DecisionPoint) -> Option<(&LegalAction, ChoiceReason, usize, usize, &[Row])> {
    point
        .legal_actions
        .iter()
        .find_map(|offer| match (&offer.kind, &offer.parameter) {
            (ActionKind::ChooseObjects { why, min, max }, Some(ParameterFamily::Objects { candidates })) => {
                let size = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
                Some((offer, *why, size(*min), size(*max), candidates.as_slice()))
            }
            _ => None,
        })
}

/// The targets a selector picks: all that match in the offered order, up to the most there may be.
pub(super) fn select(point: &DecisionPoint, seat: Seat, selector: &Selector) -> Option<Decision> {
    let fits = |row: Row| match (selector, row) {
        (Selector::Seat(wanted), Row::Player(player)) => player.0 == *wanted,
        (Selector::Me, Row::Player(player)) => player == seat,
        (Selector::Opponent, Row::Player(player)) => player != seat,
        (Selector::Card(pattern), row) => script::matches(&words::name_of(point, row), pattern),
        _ => false,
    };
    if let Some((offer, _, min, max, candidates)) = several(point) {
        let mut chosen: Vec<Row> = candidates.iter().copied().filter(|row| fits(*row)).take(max).collect();
        if chosen.is_empty() {
            return None;
        }
        fill(&mut chosen, &ranked(candidates, seat), min);
        return Some(answer(offer, Specialization::Objects(chosen)));
    }
    let found = singles(point).into_iter().find(|(_, row)| fits(*row));
    found.map(|(offer, _)| Decision::of(offer.id))
}

/// Adds candidates until there are enough.
fn fill(chosen: &mut Vec<Row>, candidates: &[Row], min: usize) {
    for row in candidates {
        if chosen.len() >= min {
            return;
        }
        if !chosen.contains(row) {
            chosen.push(*row);
        }
    }
}

/// A number said at a prompt: a mode from 0, or the number asked for.
pub(super) fn say_number(point: &DecisionPoint, number: u32) -> Option<Decision> {
    point
        .legal_actions
        .iter()
        .find_map(|offer| match (&offer.kind, &offer.parameter) {
            (ActionKind::ChooseMode { mode }, _) if *mode == number => Some(Decision::of(offer.id)),
            (ActionKind::ChooseModes { .. }, Some(ParameterFamily::Modes { candidates })) => candidates
                .contains(&number)
                .then(|| answer(offer, Specialization::Modes(vec![number]))),
            (ActionKind::ChooseNumber { min, max }, _) if (*min..=*max).contains(&number) => {
                Some(answer(offer, Specialization::Number(number)))
            }
            _ => None,
        })
}

/// `choose TEXT` at a prompt: `yes`, `no`, `none`, numbers, mana, or names of what is offered, `;` between.
pub(super) fn say(point: &DecisionPoint, seat: Seat, text: &str) -> Option<Decision> {
    let parts: Vec<&str> = text.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
    let plain = text.trim().to_lowercase();
    let numbers: Option<Vec<u32>> = parts.iter().map(|part| part.parse().ok()).collect();
    if let Some(numbers) = &numbers {
        for offer in &point.legal_actions {
            match (&offer.kind, &offer.parameter) {
                (ActionKind::ChooseModes { .. }, _) => {
                    return Some(answer(offer, Specialization::Modes(numbers.clone())));
                }
                (_, Some(ParameterFamily::Shares { .. })) => {
                    return Some(answer(offer, Specialization::Shares(numbers.clone())));
                }
                _ => {}
            }
        }
        if let [number] = numbers.as_slice()
            && let Some(decision) = say_number(point, *number)
        {
            return Some(decision);
        }
    }
    let kind = |wanted: &ActionKind| point.find(wanted).map(Decision::of);
    match plain.as_str() {
        "yes" => return kind(&ActionKind::Yes),
        "no" => return kind(&ActionKind::No),
        _ => {}
    }
    if let Some((offer, _, min, max, candidates)) = several(point) {
        let mut chosen = Vec::new();
        for part in parts.iter().filter(|_| plain != "none") {
            let found = candidates
                .iter()
                .find(|row| !chosen.contains(*row) && words::is_called(point, seat, **row, part));
            chosen.extend(found);
        }
        let enough = chosen.len() == parts.len() || plain == "none";
        return (enough && (min..=max).contains(&chosen.len())).then(|| answer(offer, Specialization::Objects(chosen)));
    }
    if let Some((offer, _)) = singles(point)
        .into_iter()
        .find(|(_, row)| words::is_called(point, seat, *row, text))
    {
        return Some(Decision::of(offer.id));
    }
    let worded = point.legal_actions.iter().find(|offer| match &offer.kind {
        ActionKind::ChooseMana { mana } => mana.to_string().eq_ignore_ascii_case(text.trim()),
        ActionKind::OrderTrigger { name, .. } => script::matches(name, text),
        _ => false,
    });
    worded.map(|offer| Decision::of(offer.id))
}

/// The answer without a script.
pub(super) fn plain(point: &DecisionPoint, seat: Seat) -> Decision {
    if let Some((offer, why, min, max, candidates)) = several(point) {
        let wanted = match why {
            ChoiceReason::Targets => min.max(1),
            ChoiceReason::Effect | ChoiceReason::Order => max,
            _ => min,
        };
        let mut chosen = Vec::new();
        fill(
            &mut chosen,
            &ranked(candidates, seat),
            wanted.min(max).min(candidates.len()),
        );
        return answer(offer, Specialization::Objects(chosen));
    }
    let single = singles(point);
    if let Some((offer, _)) = single.iter().min_by_key(|(_, row)| rank(*row, seat)) {
        return Decision::of(offer.id);
    }
    let offer = &point.legal_actions[0];
    match (&offer.kind, &offer.parameter) {
        (ActionKind::ChooseNumber { max, .. }, _) => answer(offer, Specialization::Number(*max)),
        (ActionKind::ChooseModes { min, .. }, Some(ParameterFamily::Modes { candidates })) => {
            let count = usize::try_from(*min).unwrap_or(0).max(1);
            answer(
                offer,
                Specialization::Modes(candidates.iter().copied().take(count).collect()),
            )
        }
        (ActionKind::Divide { amount }, Some(ParameterFamily::Shares { among })) => {
            answer(offer, Specialization::Shares(evenly(*amount, among.len())))
        }
        (ActionKind::AssignDamage { source, amount, .. }, Some(ParameterFamily::Shares { among })) => {
            let play = point.observation.play.as_ref();
            let shares = play.map(|play| lethal_in_order(play, *source, *amount, among));
            answer(offer, Specialization::Shares(shares.unwrap_or_default()))
        }
        _ => Decision::of(offer.id),
    }
}
