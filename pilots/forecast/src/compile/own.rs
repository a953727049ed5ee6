//! What a permanent does to itself or its lands.

use super::enters_itself;
use turnzero_contract::card::{
    Ability, CardType, Deontic, Destination, Effect, Filter, GameVerb, PlayerRef, Selector, StaticAbility, Triggered,
};

pub(super) fn bounces(effect: &Effect) -> bool {
    match effect {
        Effect::Move {
            what:
                Selector::Chosen {
                    by: PlayerRef::You,
                    filter,
                    ..
                },
            to: Destination::Hand,
        } => mentions_land(filter),
        Effect::Sequence(parts) => parts.iter().any(bounces),
        _ => false,
    }
}

fn mentions_land(filter: &Filter) -> bool {
    match filter {
        Filter::Type(kind) => *kind == CardType::Land,
        Filter::All(parts) => parts.iter().any(mentions_land),
        _ => false,
    }
}

pub(super) fn sacrifices_itself(effect: &Effect) -> bool {
    match effect {
        Effect::Sacrifice {
            player: PlayerRef::You,
            filter: Filter::Itself,
            ..
        } => true,
        Effect::Sequence(parts) => parts.iter().any(sacrifices_itself),
        Effect::May { effect, otherwise, .. } => {
            sacrifices_itself(effect) || otherwise.as_deref().is_some_and(sacrifices_itself)
        }
        Effect::IfDone { first, then } => sacrifices_itself(first) || sacrifices_itself(then),
        _ => false,
    }
}

pub(super) fn sacrificed_on_entering(abilities: &[Ability]) -> bool {
    own_entering(abilities).any(|trigger| sacrifices_itself(&trigger.effect))
}

pub(super) fn never_untaps(abilities: &[Ability]) -> bool {
    abilities.iter().any(|ability| {
        matches!(
            ability,
            Ability::Static(StaticAbility::Deontic {
                deontic: Deontic::Cannot,
                subject: Filter::Itself,
                verb: GameVerb::Untap,
                ..
            })
        )
    })
}

pub(super) fn own_entering(abilities: &[Ability]) -> impl Iterator<Item = &Triggered> {
    abilities.iter().filter_map(|ability| match ability {
        Ability::Triggered(trigger) if enters_itself(trigger) => Some(trigger),
        _ => None,
    })
}
