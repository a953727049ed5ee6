//! The turn: steps, turn-based actions, priority (CR 500–514, 117, 703).

use super::decision::{Action, Answer, Ask, ChoosingFor, Illegal};
use super::ids::{ObjectId, Player, Ref};
use super::log::GameEvent;
use super::object::Flags;
use super::pool::TriggerKind;
use super::state::State;
use super::step::Step;
use super::triggers::Happening;
use turnzero_contract::card::Duration;

/// Whether the game stops at the end of every step, so that an onlooker can judge it there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stops {
    /// It does not.
    #[default]
    Never,
    /// It will, at the next one.
    AtStepEnds,
    /// It has: nobody is asked until it goes on.
    Stopped,
    /// It leaves the step at which it stopped.
    GoingOn,
}

/// The usual maximum hand size (CR 402.2).
pub(crate) const HAND_SIZE: usize = 7;

impl State {
    /// Goes on until somebody has a decision to make or the game is over.
    pub(crate) fn advance(&mut self) {
        while self.ask.is_none() && self.ending.is_none() && self.stops != Stops::Stopped {
            if !self.entering.is_empty() {
                self.settle_entering();
            } else if self.resolution.is_some() {
                self.run();
            } else if self.announcement.is_some() {
                self.announce();
            } else if !self.turn.begun {
                self.begin_step();
            } else if self.is_settled() {
                self.give_priority();
            }
        }
        self.learn_from_question();
    }

    /// State-based actions are done and triggers are on the stack (CR 704.3). False while that takes
    /// a decision or an announcement.
    fn is_settled(&mut self) -> bool {
        if self.check {
            self.check_state();
            if self.ask.is_some() || self.ending.is_some() {
                return false;
            }
        }
        self.refresh();
        if self.triggers.is_empty() {
            return true;
        }
        self.put_trigger_on_stack();
        false
    }

    /// The next trigger of the first player in turn order who has one goes on the stack (CR 603.3b).
    fn put_trigger_on_stack(&mut self) {
        let Some(player) = self
            .players_from(self.turn.active)
            .find(|player| self.triggers.iter().any(|trigger| trigger.controller == *player))
        else {
            self.triggers.clear();
            return;
        };
        let mine = |state: &Self, at: usize| state.triggers[at].controller == player;
        let own = (0..self.triggers.len()).filter(|at| mine(self, *at));
        let (first, count) = own.fold((None, 0_u8), |(first, count), at| (first.or(Some(at)), count + 1));
        let Some(first) = first else {
            return;
        };
        let same = (first + 1..self.triggers.len()).filter(|at| mine(self, *at)).all(|at| {
            self.triggers[at].face == self.triggers[first].face
                && self.triggers[at].ability == self.triggers[first].ability
                && self.triggers[at].event_object == self.triggers[first].event_object
        });
        if count > 1 && !same {
            self.asked = player;
            self.candidates.clear();
            for at in 0..self.triggers.len() {
                if self.triggers[at].controller == player {
                    self.candidates.push(Ref::Object(self.triggers[at].source));
                }
            }
            self.ask = Some(Ask::TriggerOrder { of: count });
            return;
        }
        let trigger = self.triggers.remove(first);
        self.open_step();
        self.announce_trigger(&trigger);
    }

    fn answer_trigger_order(&mut self, player: Player, number: u16) -> Result<(), Illegal> {
        let own = (0..self.triggers.len()).filter(|at| self.triggers[*at].controller == player);
        let Some(at) = own.into_iter().nth(usize::from(number)) else {
            return Err(Illegal::WrongNumber {
                given: usize::from(number),
                min: 0,
                max: self.candidates.len().saturating_sub(1),
            });
        };
        let trigger = self.triggers.remove(at);
        self.ask = None;
        self.open_step();
        self.announce_trigger(&trigger);
        Ok(())
    }

    /// Players receive priority in this step after all, such as in a cleanup step with triggers (CR 514.3a).
    fn open_step(&mut self) {
        if self.turn.step == Step::Cleanup && !self.turn.open {
            self.turn.open = true;
            self.turn.cleanup_again = true;
            self.turn.priority = self.turn.active;
            self.turn.passes = 0;
        }
    }

    fn give_priority(&mut self) {
        let playing = self.players.iter().filter(|player| player.playing).count();
        if !self.turn.open {
            self.step_is_over();
            return;
        }
        if usize::from(self.turn.passes) >= playing {
            if self.stack.is_empty() {
                self.step_is_over();
            } else {
                self.turn.passes = 0;
                self.turn.priority = self.turn.active;
                self.resolve_top();
            }
            return;
        }
        let player = self.turn.priority;
        if self.has_action(player) {
            self.asked = player;
            self.ask = Some(Ask::Priority);
        } else {
            self.pass();
        }
    }

    pub(crate) fn pass(&mut self) {
        self.turn.passes += 1;
        self.turn.priority = self.next_player(self.turn.priority);
    }

    /// After a player acted, that player receives priority again (CR 117.3c).
    pub(crate) fn priority_to(&mut self, player: Player) {
        self.turn.passes = 0;
        self.turn.priority = player;
        self.check = true;
    }

    /// The step begins: turn-based actions, "at the beginning" triggers (CR 703, 603.6a).
    fn begin_step(&mut self) {
        self.turn.begun = true;
        self.stale |= self.fickle;
        self.turn.passes = 0;
        self.turn.priority = self.turn.active;
        self.turn.open = !matches!(self.turn.step, Step::Untap | Step::Cleanup);
        if self.logging {
            self.note(GameEvent::StepBegan(self.turn.step));
        }
        let active = self.turn.active;
        let happening = Happening {
            step: self.turn.step,
            ..Happening::of(TriggerKind::BeginningOf, ObjectId::NONE, active)
        };
        match self.turn.step {
            Step::Untap => self.untap_step(),
            Step::Upkeep | Step::BeginningOfCombat | Step::End | Step::EndOfCombat => self.trigger(&happening),
            Step::Draw => {
                let skipped = self.turn.skip_first_draw && self.turn.number == 1;
                if !skipped {
                    self.draw(active, 1);
                }
                self.trigger(&happening);
            }
            Step::PrecombatMain | Step::PostcombatMain => {}
            Step::DeclareAttackers => self.ask_attackers(),
            Step::DeclareBlockers => self.ask_blockers(),
            Step::FirstStrikeDamage | Step::CombatDamage => self.combat_damage(),
            Step::Cleanup => self.cleanup(),
        }
    }

    /// CR 502: permanents of the active player untap; they are settled from now on (CR 302.6).
    fn untap_step(&mut self) {
        let active = self.turn.active;
        self.refresh();
        for at in 0..self.battlefield.len() {
            let slot = self.battlefield[at];
            if self.object(slot).controller != active {
                continue;
            }
            self.object_mut(slot).flags.set(Flags::SETTLED, true);
            let stays = self.is(slot).has(super::characteristics::Keywords::DOESNT_UNTAP);
            if self.object(slot).flags.has(Flags::TAPPED) && !stays {
                self.untap(slot);
            }
        }
    }

    /// CR 514.1–2: discard to hand size, then damage wears off and effects "until end of turn" end.
    fn cleanup(&mut self) {
        let active = self.turn.active;
        let hand = self.players[active.index()].hand.len();
        if hand > HAND_SIZE {
            let count = u16::try_from(hand - HAND_SIZE).unwrap_or(u16::MAX);
            self.ask_hand(active, count, ChoosingFor::HandSize);
        } else {
            self.end_of_turn_effects();
        }
    }

    /// Asks for cards of the player's own hand.
    pub(crate) fn ask_hand(&mut self, player: Player, count: u16, why: ChoosingFor) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        candidates.extend(
            self.players[player.index()]
                .hand
                .iter()
                .map(|slot| Ref::Object(self.id(*slot))),
        );
        self.candidates = candidates;
        self.asked = player;
        self.ask = Some(Ask::Objects {
            min: count,
            max: count,
            why,
        });
    }

    fn end_of_turn_effects(&mut self) {
        for at in 0..self.battlefield.len() {
            let object = &mut self.objects[self.battlefield[at].index()];
            object.damage = 0;
            object.shields = 0;
            object.flags.set(Flags::DEATHTOUCHED, false);
        }
        self.prevention_ends();
        if !self.effects.is_empty() {
            self.effects
                .retain(|effect| !matches!(effect.duration, Duration::EndOfTurn | Duration::ThisTurn));
            self.stale = true;
        }
        self.check = true;
    }

    /// Nobody has anything left to do in the step.
    fn step_is_over(&mut self) {
        match self.stops {
            Stops::Never => self.end_step(),
            Stops::AtStepEnds => self.stops = Stops::Stopped,
            Stops::GoingOn | Stops::Stopped => {
                self.stops = Stops::AtStepEnds;
                self.end_step();
            }
        }
    }

    /// Goes on after a stop at the end of a step.
    pub(crate) fn go_on(&mut self) {
        if self.stops == Stops::Stopped {
            self.stops = Stops::GoingOn;
            self.advance();
        }
    }

    /// The step ends: mana empties (CR 106.4), the next one begins.
    fn end_step(&mut self) {
        for player in &mut self.players {
            player.mana = super::player::ManaPool::default();
        }
        if self.stack.is_empty() && self.triggers.is_empty() {
            self.targets.clear();
            self.it.clear();
            self.last_known.clear();
        }
        let next = match self.turn.step {
            Step::DeclareAttackers if self.combat.attacks.is_empty() => Step::EndOfCombat,
            Step::DeclareBlockers if self.first_strike_step_needed() => Step::FirstStrikeDamage,
            Step::DeclareBlockers => Step::CombatDamage,
            Step::Cleanup if self.turn.cleanup_again => Step::Cleanup,
            Step::Cleanup => {
                self.next_turn();
                return;
            }
            step => Step::ALL[(step as usize + 1) % Step::ALL.len()],
        };
        self.turn.cleanup_again = false;
        if self.turn.step == Step::EndOfCombat {
            self.combat.clear();
        }
        self.turn.step = next;
        self.turn.begun = false;
    }

    fn next_turn(&mut self) {
        let next = self.next_player(self.turn.active);
        self.turn.number += 1;
        self.turn.active = next;
        self.damaged.clear();
        self.turn.step = Step::Untap;
        self.turn.begun = false;
        for player in &mut self.players {
            player.drawn = 0;
            player.lands_played = 0;
        }
        for at in 0..self.battlefield.len() {
            let object = &mut self.objects[self.battlefield[at].index()];
            object.used = 0;
            object
                .flags
                .set(Flags(Flags::ATTACKED.0 | Flags::LOYALTY_USED.0), false);
        }
        self.prevention_until_turn_of(next);
        if !self.effects.is_empty() {
            self.effects
                .retain(|effect| !(effect.duration == Duration::YourNextTurn && effect.controller == next));
            self.stale = true;
        }
        let (number, active) = (self.turn.number, next);
        self.note(GameEvent::TurnBegan { number, active });
    }

    /// Answers the open question and goes on. A refused answer changes nothing.
    pub(crate) fn answer(&mut self, player: Player, answer: Answer<'_>) -> Result<(), Illegal> {
        let ask = self.ask.ok_or(Illegal::NothingAsked)?;
        if player != self.asked {
            return Err(Illegal::NotYours(self.asked));
        }
        match (ask, answer) {
            (Ask::Priority, Answer::Act(Action::Pass)) => {
                self.ask = None;
                self.pass();
            }
            (Ask::Priority, Answer::Act(action)) => self.act(player, action)?,
            (Ask::Attackers, Answer::Attackers(attacks)) => self.declare_attackers(attacks)?,
            (Ask::Blockers, Answer::Blockers(blocks)) => self.declare_blockers(player, blocks)?,
            (Ask::Damage { .. }, Answer::Shares(shares)) => self.answer_damage(shares)?,
            (Ask::TriggerOrder { .. }, Answer::Number(number)) => self.answer_trigger_order(player, number)?,
            (Ask::Objects { min, max, why }, Answer::Objects(chosen)) => {
                self.check_choice(chosen, min, max)?;
                self.choose_objects(why, chosen)?;
            }
            (Ask::May, Answer::Yes(pays)) if !self.entering.is_empty() => self.answer_entering(pays)?,
            (_, other) if self.announcement.is_some() => self.answer_announcement(&other)?,
            (_, other) if self.resolution.is_some() => self.answer_resolution(&other)?,
            _ => return Err(Illegal::WrongKind),
        }
        self.advance();
        Ok(())
    }

    fn choose_objects(&mut self, why: ChoosingFor, chosen: &[Ref]) -> Result<(), Illegal> {
        match why {
            ChoosingFor::HandSize => {
                self.ask = None;
                for to in chosen {
                    if let Some(slot) = self.living(*to) {
                        self.discard(slot);
                    }
                }
                self.end_of_turn_effects();
                Ok(())
            }
            ChoosingFor::Legend => {
                self.ask = None;
                if let Some(kept) = chosen.first() {
                    self.keep_legend(*kept);
                }
                Ok(())
            }
            _ if self.announcement.is_some() => self.answer_announcement(&Answer::Objects(chosen)),
            _ => self.answer_resolution(&Answer::Objects(chosen)),
        }
    }

    /// Whether a choice takes candidates only, each once, and the right number of them.
    pub(crate) fn check_choice(&self, chosen: &[Ref], min: u16, max: u16) -> Result<(), Illegal> {
        let (min, max) = (usize::from(min), usize::from(max));
        if !(min..=max).contains(&chosen.len()) {
            return Err(Illegal::WrongNumber {
                given: chosen.len(),
                min,
                max,
            });
        }
        for (position, to) in chosen.iter().enumerate() {
            if !self.candidates.contains(to) || chosen[..position].contains(to) {
                return Err(Illegal::NotACandidate { position });
            }
        }
        Ok(())
    }
}
