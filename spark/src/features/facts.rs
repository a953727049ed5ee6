//! The numbers that the feature columns are made of.

use turnzero_forecast::{CardFacts, CardId, DeckProfile, Forecast, NEVER, TURNS};

/// Cards of a full hand; a constant divisor, never the size of the hand at hand.
const SEVEN: f64 = 7.0;

/// What decides before the hand is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Situation {
    pub(super) mulligans_taken: u32,
    pub(super) free_left: u32,
    /// Cards a kept hand lacks: mulligans that count (CR 103.5), bottomed already or not.
    pub(super) cards_short: u32,
    /// Whether the first turn has a draw; absent when unknown.
    pub(super) first_draw: Option<bool>,
}

/// A hand with everything known about it.
pub(super) struct HandFacts<'a> {
    pub(super) deck: &'a DeckProfile,
    pub(super) forecast: &'a Forecast,
    pub(super) cards: &'a [CardId],
    pub(super) situation: Situation,
    /// Mean of `castable` by turn 4 over sevens of the deck.
    pub(super) deck_castable: f64,
}

fn capped(n: u32, unit: u32) -> f64 {
    f64::from(n.min(unit)) / f64::from(unit)
}

fn early(turn: u8) -> f64 {
    f64::from(NEVER.saturating_sub(turn.clamp(1, NEVER))) / f64::from(NEVER - 1)
}

impl HandFacts<'_> {
    fn by_turn(list: [u8; TURNS], turn: usize) -> u32 {
        list.get(turn - 1).copied().map_or(0, u32::from)
    }

    /// Facts and first turn of the nonland cards.
    fn spells(&self) -> impl Iterator<Item = (CardFacts, u8)> {
        self.cards
            .iter()
            .zip(&self.forecast.card_turn)
            .map(|(id, turn)| (self.deck.facts(*id), *turn))
            .filter(|(facts, _)| !facts.land)
    }

    fn count(&self, turn: u8, test: impl Fn(&CardFacts) -> bool) -> u32 {
        self.spells()
            .fold(0, |n, (facts, first)| n + u32::from(first <= turn && test(&facts)))
    }

    pub(super) fn lands(&self) -> u32 {
        self.cards
            .iter()
            .fold(0, |n, id| n + u32::from(self.deck.facts(*id).land))
    }

    pub(super) fn usable(&self, turn: usize) -> f64 {
        capped(Self::by_turn(self.forecast.usable, turn), 8)
    }

    pub(super) fn colors(&self, turn: usize) -> f64 {
        let all = u32::try_from(self.deck.colors().len()).unwrap_or(5);
        if all == 0 {
            return 0.0;
        }
        capped(Self::by_turn(self.forecast.colors_together, turn), all)
    }

    pub(super) fn castable_cards(&self, turn: u8) -> u32 {
        self.count(turn, |_| true)
    }

    pub(super) fn castable(&self, turn: u8) -> f64 {
        capped(self.castable_cards(turn), 7)
    }

    pub(super) fn castable_against_deck(&self) -> f64 {
        (self.castable(4) - self.deck_castable).clamp(-1.0, 1.0)
    }

    pub(super) fn casts(&self, turn: usize) -> f64 {
        capped(Self::by_turn(self.forecast.casts, turn), 5)
    }

    pub(super) fn spent(&self, turn: usize) -> f64 {
        capped(Self::by_turn(self.forecast.spent, turn), 16)
    }

    pub(super) fn stranded(&self) -> f64 {
        capped(self.spells().fold(0, |n, (_, first)| n + u32::from(first >= NEVER)), 7)
    }

    pub(super) fn ramp(&self, turn: u8) -> f64 {
        capped(self.count(turn, |facts| facts.ramp), 3)
    }

    pub(super) fn rituals(&self, turn: u8) -> f64 {
        capped(self.count(turn, |facts| facts.ritual), 2)
    }

    pub(super) fn draw(&self, turn: u8) -> f64 {
        let cards = self
            .spells()
            .filter(|(_, first)| *first <= turn)
            .fold(0, |n, (facts, _)| n + u32::from(facts.draws));
        capped(cards, 6)
    }

    pub(super) fn filter(&self, turn: u8) -> f64 {
        let turns = self.forecast.card_turn.iter().zip(&self.forecast.cycle_turn);
        let usable = self.cards.iter().zip(turns).fold(0, |n, (id, (cast, cycle))| {
            let facts = self.deck.facts(*id);
            let by_casting = !facts.land && facts.filters && *cast <= turn;
            n + u32::from(by_casting || *cycle <= turn)
        });
        capped(usable, 3)
    }

    pub(super) fn interaction(&self, turn: u8) -> f64 {
        capped(self.count(turn, |facts| facts.interaction), 3)
    }

    pub(super) fn plan(&self) -> f64 {
        early(self.forecast.plan_turn)
    }

    fn earliest(&self, test: impl Fn(&CardFacts) -> bool) -> f64 {
        early(
            self.spells()
                .filter(|(facts, _)| test(facts))
                .map(|(_, first)| first)
                .min()
                .unwrap_or(NEVER),
        )
    }

    pub(super) fn engine(&self) -> f64 {
        self.earliest(|facts| facts.engine)
    }

    pub(super) fn payoff(&self) -> f64 {
        self.earliest(|facts| facts.payoff)
    }

    pub(super) fn commander(&self) -> f64 {
        early(self.forecast.first_commander_turn())
    }

    /// Lands minus expected, for the cards in hand.
    fn over(&self) -> f64 {
        let cards = u32::try_from(self.cards.len()).unwrap_or(u32::MAX);
        let expected = f64::from(cards) * f64::from(self.deck.lands()) / f64::from(self.deck.deck_size().max(1));
        f64::from(self.lands()) - expected
    }

    pub(super) fn lands_over_expected(&self) -> f64 {
        (self.over() / SEVEN).clamp(-1.0, 1.0)
    }

    pub(super) fn land_surplus(&self) -> f64 {
        let over = (self.over() - 1.0).clamp(0.0, 3.0) / 3.0;
        over * over
    }

    pub(super) fn land_shortage(&self) -> f64 {
        let under = (-self.over()).clamp(0.0, 3.0) / 3.0;
        under * under
    }

    /// Chance that one of the cards drawn by the turn is a land: 1 − ∏ (N−K−i)/(N−i).
    pub(super) fn next_land(&self, turn: u32) -> f64 {
        let hand = u32::try_from(self.cards.len()).unwrap_or(u32::MAX);
        let size = self.deck.deck_size().saturating_sub(hand);
        let lands = self.deck.lands().saturating_sub(self.lands());
        let draws = if self.situation.first_draw == Some(false) {
            turn - 1
        } else {
            turn
        };
        let mut none = 1.0;
        for i in 0..draws.min(size) {
            let left = size - i;
            none *= f64::from(left.saturating_sub(lands)) / f64::from(left);
        }
        1.0 - none
    }

    pub(super) fn conditional_lands(&self) -> f64 {
        let n = self
            .cards
            .iter()
            .fold(0, |n, id| n + u32::from(self.deck.facts(*id).conditional_land));
        capped(n, 7)
    }

    pub(super) fn mana_gap(&self, turn: u32, unit: f64) -> f64 {
        let at = usize::try_from(turn).unwrap_or(1);
        let plain = self.lands().min(turn);
        let gap = plain.saturating_sub(Self::by_turn(self.forecast.usable, at));
        (f64::from(gap) / unit).min(1.0)
    }

    pub(super) fn mulligans_taken(&self) -> f64 {
        capped(self.situation.mulligans_taken, 8)
    }

    pub(super) fn next_free(&self) -> f64 {
        if self.situation.free_left > 0 { 1.0 } else { 0.0 }
    }

    pub(super) fn cards_short(&self) -> f64 {
        capped(self.situation.cards_short, 7)
    }

    pub(super) fn on_the_play(&self) -> f64 {
        match self.situation.first_draw {
            Some(false) => 1.0,
            Some(true) => 0.0,
            None => 0.5,
        }
    }

    pub(super) fn truncated(&self) -> f64 {
        if self.forecast.truncated { 1.0 } else { 0.0 }
    }
}
