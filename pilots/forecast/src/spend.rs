//! The end of a turn: which sets of the spells that nothing depends on the rest of the mana casts.

use crate::TURNS;
use crate::hand::bits;
use crate::pool::{Hall, plus};
use crate::search::Searcher;
use crate::state::Node;
use crate::turn::Moment;

impl<const N: usize> Searcher<'_, N> {
    /// Casts any payable set of the other spells.
    pub(crate) fn spend(&mut self, moment: &Moment<N>) {
        let mut needs = [([0; N], 0u8); 16];
        let mut ready = 0u16;
        let table = self.table;
        for slot in bits(moment.state.hand & self.hand.sinks) {
            if let Some(cost) = &table[usize::from(self.hand.ids[slot])].cost {
                let less = self.less(slot, &moment.state).min(cost.generic);
                let mut need = cost.need;
                need[0] -= less;
                if moment.pool.fits(&need) {
                    ready |= 1 << slot;
                    needs[slot] = (need, cost.total);
                }
            }
        }
        if self.may_improve(moment, &needs, ready) {
            self.spend_from(moment, &needs, ready, ready, 0, &[0; N], 0);
        }
    }

    /// Whether casting some of `ready` can change a figure; before the last turn positions count too.
    fn may_improve(&self, moment: &Moment<N>, needs: &[(Hall<N>, u8); 16], ready: u16) -> bool {
        let at = usize::from(self.turn - 1);
        if at + 1 < TURNS {
            return true;
        }
        let state = &moment.state;
        let dear = bits(ready).fold(0u8, |sum, slot| sum.saturating_add(needs[slot].1));
        // With reducers, mana value cast may exceed mana paid.
        let worth = if state.bf & self.hand.reducers == 0 {
            dear.min(moment.pool.total())
        } else {
            dear
        };
        let casts = self.best.casts + moment.casts + u8::try_from(ready.count_ones()).unwrap_or(0);
        let spent = self.best.spent.saturating_add(moment.spent).saturating_add(worth);
        let cast = state.cast | ready;
        casts > self.found.casts[at]
            || spent > self.found.spent[at]
            || cast & self.uncast != 0
            || (self.found.plan_turn > self.turn && state.setup && cast & self.hand.follow != 0)
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "one recursion over one table; a struct would only rename them"
    )]
    fn spend_from(
        &mut self,
        moment: &Moment<N>,
        needs: &[(Hall<N>, u8); 16],
        ready: u16,
        left: u16,
        chosen: u16,
        need: &Hall<N>,
        paid: u8,
    ) {
        self.evaluate(moment, needs, ready, chosen, need, paid);
        for slot in bits(left) {
            if self.hand.lower[slot] & ready & !chosen != 0 {
                continue;
            }
            let (own, cost) = &needs[slot];
            let sum = plus(need, own);
            if moment.pool.fits(&sum) {
                let higher = left & !((2u16 << slot) - 1);
                self.spend_from(
                    moment,
                    needs,
                    ready,
                    higher,
                    chosen | 1 << slot,
                    &sum,
                    paid.saturating_add(*cost),
                );
            }
        }
    }

    fn evaluate(
        &mut self,
        moment: &Moment<N>,
        needs: &[(Hall<N>, u8); 16],
        ready: u16,
        chosen: u16,
        need: &Hall<N>,
        paid: u8,
    ) {
        for slot in bits(chosen & self.hand.fodder) {
            if let Some(spell) = &self.hand.at(slot).spell
                && !self.has_fodder(slot, spell, &moment.state, chosen)
            {
                return;
            }
        }
        let mut state = moment.state;
        state.hand &= !chosen;
        state.cast |= chosen;
        state.setup |= self.turn <= 3 && (chosen & self.hand.setup) != 0;
        let casts = self.best.casts + moment.casts + u8::try_from(chosen.count_ones()).unwrap_or(0);
        let spent = self.best.spent.saturating_add(moment.spent).saturating_add(paid);
        let at = usize::from(self.turn - 1);
        self.found.casts[at] = self.found.casts[at].max(casts);
        self.found.spent[at] = self.found.spent[at].max(spent);
        // Turns ascend, so the first time is the earliest.
        for slot in bits(state.cast & self.uncast) {
            self.found.turn_of[slot] = self.turn;
        }
        self.uncast &= !state.cast;
        if state.setup && state.cast & self.hand.follow != 0 {
            self.found.plan_turn = self.found.plan_turn.min(self.turn);
        }
        if at + 1 >= TURNS {
            return;
        }
        let more = bits(ready & !chosen).any(|slot| {
            moment.pool.fits(&plus(need, &needs[slot].0))
                && self
                    .hand
                    .at(slot)
                    .spell
                    .as_ref()
                    .is_some_and(|spell| self.has_fodder(slot, spell, &moment.state, chosen))
        });
        if !more {
            self.outcome(Node { state, casts, spent });
        }
    }

    /// Keeps an outcome unless another of the same turn is at least as good in everything.
    fn outcome(&mut self, node: Node) {
        let held = self.hand.lands | self.hand.one_shots;
        let beats = |a: &Node, b: &Node| {
            let (x, y) = (&a.state, &b.state);
            x.hand & !y.hand == 0
                && (y.hand & !x.hand) & held == 0
                && y.bf & !x.bf == 0
                && x.fetched == y.fetched
                && x.found == y.found
                && x.treasures >= y.treasures
                && x.setup >= y.setup
                && x.cast & y.cast == y.cast
                && a.casts >= b.casts
                && a.spent >= b.spent
        };
        if self.s.outcomes.iter().any(|known| beats(known, &node)) {
            return;
        }
        self.s.outcomes.retain(|known| !beats(&node, known));
        self.s.outcomes.push(node);
    }
}
