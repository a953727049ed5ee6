//! What a hand is worth, in points, each with its cause.

use super::prospect::{Plan, Prospect};
use super::settings::{Profile, VALUED_TURNS, Weights};

/// Turn by which the third land is wanted, and how many.
const THIRD: usize = 3;

/// Why a hand gains or loses points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    Mana,
    Colors,
    MissedDrop,
    Flood,
    Spent,
    Ramp,
    Cards,
    Plan,
    Commander,
    Stranded,
}

impl Cause {
    /// Its name among the facts of a report.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Mana => "points_mana",
            Self::Colors => "points_colors",
            Self::MissedDrop => "points_missed_drop",
            Self::Flood => "points_flood",
            Self::Spent => "points_spent",
            Self::Ramp => "points_ramp",
            Self::Cards => "points_cards",
            Self::Plan => "points_plan",
            Self::Commander => "points_commander",
            Self::Stranded => "points_stranded",
        }
    }
}

/// The rest of the deck, as far as the player knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Library {
    pub(super) cards: u32,
    pub(super) lands: u32,
    /// Cards drawn before the third land drop.
    pub(super) draws: u32,
}

impl Library {
    /// Chance that fewer than `wanted` of the draws are lands.
    pub(super) fn chance_below(self, wanted: usize) -> f64 {
        // ways[k]: chance of k lands so far; draws are few, so the table is small.
        let mut ways = [0.0; 8];
        ways[0] = 1.0;
        for drawn in 0..self.draws.min(self.cards).min(7) {
            let left = f64::from(self.cards - drawn);
            let mut next = [0.0; 8];
            for (found, chance) in (0_u32..).zip(ways) {
                let lands = f64::from(self.lands.saturating_sub(found));
                let hit = (lands / left).clamp(0.0, 1.0);
                let index = found as usize;
                next[index] += chance * (1.0 - hit);
                if let Some(more) = next.get_mut(index + 1) {
                    *more += chance * hit;
                }
            }
            ways = next;
        }
        ways.iter().take(wanted).sum::<f64>().clamp(0.0, 1.0)
    }
}

/// Points of a hand by cause, in a fixed order.
#[derive(Clone, Debug)]
pub(super) struct Score {
    pub(super) parts: [(Cause, f64); 10],
    pub(super) total: f64,
}

impl Score {
    pub(super) fn of(hand: &Prospect, library: Library, weights: &Weights, profile: &Profile) -> Self {
        let parts = [
            (Cause::Mana, mana(hand, weights)),
            (
                Cause::Colors,
                weights.mana.missing_color * hand.missing_colors.len() as f64,
            ),
            (Cause::MissedDrop, missed_drop(hand, library, weights)),
            (Cause::Flood, flood(hand, weights)),
            (Cause::Spent, weights.development.spent * f64::from(hand.spent)),
            (Cause::Ramp, weights.development.ramp * f64::from(hand.ramp.min(2))),
            (
                Cause::Cards,
                weights.development.draw * f64::from(hand.draws.min(3))
                    + weights.development.filter * f64::from(hand.filters.min(2)),
            ),
            (
                Cause::Plan,
                weights.development.plan * profile.plan * plan_share(&hand.plan, weights),
            ),
            (Cause::Commander, commander(hand, profile)),
            (
                Cause::Stranded,
                weights.development.stranded * f64::from(hand.stranded.saturating_sub(1)),
            ),
        ];
        let total = parts.iter().map(|(_, points)| points).sum();
        Self { parts, total }
    }

    pub(super) fn part(&self, cause: Cause) -> f64 {
        self.parts
            .iter()
            .find(|(own, _)| *own == cause)
            .map_or(0.0, |(_, points)| *points)
    }
}

fn mana(hand: &Prospect, weights: &Weights) -> f64 {
    let by_turn = hand.mana.iter().take(VALUED_TURNS);
    let limits = weights.mana.value.iter().zip(&weights.mana.enough);
    let usable: f64 = by_turn
        .zip(limits)
        .map(|(mana, (value, enough))| value * f64::from(*mana.min(enough)))
        .sum();
    let floor = if hand.mana[1] == 0 {
        weights.mana.none
    } else if hand.mana[2] < 2 {
        weights.mana.short
    } else {
        0.0
    };
    usable + floor
}

fn missed_drop(hand: &Prospect, library: Library, weights: &Weights) -> f64 {
    let missing = THIRD.saturating_sub(hand.lands);
    if missing == 0 {
        return 0.0;
    }
    let helped = hand.mana[THIRD - 1] >= 3 || hand.draws > 0;
    let factor = if helped { weights.land.helped } else { 1.0 };
    weights.land.missed_drop * library.chance_below(missing) * factor
}

fn flood(hand: &Prospect, weights: &Weights) -> f64 {
    let wanted = if hand.cards >= 6 {
        weights.land.wanted
    } else {
        weights.land.wanted_small
    };
    let surplus = hand.lands.saturating_sub(wanted).min(weights.land.flood.len() - 1);
    let points = weights.land.flood.get(surplus).copied().unwrap_or(0.0);
    let has_sink = hand.draws > 0 || hand.filters > 0;
    points * if has_sink { weights.land.sink } else { 1.0 }
}

fn plan_share(plan: &Plan, weights: &Weights) -> f64 {
    match plan {
        Plan::None => 0.0,
        Plan::Setup => weights.development.only_setup,
        Plan::FollowUp => weights.development.only_follow_up,
        Plan::Connected => 1.0,
    }
}

fn commander(hand: &Prospect, profile: &Profile) -> f64 {
    let early = hand
        .commander_turn
        .map_or(0, |turn| profile.by.saturating_sub(turn).min(profile.most));
    profile.commander_turn * f64::from(early)
}

#[cfg(test)]
mod tests {
    use super::Library;

    #[test]
    fn chances_of_lands_are_hypergeometric() {
        let library = Library {
            cards: 91,
            lands: 34,
            draws: 3,
        };
        // 57·56·55 / (91·90·89), and one land more: 3·34·57·56 / (91·90·89).
        let none = 175_560.0 / 728_910.0;
        let one = 325_584.0 / 728_910.0;
        assert!((library.chance_below(1) - none).abs() < 1e-12);
        assert!((library.chance_below(2) - none - one).abs() < 1e-12);
        assert!((library.chance_below(4) - 1.0).abs() < 1e-12);
        assert!(library.chance_below(0).abs() < 1e-12);
        let empty = Library {
            cards: 0,
            lands: 0,
            draws: 3,
        };
        assert!((empty.chance_below(1) - 1.0).abs() < 1e-12);
    }
}
