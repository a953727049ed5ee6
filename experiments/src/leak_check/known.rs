//! Counter-check: facts that a viewer knows stay as they are in a re-dealt game.
//!
//! They are followed here from the submitted choices alone, not read from the projection.

use super::report::Tally;
use crate::error::{AppError, Result};
use std::collections::BTreeMap;
use turnzero_contract::{ActionKind, DecisionPoint, Declaration, Event, OpeningObservation, Seat, SeatDeclaration};
use turnzero_engine::Game;

/// What everybody has done so far.
#[derive(Clone, Debug)]
pub(super) struct KnownFacts {
    /// Declarations of the whole game, in order.
    declared: Vec<SeatDeclaration>,
    /// Cards each seat chose for the bottom since its last mulligan.
    bottom: Vec<Vec<String>>,
    /// Mulligans each seat declared.
    mulligans: Vec<u32>,
}

impl KnownFacts {
    pub(super) fn new(seats: u8) -> Self {
        let seats = usize::from(seats);
        Self {
            declared: Vec::new(),
            bottom: vec![Vec::new(); seats],
            mulligans: vec![0; seats],
        }
    }

    /// Follows a submitted choice.
    pub(super) fn note(&mut self, seat: Seat, kind: &ActionKind) {
        let declaration = match kind {
            ActionKind::Keep => Declaration::Keep,
            ActionKind::Mulligan => {
                self.bottom[seat.index()].clear();
                self.mulligans[seat.index()] += 1;
                Declaration::Mulligan
            }
            ActionKind::Bottom { card } => {
                self.bottom[seat.index()].push(card.clone());
                return;
            }
            _ => return,
        };
        self.declared.push(SeatDeclaration { seat, declaration });
    }

    /// Looks for what `viewer` knows in a re-dealt game; `original` is its open decision, if any.
    pub(super) fn check(
        &self,
        redealt: &Game,
        viewer: Seat,
        original: Option<&DecisionPoint>,
        tally: &mut Tally,
    ) -> Result<()> {
        let events = redealt.events(viewer).map_err(AppError::input)?;
        let heard = events.iter().filter_map(|event| match event {
            Event::Declared { seat, declaration } => Some(SeatDeclaration {
                seat: *seat,
                declaration: *declaration,
            }),
            _ => None,
        });
        tally.known(heard.eq(self.declared.iter().copied()));
        let Some(seen) = original.and_then(|point| point.observation.opening.as_ref()) else {
            return Ok(());
        };
        let Some(point) = redealt.decision().filter(|point| point.seat == viewer) else {
            tally.known(false);
            return Ok(());
        };
        let Some(new) = &point.observation.opening else {
            tally.known(false);
            return Ok(());
        };
        tally.known(new.hand == seen.hand);
        tally.known(new.command_zones == seen.command_zones);
        tally.known(new.mulligans_taken.get(viewer.index()) == self.mulligans.get(viewer.index()));
        let down = [new.known_bottom.as_slice(), new.chosen_for_bottom.as_slice()].concat();
        tally.known(down == self.bottom[viewer.index()]);
        let knowledge = redealt.knowledge(viewer).map_err(AppError::input)?;
        let deck: BTreeMap<&str, u32> = knowledge
            .deck
            .iter()
            .map(|card| (card.definition.name.as_str(), card.count))
            .collect();
        tally.known(all_cards(new) == deck);
        Ok(())
    }
}

/// Own hand, choices and library together.
fn all_cards(seen: &OpeningObservation) -> BTreeMap<&str, u32> {
    let mut cards: BTreeMap<&str, u32> = BTreeMap::new();
    for name in seen.hand.iter().chain(&seen.chosen_for_bottom) {
        *cards.entry(name).or_default() += 1;
    }
    for (name, count) in &seen.remaining_deck.cards_by_name {
        *cards.entry(name).or_default() += count;
    }
    cards
}
