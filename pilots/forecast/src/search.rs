//! Lines through turn five: a layer of positions per turn, each position once.

use crate::deck::CardTable;
use crate::hand::{Hand, bits};
use crate::pool::Pool;
use crate::profile::{Cond, Enter};
use crate::state::{Layer, Node, State, nibbles, with, without};
use crate::{NEVER, TURNS};

/// Buffers that live as long as the forecaster.
pub(crate) struct Scratch<const N: usize> {
    layer: Layer,
    next: Layer,
    pub(crate) outcomes: Vec<Node>,
    pub(crate) pays: Vec<Pool<N>>,
    pub(crate) finds: Vec<(State, Pool<N>)>,
    pub(crate) ids: Vec<u8>,
    pub(crate) seen: Vec<(Pool<N>, State, u64, u8)>,
}

impl<const N: usize> Default for Scratch<N> {
    fn default() -> Self {
        Self {
            layer: Layer::default(),
            next: Layer::default(),
            outcomes: Vec::new(),
            pays: Vec::new(),
            finds: Vec::new(),
            ids: Vec::new(),
            seen: Vec::new(),
        }
    }
}

/// What the search finds.
#[derive(Clone, Debug)]
pub(crate) struct Findings {
    pub(crate) usable: [u8; TURNS],
    /// Classes reached, of any line.
    pub(crate) reach: [u8; TURNS],
    pub(crate) together: [u8; TURNS],
    pub(crate) casts: [u8; TURNS],
    pub(crate) spent: [u8; TURNS],
    pub(crate) turn_of: [u8; 16],
    pub(crate) cycle_turn: [u8; 16],
    pub(crate) plan_turn: u8,
    pub(crate) nodes: u32,
    pub(crate) truncated: bool,
}

pub(crate) struct Searcher<'a, const N: usize> {
    pub(crate) hand: Hand<'a>,
    pub(crate) table: &'a [CardTable<N>],
    pub(crate) s: &'a mut Scratch<N>,
    pub(crate) found: Findings,
    /// 1 to 5.
    pub(crate) turn: u8,
    budget: u32,
    colors: u8,
    /// Slots that no line has cast yet.
    pub(crate) uncast: u16,
    pub(crate) best: Best,
}

/// Figures of the position being expanded, before its turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Best {
    pub(crate) casts: u8,
    pub(crate) spent: u8,
}

impl<'a, const N: usize> Searcher<'a, N> {
    pub(crate) fn run(hand: Hand<'a>, table: &'a [CardTable<N>], s: &'a mut Scratch<N>, budget: u32) -> Findings {
        let colors = hand.deck.color_class();
        let mut own = Self {
            hand,
            table,
            s,
            found: Findings {
                usable: [0; TURNS],
                reach: [0; TURNS],
                together: [0; TURNS],
                casts: [0; TURNS],
                spent: [0; TURNS],
                turn_of: [NEVER; 16],
                cycle_turn: [NEVER; 16],
                plan_turn: NEVER,
                nodes: 0,
                truncated: false,
            },
            turn: 1,
            budget,
            colors,
            uncast: u16::MAX,
            best: Best::default(),
        };
        own.all_turns();
        own.found
    }

    fn all_turns(&mut self) {
        let start = State {
            hand: self.hand.opening | self.hand.commanders,
            ..State::default()
        };
        self.s.layer.clear();
        self.s.layer.add(Node {
            state: start,
            casts: 0,
            spent: 0,
        });
        for turn in 1..=5 {
            self.turn = turn;
            self.s.next.clear();
            for at in 0..self.s.layer.nodes.len() {
                let node = self.s.layer.nodes[at];
                self.expand(&node);
            }
            std::mem::swap(&mut self.s.layer, &mut self.s.next);
        }
        for turn in 1..TURNS {
            let earlier = turn - 1;
            self.found.casts[turn] = self.found.casts[turn].max(self.found.casts[earlier]);
            self.found.spent[turn] = self.found.spent[turn].max(self.found.spent[earlier]);
        }
        for slot in 0..self.hand.len {
            if let Some(first) = bits(self.hand.lower[slot]).next() {
                self.found.turn_of[slot] = self.found.turn_of[first];
                self.found.cycle_turn[slot] = self.found.cycle_turn[first];
            }
        }
    }

    /// Counts a node; false when the budget is used up.
    pub(crate) fn tick(&mut self) -> bool {
        if self.found.nodes >= self.budget {
            self.found.truncated = true;
            return false;
        }
        self.found.nodes += 1;
        true
    }

    fn expand(&mut self, node: &Node) {
        self.best = Best {
            casts: node.casts,
            spent: node.spent,
        };
        let state = node.state;
        let lands = state.hand & self.hand.lands;
        let only_optional = bits(lands).all(|slot| self.hand.at(slot).spell.is_some());
        if state.found == 0 && only_optional {
            self.turn_with(state, None);
        }
        for slot in bits(lands) {
            if self.hand.lower[slot] & lands == 0 {
                self.play(state, slot);
            }
        }
        let mut last = 0;
        for kind in nibbles(state.found) {
            if kind != last {
                last = kind;
                let mut after = state;
                after.found = without(state.found, kind);
                self.found_enters(&state, after, kind, false, None, false);
            }
        }
    }

    fn play(&mut self, state: State, slot: usize) {
        let card = self.hand.at(slot);
        let Some(land) = &card.land else { return };
        let mut after = state;
        after.hand &= !(1 << slot);
        if let Some(fetch) = &land.fetch {
            let delayed = fetch.tapped || card.enter == Enter::Tapped;
            let first = self.s.ids.len();
            let mut ids = std::mem::take(&mut self.s.ids);
            self.hand.candidates(fetch, &state, &mut ids);
            self.s.ids = ids;
            let last = self.s.ids.len();
            for at in first..last {
                let id = self.s.ids[at];
                match self.hand.kind(id) {
                    Some(kind) => self.found_enters(&state, after, kind, delayed, fetch.untap_if.as_ref(), false),
                    None => self.found.truncated = true,
                }
            }
            self.s.ids.truncate(first);
            if first < last {
                return;
            }
            // Nothing left to find: the land lies there without mana.
        }
        let tapped = self.enters_tapped(&card.enter, &state, after.hand);
        after.bf |= 1 << slot;
        let drop = Drop {
            slot: u8::try_from(slot).unwrap_or(0),
            kind: 0,
            tapped,
            bounce: land.bounce,
        };
        self.turn_with(after, Some(drop));
    }

    fn found_enters(
        &mut self,
        before: &State,
        mut after: State,
        kind: u8,
        tapped: bool,
        untap: Option<&Cond>,
        bounce: bool,
    ) {
        let Some(list) = with(after.fetched, kind) else {
            self.found.truncated = true;
            return;
        };
        let card = self.hand.card(self.hand.kinds[usize::from(kind)]);
        after.fetched = list;
        let mut tapped = tapped || self.enters_tapped(&card.enter, before, after.hand);
        if untap.is_some_and(|cond| self.holds(cond, &after)) {
            tapped = false;
        }
        self.turn_with(
            after,
            Some(Drop {
                slot: 16,
                kind,
                tapped,
                bounce,
            }),
        );
    }

    /// Judged on the battlefield before the permanent is there (CR 614.12a).
    pub(crate) fn enters_tapped(&self, rule: &Enter, before: &State, hand_after: u16) -> bool {
        match rule {
            Enter::Untapped => false,
            Enter::Tapped => true,
            Enter::Unless(cond) => !self.holds(cond, before),
            Enter::Reveal(set) => {
                let in_hand = bits(hand_after & self.hand.opening).any(|slot| set.contains(self.hand.ids[slot]));
                let found = nibbles(before.found).any(|kind| set.contains(self.hand.kinds[usize::from(kind)]));
                !(in_hand || found)
            }
        }
    }

    pub(crate) fn holds(&self, cond: &Cond, state: &State) -> bool {
        match cond {
            Cond::Fixed(known) => *known,
            Cond::Count {
                set,
                comparison,
                amount,
            } => {
                let own = bits(state.bf).filter(|slot| set.contains(self.hand.ids[*slot])).count();
                let found = nibbles(state.fetched)
                    .filter(|kind| set.contains(self.hand.kinds[usize::from(*kind)]))
                    .count();
                comparison.holds(i64::try_from(own + found).unwrap_or(i64::MAX), *amount)
            }
            Cond::All(parts) => parts.iter().all(|part| self.holds(part, state)),
            Cond::Any(parts) => parts.iter().any(|part| self.holds(part, state)),
            Cond::Not(inner) => !self.holds(inner, state),
        }
    }

    /// One turn from after the land drop.
    fn turn_with(&mut self, state: State, drop: Option<Drop>) {
        self.s.outcomes.clear();
        self.s.seen.clear();
        self.sources(state, drop);
        if self.turn >= 5 {
            return;
        }
        let mut outcomes = std::mem::take(&mut self.s.outcomes);
        for node in &outcomes {
            if drop.is_some_and(|drop| drop.bounce) {
                self.return_a_land(node);
            } else {
                self.keep(*node);
            }
        }
        outcomes.clear();
        self.s.outcomes = outcomes;
    }

    fn keep(&mut self, node: Node) {
        if !self.s.next.add(node) {
            self.found.truncated = true;
        }
    }

    /// The bounce trigger resolves after the turn's mana was used.
    fn return_a_land(&mut self, node: &Node) {
        let state = node.state;
        let lands = state.bf & self.hand.lands & !state.cast;
        let mut any = false;
        for slot in bits(lands) {
            if self.hand.lower[slot] & lands == 0 {
                let mut after = *node;
                after.state.bf &= !(1 << slot);
                after.state.hand |= 1 << slot;
                self.keep(after);
                any = true;
            }
        }
        let mut last = 0;
        for kind in nibbles(state.fetched) {
            if kind != last {
                last = kind;
                let mut after = *node;
                after.state.fetched = without(state.fetched, kind);
                if let Some(list) = with(state.found, kind) {
                    after.state.found = list;
                    self.keep(after);
                    any = true;
                }
            }
        }
        if !any {
            self.keep(*node);
        }
    }

    /// Records what a turn's mana is before any spell.
    pub(crate) fn record_mana(&mut self, pool: &Pool<N>) {
        let at = usize::from(self.turn - 1);
        self.found.usable[at] = self.found.usable[at].max(pool.total());
        let reach = pool.reach() & self.colors;
        self.found.reach[at] |= reach;
        if u32::from(self.found.together[at]) < reach.count_ones() {
            self.found.together[at] = self.found.together[at].max(pool.together(reach));
        }
    }
}

/// The land that came this turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drop {
    /// Its slot, or 16 for a found land.
    pub(crate) slot: u8,
    /// Its kind, or 0 for a hand land.
    pub(crate) kind: u8,
    pub(crate) tapped: bool,
    pub(crate) bounce: bool,
}
