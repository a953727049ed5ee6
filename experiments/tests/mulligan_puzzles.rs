//! Mulligan puzzles: the pregame game they set up, what claims mean, and that the files of `puzzles/mulligan` prove
//! what they say.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use turnzero_contract::{
    ActionId, ActionKind, Decision, DecisionPoint, Declaration, Pilot, PilotError, PlayerKnowledge, Report,
    RulesQueries, Seat,
};
use turnzero_engine::puzzle::assertion::Predicate;
use turnzero_engine::puzzle::{Dialect, Located, Puzzle};
use turnzero_experiments::Result;
use turnzero_experiments::puzzle::{
    OpeningError, OpeningVerdict, OutcomeClass, PilotMaker, RunOptions, discover, run_file, run_opening,
};
use turnzero_pilots::{HeuristicPilot, ScriptPilot};

type Answered = std::result::Result<Decision, PilotError>;

/// The fewest files the folder holds.
const FILES: usize = 40;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn files() -> Vec<PathBuf> {
    let files = discover(&[root().join("puzzles/mulligan")]).expect("the folder is there");
    assert!(files.len() >= FILES, "{} files", files.len());
    files
}

fn parse(path: &Path) -> Puzzle {
    let bytes = std::fs::read(path).expect("a readable file");
    let label = path.display().to_string();
    Puzzle::parse(&label, &bytes, Dialect::DeepScry)
        .expect("a puzzle")
        .puzzle
}

/// A puzzle that lies in `puzzles/mulligan` and is on no disk.
fn ask(text: &str, pilot: &mut dyn Pilot) -> std::result::Result<OpeningVerdict, OpeningError> {
    let puzzle = Puzzle::parse("here.pzl", text.as_bytes(), Dialect::DeepScry).expect("a puzzle");
    run_opening(&puzzle.puzzle, &root().join("puzzles/mulligan/here.pzl"), pilot)
}

fn opening(lines: &str, claims: &str) -> String {
    format!(
        "[opening]\ndeck = ../../decks/bench_bolt.txt\n\
         hand = Mountain; Mountain; Mountain; Mountain; mountain; Lightning Bolt; Lightning Bolt\n{lines}\n\
         [final_assertions]\n{claims}\n"
    )
}

fn bottom(card: &str) -> ActionKind {
    ActionKind::Bottom { card: card.to_owned() }
}

fn script(actions: &[ActionKind]) -> ScriptPilot {
    ScriptPilot::new(actions.to_vec())
}

/// The heuristic with its answers bent by a function.
struct Bent<F>(HeuristicPilot, F);

impl<F: FnMut(&DecisionPoint, Decision) -> Decision + Send> Pilot for Bent<F> {
    fn start_game(
        &mut self,
        knowledge: &PlayerKnowledge,
        rules: Arc<dyn RulesQueries>,
    ) -> std::result::Result<(), PilotError> {
        self.0.start_game(knowledge, rules)
    }

    fn decide(&mut self, point: &DecisionPoint) -> Answered {
        let decision = self.0.decide(point)?;
        Ok((self.1)(point, decision))
    }
}

fn bent<F: FnMut(&DecisionPoint, Decision) -> Decision + Send>(bend: F) -> Bent<F> {
    Bent(HeuristicPilot::new(), bend)
}

/// The other of keep and mulligan.
fn opposite(point: &DecisionPoint, decision: Decision) -> Decision {
    let kind = point.action(decision.action_id).map(|offer| &offer.kind);
    let other = match kind {
        Some(ActionKind::Keep) => point.find(&ActionKind::Mulligan),
        Some(ActionKind::Mulligan) => point.find(&ActionKind::Keep),
        _ => None,
    };
    Decision {
        action_id: other.unwrap_or(decision.action_id),
        ..decision
    }
}

/// Any other card for the bottom.
fn another_card(point: &DecisionPoint, decision: Decision) -> Decision {
    let is_bottom = |offer: &&turnzero_contract::LegalAction| matches!(offer.kind, ActionKind::Bottom { .. });
    let mut others = point.legal_actions.iter().filter(is_bottom);
    let other = others.find(|offer| offer.id != decision.action_id);
    Decision {
        action_id: other.map_or(decision.action_id, |offer| offer.id),
        ..decision
    }
}

#[test]
fn the_heuristic_decides_every_file_as_its_reason_says() {
    let pilot: Box<PilotMaker> = Box::new(|_| -> Result<Box<dyn Pilot>> { Ok(Box::new(HeuristicPilot::new())) });
    let options = RunOptions {
        dialect: None,
        strict: true,
        blank: None,
        pilot: &*pilot,
        find: &|_| None,
    };
    for file in files() {
        let result = run_file(&file, &options);
        assert_eq!(result.class, OutcomeClass::AssertPass, "{:?}", result.messages);
        let puzzle = parse(&file);
        assert!(
            puzzle.metadata.description.is_some(),
            "{} gives no reason",
            file.display()
        );
    }
}

#[test]
fn no_file_holds_for_the_opposite_decision() {
    for file in files() {
        let verdict = run_opening(&parse(&file), &file, &mut bent(opposite)).expect("it is decided");
        let decided = |failure: &turnzero_experiments::puzzle::Failure| failure.source.starts_with("decision ");
        assert!(
            verdict.failures.iter().any(decided),
            "{} notices nothing",
            file.display()
        );
    }
}

#[test]
fn no_file_about_the_bottom_holds_for_other_cards() {
    let about_bottom = |claim: &Located<_>| {
        let claim: &turnzero_engine::puzzle::assertion::Assertion = &claim.value;
        matches!(claim.predicate, Predicate::BottomContains(_)) && !claim.negated
    };
    let mut checked = 0;
    for file in files() {
        let puzzle = parse(&file);
        if puzzle.assertions.iter().any(about_bottom) {
            checked += 1;
            let verdict = run_opening(&puzzle, &file, &mut bent(another_card)).expect("it is decided");
            assert!(!verdict.failures.is_empty(), "{} notices nothing", file.display());
        }
    }
    assert!(checked >= 5, "{checked} files are about the bottom");
}

#[test]
fn claims_are_judged_after_the_bottom() {
    let two = "mulligans = 2\nplaydraw = play";
    let claims = "decision keep\nbottom contains lightning bolt\nNOT bottom contains Shock\nhand count eq 5\n\
                  hand contains Mountain\nNOT decision mulligan";
    let mut pilot = script(&[ActionKind::Keep, bottom("Mountain"), bottom("Lightning Bolt")]);
    let verdict = ask(&opening(two, claims), &mut pilot).expect("it is decided");
    assert_eq!(verdict.failures, []);
    assert_eq!(verdict.claims, 6);
    assert_eq!(verdict.log, ["keep", "bottom Mountain", "bottom Lightning Bolt"]);
    let mut pilot = script(&[ActionKind::Keep, bottom("Lightning Bolt"), bottom("Lightning Bolt")]);
    let claims = "hand contains Lightning Bolt\nbottom contains Mountain\nhand count eq 7\ndecision mulligan";
    let verdict = ask(&opening(two, claims), &mut pilot).expect("it is decided");
    let lines: Vec<u32> = verdict.failures.iter().map(|failure| failure.line).collect();
    assert_eq!(lines, [7, 8, 9, 10], "every one is false");
}

#[test]
fn a_claim_that_the_answer_leaves_open_fails_either_way() {
    let claims = "NOT hand count eq 6\nNOT bottom contains Shock\nNOT p_keep gt 0.5";
    let one = "mulligans = 1\nplaydraw = play";
    let verdict = ask(&opening(one, claims), &mut script(&[ActionKind::Mulligan])).expect("it is decided");
    let reasons: Vec<&str> = verdict.failures.iter().map(|failure| failure.reason.as_str()).collect();
    assert_eq!(
        reasons,
        [
            "no hand was kept: mulligan",
            "no hand was kept: mulligan",
            "the pilot says no probability of keeping"
        ]
    );
    let none = opening("playdraw = play", "NOT bottom contains Shock");
    let verdict = ask(&none, &mut script(&[ActionKind::Keep])).expect("it is decided");
    assert!(verdict.failures[0].reason.starts_with("no card goes to the bottom"));
}

#[test]
fn probabilities_are_compared_and_must_be_ones() {
    let failures = |p: f64, claim: &str| {
        let mut pilot = bent(move |_, decision| Decision {
            report: Some(Report {
                p_keep: Some(p),
                ..Report::default()
            }),
            ..decision
        });
        let verdict = ask(&opening("playdraw = play", claim), &mut pilot).expect("it is decided");
        verdict.failures
    };
    for (p, claim) in [
        (0.75, "p_keep gt 0.7"),
        (0.75, "p_keep eq 0.75"),
        (0.0, "p_keep lt 0.000001"),
        (1.0, "NOT p_keep lt 1"),
    ] {
        assert_eq!(failures(p, claim), [], "{p} {claim}");
    }
    for (p, claim) in [
        (0.75, "p_keep gt 0.75"),
        (0.75, "NOT p_keep ge 0.75"),
        (1.5, "p_keep gt 0.5"),
        (f64::NAN, "NOT p_keep gt 0.5"),
    ] {
        assert_eq!(failures(p, claim).len(), 1, "{p} {claim}");
    }
    assert!(
        failures(0.25, "p_keep gt 0.5")[0]
            .reason
            .starts_with("the pilot says p_keep 0.250000;")
    );
}

/// CR 103.5: the starting player declares first, then the others in turn order.
#[test]
fn players_before_the_asker_have_kept() {
    let seen: Arc<Mutex<Vec<(Seat, usize, u32)>>> = Arc::default();
    for (playdraw, earlier) in [("play", 0), ("draw", 2)] {
        let record = Arc::clone(&seen);
        let mut pilot = bent(move |point, decision| {
            let observed = point.observation.opening.as_ref().expect("an opening part");
            assert!(
                observed
                    .declarations
                    .iter()
                    .all(|made| made.declaration == Declaration::Keep)
            );
            record.lock().expect("one thread").push((
                point.observation.starting_player.expect("it is known"),
                observed.declarations.len(),
                observed.free_mulligans_left,
            ));
            decision
        });
        let lines = format!("seats = 3\nplaydraw = {playdraw}");
        let verdict = ask(&opening(&lines, "hand count eq 7"), &mut pilot).expect("it is decided");
        assert_eq!(verdict.failures, []);
        let first = if playdraw == "play" { Seat(0) } else { Seat(1) };
        assert_eq!(
            std::mem::take(&mut *seen.lock().expect("one thread")),
            [(first, earlier, 1)]
        );
    }
}

#[test]
fn what_makes_no_decision_is_told_with_the_remedy() {
    let fault = |text: &str| match ask(text, &mut script(&[ActionKind::Keep])) {
        Err(OpeningError::Setup(why)) => why,
        other => panic!("{other:?}"),
    };
    let good = opening("playdraw = play", "decision keep");
    assert!(fault(&good.replace("bench_bolt", "absent")).contains("absent.txt"));
    assert!(fault(&good.replace("mountain;", "Shock;")).contains("\"Shock\" is not in deck bench_bolt"));
    let seven = opening("mulligans = 7\nplaydraw = play", "decision keep");
    assert!(fault(&seven).contains("lower `mulligans`"));
    let copies = "[opening]\ndeck = ../../decks/duel_mono_red_burn.txt\nplaydraw = draw\n\
                  hand = Mountain; Mountain; Mountain; Fireblast; Fireblast; Shock; Shock\n";
    assert!(fault(copies).contains("Fireblast"));
}

#[test]
fn a_pilot_that_fails_is_no_fault_of_the_file() {
    let pilot_fault = |pilot: &mut dyn Pilot| match ask(&opening("playdraw = play", "decision keep"), pilot) {
        Err(OpeningError::Pilot(why)) => why,
        other => panic!("{other:?}"),
    };
    assert!(pilot_fault(&mut script(&[])).contains("the script ends"));
    let mut stranger = bent(|_, _| Decision::of(ActionId(9)));
    assert!(pilot_fault(&mut stranger).contains("not among the 2 offered"));
    let mut late = bent(|_, decision| Decision {
        number: Some(5),
        ..decision
    });
    assert!(pilot_fault(&mut late).contains("decision 5"));
}

#[test]
fn classes_tell_the_file_from_the_pilot() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("here.pzl");
    let run = |deck: &Path, pilot: &PilotMaker| {
        let text = opening("playdraw = play", "decision keep");
        let text = text.replace("../../decks/bench_bolt.txt", &deck.display().to_string());
        std::fs::write(&file, text).expect("a file");
        let options = RunOptions {
            dialect: None,
            strict: false,
            blank: None,
            pilot,
            find: &|_| None,
        };
        run_file(&file, &options).class
    };
    let deck = root().join("decks/bench_bolt.txt");
    let keeps = |_| -> Result<Box<dyn Pilot>> { Ok(Box::new(script(&[ActionKind::Keep]))) };
    let fails = |_| -> Result<Box<dyn Pilot>> { Ok(Box::new(script(&[]))) };
    assert_eq!(run(&deck, &keeps), OutcomeClass::AssertPass);
    assert_eq!(run(&deck, &fails), OutcomeClass::EngineError);
    assert_eq!(run(Path::new("absent.txt"), &keeps), OutcomeClass::LoadError);
}
