//! What speaks for and against a hand, in plain words: columns that say one thing are one fact.

use serde::Serialize;
use turnzero_spark::Judgment;
use turnzero_spark::features::FEATURES;

/// A fact in plain words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlainFact {
    /// Topic.
    pub name: &'static str,
    /// Share in the balanced score, log odds, summed over its columns; positive speaks for keeping.
    pub weight: f64,
    /// In words.
    pub words: String,
    /// Columns behind it.
    pub features: Vec<&'static str>,
}

/// Columns that move together, judged and told together: their single weights mean little.
struct Topic {
    name: &'static str,
    columns: &'static [&'static str],
    /// The column that is compared with the hands of the training rows.
    lead: &'static str,
    /// How "more" and "less" of the lead are called.
    beside: (&'static str, &'static str),
    words: fn(&Values<'_>) -> String,
}

const MORE: (&str, &str) = ("more", "less");
const SOONER: (&str, &str) = ("sooner", "later");
const MANY: (&str, &str) = ("more", "fewer");

/// Weight below which a fact is not worth a line.
const LEAST: f64 = 0.05;

const TOPICS: &[Topic] = &[
    Topic {
        name: "mana",
        columns: &[
            "usable_mana_t1",
            "usable_mana_t2",
            "usable_mana_t3",
            "usable_mana_t4",
            "usable_mana_t5",
            "free_and_mana",
        ],
        lead: "usable_mana_t3",
        beside: MORE,
        words: |v| {
            let turns: Vec<String> = (1..=5).map(|turn| v.number(&format!("usable_mana_t{turn}"))).collect();
            format!("{} mana on turns 1 to 5", turns.join(", "))
        },
    },
    Topic {
        name: "colours",
        columns: &["colors_t2", "colors_t3", "colors_t4"],
        lead: "colors_t3",
        beside: MORE,
        words: |v| {
            let turns: Vec<String> = (2..=4).map(|turn| v.share(&format!("colors_t{turn}"))).collect();
            if ["all", "none"].iter().any(|word| turns.iter().all(|turn| turn == word)) {
                return format!("{} of the deck's colours from turn 2 to 4", v.share("colors_t2"));
            }
            format!("{} of the deck's colours by turns 2, 3, 4", turns.join(", "))
        },
    },
    Topic {
        name: "casting",
        columns: &[
            "castable_t2",
            "castable_t3",
            "castable_t4",
            "castable_t4_against_deck",
            "casts_t3",
            "spent_t2",
            "spent_t3",
            "spent_t4",
            "spent_t5",
            "stranded",
        ],
        lead: "castable_t4",
        beside: MORE,
        words: |v| {
            let turns: Vec<String> = (2..=4).map(|turn| v.number(&format!("castable_t{turn}"))).collect();
            format!(
                "{} spells castable by turns 2, 3, 4; {} stuck through turn 5; {} mana put to use by turn 5",
                turns.join(", "),
                v.number("stranded"),
                v.number("spent_t5")
            )
        },
    },
    Topic {
        name: "ramp",
        columns: &["ramp_t2", "ramp_t4", "ritual_t4"],
        lead: "ramp_t4",
        beside: MORE,
        words: |v| {
            let rituals = if v.of("ritual_t4") > 0.0 {
                format!(", rituals: {}", v.number("ritual_t4"))
            } else {
                String::new()
            };
            format!(
                "ramp castable by turns 2, 4: {}, {}{rituals}",
                v.number("ramp_t2"),
                v.number("ramp_t4")
            )
        },
    },
    Topic {
        name: "draw",
        columns: &["draw_t3", "draw_t5", "filter_t3"],
        lead: "draw_t5",
        beside: MORE,
        words: |v| {
            format!(
                "cards drawn by turns 3, 5: {}, {}; cards that filter: {}",
                v.number("draw_t3"),
                v.number("draw_t5"),
                v.number("filter_t3")
            )
        },
    },
    Topic {
        name: "interaction",
        columns: &["interaction_t3"],
        lead: "interaction_t3",
        beside: MORE,
        words: |v| {
            format!(
                "removal and the like castable by turn 3: {}",
                v.number("interaction_t3")
            )
        },
    },
    Topic {
        name: "plan",
        columns: &["plan", "free_and_plan"],
        lead: "plan",
        beside: SOONER,
        words: |v| match v.turn("plan") {
            Some(turn) => format!("a connected plan: setup early, a follow-up on turn {turn}"),
            None => "no setup by turn 3 that leads to a follow-up by turn 5".to_owned(),
        },
    },
    Topic {
        name: "engine",
        columns: &["engine"],
        lead: "engine",
        beside: SOONER,
        words: |v| v.first("an engine", "no engine", "engine"),
    },
    Topic {
        name: "payoff",
        columns: &["payoff"],
        lead: "payoff",
        beside: SOONER,
        words: |v| v.first("a payoff", "no payoff", "payoff"),
    },
    Topic {
        name: "commander",
        columns: &["commander"],
        lead: "commander",
        beside: SOONER,
        words: |v| v.first("a commander", "no commander", "commander"),
    },
    Topic {
        name: "lands",
        columns: &[
            "lands_over_expected",
            "land_surplus",
            "land_shortage",
            "free_and_surplus",
            "next_land_t3",
            "next_land_t4",
        ],
        lead: "lands_over_expected",
        beside: MANY,
        words: |v| {
            let over = 7.0 * v.of("lands_over_expected");
            let side = if over.abs() < 0.05 {
                "the average".to_owned()
            } else {
                format!(
                    "{:.1} {} than the average",
                    over.abs(),
                    if over > 0.0 { "more" } else { "fewer" }
                )
            };
            let count = if v.lands == 1 {
                "1 land".to_owned()
            } else {
                format!("{} lands", v.lands)
            };
            format!(
                "{count}, {side} of such hands; {} to draw one by turn 4",
                v.percent("next_land_t4")
            )
        },
    },
    Topic {
        name: "conditional lands",
        columns: &["conditional_lands", "mana_gap_t2", "mana_gap_t3"],
        lead: "conditional_lands",
        beside: MANY,
        words: |v| {
            format!(
                "lands with a condition or price: {}; mana lost to them on turn 3: {}",
                v.number("conditional_lands"),
                v.number("mana_gap_t3")
            )
        },
    },
    Topic {
        name: "mulligan",
        columns: &["mulligans_taken", "next_mulligan_free", "cards_short"],
        lead: "mulligans_taken",
        beside: MANY,
        words: |v| {
            let next = if v.of("next_mulligan_free") > 0.5 {
                "is free"
            } else {
                "costs a card"
            };
            format!(
                "the next mulligan {next} (taken so far: {})",
                v.number("mulligans_taken")
            )
        },
    },
    Topic {
        name: "turn order",
        columns: &["on_the_play"],
        lead: "on_the_play",
        beside: MORE,
        words: |v| {
            match v.of("on_the_play") {
                x if x > 0.75 => "on the play, without a draw on turn 1",
                x if x < 0.25 => "a draw on turn 1",
                _ => "turn order unknown",
            }
            .to_owned()
        },
    },
    Topic {
        name: "truncated",
        columns: &["truncated"],
        lead: "truncated",
        beside: MORE,
        words: |_| "the analysis ended early: figures are lower bounds".to_owned(),
    },
];

/// The judged hand: columns by name, and what they leave out.
struct Values<'a> {
    judgment: &'a Judgment,
    lands: usize,
}

impl Values<'_> {
    fn of(&self, name: &str) -> f64 {
        self.judgment
            .contributions
            .iter()
            .find(|one| one.name == name)
            .map_or(0.0, |one| one.value)
    }

    /// In the column's own unit, such as mana or cards.
    fn number(&self, name: &str) -> String {
        let unit = FEATURES
            .iter()
            .find(|feature| feature.name == name)
            .map_or("", |feature| feature.unit);
        let scale = unit
            .split(' ')
            .next()
            .and_then(|n| n.parse::<f64>().ok())
            .unwrap_or(1.0);
        let amount = self.of(name) * scale;
        if (amount - amount.round()).abs() < 0.05 {
            format!("{amount:.0}")
        } else {
            format!("{amount:.1}")
        }
    }

    fn share(&self, name: &str) -> String {
        let share = self.of(name);
        if share >= 1.0 {
            "all".to_owned()
        } else if share <= 0.0 {
            "none".to_owned()
        } else {
            self.percent(name)
        }
    }

    fn percent(&self, name: &str) -> String {
        super::percent(self.of(name))
    }

    /// The turn that a column of earliest turns stands for.
    fn turn(&self, name: &str) -> Option<String> {
        let value = self.of(name);
        (value > 0.0).then(|| format!("{:.0}", 6.0 - 5.0 * value))
    }

    fn first(&self, some: &str, none: &str, column: &str) -> String {
        match self.turn(column) {
            Some(turn) => format!("{some} castable on turn {turn}"),
            None => format!("{none} castable by turn 5"),
        }
    }
}

/// The facts that weigh most on one side, heaviest first, at most `count`; `lands` of the hand are
/// told, as the columns hold them only relative to the deck.
pub(super) fn plain_facts(judgment: &Judgment, lands: usize, for_keeping: bool, count: usize) -> Vec<PlainFact> {
    let values = Values { judgment, lands };
    let mut side: Vec<PlainFact> = TOPICS
        .iter()
        .map(|topic| {
            let own = judgment
                .contributions
                .iter()
                .filter(|one| topic.columns.contains(&one.name.as_str()));
            let z = judgment
                .contributions
                .iter()
                .find(|one| one.name == topic.lead)
                .map_or(0.0, |one| one.z);
            PlainFact {
                name: topic.name,
                weight: own.map(|one| one.contribution).sum(),
                words: format!("{}{}", (topic.words)(&values), beside(topic, z)),
                features: topic.columns.to_vec(),
            }
        })
        .filter(|fact| {
            if for_keeping {
                fact.weight >= LEAST
            } else {
                fact.weight <= -LEAST
            }
        })
        .collect();
    side.sort_by(|a, b| {
        b.weight
            .abs()
            .total_cmp(&a.weight.abs())
            .then_with(|| a.name.cmp(b.name))
    });
    side.truncate(count);
    side
}

/// Whether the lead column is high or low beside the hands of the training rows.
fn beside(topic: &Topic, z: f64) -> String {
    if ["mulligan", "turn order", "truncated"].contains(&topic.name) {
        return String::new();
    }
    let (more, less) = topic.beside;
    match z {
        z if z > 1.0 => format!(" (far {more} than usual)"),
        z if z > 0.25 => format!(" ({more} than usual)"),
        z if z < -1.0 => format!(" (far {less} than usual)"),
        z if z < -0.25 => format!(" ({less} than usual)"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_belongs_to_one_topic() {
        let mut told: Vec<&str> = TOPICS.iter().flat_map(|topic| topic.columns).copied().collect();
        told.sort_unstable();
        let mut columns: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
        columns.sort_unstable();
        assert_eq!(told, columns);
        for topic in TOPICS {
            assert!(topic.columns.contains(&topic.lead), "{}", topic.name);
        }
    }
}
