//! `study mulligans`: run or resume a mulligan study.

use crate::cli::{self, CatalogArg, Out, decks, pilots};
use crate::error::{AppError, Result};
use crate::study::batch::Batch;
use crate::study::machine;
use crate::study::prompt::Prompt;
use crate::study::{ActorRun, annotate, human, seal};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use turnzero_contract::BottomTiming;
use turnzero_datasets::{
    DataRoot, Event, HUMAN, Provenance, Study, StudyOptions, StudyStore, atomic, clock, sealing::Sealing,
    store::StoreOptions,
};
use turnzero_pilots::PilotName;

/// Where the default study lies.
pub const DEFAULT_STUDY: &str = "mulligan-study/baeloth-quintorius-50-v5.json";
/// The default study's base seed.
pub const DEFAULT_SEED: &str = "baeloth-quintorius-mulligans-v5";

/// Bottom timing as a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Bottom {
    /// Judge seven cards, put the bottom cards away after the keep
    AfterKeep,
    /// Put the bottom cards away as part of the mulligan (CR 103.5 as written)
    WithMulligan,
}

/// Arguments of `study mulligans`.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  study mulligans                                   judge the default batch yourself
  study mulligans --pilot heuristic                 let the heuristic answer the same hands
  study mulligans --pilot spark --base-seed fresh-1 --output .data/mulligan-study/fresh-1.json
  study mulligans --deck my-deck.txt --games 40 --seats 2 --free-mulligans 0 --output .data/mulligan-study/mine.json
  study mulligans --report                          compare who answered the default batch")]
pub struct MulligansArgs {
    /// Who answers: human, heuristic, spark[:RUN], random[:SEED], first, replay:STUDY#ACTOR, forge, xmage, phase,
    /// magarena, argentum, karsten, exec:COMMAND
    #[arg(long, value_name = "NAME")]
    pilot: Option<PilotName>,
    /// Deck list of the batch, repeatable; default: the Baeloth and Quintorius study decks
    #[arg(long, value_name = "FILE")]
    deck: Vec<PathBuf>,
    /// Games per deck (25)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,
    /// Text from which every game's seed is made (baeloth-quintorius-mulligans-v5)
    #[arg(long, value_name = "TEXT")]
    base_seed: Option<String>,
    /// Study file under the data root (mulligan-study/baeloth-quintorius-50-v5.json)
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Players at the table (4)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    seats: Option<u8>,
    /// Mulligans that cost no card (1)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=7))]
    free_mulligans: Option<u8>,
    /// When cards go to the bottom (after-keep)
    #[arg(long, value_enum)]
    bottom: Option<Bottom>,
    /// Policy of the other seats (first)
    #[arg(long, value_name = "NAME")]
    filler: Option<PilotName>,
    #[command(flatten)]
    catalog: CatalogArg,
    /// Print the report of the study instead of playing
    #[arg(long)]
    report: bool,
    /// Give reasons to human choices that have none
    #[arg(long)]
    annotate_human: bool,
    /// Share of own first hands asked again, blind, at least 15 hands later
    #[arg(long, value_name = "F", default_value_t = 0.0)]
    repeat_share: f64,
    /// Show machine results although the human has not finished; recorded in the study
    #[arg(long)]
    unseal: bool,
    /// Discard this actor's games first; they stay in the history. Without --pilot nothing else is done
    #[arg(long, value_name = "ACTOR")]
    restart: Vec<String>,
    /// As `--restart spark`
    #[arg(long)]
    restart_spark: bool,
    /// As `--restart heuristic`
    #[arg(long)]
    restart_heuristic: bool,
    /// As `--restart human`
    #[arg(long)]
    restart_human: bool,
    /// Time limit of one answer of an exec: pilot, seconds
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    exec_timeout: u64,
    /// Loses committed work on purpose, so that the crash tests can be seen to fail
    #[arg(long, hide = true, value_name = "MUTANT")]
    durability_mutant: Option<String>,
}

impl MulligansArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// As its exit codes say.
    pub fn run(&self, global: &cli::Global) -> Result<()> {
        let out = Out::new(global);
        if !(0.0..=1.0).contains(&self.repeat_share) {
            return Err(AppError::Usage("--repeat-share takes a number from 0 to 1".to_owned()));
        }
        if self.base_seed.as_ref().is_some_and(|seed| seed.trim().is_empty()) {
            return Err(AppError::Usage(
                "--base-seed is empty; give a text that names the batch, such as `fresh-1`".to_owned(),
            ));
        }
        let root = cli::data_root()?;
        let path = match &self.output {
            Some(path) => root.resolve_output(path)?,
            None => root.resolve(std::path::Path::new(DEFAULT_STUDY))?,
        };
        if self.report {
            return super::report::print(out, std::slice::from_ref(&path), self.unseal);
        }
        let actor = self.pilot.clone().unwrap_or(PilotName::Human);
        // The model or study behind a pilot is looked up before anything is written.
        let restarts = self.restarts();
        let only_restart = !restarts.is_empty() && self.pilot.is_none();
        let built = if actor == PilotName::Human || only_restart || self.annotate_human {
            None
        } else {
            Some(pilots::build(
                &actor,
                &root,
                std::time::Duration::from_secs(self.exec_timeout),
            )?)
        };
        let (mut store, batch) = self.open(out, &path, &root)?;
        for note in store.notes() {
            cli::warn(&format!("{}: {note}", path.display()));
        }
        let plays = built.as_ref().map_or(HUMAN, |built| built.actor.as_str());
        let mut discarded = Vec::new();
        for name in &restarts {
            if store.study().actors.contains_key(name) {
                store.record(&Event::Restarted {
                    actor: name.clone(),
                    at: clock::now(),
                })?;
                discarded.push(name.as_str());
            } else if only_restart || name != plays {
                // An actor that plays next starts anew either way: nothing is lost on its first run.
                cli::warn(&format!(
                    "{} holds no games of {name}; nothing to discard",
                    path.display()
                ));
            }
        }
        if only_restart {
            store.finish()?;
            if !discarded.is_empty() {
                out.line(format_args!("discarded {} in {}", discarded.join(", "), path.display()))?;
            }
            return out.object(&json!({"study": path, "restarted": discarded}));
        }
        if self.unseal {
            store.record(&Event::Unsealed {
                at: clock::now(),
                command: "study mulligans --unseal".to_owned(),
            })?;
        }
        let run = ActorRun {
            actor: built
                .as_ref()
                .map_or_else(|| HUMAN.to_owned(), |built| built.actor.clone()),
            resume: self.resume_command(&batch, &actor),
        };
        if self.annotate_human {
            let mut prompt = Prompt::new(out);
            annotate::annotate(&mut store, &run, &mut prompt)?;
            return Self::close(out, &root, store, &run, &path);
        }
        match built {
            Some(mut built) => {
                store.record(&Event::ActorStarted {
                    actor: run.actor.clone(),
                    provenance: built.provenance.clone(),
                })?;
                let played = machine::play(&mut store, &batch, &run, &mut built, out.animates());
                if let Err(error) = played {
                    // The games that are finished stay; their checkpoint is a convenience.
                    store.finish()?;
                    return Err(error);
                }
            }
            None => self.play_human(out, &mut store, &batch, &run)?,
        }
        Self::close(out, &root, store, &run, &path)
    }

    fn play_human(&self, out: Out, store: &mut StudyStore, batch: &Batch, run: &ActorRun) -> Result<()> {
        let provenance = Provenance {
            pilot: HUMAN.to_owned(),
            ..Provenance::default()
        };
        store.record(&Event::ActorStarted {
            actor: HUMAN.to_owned(),
            provenance,
        })?;
        let mut session = human::Session {
            store,
            batch,
            run,
            prompt: Prompt::new(out),
            repeat_share: self.repeat_share,
            skipped: BTreeSet::new(),
            seconds: Vec::new(),
        };
        session.play()?;
        let ended = session.prompt.ended_without_terminal();
        let complete = store.study().complete(HUMAN);
        if !complete {
            if ended {
                return human::input_ended(&run.resume);
            }
            out.line(format_args!("\nGo on with:\n  {}", run.resume))?;
        }
        Ok(())
    }

    /// Opens the study, or makes it; a stored option may not change.
    fn open(&self, out: Out, path: &std::path::Path, root: &DataRoot) -> Result<(StudyStore, Batch)> {
        let options = StoreOptions {
            durability: self.durability()?,
            ..StoreOptions::default()
        };
        atomic::refuse_symlink(path)?;
        if path.exists() {
            let mut store = StudyStore::open_for_writing(path, options)?;
            self.require_same(store.study(), root)?;
            self.complete_knowledge(&mut store, path, root)?;
            let batch = Batch::of_study(store.study())?;
            return Ok((store, batch));
        }
        let base_seed = match (&self.base_seed, &self.output) {
            (Some(seed), _) => seed.clone(),
            (None, None) => DEFAULT_SEED.to_owned(),
            (None, Some(output)) => {
                return Err(AppError::Usage(format!(
                    "{} is a new study: give its --base-seed TEXT, so that the batch has a name of its own",
                    output.display()
                )));
            }
        };
        let catalog = decks::catalog(&self.catalog, root)?;
        let loaded = decks::load(&self.deck, catalog.as_ref())?;
        decks::mention_facts_only(out, &loaded)?;
        let used = loaded.iter().any(|deck| !deck.facts_only.is_empty());
        let sha256 = catalog
            .as_ref()
            .filter(|_| used)
            .map(turnzero_cards::catalog::Catalog::sha256);
        let (batch, events) = Batch::create(&base_seed, &loaded, self.options(), sha256)?;
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)
                .map_err(|error| AppError::Input(format!("cannot make {}: {error}", parent.display())))?;
        }
        let mut store = StudyStore::create(path, batch.header.clone(), options)?;
        for event in &events {
            store.append(event)?;
        }
        store.commit()?;
        Ok((store, batch))
    }

    /// Stores the knowledge that a first writer was cut off before storing.
    fn complete_knowledge(&self, store: &mut StudyStore, path: &std::path::Path, root: &DataRoot) -> Result<()> {
        let study = store.study();
        if !study.actors.is_empty() || Batch::of_study(study).is_ok() {
            return Ok(());
        }
        let catalog = decks::catalog(&self.catalog, root)?;
        let loaded = decks::load(&self.deck, catalog.as_ref())?;
        let header = study.header.clone();
        let (batch, events) = Batch::create(
            &header.base_seed,
            &loaded,
            header.options.clone(),
            header.catalogue_sha256.clone(),
        )?;
        if batch.header != header {
            return Err(AppError::Input(format!(
                "{} was cut off before its decks were stored; give the same --deck lists again, or use another --output",
                path.display()
            )));
        }
        for event in &events {
            store.append(event)?;
        }
        Ok(store.commit()?)
    }

    fn options(&self) -> StudyOptions {
        let default = StudyOptions::default();
        StudyOptions {
            seats: self.seats.unwrap_or(default.seats),
            free_mulligans: self.free_mulligans.unwrap_or(default.free_mulligans),
            bottom_timing: self.bottom.map_or(default.bottom_timing, Bottom::timing),
            games_per_deck: self.games.unwrap_or(default.games_per_deck),
            filler: self.filler.as_ref().map_or(default.filler, ToString::to_string),
        }
    }

    /// Every option given again must be the stored one; what is not given is taken from the study.
    fn require_same(&self, study: &Study, root: &DataRoot) -> Result<()> {
        let stored = &study.header.options;
        let differs = |name: &str, given: String, stored: String| {
            AppError::Input(format!(
                "--{name} {given} differs from the study's {stored}, and a study's options never change; \
                 leave the flag out, or use another --output for another batch"
            ))
        };
        if let Some(seed) = self.base_seed.as_ref().filter(|seed| **seed != study.header.base_seed) {
            return Err(differs("base-seed", seed.clone(), study.header.base_seed.clone()));
        }
        let given = self.options();
        let checks = [
            (
                "seats",
                self.seats.is_some(),
                given.seats.to_string(),
                stored.seats.to_string(),
            ),
            (
                "games",
                self.games.is_some(),
                given.games_per_deck.to_string(),
                stored.games_per_deck.to_string(),
            ),
            (
                "filler",
                self.filler.is_some(),
                given.filler.clone(),
                stored.filler.clone(),
            ),
            (
                "free-mulligans",
                self.free_mulligans.is_some(),
                given.free_mulligans.to_string(),
                stored.free_mulligans.to_string(),
            ),
            (
                "bottom",
                self.bottom.is_some(),
                timing_word(given.bottom_timing).to_owned(),
                timing_word(stored.bottom_timing).to_owned(),
            ),
        ];
        for (name, is_given, given, stored) in checks {
            if is_given && given != stored {
                return Err(differs(name, given, stored));
            }
        }
        if !self.deck.is_empty() {
            let catalog = decks::catalog(&self.catalog, root)?;
            let loaded = decks::load(&self.deck, catalog.as_ref())?;
            let hashes: Vec<String> = loaded
                .iter()
                .map(|deck| crate::study::batch::deck_list(deck).content_sha256)
                .collect();
            let stored: Vec<String> = study
                .header
                .decks
                .iter()
                .map(|deck| deck.content_sha256.clone())
                .collect();
            if hashes != stored {
                let names: Vec<&str> = study.header.decks.iter().map(|deck| deck.name.as_str()).collect();
                return Err(AppError::Input(format!(
                    "the --deck lists are not the study's ({}); leave --deck out to go on, or use another --output",
                    names.join(", ")
                )));
            }
        }
        Ok(())
    }

    fn restarts(&self) -> Vec<String> {
        let aliases = [
            (self.restart_spark, "spark"),
            (self.restart_heuristic, "heuristic"),
            (self.restart_human, HUMAN),
        ];
        let mut names = self.restart.clone();
        names.extend(
            aliases
                .iter()
                .filter(|(given, _)| *given)
                .map(|(_, name)| (*name).to_owned()),
        );
        names
    }

    fn durability(&self) -> Result<turnzero_datasets::Durability> {
        use turnzero_datasets::Durability;
        match self.durability_mutant.as_deref() {
            None => Ok(Durability::Full),
            Some("no-fsync") => Ok(Durability::NoFsync),
            Some("rename-before-history") => Ok(Durability::RenameBeforeHistory),
            Some(other) => Err(AppError::Usage(format!("unknown durability mutant {other}"))),
        }
    }

    /// The complete command that goes on with this study and actor.
    fn resume_command(&self, batch: &Batch, actor: &PilotName) -> String {
        let mut command = "study mulligans".to_owned();
        if *actor != PilotName::Human {
            let _ = write!(command, " --pilot {}", quoted(&actor.to_string()));
        }
        if self.annotate_human {
            command.push_str(" --annotate-human");
        }
        if self.repeat_share > 0.0 {
            let _ = write!(command, " --repeat-share {}", self.repeat_share);
        }
        let output = self
            .output
            .clone()
            .unwrap_or_else(|| PathBuf::from(format!(".data/{DEFAULT_STUDY}")));
        let _ = write!(command, " --output {}", quoted(&output.to_string_lossy()));
        let _ = write!(command, " --base-seed {}", quoted(&batch.header.base_seed));
        command
    }

    fn close(out: Out, root: &DataRoot, store: StudyStore, run: &ActorRun, path: &std::path::Path) -> Result<()> {
        let study = store.finish()?;
        let record = study.actors.get(&run.actor);
        let games = record.map_or(0, |record| {
            record
                .games
                .values()
                .filter(|game| game.status == turnzero_datasets::GameStatus::Finished)
                .count()
        });
        let complete = study.complete(&run.actor);
        let elsewhere = seal::elsewhere(root, &[path.to_path_buf()], &[&study])?;
        let shown =
            run.actor == HUMAN || (elsewhere.is_none() && Sealing::of([&study]).may_show(study.id(), &run.actor));
        let decisions = record.filter(|_| shown).map(turnzero_datasets::ActorRecord::decisions);
        let kept = record.filter(|_| shown).map(first_hands_kept);
        out.line(format_args!(
            "{}: {games} of {} games{}",
            run.actor,
            study.header.total_games(),
            if complete { ", complete" } else { "" }
        ))?;
        if let (Some(decisions), Some(kept)) = (decisions, kept) {
            out.line(format_args!("{decisions} decisions, {kept} first hands kept"))?;
        } else {
            out.line(
                "choices stay sealed until the human has answered the batch (--unseal shows them, and is recorded)",
            )?;
        }
        out.line(format_args!("study {}", path.display()))?;
        out.object(&json!({
            "study": path,
            "actor": run.actor,
            "games": games,
            "decisions": decisions,
            "first_hands_kept": kept,
            "complete": complete,
            "sealed": !shown,
        }))
    }
}

impl Bottom {
    const fn timing(self) -> BottomTiming {
        match self {
            Self::AfterKeep => BottomTiming::AfterKeep,
            Self::WithMulligan => BottomTiming::WithMulligan,
        }
    }
}

const fn timing_word(timing: BottomTiming) -> &'static str {
    match timing {
        BottomTiming::AfterKeep => "after-keep",
        BottomTiming::WithMulligan => "with-mulligan",
    }
}

/// Finished games whose first hand was kept.
fn first_hands_kept(record: &turnzero_datasets::ActorRecord) -> usize {
    record
        .games
        .values()
        .filter(|game| {
            let first = game.decisions.iter().find(|decision| decision.is_keep_or_mulligan());
            first.and_then(turnzero_datasets::DecisionRecord::choice) == Some(&turnzero_contract::ActionKind::Keep)
        })
        .count()
}

/// A word as a POSIX shell reads it back.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/:#=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
