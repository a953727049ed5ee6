//! The mulligan phase as a policy needs it: which prompt it is, and countable facts of the hand.

use std::collections::BTreeMap;
use turnzero_contract::card::{Ability, CardType, EntersTapped, ManaKind, StaticAbility, Zone};
use turnzero_contract::card::{Activated, Effect};
use turnzero_contract::{
    ActionId, ActionKind, CardDefinition, Color, ColorSet, DecisionPoint, ManaCost, PilotError, PlayerKnowledge,
};

/// Cards of an opening hand before anything goes to the bottom (CR 103.5).
pub(crate) const STARTING_HAND: usize = 7;

/// What is asked in the mulligan phase.
pub(crate) enum Prompt {
    /// Keep or mulligan.
    Declare {
        /// Identity of KEEP.
        keep: ActionId,
        /// Identity of MULLIGAN.
        mulligan: ActionId,
    },
    /// Which card goes to the bottom next.
    Bottom,
    /// One offer, taken for the reason given.
    Forced(ActionId, &'static str),
}

impl Prompt {
    /// Reads the offers; anything but a prompt of the mulligan phase is an error.
    pub(crate) fn read(pilot: &str, point: &DecisionPoint) -> Result<Self, PilotError> {
        if let [only] = point.legal_actions.as_slice() {
            let why = match only.kind {
                ActionKind::Keep => Some("no further mulligan is allowed, so the hand is kept"),
                ActionKind::Mulligan => Some("nothing but a mulligan is offered"),
                ActionKind::Bottom { .. } => Some("every card left is the same, so the choice makes no difference"),
                ActionKind::BeginGame => Some("the hand is settled and the game begins"),
                ActionKind::EndTurn => Some("nothing else is offered"),
                _ => None,
            };
            if let Some(why) = why {
                return Ok(Self::Forced(only.id, why));
            }
        }
        if let (Some(keep), Some(mulligan)) = (point.find(&ActionKind::Keep), point.find(&ActionKind::Mulligan)) {
            return Ok(Self::Declare { keep, mulligan });
        }
        let bottoms = |action: &turnzero_contract::LegalAction| matches!(action.kind, ActionKind::Bottom { .. });
        if !point.legal_actions.is_empty() && point.legal_actions.iter().all(bottoms) {
            return Ok(Self::Bottom);
        }
        Err(PilotError::NoAnswer {
            pilot: pilot.to_owned(),
            decision: point.number,
            why: format!(
                "this pilot plays the mulligan phase only and met {} other offers; use a pilot that plays whole games",
                point.legal_actions.len()
            ),
        })
    }
}

/// Countable facts of one card.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent yes-or-no facts of a card")]
pub(crate) struct CardFacts {
    pub(crate) name: String,
    pub(crate) land: bool,
    pub(crate) artifact: bool,
    pub(crate) mana_value: u32,
    pub(crate) cost: Option<ManaCost>,
    /// A mana ability that works on the battlefield.
    pub(crate) makes_mana: bool,
    /// Colours of that mana, as far as the card says.
    pub(crate) mana_colors: ColorSet,
    /// Enters tapped, whatever happens.
    pub(crate) always_tapped: bool,
    /// Colours of its basic land types (CR 305.6).
    pub(crate) basic_types: ColorSet,
}

impl CardFacts {
    fn of(card: &CardDefinition) -> Self {
        let front = card.front();
        let abilities = front.expanded_abilities();
        let mut makes_mana = false;
        let mut mana_colors = ColorSet::EMPTY;
        let mut always_tapped = false;
        for ability in &abilities {
            match ability {
                Ability::Activated(activated) if activated.zone == Zone::Battlefield && activated.is_mana_ability() => {
                    makes_mana = true;
                    mana_colors = mana_colors.union(colors_made(activated, card));
                }
                Ability::Static(StaticAbility::EntersTapped(EntersTapped::Always)) => always_tapped = true,
                _ => {}
            }
        }
        Self {
            name: card.name.clone(),
            land: card.is_land(),
            artifact: front.is(CardType::Artifact),
            mana_value: card.mana_value(),
            cost: front.cost.clone(),
            makes_mana,
            mana_colors,
            always_tapped,
            basic_types: front
                .subtypes
                .iter()
                .filter_map(|subtype| Color::of_basic_land_type(subtype))
                .collect(),
        }
    }

    /// A nonland card that makes mana once it is on the battlefield.
    pub(crate) const fn nonland_source(&self) -> bool {
        self.makes_mana && !self.land
    }
}

fn colors_made(activated: &Activated, card: &CardDefinition) -> ColorSet {
    let mut colors = ColorSet::EMPTY;
    activated.effect.walk(&mut |effect| {
        if let Effect::AddMana(output) = effect {
            for kind in output.choices.iter().flatten() {
                colors = colors.union(match kind {
                    ManaKind::Color(color) => ColorSet::EMPTY.with(*color),
                    ManaKind::AnyColor => ColorSet::ALL,
                    ManaKind::CommanderIdentity => card.color_identity,
                    ManaKind::Colorless | ManaKind::OpponentsLands | ManaKind::OwnLands => ColorSet::EMPTY,
                });
            }
        }
    });
    colors
}

/// Facts of the own deck, by card name; made once a game.
pub(crate) struct Deck {
    cards: BTreeMap<String, CardFacts>,
    knowledge: PlayerKnowledge,
}

impl Deck {
    pub(crate) fn of(knowledge: &PlayerKnowledge) -> Self {
        let own = knowledge.deck.iter().map(|card| &card.definition);
        Self {
            cards: own
                .chain(&knowledge.commanders)
                .map(|card| (card.name.clone(), CardFacts::of(card)))
                .collect(),
            knowledge: knowledge.clone(),
        }
    }

    /// Whether this is the deck, with the same commanders and options.
    pub(crate) fn same_deck(&self, knowledge: &PlayerKnowledge) -> bool {
        let own = &self.knowledge;
        own.options == knowledge.options && own.commanders == knowledge.commanders && own.deck == knowledge.deck
    }

    /// The cards of the library before any draw, each copy by itself, by name.
    pub(crate) fn all_copies(&self) -> Vec<&CardFacts> {
        let cards = self.knowledge.deck.iter();
        cards
            .filter_map(|card| Some((card.count, self.cards.get(&card.definition.name)?)))
            .flat_map(|(count, facts)| (0..count).map(move |_| facts))
            .collect()
    }

    /// Facts of an own card or commander.
    pub(crate) fn facts(&self, name: &str) -> Option<&CardFacts> {
        self.cards.get(name)
    }

    /// The hand of a decision of the mulligan phase.
    pub(crate) fn hand<'a>(&'a self, pilot: &str, point: &'a DecisionPoint) -> Result<Hand<'a>, PilotError> {
        let no_answer = |why: String| PilotError::NoAnswer {
            pilot: pilot.to_owned(),
            decision: point.number,
            why,
        };
        let opening = point.observation.opening.as_ref().ok_or_else(|| {
            no_answer("the observation has no opening part; this pilot plays the mulligan phase only".to_owned())
        })?;
        let facts = |name: &str| {
            self.cards
                .get(name)
                .ok_or_else(|| no_answer(format!("`{name}` is not in the starting deck given at the start")))
        };
        let cards = opening
            .hand
            .iter()
            .map(|name| facts(name))
            .collect::<Result<Vec<_>, _>>()?;
        let seat = point.seat.index();
        let taken = opening
            .mulligans_taken
            .get(seat)
            .copied()
            .ok_or_else(|| no_answer(format!("mulligansTaken has no entry for seat {}", point.seat)))?;
        let counted = taken.saturating_sub(u32::from(self.knowledge.options.free_mulligans)) as usize;
        let chosen = opening.chosen_for_bottom.len();
        let pending = opening.pending_mulligan_bottom_cards as usize;
        let shown = cards.len() + chosen;
        // While cards are being chosen the number is given; before that it follows from the mulligans that count.
        let bottoming = chosen > 0
            || matches!(
                point.legal_actions.first().map(|a| &a.kind),
                Some(ActionKind::Bottom { .. })
            );
        let to_bottom = if bottoming {
            chosen + pending
        } else {
            shown.saturating_sub(STARTING_HAND.saturating_sub(counted))
        };
        let (mut library, mut library_lands) = (0, 0);
        for (name, count) in &opening.remaining_deck.cards_by_name {
            library = u32::saturating_add(library, *count);
            if facts(name)?.land {
                library_lands = u32::saturating_add(library_lands, *count);
            }
        }
        Ok(Hand {
            lands: cards.iter().filter(|card| card.land).count(),
            cards,
            to_bottom,
            played: shown.saturating_sub(to_bottom),
            mulligans_taken: taken,
            free_left: opening.free_mulligans_left,
            on_play: point.observation.starting_player.map(|first| first == point.seat),
            library,
            library_lands,
        })
    }
}

/// The hand of a decision, counted.
pub(crate) struct Hand<'a> {
    /// Cards in hand; those chosen for the bottom are gone.
    pub(crate) cards: Vec<&'a CardFacts>,
    /// Land cards among them.
    pub(crate) lands: usize,
    /// Cards that keeping puts on the bottom, chosen ones included.
    pub(crate) to_bottom: usize,
    /// Cards the game would begin with.
    pub(crate) played: usize,
    /// Mulligans taken, free ones included.
    pub(crate) mulligans_taken: u32,
    /// Free mulligans left.
    pub(crate) free_left: u32,
    /// Whether this seat takes the first turn, when known.
    pub(crate) on_play: Option<bool>,
    /// Cards in the library.
    pub(crate) library: u32,
    /// Land cards in the library.
    pub(crate) library_lands: u32,
}

impl<'a> Hand<'a> {
    /// Nonland cards in hand.
    pub(crate) fn spells(&self) -> usize {
        self.cards.len() - self.lands
    }

    /// The card of the hand with the greatest key, the first by name among equals.
    pub(crate) fn first_max<K: Ord>(
        &self,
        of: impl Fn(&CardFacts) -> bool,
        key: impl Fn(&CardFacts) -> K,
    ) -> Option<&'a CardFacts> {
        let mut best: Option<&'a CardFacts> = None;
        for card in self.cards.iter().copied().filter(|card| of(card)) {
            let better = best.is_none_or(|so_far| match key(card).cmp(&key(so_far)) {
                std::cmp::Ordering::Greater => true,
                std::cmp::Ordering::Equal => card.name < so_far.name,
                std::cmp::Ordering::Less => false,
            });
            if better {
                best = Some(card);
            }
        }
        best
    }
}
