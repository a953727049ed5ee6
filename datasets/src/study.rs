//! The state of a study: what the events so far add up to.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::canonical;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::header::StudyHeader;
use crate::history::LARGEST;
use crate::record::{
    ActorRecord, DecisionRecord, GameRecord, GameStatus, HUMAN, Provenance, RepeatRecord, TimingRecord, UndoneRecord,
};

/// Number of the file layout; another number is refused.
pub const SCHEMA: u32 = 1;

/// A recorded look at sealed machine choices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unsealing {
    /// When, UTC.
    pub at: String,
    /// The command that showed them.
    pub command: String,
}

/// A recorded restart of one actor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Restart {
    /// The actor.
    pub actor: String,
    /// When, UTC.
    pub at: String,
    /// SHA-256 of the canonical actor record that was discarded.
    pub discarded_sha256: String,
    /// Games that were discarded.
    pub games: u32,
}

/// How much of the journal a checkpoint holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalMark {
    /// Number of the last event inside.
    pub n: u64,
    /// SHA-256 of that event's line, the link for the next one.
    pub head: String,
    /// Checkpoints that came before this one, all kept in the history.
    pub revision: u64,
}

/// A study: header, knowledge, and what every actor did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Number of the file layout.
    pub schema: u32,
    /// Decks, options, batch.
    pub header: StudyHeader,
    /// Knowledge by content address.
    pub knowledge: BTreeMap<String, Value>,
    /// Records by actor.
    pub actors: BTreeMap<String, ActorRecord>,
    /// Looks at sealed choices.
    pub unsealed: Vec<Unsealing>,
    /// Restarts.
    pub restarts: Vec<Restart>,
    /// Cost ledger entries in order.
    pub ledger: Vec<Value>,
    /// How much of the journal is inside.
    pub journal: JournalMark,
    /// Digest of the file; absent in memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
}

/// The last key of a checkpoint; the digest stands before it. Inside a JSON text this sequence
/// cannot occur in a string, where its quotation marks would be escaped.
const LAST_KEY: &[u8] = b",\"unsealed\":";

impl Study {
    /// The study before its first event.
    ///
    /// # Errors
    /// [`Error::NotFinite`] never happens for a header; the signature is that of all hashing.
    pub fn new(header: StudyHeader) -> Result<Self> {
        let head = canonical::address(&header)?;
        Ok(Self {
            schema: SCHEMA,
            header,
            knowledge: BTreeMap::new(),
            actors: BTreeMap::new(),
            unsealed: Vec::new(),
            restarts: Vec::new(),
            ledger: Vec::new(),
            journal: JournalMark {
                n: 0,
                head,
                revision: 0,
            },
            sha256: None,
        })
    }

    /// Identity of the study in its journal: the batch.
    pub fn id(&self) -> &str {
        &self.header.batch
    }

    /// Whether this actor finished every game.
    pub fn complete(&self, actor: &str) -> bool {
        let Some(record) = self.actors.get(actor) else {
            return false;
        };
        let finished = record
            .games
            .values()
            .filter(|game| game.status == GameStatus::Finished)
            .count();
        u32::try_from(finished) == Ok(self.header.total_games())
    }

    /// Whether this actor has answered anything.
    pub fn begun(&self, actor: &str) -> bool {
        self.actors.get(actor).is_some_and(|record| record.decisions() > 0)
    }

    /// The bytes of the checkpoint file: canonical JSON with its own digest.
    ///
    /// # Errors
    /// [`Error::NotFinite`] names the field.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = canonical::bytes(self)?;
        let digest = format!(",\"sha256\":\"{}\"", canonical::sha256_hex(&bytes));
        let place = find_last(&bytes, LAST_KEY).unwrap_or(bytes.len());
        bytes.splice(place..place, digest.into_bytes());
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Reads a checkpoint and checks its digest and everything that follows from its own content.
    ///
    /// # Errors
    /// [`Error::Bad`] names the line or field.
    pub fn from_bytes(file: &Path, bytes: &[u8]) -> Result<Self> {
        let (study, problems) = Self::from_bytes_with_problems(file, bytes)?;
        match problems.into_iter().next() {
            None => Ok(study),
            Some(problem) => Err(Error::bad(
                file,
                problem.code,
                problem.message,
                "restore the file from .history (`study verify` lists every problem)",
            )),
        }
    }

    /// As [`Self::from_bytes`], but a readable file comes back with all its problems.
    pub(crate) fn from_bytes_with_problems(file: &Path, bytes: &[u8]) -> Result<(Self, Vec<Problem>)> {
        let remedy = "restore it from .history beside it, or choose another file";
        let parsed = serde_json::from_slice::<Self>(bytes);
        if !matches!(&parsed, Ok(study) if study.schema == SCHEMA) {
            // The number tells more than the first field that another layout has elsewhere.
            #[derive(Deserialize)]
            struct Number {
                schema: Option<Value>,
            }
            let number = serde_json::from_slice::<Number>(bytes).ok();
            if let Some(number) = number.and_then(|number| number.schema)
                && number != SCHEMA
            {
                return Err(Error::bad(
                    file,
                    "schema",
                    format!("is {number}, this program reads {SCHEMA}"),
                    "use the program that wrote this study, or start another one",
                ));
            }
        }
        let mut study = parsed.map_err(|error| {
            let place = format!("line {} column {}", error.line(), error.column());
            Error::bad(file, place, format!("is no study: {error}"), remedy)
        })?;
        let digest = study.sha256.take();
        let mut problems = Vec::new();
        if digest.is_none() || digest != study.digest_of_file(bytes)? {
            problems.push(Problem::new(
                "checkpoint_digest",
                "sha256 does not fit the content: the file was changed outside the program",
            ));
        }
        problems.extend(study.problems());
        Ok((study, problems))
    }

    /// Digest of the content of a file that was read as this study.
    fn digest_of_file(&self, bytes: &[u8]) -> Result<Option<String>> {
        const DIGEST: usize = ",\"sha256\":\"\"".len() + 64;
        // As written: the text without the digest itself, which need not be encoded again.
        let text = bytes.trim_ascii();
        if let Some(end) = find_last(text, LAST_KEY)
            && let Some(start) = end.checked_sub(DIGEST)
            && let (Some(before), Some(after)) = (text.get(..start), text.get(end..))
        {
            let digest = canonical::sha256_hex(&[before, after].concat());
            if text.get(start..end) == Some(format!(",\"sha256\":\"{digest}\"").as_bytes()) {
                return Ok(Some(digest));
            }
        }
        // Laid out anew by another program, which changes nothing.
        Ok(Some(canonical::sha256_hex(&canonical::bytes(self)?)))
    }

    /// Everything that contradicts itself inside the study.
    pub fn problems(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        if let Some(text) = self.header.problem() {
            found.push(Problem::new("header", text));
        }
        if self.journal.n >= LARGEST || self.journal.revision >= LARGEST {
            let text = "journal.n or journal.revision is no number of a real study";
            found.push(Problem::new("journal_mark", text));
        }
        for (address, knowledge) in &self.knowledge {
            if *address != canonical::sha256_hex(&canonical::value_bytes(knowledge)) {
                let text = format!("knowledge {address} does not have that SHA-256");
                found.push(Problem::new("knowledge", text));
            }
            if let Err(text) = crate::knowledge::check(knowledge) {
                found.push(Problem::new("knowledge", format!("knowledge {address}: {text}")));
            }
        }
        for (actor, record) in &self.actors {
            for (index, game) in &record.games {
                for text in self.game_problems(*index, game) {
                    found.push(Problem::new("game", format!("{actor} game {index}: {text}")));
                }
            }
        }
        found
    }

    fn game_problems(&self, index: u32, game: &GameRecord) -> Vec<String> {
        let mut found = Vec::new();
        match self.header.deck_of(index) {
            None => found.push("is beyond the games of this study".to_owned()),
            Some(deck) if deck.content_sha256 != game.deck => {
                found.push(format!("deck is not that of {}", deck.name));
            }
            Some(_) => {}
        }
        if !self.knowledge.contains_key(&game.knowledge) {
            found.push(format!("knowledge {} is not stored", game.knowledge));
        }
        for (number, decision) in game.decisions.iter().enumerate() {
            if decision.choice().is_none() {
                found.push(format!("decision {number} chose what was not offered"));
            }
        }
        found
    }

    /// Adds one event; a refused event changes nothing.
    ///
    /// # Errors
    /// [`Error::Refused`] says why the event does not follow;
    /// [`Error::ProvenanceChanged`] when another program goes on with an actor.
    pub fn apply(&mut self, event: &Event) -> Result<()> {
        let refuse = |reason: String| Error::Refused {
            event: event.name(),
            reason,
        };
        match event {
            Event::KnowledgeStored { sha256, knowledge } => {
                if *sha256 != canonical::sha256_hex(&canonical::value_bytes(knowledge)) {
                    return Err(refuse(format!("{sha256} is not the SHA-256 of the knowledge")));
                }
                crate::knowledge::check(knowledge).map_err(|text| refuse(format!("knowledge {sha256}: {text}")))?;
                self.knowledge.insert(sha256.clone(), knowledge.clone());
            }
            Event::ActorStarted { actor, provenance } => self.start_actor(actor, provenance)?,
            Event::Unsealed { at, command } => self.unsealed.push(Unsealing {
                at: at.clone(),
                command: command.clone(),
            }),
            Event::Restarted { actor, at } => {
                let record = actor_mut(&mut self.actors, actor).map_err(refuse)?;
                let restart = Restart {
                    actor: actor.clone(),
                    at: at.clone(),
                    discarded_sha256: canonical::sha256_hex(&record.canonical_bytes()?),
                    games: u32::try_from(record.games.len()).unwrap_or(u32::MAX),
                };
                self.actors.remove(actor);
                self.restarts.push(restart);
            }
            Event::Ledger { entry } => self.ledger.push(entry.clone()),
            Event::GameStarted { actor, game, knowledge } => {
                self.start_game(actor, *game, knowledge).map_err(refuse)?;
            }
            Event::Decided { .. }
            | Event::GameFinished { .. }
            | Event::GameFailed { .. }
            | Event::GameReset { .. }
            | Event::Undone { .. }
            | Event::Repeated { .. }
            | Event::Annotated { .. } => self.play(event).map_err(refuse)?,
        }
        Ok(())
    }

    fn start_game(&mut self, actor: &str, game: u32, knowledge: &str) -> Result<(), String> {
        let deck = self.header.deck_of(game);
        let deck = deck.ok_or_else(|| format!("there is no game {game}"))?;
        if !self.knowledge.contains_key(knowledge) {
            return Err(format!("knowledge {knowledge} is not stored"));
        }
        let record = actor_mut(&mut self.actors, actor)?;
        if record.games.contains_key(&game) {
            return Err(format!("{actor} has begun game {game} already"));
        }
        let started = GameRecord {
            deck: deck.content_sha256.clone(),
            knowledge: knowledge.to_owned(),
            status: GameStatus::Open,
            decisions: Vec::new(),
            outcome: Value::Null,
        };
        record.games.insert(game, started);
        Ok(())
    }

    /// The events inside a game that has begun.
    fn play(&mut self, event: &Event) -> Result<(), String> {
        let looked = !self.unsealed.is_empty();
        let actors = &mut self.actors;
        match event {
            Event::Decided {
                actor,
                game,
                index,
                decision,
                timing,
            } => {
                let record = actor_mut(actors, actor)?;
                let open = open_game(record, actor, *game)?;
                if u32::try_from(open.decisions.len()) != Ok(*index) {
                    let next = open.decisions.len();
                    return Err(format!("decision {index} given, {next} is next"));
                }
                open.decisions.push(checked(decision, looked && actor == HUMAN)?);
                record.timing.extend(timing.iter().map(|timing| TimingRecord {
                    game: *game,
                    index: *index,
                    timing: timing.clone(),
                }));
            }
            Event::GameFinished { actor, game, outcome } => {
                let open = open_game(actor_mut(actors, actor)?, actor, *game)?;
                open.status = GameStatus::Finished;
                open.outcome = outcome.clone();
            }
            Event::GameFailed { actor, game, why } => {
                let open = open_game(actor_mut(actors, actor)?, actor, *game)?;
                open.status = GameStatus::Failed { why: why.clone() };
            }
            Event::GameReset { actor, game, .. } => {
                let record = actor_mut(actors, actor)?;
                match record.games.get(game).map(|game| &game.status) {
                    None => return Err(format!("{actor} has not begun game {game}")),
                    Some(GameStatus::Finished) => {
                        return Err(format!("game {game} of {actor} is finished"));
                    }
                    Some(_) => {}
                }
                record.games.remove(game);
                record.timing.retain(|entry| entry.game != *game);
            }
            Event::Undone {
                actor,
                game,
                supersedes,
            } => undo(actor_mut(actors, actor)?, actor, *game, *supersedes)?,
            Event::Repeated {
                actor,
                game,
                index,
                decision,
            } => {
                let record = actor_mut(actors, actor)?;
                decision_mut(record, actor, *game, *index)?;
                record.repeats.push(RepeatRecord {
                    game: *game,
                    index: *index,
                    decision: checked(decision, looked && actor == HUMAN)?,
                });
            }
            Event::Annotated {
                actor,
                game,
                index,
                reason,
            } => {
                if reason.trim().is_empty() {
                    return Err("the reason is empty".to_owned());
                }
                let record = actor_mut(actors, actor)?;
                decision_mut(record, actor, *game, *index)?.annotation = Some(reason.clone());
            }
            other => return Err(format!("{} is no event inside a game", other.name())),
        }
        Ok(())
    }

    fn start_actor(&mut self, actor: &str, provenance: &Provenance) -> Result<()> {
        if actor.trim().is_empty() {
            return Err(Error::Refused {
                event: "start an actor",
                reason: "its name is empty".to_owned(),
            });
        }
        let Some(record) = self.actors.get(actor) else {
            let record = ActorRecord {
                provenance: provenance.clone(),
                ..ActorRecord::default()
            };
            self.actors.insert(actor.to_owned(), record);
            return Ok(());
        };
        let Some((field, recorded, offered)) = record.provenance.first_difference(provenance) else {
            return Ok(());
        };
        Err(Error::ProvenanceChanged {
            actor: actor.to_owned(),
            field,
            recorded,
            offered,
            restart: restart_flag(actor),
        })
    }
}

fn find_last(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).rposition(|window| window == wanted)
}

/// The flag that discards one actor's games.
pub fn restart_flag(actor: &str) -> String {
    match actor {
        "spark" | "deepseek" | "heuristic" | HUMAN => format!("--restart-{actor}"),
        other => format!("--restart {other}"),
    }
}

fn actor_mut<'a>(actors: &'a mut BTreeMap<String, ActorRecord>, actor: &str) -> Result<&'a mut ActorRecord, String> {
    actors
        .get_mut(actor)
        .ok_or_else(|| format!("actor {actor} has not started"))
}

fn open_game<'a>(record: &'a mut ActorRecord, actor: &str, game: u32) -> Result<&'a mut GameRecord, String> {
    let found = record.games.get_mut(&game);
    let found = found.ok_or_else(|| format!("{actor} has not begun game {game}"))?;
    match &found.status {
        GameStatus::Open => Ok(found),
        GameStatus::Finished => Err(format!("game {game} of {actor} is finished")),
        GameStatus::Failed { why } => Err(format!("game {game} of {actor} failed: {why}")),
    }
}

fn decision_mut<'a>(
    record: &'a mut ActorRecord,
    actor: &str,
    game: u32,
    index: u32,
) -> Result<&'a mut DecisionRecord, String> {
    let place = usize::try_from(index).ok();
    record
        .games
        .get_mut(&game)
        .and_then(|found| found.decisions.get_mut(place?))
        .ok_or_else(|| format!("{actor} has no decision {index} in game {game}"))
}

fn checked(decision: &DecisionRecord, unblinded: bool) -> Result<DecisionRecord, String> {
    if decision.choice().is_none() {
        return Err(format!("{} was not offered", decision.chosen));
    }
    let p_keep = decision.report.as_ref().and_then(|report| report.p_keep);
    if p_keep.is_some_and(|p| !(0.0..=1.0).contains(&p)) {
        return Err("report.pKeep is not between 0 and 1".to_owned());
    }
    Ok(DecisionRecord {
        unblinded: decision.unblinded || unblinded,
        ..decision.clone()
    })
}

fn undo(record: &mut ActorRecord, actor: &str, game: u32, supersedes: u32) -> Result<(), String> {
    decision_mut(record, actor, game, supersedes)?;
    let Some(played) = record.games.get_mut(&game) else {
        return Ok(());
    };
    let from = usize::try_from(supersedes).map_err(|error| error.to_string())?;
    let decisions = played.decisions.split_off(from);
    played.status = GameStatus::Open;
    played.outcome = Value::Null;
    record.undone.push(UndoneRecord {
        game,
        supersedes,
        decisions,
    });
    record
        .timing
        .retain(|entry| entry.game != game || entry.index < supersedes);
    Ok(())
}

/// One thing that is wrong with a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Short name of the kind of problem.
    pub code: String,
    /// What is wrong, and where.
    pub message: String,
}

impl Problem {
    pub(crate) fn new(code: &str, message: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            message: message.into(),
        }
    }
}

/// Reads the bytes of a checkpoint file; never panics.
///
/// # Errors
/// [`Error::Bad`] names the line or field.
pub fn parse_study(bytes: &[u8]) -> Result<Study> {
    Study::from_bytes(Path::new("study"), bytes)
}
