//! A board of named cards, and short words for what players do on it.

use crate::random::Stream;
use crate::rules::decision::{Action, Answer, Ask, Illegal};
use crate::rules::ids::{ObjectId, Player, Ref, Slot};
use crate::rules::object::Flags;
use crate::rules::pool::PoolBuilder;
use crate::rules::state::State;
use crate::rules::step::Step;
use std::sync::Arc;
use turnzero_contract::card::Zone;

/// A game of two on a board that a test describes.
pub(super) struct Scene {
    pub(super) state: State,
}

impl Scene {
    /// The first player's precombat main phase; both libraries hold ten Ornithopters. Steps in which
    /// nobody could act pass by, so boards that look at one hold a Mogg Fanatic, who always can.
    pub(super) fn new(cards: &[(u8, Zone, &str)]) -> Self {
        let mut state = board(2, cards);
        state.turn.step = Step::PrecombatMain;
        state.turn.begun = true;
        state.turn.open = true;
        state.logging = true;
        state.advance();
        Self { state }
    }

    /// The object of this name that is seat's own, or anybody's.
    pub(super) fn find(&self, name: &str) -> Slot {
        self.all(name).next().unwrap_or_else(|| panic!("no {name}"))
    }

    /// Every object of this name, by slot.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Slot> + 'a {
        (0..self.state.objects.len())
            .map(|at| Slot(u16::try_from(at).expect("few objects")))
            .filter(move |slot| {
                let object = self.state.object(*slot);
                !object.flags.has(Flags::GONE) && self.state.pool.face_name(object.face) == name
            })
    }

    pub(super) fn id(&self, name: &str) -> ObjectId {
        self.state.id(self.find(name))
    }

    pub(super) fn zone(&self, name: &str) -> Zone {
        self.state.object(self.find(name)).zone
    }

    pub(super) fn life(&self, seat: usize) -> i32 {
        self.state.players[seat].life
    }

    /// Power and toughness now.
    pub(super) fn size(&self, name: &str) -> (i16, i16) {
        let is = self.state.is(self.find(name));
        (is.power, is.toughness)
    }

    /// What the player at hand may do, as names.
    pub(super) fn offers(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.state.legal_actions(self.state.asked, &mut actions);
        let name = |face| self.state.pool.face_name(face).to_owned();
        actions
            .iter()
            .map(|action| match action {
                Action::Pass => "pass".to_owned(),
                Action::PlayLand { face, .. } => format!("play {}", name(*face)),
                Action::Cast { face, .. } => format!("cast {}", name(*face)),
                Action::Activate { face, .. } => format!("activate {}", name(*face)),
            })
            .collect()
    }

    pub(super) fn may(&self, offer: &str) -> bool {
        self.state.ask == Some(Ask::Priority) && self.offers().iter().any(|other| other == offer)
    }

    /// Takes the offer of this text, then answers the question for targets, if any, with these.
    pub(super) fn take(&mut self, offer: &str, targets: &[Ref]) {
        let at = self.offers().iter().position(|other| other == offer);
        let at = at.unwrap_or_else(|| panic!("{offer} is not offered: {:?}", self.offers()));
        let mut actions = Vec::new();
        self.state.legal_actions(self.state.asked, &mut actions);
        self.answer(Answer::Act(actions[at])).expect("an offer is legal");
        if let (Some(Ask::Objects { .. }), false) = (self.state.ask, targets.is_empty()) {
            self.answer(Answer::Objects(targets)).expect("legal targets");
        }
    }

    pub(super) fn answer(&mut self, answer: Answer<'_>) -> Result<(), Illegal> {
        self.state.answer(self.state.asked, answer)
    }

    /// Everybody passes until the stack is empty again.
    pub(super) fn resolve(&mut self) {
        let mut left = 20;
        while !self.state.stack.is_empty() && self.state.ask == Some(Ask::Priority) && left > 0 {
            self.answer(Answer::Act(Action::Pass)).expect("passing is legal");
            left -= 1;
        }
    }

    /// Passes and declines everything until this step of any turn.
    pub(super) fn go_to(&mut self, step: Step) {
        let mut left = 200;
        while self.state.turn.step != step && self.state.ending.is_none() {
            left -= 1;
            assert!(left > 0, "{step:?} is never reached");
            self.decline();
        }
    }

    /// The plainest answer.
    pub(super) fn decline(&mut self) {
        let candidates = self.state.candidates.clone();
        let done = match self.state.ask {
            Some(Ask::Priority) => self.answer(Answer::Act(Action::Pass)),
            Some(Ask::Attackers) => self.answer(Answer::Attackers(&[])),
            Some(Ask::Blockers) => self.answer(Answer::Blockers(&[])),
            Some(Ask::Objects { min, .. }) => self.answer(Answer::Objects(&candidates[..usize::from(min)])),
            Some(Ask::May) => self.answer(Answer::Yes(false)),
            other => panic!("nothing plain to answer to {other:?}"),
        };
        done.expect("the plainest answer is legal");
    }

    /// The creatures of these names attack the other player.
    pub(super) fn attack(&mut self, names: &[&str]) -> Result<(), Illegal> {
        self.go_to(Step::DeclareAttackers);
        let attacks: Vec<_> = names
            .iter()
            .map(|name| (self.id(name), Ref::Player(Player(1))))
            .collect();
        self.answer(Answer::Attackers(&attacks))
    }

    /// Blocks by name: blocker, attacker.
    pub(super) fn block(&mut self, blocks: &[(&str, &str)]) -> Result<(), Illegal> {
        while self.state.ask == Some(Ask::Priority) && self.state.turn.step == Step::DeclareAttackers {
            self.decline();
        }
        let blocks: Vec<_> = blocks
            .iter()
            .map(|(blocker, attacker)| (self.id(blocker), self.id(attacker)))
            .collect();
        self.answer(Answer::Blockers(&blocks))
    }
}

pub(super) fn player(seat: u8) -> Ref {
    Ref::Player(Player(seat))
}

/// A table with these cards where they are said to be, settled, and ten Ornithopters in every library.
pub(super) fn board(seats: u8, cards: &[(u8, Zone, &str)]) -> State {
    let pool = turnzero_cards::pool::pool().expect("the pool reads");
    let mut builder = PoolBuilder::default();
    let mut add = |name: &str| {
        let card = pool.get(name).unwrap_or_else(|| panic!("{name} is not in the pool"));
        let card = builder.add(card).unwrap_or_else(|why| panic!("{why}"));
        builder.front(card)
    };
    let filler = add("Ornithopter");
    let faces: Vec<_> = cards.iter().map(|(_, _, name)| add(name)).collect();
    let mut state = State::empty(Arc::new(builder.build()), usize::from(seats), Stream::new([7; 32]));
    for seat in 0..seats {
        for _ in 0..10 {
            state.add_object(filler, Player(seat), Zone::Library, Flags::default());
        }
    }
    for ((seat, zone, _), face) in cards.iter().zip(faces) {
        let slot = state.add_object(face, Player(*seat), *zone, Flags::default());
        let loyalty = state.pool.face(face).loyalty;
        let object = state.object_mut(slot);
        object.loyalty = loyalty;
        object.flags.set(Flags::SETTLED, true);
    }
    state
}
