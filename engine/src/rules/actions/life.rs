//! Life totals (CR 119).

use crate::rules::ids::{ObjectId, Player};
use crate::rules::log::GameEvent;
use crate::rules::pool::TriggerKind;
use crate::rules::state::State;
use crate::rules::triggers::Happening;

impl State {
    /// A player gains life.
    pub(crate) fn gain_life(&mut self, player: Player, amount: i32) {
        if amount <= 0 || !self.players[player.index()].playing {
            return;
        }
        self.change_life(player, amount);
        self.trigger(&Happening {
            amount,
            ..Happening::of(TriggerKind::GainsLife, ObjectId::NONE, player)
        });
    }

    /// A player loses life.
    pub(crate) fn lose_life(&mut self, player: Player, amount: i32) {
        if amount > 0 && self.players[player.index()].playing {
            self.change_life(player, -amount);
        }
    }

    fn change_life(&mut self, player: Player, by: i32) {
        let state = &mut self.players[player.index()];
        state.life = state.life.saturating_add(by);
        let total = state.life;
        self.check = true;
        self.stale |= self.fickle;
        self.note(GameEvent::LifeChanged { player, by, total });
    }
}
