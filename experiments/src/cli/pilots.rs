//! From a pilot's name to a pilot, and what its answers depend on.

use crate::error::{AppError, Result};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use turnzero_contract::{Decision, DecisionPoint, Pilot, PilotError, PlayerKnowledge, RulesQueries};
use turnzero_datasets::{DataRoot, Provenance};
use turnzero_pilots::{PilotName, Recorded, ReplayPilot};

/// A pilot ready to play in a study.
pub struct BuiltPilot {
    /// Name in the study.
    pub actor: String,
    /// The pilot.
    pub pilot: Box<dyn Pilot>,
    /// What its answers depend on.
    pub provenance: Provenance,
    /// Local and repeatable: a killed game is played again to the same bytes.
    pub deterministic: bool,
    /// Number of the game about to start, for pilots that follow a record.
    pub upcoming: Arc<AtomicU32>,
}

/// Builds a pilot.
///
/// # Errors
/// Exit-2 class for pilots that are no program, exit-3 class for a missing model or study.
pub fn build(name: &PilotName, root: &DataRoot, exec_timeout: Duration) -> Result<BuiltPilot> {
    let provenance = Provenance {
        pilot: name.to_string(),
        ..Provenance::default()
    };
    let local = |pilot: Box<dyn Pilot>| BuiltPilot {
        actor: name.to_string(),
        pilot,
        provenance: provenance.clone(),
        deterministic: true,
        upcoming: Arc::default(),
    };
    match name {
        PilotName::Human => Err(AppError::Usage(
            "the human plays at the keyboard, not as a program".to_owned(),
        )),
        PilotName::Deepseek => Err(AppError::Usage(
            "pilot deepseek is not available in this version".to_owned(),
        )),
        PilotName::Exec(command) => Ok(BuiltPilot {
            deterministic: false,
            ..local(Box::new(
                turnzero_pilots::ExecPilot::new(command).with_time_limit(exec_timeout),
            ))
        }),
        PilotName::Replay { study, actor } => {
            let path = root.resolve(Path::new(study))?;
            let upcoming = Arc::new(AtomicU32::new(0));
            let pilot = replay(&path, actor, Arc::clone(&upcoming))?;
            Ok(BuiltPilot {
                upcoming,
                ..local(pilot)
            })
        }
        PilotName::Spark(run) => crate::model::pilot(root, run.as_deref()),
        PilotName::Heuristic | PilotName::First | PilotName::Random(_) | PilotName::Baseline(_) => {
            let pilot = turnzero_pilots::build(name)
                .ok_or_else(|| AppError::Usage(format!("pilot {name} cannot be built here")))?;
            Ok(local(pilot))
        }
    }
}

/// A pilot that repeats a recorded actor, game by game.
fn replay(path: &Path, actor: &str, upcoming: Arc<AtomicU32>) -> Result<Box<dyn Pilot>> {
    let loaded = turnzero_datasets::store::read(path)?;
    let record = loaded.study.actors.get(actor).ok_or_else(|| {
        let present: Vec<&str> = loaded.study.actors.keys().map(String::as_str).collect();
        AppError::Input(format!(
            "{} holds no actor {actor}; actors present: {}",
            path.display(),
            present.join(", ")
        ))
    })?;
    let games = record.games.iter().map(|(game, played)| {
        let answers = played.decisions.iter().enumerate().filter_map(|(number, decision)| {
            Some(Recorded {
                number: u64::try_from(number).unwrap_or(u64::MAX),
                kind: decision.choice()?.clone(),
                specialization: decision.specialization.clone(),
                report: decision.report.clone(),
            })
        });
        (*game, ReplayPilot::new(answers))
    });
    Ok(Box::new(ReplayStudy {
        games: games.collect(),
        upcoming,
        current: 0,
    }))
}

/// Replays the games of a study by their number.
struct ReplayStudy {
    games: BTreeMap<u32, ReplayPilot>,
    upcoming: Arc<AtomicU32>,
    current: u32,
}

impl ReplayStudy {
    fn game(&mut self) -> Result<&mut ReplayPilot, PilotError> {
        let game = self.current;
        self.games.get_mut(&game).ok_or_else(|| PilotError::Unsupported {
            pilot: "replay".to_owned(),
            why: format!("the recorded study has no game {game}"),
        })
    }
}

impl Pilot for ReplayStudy {
    fn start_game(&mut self, knowledge: &PlayerKnowledge, rules: Arc<dyn RulesQueries>) -> Result<(), PilotError> {
        self.current = self.upcoming.load(Ordering::Relaxed);
        self.game()?.start_game(knowledge, rules)
    }

    fn decide(&mut self, point: &DecisionPoint) -> Result<Decision, PilotError> {
        self.game()?.decide(point)
    }
}
