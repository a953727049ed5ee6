//! A whole game behind the boundary: private state, five verbs, one projection.

use crate::random::{GameSeed, Purpose, Stream};
use crate::rules::ids::Player;
use crate::rules::knowledge::seat_bit;
use crate::rules::object::Flags;
use crate::rules::state::{Ending, State};
use crate::rules::turn::Stops;
use crate::rules::view::{self, Chosen, DefKey, Logged, Offer, Rows, RowsRoom, Sight};
use crate::{EngineError, Game, GameDeck, Mutant, Rejected, Table, pregame, projection};
use std::sync::Arc;
use turnzero_contract::card::Zone;
use turnzero_contract::{
    ActionId, CardRow, Decision, DecisionPoint, Event, FormatOptions, LegalAction, PlayerKnowledge, PlayerObservation,
    Refusal, Seat, VisibleDefinition,
};

/// How a whole game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WholeOutcome {
    /// Somebody has a decision to make.
    Open,
    /// One player won (CR 104.2).
    Won(Seat),
    /// Nobody won (CR 104.4).
    Draw,
}

/// How far a seat's view has been delivered.
#[derive(Clone, Debug)]
struct Delivered {
    /// Decisions answered so far.
    answered: u64,
    /// Entries of the log seen up to the last decision.
    log_seen: usize,
    /// Entries of the mulligan phase's log seen up to the last decision.
    pregame_seen: usize,
    /// Definitions beside the own ones, in order of first sight.
    sight: Sight,
    /// How many of them had been delivered at the last answer.
    definitions: usize,
}

/// A game from the first turn to its end; its state is private and seen only through the verbs.
#[derive(Clone, Debug)]
pub struct WholeGame {
    options: FormatOptions,
    decks: Vec<Arc<GameDeck>>,
    state: State,
    log: Vec<Logged>,
    seats: Vec<Delivered>,
    /// The mulligan phase that led here.
    pregame: Option<Box<Game>>,
    mutant: Option<Mutant>,
    /// The offers of the open decision, once it has been projected.
    open: Option<Vec<Offer>>,
    room: RowsRoom,
}

/// A new game that one viewer cannot tell from the original.
#[derive(Clone, Debug)]
pub struct WholeRedeal {
    /// The new game.
    pub game: WholeGame,
    /// Hidden cards of the original, each at its place in a library or hand.
    pub hidden: u64,
    /// How many of those places hold another card now.
    pub changed: u64,
}

impl WholeGame {
    /// A game of these decks in which everybody keeps the first seven cards, up to the first decision.
    ///
    /// Errors: options that do not fit the decks, or a card that whole games do not play.
    pub fn new(decks: &[Arc<GameDeck>], options: FormatOptions, seed: GameSeed) -> Result<Self, EngineError> {
        Self::on(&Table::new(decks)?, decks, options, seed)
    }

    /// As [`WholeGame::new`], with the table of these very decks compiled before.
    pub fn on(
        table: &Table,
        decks: &[Arc<GameDeck>],
        options: FormatOptions,
        seed: GameSeed,
    ) -> Result<Self, EngineError> {
        pregame::check_options(options)?;
        if decks.len() != usize::from(options.seats) {
            return Err(EngineError::Seats {
                seats: options.seats,
                decks: decks.len(),
            });
        }
        let state = table.deal(
            Stream::for_purpose(seed, Purpose::Game),
            i32::from(options.starting_life),
        );
        Ok(Self::started(decks.to_vec(), options, state, None))
    }

    /// The game that follows a finished mulligan phase: same hands, same libraries, what every player
    /// knows of the bottom of its own.
    ///
    /// Errors: the mulligan phase is still open, or a card that whole games do not play.
    pub fn after(game: &Game) -> Result<Self, EngineError> {
        if let Some(seat) = game.to_answer() {
            return Err(EngineError::NotBegun { seat });
        }
        let decks: Vec<Arc<GameDeck>> = game.seats.iter().map(|state| Arc::clone(&state.deck)).collect();
        let table = Table::new(&decks)?;
        let options = game.options;
        let random = Stream::for_purpose(game.seed, Purpose::Game);
        let mut state = State::empty(Arc::clone(table.pool()), decks.len(), random);
        let first = Player(game.starting_player.unwrap_or(Seat(0)).0);
        state.turn.active = first;
        state.turn.first = first;
        for (at, seat) in game.seats.iter().enumerate() {
            let player = Player(u8::try_from(at).unwrap_or(0));
            state.players[at].life = i32::from(options.starting_life);
            let (cards, commanders) = table.faces(at).unwrap_or_default();
            let face = |index: &u16| {
                let copy = seat.deck.order().iter().position(|other| other == index);
                copy.and_then(|copy| cards.get(copy)).copied()
            };
            // The pregame's library has its top first, the state's has it last.
            let known = seat.library.len() - seat.known_bottom;
            for (depth, index) in seat.library.iter().enumerate().rev() {
                if let Some(face) = face(index) {
                    let slot = state.add_object(face, player, Zone::Library, Flags::default());
                    if depth >= known {
                        state.object_mut(slot).known = seat_bit(player);
                    }
                }
            }
            for face in seat.hand.iter().filter_map(face) {
                state.add_object(face, player, Zone::Hand, Flags::default());
            }
            for face in commanders {
                state.add_object(*face, player, Zone::Command, Flags::COMMANDER);
            }
        }
        Ok(Self::started(decks, options, state, Some(Box::new(game.clone()))))
    }

    /// A game that starts at this position of these decks, nobody having been asked for anything.
    pub(crate) fn at(decks: Vec<Arc<GameDeck>>, options: FormatOptions, state: State) -> Self {
        Self::started(decks, options, state, None)
    }

    /// The private state, for the engine's own judges only.
    pub(crate) const fn state(&self) -> &State {
        &self.state
    }

    /// Everything that happened, for the engine's own judges only.
    pub(crate) fn log(&self) -> &[Logged] {
        &self.log
    }

    /// From now on the game stops at the end of every step; with [`WholeGame::go_on`] it goes on.
    pub(crate) fn stop_at_steps(&mut self) {
        if self.state.stops == Stops::Never {
            self.state.stops = Stops::AtStepEnds;
        }
    }

    /// Leaves the step at whose end the game stopped.
    pub(crate) fn go_on(&mut self) {
        self.state.go_on();
        self.settle();
    }

    fn started(decks: Vec<Arc<GameDeck>>, options: FormatOptions, state: State, pregame: Option<Box<Game>>) -> Self {
        let is_own = |deck: &GameDeck, card: &turnzero_contract::CardDefinition| {
            let main = deck
                .find(&card.name)
                .is_some_and(|index| **deck.definition(index) == *card);
            main || deck.commanders().iter().any(|commander| **commander == *card)
        };
        let seats = decks.iter().map(|deck| Delivered {
            answered: 0,
            log_seen: 0,
            pregame_seen: 0,
            sight: Sight::new(&state.pool, |card| is_own(deck, card)),
            definitions: 0,
        });
        let mut game = Self {
            options,
            seats: seats.collect(),
            decks,
            state,
            log: Vec::new(),
            pregame,
            mutant: None,
            open: None,
            room: RowsRoom::default(),
        };
        game.see_commanders();
        game.state.log.clear();
        game.state.logging = true;
        game.state.advance();
        game.settle();
        game
    }

    /// Commanders lie face up from the start (CR 103.2c), in the order the mulligan phase shows them.
    fn see_commanders(&mut self) {
        let state = &self.state;
        let commanders: Vec<Option<DefKey>> = (0..self.seats.len())
            .flat_map(|seat| {
                state
                    .command
                    .iter()
                    .filter(move |slot| state.object(**slot).owner.index() == seat)
            })
            .map(|slot| DefKey::of(&state.pool, state.object(*slot).card))
            .collect();
        for (at, delivered) in self.seats.iter_mut().enumerate() {
            for key in &commanders {
                delivered.sight.see(*key);
            }
            if let Some(seat) = self.pregame.as_ref().and_then(|game| game.seats.get(at)) {
                delivered.answered = seat.answered;
                delivered.pregame_seen = seat.log_seen;
                delivered.definitions = seat.definitions_seen;
            }
        }
    }

    /// After the engine went on: what leaves no choice is answered (no pilot is asked), characteristics
    /// are up to date, the log is taken over.
    fn settle(&mut self) {
        self.open = None;
        while let Some(chosen) = view::forced(&self.state) {
            if chosen.give(&mut self.state).is_err() {
                break;
            }
        }
        self.state.refresh();
        let mut events = std::mem::take(&mut self.state.log);
        let entries = events.drain(..).map(|event| Logged::new(&self.state, event));
        self.log.extend(entries);
        self.state.log = events;
    }

    /// This game with a deliberate leak in its projection, for tests of the leak check only.
    #[must_use]
    pub fn with_mutant(mut self, mutant: Option<Mutant>) -> Self {
        self.mutant = mutant;
        if let Some(pregame) = &mut self.pregame {
            pregame.mutant = mutant;
        }
        self
    }

    /// What a seat knows for the whole game; shared by all games with this deck and these options.
    pub fn knowledge(&self, seat: Seat) -> Result<Arc<PlayerKnowledge>, EngineError> {
        let deck = self.decks.get(seat.index()).ok_or_else(|| self.no_such(seat))?;
        Ok(deck.knowledge(seat, Some(self.starting_player()), self.options))
    }

    /// The open decision, projected afresh; `None` once the game is over.
    pub fn decision(&self) -> Option<DecisionPoint> {
        let mut point = DecisionPoint::default();
        let seat = self.to_answer()?;
        let mut sight = self.seats.get(seat.index())?.sight.clone();
        let rows = Rows::new(&self.state, Player(seat.0), self.mutant);
        let offers = view::offers(&rows, self.mutant);
        self.present(seat, &offers, &mut point);
        self.project(&rows, &mut sight, &mut point.observation, &mut point.definitions);
        Some(point)
    }

    /// As [`WholeGame::decision`], written over whatever stood in `point`, whose rows keep their room;
    /// false, with `point` as it was, once the game is over.
    pub fn decide_next(&mut self, point: &mut DecisionPoint) -> bool {
        let Some(seat) = self.to_answer() else {
            return false;
        };
        let Some(delivered) = self.seats.get_mut(seat.index()) else {
            return false;
        };
        let mut sight = std::mem::take(&mut delivered.sight);
        let room = std::mem::take(&mut self.room);
        let rows = Rows::within(room, &self.state, Player(seat.0), self.mutant);
        let offers = self.open.take().unwrap_or_else(|| view::offers(&rows, self.mutant));
        self.present(seat, &offers, point);
        self.project(&rows, &mut sight, &mut point.observation, &mut point.definitions);
        self.room = rows.into_room();
        self.open = Some(offers);
        if let Some(delivered) = self.seats.get_mut(seat.index()) {
            delivered.sight = sight;
        }
        true
    }

    /// Who has to answer now; `None` once the game is over.
    pub fn to_answer(&self) -> Option<Seat> {
        self.state.ask.map(|_| view::seat(self.state.asked))
    }

    /// What a seat may see now, asked or not, and the definitions that came into sight since its last
    /// decision.
    pub fn observation(&self, viewer: Seat) -> Result<(PlayerObservation, Vec<VisibleDefinition>), EngineError> {
        if viewer.index() >= self.seats.len() {
            return Err(self.no_such(viewer));
        }
        let mut sight = self.seats[viewer.index()].sight.clone();
        let rows = Rows::new(&self.state, Player(viewer.0), self.mutant);
        let (mut observation, mut definitions) = (PlayerObservation::default(), Vec::new());
        self.project(&rows, &mut sight, &mut observation, &mut definitions);
        Ok((observation, definitions))
    }

    #[expect(clippy::result_large_err, reason = "the refused decision is handed back whole")]
    /// Answers the open decision. A refused decision comes back and the game is unchanged.
    pub fn submit(&mut self, seat: Seat, decision: Decision) -> Result<(), Rejected> {
        match self.answer(seat, &decision) {
            Ok(()) => Ok(()),
            Err(refusal) => Err(Rejected { refusal, decision }),
        }
    }

    fn answer(&mut self, seat: Seat, decision: &Decision) -> Result<(), Refusal> {
        let chosen = self.chosen(seat, decision)?;
        if self.open.is_none() {
            // What the seat saw counts as seen, whoever projected it.
            self.decide_next(&mut DecisionPoint::default());
        }
        chosen
            .give(&mut self.state)
            .map_err(|illegal| Refusal::BadSpecialization {
                id: decision.action_id,
                why: illegal.to_string(),
            })?;
        let (log_seen, pregame_seen) = (self.log.len(), self.pregame.as_ref().map_or(0, |game| game.log.len()));
        if let Some(delivered) = self.seats.get_mut(seat.index()) {
            delivered.answered += 1;
            delivered.log_seen = log_seen;
            delivered.pregame_seen = pregame_seen;
            delivered.definitions = delivered.sight.seen.len();
        }
        self.settle();
        Ok(())
    }

    /// What a decision means, or why it is refused.
    pub(crate) fn chosen(&self, seat: Seat, decision: &Decision) -> Result<Chosen, Refusal> {
        let asked = self.to_answer().ok_or(Refusal::Finished)?;
        if seat != asked {
            return Err(Refusal::NotYourDecision { seat });
        }
        let open = self.number(seat);
        if let Some(given) = decision.number.filter(|given| *given != open) {
            return Err(Refusal::Stale { given, open });
        }
        let rows = Rows::new(&self.state, Player(seat.0), self.mutant);
        let projected;
        let offers = if let Some(open) = &self.open {
            open
        } else {
            projected = view::offers(&rows, self.mutant);
            &projected
        };
        let id = decision.action_id;
        let offer = usize::try_from(id.0).ok().and_then(|at| offers.get(at));
        let offer = offer.ok_or(Refusal::NotOffered {
            id,
            offered: offers.len(),
        })?;
        view::specialize(&rows, offer, decision.specialization.as_ref())
            .map_err(|why| Refusal::BadSpecialization { id, why })
    }

    /// How the game stands.
    pub fn outcome(&self) -> WholeOutcome {
        match self.state.ending {
            None => WholeOutcome::Open,
            Some(Ending::Won(player)) => WholeOutcome::Won(view::seat(player)),
            Some(Ending::Draw) => WholeOutcome::Draw,
        }
    }

    /// The whole event log as one seat saw it, oldest first, the mulligan phase included.
    pub fn events(&self, viewer: Seat) -> Result<Vec<Event>, EngineError> {
        let delivered = self.seats.get(viewer.index()).ok_or_else(|| self.no_such(viewer))?;
        let mut sight = delivered.sight.clone();
        let mut events = Vec::new();
        self.events_from(viewer, 0, 0, &mut sight, &mut events);
        Ok(events)
    }

    /// The number of the turn, from 1.
    pub const fn turn(&self) -> u32 {
        self.state.turn.number
    }

    /// The options of the game.
    pub const fn options(&self) -> FormatOptions {
        self.options
    }

    /// Who takes the first turn.
    pub const fn starting_player(&self) -> Seat {
        view::seat(self.state.turn.first)
    }

    /// A new game in which everything `viewer` does not know is drawn afresh from `stream`: other
    /// players' hidden cards (any cards of the game), all library orders, the order in which own cards
    /// were drawn, every hidden identity, and the random numbers. What the viewer knows stays.
    pub fn redealt(&self, viewer: Seat, stream: &mut Stream) -> Result<WholeRedeal, EngineError> {
        let own = self.decks.get(viewer.index()).ok_or_else(|| self.no_such(viewer))?;
        let player = Player(viewer.0);
        let (state, hidden, changed) = view::redeal(&self.state, player, stream);
        let pregame = match &self.pregame {
            Some(game) => Some(Box::new(game.redealt(viewer, stream)?.game)),
            None => None,
        };
        let mut game = Self {
            log: view::redeal_log(&self.log, &state.pool, player, stream),
            state,
            pregame,
            open: None,
            ..self.clone()
        };
        // What the open decision showed already is seen anew.
        for delivered in &mut game.seats {
            delivered.sight.forget_after(delivered.definitions);
        }
        // Another deck object, so that knowledge is built afresh too.
        game.decks[viewer.index()] = Arc::new(GameDeck::assembled(own.commanders().to_vec(), own.cards().to_vec()));
        Ok(WholeRedeal { game, hidden, changed })
    }

    fn no_such(&self, seat: Seat) -> EngineError {
        EngineError::NoSuchSeat {
            seat,
            seats: self.options.seats,
        }
    }

    /// The number of the seat's open decision.
    fn number(&self, seat: Seat) -> u64 {
        let answered = self.seats.get(seat.index()).map_or(0, |delivered| delivered.answered);
        if self.mutant == Some(Mutant::Seed) {
            return u64::from(self.state.random.clone().below(1 << 16)) + answered;
        }
        answered
    }

    /// Number, seat and offers of the open decision.
    fn present(&self, seat: Seat, offers: &[Offer], point: &mut DecisionPoint) {
        point.number = self.number(seat);
        point.seat = seat;
        point.legal_actions.clear();
        let numbered = (0..).zip(offers).map(|(number, offer)| LegalAction {
            id: ActionId(number),
            kind: offer.kind.clone(),
            parameter: offer.parameter.clone(),
        });
        point.legal_actions.extend(numbered);
    }

    /// Observation and new definitions for the viewer of the rows, written over what stood there.
    fn project(
        &self,
        rows: &Rows<'_>,
        sight: &mut Sight,
        observation: &mut PlayerObservation,
        definitions: &mut Vec<VisibleDefinition>,
    ) {
        let viewer = view::seat(rows.viewer());
        let Some(delivered) = self.seats.get(viewer.index()) else {
            return;
        };
        let (pregame, log) = (delivered.pregame_seen, delivered.log_seen);
        self.events_from(viewer, pregame, log, sight, &mut observation.events);
        let play = observation.play.get_or_insert_default();
        view::observe(rows, sight, self.mutant, play);
        if self.mutant == Some(Mutant::OpponentHand) {
            let others = self.state.players.iter().zip(&mut play.players).enumerate();
            for (_, (other, row)) in others.filter(|(at, _)| *at != viewer.index()) {
                let hand = other.hand.iter().map(|slot| self.state.object(*slot).card);
                row.known_hand = hand
                    .map(|card| CardRow {
                        name: self.state.pool.face_name(card).clone(),
                        definition: sight.see(DefKey::of(&self.state.pool, card)),
                    })
                    .collect();
            }
        }
        let new = (0..).zip(&sight.seen).skip(delivered.definitions);
        definitions.clear();
        definitions.extend(new.filter_map(|(def_id, key)| {
            let definition = Arc::clone(key.definition(&self.state.pool)?);
            Some(VisibleDefinition { def_id, definition })
        }));
        observation.seat = viewer;
        observation.starting_player = Some(self.starting_player());
        observation.opening = None;
    }

    fn events_from(&self, viewer: Seat, pregame: usize, from: usize, sight: &mut Sight, into: &mut Vec<Event>) {
        into.clear();
        if let Some(game) = &self.pregame {
            into.extend(projection::events(game, viewer, pregame));
        }
        let player = Player(viewer.0);
        let entries = self.log.iter().skip(from);
        into.extend(entries.map(|entry| entry.seen_by(&self.state, player, sight, self.mutant)));
    }
}

#[cfg(test)]
mod tests;
