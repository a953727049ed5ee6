//! An independent exhaustive searcher for tests: every land order, every payment, every set of spells.
//!
//! It shares the compiled cards with the forecast and nothing else: units keep their real kinds,
//! payments are tried unit by unit, no line is dropped because another looks better. Only positions
//! that are equal in everything are visited once.

mod cards;
mod place;
mod tests;
mod turn;

use crate::deck::DeckProfile;
use crate::profile::Enter;
use crate::{CardId, Forecast, MAX_COMMANDERS, MAX_HAND, NEVER, TURNS};
use place::{Bag, Moment, Place, Set, slots};
use turnzero_contract::ColorSet;

pub(crate) struct Oracle<'a> {
    deck: &'a DeckProfile,
    ids: Vec<u8>,
    /// Slots of the hand, without commanders.
    own: u16,
    /// Slots that are spells.
    spells: u16,
    /// Spells whose casting changes what else can be cast.
    developing: u16,
    turn: usize,
    out: Forecast,
    turn_of: Vec<u8>,
    visited: Set<Moment>,
    ends: Set<Place>,
}

impl<'a> Oracle<'a> {
    pub(crate) fn forecast(deck: &'a DeckProfile, hand: &[CardId]) -> Forecast {
        let mut own = Self::new(deck, hand);
        let start = Place {
            hand: (1 << own.ids.len()) - 1,
            cast: 0,
            field: 0,
            found_field: Bag::EMPTY,
            found_hand: Bag::EMPTY,
            treasures: 0,
            setup: false,
            casts: 0,
            spent: 0,
        };
        let mut places = Set::from_iter([start]);
        for turn in 1..=TURNS {
            own.turn = turn;
            let mut next = Set::default();
            for place in &places {
                own.take_turn(place, &mut next);
            }
            places = next;
        }
        for turn in 1..TURNS {
            own.out.casts[turn] = own.out.casts[turn].max(own.out.casts[turn - 1]);
            own.out.spent[turn] = own.out.spent[turn].max(own.out.spent[turn - 1]);
        }
        for slot in 0..own.ids.len() {
            if let Some(at) = slot.checked_sub(hand.len()) {
                own.out.commander_turn[at] = own.turn_of[slot];
            } else {
                let land = deck.facts(CardId(own.ids[slot])).land;
                own.out.card_turn[slot] = if land { 0 } else { own.turn_of[slot] };
            }
        }
        own.out
    }

    fn new(deck: &'a DeckProfile, hand: &[CardId]) -> Self {
        let ids: Vec<u8> = hand.iter().chain(deck.commanders()).map(|id| id.0).collect();
        let mut own = Self {
            deck,
            own: (1 << hand.len()) - 1,
            spells: 0,
            developing: 0,
            turn: 0,
            turn_of: vec![NEVER; ids.len()],
            out: Forecast {
                usable: [0; TURNS],
                colors: [ColorSet::EMPTY; TURNS],
                colors_together: [0; TURNS],
                casts: [0; TURNS],
                spent: [0; TURNS],
                card_turn: [NEVER; MAX_HAND],
                cycle_turn: [NEVER; MAX_HAND],
                commander_turn: [NEVER; MAX_COMMANDERS],
                plan_turn: NEVER,
                hand_size: u8::try_from(hand.len()).unwrap(),
                nodes: 0,
                truncated: false,
            },
            ids,
            visited: Set::default(),
            ends: Set::default(),
        };
        for slot in 0..own.ids.len() {
            own.spells |= u16::from(own.card(slot).spell.is_some()) << slot;
            own.developing |= u16::from(own.develops(slot)) << slot;
        }
        own
    }

    /// Every land drop, and the rest of the turn after it.
    fn take_turn(&mut self, place: &Place, next: &mut Set<Place>) {
        let playable = slots(place.hand & self.own)
            .filter(|slot| self.card(*slot).land.is_some())
            .fold(0u16, |mask, slot| mask | 1 << slot);
        if place.found_hand.items().is_empty() && playable & !self.spells == 0 {
            self.main(place, None, None, next, false);
        }
        for slot in slots(playable) {
            let card = self.card(slot);
            let land = card.land.as_ref().unwrap();
            let mut after = *place;
            after.hand &= !(1 << slot);
            let found = land
                .fetch
                .as_ref()
                .map(|fetch| (fetch, self.targets(fetch, place)))
                .filter(|f| !f.1.is_empty());
            if let Some((fetch, targets)) = found {
                for id in targets {
                    let mut after = after;
                    let mut tapped = fetch.tapped
                        || card.enter == Enter::Tapped
                        || self.tapped(&self.deck.cards[usize::from(id)].enter, place, after.hand);
                    after.found_field.put(id);
                    if fetch.untap_if.as_ref().is_some_and(|cond| self.holds(cond, &after)) {
                        tapped = false;
                    }
                    self.main(&after, None, tapped.then_some(id), next, false);
                }
                continue;
            }
            let tapped = self.tapped(&card.enter, place, after.hand);
            after.field |= 1 << slot;
            self.main(&after, tapped.then_some(slot), None, next, land.bounce);
        }
        for id in place.found_hand.items() {
            let mut after = *place;
            after.found_hand.drop_one(*id);
            let tapped = self.tapped(&self.deck.cards[usize::from(*id)].enter, place, after.hand);
            after.found_field.put(*id);
            self.main(&after, None, tapped.then_some(*id), next, false);
        }
    }

    /// The turn after the land drop: every use of every permanent, then all that can be cast.
    fn main(
        &mut self,
        place: &Place,
        tapped_slot: Option<usize>,
        mut tapped_found: Option<u8>,
        next: &mut Set<Place>,
        bounce: bool,
    ) {
        let mut moments = vec![Moment {
            place: *place,
            pool: Bag::EMPTY,
            open: Bag::EMPTY,
            fresh: true,
        }];
        for slot in slots(place.field).filter(|slot| Some(*slot) != tapped_slot) {
            moments = moments
                .iter()
                .flat_map(|moment| self.uses(self.ids[slot], Some(slot), moment, place))
                .collect();
        }
        for id in place.found_field.items() {
            if tapped_found == Some(*id) {
                tapped_found = None;
            } else {
                moments = moments
                    .iter()
                    .flat_map(|moment| self.uses(*id, None, moment, place))
                    .collect();
            }
        }
        self.visited.clear();
        self.ends.clear();
        for moment in &moments {
            self.act(moment);
        }
        if self.turn == TURNS {
            return;
        }
        for end in &self.ends {
            if !bounce {
                next.insert(*end);
                continue;
            }
            let mut any = false;
            for slot in slots(end.field & !end.cast).filter(|slot| self.card(*slot).land.is_some()) {
                let mut after = *end;
                after.field &= !(1 << slot);
                after.hand |= 1 << slot;
                next.insert(after);
                any = true;
            }
            for id in end.found_field.items() {
                let mut after = *end;
                after.found_field.drop_one(*id);
                after.found_hand.put(*id);
                next.insert(after);
                any = true;
            }
            if !any {
                next.insert(*end);
            }
        }
    }
}
