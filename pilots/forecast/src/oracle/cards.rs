//! What the oracle reads from cards: conditions, targets, ways to be used, additional costs.

use super::Oracle;
use super::place::{ABILITY, Moment, Place, slots};
use crate::profile::{Card, Cond, Enter, Search};

impl<'a> Oracle<'a> {
    pub(super) fn card(&self, slot: usize) -> &'a Card {
        &self.deck.cards[usize::from(self.ids[slot])]
    }

    pub(super) fn targets(&self, search: &Search, place: &Place) -> Vec<u8> {
        let found = || place.found_field.items().iter().chain(place.found_hand.items());
        search
            .targets
            .iter()
            .filter(|id| {
                let gone = slots(self.own).filter(|slot| self.ids[*slot] == *id).count()
                    + found().filter(|own| *own == id).count();
                self.deck.cards[usize::from(*id)].copies as usize > gone
            })
            .collect()
    }

    pub(super) fn holds(&self, cond: &Cond, place: &Place) -> bool {
        match cond {
            Cond::Fixed(known) => *known,
            Cond::Count {
                set,
                comparison,
                amount,
            } => {
                let all = slots(place.field)
                    .map(|slot| self.ids[slot])
                    .chain(place.found_field.items().iter().copied());
                comparison.holds(
                    i64::try_from(all.filter(|id| set.contains(*id)).count()).unwrap(),
                    *amount,
                )
            }
            Cond::All(parts) => parts.iter().all(|part| self.holds(part, place)),
            Cond::Any(parts) => parts.iter().any(|part| self.holds(part, place)),
            Cond::Not(part) => !self.holds(part, place),
        }
    }

    pub(super) fn tapped(&self, rule: &Enter, before: &Place, hand: u16) -> bool {
        match rule {
            Enter::Untapped => false,
            Enter::Tapped => true,
            Enter::Unless(cond) => !self.holds(cond, before),
            Enter::Reveal(set) => {
                let own = slots(hand & self.own).map(|slot| self.ids[slot]);
                !own.chain(before.found_hand.items().iter().copied())
                    .any(|id| set.contains(id))
            }
        }
    }

    /// Every way to use a permanent: at once, or left open, or not at all.
    pub(super) fn uses(&self, id: u8, slot: Option<usize>, moment: &Moment, judged: &Place) -> Vec<Moment> {
        let card = &self.deck.cards[usize::from(id)];
        let works: Vec<usize> = (0..card.mana.len())
            .filter(|at| {
                let option = &card.mana[*at];
                (self.turn > 1 || !option.opponents)
                    && option.cond.as_ref().is_none_or(|cond| self.holds(cond, judged))
                    && option
                        .only_for
                        .as_ref()
                        .is_none_or(|set| slots(self.spells).all(|slot| set.contains(self.ids[slot])))
            })
            .collect();
        let mut ways = vec![*moment];
        let simple = |at: &usize| {
            let option = &card.mana[*at];
            option.units.len() == 1 && option.cost.total() == 0 && !option.sacrifice && option.only_for.is_none()
        };
        // One tap for one mana: any of the kinds.
        if works.iter().any(simple) {
            let kinds = works
                .iter()
                .filter(|at| simple(at))
                .fold(0, |all, at| all | card.mana[*at].units[0]);
            let mut next = *moment;
            next.pool.put(kinds);
            ways.push(next);
        }
        for at in works.into_iter().filter(|at| !simple(at)) {
            let option = &card.mana[at];
            let mut next = *moment;
            if option.cost.total() == 0 {
                next.pool.put_all(&option.units);
                if option.sacrifice {
                    let Some(slot) = slot else { continue };
                    next.place.field &= !(1 << slot);
                }
            } else {
                let Some(slot) = slot else { continue };
                next = next.left_open(slot, u8::try_from(at).unwrap());
            }
            ways.push(next);
        }
        if let (Some(slot), Some(_)) = (slot, &card.activation) {
            ways.push(moment.left_open(slot, ABILITY));
        }
        ways
    }

    /// Whether casting it changes what else can be cast.
    pub(super) fn develops(&self, slot: usize) -> bool {
        let card = self.card(slot);
        card.spell.as_ref().is_some_and(|spell| {
            (spell.permanent && card.land.is_none() && !(card.mana.is_empty() && card.activation.is_none()))
                || !spell.ritual.is_empty()
                || spell.treasures > 0
                || !spell.searches.is_empty()
                || spell.reducer.is_some()
        })
    }

    /// Generic mana less, from reducers on the battlefield.
    pub(super) fn less(&self, slot: usize, place: &Place) -> u8 {
        slots(place.field)
            .filter_map(|other| self.card(other).spell.as_ref()?.reducer.as_ref())
            .filter(|(set, _)| set.contains(self.ids[slot]))
            .map(|(_, less)| *less)
            .sum()
    }

    /// Whether the cards for additional costs are there.
    pub(super) fn fodder(&self, slot: usize, place: &Place, along: u16) -> bool {
        let spell = self.card(slot).spell.as_ref().unwrap();
        let discard = spell.discard.as_ref().is_none_or(|fodder| {
            let own = slots(self.own).filter(|other| {
                *other != slot
                    && (self.card(*other).land.is_none() || place.hand & 1 << other != 0)
                    && fodder.set.contains(self.ids[*other])
            });
            let found = place.found_hand.items().iter().filter(|id| fodder.set.contains(**id));
            own.count() + found.count() >= usize::from(fodder.count)
        });
        let sacrifice = spell.sacrifice.as_ref().is_none_or(|fodder| {
            let there = slots(place.cast | along).filter(|other| {
                *other != slot && self.card(*other).facts.permanent && fodder.set.contains(self.ids[*other])
            });
            there.count() >= usize::from(fodder.count)
        });
        discard && sacrifice
    }

    /// Every result of the searches; found lands that enter untapped are used or not.
    pub(super) fn find(&self, moment: &Moment, searches: &[Search]) -> Vec<Moment> {
        let mut all = vec![*moment];
        for search in searches {
            for nth in 0..search.count {
                let mut next = Vec::new();
                for moment in &all {
                    self.find_one(moment, search, nth > 0 && search.sharing, &mut next);
                }
                all = next;
            }
        }
        all
    }

    fn find_one(&self, moment: &Moment, search: &Search, again: bool, next: &mut Vec<Moment>) {
        let list = if search.to_hand {
            &moment.place.found_hand
        } else {
            &moment.place.found_field
        };
        let mut targets = self.targets(search, &moment.place);
        targets.retain(|id| !again || list.items().contains(id));
        if targets.is_empty() {
            next.push(*moment);
            return;
        }
        for id in targets {
            let mut after = *moment;
            if search.to_hand {
                after.place.found_hand.put(id);
                next.push(after);
                continue;
            }
            let card = &self.deck.cards[usize::from(id)];
            let mut tapped = search.tapped || self.tapped(&card.enter, &moment.place, moment.place.hand);
            after.place.found_field.put(id);
            if search
                .untap_if
                .as_ref()
                .is_some_and(|cond| self.holds(cond, &after.place))
            {
                tapped = false;
            }
            if tapped {
                next.push(after);
            } else {
                next.extend(self.uses(id, None, &after, &after.place));
            }
        }
    }
}
