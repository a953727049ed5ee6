//! The external pilot: a good one plays, and every kind of bad one is a typed error that names the decision.

#![cfg(unix)]

mod common;

use common::Question;
use common::table::{self, black_red};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use turnzero_contract::{
    ActionId, ActionKind, Answer, BottomTiming, NoRules, Pilot, PilotError, PlayerObservation, Query, QueryError,
    RulesQueries,
};
use turnzero_pilots::conformance::{RecordedGame, pilot_conformance};
use turnzero_pilots::{ExecPilot, RandomPilot};

const HAND: &[&str] = &[
    "Swamp",
    "Swamp",
    "Mountain",
    "Mind Stone",
    "Terminate",
    "Zombify",
    "Grave Titan",
];

/// Asks one decision, number 3, of a shell script.
fn ask(script: &str, limit: Duration) -> Result<turnzero_contract::Decision, PilotError> {
    let knowledge = black_red(4, BottomTiming::AfterKeep);
    let mut pilot = ExecPilot::new(script).with_time_limit(limit);
    pilot
        .start_game(&knowledge, Arc::new(NoRules))
        .expect("the shell starts");
    let question = Question {
        number: 3,
        ..Question::of(&knowledge, HAND, 0)
    };
    pilot.decide(&question.point())
}

/// The reason of a failure, which must name the decision.
fn failure(script: &str, limit: Duration) -> String {
    match ask(script, limit) {
        Err(PilotError::NoAnswer { pilot, decision, why }) => {
            assert_eq!(decision, 3);
            assert!(pilot.starts_with("exec:"), "{pilot}");
            why
        }
        other => panic!("`{script}` gave {other:?}"),
    }
}

const LONG: Duration = Duration::from_secs(10);

#[test]
fn an_offered_action_is_taken_with_its_report() {
    let script = r#"read start; read decide; echo '{"actionId":"action-1","number":3,"report":{"reason":"no","pKeep":0.25}}'; read end"#;
    let decision = ask(script, LONG).unwrap();
    assert_eq!(decision.action_id, ActionId(1));
    assert_eq!(decision.report.unwrap().p_keep, Some(0.25));
}

#[test]
fn a_hang_ends_at_the_time_limit() {
    let begin = Instant::now();
    let why = failure("sleep 30; true", Duration::from_millis(200));
    assert!(why.contains("no answer within 200 ms"), "{why}");
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}

#[test]
fn a_process_that_never_reads_cannot_block() {
    let knowledge = black_red(4, BottomTiming::AfterKeep);
    let mut pilot = ExecPilot::new("sleep 30; true").with_time_limit(Duration::from_millis(100));
    // Far more than a pipe holds.
    for _ in 0..3 {
        pilot.start_game(&knowledge, Arc::new(NoRules)).unwrap();
        assert!(pilot.decide(&Question::of(&knowledge, HAND, 0).point()).is_err());
    }
}

#[test]
fn a_crash_names_its_status() {
    let why = failure("read start; exit 3", LONG);
    assert!(why.contains("ended") && why.contains('3'), "{why}");
    let why = failure("no-such-command-here 2>/dev/null", LONG);
    assert!(why.contains("127"), "{why}");
}

#[test]
fn garbage_is_shown_in_the_error() {
    for (line, says) in [
        ("hello", "`hello` is not usable"),
        ("{}", "no actionId"),
        (r#"{"actionId":"keep"}"#, "action id"),
        (r#"{"actionId":3}"#, "not usable"),
        (r#"{"type":"decision","actionId":"action-0"}"#, "type `decision`"),
        (r#"{"type":"query","query":"theLibrary"}"#, "not usable"),
        (r#"{"actionId":"action-0","report":{"pKeep":1.5}}"#, "pKeep"),
        (
            r#"{"actionId":"action-0","specialization":{"cards":[]}}"#,
            "specialization",
        ),
        ("", "not usable"),
    ] {
        let why = failure(&format!("read start; read decide; echo '{line}'; read end"), LONG);
        assert!(why.contains(says), "{line}: {why}");
    }
    let why = failure(r"read start; read decide; printf '\377\376\n'; read end", LONG);
    assert!(why.contains("UTF-8"), "{why}");
}

#[test]
fn a_partial_line_is_not_an_answer() {
    let why = failure(r#"read start; read decide; printf '{"actionId":"action-0"}'"#, LONG);
    assert!(why.contains("inside the line"), "{why}");
    let why = failure(
        r#"read start; read decide; printf '{"actionId":"action-0"}'; sleep 30; true"#,
        Duration::from_millis(300),
    );
    assert!(why.contains("no answer within"), "{why}");
}

#[test]
fn a_huge_line_is_cut_off() {
    let why = failure(
        "read start; read decide; head -c 3000000 /dev/zero | tr '\\0' a; echo",
        LONG,
    );
    assert!(why.contains("longer than 1048576 bytes"), "{why}");
}

#[test]
fn an_endless_line_is_cut_off() {
    let why = failure("read start; read decide; yes a | tr -d '\\n'", LONG);
    assert!(why.contains("longer than 1048576 bytes"), "{why}");
}

#[test]
fn stale_and_manufactured_choices_are_refused() {
    let why = failure(
        r#"read start; read decide; echo '{"actionId":"action-7"}'; read end"#,
        LONG,
    );
    assert!(why.contains("`action-7` is not among the 2 offers"), "{why}");
    let why = failure(
        r#"read start; read decide; echo '{"actionId":"action-0","number":2}'; read end"#,
        LONG,
    );
    assert!(why.contains("answers decision 2"), "{why}");
}

#[test]
fn a_line_nobody_asked_for_is_refused() {
    let knowledge = black_red(4, BottomTiming::AfterKeep);
    let twice =
        r#"read start; read decide; echo '{"actionId":"action-0"}'; echo '{"actionId":"action-0"}'; cat >/dev/null"#;
    let mut pilot = ExecPilot::new(twice);
    pilot.start_game(&knowledge, Arc::new(NoRules)).unwrap();
    let point = Question::of(&knowledge, HAND, 0).point();
    pilot.decide(&point).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let error = pilot.decide(&point).unwrap_err().to_string();
    assert!(error.contains("without being asked"), "{error}");
    // The session is over.
    assert!(matches!(pilot.decide(&point), Err(PilotError::NotStarted { .. })));
}

/// Answers every query with yes when it is for the cost asked.
struct Yes;

impl RulesQueries for Yes {
    fn answer(&self, snapshot: &PlayerObservation, query: &Query) -> Result<Answer, QueryError> {
        match query {
            Query::Payable { cost } => Ok(Answer::Truth {
                value: cost.to_string() == "{1}{R}" && snapshot.opening.is_some(),
            }),
            _ => Err(QueryError::Unavailable {
                why: "only costs".to_owned(),
            }),
        }
    }
}

#[test]
fn queries_are_answered_and_the_decision_stays_open() {
    // The script keeps only if both answers have the documented form.
    let script = r#"
        read start; read decide
        echo '{"type":"query","query":"payable","cost":"{1}{R}"}'; read first
        echo '{"type":"query","query":"lethal"}'; read second
        want1='{"type":"answer","result":{"answer":"truth","value":true}}'
        want2='{"type":"answer","result":{"error":"unavailable","why":"only costs"}}'
        if [ "$first" = "$want1" ] && [ "$second" = "$want2" ]
        then echo '{"actionId":"action-0"}'; else echo "got $first $second"; fi
        read end"#;
    let knowledge = black_red(4, BottomTiming::AfterKeep);
    let mut pilot = ExecPilot::new(script);
    pilot.start_game(&knowledge, Arc::new(Yes)).unwrap();
    let decision = pilot.decide(&Question::of(&knowledge, HAND, 0).point()).unwrap();
    assert_eq!(decision.action_id, ActionId(0));
}

#[test]
fn endless_queries_end_at_the_time_limit() {
    let script = r#"read start; read decide; while echo '{"type":"query","query":"lethal"}'; do read answer; done"#;
    let why = failure(script, Duration::from_millis(300));
    assert!(why.contains("no answer within"), "{why}");
}

#[test]
fn the_process_and_its_children_end_with_the_pilot() {
    let folder = std::env::temp_dir().join(format!("turnzero-exec-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let pids = folder.join("pids");
    let script = format!(
        r"sleep 60 & echo $! >'{0}.new'; echo $$ >>'{0}.new'; mv '{0}.new' '{0}'; trap '' TERM HUP; while :; do sleep 60; done",
        pids.display()
    );
    let knowledge = black_red(4, BottomTiming::AfterKeep);
    let mut pilot = ExecPilot::new(script);
    pilot.start_game(&knowledge, Arc::new(NoRules)).unwrap();
    let begin = Instant::now();
    while !pids.exists() && begin.elapsed() < LONG {
        std::thread::sleep(Duration::from_millis(10));
    }
    let numbers = std::fs::read_to_string(&pids).unwrap();
    drop(pilot);
    std::fs::remove_dir_all(&folder).unwrap();
    for number in numbers.split_whitespace() {
        let gone = || {
            let state = Command::new("ps").args(["-o", "stat=", "-p", number]).output().unwrap();
            let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
            state.is_empty() || state.starts_with('Z')
        };
        let begin = Instant::now();
        while !gone() && begin.elapsed() < LONG {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(gone(), "process {number} still runs");
    }
}

/// Whether python3 is there; its absence is an error where every test has to run.
fn python() -> bool {
    let found = Command::new("python3")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !found {
        assert!(
            std::env::var("TURNZERO_ALL_TESTS").as_deref() != Ok("1"),
            "TURNZERO_ALL_TESTS=1 needs python3"
        );
        eprintln!("not run: needs python3");
    }
    found
}

fn example() -> String {
    format!("python3 '{}/examples/keep_two_to_five.py'", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_python_example_plays_and_conforms() {
    if !python() {
        return;
    }
    let games: Vec<RecordedGame> = table::games(&mut RandomPilot::new("deal"), 1)
        .into_iter()
        .step_by(3)
        .collect();
    assert!(games.iter().any(|game| game.points.len() > 2));
    let decisions = games.iter().map(|game| game.points.len()).sum::<usize>();
    assert_eq!(
        pilot_conformance(|| Box::new(ExecPilot::new(example())), &games),
        Ok(decisions)
    );
}

#[test]
fn the_python_example_decides_as_it_says() {
    if !python() {
        return;
    }
    let knowledge = black_red(4, BottomTiming::AfterKeep);
    let mut pilot = ExecPilot::new(example());
    let one_land = &[
        "Swamp",
        "Terminate",
        "Zombify",
        "Grave Titan",
        "Shock",
        "Blood Artist",
        "Gravedigger",
    ];
    for (hand, keep) in [(HAND, true), (one_land, false)] {
        pilot.start_game(&knowledge, Arc::new(NoRules)).unwrap();
        let point = Question::of(&knowledge, hand, 0).point();
        let decision = pilot.decide(&point).unwrap();
        assert_eq!(point.action(decision.action_id).unwrap().kind == ActionKind::Keep, keep);
        let question = Question {
            pending: 1,
            ..Question::of(&knowledge, hand, 2)
        };
        let point = question.point();
        let decision = pilot.decide(&point).unwrap();
        let card = "Grave Titan".to_owned();
        assert_eq!(
            point.action(decision.action_id).unwrap().kind,
            ActionKind::Bottom { card }
        );
    }
}

#[test]
fn the_document_shows_the_example_as_it_is() {
    let example = include_str!("../examples/keep_two_to_five.py");
    let document = include_str!("../../docs/exec-protocol.md");
    assert!(document.contains(&format!("```python\n{example}```")));
    let lines = example.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= 32, "{lines} lines");
}
