//! Hands that no study dealt: typed by a person, or labelled elsewhere and imported.

mod csv;

pub use csv::{CsvHand, Skipped, parse, read};

use crate::cli::decks::LoadedDeck;
use crate::error::{AppError, Result};
use crate::study::batch::{COMMANDER_LIFE, LIFE, game_deck, knowledge_of};
use std::sync::Arc;
use turnzero_contract::{BottomTiming, DecisionPoint, FormatOptions, PlayerKnowledge, Seat};
use turnzero_engine::pregame::{self, HypotheticalOptions};
use turnzero_engine::{EngineError, Game, GameDeck};

/// The situation in which hands of one deck are judged.
#[derive(Clone, Debug)]
pub struct Situation {
    deck: Arc<GameDeck>,
    /// The game's options.
    pub options: FormatOptions,
}

impl Situation {
    /// The situation for a deck; by default 4 seats and 1 free mulligan with commanders, else 2 and 0.
    ///
    /// # Errors
    /// Exit-3 class when the engine refuses the deck.
    pub fn new(deck: &LoadedDeck, seats: Option<u8>, free_mulligans: Option<u8>) -> Result<Self> {
        let commander = !deck.commanders.is_empty();
        let (default_seats, default_free, life) = if commander {
            (4, 1, COMMANDER_LIFE)
        } else {
            (2, 0, LIFE)
        };
        Ok(Self {
            deck: game_deck(deck)?,
            options: pregame::options(
                seats.unwrap_or(default_seats),
                free_mulligans.unwrap_or(default_free),
                BottomTiming::AfterKeep,
                life,
            ),
        })
    }

    /// What all hands of this situation share: the knowledge without a starting player.
    ///
    /// # Errors
    /// When the engine refuses the deck.
    pub fn knowledge(&self) -> Result<PlayerKnowledge> {
        knowledge_of(&self.deck, self.options)
    }

    /// Knowledge and decision for one hand, by the engine's own projection.
    ///
    /// # Errors
    /// The engine's reason, naming the card or number.
    pub fn ask(
        &self,
        hand: &[String],
        on_play: Option<bool>,
        mulligans_taken: u32,
    ) -> Result<(Arc<PlayerKnowledge>, DecisionPoint), EngineError> {
        pregame::hypothetical(&self.deck, hand, &self.asked(on_play, mulligans_taken))
    }

    /// The game in which seat 0 faces this hand, to be answered until it is settled.
    ///
    /// # Errors
    /// The engine's reason, naming the card or number.
    pub fn game(&self, hand: &[String], on_play: Option<bool>, mulligans_taken: u32) -> Result<Game, EngineError> {
        pregame::hypothetical_game(&self.deck, hand, &self.asked(on_play, mulligans_taken))
    }

    fn asked(&self, on_play: Option<bool>, mulligans_taken: u32) -> HypotheticalOptions {
        let starting_player = match on_play {
            Some(true) => Some(Seat(0)),
            Some(false) => Some(Seat(u8::from(self.options.seats > 1))),
            None => None,
        };
        HypotheticalOptions {
            options: self.options,
            seat: Seat(0),
            starting_player,
            mulligans_taken,
        }
    }
}

/// Canonical names of a hand, in any accepted spelling of the deck's cards.
///
/// # Errors
/// Exit-3 class naming the card that the deck does not hold, with the nearest names.
pub fn names(deck: &LoadedDeck, written: &[String]) -> Result<Vec<String>> {
    written
        .iter()
        .map(|name| name_in(deck, name))
        .collect::<Result<_, String>>()
        .map_err(AppError::Input)
}

/// The canonical name of one card of the deck.
///
/// # Errors
/// A sentence with the nearest names.
pub fn name_in(deck: &LoadedDeck, written: &str) -> Result<String, String> {
    let wanted = turnzero_cards::names::key(written);
    let spellings = || {
        deck.cards.iter().flat_map(|(_, card)| {
            let front = card.faces.first().map(|face| face.name.as_str());
            std::iter::once(card.name.as_str())
                .chain(front)
                .map(move |name| (name, card))
        })
    };
    if let Some((_, card)) = spellings().find(|(name, _)| turnzero_cards::names::key(name) == wanted) {
        return Ok(card.name.clone());
    }
    let keyed: Vec<(String, &str)> = spellings()
        .map(|(name, card)| (turnzero_cards::names::key(name), card.name.as_str()))
        .collect();
    let near = turnzero_cards::names::nearest(written, keyed.iter().map(|(key, name)| (key.as_str(), *name)), 3);
    let hint = if near.is_empty() {
        String::new()
    } else {
        format!("; did you mean {}?", near.join(", "))
    };
    Err(format!("\"{written}\" is not in deck {}{hint}", deck.name))
}
