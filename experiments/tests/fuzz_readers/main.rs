//! A million broken inputs for everything that reads foreign bytes: no panic, no hang, no partial write.
//!
//! Deterministic: `TURNZERO_FUZZ_SEED` chooses the seed, `TURNZERO_FUZZ_INPUTS` raises the number of inputs.

mod documents;
mod harness;
mod import;
mod mutate;
mod store;
mod targets;

use documents::Documents;
use harness::{BOUND, Fate, Outcome, Target, Watch, keep, log, run};
use std::time::Duration;

/// Inputs of a normal run; the issue asks for a million.
const INPUTS: u64 = 1_050_000;
/// Studies on disk.
const STORES: u64 = 1_500;
/// Runs of the real program.
const IMPORTS: u64 = 60;

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{variable} is no number: {text}"))
    })
}

fn all(documents: &Documents) -> Vec<Target<'_>> {
    vec![
        targets::card(240_000),
        targets::deck_list(220_000),
        targets::mana_text(280_000),
        targets::catalogue(70_000),
        targets::csv(120_000),
        targets::journal(50_000, documents),
        targets::study(20_000, documents),
        targets::rows(50_000, documents),
    ]
}

#[test]
fn no_reader_panics_or_hangs() {
    let seed = number("TURNZERO_FUZZ_SEED", 20_261_130);
    let wanted = number("TURNZERO_FUZZ_INPUTS", INPUTS).max(INPUTS);
    let documents = Documents::new();
    let targets = all(&documents);
    assert_eq!(targets.iter().map(|target| target.inputs).sum::<u64>(), INPUTS);
    let watches: Vec<Watch> = targets.iter().map(|_| Watch::default()).collect();
    let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let work = targets.iter().zip(&watches).map(|(target, watch)| {
            let inputs = target.inputs.saturating_mul(wanted).div_ceil(INPUTS);
            scope.spawn(move || run(target, seed, inputs, BOUND, watch, keep))
        });
        let work: Vec<_> = work.collect();
        while work.iter().any(|thread| !thread.is_finished()) {
            watches.iter().for_each(Watch::check);
            std::thread::sleep(Duration::from_millis(50));
        }
        work.into_iter()
            .map(|thread| thread.join().expect("the harness itself does not panic"))
            .collect()
    });
    let mut total = Outcome::default();
    for (target, outcome) in targets.iter().zip(&outcomes) {
        let Outcome {
            inputs,
            accepted,
            panics,
            slow,
        } = outcome;
        log(&format!(
            "fuzz: {} {inputs} inputs, {accepted} accepted, {panics} panics, {slow} slow",
            target.name
        ));
        total.inputs += inputs;
        total.panics += panics;
        total.slow += slow;
    }
    log(&format!(
        "fuzz: {} inputs, {} panics, {} slow, seed {seed}",
        total.inputs, total.panics, total.slow
    ));
    assert_eq!(watches.iter().map(Watch::done).sum::<u64>(), total.inputs);
    assert_eq!((total.panics, total.slow), (0, 0));
    assert!(total.inputs >= 1_000_000);
    for (target, outcome) in targets.iter().zip(&outcomes) {
        // Inputs that are all refused at the door, or never, would test nothing.
        assert!(
            outcome.accepted > 0 && outcome.accepted < outcome.inputs,
            "{}: {outcome:?}",
            target.name
        );
    }
}

#[test]
fn an_import_is_whole_or_absent() {
    let seed = number("TURNZERO_FUZZ_SEED", 20_261_130);
    let accepted = import::run(seed, IMPORTS);
    log(&format!(
        "fuzz: import-hands {IMPORTS} runs, {accepted} accepted, no partial write, seed {seed}"
    ));
    assert!(accepted > 0 && accepted < IMPORTS, "{accepted} of {IMPORTS} accepted");
}

#[test]
fn a_broken_study_is_refused_as_it_is() {
    let seed = number("TURNZERO_FUZZ_SEED", 20_261_130);
    let accepted = store::run(&Documents::new(), seed, STORES);
    log(&format!(
        "fuzz: store {STORES} studies, {accepted} opened, none changed by a reader, seed {seed}"
    ));
    assert!(accepted > 0 && accepted < STORES, "{accepted} of {STORES} opened");
}

/// The harness itself: a planted panic and a planted delay are found, and the same seed finds the same.
#[test]
fn planted_faults_are_found() {
    let planted = |read: fn(&[u8]) -> Fate| Target {
        name: "planted",
        inputs: 0,
        input: Box::new(|random| random.next().to_le_bytes().to_vec()),
        read: Box::new(read),
    };
    let panics = planted(|bytes| {
        if bytes[0] == 7 {
            panic!("planted")
        } else {
            Fate::Refused
        }
    });
    let first = run(&panics, 1, 3_000, BOUND, &Watch::default(), |_, _, _, _, _| {});
    assert!(first.panics > 0, "{first:?}");
    assert_eq!(
        first,
        run(&panics, 1, 3_000, BOUND, &Watch::default(), |_, _, _, _, _| {})
    );
    let slow = planted(|bytes| {
        if bytes[0] == 7 {
            std::thread::sleep(Duration::from_millis(40));
        }
        Fate::Accepted
    });
    let found = run(
        &slow,
        1,
        3_000,
        Duration::from_millis(20),
        &Watch::default(),
        |_, _, _, _, _| {},
    );
    assert!(found.slow > 0 && found.panics == 0, "{found:?}");
}
