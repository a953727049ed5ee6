//! The standing facts of faces, among them what the layers have to watch: static abilities that change
//! with more than the permanents there are.

use super::PoolBuilder;
use crate::rules::characteristics::{Keywords, Types};
use crate::rules::ids::{AmountId, FaceId, FilterId};
use crate::rules::pool::{Ability, AmountNode, FaceProgram, FilterNode, Pool, Static, StaticKind, Traits};
use turnzero_contract::card::{PlayerRef, Zone};

impl PoolBuilder {
    /// Works out the standing facts of every face.
    pub(super) fn mark_traits(&mut self) {
        let pool = &self.pool;
        self.pool.traits = pool.faces.iter().map(|face| traits(pool, face)).collect();
    }
}

fn traits(pool: &Pool, face: &FaceProgram) -> Traits {
    let printed = &face.printed;
    let quick = printed.types.any(Types::INSTANT) || printed.keywords.has(Keywords::FLASH);
    let known = Traits::default()
        .with(Traits::LAND, printed.types.any(Types::LAND))
        .with(Traits::INSTANT_SPEED, quick)
        .with(Traits::ALTERNATIVES, !face.alternatives.is_empty());
    face.abilities.iter().fold(known, |known, ability| match ability {
        Ability::Activated(activated) => known.with(Traits::ACTIVATES, activated.mana.is_none()).with(
            Traits::MAKES_MANA,
            activated.mana.is_some() && activated.zone == Zone::Battlefield,
        ),
        Ability::Static(fixed) => {
            let kind = &fixed.kind;
            let goads = matches!(kind, StaticKind::GrantKeywords { keywords, .. } if keywords.has(Keywords::GOADED));
            known
                .with(Traits::LAYERED, is_layered(fixed))
                .with(Traits::FICKLE, is_layered(fixed) && !is_steady(pool, fixed))
                .with(Traits::EXTRA_LANDS, matches!(kind, StaticKind::ExtraLands(_)))
                .with(Traits::DEONTIC, matches!(kind, StaticKind::Deontic(_)))
                .with(Traits::CHANGES_COSTS, matches!(kind, StaticKind::CostChange { .. }))
                .with(Traits::ENTERS_TAPPED, matches!(kind, StaticKind::EntersTapped { .. }))
                .with(Traits::GOADS, goads)
                .with(Traits::ENTERS_WITH, matches!(kind, StaticKind::EntersWith { .. }))
                .with(Traits::CONTROLS, matches!(kind, StaticKind::Control { .. }))
        }
        Ability::Triggered(_) => known,
    })
}

const fn as_static(ability: &Ability) -> Option<&Static> {
    match ability {
        Ability::Static(fixed) => Some(fixed),
        _ => None,
    }
}

/// Whether the layers apply it (CR 613.1).
const fn is_layered(fixed: &Static) -> bool {
    !matches!(
        fixed.kind,
        StaticKind::CostChange { .. }
            | StaticKind::EntersTapped { .. }
            | StaticKind::Deontic(_)
            | StaticKind::ExtraLands(_)
            | StaticKind::EntersWith { .. }
    )
}

/// Whether it does the same until a permanent enters, leaves, changes controller or is attached, or
/// counters or the effect of a resolved spell or ability change one. When in doubt it does not.
fn is_steady(pool: &Pool, fixed: &Static) -> bool {
    fixed.condition.is_none()
        && match &fixed.kind {
            StaticKind::Modify { filter, times, .. } => times.is_none() && steady(pool, *filter),
            StaticKind::GrantKeywords { filter, .. } | StaticKind::Control { filter } => steady(pool, *filter),
            StaticKind::GrantAbilities { filter, face } => steady(pool, *filter) && !has_statics(pool, *face),
            _ => false,
        }
}

fn has_statics(pool: &Pool, face: FaceId) -> bool {
    pool.face(face)
        .abilities
        .iter()
        .any(|ability| as_static(ability).is_some())
}

fn steady(pool: &Pool, filter: FilterId) -> bool {
    let list = |start: u16, len: u8| {
        let start = usize::from(start);
        let parts = pool.filter_lists.get(start..start + usize::from(len));
        parts.is_some_and(|parts| parts.iter().all(|part| steady(pool, *part)))
    };
    match pool.filter(filter) {
        FilterNode::Any
        | FilterNode::Types(_)
        | FilterNode::Supertype(_)
        | FilterNode::Subtype(_)
        | FilterNode::Color(_)
        | FilterNode::Colorless
        | FilterNode::Named(_)
        | FilterNode::Permanent
        | FilterNode::Token
        | FilterNode::Commander
        | FilterNode::Itself
        | FilterNode::Other
        | FilterNode::Keyword(_)
        | FilterNode::In(_)
        | FilterNode::AttachedTo => true,
        FilterNode::Controlled(player) | FilterNode::Owned(player) => {
            matches!(player, PlayerRef::You | PlayerRef::AnOpponent)
        }
        FilterNode::ManaValue(_, amount) => fixed_amount(pool, amount),
        FilterNode::All(start, len) | FilterNode::AnyOf(start, len) => list(start, len),
        FilterNode::Not(part) => steady(pool, part),
        _ => false,
    }
}

fn fixed_amount(pool: &Pool, amount: AmountId) -> bool {
    matches!(pool.amount(amount), AmountNode::Fixed(_))
}
