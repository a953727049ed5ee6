//! Who knows which card where it lies: one bit a seat on every object, updated by what moves cards.
//!
//! It is an underestimate where cards that look alike mix: who cannot tell which copy left knows of
//! one copy less.

use super::decision::{Ask, ChoosingFor};
use super::ids::{Player, Ref, Slot};
use super::object::Object;
use super::state::State;
use turnzero_contract::card::Zone;

/// All seats.
pub(crate) const EVERYBODY: u8 = u8::MAX;

/// The bit of a seat.
pub(crate) const fn seat_bit(player: Player) -> u8 {
    1 << (player.0 & 7)
}

/// Whether everybody sees what lies in a zone (CR 400.2).
pub(crate) const fn is_public(zone: Zone) -> bool {
    !matches!(zone, Zone::Hand | Zone::Library)
}

/// Who knows an object that comes into the game in this zone.
pub(crate) const fn known_on_arrival(zone: Zone, owner: Player) -> u8 {
    match zone {
        Zone::Library => 0,
        Zone::Hand => seat_bit(owner),
        _ => EVERYBODY,
    }
}

impl State {
    /// Who knows a card after it left its zone for another; what others knew of the hand it left
    /// changes too.
    pub(crate) fn known_after_move(&mut self, was: &Object, to: Zone) -> u8 {
        let owner = seat_bit(was.owner);
        if was.zone == Zone::Hand {
            if is_public(to) {
                self.one_copy_less(was);
            } else {
                // It may be any card of the hand.
                for at in 0..self.players[was.owner.index()].hand.len() {
                    let other = self.players[was.owner.index()].hand[at];
                    self.object_mut(other).known &= owner;
                }
                return owner;
            }
        }
        if is_public(was.zone) || is_public(to) {
            EVERYBODY
        } else if to == Zone::Hand {
            was.known | owner
        } else {
            was.known
        }
    }

    /// Who did not know this copy cannot tell it from one they knew.
    fn one_copy_less(&mut self, was: &Object) {
        for seat in 0..self.players.len() {
            let bit = seat_bit(Player(u8::try_from(seat).unwrap_or(0)));
            if was.known & bit != 0 {
                continue;
            }
            let hand = &self.players[was.owner.index()].hand;
            let twin = hand.iter().copied().find(|slot| {
                let other = self.object(*slot);
                other.card == was.card && other.known & bit != 0
            });
            if let Some(twin) = twin {
                self.object_mut(twin).known &= !bit;
            }
        }
    }

    /// A library was shuffled: nobody knows where anything lies.
    pub(crate) fn forget_library(&mut self, player: Player) {
        for at in 0..self.players[player.index()].library.len() {
            let slot = self.players[player.index()].library[at];
            self.object_mut(slot).known = 0;
        }
    }

    /// A card was shown to everybody.
    pub(crate) fn known_to_all(&mut self, slot: Slot) {
        self.object_mut(slot).known = EVERYBODY;
    }

    /// The player who is asked sees the candidates of the question.
    pub(crate) fn learn_from_question(&mut self) {
        let Some(Ask::Objects { why, .. }) = self.ask else {
            return;
        };
        let (asked, bit) = (self.asked, seat_bit(self.asked));
        for at in 0..self.candidates.len() {
            let Some(slot) = self.living(self.candidates[at]) else {
                continue;
            };
            let object = *self.object(slot);
            if is_public(object.zone) {
                continue;
            }
            match why {
                // Others see that cards change places, not which.
                ChoosingFor::ScryBottom | ChoosingFor::Surveil | ChoosingFor::Order => {
                    self.object_mut(slot).known = bit;
                }
                // A search; it ends with a shuffle.
                _ if object.zone == Zone::Library && object.owner == asked => {
                    self.forget_library(asked);
                    return;
                }
                _ => self.object_mut(slot).known |= bit,
            }
        }
    }

    /// The cards of hidden zones that the open question shows to the player asked.
    pub(crate) fn shown_by_question(&self) -> impl Iterator<Item = Slot> + '_ {
        let choosing = matches!(self.ask, Some(Ask::Objects { .. }));
        let candidates = self.candidates.iter().filter(move |_| choosing);
        candidates.filter_map(|to| match to {
            Ref::Object(_) => self.living(*to),
            Ref::Player(_) | Ref::Stack(_) => None,
        })
    }
}
