//! The names of pilots, as users write them.

use crate::{Baseline, PilotsError};
use std::fmt;
use std::str::FromStr;

const KNOWN: &str = "human, heuristic, spark[:RUN], deepseek, random[:SEED], first, replay:STUDY#ACTOR, forge, xmage, \
                     phase, magarena, argentum, karsten, exec:COMMAND";

/// A pilot's name; its text form is what command lines and studies hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PilotName {
    /// The person at the keyboard.
    Human,
    /// The reasoned mulligan policy.
    Heuristic,
    /// A learned model; without a run, the latest.
    Spark(Option<String>),
    /// The language model experiment.
    Deepseek,
    /// Uniform over the offers; without a seed, the seed `0`.
    Random(Option<String>),
    /// The first offer.
    First,
    /// Recorded answers.
    Replay {
        /// The study's path; it holds no `#`.
        study: String,
        /// The actor in it.
        actor: String,
    },
    /// A rule written after another program's.
    Baseline(Baseline),
    /// An external process.
    Exec(String),
}

impl fmt::Display for PilotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Heuristic => f.write_str("heuristic"),
            Self::Spark(None) => f.write_str("spark"),
            Self::Spark(Some(run)) => write!(f, "spark:{run}"),
            Self::Deepseek => f.write_str("deepseek"),
            Self::Random(None) => f.write_str("random"),
            Self::Random(Some(seed)) => write!(f, "random:{seed}"),
            Self::First => f.write_str("first"),
            Self::Replay { study, actor } => write!(f, "replay:{study}#{actor}"),
            Self::Baseline(baseline) => f.write_str(baseline.name()),
            Self::Exec(command) => write!(f, "exec:{command}"),
        }
    }
}

impl FromStr for PilotName {
    type Err = PilotsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = |why| PilotsError::UnknownPilot {
            text: text.to_owned(),
            why,
            known: KNOWN,
        };
        let (word, argument) = match text.split_once(':') {
            Some((word, argument)) => (word, Some(argument)),
            None => (text, None),
        };
        if argument.is_some_and(|argument| argument.trim().is_empty()) {
            return Err(wrong("nothing follows the colon"));
        }
        match (word, argument) {
            ("human", None) => Ok(Self::Human),
            ("heuristic", None) => Ok(Self::Heuristic),
            ("spark", run) => Ok(Self::Spark(run.map(str::to_owned))),
            ("deepseek", None) => Ok(Self::Deepseek),
            ("random", None) => Ok(Self::Random(None)),
            // One spelling a seed: actors are told apart by their names.
            ("random", Some(seed)) if seed.parse::<u64>().is_ok_and(|number| number.to_string() == seed) => {
                Ok(Self::Random(Some(seed.to_owned())))
            }
            ("random", Some(_)) => Err(wrong(
                "the seed of random is a whole number from 0 to 18446744073709551615, as in random:7",
            )),
            ("first", None) => Ok(Self::First),
            ("replay", Some(source)) => match source.split_once('#') {
                Some((study, actor)) if !study.is_empty() && !actor.is_empty() => Ok(Self::Replay {
                    study: study.to_owned(),
                    actor: actor.to_owned(),
                }),
                _ => Err(wrong("a replay is written replay:STUDY#ACTOR")),
            },
            ("replay", None) => Err(wrong("a replay is written replay:STUDY#ACTOR")),
            ("exec", Some(command)) => Ok(Self::Exec(command.to_owned())),
            ("exec", None) => Err(wrong("an external pilot is written exec:COMMAND")),
            (name, None) => Baseline::ALL
                .into_iter()
                .find(|baseline| baseline.name() == name)
                .map(Self::Baseline)
                .ok_or_else(|| wrong("the word is not known")),
            (_, Some(_)) => Err(wrong("the word is not known, or takes no argument")),
        }
    }
}
