//! The one table of features: what each column is, its range, and the function that computes it.

use super::facts::HandFacts;

/// What an ablation removes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Usable mana by turn.
    Mana,
    /// Colours reachable by turn.
    Colors,
    /// Spells castable and mana spent by turn.
    Casting,
    /// Ramp, draw and filtering that are really castable.
    Development,
    /// Connected plan, engine, payoff and commander.
    Plan,
    /// Number of lands, relative to the deck, and what conditions cost.
    Lands,
    /// Mulligan state and its interactions.
    Mulligan,
    /// Play or draw.
    Position,
    /// How the analysis went.
    Analysis,
}

impl Family {
    /// All families in table order.
    pub const ALL: [Self; 9] = [
        Self::Mana,
        Self::Colors,
        Self::Casting,
        Self::Development,
        Self::Plan,
        Self::Lands,
        Self::Mulligan,
        Self::Position,
        Self::Analysis,
    ];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mana => "mana",
            Self::Colors => "colors",
            Self::Casting => "casting",
            Self::Development => "development",
            Self::Plan => "plan",
            Self::Lands => "lands",
            Self::Mulligan => "mulligan",
            Self::Position => "position",
            Self::Analysis => "analysis",
        }
    }
}

/// One feature column.
#[derive(Clone, Copy)]
pub struct Feature {
    /// Column name, unique.
    pub name: &'static str,
    /// What it belongs to.
    pub family: Family,
    /// What it says.
    pub meaning: &'static str,
    /// What 1 stands for.
    pub unit: &'static str,
    /// Smallest and largest value.
    pub range: (f64, f64),
    /// May tell decks or situations apart: mulligan state, its interactions, play or draw.
    pub exempt: bool,
    pub(super) compute: fn(&HandFacts) -> f64,
}

macro_rules! features {
    ($($family:ident $name:literal, $meaning:literal, $unit:literal, $low:literal ..= $high:literal, $compute:expr;)+) => {
        /// Every feature column, in order.
        pub const FEATURES: &[Feature] = &[$(Feature {
            name: $name,
            family: Family::$family,
            meaning: $meaning,
            unit: $unit,
            range: ($low, $high),
            exempt: matches!(Family::$family, Family::Mulligan | Family::Position),
            compute: $compute,
        }),+];
    };
}

features! {
    Mana "usable_mana_t1", "most mana on turn 1 before casting", "8 mana", 0.0..=1.0, |h| h.usable(1);
    Mana "usable_mana_t2", "most mana on turn 2 before casting", "8 mana", 0.0..=1.0, |h| h.usable(2);
    Mana "usable_mana_t3", "most mana on turn 3 before casting", "8 mana", 0.0..=1.0, |h| h.usable(3);
    Mana "usable_mana_t4", "most mana on turn 4 before casting", "8 mana", 0.0..=1.0, |h| h.usable(4);
    Mana "usable_mana_t5", "most mana on turn 5 before casting", "8 mana", 0.0..=1.0, |h| h.usable(5);
    Colors "colors_t2", "different colours of the deck's costs at once on turn 2", "all of them", 0.0..=1.0, |h| h.colors(2);
    Colors "colors_t3", "different colours of the deck's costs at once on turn 3", "all of them", 0.0..=1.0, |h| h.colors(3);
    Colors "colors_t4", "different colours of the deck's costs at once on turn 4", "all of them", 0.0..=1.0, |h| h.colors(4);
    Casting "castable_t2", "nonland cards of the hand that some line casts by turn 2", "7 cards", 0.0..=1.0, |h| h.castable(2);
    Casting "castable_t3", "nonland cards of the hand that some line casts by turn 3", "7 cards", 0.0..=1.0, |h| h.castable(3);
    Casting "castable_t4", "nonland cards of the hand that some line casts by turn 4", "7 cards", 0.0..=1.0, |h| h.castable(4);
    Casting "castable_t4_against_deck", "castable by turn 4, minus the mean of sevens of the deck", "7 cards", -1.0..=1.0, |h| h.castable_against_deck();
    Casting "casts_t3", "most spells cast up to turn 3 in one line", "5 spells", 0.0..=1.0, |h| h.casts(3);
    Casting "spent_t2", "most mana spent up to turn 2 in one line", "16 mana", 0.0..=1.0, |h| h.spent(2);
    Casting "spent_t3", "most mana spent up to turn 3 in one line", "16 mana", 0.0..=1.0, |h| h.spent(3);
    Casting "spent_t4", "most mana spent up to turn 4 in one line", "16 mana", 0.0..=1.0, |h| h.spent(4);
    Casting "spent_t5", "most mana spent up to turn 5 in one line", "16 mana", 0.0..=1.0, |h| h.spent(5);
    Casting "stranded", "nonland cards of the hand that no line casts by turn 5", "7 cards", 0.0..=1.0, |h| h.stranded();
    Development "ramp_t2", "ramp cards castable by turn 2", "3 cards", 0.0..=1.0, |h| h.ramp(2);
    Development "ramp_t4", "ramp cards castable by turn 4", "3 cards", 0.0..=1.0, |h| h.ramp(4);
    Development "ritual_t4", "rituals castable by turn 4", "2 cards", 0.0..=1.0, |h| h.rituals(4);
    Development "draw_t3", "cards surely drawn by cards castable by turn 3", "6 cards", 0.0..=1.0, |h| h.draw(3);
    Development "draw_t5", "cards surely drawn by cards castable by turn 5", "6 cards", 0.0..=1.0, |h| h.draw(5);
    Development "filter_t3", "cards that loot, scry or cycle, usable by turn 3", "3 cards", 0.0..=1.0, |h| h.filter(3);
    Development "interaction_t3", "removal and other interaction castable by turn 3", "3 cards", 0.0..=1.0, |h| h.interaction(3);
    Plan "plan", "earliest turn with a setup card (by turn 3) and a follow-up cast in one line: turn t gives (6 - t) / 5", "turn 1", 0.0..=1.0, |h| h.plan();
    Plan "engine", "earliest castable engine: turn t gives (6 - t) / 5", "turn 1", 0.0..=1.0, |h| h.engine();
    Plan "payoff", "earliest castable payoff: turn t gives (6 - t) / 5", "turn 1", 0.0..=1.0, |h| h.payoff();
    Plan "commander", "earliest castable commander: turn t gives (6 - t) / 5", "turn 1", 0.0..=1.0, |h| h.commander();
    Lands "lands_over_expected", "land cards minus what a hand of this size holds on average in this deck", "7 lands", -1.0..=1.0, |h| h.lands_over_expected();
    Lands "land_surplus", "land cards beyond expected + 1, squared", "9 = three lands too many", 0.0..=1.0, |h| h.land_surplus();
    Lands "land_shortage", "land cards short of expected, squared", "9 = three lands too few", 0.0..=1.0, |h| h.land_shortage();
    Lands "next_land_t3", "chance to draw a land by turn 3", "certain", 0.0..=1.0, |h| h.next_land(3);
    Lands "next_land_t4", "chance to draw a land by turn 4", "certain", 0.0..=1.0, |h| h.next_land(4);
    Lands "conditional_lands", "lands that may enter tapped, return a land, or give mana only at a price, once or under a condition", "7 lands", 0.0..=1.0, |h| h.conditional_lands();
    Lands "mana_gap_t2", "mana that land cards lose to conditions up to turn 2", "2 mana", 0.0..=1.0, |h| h.mana_gap(2, 2.0);
    Lands "mana_gap_t3", "mana that land cards lose to conditions on turn 3", "3 mana", 0.0..=1.0, |h| h.mana_gap(3, 3.0);
    Mulligan "mulligans_taken", "mulligans taken before this hand", "8 mulligans", 0.0..=1.0, |h| h.mulligans_taken();
    Mulligan "next_mulligan_free", "the next mulligan costs no card", "yes", 0.0..=1.0, |h| h.next_free();
    Mulligan "cards_short", "cards a kept hand lacks for the mulligans taken", "7 cards", 0.0..=1.0, |h| h.cards_short();
    Mulligan "free_and_surplus", "land surplus while the next mulligan is free", "9 = three lands too many", 0.0..=1.0, |h| h.next_free() * h.land_surplus();
    Mulligan "free_and_plan", "plan while the next mulligan is free", "turn 1", 0.0..=1.0, |h| h.next_free() * h.plan();
    Mulligan "free_and_mana", "usable mana on turn 3 while the next mulligan is free", "8 mana", 0.0..=1.0, |h| h.next_free() * h.usable(3);
    Position "on_the_play", "first turn without a draw (two players), one half when unknown", "yes", 0.0..=1.0, |h| h.on_the_play();
    Analysis "truncated", "the analysis ended early: figures are lower bounds", "yes", 0.0..=1.0, |h| h.truncated();
}
