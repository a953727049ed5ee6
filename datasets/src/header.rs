//! What a study is about: decks, options, batch, groups and seeds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use turnzero_contract::BottomTiming;

use crate::canonical;
use crate::error::{Error, Result};

/// The options that are part of the batch: another value makes another batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyOptions {
    /// Players at the table, 1 to 4.
    pub seats: u8,
    /// Mulligans that cost no card (CR 103.5c).
    pub free_mulligans: u8,
    /// When the cards of a London mulligan go to the bottom (CR 103.5).
    pub bottom_timing: BottomTiming,
    /// Games of every deck.
    pub games_per_deck: u32,
    /// Policy of the other seats.
    pub filler: String,
}

impl Default for StudyOptions {
    fn default() -> Self {
        Self {
            seats: 4,
            free_mulligans: 1,
            bottom_timing: BottomTiming::AfterKeep,
            games_per_deck: 25,
            filler: "first".to_owned(),
        }
    }
}

/// A deck list by name and count, with its content address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckList {
    /// Name of the deck, for readers.
    pub name: String,
    /// Commanders, sorted.
    pub commanders: Vec<String>,
    /// Copies of every other card.
    pub cards: BTreeMap<String, u32>,
    /// SHA-256 of the canonical JSON of commanders and cards; the name is no part of it.
    pub content_sha256: String,
}

impl DeckList {
    /// A list with its content address.
    pub fn new(name: &str, mut commanders: Vec<String>, cards: BTreeMap<String, u32>) -> Self {
        commanders.sort();
        let content_sha256 = deck_address(&commanders, &cards);
        Self {
            name: name.to_owned(),
            commanders,
            cards,
            content_sha256,
        }
    }
}

fn deck_address(commanders: &[String], cards: &BTreeMap<String, u32>) -> String {
    let value = serde_json::json!({ "cards": cards, "commanders": commanders });
    canonical::sha256_hex(&canonical::value_bytes(&value))
}

/// What stays the same through the life of a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyHeader {
    /// Text from which the batch and so every game seed is made.
    pub base_seed: String,
    /// First 12 hex digits of SHA-256 over base seed, deck content hashes and options.
    pub batch: String,
    /// The decks in order of play.
    pub decks: Vec<DeckList>,
    /// The options.
    pub options: StudyOptions,
    /// A rule of this study that departs from the Comprehensive Rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house_rule: Option<String>,
    /// SHA-256 of the card catalogue in use, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catalogue_sha256: Option<String>,
}

impl StudyHeader {
    /// A header with its batch computed.
    ///
    /// # Errors
    /// [`Error::Refused`] names the option that makes no study.
    pub fn new(
        base_seed: &str,
        decks: Vec<DeckList>,
        options: StudyOptions,
        catalogue_sha256: Option<String>,
    ) -> Result<Self> {
        let header = Self {
            base_seed: base_seed.to_owned(),
            batch: batch(base_seed, &decks, &options),
            house_rule: house_rule(&options),
            decks,
            options,
            catalogue_sha256,
        };
        match header.problem() {
            None => Ok(header),
            Some(reason) => Err(Error::Refused {
                event: "create a study",
                reason,
            }),
        }
    }

    /// Games of one actor: decks times games of each.
    pub fn total_games(&self) -> u32 {
        u32::try_from(self.decks.len())
            .unwrap_or(u32::MAX)
            .saturating_mul(self.options.games_per_deck)
    }

    /// The deck that seat 0 plays in this game.
    pub fn deck_of(&self, game: u32) -> Option<&DeckList> {
        let index = game.checked_div(self.options.games_per_deck)?;
        self.decks.get(usize::try_from(index).ok()?)
    }

    /// `batch#game`, the unit of independence everywhere.
    pub fn group(&self, game: u32) -> String {
        format!("{}#{game}", self.batch)
    }

    /// SHA-256("game" ‖ batch ‖ game in decimal digits). It tells the whole library: it must
    /// never reach an observation, prompt, dataset, bundle or report.
    pub fn game_seed(&self, game: u32) -> [u8; 32] {
        canonical::sha256(format!("game{}{game}", self.batch).as_bytes())
    }

    /// Compares with the header of this run, for a resume.
    ///
    /// # Errors
    /// [`Error::HeaderChanged`] names the first field that differs.
    pub fn require_same(&self, offered: &Self) -> Result<()> {
        let left = canonical::to_value(self)?;
        let right = canonical::to_value(offered)?;
        let (Some(left), Some(right)) = (left.as_object(), right.as_object()) else {
            return Ok(());
        };
        // The batch follows from the others: name the field that the user gave.
        let fields = ["base_seed", "options", "decks", "house_rule", "catalogue_sha256"];
        for field in fields {
            let (a, b) = (left.get(field), right.get(field));
            if a != b {
                let show = |side: Option<&serde_json::Value>| side.map_or("absent".to_owned(), ToString::to_string);
                return Err(Error::HeaderChanged {
                    field: field.to_owned(),
                    recorded: show(a),
                    offered: show(b),
                });
            }
        }
        Ok(())
    }

    /// What is wrong with this header, if anything.
    pub(crate) fn problem(&self) -> Option<String> {
        let options = &self.options;
        if !(1..=4).contains(&options.seats) {
            return Some(format!("seats is {}, allowed are 1 to 4", options.seats));
        }
        if options.games_per_deck == 0 || self.decks.is_empty() {
            return Some("there is no game to play: give a deck and at least 1 game".to_owned());
        }
        if u32::try_from(self.decks.len())
            .ok()
            .and_then(|n| n.checked_mul(options.games_per_deck))
            .is_none()
        {
            return Some("decks times games is more than 4294967295".to_owned());
        }
        for deck in &self.decks {
            if deck.content_sha256 != deck_address(&deck.commanders, &deck.cards) {
                return Some(format!("deck {}: content_sha256 does not fit its cards", deck.name));
            }
        }
        if self.batch != batch(&self.base_seed, &self.decks, options) {
            return Some("batch does not follow from base seed, decks and options".to_owned());
        }
        if self.house_rule != house_rule(options) {
            return Some("house_rule does not follow from the options".to_owned());
        }
        None
    }
}

/// CR 103.5c gives the free mulligan to multiplayer games (and Brawl) only.
fn house_rule(options: &StudyOptions) -> Option<String> {
    (options.free_mulligans > 0 && options.seats <= 2).then(|| {
        format!(
            "{} free mulligan(s) with {} seat(s); CR 103.5c gives them to multiplayer games only",
            options.free_mulligans, options.seats
        )
    })
}

fn batch(base_seed: &str, decks: &[DeckList], options: &StudyOptions) -> String {
    let hashes: Vec<&str> = decks.iter().map(|d| d.content_sha256.as_str()).collect();
    let value = serde_json::json!([base_seed, hashes, {
        "bottom_timing": options.bottom_timing,
        "filler": options.filler,
        "free_mulligans": options.free_mulligans,
        "games_per_deck": options.games_per_deck,
        "seats": options.seats,
    }]);
    canonical::sha256_hex(&canonical::value_bytes(&value))
        .chars()
        .take(12)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deck(name: &str, card: &str) -> DeckList {
        DeckList::new(name, vec!["Chief".to_owned()], BTreeMap::from([(card.to_owned(), 99)]))
    }

    fn header(options: StudyOptions) -> StudyHeader {
        StudyHeader::new("seed", vec![deck("a", "Plains"), deck("b", "Island")], options, None).unwrap()
    }

    #[test]
    fn every_ingredient_changes_the_batch_and_the_deck_name_does_not() {
        let base = header(StudyOptions::default());
        assert_eq!(base.batch.len(), 12);
        let changed = [
            StudyOptions {
                seats: 3,
                ..StudyOptions::default()
            },
            StudyOptions {
                free_mulligans: 0,
                ..StudyOptions::default()
            },
            StudyOptions {
                bottom_timing: BottomTiming::WithMulligan,
                ..StudyOptions::default()
            },
            StudyOptions {
                games_per_deck: 24,
                ..StudyOptions::default()
            },
            StudyOptions {
                filler: "random".to_owned(),
                ..StudyOptions::default()
            },
        ];
        let mut batches: Vec<String> = changed.into_iter().map(|o| header(o).batch).collect();
        batches.push(base.batch.clone());
        let decks = vec![deck("b", "Island"), deck("a", "Plains")];
        batches.push(
            StudyHeader::new("seed", decks, StudyOptions::default(), None)
                .unwrap()
                .batch,
        );
        let decks = vec![deck("a", "Plains"), deck("b", "Island")];
        batches.push(
            StudyHeader::new("seeds", decks, StudyOptions::default(), None)
                .unwrap()
                .batch,
        );
        let distinct: std::collections::BTreeSet<&String> = batches.iter().collect();
        assert_eq!(distinct.len(), batches.len());
        let renamed = vec![deck("x", "Plains"), deck("y", "Island")];
        let renamed = StudyHeader::new("seed", renamed, StudyOptions::default(), None).unwrap();
        assert_eq!(renamed.batch, base.batch);
    }

    #[test]
    fn games_go_deck_by_deck_and_every_game_has_its_own_seed() {
        let header = header(StudyOptions::default());
        assert_eq!(header.total_games(), 50);
        assert_eq!(header.deck_of(24).unwrap().name, "a");
        assert_eq!(header.deck_of(25).unwrap().name, "b");
        assert!(header.deck_of(50).is_none());
        let seeds: std::collections::BTreeSet<[u8; 32]> = (0..50).map(|g| header.game_seed(g)).collect();
        assert_eq!(seeds.len(), 50);
    }

    #[test]
    fn a_free_mulligan_for_two_is_a_house_rule() {
        assert!(header(StudyOptions::default()).house_rule.is_none());
        let two = StudyOptions {
            seats: 2,
            ..StudyOptions::default()
        };
        assert!(header(two.clone()).house_rule.is_some());
        let none = StudyOptions {
            free_mulligans: 0,
            ..two
        };
        assert!(header(none).house_rule.is_none());
    }

    #[test]
    fn a_changed_option_is_named_on_resume() {
        let a = header(StudyOptions::default());
        let b = header(StudyOptions {
            seats: 2,
            ..StudyOptions::default()
        });
        assert!(a.require_same(&a).is_ok());
        let text = a.require_same(&b).unwrap_err().to_string();
        assert!(text.starts_with("options of this study"), "{text}");
        assert!(StudyHeader::new("s", vec![], StudyOptions::default(), None).is_err());
    }
}
