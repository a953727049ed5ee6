//! Searches of the own library for lands.

use super::mana::mana_part;
use super::own::sacrifices_itself;
use super::{Context, enters_itself, has_haste, number};
use crate::profile::{Activation, Cond, Search};
use turnzero_contract::card::{Ability, CardType, CostPart, Destination, Effect, Face, PlayerRef, Selector, Zone};

impl Context<'_> {
    pub(super) fn fetch(&self, ability: &Ability) -> Option<Search> {
        match ability {
            Ability::Activated(_) => {
                let activation = self.activation_parts(ability, Zone::Battlefield)?;
                let [search] = activation.searches.as_slice() else {
                    return None;
                };
                (activation.cost.total() == 0 && search.count == 1 && !search.to_hand).then(|| search.clone())
            }
            // "When it enters, sacrifice it; when you do, search …".
            Ability::Triggered(trigger) if enters_itself(trigger) && sacrifices_itself(&trigger.effect) => {
                let searches = self.searches(&trigger.effect);
                match searches.as_slice() {
                    [search] if search.count == 1 && !search.to_hand => Some(search.clone()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub(super) fn activation(&self, face: &Face, ability: &Ability, zone: Zone) -> Option<Activation> {
        let mut activation = self.activation_parts(ability, zone)?;
        activation.sick = activation.sick && face.is(CardType::Creature) && !has_haste(face);
        Some(activation)
    }

    fn activation_parts(&self, ability: &Ability, zone: Zone) -> Option<Activation> {
        let Ability::Activated(activated) = ability else {
            return None;
        };
        if activated.zone != zone
            || activated
                .condition
                .as_ref()
                .is_some_and(|c| self.cond(c) != Cond::Fixed(true))
        {
            return None;
        }
        let searches = self.searches(&activated.effect);
        let gone = match zone {
            Zone::Hand => CostPart::DiscardSelf,
            _ => CostPart::SacrificeSelf,
        };
        if searches.is_empty() || !activated.cost.contains(&gone) {
            return None;
        }
        Some(Activation {
            cost: mana_part(&activated.cost)?,
            sick: activated.cost.contains(&CostPart::Tap),
            searches,
        })
    }

    /// The land searches an effect surely makes.
    pub(super) fn searches(&self, effect: &Effect) -> Vec<Search> {
        let mut found = Vec::new();
        self.collect_searches(effect, &mut found);
        found
    }

    pub(super) fn collect_searches(&self, effect: &Effect, found: &mut Vec<Search>) {
        match effect {
            Effect::Sequence(parts) => parts.iter().for_each(|part| self.collect_searches(part, found)),
            Effect::May {
                player: PlayerRef::You,
                cost,
                effect,
                ..
            } if cost.is_empty() => {
                self.collect_searches(effect, found);
            }
            Effect::IfDone { first, then } => {
                self.collect_searches(first, found);
                self.collect_searches(then, found);
            }
            Effect::If { condition, then, .. } if matches!(then.as_ref(), Effect::Untap(Selector::It)) => {
                if let Some(last) = found.last_mut() {
                    last.untap_if = Some(self.cond(condition));
                }
            }
            Effect::Untap(Selector::It) => {
                if let Some(last) = found.last_mut() {
                    last.untap_if = Some(Cond::Fixed(true));
                }
            }
            Effect::Search(spec) if spec.player == PlayerRef::You => {
                let Some(count) = number(&spec.count) else { return };
                // One card may go elsewhere than the rest: a search for each place finds the same cards.
                let places = match &spec.one_to {
                    Some(one) if count > 0 => vec![(one, 1), (&spec.to, count - 1)],
                    _ => vec![(&spec.to, count)],
                };
                let targets = self.lands(&spec.filter);
                // A search for any card is a tutor, not a land search.
                let only_lands = self.sure(&spec.filter).iter().all(|id| targets.contains(id));
                if !only_lands || targets.iter().next().is_none() {
                    return;
                }
                for (place, count) in places.into_iter().filter(|(_, count)| *count > 0) {
                    let (tapped, to_hand) = match place {
                        Destination::Battlefield { tapped, .. } => (*tapped, false),
                        Destination::Hand => (true, true),
                        _ => continue,
                    };
                    found.push(Search {
                        targets,
                        count,
                        tapped,
                        untap_if: None,
                        to_hand,
                        sharing: spec.sharing_land_type,
                    });
                }
            }
            _ => {}
        }
    }
}
