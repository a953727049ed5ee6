//! A study's batch: decks as the engine deals them, options, seeds, knowledge.

use crate::cli::decks::LoadedDeck;
use crate::error::{AppError, Result};
use std::collections::BTreeMap;
use std::sync::Arc;
use turnzero_contract::{FormatOptions, PlayerKnowledge, Seat};
use turnzero_datasets::{DeckList, Event, Study, StudyHeader, StudyOptions, canonical};
use turnzero_engine::{Game, GameDeck, GameSeed, pregame};

/// Starting life with commanders (CR 903.7).
pub const COMMANDER_LIFE: u16 = 40;
/// Starting life without commanders (CR 103.4).
pub const LIFE: u16 = 20;

/// A deck of the batch.
#[derive(Clone, Debug)]
pub struct BatchDeck {
    /// As shown.
    pub name: String,
    /// As dealt.
    pub game: Arc<GameDeck>,
    /// Content address of the knowledge without starting player.
    pub knowledge: String,
}

/// Everything needed to deal any game of a study.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The stored header.
    pub header: StudyHeader,
    /// Decks in order of play.
    pub decks: Vec<BatchDeck>,
    /// Options of every game.
    pub options: FormatOptions,
}

/// The list that identifies a deck.
pub fn deck_list(deck: &LoadedDeck) -> DeckList {
    let mut cards: BTreeMap<String, u32> = BTreeMap::new();
    for (count, card) in &deck.cards {
        *cards.entry(card.name.clone()).or_default() += count;
    }
    let commanders = deck.commanders.iter().map(|card| card.name.clone()).collect();
    DeckList::new(&deck.name, commanders, cards)
}

/// A deck as the engine deals it.
///
/// # Errors
/// Exit-3 class when the deck cannot be played, such as a wrong commander pair.
pub fn game_deck(deck: &LoadedDeck) -> Result<Arc<GameDeck>> {
    GameDeck::new(deck.commanders.clone(), deck.cards.clone())
        .map(Arc::new)
        .map_err(|error| AppError::Input(format!("{}: {error}", deck.name)))
}

/// The contract's options for a study's.
pub fn format_options(options: &StudyOptions, with_commanders: bool) -> FormatOptions {
    pregame::options(
        options.seats,
        options.free_mulligans,
        options.bottom_timing,
        if with_commanders { COMMANDER_LIFE } else { LIFE },
    )
}

impl Batch {
    /// A batch from freshly loaded decks, with the events that store their knowledge.
    ///
    /// # Errors
    /// Exit-3 class for decks that cannot be played or options that make no study.
    pub fn create(
        base_seed: &str,
        decks: &[LoadedDeck],
        options: StudyOptions,
        catalogue: Option<String>,
    ) -> Result<(Self, Vec<Event>)> {
        let with_commanders = decks.iter().any(|deck| !deck.commanders.is_empty());
        let format = format_options(&options, with_commanders);
        let lists = decks.iter().map(deck_list).collect();
        let header = StudyHeader::new(base_seed, lists, options, catalogue)?;
        let mut events = Vec::new();
        let mut batch_decks = Vec::new();
        for deck in decks {
            let game = game_deck(deck)?;
            let knowledge = canonical::to_value(&knowledge_of(&game, format)?)?;
            let sha256 = canonical::sha256_hex(&canonical::value_bytes(&knowledge));
            batch_decks.push(BatchDeck {
                name: deck.name.clone(),
                game,
                knowledge: sha256.clone(),
            });
            events.push(Event::KnowledgeStored { sha256, knowledge });
        }
        let batch = Self {
            header,
            decks: batch_decks,
            options: format,
        };
        Ok((batch, events))
    }

    /// The batch of a stored study, from its stored definitions only: editing a card later changes
    /// nothing.
    ///
    /// # Errors
    /// Exit-3 class when a deck's knowledge is missing or does not read.
    pub fn of_study(study: &Study) -> Result<Self> {
        let mut known: BTreeMap<String, (String, PlayerKnowledge)> = BTreeMap::new();
        for (sha256, value) in &study.knowledge {
            let knowledge = turnzero_datasets::knowledge::check(value).map_err(|error| {
                AppError::Input(format!(
                    "knowledge {sha256} of the study: {error}; restore the study from a copy (`study verify` checks it)"
                ))
            })?;
            let cards = knowledge
                .deck
                .iter()
                .map(|card| (card.definition.name.clone(), card.count))
                .collect();
            let commanders = knowledge.commanders.iter().map(|card| card.name.clone()).collect();
            let list = DeckList::new("", commanders, cards);
            known.insert(list.content_sha256, (sha256.clone(), knowledge));
        }
        let mut decks = Vec::new();
        let mut options = None;
        for list in &study.header.decks {
            let (sha256, knowledge) = known.get(&list.content_sha256).ok_or_else(|| {
                AppError::Input(format!(
                    "the study holds no knowledge for deck {}; its first writer was cut off: start it anew in another --output",
                    list.name
                ))
            })?;
            options.get_or_insert(knowledge.options);
            decks.push(BatchDeck {
                name: list.name.clone(),
                game: deck_of(knowledge).map_err(|error| AppError::Input(format!("{}: {error}", list.name)))?,
                knowledge: sha256.clone(),
            });
        }
        let options = options.ok_or_else(|| AppError::Input("the study has no deck".to_owned()))?;
        Ok(Self {
            header: study.header.clone(),
            decks,
            options,
        })
    }

    /// The deck that seat 0 plays in a game.
    pub fn deck_of(&self, game: u32) -> Option<&BatchDeck> {
        let index = game.checked_div(self.header.options.games_per_deck)?;
        self.decks.get(index as usize)
    }

    /// The decks of all seats in a game: the other study decks cyclically, or a mirror of a single one.
    fn seats(&self, game: u32) -> Vec<Arc<GameDeck>> {
        let own = (game / self.header.options.games_per_deck.max(1)) as usize;
        let n = self.decks.len();
        let others: Vec<usize> = (1..n).map(|step| (own + step) % n).collect();
        (0..usize::from(self.options.seats))
            .map(|seat| {
                let deck = match (seat, others.len()) {
                    (0, _) | (_, 0) => own,
                    (_, count) => others[(seat - 1) % count],
                };
                Arc::clone(&self.decks[deck].game)
            })
            .collect()
    }

    /// Deals a game.
    ///
    /// # Errors
    /// Exit-3 class when the engine refuses decks or options.
    pub fn deal(&self, game: u32) -> Result<Game> {
        let seed = GameSeed(self.header.game_seed(game));
        Game::new(&self.seats(game), self.options, seed).map_err(AppError::input)
    }
}

/// A stored deck as the engine deals it.
///
/// # Errors
/// When the engine refuses it.
pub fn deck_of(knowledge: &PlayerKnowledge) -> Result<Arc<GameDeck>> {
    GameDeck::new(
        knowledge.commanders.iter().cloned().map(Arc::new).collect(),
        knowledge
            .deck
            .iter()
            .map(|card| (card.count, Arc::new(card.definition.clone())))
            .collect(),
    )
    .map(Arc::new)
    .map_err(AppError::input)
}

/// What seat 0 knows with this deck and these options, without a starting player.
///
/// # Errors
/// When the engine refuses the deck.
pub fn knowledge_of(deck: &Arc<GameDeck>, options: FormatOptions) -> Result<PlayerKnowledge> {
    let decks = vec![Arc::clone(deck); usize::from(options.seats)];
    let game = Game::new(&decks, options, GameSeed([0; 32])).map_err(AppError::input)?;
    let knowledge = game.knowledge(Seat(0)).map_err(AppError::input)?;
    Ok(knowledge.without_starting_player())
}
