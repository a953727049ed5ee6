//! What a set of cards can do by itself, counted from the forecast.

use crate::opening::CardFacts;
use turnzero_contract::{Color, ColorSet, ManaSymbol};
use turnzero_forecast::{CardId, DeckProfile, Forecast, NEVER, TURNS};

/// Turn by which ramp counts.
const RAMP_BY: u8 = 3;
/// Turn by which draw, filtering and colours count.
const CARDS_BY: u8 = 4;

/// Something early that leads to something later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    None,
    /// Only the early part.
    Setup,
    /// Only the later part.
    FollowUp,
    /// Both in one line.
    Connected,
}

/// A card and the first turn it can be cast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OnTurn {
    pub(super) name: String,
    pub(super) turn: u8,
}

/// A set of cards, counted.
#[derive(Clone, Debug)]
pub(super) struct Prospect {
    pub(super) cards: usize,
    pub(super) lands: usize,
    /// Usable mana by turn, turn 1 first.
    pub(super) mana: [u8; TURNS],
    /// Mana spent up to turn 4 in one line.
    pub(super) spent: u8,
    /// Colours asked for by spells here or commanders, that no line makes by turn 4.
    pub(super) missing_colors: ColorSet,
    pub(super) ramp: u8,
    pub(super) draws: u8,
    pub(super) filters: u8,
    pub(super) plan: Plan,
    pub(super) plan_turn: u8,
    /// The first card of the early part, and of the later one.
    pub(super) setup: Option<OnTurn>,
    pub(super) follow_up: Option<OnTurn>,
    /// First turn of a commander.
    pub(super) commander_turn: Option<u8>,
    /// Nonland cards that are neither cast nor cycled by turn 5.
    pub(super) stranded: u8,
    pub(super) stranded_names: Vec<String>,
    /// Counts are lower bounds.
    pub(super) truncated: bool,
}

impl Prospect {
    /// Counts a forecast of `ids`, which are `cards` in the same order.
    pub(super) fn of(
        deck: &DeckProfile,
        ids: &[CardId],
        cards: &[&CardFacts],
        commander_colors: ColorSet,
        forecast: &Forecast,
    ) -> Self {
        let mut own = Self {
            cards: ids.len(),
            lands: 0,
            mana: forecast.usable,
            spent: forecast.spent[usize::from(CARDS_BY) - 1],
            missing_colors: ColorSet::EMPTY,
            ramp: 0,
            draws: 0,
            filters: 0,
            plan: Plan::None,
            plan_turn: forecast.plan_turn,
            setup: None,
            follow_up: None,
            commander_turn: Some(forecast.first_commander_turn()).filter(|turn| *turn < NEVER),
            stranded: 0,
            stranded_names: Vec::new(),
            truncated: forecast.truncated,
        };
        let mut asked = commander_colors;
        let turns = forecast.card_turn.iter().zip(&forecast.cycle_turn);
        for ((id, card), (cast, cycle)) in ids.iter().zip(cards).zip(turns) {
            let facts = deck.facts(*id);
            if facts.land {
                own.lands += 1;
                continue;
            }
            asked = asked.union(asked_colors(card));
            own.ramp += u8::from(facts.ramp && *cast <= RAMP_BY);
            if *cast <= CARDS_BY {
                own.draws = own.draws.saturating_add(facts.draws);
            }
            own.filters += u8::from(facts.filters && (*cast).min(*cycle) <= CARDS_BY);
            if *cast == NEVER && *cycle == NEVER {
                own.stranded += 1;
                own.stranded_names.push(card.name.clone());
            }
            if facts.setup() && *cast <= RAMP_BY {
                earlier(&mut own.setup, &card.name, *cast);
            }
            if facts.follow_up() && *cast < NEVER {
                earlier(&mut own.follow_up, &card.name, *cast);
            }
        }
        for (id, turn) in deck.commanders().iter().zip(forecast.commander_turn) {
            if turn < NEVER {
                earlier(&mut own.follow_up, deck.name(*id), turn);
            }
        }
        let reached = forecast.colors[usize::from(CARDS_BY) - 1];
        own.missing_colors = asked.iter().filter(|color| !reached.contains(*color)).collect();
        own.plan = match (forecast.plan_turn < NEVER, &own.setup, &own.follow_up) {
            (true, _, _) => Plan::Connected,
            (false, Some(_), _) => Plan::Setup,
            (false, None, Some(_)) => Plan::FollowUp,
            (false, None, None) => Plan::None,
        };
        own
    }
}

/// Colours that the cost cannot be paid without.
pub(super) fn asked_colors(card: &CardFacts) -> ColorSet {
    let symbols = card.cost.iter().flat_map(|cost| &cost.0);
    let colors = symbols.filter_map(|symbol| match symbol {
        ManaSymbol::Colored(color) => Some(*color),
        _ => None,
    });
    colors.collect::<Vec<Color>>().into_iter().collect()
}

/// Keeps the earlier of two cards, the first by name on the same turn.
fn earlier(best: &mut Option<OnTurn>, name: &str, turn: u8) {
    let replaces = best
        .as_ref()
        .is_none_or(|so_far| (turn, name) < (so_far.turn, so_far.name.as_str()));
    if replaces {
        *best = Some(OnTurn {
            name: name.to_owned(),
            turn,
        });
    }
}
