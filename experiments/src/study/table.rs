//! One game of a study: seat 0 is the actor, the others follow the filler policy.

use super::batch::Batch;
use crate::error::{AppError, Result};
use serde_json::{Value, json};
use std::sync::Arc;
use turnzero_contract::{Decision, DecisionPoint, OpeningObservation, Pilot, PlayerKnowledge, RulesQueries, Seat};
use turnzero_datasets::DecisionRecord;
use turnzero_engine::{Game, rules_for};
use turnzero_pilots::PilotName;

/// The actor's seat.
pub const ACTOR: Seat = Seat(0);

/// A game in progress with pilots for every seat but the actor's.
pub struct Table {
    game: Game,
    knowledge: Arc<PlayerKnowledge>,
    fillers: Vec<Box<dyn Pilot>>,
    last_seen: Option<OpeningObservation>,
}

impl Table {
    /// Deals game number `index` of the batch.
    ///
    /// # Errors
    /// Exit-3 class when dealing or the filler policy fails.
    pub fn deal(batch: &Batch, index: u32) -> Result<Self> {
        let game = batch.deal(index)?;
        let name: PilotName = batch.header.options.filler.parse().map_err(AppError::input)?;
        let mut fillers = Vec::new();
        for seat in 1..batch.options.seats {
            let mut pilot = turnzero_pilots::build(&name).ok_or_else(|| {
                AppError::Input(format!(
                    "filler policy `{name}` cannot fill a seat; use a policy that needs no person, model or study, such as `first`"
                ))
            })?;
            let knowledge = game.knowledge(Seat(seat)).map_err(AppError::input)?;
            pilot.start_game(&knowledge, rules_for(Arc::clone(&knowledge)))?;
            fillers.push(pilot);
        }
        Ok(Self {
            knowledge: game.knowledge(ACTOR).map_err(AppError::input)?,
            game,
            fillers,
            last_seen: None,
        })
    }

    /// What the actor knows.
    pub fn knowledge(&self) -> Arc<PlayerKnowledge> {
        Arc::clone(&self.knowledge)
    }

    /// The rules queries that the actor's pilot may use.
    pub fn rules(&self) -> Arc<dyn RulesQueries> {
        rules_for(Arc::clone(&self.knowledge))
    }

    /// Lets the other seats answer until the actor is asked; `None` once the game has begun.
    ///
    /// # Errors
    /// When a filler's answer is refused or missing.
    pub fn next_decision(&mut self) -> Result<Option<DecisionPoint>> {
        loop {
            let Some(point) = self.game.decision() else {
                return Ok(None);
            };
            if point.seat == ACTOR {
                self.last_seen.clone_from(&point.observation.opening);
                return Ok(Some(point));
            }
            let decision = match point.legal_actions.as_slice() {
                [forced] => Decision::of(forced.id),
                _ => self.fillers[point.seat.index() - 1].decide(&point)?,
            };
            self.submit(point.seat, decision)?;
        }
    }

    /// Gives the actor's answer to the engine.
    ///
    /// # Errors
    /// When the engine refuses it; nothing has changed then.
    pub fn answer(&mut self, decision: Decision) -> Result<()> {
        self.submit(ACTOR, decision)
    }

    fn submit(&mut self, seat: Seat, decision: Decision) -> Result<()> {
        self.game
            .submit(seat, decision)
            .map_err(|rejected| AppError::Guard(format!("seat {seat}: {}", rejected.refusal)))
    }

    /// Feeds recorded answers, so that play goes on where it stopped.
    ///
    /// # Errors
    /// Exit-3 class when a recorded answer does not fit the game.
    pub fn replay(&mut self, recorded: &[DecisionRecord]) -> Result<()> {
        for (number, record) in recorded.iter().enumerate() {
            let Some(point) = self.next_decision()? else {
                return Err(AppError::Input(format!(
                    "the study records decision {number} of a game that is already over; check it with `study verify`"
                )));
            };
            if point.legal_actions != record.offers {
                return Err(AppError::Input(format!(
                    "decision {number}: the offers differ from the recorded ones; the study was made by other rules: use another --output"
                )));
            }
            self.answer(Decision {
                action_id: record.chosen,
                number: None,
                specialization: record.specialization.clone(),
                report: None,
            })?;
        }
        Ok(())
    }

    /// What the record keeps of the finished pregame: the actor's own facts only.
    pub fn outcome(&self) -> Value {
        self.last_seen.as_ref().map_or(Value::Null, |opening| {
            json!({
                "mulligans_taken": opening.mulligans_taken.get(ACTOR.index()),
                "hand": opening.hand,
                "bottom": opening.known_bottom,
            })
        })
    }
}
