//! Inside a turn: which mana to make, which development to cast.

use crate::NEVER;
use crate::hand::bits;
use crate::pool::{ClassCost, Pool};
use crate::profile::{ANY, ManaOption, Search, SpellFace};
use crate::search::{Drop, Searcher};
use crate::state::{State, nibbles, with};

/// Marks the one-shot ability among a permanent's ways to be used.
const ACTIVATE: u8 = 15;

/// A moment within a turn.
#[derive(Clone, Copy)]
pub(crate) struct Moment<const N: usize> {
    pub(crate) pool: Pool<N>,
    pub(crate) state: State,
    pub(crate) casts: u8,
    pub(crate) spent: u8,
    /// Mana abilities with a price and one-shot abilities still open: slot and way, a byte each.
    open: u64,
    /// Nothing was cast yet this turn.
    fresh: bool,
}

impl<const N: usize> Moment<N> {
    fn with_open(mut self, slot: usize, way: u8) -> Option<Self> {
        if self.open >> 56 != 0 {
            return None;
        }
        let entry = u64::try_from(slot).unwrap_or(0) << 4 | u64::from(way);
        // Entry 0 would be slot 0, way 0: shifted by one so that 0 means empty.
        self.open = self.open << 8 | (entry + 1);
        Some(self)
    }

    fn without_open(mut self, at: u32) -> (Self, usize, u8) {
        let entry = (self.open >> (8 * at) & 255) - 1;
        let low = self.open & ((1u64 << (8 * at)) - 1);
        let high = if at == 7 {
            0
        } else {
            self.open >> (8 * (at + 1)) << (8 * at)
        };
        self.open = low | high;
        (
            self,
            usize::try_from(entry >> 4).unwrap_or(0),
            u8::try_from(entry & 15).unwrap_or(0),
        )
    }
}

/// Permanents with a choice to make, at most this many a turn.
const CHOICES: usize = 8;

impl<'a, const N: usize> Searcher<'a, N> {
    /// Taps what there is and goes through the turn.
    pub(crate) fn sources(&mut self, state: State, drop: Option<Drop>) {
        let mut moment = Moment {
            pool: Pool::EMPTY,
            state,
            casts: 0,
            spent: 0,
            open: 0,
            fresh: true,
        };
        let mut choices = [0u8; CHOICES];
        let mut count = 0;
        for slot in bits(state.bf) {
            if drop.is_some_and(|drop| usize::from(drop.slot) == slot && drop.tapped) {
                continue;
            }
            let id = self.hand.ids[slot];
            if self.has_choice(id) {
                if let Some(place) = choices.get_mut(count) {
                    *place = u8::try_from(slot).unwrap_or(0);
                    count += 1;
                } else {
                    self.found.truncated = true;
                }
            } else {
                self.base(id, &state, &mut moment.pool);
            }
        }
        let mut tapped = drop.filter(|drop| drop.tapped).map_or(0, |drop| drop.kind);
        for kind in nibbles(state.fetched) {
            if kind == tapped {
                tapped = 0;
            } else {
                let id = self.hand.kinds[usize::from(kind)];
                self.base(id, &state, &mut moment.pool);
            }
        }
        self.choose(&choices[..count], &state, moment);
    }

    /// Whether the permanent can be used in more than one way.
    fn has_choice(&self, id: u8) -> bool {
        let card = self.hand.card(id);
        card.activation.is_some()
            || card.mana.len() > 1 && !card.mana.iter().all(ManaOption::is_simple)
            || card.mana.iter().any(|o| o.sacrifice || !o.is_free())
    }

    /// Adds the plain mana of a permanent: one unit of any simple way, else its first free way.
    fn base(&self, id: u8, state: &State, pool: &mut Pool<N>) -> Option<usize> {
        let card = self.hand.card(id);
        let table = &self.table[usize::from(id)];
        let mut class = None;
        for (option, row) in card.mana.iter().zip(&table.mana) {
            if option.is_simple() && self.works(option, state) {
                class = Some(class.unwrap_or(0) | row.units.first().copied().unwrap_or(0));
            }
        }
        if let Some(class) = class {
            pool.add(class);
            return None;
        }
        for (at, (option, row)) in card.mana.iter().zip(&table.mana).enumerate() {
            if option.is_free() && !option.sacrifice && !option.is_simple() && self.works(option, state) {
                for unit in &row.units {
                    pool.add(*unit);
                }
                return Some(at);
            }
        }
        None
    }

    fn works(&self, option: &ManaOption, state: &State) -> bool {
        !(option.opponents && self.turn < 2)
            && option.cond.as_ref().is_none_or(|cond| self.holds(cond, state))
            && option.only_for.as_ref().is_none_or(|set| self.hand.all_spells_in(set))
    }

    fn choose(&mut self, choices: &[u8], judged: &State, moment: Moment<N>) {
        let Some((slot, rest)) = choices.split_first() else {
            self.act(moment);
            return;
        };
        self.ways(usize::from(*slot), judged, moment, &mut |own, next| {
            own.choose(rest, judged, next);
        });
    }

    /// Every way to use a permanent this turn: plain mana, another way at once, or a way left open.
    ///
    /// Conditions are judged on `judged`: everything can be tapped before anything is sacrificed.
    fn ways(&mut self, slot: usize, judged: &State, moment: Moment<N>, go: &mut dyn FnMut(&mut Self, Moment<N>)) {
        let id = self.hand.ids[slot];
        let card = self.hand.card(id);
        let mut plain = moment;
        let used = self.base(id, judged, &mut plain.pool);
        go(self, plain);
        for (at, option) in card.mana.iter().enumerate() {
            if option.is_simple() || used == Some(at) || !self.works(option, judged) {
                continue;
            }
            let row = &self.table[usize::from(id)].mana[at];
            let mut next = moment;
            if option.is_free() {
                for unit in &row.units {
                    next.pool.add(*unit);
                }
                if option.sacrifice {
                    next.state.bf &= !(1 << slot);
                }
                go(self, next);
            } else if row.cost.is_some() {
                match u8::try_from(at)
                    .ok()
                    .filter(|at| *at < ACTIVATE)
                    .and_then(|at| moment.with_open(slot, at))
                {
                    Some(next) => go(self, next),
                    None => self.found.truncated = true,
                }
            }
        }
        if self.table[usize::from(id)].activation.is_some() {
            match moment.with_open(slot, ACTIVATE) {
                Some(next) => go(self, next),
                None => self.found.truncated = true,
            }
        }
    }

    fn act(&mut self, moment: Moment<N>) {
        if !self.tick() {
            return;
        }
        let open = moment.open;
        let busy = open != 0
            || moment.state.treasures > 0
            || moment.state.hand & (self.hand.producers | self.hand.landcycling) != 0;
        if busy {
            let seen = (moment.pool, moment.state, open, moment.spent);
            if self.s.seen.contains(&seen) {
                return;
            }
            self.s.seen.push(seen);
        }
        if moment.fresh {
            self.record_mana(&moment.pool);
        }
        self.record_cycling(&moment);
        self.spend(&moment);
        if !busy {
            return;
        }
        if moment.state.treasures > 0 {
            let mut next = moment;
            next.state.treasures -= 1;
            next.pool.add(self.hand.deck.kinds.class(ANY));
            self.act(next);
        }
        let mut at = 0;
        while at < 8 && open >> (8 * at) & 255 != 0 {
            let (next, slot, way) = moment.without_open(at);
            self.use_open(next, slot, way);
            at += 1;
        }
        let ready = moment.state.hand & self.hand.producers;
        for slot in bits(ready) {
            if self.hand.lower[slot] & ready == 0 {
                self.cast(&moment, slot);
            }
        }
        let cyclers = moment.state.hand & self.hand.landcycling;
        for slot in bits(cyclers) {
            if self.hand.lower[slot] & cyclers == 0 {
                let id = usize::from(self.hand.ids[slot]);
                let table = self.table;
                let card = self.hand.at(slot);
                if let (Some(cost), Some(ability)) = (&table[id].landcycling, &card.landcycling) {
                    let mut next = moment;
                    next.state.hand &= !(1 << slot);
                    self.pay_and_find(&next, cost, &ability.searches);
                }
            }
        }
    }

    fn use_open(&mut self, moment: Moment<N>, slot: usize, way: u8) {
        let id = usize::from(self.hand.ids[slot]);
        let table: &'a _ = self.table;
        let card = self.hand.at(slot);
        let mut next = moment;
        if way == ACTIVATE {
            if let (Some(cost), Some(ability)) = (&table[id].activation, &card.activation) {
                next.state.bf &= !(1 << slot);
                self.pay_and_find(&next, cost, &ability.searches);
            }
            return;
        }
        let (Some(option), Some(row)) = (card.mana.get(usize::from(way)), table[id].mana.get(usize::from(way))) else {
            return;
        };
        let Some(cost) = &row.cost else { return };
        if option.sacrifice {
            next.state.bf &= !(1 << slot);
        }
        let first = self.s.pays.len();
        moment.pool.pay(cost, 0, first, &mut self.s.pays);
        for at in first..self.s.pays.len() {
            next.pool = self.s.pays[at];
            for unit in &row.units {
                next.pool.add(*unit);
            }
            self.act(next);
        }
        self.s.pays.truncate(first);
    }

    fn pay_and_find(&mut self, moment: &Moment<N>, cost: &ClassCost<N>, searches: &[Search]) {
        let first = self.s.pays.len();
        moment.pool.pay(cost, 0, first, &mut self.s.pays);
        let last = self.s.pays.len();
        for at in first..last {
            let mut next = *moment;
            next.pool = self.s.pays[at];
            self.find(&next, searches, &mut |own, next| own.act(next));
        }
        self.s.pays.truncate(first);
    }

    /// Goes on with every result of the searches.
    fn find(&mut self, moment: &Moment<N>, searches: &[Search], go: &mut dyn FnMut(&mut Self, Moment<N>)) {
        let first = self.s.finds.len();
        self.s.finds.push((moment.state, moment.pool));
        for search in searches {
            for nth in 0..search.count {
                let (from, to) = (first, self.s.finds.len());
                for at in from..to {
                    self.find_one(at, search, nth > 0 && search.sharing);
                }
                self.s.finds.drain(from..to);
            }
        }
        let last = self.s.finds.len();
        for at in first..last {
            let (state, pool) = self.s.finds[at];
            go(self, Moment { pool, state, ..*moment });
        }
        self.s.finds.truncate(first);
    }

    /// Pushes every way to find one more land from the position at `at`.
    fn find_one(&mut self, at: usize, search: &Search, same: bool) {
        let (state, pool) = self.s.finds[at];
        let start = self.s.ids.len();
        let mut ids = std::mem::take(&mut self.s.ids);
        self.hand.candidates(search, &state, &mut ids);
        self.s.ids = ids;
        let end = self.s.ids.len();
        let mut any = false;
        for n in start..end {
            let id = self.s.ids[n];
            let Some(kind) = self.hand.kind(id) else {
                self.found.truncated = true;
                continue;
            };
            let list = if search.to_hand { state.found } else { state.fetched };
            // A search for lands that share a type is read as finding the same land twice.
            if same && !nibbles(list).any(|other| other == kind) {
                continue;
            }
            let Some(list) = with(list, kind) else {
                self.found.truncated = true;
                continue;
            };
            let (mut after, mut mana) = (state, pool);
            if search.to_hand {
                after.found = list;
            } else {
                after.fetched = list;
                let enter = &self.hand.card(id).enter;
                let mut tapped = search.tapped || self.enters_tapped(enter, &state, state.hand);
                if search.untap_if.as_ref().is_some_and(|cond| self.holds(cond, &after)) {
                    tapped = false;
                }
                if !tapped {
                    self.base(id, &after, &mut mana);
                }
            }
            self.s.finds.push((after, mana));
            any = true;
        }
        self.s.ids.truncate(start);
        if !any {
            self.s.finds.push((state, pool));
        }
    }

    fn cast(&mut self, moment: &Moment<N>, slot: usize) {
        let card = self.hand.at(slot);
        let id = usize::from(self.hand.ids[slot]);
        let table = self.table;
        let (Some(spell), Some(cost)) = (&card.spell, &table[id].cost) else {
            return;
        };
        if !self.has_fodder(slot, spell, &moment.state, 0) {
            return;
        }
        let less = self.less(slot, &moment.state).min(cost.generic);
        let first = self.s.pays.len();
        moment.pool.pay(cost, less, first, &mut self.s.pays);
        let last = self.s.pays.len();
        let bit = 1u16 << slot;
        for at in first..last {
            let mut next = *moment;
            next.pool = self.s.pays[at];
            next.fresh = false;
            next.state.hand &= !bit;
            next.state.cast |= bit;
            next.state.setup |= self.turn <= 3 && self.hand.setup & bit != 0;
            if self.hand.rituals & bit == 0 {
                next.casts += 1;
                // Unreduced, or casting a cost reducer later would look better.
                next.spent = next.spent.saturating_add(cost.total);
            }
            next.state.treasures = next.state.treasures.saturating_add(spell.treasures).min(15);
            for unit in &table[id].ritual {
                next.pool.add(*unit);
            }
            let stays =
                spell.permanent && (!card.mana.is_empty() || card.activation.is_some() || spell.reducer.is_some());
            let tapped = stays && self.enters_tapped(&card.enter, &moment.state, next.state.hand);
            if stays {
                next.state.bf |= bit;
            }
            let works_now = stays && card.land.is_none() && !tapped;
            let mana_now = works_now && !spell.sick;
            let ability_now = works_now && card.activation.as_ref().is_some_and(|a| !a.sick);
            self.find(&next, &spell.searches, &mut |own, next| {
                if mana_now {
                    own.ways(slot, &next.state, next, &mut |own, next| own.act(next));
                } else {
                    own.act(next);
                    if ability_now && own.table[id].activation.is_some() {
                        match next.with_open(slot, ACTIVATE) {
                            Some(next) => own.act(next),
                            None => own.found.truncated = true,
                        }
                    }
                }
            });
        }
        self.s.pays.truncate(first);
    }

    /// Generic mana less for a spell, from reducers on the battlefield.
    pub(crate) fn less(&self, slot: usize, state: &State) -> u8 {
        bits(state.bf & self.hand.reducers)
            .filter_map(|other| self.hand.at(other).spell.as_ref()?.reducer.as_ref())
            .filter(|(set, _)| set.contains(self.hand.ids[slot]))
            .fold(0, |sum: u8, (_, less)| sum.saturating_add(*less))
    }

    /// Whether an additional cost in cards can be paid.
    ///
    /// Discards take other nonland cards of the opening hand or lands still in hand; sacrifices take
    /// permanents cast before or along (`along`). What is taken is not tracked.
    pub(crate) fn has_fodder(&self, slot: usize, spell: &SpellFace, state: &State, along: u16) -> bool {
        let discard = spell.discard.as_ref().is_none_or(|fodder| {
            let spells = self.hand.opening & !self.hand.lands & !(1 << slot);
            let lands = state.hand & self.hand.opening & self.hand.lands & !(1 << slot);
            let own = bits(spells | lands)
                .filter(|other| fodder.set.contains(self.hand.ids[*other]))
                .count();
            let found = nibbles(state.found)
                .filter(|kind| fodder.set.contains(self.hand.kinds[usize::from(*kind)]))
                .count();
            own + found >= usize::from(fodder.count)
        });
        discard
            && spell.sacrifice.as_ref().is_none_or(|fodder| {
                let there = (state.cast | along) & !(1 << slot);
                let own = bits(there)
                    .filter(|other| {
                        let card = self.hand.at(*other);
                        card.facts.permanent && fodder.set.contains(self.hand.ids[*other])
                    })
                    .count();
                own >= usize::from(fodder.count)
            })
    }

    fn record_cycling(&mut self, moment: &Moment<N>) {
        for slot in bits(moment.state.hand & self.hand.cycling) {
            if self.found.cycle_turn[slot] != NEVER {
                continue;
            }
            if let Some(cost) = &self.table[usize::from(self.hand.ids[slot])].cycling
                && moment.pool.fits(&cost.need)
            {
                self.found.cycle_turn[slot] = self.turn;
            }
        }
    }
}
