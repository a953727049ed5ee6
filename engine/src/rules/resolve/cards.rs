//! Operations on players: cards, life, tokens, mana; and choices that several players make.

use crate::rules::decision::{Ask, ChoosingFor, Illegal};
use crate::rules::ids::{ObjectId, OutputId, Player, Ref, Slot};
use crate::rules::pool::Op;
use crate::rules::query::Source;
use crate::rules::state::{Continuous, ContinuousKind, State};

impl State {
    pub(crate) fn perform_on_players(&mut self, op: Op, by: &Source) {
        match op {
            Op::Draw(who, amount) => {
                let count = count_of(self.amount(amount, by));
                self.for_players(who, by, |state, player| state.draw(player, count));
                self.did(count as usize);
            }
            Op::Mill(who, amount) => {
                let count = count_of(self.amount(amount, by));
                let mut milled = 0;
                self.for_players(who, by, |state, player| milled += state.mill(player, count));
                self.did(milled as usize);
            }
            Op::Shuffle(who) => self.for_players(who, by, State::shuffle),
            Op::GainLife(who, amount) => {
                let amount = self.amount(amount, by);
                self.for_players(who, by, |state, player| state.gain_life(player, amount));
                self.did(count_of(amount) as usize);
            }
            Op::LoseLife(who, amount) => {
                let amount = self.amount(amount, by);
                self.for_players(who, by, |state, player| state.lose_life(player, amount));
                self.did(count_of(amount) as usize);
            }
            Op::CreateToken { player, count, face } => {
                let count = count_of(self.amount(count, by)).min(1000);
                self.it.clear();
                self.for_players(player, by, |state, player| {
                    for _ in 0..count {
                        let token = state.create_token(face, player, false);
                        state.it.push(Ref::Object(token));
                    }
                });
                self.did(count as usize);
            }
            Op::AddMana(output) => self.perform_mana(output, by),
            Op::Continuous { face, duration } => {
                let timestamp = self.tick();
                self.effects.push(Continuous {
                    kind: ContinuousKind::Statics(face),
                    on: ObjectId::NONE,
                    source: by.object,
                    controller: by.controller,
                    duration,
                    timestamp,
                });
                self.stale = true;
            }
            _ => {}
        }
    }

    fn for_players(
        &mut self,
        who: turnzero_contract::card::PlayerRef,
        by: &Source,
        mut act: impl FnMut(&mut Self, Player),
    ) {
        // Who is meant is settled before anything happens.
        let mut meant = 0_u16;
        for player in self.the_players(who, by) {
            meant |= 1 << player.0;
        }
        let seats = self.players.len();
        for step in 0..seats {
            let seat = (self.turn.active.index() + step) % seats;
            if meant & 1 << seat != 0 {
                act(self, Player(u8::try_from(seat).unwrap_or(0)));
            }
        }
    }

    fn perform_mana(&mut self, output: OutputId, by: &Source) {
        let options = self.mana_options(output, by);
        match options.as_slice() {
            [] => {}
            [only] => self.add_mana(by.controller, *only),
            several => {
                self.asked = by.controller;
                self.ask = Some(Ask::Mana {
                    of: u8::try_from(several.len()).unwrap_or(u8::MAX),
                });
            }
        }
    }

    pub(crate) fn answer_mana(&mut self, output: OutputId, number: u16, by: &Source) -> Result<(), Illegal> {
        let options = self.mana_options(output, by);
        let Some(chosen) = options.get(usize::from(number)) else {
            return Err(Illegal::WrongNumber {
                given: usize::from(number),
                min: 0,
                max: options.len().saturating_sub(1),
            });
        };
        self.ask = None;
        self.add_mana(by.controller, *chosen);
        Ok(())
    }

    /// Mana for a player's pool, as `WUBRG` and colourless.
    pub(crate) fn add_mana(&mut self, player: Player, mana: [u8; 6]) {
        let pool = &mut self.players[player.index()].mana.0;
        for (have, more) in pool.iter_mut().zip(mana) {
            *have = have.saturating_add(more);
        }
    }

    /// Discards and sacrifices: players choose in turn order, then all is done at once (CR 101.4).
    pub(crate) fn perform_choices(&mut self, op: Op, by: &Source) {
        if self.resolution.is_some_and(|resolution| resolution.turn_of == 0) {
            self.it.clear();
        }
        let seats = self.players.len();
        loop {
            let Some(resolution) = self.resolution else {
                return;
            };
            let step = usize::from(resolution.turn_of);
            if step >= seats {
                break;
            }
            let seat = (self.turn.active.index() + step) % seats;
            let player = Player(u8::try_from(seat).unwrap_or(0));
            if let Some(resolution) = &mut self.resolution {
                resolution.turn_of += 1;
            }
            self.ask_choice(op, player, by);
            if self.ask.is_some() {
                return;
            }
        }
        if let Some(resolution) = &mut self.resolution {
            resolution.turn_of = 0;
        }
        self.do_chosen(op);
    }

    fn ask_choice(&mut self, op: Op, player: Player, by: &Source) {
        let (who, count, filter, hand, random, chooser) = match op {
            Op::Discard {
                player,
                count,
                filter,
                random,
                chosen_by,
            } => (player, count, filter, true, random, chosen_by),
            Op::Sacrifice { player, count, filter } => (player, count, filter, false, false, None),
            _ => return,
        };
        if !self.players[player.index()].playing || !self.is_player(who, player, by) {
            return;
        }
        let chooser = match chooser {
            None => Some(player),
            Some(who) => self.the_player(who, by),
        };
        let Some(chooser) = chooser else {
            return;
        };
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let slots: &[Slot] = if hand {
            &self.players[player.index()].hand
        } else {
            &self.battlefield
        };
        for slot in slots {
            let own = hand || self.object(*slot).controller == player;
            if own && self.matches(filter, *slot, by) {
                candidates.push(Ref::Object(self.id(*slot)));
            }
        }
        let (min, max) = self.count_range(count, by, candidates.len());
        if random {
            for _ in 0..min {
                let at = self.random.index(candidates.len());
                let chosen = candidates.swap_remove(at);
                self.it.push(chosen);
            }
        } else if usize::from(min) == candidates.len() {
            self.it.extend(&candidates);
        } else {
            self.asked = chooser;
            self.ask = Some(Ask::Objects {
                min,
                max,
                why: ChoosingFor::Effect,
            });
        }
        self.candidates = candidates;
    }

    pub(crate) fn answer_choice(&mut self, op: Op, chosen: &[Ref], by: &Source) {
        self.it.extend(chosen);
        self.perform_choices(op, by);
    }

    fn do_chosen(&mut self, op: Op) {
        let chosen = std::mem::take(&mut self.it);
        let mut count = 0;
        for to in &chosen {
            let Some(slot) = self.living(*to) else {
                continue;
            };
            count += 1;
            match op {
                Op::Discard { .. } => self.discard(slot),
                _ => self.sacrifice(slot),
            }
        }
        self.it = chosen;
        self.did(count);
    }
}

fn count_of(amount: i32) -> u32 {
    u32::try_from(amount).unwrap_or(0)
}
