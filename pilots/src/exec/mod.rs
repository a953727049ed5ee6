//! The pilot in another process: one JSON object a line, as `docs/exec-protocol.md` says.

mod process;

pub use process::end_processes;
use process::{Process, Silence};
use std::sync::Arc;
use std::time::{Duration, Instant};
use turnzero_contract::protocol::{FromPilot, PilotQuery, QueryResult, ToPilot};
use turnzero_contract::{Decision, DecisionPoint, Pilot, PilotError, PlayerKnowledge, RulesQueries};

/// Time for one decision, queries included, unless set otherwise.
pub const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(10);

/// Characters of a wrong line that an error shows.
const SHOWN: usize = 120;

/// Plays by the answers of a child process, one process a game.
///
/// A decision over the time limit, a crash, an unreadable or oversized line, or a choice that is not offered is
/// [`PilotError::NoAnswer`]; the process is then ended. Standard error is passed through.
pub struct ExecPilot {
    command: String,
    time_limit: Duration,
    session: Option<Session>,
}

struct Session {
    process: Process,
    rules: Arc<dyn RulesQueries>,
}

impl ExecPilot {
    /// A pilot that runs this command with the system's shell.
    pub fn new(command: impl Into<String>) -> Self {
        Self {
            command: command.into(),
            time_limit: DEFAULT_TIME_LIMIT,
            session: None,
        }
    }

    /// The same with another time limit for a decision.
    #[must_use]
    pub fn with_time_limit(mut self, time_limit: Duration) -> Self {
        self.time_limit = time_limit;
        self
    }

    fn name(&self) -> String {
        format!("exec:{}", self.command)
    }
}

impl Pilot for ExecPilot {
    fn start_game(&mut self, knowledge: &PlayerKnowledge, rules: Arc<dyn RulesQueries>) -> Result<(), PilotError> {
        self.session = None;
        let unsupported = |why: String| PilotError::Unsupported {
            pilot: self.name(),
            why,
        };
        let mut process = Process::start(&self.command)
            .map_err(|error| unsupported(format!("the command cannot be started: {error}")))?;
        let start = ToPilot::Start {
            knowledge: Box::new(knowledge.clone()),
        };
        process.send(&start).map_err(unsupported)?;
        self.session = Some(Session { process, rules });
        Ok(())
    }

    fn decide(&mut self, point: &DecisionPoint) -> Result<Decision, PilotError> {
        let pilot = self.name();
        let Some(session) = self.session.as_mut() else {
            return Err(PilotError::NotStarted { pilot });
        };
        ask(session, point, self.time_limit).map_err(|why| {
            // The two sides may no longer agree on what is asked; nothing later can be trusted.
            if let Some(session) = self.session.take() {
                session.process.kill();
            }
            PilotError::NoAnswer {
                pilot,
                decision: point.number,
                why,
            }
        })
    }
}

/// Asks one decision and answers the queries before it.
fn ask(session: &mut Session, point: &DecisionPoint, time_limit: Duration) -> Result<Decision, String> {
    if let Some(line) = session.process.unasked() {
        return Err(format!(
            "it wrote `{}` without being asked; write one line for each message",
            shown(&line)
        ));
    }
    let deadline = Instant::now() + time_limit;
    session.process.send(&ToPilot::Decide {
        decision_point: Box::new(point.clone()),
    })?;
    loop {
        let line = session
            .process
            .line(deadline)
            .map_err(|silence| explain(&silence, time_limit))?;
        match read(&line)? {
            FromPilot::Query(PilotQuery { query }) => {
                let result = match session.rules.answer(&point.observation, &query) {
                    Ok(answer) => QueryResult::Answered(answer),
                    Err(error) => QueryResult::Refused(error),
                };
                session.process.send(&ToPilot::Answer { result })?;
            }
            FromPilot::Decision(decision) => return check(point, decision),
        }
    }
}

/// Reads a line by what it claims to be, so that the error can say what is wrong with it.
fn read(line: &str) -> Result<FromPilot, String> {
    let wrong = |why: String| format!("its line `{}` is not usable: {why}", shown(line));
    let value: serde_json::Value = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
    match value.get("type").and_then(serde_json::Value::as_str) {
        Some("query") => serde_json::from_value(value)
            .map(FromPilot::Query)
            .map_err(|error| wrong(error.to_string())),
        Some(other) => Err(wrong(format!(
            "type `{other}` is not known; write a query or an actionId"
        ))),
        None if value.get("actionId").is_some() => serde_json::from_value(value)
            .map(FromPilot::Decision)
            .map_err(|error| wrong(error.to_string())),
        None => Err(wrong("it holds no actionId".to_owned())),
    }
}

/// Refuses what the engine would refuse, and report values that no reader could use.
fn check(point: &DecisionPoint, decision: Decision) -> Result<Decision, String> {
    if let Some(number) = decision.number.filter(|number| *number != point.number) {
        return Err(format!(
            "it answers decision {number}; copy `number` of the decision asked"
        ));
    }
    let id = decision.action_id;
    let offer = point.action(id).ok_or_else(|| {
        format!(
            "`{id}` is not among the {} offers; ids are valid for one decision only",
            point.legal_actions.len()
        )
    })?;
    if offer.parameter.is_some() != decision.specialization.is_some() {
        return Err(format!(
            "`{id}` takes a specialization exactly when the offer has a parameter"
        ));
    }
    let p_keep = decision.report.as_ref().and_then(|report| report.p_keep);
    match p_keep.filter(|p| !(0.0..=1.0).contains(p)) {
        Some(p) => Err(format!("pKeep {p} is not between 0 and 1")),
        None => Ok(decision),
    }
}

fn explain(silence: &Silence, time_limit: Duration) -> String {
    match silence {
        Silence::TimedOut => format!("no answer within {} ms", time_limit.as_millis()),
        Silence::Ended(status) => format!("the process ended ({status})"),
        Silence::TooLong => format!("a line is longer than {} bytes", process::LONGEST_LINE),
        Silence::Partial(line) => format!(
            "the process ended inside the line `{}`; end every line with a newline and flush",
            shown(line)
        ),
        Silence::NotText => "a line is not UTF-8".to_owned(),
        Silence::Broken(why) => format!("its output cannot be read: {why}"),
    }
}

/// The beginning of a line, for an error.
fn shown(line: &str) -> String {
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
