//! Searching a library (CR 701.23).

use crate::rules::decision::{Ask, ChoosingFor, Illegal};
use crate::rules::ids::Ref;
use crate::rules::log::GameEvent;
use crate::rules::pool::{Place, SearchCode};
use crate::rules::query::Source;
use crate::rules::state::State;
use turnzero_contract::Color;

impl State {
    pub(crate) fn perform_search(&mut self, search: u16, by: &Source) {
        let Some(search) = self.pool.searches.get(usize::from(search)).copied() else {
            return;
        };
        let Some(player) = self.the_player(search.player, by) else {
            return;
        };
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        for slot in &self.players[player.index()].library {
            if self.matches(search.filter, *slot, by) {
                candidates.push(Ref::Object(self.id(*slot)));
            }
        }
        // The order of the library is not shown to who searches.
        candidates.sort_unstable_by_key(|to| match to {
            Ref::Object(id) => (self.object(id.slot).face, id.slot),
            _ => (crate::rules::ids::FaceId(0), crate::rules::ids::Slot(0)),
        });
        let (_, max) = self.count_range(search.count, by, candidates.len());
        self.candidates = candidates;
        if self.candidates.is_empty() {
            self.shuffle(player);
            self.it.clear();
            self.did(0);
            return;
        }
        self.asked = player;
        // A search for cards with stated qualities may find nothing (CR 701.23b).
        self.ask = Some(Ask::Objects {
            min: 0,
            max,
            why: ChoosingFor::Effect,
        });
    }

    pub(crate) fn answer_search(&mut self, search: u16, chosen: &[Ref], by: &Source) -> Result<(), Illegal> {
        let Some(search) = self.pool.searches.get(usize::from(search)).copied() else {
            return Err(Illegal::NothingAsked);
        };
        if search.sharing_land_type && chosen.len() > 1 && !self.share_land_type(chosen) {
            return Err(Illegal::Division("the cards have to share a basic land type"));
        }
        self.ask = None;
        if self.resolution.is_some_and(|resolution| resolution.turn_of == 1) {
            let found = std::mem::take(&mut self.it);
            self.search_turn(0);
            self.put_found(&search, &found, chosen.first().copied(), by);
            return Ok(());
        }
        if search.reveal {
            for to in chosen {
                let face = self.living(*to).map(|slot| self.object(slot).face);
                if let Some(face) = face {
                    let player = self.asked;
                    self.note(GameEvent::Revealed { player, face });
                }
            }
        }
        if search.one_to.is_some() && chosen.len() > 1 {
            self.it.clear();
            self.it.extend(chosen);
            self.candidates.clear();
            self.candidates.extend(chosen);
            self.search_turn(1);
            self.ask = Some(Ask::Objects {
                min: 1,
                max: 1,
                why: ChoosingFor::Effect,
            });
            return Ok(());
        }
        let found = chosen.to_vec();
        self.put_found(&search, &found, found.first().copied(), by);
        Ok(())
    }

    /// Which of its questions a search that divides its cards is at.
    fn search_turn(&mut self, turn: u8) {
        if let Some(resolution) = &mut self.resolution {
            resolution.turn_of = turn;
        }
    }

    /// Puts the cards found where they go, one of them perhaps elsewhere, and shuffles.
    fn put_found(&mut self, search: &SearchCode, found: &[Ref], one: Option<Ref>, by: &Source) {
        let player = self.asked;
        self.it.clear();
        // Cards that go on top are put there after the shuffle (CR 701.23e).
        let late = search.to == Place::LibraryTop;
        if late {
            self.shuffle(player);
        }
        for to in found {
            let Some(slot) = self.living(*to) else {
                continue;
            };
            if search.reveal {
                self.known_to_all(slot);
            }
            let place = search.one_to.filter(|_| one == Some(*to)).unwrap_or(search.to);
            let id = self.put(slot, place, by);
            self.it.push(Ref::Object(id));
        }
        if !late {
            self.shuffle(player);
        }
        self.did(self.it.len());
    }

    fn share_land_type(&self, chosen: &[Ref]) -> bool {
        let basics = |to: &Ref| match to {
            Ref::Object(id) => self.is(id.slot).subtypes & self.basic_land_bits(),
            _ => 0,
        };
        chosen.iter().fold(u128::MAX, |shared, to| shared & basics(to)) != 0
    }

    fn basic_land_bits(&self) -> u128 {
        self.pool
            .subtypes
            .iter()
            .enumerate()
            .filter(|(_, subtype)| Color::of_basic_land_type(subtype).is_some())
            .fold(0, |bits, (bit, _)| bits | 1 << bit)
    }
}
