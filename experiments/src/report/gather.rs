//! From studies to one table: actors, their games, what may be shown and what counts.

use super::bundle::{BundleFacts, TrainedOn};
use super::{BundleLookup, CardLine, Source};
use crate::error::{AppError, Result};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use turnzero_contract::card::CardType;
use turnzero_contract::{ActionKind, CardDefinition, PlayerKnowledge};
use turnzero_datasets::labels::{Label, LabelColumns};
use turnzero_datasets::{
    DecisionRecord, GameRecord, GameStatus, HUMAN, Provenance, Sealing, Study, StudyHeader, canonical,
};

/// A game of a batch: number of the batch in the report, number of the game.
pub(super) type GameKey = (usize, u32);

/// One batch with the files that hold it.
pub(super) struct Batch<'a> {
    pub(super) header: &'a StudyHeader,
    pub(super) files: Vec<&'a str>,
    pub(super) sealed: bool,
    pub(super) unsealed: bool,
}

/// One decision with what it counts as.
pub(super) struct Judged<'a> {
    pub(super) record: &'a DecisionRecord,
    /// Digest of observation and offers: equal for actors that stand at the same point.
    pub(super) state: String,
    /// Keep or mulligan after review; `None` for other decisions.
    pub(super) keep: Option<bool>,
    /// The choice as played, where a review changed it.
    pub(super) played: Option<Label>,
    pub(super) unsure: bool,
    /// The choice in words that are equal exactly for equal choices.
    pub(super) choice: String,
}

/// One game of an actor.
pub(super) struct GameView<'a> {
    pub(super) record: &'a GameRecord,
    pub(super) decisions: Vec<Judged<'a>>,
    /// Its model was trained on it.
    pub(super) in_sample: bool,
}

impl<'a> GameView<'a> {
    pub(super) fn finished(&self) -> bool {
        self.record.status == GameStatus::Finished
    }

    /// The judgement of the first hand.
    pub(super) fn first(&self) -> Option<(&Judged<'a>, bool)> {
        self.decisions.iter().find_map(|judged| Some((judged, judged.keep?)))
    }

    /// The first hand, if it counts in rates and tests.
    pub(super) fn counted(&self) -> Option<(&Judged<'a>, bool)> {
        if self.finished() && !self.in_sample {
            self.first()
        } else {
            None
        }
    }
}

/// One program (or person) under one provenance.
pub(super) struct Actor<'a> {
    pub(super) label: String,
    pub(super) name: &'a str,
    pub(super) provenance: &'a Provenance,
    pub(super) games: BTreeMap<GameKey, GameView<'a>>,
    /// Why its rates are withheld.
    pub(super) withheld: Option<String>,
    pub(super) bundle: Option<BundleFacts>,
}

impl Actor<'_> {
    pub(super) fn is_human(&self) -> bool {
        self.name == HUMAN
    }
}

/// Everything the figures are computed from.
pub(super) struct Table<'a> {
    pub(super) batches: Vec<Batch<'a>>,
    /// The human first, then by label.
    pub(super) actors: Vec<Actor<'a>>,
    pub(super) studies: Vec<(usize, &'a Study)>,
    /// Machine actors of sealed batches, by batch; named, never counted.
    pub(super) hidden: BTreeMap<usize, BTreeSet<&'a str>>,
    /// Card facts by knowledge address and name.
    pub(super) cards: BTreeMap<&'a str, BTreeMap<String, CardLine>>,
    /// Names of decks by content hash; unique.
    pub(super) deck_names: BTreeMap<&'a str, String>,
    pub(super) notes: Vec<String>,
}

impl Table<'_> {
    /// `batch#game`.
    pub(super) fn group(&self, key: GameKey) -> String {
        self.batches
            .get(key.0)
            .map_or_else(String::new, |batch| batch.header.group(key.1))
    }

    /// Actors whose figures may be computed, with their index.
    pub(super) fn shown(&self) -> impl Iterator<Item = (usize, &Actor<'_>)> {
        self.actors
            .iter()
            .enumerate()
            .filter(|(_, actor)| actor.withheld.is_none())
    }

    /// Whether a person finished every game of the batch.
    pub(super) fn human_complete(&self, batch: usize) -> bool {
        let total = self.batches.get(batch).map_or(0, |batch| batch.header.total_games());
        self.actors.iter().filter(|actor| actor.is_human()).any(|actor| {
            let finished = actor
                .games
                .iter()
                .filter(|(key, game)| key.0 == batch && game.finished())
                .count();
            u32::try_from(finished) == Ok(total)
        })
    }
}

/// The raw records of one actor and provenance.
struct Gathered<'a> {
    provenance: &'a Provenance,
    games: BTreeMap<GameKey, (&'a GameRecord, &'a str)>,
}

/// Puts the studies together.
pub(super) fn gather<'a>(sources: &[Source<'a>], sealing: &Sealing, bundles: &BundleLookup<'_>) -> Result<Table<'a>> {
    let (batches, studies) = batches(sources, sealing)?;
    let mut gathered: BTreeMap<(&str, String), Gathered<'_>> = BTreeMap::new();
    let mut hidden: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
    for (source, (batch, study)) in sources.iter().zip(&studies) {
        for (name, record) in &study.actors {
            if !sealing.may_show(study.id(), name) {
                hidden.entry(*batch).or_default().insert(name);
                continue;
            }
            let address = canonical::address(&record.provenance)?;
            let entry = gathered.entry((name.as_str(), address)).or_insert_with(|| Gathered {
                provenance: &record.provenance,
                games: BTreeMap::new(),
            });
            for (game, played) in &record.games {
                add(entry, (*batch, *game), played, name, source.file)?;
            }
        }
    }
    let mut table = Table {
        deck_names: deck_names(&batches),
        batches,
        actors: Vec::new(),
        hidden,
        cards: BTreeMap::new(),
        notes: Vec::new(),
        studies,
    };
    table.cards = cards(&table.studies, &mut table.notes);
    for (name, label, gathered) in labelled(gathered, &mut table.notes) {
        let actor = actor(&table, name, label, gathered, bundles);
        table.actors.push(actor);
    }
    table
        .actors
        .sort_by(|a, b| (!a.is_human(), &a.label).cmp(&(!b.is_human(), &b.label)));
    Ok(table)
}

type Batches<'a> = (Vec<Batch<'a>>, Vec<(usize, &'a Study)>);

fn batches<'a>(sources: &[Source<'a>], sealing: &Sealing) -> Result<Batches<'a>> {
    let mut batches: Vec<Batch<'a>> = Vec::new();
    let mut studies = Vec::new();
    for source in sources {
        let header = &source.study.header;
        let known = batches.iter().position(|batch| batch.header.batch == header.batch);
        let index = known.unwrap_or(batches.len());
        match known.and_then(|index| batches.get_mut(index)) {
            Some(batch) => {
                if batch.files.contains(&source.file) {
                    return Err(AppError::Usage(format!(
                        "{} is given twice; name each study once",
                        source.file
                    )));
                }
                batch.files.push(source.file);
                batch.unsealed |= !source.study.unsealed.is_empty();
            }
            None => batches.push(Batch {
                header,
                files: vec![source.file],
                sealed: sealing.is_sealed(&header.batch),
                unsealed: !source.study.unsealed.is_empty(),
            }),
        }
        studies.push((index, source.study));
    }
    Ok((batches, studies))
}

/// Adds a game; the same game in two files must be the same game.
fn add<'a>(entry: &mut Gathered<'a>, key: GameKey, played: &'a GameRecord, name: &str, file: &'a str) -> Result<()> {
    let Some((other, other_file)) = entry.games.get(&key).copied() else {
        entry.games.insert(key, (played, file));
        return Ok(());
    };
    if other == played {
        return Ok(());
    }
    let finished = |game: &GameRecord| game.status == GameStatus::Finished;
    match (finished(other), finished(played)) {
        (true, false) => Ok(()),
        (false, true) => {
            entry.games.insert(key, (played, file));
            Ok(())
        }
        _ => Err(AppError::Input(format!(
            "{other_file} and {file} both hold game {} of actor {name} in one batch, with different answers; \
             leave one of the files out",
            key.1
        ))),
    }
}

/// One label for each provenance; names that stand for several programs get a suffix.
fn labelled<'a>(
    gathered: BTreeMap<(&'a str, String), Gathered<'a>>,
    notes: &mut Vec<String>,
) -> Vec<(&'a str, String, Gathered<'a>)> {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, _) in gathered.keys() {
        *count.entry(name).or_default() += 1;
    }
    let mut out = Vec::new();
    let mut suffixed: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for ((name, address), gathered) in gathered {
        if count.get(name).copied().unwrap_or(0) < 2 {
            out.push((name, name.to_owned(), gathered));
            continue;
        }
        let label = format!("{name}@{}", address.chars().take(8).collect::<String>());
        let what = gathered.provenance.bundle.as_ref().map_or_else(
            || format!("{label} ({})", gathered.provenance.pilot),
            |bundle| format!("{label} (bundle {})", short(bundle)),
        );
        suffixed.entry(name).or_default().push(what);
        out.push((name, label, gathered));
    }
    for (name, labels) in suffixed {
        notes.push(format!(
            "{name} stands for {} different programs (provenance differs); they are reported apart and never pooled: {}.",
            labels.len(),
            labels.join(", ")
        ));
    }
    out
}

pub(super) fn short(digest: &str) -> String {
    digest.chars().take(12).collect()
}

fn actor<'a>(
    table: &Table<'a>,
    name: &'a str,
    label: String,
    gathered: Gathered<'a>,
    bundles: &BundleLookup<'_>,
) -> Actor<'a> {
    let learned =
        name != HUMAN && (gathered.provenance.bundle.is_some() || gathered.provenance.pilot.starts_with("spark"));
    let (bundle, withheld) = match (&gathered.provenance.bundle, learned) {
        (Some(id), _) => match bundles(id) {
            Ok(facts) => (Some(facts), None),
            Err(why) => (
                None,
                Some(format!(
                    "the training games of bundle {} are unknown ({why}); put the bundle back under the data root, \
                     so that games it was trained on can be left out",
                    short(id)
                )),
            ),
        },
        (None, true) => (
            None,
            Some(format!(
                "its record names no bundle, so the training games are unknown; play it again with --restart {name}"
            )),
        ),
        (None, false) => (None, None),
    };
    let trained_on: Option<&TrainedOn> = bundle.as_ref().map(|facts| &facts.trained_on);
    let games = gathered
        .games
        .into_iter()
        .map(|(key, (record, _))| {
            let view = GameView {
                record,
                decisions: record.decisions.iter().filter_map(judged).collect(),
                in_sample: trained_on.is_some_and(|trained_on| trained_on(&table.group(key))),
            };
            (key, view)
        })
        .collect();
    Actor {
        label,
        name,
        provenance: gathered.provenance,
        games,
        withheld,
        bundle,
    }
}

/// An unforced decision; `None` for forced ones.
fn judged(record: &DecisionRecord) -> Option<Judged<'_>> {
    if record.automatic {
        return None;
    }
    let kind = record.choice()?;
    let label = match kind {
        ActionKind::Keep if record.is_keep_or_mulligan() => Some(Label::Keep),
        ActionKind::Mulligan if record.is_keep_or_mulligan() => Some(Label::Mulligan),
        _ => None,
    };
    let columns = label.map(|label| LabelColumns::new(label, record.unsure(), record.reason()));
    let choice = match (&columns, kind) {
        (Some(columns), _) => columns.label_effective.to_string(),
        (None, ActionKind::Bottom { card }) => format!("BOTTOM {card}"),
        (None, other) => format!("{other:?} {:?}", record.specialization),
    };
    Some(Judged {
        record,
        state: state(record),
        keep: columns.as_ref().map(|columns| columns.label_effective == Label::Keep),
        played: columns
            .as_ref()
            .filter(|columns| columns.label_effective != columns.label_original)
            .map(|columns| columns.label_original),
        unsure: columns
            .as_ref()
            .map_or_else(|| record.unsure(), |columns| columns.unsure_effective),
        choice,
    })
}

/// Digest of the observation without what has happened meanwhile, and of the offers.
fn state(record: &DecisionRecord) -> String {
    let mut observation = record.observation.clone();
    if let Some(map) = observation.as_object_mut() {
        map.shift_remove("events");
    }
    let offers: Vec<Value> = record
        .offers
        .iter()
        .map(|offer| canonical::to_value(&offer.kind).unwrap_or_default())
        .collect();
    canonical::sha256_hex(&canonical::value_bytes(&Value::Array(vec![
        observation,
        Value::Array(offers),
    ])))
}

/// Names of decks; a name shared by different lists gets the list's hash.
fn deck_names<'a>(batches: &[Batch<'a>]) -> BTreeMap<&'a str, String> {
    let decks = || batches.iter().flat_map(|batch| &batch.header.decks);
    let mut lists: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for deck in decks() {
        lists.entry(&deck.name).or_default().insert(&deck.content_sha256);
    }
    decks()
        .map(|deck| {
            let shared = lists.get(deck.name.as_str()).is_some_and(|hashes| hashes.len() > 1);
            let name = if shared {
                format!("{} ({})", deck.name, short(&deck.content_sha256))
            } else {
                deck.name.clone()
            };
            (deck.content_sha256.as_str(), name)
        })
        .collect()
}

fn cards<'a>(studies: &[(usize, &'a Study)], notes: &mut Vec<String>) -> BTreeMap<&'a str, BTreeMap<String, CardLine>> {
    let mut all: BTreeMap<&str, BTreeMap<String, CardLine>> = BTreeMap::new();
    for (_, study) in studies {
        for (address, knowledge) in &study.knowledge {
            if all.contains_key(address.as_str()) {
                continue;
            }
            let knowledge = match serde_json::from_value::<PlayerKnowledge>(knowledge.clone()) {
                Ok(knowledge) => knowledge,
                Err(error) => {
                    notes.push(format!(
                        "Knowledge {} does not read ({error}), so its cards are shown by name only; check the study \
                         with `study verify`.",
                        short(address)
                    ));
                    continue;
                }
            };
            let own = knowledge
                .commanders
                .iter()
                .chain(knowledge.deck.iter().map(|card| &card.definition));
            all.insert(address, own.map(|card| (card.name.clone(), card_line(card))).collect());
        }
    }
    all
}

/// The facts of a card, faces joined by ` // `.
fn card_line(card: &CardDefinition) -> CardLine {
    let join = |of: &dyn Fn(&turnzero_contract::card::Face) -> String| {
        let parts: Vec<String> = card.faces.iter().map(of).filter(|part| !part.is_empty()).collect();
        parts.join(" // ")
    };
    CardLine {
        name: card.name.clone(),
        cost: join(&|face| face.cost.as_ref().map_or_else(String::new, ToString::to_string)),
        types: join(&|face| {
            let supertypes = face.supertypes.iter().map(|word| word.word());
            let words: Vec<&str> = supertypes.chain(face.types.iter().map(|word| word.word())).collect();
            let mut line = words.join(" ");
            if !face.subtypes.is_empty() {
                line.push_str(" — ");
                line.push_str(&face.subtypes.join(" "));
            }
            line
        }),
        size: join(&|face| match (&face.power, &face.toughness) {
            (Some(power), Some(toughness)) => format!("{power}/{toughness}"),
            _ => String::new(),
        }),
        land: card.faces.iter().any(|face| face.is(CardType::Land)) && card.playable_as_land(),
    }
}
