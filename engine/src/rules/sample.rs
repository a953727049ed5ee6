//! Random legal answers, for benchmarks, fuzzing and the search for leaks.

use super::decision::{Action, Answer, Ask, Illegal};
use super::ids::{ObjectId, Ref};
use super::state::State;
use crate::random::Stream;

/// Answers questions at random; keeps its buffers between answers.
#[derive(Debug, Default)]
pub(crate) struct Sampler {
    actions: Vec<Action>,
    chosen: Vec<Ref>,
    attacks: Vec<(ObjectId, Ref)>,
    blocks: Vec<(ObjectId, ObjectId)>,
    shares: Vec<u16>,
}

impl Sampler {
    /// Answers the open question of the state at random.
    ///
    /// # Errors
    /// [`Illegal`] when even the plainest answer is refused, which a test reports.
    pub(crate) fn answer(&mut self, state: &mut State, random: &mut Stream) -> Result<(), Illegal> {
        let player = state.asked;
        match state.ask.ok_or(Illegal::NothingAsked)? {
            Ask::Priority => {
                state.legal_actions(player, &mut self.actions);
                let action = self.actions[random.index(self.actions.len())];
                // A checked game goes the way of every player's answer, a benchmark the short one.
                if state.logging {
                    return state.answer(player, Answer::Act(action));
                }
                state.act_offered(player, action);
                state.advance();
                Ok(())
            }
            Ask::Attackers => self.attackers(state, random),
            Ask::Blockers => self.blockers(state, random),
            Ask::Objects { min, max, .. } => {
                self.choose(state, random, min, max);
                state.answer(player, Answer::Objects(&self.chosen))
            }
            Ask::Modes { min, legal, .. } => {
                let mut modes = 0_u16;
                let legal: Vec<u16> = (0..16).filter(|bit| legal & 1 << bit != 0).collect();
                while modes.count_ones() < u32::from(min.max(1)) {
                    modes |= 1 << legal[random.index(legal.len())];
                }
                state.answer(player, Answer::Modes(modes))
            }
            Ask::Number { min, max } => {
                let span = usize::from(max - min) + 1;
                let number = min + u16::try_from(random.index(span)).unwrap_or(0);
                state.answer(player, Answer::Number(number))
            }
            Ask::Mana { of } | Ask::TriggerOrder { of } => {
                let number = u16::try_from(random.index(usize::from(of))).unwrap_or(0);
                state.answer(player, Answer::Number(number))
            }
            Ask::May => state.answer(player, Answer::Yes(random.below(2) == 0)),
            Ask::Damage { amount, .. } => self.damage(state, amount),
            Ask::Shares { amount } => {
                let count = state.candidates.len();
                self.shares.clear();
                self.shares.resize(count, 1);
                let ones = u16::try_from(count).unwrap_or(u16::MAX);
                let at = random.index(count);
                self.shares[at] += amount.saturating_sub(ones);
                state.answer(player, Answer::Shares(&self.shares))
            }
        }
    }

    fn choose(&mut self, state: &State, random: &mut Stream, min: u16, max: u16) {
        self.chosen.clear();
        self.chosen.extend(&state.candidates);
        let span = usize::from(max - min) + 1;
        let count = usize::from(min) + random.index(span);
        random.shuffle(&mut self.chosen);
        self.chosen.truncate(count);
    }

    fn attackers(&mut self, state: &mut State, random: &mut Stream) -> Result<(), Illegal> {
        let player = state.asked;
        for everybody in [false, true] {
            self.attacks.clear();
            for at in 0..state.battlefield.len() {
                let slot = state.battlefield[at];
                if !state.is_attack_candidate(slot) || !everybody && random.below(2) == 0 {
                    continue;
                }
                let mut defenders: Vec<Ref> = state.defenders().filter(|to| state.can_attack(slot, *to)).collect();
                defenders.retain(|to| !state.goaded_against(slot, *to));
                if !defenders.is_empty() {
                    self.attacks
                        .push((state.id(slot), defenders[random.index(defenders.len())]));
                }
            }
            if state.answer(player, Answer::Attackers(&self.attacks)).is_ok() {
                return Ok(());
            }
        }
        state.answer(player, Answer::Attackers(&[]))
    }

    fn blockers(&mut self, state: &mut State, random: &mut Stream) -> Result<(), Illegal> {
        let player = state.asked;
        self.blocks.clear();
        for at in 0..state.battlefield.len() {
            let slot = state.battlefield[at];
            if state.object(slot).controller != player || random.below(2) == 0 {
                continue;
            }
            let attacks = &state.combat.attacks;
            let able = || attacks.iter().filter(|attack| state.can_block(slot, attack.attacker));
            let count = able().count();
            if count > 0
                && let Some(attack) = able().nth(random.index(count))
            {
                self.blocks.push((state.id(slot), attack.attacker));
            }
        }
        if state.answer(player, Answer::Blockers(&self.blocks)).is_ok() {
            return Ok(());
        }
        let required = state.required_blocks(player);
        state.answer(player, Answer::Blockers(&required))
    }

    /// Everything on the first blocker, or one after another as lethal damage allows.
    fn damage(&mut self, state: &mut State, amount: u16) -> Result<(), Illegal> {
        let player = state.asked;
        self.shares.clear();
        self.shares.resize(state.candidates.len(), 0);
        self.shares[0] = amount;
        state.answer(player, Answer::Shares(&self.shares))
    }
}
