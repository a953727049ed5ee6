//! A mulligan phase without an engine: enough to ask pilots real questions.
#![allow(dead_code, reason = "every test binary uses its own part")]

pub(crate) mod cards;
pub(crate) mod table;

use std::collections::BTreeMap;
use turnzero_contract::{
    ActionId, ActionKind, BottomTiming, DecisionPoint, DeckCard, FormatOptions, LegalAction, OpeningObservation,
    PlayerKnowledge, PlayerObservation, RemainingDeck, Seat,
};

/// What a seat knows with this deck.
pub(crate) fn knowledge(deck: &[(u32, &str)], commanders: &[&str], options: FormatOptions) -> PlayerKnowledge {
    let mut deck: Vec<DeckCard> = deck
        .iter()
        .map(|(count, name)| DeckCard {
            count: *count,
            definition: cards::card(name),
        })
        .collect();
    deck.sort_by(|a, b| a.definition.name.cmp(&b.definition.name));
    PlayerKnowledge {
        seat: Seat(0),
        starting_player: None,
        options,
        commanders: commanders.iter().map(|name| cards::card(name)).collect(),
        deck,
    }
}

/// Options of CR 103.5c for this number of players.
pub(crate) fn options(seats: u8, timing: BottomTiming) -> FormatOptions {
    FormatOptions {
        seats,
        free_mulligans: u8::from(seats > 2),
        bottom_timing: timing,
        starting_life: 40,
        house_rule: false,
    }
}

/// What is asked of a hand.
pub(crate) struct Question<'a> {
    pub(crate) knowledge: &'a PlayerKnowledge,
    pub(crate) number: u64,
    pub(crate) hand: Vec<String>,
    pub(crate) taken: u32,
    pub(crate) starting_player: Option<Seat>,
    pub(crate) pending: u32,
    pub(crate) chosen: Vec<String>,
}

impl<'a> Question<'a> {
    pub(crate) fn of(knowledge: &'a PlayerKnowledge, hand: &[&str], taken: u32) -> Self {
        Self {
            knowledge,
            number: 0,
            hand: hand.iter().map(|name| (*name).to_owned()).collect(),
            taken,
            starting_player: knowledge.starting_player,
            pending: 0,
            chosen: Vec::new(),
        }
    }

    /// The decision point: a declaration, or a bottom choice while cards are pending.
    pub(crate) fn point(&self) -> DecisionPoint {
        let mut hand = self.hand.clone();
        hand.sort();
        let kinds = if self.pending > 0 {
            let mut names = hand.clone();
            names.dedup();
            names.into_iter().map(|card| ActionKind::Bottom { card }).collect()
        } else {
            vec![ActionKind::Keep, ActionKind::Mulligan]
        };
        let seat = self.knowledge.seat;
        let seats = usize::from(self.knowledge.options.seats);
        let mut remaining: BTreeMap<String, u32> = self
            .knowledge
            .deck
            .iter()
            .map(|card| (card.definition.name.clone(), card.count))
            .collect();
        for name in hand.iter().chain(&self.chosen) {
            let left = remaining.get_mut(name).expect("hand cards are in the deck");
            *left = left.checked_sub(1).expect("no more copies than the deck has");
        }
        remaining.retain(|_, count| *count > 0);
        let library: u32 = remaining.values().sum();
        let mut mulligans_taken = vec![0; seats];
        mulligans_taken[seat.index()] = self.taken;
        let commanders: Vec<String> = self.knowledge.commanders.iter().map(|c| c.name.clone()).collect();
        DecisionPoint {
            number: self.number,
            seat,
            observation: PlayerObservation {
                play: None,
                seat,
                starting_player: self.starting_player,
                opening: Some(OpeningObservation {
                    hand,
                    command_zones: vec![commanders.clone(); seats],
                    commanders,
                    remaining_deck: RemainingDeck {
                        cards_by_name: remaining.into_iter().collect(),
                    },
                    known_bottom: Vec::new(),
                    library_sizes: vec![library; seats],
                    hand_sizes: vec![7; seats],
                    mulligans_taken,
                    kept: vec![self.pending > 0; seats],
                    free_mulligans_left: u32::from(self.knowledge.options.free_mulligans).saturating_sub(self.taken),
                    pending_mulligan_bottom_cards: self.pending,
                    chosen_for_bottom: self.chosen.clone(),
                    declarations: Vec::new(),
                }),
                events: Vec::new(),
            },
            definitions: Vec::new(),
            legal_actions: offers(kinds),
        }
    }
}

/// Offers with the identities of their order.
pub(crate) fn offers(kinds: Vec<ActionKind>) -> Vec<LegalAction> {
    (0..)
        .zip(kinds)
        .map(|(number, kind)| LegalAction {
            id: ActionId(number),
            kind,
            parameter: None,
        })
        .collect()
}
