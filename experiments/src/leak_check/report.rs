//! Counts of a leak check and its verdict.

use super::LeakCheckParams;
use super::view::View;
use crate::error::{AppError, Result};
use serde::Serialize;
use std::collections::BTreeMap;
use turnzero_contract::Seat;

/// Leaks that a report describes in full.
const SHOWN: usize = 10;
/// Least share of resamples that must differ from the original, in hundredths.
const LEAST_CHANGED: u64 = 90;

/// Which part of the games is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// From the deal to the begin of the game.
    Pregame,
    /// From the first turn to the end.
    Games,
}

/// A channel that showed a hidden fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leak {
    /// Index of the game.
    pub game: u64,
    /// Players at its table.
    pub seats: u8,
    /// Who saw too much.
    pub viewer: u8,
    /// Decisions of the game before this one.
    pub decision: u64,
    /// Where it showed.
    pub channel: String,
    /// The original there, from a little before the first difference.
    pub original: String,
    /// The re-dealt game there.
    pub redealt: String,
}

/// Counts of one game or of all games with a table size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    #[serde(skip)]
    index: u64,
    #[serde(skip)]
    seats: u8,
    #[serde(skip)]
    whole: bool,
    /// Games.
    pub games: u64,
    /// Decisions reached.
    pub decisions: u64,
    /// New deals compared.
    pub resamples: u64,
    /// New deals in which at least one hidden card is another one.
    pub resamples_changed: u64,
    /// Hidden cards over all new deals, each at its place.
    pub hidden_facts: u64,
    /// Of those, places that hold another card.
    pub hidden_facts_changed: u64,
    /// Channels compared.
    pub comparisons: u64,
    /// Channels whose bytes differ.
    pub leaks: u64,
    /// Facts that the viewer knows and that were looked for in the new deals.
    pub known_facts: u64,
    /// Of those, facts that changed; must be 0.
    pub known_facts_changed: u64,
    #[serde(skip)]
    by_channel: BTreeMap<String, u64>,
    #[serde(skip)]
    shown: Vec<Leak>,
}

impl Tally {
    pub(super) fn new(index: u64, seats: u8) -> Self {
        Self {
            index,
            seats,
            games: 1,
            ..Self::default()
        }
    }

    /// For a game that is played to its end.
    pub(super) fn whole(index: u64, seats: u8) -> Self {
        Self {
            whole: true,
            ..Self::new(index, seats)
        }
    }

    /// Counts a new deal: hidden cards, and how many of their places hold another card now.
    pub(super) fn resampled(&mut self, hidden: u64, changed: u64) {
        self.resamples += 1;
        self.resamples_changed += u64::from(changed > 0);
        self.hidden_facts += hidden;
        self.hidden_facts_changed += changed;
    }

    /// Compares all channels of one viewer.
    pub(super) fn compare(&mut self, viewer: Seat, original: &View, new: &View) {
        // A channel that one side lacks differs from every text.
        let mut names: Vec<&String> = original.channels.keys().chain(new.channels.keys()).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            self.comparisons += 1;
            let [old, new] = [original, new].map(|view| view.channels.get(name).map_or("(absent)", String::as_str));
            if old == new {
                continue;
            }
            self.leaks += 1;
            *self.by_channel.entry(name.clone()).or_default() += 1;
            if self.shown.len() < SHOWN {
                let [original, redealt] = excerpts(old, new);
                self.shown.push(Leak {
                    game: self.index,
                    seats: self.seats,
                    viewer: viewer.0,
                    decision: self.decisions.saturating_sub(1),
                    channel: name.clone(),
                    original,
                    redealt,
                });
            }
        }
    }

    /// Counts a fact that the viewer knows.
    pub(super) fn known(&mut self, stayed: bool) {
        self.known_facts += 1;
        self.known_facts_changed += u64::from(!stayed);
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.resamples += other.resamples;
        self.resamples_changed += other.resamples_changed;
        self.hidden_facts += other.hidden_facts;
        self.hidden_facts_changed += other.hidden_facts_changed;
        self.comparisons += other.comparisons;
        self.leaks += other.leaks;
        self.known_facts += other.known_facts;
        self.known_facts_changed += other.known_facts_changed;
    }
}

/// The surroundings of the first difference in both texts.
fn excerpts(old: &str, new: &str) -> [String; 2] {
    let same = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    [old, new].map(|text| {
        let bytes = text.as_bytes();
        let from = same.saturating_sub(40).min(bytes.len());
        let to = (same + 60).min(bytes.len());
        String::from_utf8_lossy(&bytes[from..to]).into_owned()
    })
}

/// What a leak check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeakReport {
    /// Random pregames.
    pub games: u64,
    /// Whole games.
    pub whole_games: u64,
    /// Parts of the games checked.
    pub scopes: Vec<Scope>,
    /// Decisions reached.
    pub decisions: u64,
    /// New deals compared.
    pub resamples: u64,
    /// New deals in which at least one hidden card is another one.
    pub resamples_changed: u64,
    /// Hidden cards over all new deals.
    pub hidden_facts: u64,
    /// Of those, places that hold another card.
    pub hidden_facts_changed: u64,
    /// Channels compared.
    pub comparisons: u64,
    /// Channels whose bytes differ; 0 for a tight boundary.
    pub leaks: u64,
    /// Leaks by channel.
    pub by_channel: BTreeMap<String, u64>,
    /// Facts that viewers know, looked for in the new deals.
    pub known_facts: u64,
    /// Of those, facts that changed; must be 0.
    pub known_facts_changed: u64,
    /// The same counts by table size.
    pub by_seats: BTreeMap<u8, Tally>,
    /// The deliberate leak switched on.
    pub mutant: Option<&'static str>,
    /// Pilots whose decisions were compared.
    pub pilots: Vec<String>,
    /// Games in which they were asked.
    pub pilot_games: u64,
    /// The first leaks in full.
    pub first_leaks: Vec<Leak>,
}

impl LeakReport {
    pub(super) fn new(params: &LeakCheckParams) -> Self {
        Self {
            games: 0,
            whole_games: 0,
            scopes: vec![params.scope],
            decisions: 0,
            resamples: 0,
            resamples_changed: 0,
            hidden_facts: 0,
            hidden_facts_changed: 0,
            comparisons: 0,
            leaks: 0,
            by_channel: BTreeMap::new(),
            known_facts: 0,
            known_facts_changed: 0,
            by_seats: BTreeMap::new(),
            mutant: params.mutant.map(turnzero_engine::Mutant::name),
            pilots: params.pilots.iter().map(|maker| maker.name().to_owned()).collect(),
            pilot_games: params.games.div_ceil(params.pilot_every),
            first_leaks: Vec::new(),
        }
    }

    /// Adds a game; games come in order, so that the first leaks are the same on any machine.
    pub(super) fn add(&mut self, tally: Tally) {
        self.by_seats.entry(tally.seats).or_default().add(&tally);
        if tally.whole {
            self.whole_games += tally.games;
        } else {
            self.games += tally.games;
        }
        self.decisions += tally.decisions;
        self.resamples += tally.resamples;
        self.resamples_changed += tally.resamples_changed;
        self.hidden_facts += tally.hidden_facts;
        self.hidden_facts_changed += tally.hidden_facts_changed;
        self.comparisons += tally.comparisons;
        self.leaks += tally.leaks;
        self.known_facts += tally.known_facts;
        self.known_facts_changed += tally.known_facts_changed;
        for (channel, leaks) in tally.by_channel {
            *self.by_channel.entry(channel).or_default() += leaks;
        }
        let room = SHOWN.saturating_sub(self.first_leaks.len());
        self.first_leaks.extend(tally.shown.into_iter().take(room));
    }

    /// Takes over what another scope found.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        self.games += other.games;
        self.whole_games += other.whole_games;
        self.scopes.extend(other.scopes);
        self.decisions += other.decisions;
        self.resamples += other.resamples;
        self.resamples_changed += other.resamples_changed;
        self.hidden_facts += other.hidden_facts;
        self.hidden_facts_changed += other.hidden_facts_changed;
        self.comparisons += other.comparisons;
        self.leaks += other.leaks;
        self.known_facts += other.known_facts;
        self.known_facts_changed += other.known_facts_changed;
        self.pilot_games += other.pilot_games;
        for (channel, leaks) in other.by_channel {
            *self.by_channel.entry(channel).or_default() += leaks;
        }
        for (seats, tally) in other.by_seats {
            self.by_seats.entry(seats).or_default().add(&tally);
        }
        let new = other.pilots.into_iter().filter(|pilot| !self.pilots.contains(pilot));
        let new: Vec<String> = new.collect();
        self.pilots.extend(new);
        let room = SHOWN.saturating_sub(self.first_leaks.len());
        self.first_leaks.extend(other.first_leaks.into_iter().take(room));
        self
    }

    /// Whether at least 90 % of the new deals really differ from the original.
    pub const fn resamples_differ(&self) -> bool {
        self.resamples_changed * 100 >= self.resamples * LEAST_CHANGED
    }

    /// The verdict: no leak, no known fact lost, and resamples that really differ.
    ///
    /// # Errors
    /// The exit-1 class, saying what was found.
    pub fn verdict(&self) -> Result<()> {
        if self.leaks > 0 {
            let channels: Vec<&str> = self.by_channel.keys().map(String::as_str).collect();
            return Err(AppError::CheckFailed(format!(
                "{} leaks in {} resamples, in: {}",
                self.leaks,
                self.resamples,
                channels.join(", ")
            )));
        }
        if self.known_facts_changed > 0 {
            return Err(AppError::CheckFailed(format!(
                "{} of {} facts that the viewer knows changed in the new deals: the check itself is wrong",
                self.known_facts_changed, self.known_facts
            )));
        }
        if !self.resamples_differ() {
            return Err(AppError::CheckFailed(format!(
                "only {} of {} new deals differ from the original, at least {LEAST_CHANGED} % must: the check shows nothing; use decks with more different cards",
                self.resamples_changed, self.resamples
            )));
        }
        Ok(())
    }
}
