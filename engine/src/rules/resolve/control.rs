//! Control flow of effects: conditions, options, modes.

use crate::rules::decision::{Answer, Ask, Illegal};
use crate::rules::ids::{CodeId, CostId, Player};
use crate::rules::mana::{Need, Purpose};
use crate::rules::pool::{Op, Selection};
use crate::rules::query::Source;
use crate::rules::state::State;
use turnzero_contract::card::PlayerRef;

impl State {
    pub(crate) fn perform_control(&mut self, op: Op, by: &Source) {
        let Some(mut resolution) = self.resolution else {
            return;
        };
        match op {
            Op::End => {
                resolution.depth -= 1;
                resolution.at = resolution.back[usize::from(resolution.depth)];
                resolution.target_base = 0;
            }
            Op::Jump(to) => resolution.at = to,
            Op::Unless(condition, to) if !self.holds(condition, by) => resolution.at = to,
            Op::Attempt => resolution.done = false,
            Op::UnlessDone(to) if !resolution.done => resolution.at = to,
            Op::May {
                player,
                of,
                cost,
                otherwise,
            } => {
                let payer = match of.filter(|_| player == PlayerRef::ItsController) {
                    Some(slot) => self.controller_of_target(slot, by),
                    None => self.the_player(player, by),
                };
                match payer.filter(|payer| cost.is_none_or(|cost| self.can_pay_now(*payer, cost, by))) {
                    Some(payer) => {
                        self.asked = payer;
                        self.ask = Some(Ask::May);
                    }
                    None => resolution.at = otherwise,
                }
            }
            Op::Modes => {
                let Some(code) = resolution.item.code else {
                    return;
                };
                let modes = self.pool.code(code).modes.clone();
                if let (Some((_, modes)), true) = (modes, resolution.modes_left != 0) {
                    let mode = u16::try_from(resolution.modes_left.trailing_zeros()).unwrap_or(0);
                    resolution.modes_left &= resolution.modes_left - 1;
                    // Back to this operation, for the next mode.
                    resolution.at -= 1;
                    self.resolution = Some(resolution);
                    self.call(CodeId(modes.start + mode), self.mode_base(code, mode));
                    return;
                }
            }
            _ => {}
        }
        self.resolution = Some(resolution);
    }

    /// Goes on with other code and comes back.
    pub(crate) fn call(&mut self, code: CodeId, target_base: u8) {
        let start = self.pool.code(code).start;
        if let Some(resolution) = &mut self.resolution
            && let Some(back) = resolution.back.get_mut(usize::from(resolution.depth))
        {
            *back = resolution.at;
            resolution.depth += 1;
            resolution.at = start;
            resolution.target_base = target_base;
        }
    }

    fn controller_of_target(&self, slot: u8, by: &Source) -> Option<Player> {
        let id = self.object_named(Selection::Target(slot), by)?;
        let (_, object) = self.known(id)?;
        self.players[object.controller.index()]
            .playing
            .then_some(object.controller)
    }

    /// Whether a player can pay a cost during a resolution.
    fn can_pay_now(&self, player: Player, cost: CostId, by: &Source) -> bool {
        let view = Source {
            controller: player,
            ..*by
        };
        let need = Need::of(&self.pool.cost(cost).mana, by.x);
        self.can_pay(player, &need, Purpose::Other) && self.can_pay_steps(cost, &view)
    }

    pub(crate) fn answer_may(&mut self, op: Op, answer: &Answer<'_>, by: &Source) -> Result<(), Illegal> {
        let (Op::May { cost, otherwise, .. }, Some(ask)) = (op, self.ask) else {
            return Err(Illegal::WrongKind);
        };
        match (ask, *answer) {
            (Ask::May, Answer::Yes(yes)) => {
                self.ask = None;
                if yes {
                    if let Some(cost) = cost {
                        let need = Need::of(&self.pool.cost(cost).mana, by.x);
                        self.pay(self.asked, &need, Purpose::Other);
                        self.pay_rest(cost, 0, by);
                    }
                } else if let Some(resolution) = &mut self.resolution {
                    resolution.at = otherwise;
                }
                Ok(())
            }
            (Ask::Objects { .. }, Answer::Objects(chosen)) => {
                self.ask = None;
                let step = self.resolution.map_or(0, |resolution| resolution.turn_of);
                if let Some(cost) = cost {
                    if let Some(part) = self.pool.cost(cost).steps.get(usize::from(step)).copied() {
                        self.pay_with(part, chosen);
                    }
                    self.pay_rest(cost, step + 1, by);
                }
                Ok(())
            }
            _ => Err(Illegal::WrongKind),
        }
    }

    /// Pays the parts of a cost from the given one on, asking where there is a choice.
    fn pay_rest(&mut self, cost: CostId, from: u8, by: &Source) {
        let payer = Source {
            controller: self.asked,
            ..*by
        };
        let mut at = from;
        while let Some(step) = self.pool.cost(cost).steps.get(usize::from(at)).copied() {
            if !self.ask_or_pay(step, &payer) {
                if let Some(resolution) = &mut self.resolution {
                    resolution.turn_of = at;
                }
                return;
            }
            at += 1;
        }
        if let Some(resolution) = &mut self.resolution {
            resolution.turn_of = 0;
            resolution.done = true;
        }
    }
}
