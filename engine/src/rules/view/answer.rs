//! Decisions of a player as answers to the engine: rows back to objects, selections checked.

use super::rows::player;
use super::{Offer, Rows};
use crate::rules::decision::{Action, Answer, Illegal};
use crate::rules::ids::{ObjectId, Ref, Slot};
use crate::rules::state::State;
use turnzero_contract::{ActionKind, AttackCandidate, BlockCandidate, ParameterFamily, Row, Specialization};

/// An answer that owns what it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    Act(Action),
    Attackers(Vec<(ObjectId, Ref)>),
    Blockers(Vec<(ObjectId, ObjectId)>),
    Objects(Vec<Ref>),
    Modes(u16),
    Number(u16),
    Yes(bool),
    Shares(Vec<u16>),
}

impl Chosen {
    /// As the engine takes it.
    pub(crate) fn as_answer(&self) -> Answer<'_> {
        match self {
            Self::Act(action) => Answer::Act(*action),
            Self::Attackers(attacks) => Answer::Attackers(attacks),
            Self::Blockers(blocks) => Answer::Blockers(blocks),
            Self::Objects(chosen) => Answer::Objects(chosen),
            Self::Modes(modes) => Answer::Modes(*modes),
            Self::Number(number) => Answer::Number(*number),
            Self::Yes(yes) => Answer::Yes(*yes),
            Self::Shares(shares) => Answer::Shares(shares),
        }
    }

    /// Gives the answer; a refused one changes nothing.
    pub(crate) fn give(&self, state: &mut State) -> Result<(), Illegal> {
        let asked = state.asked;
        if let Self::Act(action) = *self {
            // It comes from the offers of this very state.
            state.act_offered(asked, action);
            state.advance();
            return Ok(());
        }
        state.answer(asked, self.as_answer())
    }
}

/// What an offer means with this selection, or why the selection is wrong.
pub(crate) fn specialize(rows: &Rows<'_>, offer: &Offer, given: Option<&Specialization>) -> Result<Chosen, String> {
    let parameter = match (&offer.answer, &offer.parameter, given) {
        (Some(_), _, Some(_)) => return Err("it takes no specialisation".to_owned()),
        (Some(answer), _, None) => return Ok(answer.clone()),
        (None, Some(parameter), _) => parameter,
        (None, None, _) => return Err("it stands for no answer".to_owned()),
    };
    match (parameter, given) {
        (ParameterFamily::Attackers { candidates }, Some(Specialization::Attackers(attacks))) => {
            attackers(rows, candidates, attacks)
        }
        (ParameterFamily::Blockers { candidates, .. }, Some(Specialization::Blockers(blocks))) => {
            blockers(rows, candidates, blocks)
        }
        (ParameterFamily::Objects { candidates }, Some(Specialization::Objects(chosen))) => {
            objects(rows, candidates, limits(&offer.kind), chosen)
        }
        (ParameterFamily::Modes { candidates }, Some(Specialization::Modes(chosen))) => {
            modes(candidates, limits(&offer.kind), chosen)
        }
        (ParameterFamily::Number, Some(Specialization::Number(chosen))) => number(limits(&offer.kind), *chosen),
        (ParameterFamily::Shares { among }, Some(Specialization::Shares(chosen))) => {
            shares(among.len(), limits(&offer.kind).1, chosen)
        }
        (parameter, None) => Err(format!("it needs a selection: give {}", family(parameter))),
        (parameter, Some(_)) => Err(format!(
            "the selection is of another family: give {}",
            family(parameter)
        )),
    }
}

const fn family(parameter: &ParameterFamily) -> &'static str {
    match parameter {
        ParameterFamily::Cards => "`cards`",
        ParameterFamily::Attackers { .. } => "`attackers`, pairs of attacker and defender",
        ParameterFamily::Blockers { .. } => "`blockers`, pairs of blocker and attacker",
        ParameterFamily::Objects { .. } => "`objects`, a list of rows",
        ParameterFamily::Modes { .. } => "`modes`, a list of numbers",
        ParameterFamily::Number => "`number`",
        ParameterFamily::Shares { .. } => "`shares`, one number for each row",
    }
}

/// The least and most that the offer accepts; for shares, the amount.
const fn limits(kind: &ActionKind) -> (u32, u32) {
    match kind {
        ActionKind::ChooseObjects { min, max, .. }
        | ActionKind::ChooseModes { min, max }
        | ActionKind::ChooseNumber { min, max } => (*min, *max),
        ActionKind::AssignDamage { amount, .. } | ActionKind::Divide { amount } => (*amount, *amount),
        _ => (0, 0),
    }
}

fn attackers(rows: &Rows<'_>, candidates: &[AttackCandidate], attacks: &[(Row, Row)]) -> Result<Chosen, String> {
    let mut chosen = Vec::with_capacity(attacks.len());
    for (position, (attacker, defender)) in attacks.iter().enumerate() {
        let found = candidates.iter().find(|candidate| candidate.attacker == *attacker);
        let candidate = found.ok_or_else(|| format!("attacker {position} is no candidate"))?;
        if !candidate.defenders.contains(defender) {
            return Err(format!("attacker {position} cannot attack that defender"));
        }
        twice(
            position,
            attacks.iter().map(|(attacker, _)| attacker),
            attacker,
            "attacker",
        )?;
        let (Some(attacker), Some(defender)) = (permanent(rows, *attacker), find(rows, *defender)) else {
            return Err(format!("attacker {position} is no candidate"));
        };
        chosen.push((attacker, defender));
    }
    Ok(Chosen::Attackers(chosen))
}

fn blockers(rows: &Rows<'_>, candidates: &[BlockCandidate], blocks: &[(Row, Row)]) -> Result<Chosen, String> {
    let mut chosen = Vec::with_capacity(blocks.len());
    for (position, (blocker, attacker)) in blocks.iter().enumerate() {
        let found = candidates.iter().find(|candidate| candidate.blocker == *blocker);
        let candidate = found.ok_or_else(|| format!("blocker {position} is no candidate"))?;
        if !candidate.attackers.contains(attacker) {
            return Err(format!("blocker {position} cannot block that attacker"));
        }
        twice(position, blocks.iter().map(|(blocker, _)| blocker), blocker, "blocker")?;
        let (Some(blocker), Some(attacker)) = (permanent(rows, *blocker), permanent(rows, *attacker)) else {
            return Err(format!("blocker {position} is no candidate"));
        };
        chosen.push((blocker, attacker));
    }
    Ok(Chosen::Blockers(chosen))
}

/// Refuses an entry that stands there before.
fn twice<'a, T: PartialEq + 'a>(
    position: usize,
    mut entries: impl Iterator<Item = &'a T>,
    entry: &T,
    what: &str,
) -> Result<(), String> {
    match entries.position(|other| other == entry) {
        Some(first) if first < position => Err(format!("{what} {position} stands there twice, first as {first}")),
        _ => Ok(()),
    }
}

fn in_limits(given: usize, (min, max): (u32, u32)) -> Result<(), String> {
    let fits = u32::try_from(given).is_ok_and(|given| (min..=max).contains(&given));
    if fits {
        Ok(())
    } else {
        Err(format!("{given} chosen, it takes {min} to {max}"))
    }
}

fn objects(rows: &Rows<'_>, candidates: &[Row], limits: (u32, u32), chosen: &[Row]) -> Result<Chosen, String> {
    in_limits(chosen.len(), limits)?;
    let mut found = Vec::with_capacity(chosen.len());
    for (position, row) in chosen.iter().enumerate() {
        if !candidates.contains(row) {
            return Err(format!("choice {position} is no candidate"));
        }
        twice(position, chosen.iter(), row, "choice")?;
        let of_row = rows.state().candidates.iter().find(|to| rows.of(**to) == *row);
        found.push(*of_row.ok_or_else(|| format!("choice {position} is no candidate"))?);
    }
    Ok(Chosen::Objects(found))
}

fn modes(candidates: &[u32], limits: (u32, u32), chosen: &[u32]) -> Result<Chosen, String> {
    in_limits(chosen.len(), limits)?;
    let mut bits = 0_u16;
    for (position, mode) in chosen.iter().enumerate() {
        if !candidates.contains(mode) || *mode >= u16::BITS {
            return Err(format!("mode {position} is no candidate"));
        }
        twice(position, chosen.iter(), mode, "mode")?;
        bits |= 1 << mode;
    }
    Ok(Chosen::Modes(bits))
}

fn number((min, max): (u32, u32), chosen: u32) -> Result<Chosen, String> {
    match u16::try_from(chosen) {
        Ok(number) if (min..=max).contains(&chosen) => Ok(Chosen::Number(number)),
        _ => Err(format!("{chosen} chosen, it takes {min} to {max}")),
    }
}

fn shares(among: usize, amount: u32, chosen: &[u32]) -> Result<Chosen, String> {
    if chosen.len() != among {
        return Err(format!("{} shares given, it takes {among}", chosen.len()));
    }
    let total: u64 = chosen.iter().map(|share| u64::from(*share)).sum();
    if total != u64::from(amount) {
        return Err(format!("the shares add up to {total}, not to {amount}"));
    }
    let shares: Result<Vec<u16>, _> = chosen.iter().map(|share| u16::try_from(*share)).collect();
    shares
        .map(Chosen::Shares)
        .map_err(|_| "a share is larger than any amount".to_owned())
}

fn permanent(rows: &Rows<'_>, row: Row) -> Option<ObjectId> {
    match find(rows, row)? {
        Ref::Object(id) => Some(id),
        Ref::Player(_) | Ref::Stack(_) => None,
    }
}

/// A player or permanent by row.
fn find(rows: &Rows<'_>, row: Row) -> Option<Ref> {
    let state = rows.state();
    match row {
        Row::Player(seat) => (seat.index() < state.players.len()).then_some(Ref::Player(player(seat))),
        Row::Battlefield(at) => {
            let slot: Slot = *state.battlefield.get(usize::try_from(at).ok()?)?;
            Some(Ref::Object(state.id(slot)))
        }
        _ => None,
    }
}
