//! From a file to a game in play: its cards are placed where it says, nothing enters, nothing is dealt.

mod blank;
mod combat;
mod place;
mod supported;

pub use blank::blanked;

use super::card::CardName;
use super::diagnostic::{At, Class, Fault, Sink};
use super::phase::Step;
use super::state::{Board, PlayerState};
use super::{Card, PuzzleError, PuzzleGame, Start};
use crate::random::{GameSeed, Purpose, Stream};
use crate::rules::ids::{FaceId, Player};
use crate::rules::pool::PoolBuilder;
use crate::rules::state::State;
use crate::{GameDeck, WholeGame, pregame};
use std::collections::BTreeMap;
use std::sync::Arc;
use turnzero_contract::{BottomTiming, CardDefinition};

/// Starting life totals of the options (CR 103.4, 903.7); what a seat really has stands in the file.
const LIFE: (u16, u16) = (20, 40);

/// How a file becomes a game.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// The name of a card whose objects lose their abilities, as [`blanked`] says.
    pub blank: Option<String>,
    /// Of the random numbers of the game.
    pub seed: GameSeed,
}

impl Default for LoadOptions {
    /// No card is blank; the seed is 42, as all puzzle runs use it.
    fn default() -> Self {
        let mut seed = [0; 32];
        seed[0] = 42;
        Self {
            blank: None,
            seed: GameSeed(seed),
        }
    }
}

/// A card of the file, found: who lists it, and its definition.
struct Found<'p> {
    card: &'p Card,
    face: FaceId,
    seat: usize,
}

impl super::Puzzle {
    /// The game that starts at the position of the file: cards lie where they are listed, settled unless
    /// said otherwise, no ability sees them arrive. The step begins anew, with its turn-based actions and
    /// triggers, unless the file tells what was declared in it. `find` knows the cards by name.
    ///
    /// # Errors
    /// [`PuzzleError`] with every fault at once: unknown cards, clauses that whole games do not execute,
    /// modifiers and keys that are read but not executed, combat that cannot be, a mulligan puzzle.
    pub fn load(
        &self,
        label: &str,
        find: &dyn Fn(&str) -> Option<Arc<CardDefinition>>,
        options: &LoadOptions,
    ) -> Result<PuzzleGame, PuzzleError> {
        let mut sink = Sink::new(label);
        let game = match &self.start {
            Start::State(board) => load(board, find, options, &mut sink),
            Start::Opening(_) => {
                let fault = Fault::new(
                    Class::Structure,
                    "a mulligan puzzle has no position to play from",
                    "ask a pilot for its decision, or write [state]",
                );
                sink.error(At { line: 0, column: None }, fault);
                None
            }
        };
        sink.faults.sort_by_key(|fault| (fault.line, fault.column));
        sink.faults.dedup();
        match game {
            Some(game) if sink.faults.is_empty() => Ok(game),
            _ => Err(PuzzleError { faults: sink.faults }),
        }
    }
}

fn at(card: &Card) -> At {
    At {
        line: card.line,
        column: None,
    }
}

fn load(
    board: &Board,
    find: &dyn Fn(&str) -> Option<Arc<CardDefinition>>,
    options: &LoadOptions,
    sink: &mut Sink<'_>,
) -> Option<PuzzleGame> {
    supported::check(board, sink);
    let (mut builder, mut decks) = (PoolBuilder::default(), Vec::new());
    let mut faces = BTreeMap::new();
    for player in &board.players {
        let mut deck = Deck::default();
        for (zone, cards) in player.zones() {
            for card in cards {
                let Some(definition) = sink.keep(at(card), definition(card, find, options)) else {
                    continue;
                };
                match builder.add(&definition) {
                    Ok(number) => {
                        faces.insert(key(card), builder.front(number));
                        deck.add(
                            definition,
                            zone == "command" || card.has(super::card::Flag::IsCommander),
                        );
                    }
                    Err(why) => sink.error(
                        at(card),
                        Fault::new(
                            Class::Card,
                            format!("`{}` cannot be played: {}", why.card, why.clause),
                            "build the position without it",
                        ),
                    ),
                }
            }
        }
        decks.push(deck);
    }
    let kinds = counter_kinds(board, &mut builder, sink);
    if !sink.faults.is_empty() {
        return None;
    }
    let random = Stream::for_purpose(options.seed, Purpose::Game);
    let mut state = State::empty(Arc::new(builder.build()), board.players.len(), random);
    begin(board, &mut state);
    let placed = place::place(board, &faces, &kinds, &mut state, sink);
    combat::declare(board, &placed, &mut state, sink);
    if !sink.faults.is_empty() {
        return None;
    }
    let seats = u8::try_from(board.players.len()).unwrap_or(2);
    let commander = decks.iter().any(|deck| !deck.commanders.is_empty());
    let life = if commander { LIFE.1 } else { LIFE.0 };
    let options = pregame::options(
        seats,
        pregame::rules_free_mulligans(seats),
        BottomTiming::AfterKeep,
        life,
    );
    let decks = decks.into_iter().map(Deck::assembled).collect();
    Some(PuzzleGame {
        game: WholeGame::at(decks, options, state),
        first_turn: board.turn,
    })
}

/// Turn, step and players of the position.
fn begin(board: &Board, state: &mut State) {
    let seats = u32::try_from(board.players.len()).unwrap_or(2);
    let turn = &mut state.turn;
    turn.number = board.turn;
    turn.active = Player(board.active_player);
    turn.priority = turn.active;
    turn.step = board.step;
    // Turns went round before this one.
    let since = board.turn.saturating_sub(1) % seats;
    let first = (u32::from(board.active_player) + seats - since) % seats;
    turn.first = Player(u8::try_from(first).unwrap_or(0));
    for (into, from) in state.players.iter_mut().zip(&board.players) {
        into.life = from.life;
        into.lands_played = u8::try_from(from.lands_played).unwrap_or(u8::MAX);
        for letter in from.mana_pool.chars() {
            if let Some(kind) = "WUBRGC".find(letter) {
                into.mana.0[kind] = into.mana.0[kind].saturating_add(1);
            }
        }
        into.poison = from.counters.iter().map(|(_, count)| small(*count)).sum();
    }
}

/// The definition of a card of the file, blank if it is the one named.
fn definition(
    card: &Card,
    find: &dyn Fn(&str) -> Option<Arc<CardDefinition>>,
    options: &LoadOptions,
) -> Result<Arc<CardDefinition>, Fault> {
    let unknown = |what: &str| {
        Fault::new(
            Class::Card,
            format!("Card not found: {what}"),
            "use a card of the pool (`study cards` lists them)",
        )
    };
    match &card.name {
        CardName::Name(name) => {
            let found = find(name).ok_or_else(|| unknown(name))?;
            let blank = options.blank.as_ref().is_some_and(|blank| *blank == found.name);
            Ok(if blank { Arc::new(blanked(&found)) } else { found })
        }
        CardName::Catalogue(number) => Err(unknown(&format!("CARD#{number}"))),
        CardName::InlineToken(text) => Err(supported::not_played(&format!("the token t:{text}"))),
        CardName::TokenId(id) => Err(supported::not_played(&format!("the token T:{id}"))),
    }
}

/// What tells the cards of a board apart by name.
fn key(card: &Card) -> String {
    match &card.name {
        CardName::Name(name) => name.to_lowercase(),
        CardName::InlineToken(text) => format!("t:{text}"),
        CardName::TokenId(id) => format!("T:{id}"),
        CardName::Catalogue(number) => format!("CARD#{number}"),
    }
}

/// The number of every kind of counter that the board puts on something.
fn counter_kinds(board: &Board, builder: &mut PoolBuilder, sink: &mut Sink<'_>) -> BTreeMap<String, u8> {
    let mut kinds = BTreeMap::new();
    for card in all(board) {
        for modifier in &card.modifiers {
            let super::card::Modifier::Counters(counters) = modifier else {
                continue;
            };
            for (kind, _) in counters {
                match builder.counter_kind(&counter_word(kind.name())) {
                    Ok(number) => {
                        kinds.insert(kind.name().to_owned(), number);
                    }
                    Err(why) => sink.error(at(card), Fault::value(why, "use fewer kinds of counters")),
                }
            }
        }
    }
    kinds
}

/// A kind of counter as cards name it: `P1P1` is `+1/+1`, others are in lower case.
fn counter_word(name: &str) -> String {
    let sign = |letter: char| if letter == 'M' { '-' } else { '+' };
    let signs: Vec<char> = name.chars().filter(|letter| "PM".contains(*letter)).collect();
    let digits: Vec<char> = name.chars().filter(char::is_ascii_digit).collect();
    match (&signs[..], &digits[..]) {
        ([one, two], [power, toughness]) if name.len() == 4 => {
            format!("{}{power}/{}{toughness}", sign(*one), sign(*two))
        }
        _ => name.to_lowercase().replace('_', " "),
    }
}

fn all(board: &Board) -> impl Iterator<Item = &Card> {
    board
        .players
        .iter()
        .flat_map(PlayerState::zones)
        .flat_map(|(_, cards)| cards)
}

fn small(number: u32) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// What a seat owns, as the deck of record.
#[derive(Default)]
struct Deck {
    commanders: Vec<Arc<CardDefinition>>,
    cards: BTreeMap<String, (u32, Arc<CardDefinition>)>,
}

impl Deck {
    fn add(&mut self, card: Arc<CardDefinition>, commander: bool) {
        if commander {
            self.commanders.push(card);
        } else {
            self.cards.entry(card.name.clone()).or_insert((0, card)).0 += 1;
        }
    }

    fn assembled(self) -> Arc<GameDeck> {
        Arc::new(GameDeck::assembled(self.commanders, self.cards.into_values().collect()))
    }
}

/// Whether a step is part of combat after attackers were declared.
const fn in_combat(step: Step) -> bool {
    matches!(
        step,
        Step::DeclareAttackers
            | Step::DeclareBlockers
            | Step::FirstStrikeDamage
            | Step::CombatDamage
            | Step::EndOfCombat
    )
}
