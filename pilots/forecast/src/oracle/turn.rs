//! Inside a turn of the oracle: everything that can be paid, in every order.

use super::Oracle;
use super::place::{ABILITY, Moment, assign, colors_at_once, payments, slots};
use crate::TURNS;
use crate::profile::{ANY, Search};

impl Oracle<'_> {
    pub(super) fn act(&mut self, moment: &Moment) {
        if !self.visited.insert(*moment) {
            return;
        }
        self.out.nodes += 1;
        if moment.fresh {
            self.record_mana(moment);
        }
        let place = &moment.place;
        for slot in slots(place.hand & self.own) {
            if let Some(cost) = &self.card(slot).cycling
                && !payments(&moment.pool, &cost.needs, cost.generic).is_empty()
            {
                self.out.cycle_turn[slot] = self.out.cycle_turn[slot].min(u8::try_from(self.turn).unwrap());
            }
        }
        self.rest(moment);
        if place.treasures > 0 {
            let mut next = *moment;
            next.place.treasures -= 1;
            next.pool.put(ANY);
            self.act(&next);
        }
        for entry in moment.open.items() {
            self.use_open(moment, *entry);
        }
        for slot in slots(place.hand & self.developing) {
            self.cast(moment, slot);
        }
        for slot in slots(place.hand & self.own) {
            if let Some(ability) = &self.card(slot).landcycling {
                let mut next = *moment;
                next.place.hand &= !(1 << slot);
                for left in payments(&moment.pool, &ability.cost.needs, ability.cost.generic) {
                    next.pool = left;
                    self.act_after(&next, &ability.searches);
                }
            }
        }
    }

    fn act_after(&mut self, moment: &Moment, searches: &[Search]) {
        for found in self.find(moment, searches) {
            self.act(&found);
        }
    }

    fn record_mana(&mut self, moment: &Moment) {
        let at = self.turn - 1;
        let pool = moment.pool.items();
        self.out.usable[at] = self.out.usable[at].max(u8::try_from(pool.len()).unwrap());
        let mut masks = Vec::with_capacity(5);
        for color in self.deck.colors().iter() {
            let mask = 1 << color.index();
            if pool.iter().any(|unit| unit & mask != 0) {
                self.out.colors[at] = self.out.colors[at].with(color);
                masks.push(mask);
            }
        }
        self.out.colors_together[at] = self.out.colors_together[at].max(colors_at_once(pool, &masks, 0));
    }

    /// Pays for a mana ability with a price or a one-shot ability.
    fn use_open(&mut self, moment: &Moment, entry: u8) {
        let (slot, way) = (usize::from(entry >> 4), entry & 15);
        let card = self.card(slot);
        let mut next = *moment;
        next.open.drop_one(entry);
        let option = (way != ABILITY).then(|| &card.mana[usize::from(way)]);
        if option.is_none_or(|option| option.sacrifice) {
            next.place.field &= !(1 << slot);
        }
        if let Some(option) = option {
            for left in payments(&moment.pool, &option.cost.needs, option.cost.generic) {
                next.pool = left;
                next.pool.put_all(&option.units);
                self.act(&next);
            }
        } else {
            let ability = card.activation.as_ref().unwrap();
            for left in payments(&moment.pool, &ability.cost.needs, ability.cost.generic) {
                next.pool = left;
                self.act_after(&next, &ability.searches);
            }
        }
    }

    fn cast(&mut self, moment: &Moment, slot: usize) {
        let card = self.card(slot);
        let spell = card.spell.as_ref().unwrap();
        if !self.fodder(slot, &moment.place, 0) {
            return;
        }
        let generic = spell.cost.generic.saturating_sub(self.less(slot, &moment.place));
        for left in payments(&moment.pool, &spell.cost.needs, generic) {
            let mut next = *moment;
            next.pool = left;
            next.fresh = false;
            next.place.hand &= !(1 << slot);
            next.place.cast |= 1 << slot;
            next.place.setup |= self.turn <= 3 && card.facts.setup();
            if spell.ritual.is_empty() {
                next.place.casts += 1;
                next.place.spent += spell.cost.total();
            }
            next.place.treasures += spell.treasures;
            next.pool.put_all(&spell.ritual);
            let lasting = !card.mana.is_empty() || card.activation.is_some() || spell.reducer.is_some();
            let mut ready = spell.permanent && lasting && card.land.is_none();
            if spell.permanent && lasting {
                ready &= !self.tapped(&card.enter, &moment.place, next.place.hand);
                next.place.field |= 1 << slot;
            }
            for found in self.find(&next, &spell.searches) {
                if ready && !spell.sick {
                    for used in self.uses(self.ids[slot], Some(slot), &found, &found.place) {
                        self.act(&used);
                    }
                } else {
                    if ready && card.activation.as_ref().is_some_and(|ability| !ability.sick) {
                        self.act(&found.left_open(slot, ABILITY));
                    }
                    self.act(&found);
                }
            }
        }
    }

    /// Every set of the other spells that the rest of the mana pays.
    fn rest(&mut self, moment: &Moment) {
        let pool = moment.pool.items();
        let others: Vec<usize> = slots(moment.place.hand & self.spells & !self.developing).collect();
        let less: Vec<u8> = others.iter().map(|slot| self.less(*slot, &moment.place)).collect();
        let mut needs = Vec::with_capacity(32);
        for subset in 0..1u32 << others.len() {
            let mut chosen = 0u16;
            let (mut generic, mut worth) = (0, 0);
            needs.clear();
            for (n, slot) in others.iter().enumerate().filter(|(n, _)| subset & 1 << n != 0) {
                let cost = &self.card(*slot).spell.as_ref().unwrap().cost;
                chosen |= 1 << slot;
                needs.extend_from_slice(&cost.needs);
                worth += cost.total();
                generic += cost.generic.saturating_sub(less[n]);
            }
            if needs.len() + usize::from(generic) > pool.len()
                || !slots(chosen).all(|slot| self.fodder(slot, &moment.place, chosen))
                || !assign(pool, &needs, 0)
            {
                continue;
            }
            let mut end = moment.place;
            end.hand &= !chosen;
            end.cast |= chosen;
            end.setup |= self.turn <= 3 && slots(chosen).any(|slot| self.card(slot).facts.setup());
            end.casts += u8::try_from(chosen.count_ones()).unwrap();
            end.spent += worth;
            self.record_casts(&end);
            if self.turn < TURNS {
                self.ends.insert(end);
            }
        }
    }

    fn record_casts(&mut self, end: &super::Place) {
        let (at, now) = (self.turn - 1, u8::try_from(self.turn).unwrap());
        self.out.casts[at] = self.out.casts[at].max(end.casts);
        self.out.spent[at] = self.out.spent[at].max(end.spent);
        for slot in slots(end.cast) {
            self.turn_of[slot] = self.turn_of[slot].min(now);
        }
        if end.setup && slots(end.cast).any(|slot| self.card(slot).facts.follow_up()) {
            self.out.plan_turn = self.out.plan_turn.min(now);
        }
    }
}
