//! Feeds one reader, watches for panics and for inputs that take too long, and says what was done.

use crate::mutate::Random;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What became of an input.
pub(crate) enum Fate {
    Accepted,
    Refused,
}

/// Makes the bytes of one input.
type Make<'a> = Box<dyn Fn(&mut Random) -> Vec<u8> + Send + Sync + 'a>;

/// Reads the bytes of one input.
type Read<'a> = Box<dyn Fn(&[u8]) -> Fate + Send + Sync + 'a>;

/// A reader under test. `input` makes the bytes, `read` must neither panic nor linger.
pub(crate) struct Target<'a> {
    pub(crate) name: &'static str,
    /// Inputs of a normal test run; scaled by `TURNZERO_FUZZ_INPUTS`.
    pub(crate) inputs: u64,
    pub(crate) input: Make<'a>,
    pub(crate) read: Read<'a>,
}

/// What one target did.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) inputs: u64,
    pub(crate) accepted: u64,
    pub(crate) panics: u64,
    pub(crate) slow: u64,
}

/// Longest time for one input; an input above it is read again, so that a busy machine fails nothing.
pub(crate) const BOUND: Duration = Duration::from_secs(2);
/// After this the input is called a hang and the process ends, since a thread cannot be stopped.
const HANG: Duration = Duration::from_mins(1);
/// Enough to see what is wrong.
const MOST_FAILURES: u64 = 5;

/// A line of the log that the test harness does not capture.
pub(crate) fn log(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// The seed of one input: a failure is repeated from the two numbers in the log.
fn seed_of(seed: u64, name: &str, number: u64) -> u64 {
    let name = name
        .bytes()
        .fold(seed, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    Random(name ^ number.rotate_left(32)).next()
}

/// What a thread works on, for the watchdog.
#[derive(Default)]
pub(crate) struct Watch {
    current: Mutex<Option<(Instant, String)>>,
    done: AtomicU64,
}

impl Watch {
    /// Ends the process when the current input has taken too long.
    pub(crate) fn check(&self) {
        let current = self.current.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((since, what)) = &*current
            && since.elapsed() > HANG
        {
            log(&format!("fuzz: {what} hangs"));
            std::process::exit(101);
        }
    }

    pub(crate) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }
}

/// Keeps the input of a failure and logs how to repeat it.
pub(crate) fn keep(name: &str, number: u64, seed: u64, what: &str, bytes: &[u8]) {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}-{number}"));
    let kept = std::fs::write(&path, bytes).map_or_else(|error| error.to_string(), |()| path.display().to_string());
    log(&format!("fuzz: {name} input {number} of seed {seed} {what}: {kept}"));
}

/// What to do with a failure: name, number, seed, what happened, input.
pub(crate) type OnFailure = fn(&str, u64, u64, &str, &[u8]);

/// Runs inputs `0..inputs` of a target.
pub(crate) fn run(
    target: &Target<'_>,
    seed: u64,
    inputs: u64,
    bound: Duration,
    watch: &Watch,
    failed: OnFailure,
) -> Outcome {
    let mut outcome = Outcome::default();
    for number in 0..inputs {
        let mut random = Random(seed_of(seed, target.name, number));
        let bytes = (target.input)(&mut random);
        if number % 64 == 0 || bytes.len() > 4096 {
            let what = format!("{} input {number} of seed {seed}", target.name);
            *watch.current.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some((Instant::now(), what));
        }
        outcome.inputs += 1;
        watch.done.fetch_add(1, Ordering::Relaxed);
        let timed = || {
            let start = Instant::now();
            let fate = catch_unwind(AssertUnwindSafe(|| (target.read)(&bytes)));
            (fate, start.elapsed())
        };
        let (fate, mut taken) = timed();
        if taken > bound && fate.is_ok() {
            taken = timed().1;
        }
        // Telling of a panic takes long itself.
        let slow = fate.is_ok() && taken > bound;
        match &fate {
            Ok(Fate::Accepted) => outcome.accepted += 1,
            Ok(Fate::Refused) => {}
            Err(_) => outcome.panics += 1,
        }
        outcome.slow += u64::from(slow);
        if fate.is_err() || slow {
            let what = if slow { "is slow" } else { "panics" };
            failed(target.name, number, seed, what, &bytes);
        }
        if outcome.panics + outcome.slow >= MOST_FAILURES {
            break;
        }
    }
    *watch.current.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = None;
    outcome
}
