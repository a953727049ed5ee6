//! Looking at the top of a library: scry, surveil, reordering; revealing (CR 701.22, 701.25, 701.20).

use crate::rules::actions::Destination;
use crate::rules::decision::{Ask, ChoosingFor};
use crate::rules::ids::{Player, Ref, Slot};
use crate::rules::knowledge::seat_bit;
use crate::rules::log::GameEvent;
use crate::rules::pool::Op;
use crate::rules::query::Source;
use crate::rules::state::State;
use turnzero_contract::card::Zone;

impl State {
    pub(crate) fn perform_look(&mut self, op: Op, by: &Source) {
        match op {
            Op::Scry(amount) => {
                let count = self.amount(amount, by);
                self.ask_look(by.controller, count, ChoosingFor::ScryBottom);
            }
            Op::Surveil(amount) => {
                let count = self.amount(amount, by);
                self.ask_look(by.controller, count, ChoosingFor::Surveil);
            }
            Op::Rearrange(player, amount) => {
                if let Some(player) = self.the_player(player, by) {
                    let count = self.amount(amount, by);
                    self.ask_rearrange(player, count);
                }
            }
            Op::RevealHand(player) => {
                if let Some(player) = self.the_player(player, by) {
                    self.reveal_hand(player);
                }
            }
            Op::RevealTop {
                player,
                count,
                filter,
                to,
            } => {
                let Some(player) = self.the_player(player, by) else {
                    return;
                };
                let count = self.amount(count, by);
                let top: Vec<Slot> = self.top(player, count).collect();
                self.it.clear();
                for slot in top {
                    let face = self.object(slot).face;
                    self.note(GameEvent::Revealed { player, face });
                    self.known_to_all(slot);
                    if self.matches(filter, slot, by) {
                        let id = self.put(slot, to, by);
                        self.it.push(Ref::Object(id));
                    }
                }
                self.did(self.it.len());
            }
            _ => {}
        }
    }

    /// The top cards of a library, the top first.
    fn top(&self, player: Player, count: i32) -> impl Iterator<Item = Slot> + '_ {
        let count = usize::try_from(count).unwrap_or(0);
        self.players[player.index()].library.iter().rev().take(count).copied()
    }

    fn ask_look(&mut self, player: Player, count: i32, why: ChoosingFor) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        candidates.extend(self.top(player, count).map(|slot| Ref::Object(self.id(slot))));
        self.candidates = candidates;
        if self.candidates.is_empty() {
            return;
        }
        self.asked = player;
        self.ask = Some(Ask::Objects {
            min: 0,
            max: u16::try_from(self.candidates.len()).unwrap_or(u16::MAX),
            why,
        });
    }

    /// A player looks at the top cards and puts them back in any order.
    fn ask_rearrange(&mut self, player: Player, count: i32) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        candidates.extend(self.top(player, count).map(|slot| Ref::Object(self.id(slot))));
        self.candidates = candidates;
        let all = u16::try_from(self.candidates.len()).unwrap_or(u16::MAX);
        self.did(usize::from(all));
        if all > 1 {
            self.asked = player;
            self.ask = Some(Ask::Objects {
                min: all,
                max: all,
                why: ChoosingFor::Order,
            });
        } else if let Some(only) = self.candidates.first().and_then(|to| self.living(*to)) {
            self.object_mut(only).known |= seat_bit(player);
        }
    }

    /// Every player sees the whole hand (CR 701.20); the log names its cards in an order that tells
    /// nothing of when they came.
    fn reveal_hand(&mut self, player: Player) {
        let hand = std::mem::take(&mut self.players[player.index()].hand);
        for slot in &hand {
            self.known_to_all(*slot);
        }
        if self.logging {
            let mut shown = hand.clone();
            shown.sort_unstable_by_key(|slot| self.pool.face_name(self.object(*slot).face));
            for slot in shown {
                let face = self.object(slot).face;
                self.note(GameEvent::Revealed { player, face });
            }
        }
        self.did(hand.len());
        self.players[player.index()].hand = hand;
    }

    /// Those chosen go away, the rest stays on top in an order of the player's choice.
    pub(crate) fn answer_look(&mut self, op: Op, chosen: &[Ref]) {
        let player = self.asked;
        let ordering = matches!(
            self.ask,
            Some(Ask::Objects {
                why: ChoosingFor::Order,
                ..
            })
        );
        self.ask = None;
        if ordering {
            let library = &mut self.players[player.index()].library;
            let keep = library.len().saturating_sub(chosen.len());
            library.truncate(keep);
            for to in chosen.iter().rev() {
                if let Ref::Object(id) = to {
                    self.players[player.index()].library.push(id.slot);
                }
            }
            return;
        }
        for to in chosen {
            let Some(slot) = self.living(*to) else {
                continue;
            };
            if matches!(op, Op::Scry(_)) {
                // It stays in the library: the same object at the other end.
                let library = &mut self.players[player.index()].library;
                library.retain(|other| *other != slot);
                library.insert(0, slot);
            } else {
                self.move_to(slot, Destination::of(Zone::Graveyard));
            }
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.retain(|to| !chosen.contains(to));
        self.candidates = candidates;
        if self.candidates.len() > 1 {
            let all = u16::try_from(self.candidates.len()).unwrap_or(u16::MAX);
            self.asked = player;
            self.ask = Some(Ask::Objects {
                min: all,
                max: all,
                why: ChoosingFor::Order,
            });
        }
    }
}
