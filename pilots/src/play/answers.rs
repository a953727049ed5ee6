//! Reading offers, and the least that answers them.

use super::shares::{evenly, lethal_in_order};
use turnzero_contract::{
    ActionKind, ChoiceReason, Decision, DecisionPoint, LegalAction, ParameterFamily, Row, Specialization,
};

/// An offer with its selection.
pub(super) fn with(offer: &LegalAction, specialization: Specialization) -> Decision {
    Decision {
        specialization: Some(specialization),
        ..Decision::of(offer.id)
    }
}

/// A choice of several objects, with its limits.
pub(super) struct Several<'p> {
    pub(super) offer: &'p LegalAction,
    pub(super) why: ChoiceReason,
    pub(super) min: usize,
    pub(super) max: usize,
    pub(super) candidates: &'p [Row],
}

impl<'p> Several<'p> {
    /// The offer, if it is one.
    pub(super) fn of(offer: &'p LegalAction) -> Option<Self> {
        let size = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        match (&offer.kind, &offer.parameter) {
            (ActionKind::ChooseObjects { why, min, max }, Some(ParameterFamily::Objects { candidates })) => {
                Some(Self {
                    offer,
                    why: *why,
                    min: size(*min).min(candidates.len()),
                    max: size(*max).min(candidates.len()),
                    candidates,
                })
            }
            _ => None,
        }
    }
}

/// The smallest selection that an offer takes: nobody attacks or blocks but who must, as few objects as may
/// be, the smallest number.
pub(super) fn smallest(point: &DecisionPoint, offer: &LegalAction) -> Option<Specialization> {
    if let Some(several) = Several::of(offer) {
        return Some(Specialization::Objects(several.candidates[..several.min].to_vec()));
    }
    Some(match (&offer.kind, offer.parameter.as_ref()?) {
        (_, ParameterFamily::Attackers { candidates }) => {
            let must = candidates.iter().filter(|candidate| candidate.required);
            let attacks = must.filter_map(|candidate| Some((candidate.attacker, *candidate.defenders.first()?)));
            Specialization::Attackers(attacks.collect())
        }
        (_, ParameterFamily::Blockers { required, .. }) => Specialization::Blockers(required.clone()),
        (ActionKind::ChooseModes { min, .. }, ParameterFamily::Modes { candidates }) => {
            let min = usize::try_from(*min).unwrap_or(usize::MAX).min(candidates.len());
            Specialization::Modes(candidates[..min].to_vec())
        }
        (ActionKind::ChooseNumber { min, .. }, ParameterFamily::Number) => Specialization::Number(*min),
        (ActionKind::Divide { amount }, ParameterFamily::Shares { among }) => {
            Specialization::Shares(evenly(*amount, among.len()))
        }
        (ActionKind::AssignDamage { source, amount, .. }, ParameterFamily::Shares { among }) => {
            let play = point.observation.play.as_ref()?;
            Specialization::Shares(lethal_in_order(play, *source, *amount, among))
        }
        _ => return None,
    })
}

/// The first offer with its smallest selection.
pub(crate) fn least(point: &DecisionPoint) -> Option<Decision> {
    let offer = point.legal_actions.first()?;
    Some(match &offer.parameter {
        None => Decision::of(offer.id),
        Some(_) => with(offer, smallest(point, offer)?),
    })
}
