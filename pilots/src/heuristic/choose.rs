//! The best cards to play with, and whether they are enough.

use super::bars::{ALWAYS_KEPT, Bars, sample_places};
use super::prospect::{Prospect, asked_colors};
use super::score::{Library, Score};
use super::settings::{Profile, Weights};
use crate::opening::{CardFacts, Deck, Hand, STARTING_HAND};
use std::sync::Arc;
use turnzero_contract::{ColorSet, PlayerKnowledge};
use turnzero_forecast::{CardId, DeckProfile, ForecastError, Forecaster};

/// What a game's hands are judged with.
pub(super) struct Judge {
    pub(super) deck: Arc<Deck>,
    compiled: DeckProfile,
    commander_colors: ColorSet,
    seats: u8,
    forecaster: Forecaster,
    weights: &'static Weights,
    profile: &'static Profile,
    bars: Bars,
}

/// A way to play a hand: what stays, what goes, and what the rest is worth.
pub(super) struct Kept {
    /// Indices of the cards that go.
    pub(super) gone: Vec<usize>,
    pub(super) prospect: Prospect,
    pub(super) score: Score,
}

/// Keep or mulligan.
pub(super) struct Verdict {
    pub(super) best: Kept,
    pub(super) bar: f64,
    pub(super) keep: bool,
    pub(super) unsure: bool,
    pub(super) p_keep: f64,
    pub(super) library: Library,
}

impl Judge {
    pub(super) fn new(
        knowledge: &PlayerKnowledge,
        weights: &'static Weights,
        profile: &'static Profile,
    ) -> Result<Self, ForecastError> {
        let deck = Deck::of(knowledge);
        let commander_colors = knowledge
            .commanders
            .iter()
            .filter_map(|commander| deck.facts(&commander.name))
            .fold(ColorSet::EMPTY, |all, facts| all.union(asked_colors(facts)));
        let mut judge = Self {
            compiled: DeckProfile::new(knowledge)?,
            deck: Arc::new(deck),
            commander_colors,
            seats: knowledge.options.seats,
            forecaster: Forecaster::new(),
            weights,
            profile,
            bars: Bars::of(&[], &weights.stopping),
        };
        let points = judge.sample_points()?;
        judge.bars = Bars::of(&points, &weights.stopping);
        Ok(judge)
    }

    /// Whether games with this knowledge are judged by the same deck, options and profile.
    pub(super) fn fits(&self, knowledge: &PlayerKnowledge, profile: &Profile) -> bool {
        self.profile.name == profile.name && self.deck.same_deck(knowledge)
    }

    /// Points of sample sevens of the deck, as on the draw or play that is not known yet.
    fn sample_points(&mut self) -> Result<Vec<f64>, ForecastError> {
        let deck = Arc::clone(&self.deck);
        let cards = deck.all_copies();
        let lands = cards.iter().filter(|card| card.land).count();
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        sample_places(cards.len(), STARTING_HAND, self.weights.stopping.sample)
            .into_iter()
            .map(|places| {
                let hand: Vec<&CardFacts> = places.iter().filter_map(|place| cards.get(*place).copied()).collect();
                let names: Vec<&str> = hand.iter().map(|card| card.name.as_str()).collect();
                let ids = self.compiled.hand(&names)?;
                let held = hand.iter().filter(|card| card.land).count();
                let library = Library {
                    cards: count(cards.len() - hand.len()),
                    lands: count(lands - held),
                    draws: self.draws(None),
                };
                Ok(self.judge(&hand, &ids, library)?.1.total)
            })
            .collect()
    }

    /// The best `count` cards of the hand to give away, by what the rest is worth; the first in hand order among
    /// equals.
    pub(super) fn best(&mut self, hand: &Hand<'_>, count: usize) -> Result<Kept, ForecastError> {
        let names: Vec<&str> = hand.cards.iter().map(|card| card.name.as_str()).collect();
        let ids = self.compiled.hand(&names)?;
        let library = self.library(hand);
        let mut kept: Vec<usize> = (0..hand.cards.len().saturating_sub(count)).collect();
        let (prospect, score) = self.judge_places(hand, &ids, &kept, library)?;
        let gone = |kept: &[usize]| (0..hand.cards.len()).filter(|index| !kept.contains(index)).collect();
        let mut best = Kept {
            gone: gone(&kept),
            prospect,
            score,
        };
        while next_combination(&mut kept, hand.cards.len()) {
            let (prospect, score) = self.judge_places(hand, &ids, &kept, library)?;
            if score.total > best.score.total {
                best = Kept {
                    gone: gone(&kept),
                    prospect,
                    score,
                };
            }
        }
        Ok(best)
    }

    fn judge_places(
        &mut self,
        hand: &Hand<'_>,
        ids: &[CardId],
        kept: &[usize],
        library: Library,
    ) -> Result<(Prospect, Score), ForecastError> {
        let ids: Vec<CardId> = kept.iter().filter_map(|index| ids.get(*index).copied()).collect();
        let cards: Vec<&CardFacts> = kept
            .iter()
            .filter_map(|index| hand.cards.get(*index).copied())
            .collect();
        self.judge(&cards, &ids, library)
    }

    fn judge(
        &mut self,
        cards: &[&CardFacts],
        ids: &[CardId],
        library: Library,
    ) -> Result<(Prospect, Score), ForecastError> {
        let forecast = self.forecaster.forecast(&self.compiled, ids)?;
        let prospect = Prospect::of(&self.compiled, ids, cards, self.commander_colors, &forecast);
        let score = Score::of(&prospect, library, self.weights, self.profile);
        Ok((prospect, score))
    }

    /// Judges a declaration: the best hand that keeping would leave, against the bar of the mulligan state.
    pub(super) fn declare(&mut self, hand: &Hand<'_>) -> Result<Verdict, ForecastError> {
        let best = self.best(hand, hand.to_bottom)?;
        let bar = self.bar(hand, &best.prospect);
        let mut margin = best.score.total - bar;
        // Whatever the deck, a free mulligan is never worse than a hand without mana.
        if hand.free_left > 0 && best.prospect.mana[2] == 0 {
            margin = margin.min(-2.0 * self.weights.probability.unsure);
        }
        let keep = hand.played <= ALWAYS_KEPT || margin >= 0.0;
        let probability = &self.weights.probability;
        Ok(Verdict {
            unsure: hand.played > ALWAYS_KEPT && margin.abs() < probability.unsure,
            p_keep: if hand.played <= ALWAYS_KEPT {
                1.0
            } else {
                1.0 / (1.0 + libm::exp(-probability.slope * margin))
            },
            best,
            bar,
            keep,
            library: self.library(hand),
        })
    }

    fn bar(&self, hand: &Hand<'_>, prospect: &Prospect) -> f64 {
        if hand.free_left > 0 {
            return self.bars.free;
        }
        let bar = self.bars.counted(hand.played);
        if hand.played >= STARTING_HAND && prospect.mana[2] >= 2 {
            bar - self.profile.functional_seven
        } else {
            bar
        }
    }

    fn library(&self, hand: &Hand<'_>) -> Library {
        Library {
            cards: hand.library,
            lands: hand.library_lands,
            draws: self.draws(hand.on_play),
        }
    }

    /// Cards drawn before the third land drop. With two players the one who begins draws one less (CR 103.8a);
    /// unknown counts as beginning.
    fn draws(&self, on_play: Option<bool>) -> u32 {
        if self.seats == 2 && on_play != Some(false) {
            2
        } else {
            3
        }
    }
}

/// The next combination of indices below `len` in lexicographic order, if any.
fn next_combination(chosen: &mut [usize], len: usize) -> bool {
    let size = chosen.len();
    for place in (0..size).rev() {
        if chosen[place] < len - size + place {
            chosen[place] += 1;
            for later in place + 1..size {
                chosen[later] = chosen[later - 1] + 1;
            }
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::next_combination;

    #[test]
    fn combinations_are_complete_and_ordered() {
        let mut chosen = vec![0, 1, 2];
        let mut all = vec![chosen.clone()];
        while next_combination(&mut chosen, 7) {
            all.push(chosen.clone());
        }
        assert_eq!(all.len(), 35);
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(!next_combination(&mut [], 7));
        assert!(!next_combination(&mut [0, 1], 2));
    }
}
