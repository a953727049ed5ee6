//! What a seat may see, built up from allowed facts. Everything that leaves the engine about a
//! running game is made here or in `log`.

use crate::Mutant;
use crate::deck::CardIndex;
use crate::game::{Ask, Game};
use crate::log::as_count;
use crate::seat::SeatState;
use turnzero_contract::{
    ActionId, ActionKind, CardDefinition, DecisionPoint, Event, LegalAction, OpeningObservation, PlayerObservation,
    RemainingDeck, Seat, VisibleDefinition,
};

/// The question to `seat`, with everything it may see.
pub(crate) fn decision_point(game: &Game, seat: Seat, ask: Ask) -> DecisionPoint {
    let state = &game.seats[seat.index()];
    let mut visible = definitions(game, seat);
    if game.mutant == Some(Mutant::OpponentHand) {
        let others = (0..).map(Seat).zip(&game.seats).filter(|(other, _)| *other != seat);
        visible.extend(others.flat_map(|(_, other)| other.hand.iter().map(|card| &**other.deck.definition(*card))));
    }
    let definitions = (0..).zip(visible).skip(state.definitions_seen);
    DecisionPoint {
        number: number(game, seat),
        seat,
        observation: PlayerObservation {
            seat,
            starting_player: game.starting_player,
            opening: Some(opening(game, seat, ask)),
            play: None,
            events: events(game, seat, state.log_seen),
        },
        definitions: definitions
            .map(|(def_id, definition)| VisibleDefinition {
                def_id,
                definition: definition.clone().into(),
            })
            .collect(),
        legal_actions: offers(game, seat, ask),
    }
}

/// The number of the seat's open decision.
pub(crate) fn number(game: &Game, seat: Seat) -> u64 {
    let answered = game.seats[seat.index()].answered;
    if game.mutant == Some(Mutant::Seed) {
        let [high, low, ..] = game.seed.0;
        return u64::from(u16::from_be_bytes([high, low])) + answered;
    }
    answered
}

/// The log from an entry on, as `viewer` saw it.
pub(crate) fn events(game: &Game, viewer: Seat, from: usize) -> Vec<Event> {
    let entries = game.log.iter().skip(from);
    entries
        .map(|entry| entry.seen_by(viewer, &game.seats, game.mutant))
        .collect()
}

/// Definitions the seat has seen beside its own cards, in order of first sight: before the game
/// begins, other players' commanders, which lie face up in the command zone (CR 103.2c).
pub(crate) fn definitions(game: &Game, viewer: Seat) -> Vec<&CardDefinition> {
    let own = &game.seats[viewer.index()].deck;
    let mut seen: Vec<&CardDefinition> = Vec::new();
    for commander in game.seats.iter().flat_map(|state| state.deck.commanders()) {
        let known = own.commanders().contains(commander)
            || own
                .find(&commander.name)
                .is_some_and(|index| own.definition(index) == commander)
            || seen.contains(&&**commander);
        if !known {
            seen.push(commander);
        }
    }
    seen
}

/// The offers, in an order that depends on nothing hidden.
pub(crate) fn offers(game: &Game, seat: Seat, ask: Ask) -> Vec<LegalAction> {
    let state = &game.seats[seat.index()];
    numbered(match ask {
        Ask::Declare => vec![ActionKind::Keep, ActionKind::Mulligan],
        Ask::Begin => vec![ActionKind::BeginGame],
        Ask::Bottom => {
            let mut cards = state.unchosen();
            if game.mutant == Some(Mutant::OfferOrder) {
                let mut dealt = Vec::new();
                cards.retain(|card| {
                    !dealt.contains(card) && {
                        dealt.push(*card);
                        true
                    }
                });
            } else {
                cards.sort_unstable();
                cards.dedup();
            }
            let names = state.deck.names(&cards);
            names.into_iter().map(|card| ActionKind::Bottom { card }).collect()
        }
    })
}

/// Offers with identities; `END_TURN` where nothing is offered.
fn numbered(kinds: Vec<ActionKind>) -> Vec<LegalAction> {
    let kinds = if kinds.is_empty() {
        vec![ActionKind::EndTurn]
    } else {
        kinds
    };
    let offer = |(number, kind)| LegalAction {
        id: ActionId(number),
        kind,
        parameter: None,
    };
    (0..).zip(kinds).map(offer).collect()
}

fn opening(game: &Game, seat: Seat, ask: Ask) -> OpeningObservation {
    let own = &game.seats[seat.index()];
    let mut hand = own.unchosen();
    if game.mutant != Some(Mutant::StableId) {
        hand.sort_unstable();
    }
    let pending = match ask {
        Ask::Declare | Ask::Bottom => own.bottom_due(game.options) - own.chosen.len(),
        Ask::Begin => 0,
    };
    let free = u32::from(game.options.free_mulligans);
    let known = own.library.len() - own.known_bottom;
    let commanders = |state: &SeatState| state.deck.commanders().iter().map(|card| card.name.clone()).collect();
    OpeningObservation {
        hand: own.deck.names(&hand),
        commanders: commanders(own),
        command_zones: game.seats.iter().map(commanders).collect(),
        remaining_deck: remaining_deck(own, game.mutant),
        known_bottom: own.deck.names(&own.library[known..]),
        library_sizes: game.seats.iter().map(|state| as_count(state.library.len())).collect(),
        hand_sizes: game.seats.iter().map(|state| as_count(state.hand.len())).collect(),
        mulligans_taken: game.seats.iter().map(|state| state.mulligans_taken).collect(),
        kept: game.seats.iter().map(|state| state.kept).collect(),
        free_mulligans_left: free.saturating_sub(own.mulligans_taken),
        pending_mulligan_bottom_cards: as_count(pending),
        chosen_for_bottom: own.deck.names(&own.chosen),
        declarations: game.declarations.clone(),
    }
}

fn remaining_deck(own: &SeatState, mutant: Option<Mutant>) -> RemainingDeck {
    let skipped = usize::from(mutant == Some(Mutant::TopCard));
    let mut library: Vec<CardIndex> = own.library.iter().skip(skipped).copied().collect();
    library.sort_unstable();
    let groups = library.chunk_by(|a, b| a == b);
    let cards_by_name = groups
        .filter_map(|copies| Some((own.deck.name(*copies.first()?), as_count(copies.len()))))
        .collect();
    RemainingDeck { cards_by_name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_to_do_offers_the_end_of_the_turn() {
        let offers = numbered(Vec::new());
        assert_eq!(offers.len(), 1);
        assert_eq!(offers[0].kind, ActionKind::EndTurn);
        assert_eq!(offers[0].id, ActionId(0));
    }
}
