//! A uniform selection within an offer.

use super::answers::{Several, smallest};
use super::shares::{has, permanent};
use turnzero_contract::{ActionKind, DecisionPoint, LegalAction, ParameterFamily, Row, Specialization};

/// A stream of numbers, each uniform below its limit.
pub(crate) trait Draw {
    /// One of 0..limit; 0 when there is none.
    fn below(&mut self, limit: usize) -> usize;
}

/// Any selection that the offer takes: every creature attacks or blocks with even odds, every number and every
/// set of a size is as likely as another.
pub(crate) fn uniform(point: &DecisionPoint, offer: &LegalAction, draw: &mut dyn Draw) -> Option<Specialization> {
    if let Some(several) = Several::of(offer) {
        let count = several.min + draw.below(several.max - several.min + 1);
        return Some(Specialization::Objects(some(several.candidates, count, draw)));
    }
    Some(match (&offer.kind, offer.parameter.as_ref()?) {
        (_, ParameterFamily::Attackers { candidates }) => {
            let mut attacks = Vec::new();
            for candidate in candidates {
                let to = candidate.defenders.get(draw.below(candidate.defenders.len()));
                let goes = draw.below(2) == 1 || candidate.required;
                attacks.extend(to.filter(|_| goes).map(|to| (candidate.attacker, *to)));
            }
            Specialization::Attackers(attacks)
        }
        (_, ParameterFamily::Blockers { candidates, required }) => {
            let mut blocks = required.clone();
            for candidate in candidates {
                let to = candidate.attackers.get(draw.below(candidate.attackers.len()));
                let free = !blocks.iter().any(|(blocker, _)| *blocker == candidate.blocker);
                let goes = draw.below(2) == 1 && free;
                blocks.extend(to.filter(|_| goes).map(|to| (candidate.blocker, *to)));
            }
            Specialization::Blockers(without_lone_blocks(point, &blocks, required))
        }
        (ActionKind::ChooseModes { min, max }, ParameterFamily::Modes { candidates }) => {
            let size = |number: u32| usize::try_from(number).unwrap_or(usize::MAX).min(candidates.len());
            let count = size(*min) + draw.below(size(*max) - size(*min) + 1);
            let mut chosen = some(candidates, count, draw);
            chosen.sort_unstable();
            Specialization::Modes(chosen)
        }
        (ActionKind::ChooseNumber { min, max }, ParameterFamily::Number) => {
            let span = usize::try_from(max - min).unwrap_or(usize::MAX - 1);
            Specialization::Number(min + u32::try_from(draw.below(span + 1)).unwrap_or(0))
        }
        (ActionKind::Divide { amount }, ParameterFamily::Shares { among }) => {
            let mut shares = vec![1_u32; among.len()];
            for _ in among.len()..usize::try_from(*amount).unwrap_or(0) {
                shares[draw.below(among.len())] += 1;
            }
            Specialization::Shares(shares)
        }
        _ => smallest(point, offer)?,
    })
}

/// So many of them, in drawn order.
fn some<T: Copy>(from: &[T], count: usize, draw: &mut dyn Draw) -> Vec<T> {
    let mut rest = from.to_vec();
    let mut chosen = Vec::new();
    while chosen.len() < count && !rest.is_empty() {
        chosen.push(rest.remove(draw.below(rest.len())));
    }
    chosen
}

/// A creature with menace is not blocked by one creature (CR 702.111b); blocks that are required stay.
pub(super) fn without_lone_blocks(
    point: &DecisionPoint,
    blocks: &[(Row, Row)],
    required: &[(Row, Row)],
) -> Vec<(Row, Row)> {
    let menace = |attacker: Row| {
        let play = point.observation.play.as_ref();
        play.and_then(|play| permanent(play, attacker))
            .is_some_and(|row| has(row, "menace"))
    };
    let helpers = |attacker: Row| blocks.iter().filter(|(_, to)| *to == attacker).count();
    let legal = |block: &&(Row, Row)| required.contains(block) || !menace(block.1) || helpers(block.1) > 1;
    blocks.iter().filter(legal).copied().collect()
}
