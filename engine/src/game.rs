//! A game: pregame procedure from the deal to the start of the first turn (CR 103).

use crate::deck::GameDeck;
use crate::log::{LogEntry, as_count};
use crate::random::{GameSeed, Purpose, Stream};
use crate::seat::SeatState;
use crate::{EngineError, Mutant, Rejected, pregame, projection};
use std::sync::Arc;
use turnzero_contract::{
    ActionKind, BottomTiming, Decision, DecisionPoint, Declaration, Event, FormatOptions, LegalAction, ParameterFamily,
    PlayerKnowledge, Refusal, Seat, SeatDeclaration, Specialization,
};

/// The most players at a table.
pub const MAX_SEATS: usize = 4;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Somebody has a decision to make.
    Open,
    /// Every player has left the mulligan phase; the first turn would begin.
    Begun,
}

/// What the seat at hand is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Keep or mulligan.
    Declare,
    /// The next card for the bottom.
    Bottom,
    /// Leave the mulligan phase.
    Begin,
}

/// A deterministic game; its state is private and seen only through the verbs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(crate) options: FormatOptions,
    pub(crate) seed: GameSeed,
    pub(crate) starting_player: Option<Seat>,
    pub(crate) seats: Vec<SeatState>,
    /// Declarations of the round, in order.
    pub(crate) declarations: Vec<SeatDeclaration>,
    /// Seats that still choose cards for the bottom, the one at hand first.
    pub(crate) bottoming: Vec<Seat>,
    pub(crate) log: Vec<LogEntry>,
    pub(crate) mutant: Option<Mutant>,
}

impl Game {
    /// Chooses the starting player and deals everybody the first hand (CR 103.1–103.5).
    ///
    /// The starting player comes from the seed's own stream; hand *m* of a seat depends on seed,
    /// seat and *m* only. Errors: options that do not fit the decks, or a wrong house-rule mark.
    pub fn new(decks: &[Arc<GameDeck>], options: FormatOptions, seed: GameSeed) -> Result<Self, EngineError> {
        pregame::check_options(options)?;
        if decks.len() != usize::from(options.seats) {
            return Err(EngineError::Seats {
                seats: options.seats,
                decks: decks.len(),
            });
        }
        let first = Stream::for_purpose(seed, Purpose::StartingPlayer).below(u32::from(options.seats));
        let mut game = Self {
            options,
            seed,
            // Below the number of seats, which is a `u8`.
            starting_player: Some(Seat(u8::try_from(first).unwrap_or(0))),
            seats: decks.iter().map(|deck| SeatState::new(Arc::clone(deck))).collect(),
            declarations: Vec::new(),
            bottoming: Vec::new(),
            log: Vec::new(),
            mutant: None,
        };
        for seat in game.turn_order() {
            let state = &mut game.seats[seat.index()];
            state.deal(seed, seat);
            state.kept = state.opening_hand_is_empty(options);
            let count = as_count(state.hand.len());
            game.log.push(LogEntry::DrewHand { seat, count });
        }
        Ok(game)
    }

    /// This game with a deliberate leak in its projection, for tests of the leak check only.
    #[must_use]
    pub fn with_mutant(mut self, mutant: Option<Mutant>) -> Self {
        self.mutant = mutant;
        self
    }

    /// What a seat knows for the whole game; shared by all games with this deck and these options.
    pub fn knowledge(&self, seat: Seat) -> Result<Arc<PlayerKnowledge>, EngineError> {
        let state = self.seat(seat)?;
        Ok(state.deck.knowledge(seat, self.starting_player, self.options))
    }

    /// The open decision, projected afresh; `None` once the game has begun.
    pub fn decision(&self) -> Option<DecisionPoint> {
        self.open()
            .map(|(seat, ask)| projection::decision_point(self, seat, ask))
    }

    /// Who has to answer now; `None` once the game has begun.
    pub fn to_answer(&self) -> Option<Seat> {
        self.open().map(|(seat, _)| seat)
    }

    #[expect(clippy::result_large_err, reason = "the refused decision is handed back whole")]
    /// Answers the open decision. A refused decision comes back and the game is unchanged.
    pub fn submit(&mut self, seat: Seat, decision: Decision) -> Result<(), Rejected> {
        match self.offer_chosen(seat, &decision) {
            Ok(kind) => {
                self.apply(seat, &kind);
                Ok(())
            }
            Err(refusal) => Err(Rejected { refusal, decision }),
        }
    }

    /// How the game stands.
    pub fn outcome(&self) -> Outcome {
        match self.open() {
            Some(_) => Outcome::Open,
            None => Outcome::Begun,
        }
    }

    /// The whole event log as one seat saw it, oldest first.
    pub fn events(&self, viewer: Seat) -> Result<Vec<Event>, EngineError> {
        self.seat(viewer)?;
        Ok(projection::events(self, viewer, 0))
    }

    /// The options of the game.
    pub const fn options(&self) -> FormatOptions {
        self.options
    }

    /// Who takes the first turn.
    pub const fn starting_player(&self) -> Option<Seat> {
        self.starting_player
    }

    fn seat(&self, seat: Seat) -> Result<&SeatState, EngineError> {
        self.seats.get(seat.index()).ok_or(EngineError::NoSuchSeat {
            seat,
            seats: self.options.seats,
        })
    }

    /// Seats in turn order, the starting player first (CR 101.4).
    pub(crate) fn turn_order(&self) -> impl Iterator<Item = Seat> + use<> {
        let (seats, first) = (self.options.seats, self.starting_player.unwrap_or(Seat(0)).0);
        (0..seats).map(move |step| Seat((first + step) % seats))
    }

    pub(crate) fn open(&self) -> Option<(Seat, Ask)> {
        if let Some(seat) = self.bottoming.first() {
            return Some((*seat, Ask::Bottom));
        }
        if let Some(seat) = self.turn_order().find(|seat| self.is_undecided(*seat)) {
            return Some((seat, Ask::Declare));
        }
        let waiting = self.turn_order().find(|seat| !self.seats[seat.index()].began);
        waiting.map(|seat| (seat, Ask::Begin))
    }

    fn is_undecided(&self, seat: Seat) -> bool {
        !self.seats[seat.index()].kept && self.declarations.iter().all(|made| made.seat != seat)
    }

    /// What the decision chooses, or why it is refused.
    fn offer_chosen(&self, seat: Seat, decision: &Decision) -> Result<ActionKind, Refusal> {
        let (asked, ask) = self.open().ok_or(Refusal::Finished)?;
        if seat != asked {
            return Err(Refusal::NotYourDecision { seat });
        }
        let open = projection::number(self, seat);
        if let Some(given) = decision.number.filter(|given| *given != open) {
            return Err(Refusal::Stale { given, open });
        }
        let offers = projection::offers(self, seat, ask);
        let offered = offers.len();
        let chosen = offers.into_iter().find(|offer| offer.id == decision.action_id);
        let chosen = chosen.ok_or(Refusal::NotOffered {
            id: decision.action_id,
            offered,
        })?;
        check_specialization(&chosen, decision.specialization.as_ref())?;
        Ok(chosen.kind)
    }

    /// Carries out an offered action of the seat at hand.
    fn apply(&mut self, seat: Seat, kind: &ActionKind) {
        let definitions = projection::definitions(self, seat).len();
        let log_seen = self.log.len();
        let state = &mut self.seats[seat.index()];
        state.answered += 1;
        state.log_seen = log_seen;
        state.definitions_seen = definitions;
        match kind {
            ActionKind::Keep => self.declare(seat, Declaration::Keep),
            ActionKind::Mulligan => self.declare(seat, Declaration::Mulligan),
            ActionKind::Bottom { card } => self.choose_for_bottom(seat, card),
            ActionKind::BeginGame => {
                state.began = true;
                if self.open().is_none() {
                    self.log.push(LogEntry::GameBegan);
                }
            }
            // The end of the turn is only offered where nothing else is, and there is no turn to end
            // before the game begins; the rest belongs to whole games.
            _ => {}
        }
    }

    fn declare(&mut self, seat: Seat, declaration: Declaration) {
        self.declarations.push(SeatDeclaration { seat, declaration });
        self.log.push(LogEntry::Declared { seat, declaration });
        if declaration == Declaration::Keep {
            let state = &mut self.seats[seat.index()];
            state.kept = true;
            if state.bottom_due(self.options) > 0 {
                self.bottoming.push(seat);
            }
        }
        self.finish_round();
    }

    fn choose_for_bottom(&mut self, seat: Seat, card: &str) {
        let state = &mut self.seats[seat.index()];
        if let Some(index) = state.deck.find(card) {
            state.chosen.push(index);
        }
        if state.chosen.len() >= state.bottom_due(self.options) {
            let cards = state.put_on_bottom();
            self.bottoming.retain(|waiting| *waiting != seat);
            self.log.push(LogEntry::Bottomed { seat, cards });
            self.finish_round();
        }
    }

    /// When everybody has declared, all who chose to mulligan do it at once (CR 103.5).
    fn finish_round(&mut self) {
        if !self.bottoming.is_empty() || self.turn_order().any(|seat| self.is_undecided(seat)) {
            return;
        }
        let takes = |made: &&SeatDeclaration| made.declaration == Declaration::Mulligan;
        // Declarations were made in turn order, so this is turn order too.
        let mulliganing: Vec<Seat> = self.declarations.iter().filter(takes).map(|made| made.seat).collect();
        if mulliganing.is_empty() {
            return;
        }
        self.declarations.clear();
        for seat in mulliganing {
            self.take_mulligan(seat);
        }
    }

    fn take_mulligan(&mut self, seat: Seat) {
        let state = &mut self.seats[seat.index()];
        state.mulligans_taken += 1;
        state.deal(self.seed, seat);
        let taken = state.mulligans_taken;
        let free = taken <= u32::from(self.options.free_mulligans);
        let count = as_count(state.hand.len());
        self.log.push(LogEntry::TookMulligan { seat, taken, free });
        self.log.push(LogEntry::DrewHand { seat, count });
        // The last mulligan the rules allow: nothing is left to declare, every card goes down.
        state.kept = state.opening_hand_is_empty(self.options);
        let now = state.kept || self.options.bottom_timing == BottomTiming::WithMulligan;
        if now && state.bottom_due(self.options) > 0 {
            self.bottoming.push(seat);
        }
    }
}

/// Whether a specialisation fits its offer.
fn check_specialization(offer: &LegalAction, given: Option<&Specialization>) -> Result<(), Refusal> {
    let why = match (&offer.parameter, given) {
        (None, None) | (Some(ParameterFamily::Cards), Some(Specialization::Cards(_))) => return Ok(()),
        (None, Some(_)) => "it takes no specialisation",
        (Some(_), _) => "it needs a selection of cards",
    };
    Err(Refusal::BadSpecialization {
        id: offer.id,
        why: why.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use turnzero_contract::ActionId;

    #[test]
    fn specialisations_fit_their_offer() {
        let offer = |parameter| LegalAction {
            id: ActionId(0),
            kind: ActionKind::Keep,
            parameter,
        };
        let cards = Specialization::Cards(vec!["Forest".to_owned()]);
        assert!(check_specialization(&offer(None), None).is_ok());
        assert!(check_specialization(&offer(Some(ParameterFamily::Cards)), Some(&cards)).is_ok());
        assert!(check_specialization(&offer(None), Some(&cards)).is_err());
        assert!(check_specialization(&offer(Some(ParameterFamily::Cards)), None).is_err());
    }
}
