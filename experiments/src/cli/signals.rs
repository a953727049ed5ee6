//! Ctrl-C and SIGTERM: the first asks the work to stop at a safe place, the second ends at once.

use crate::error::AppError;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, Ordering};

static RECEIVED: AtomicI32 = AtomicI32::new(0);
/// What to print when the process ends while it waits at a prompt; absent while it works.
static AT_PROMPT: Mutex<Option<String>> = Mutex::new(None);

/// Starts watching; call once at the start of a program.
///
/// # Errors
/// Exit-3 class when the system refuses signal handlers.
pub fn watch() -> Result<(), AppError> {
    let mut signals = Signals::new([SIGINT, SIGTERM])
        .map_err(|error| AppError::Input(format!("cannot watch for signals: {error}")))?;
    std::thread::spawn(move || {
        for signal in &mut signals {
            let before = RECEIVED.swap(signal, Ordering::SeqCst);
            let prompt = AT_PROMPT.lock().ok().and_then(|mut text| text.take());
            if let Some(text) = &prompt {
                super::output::complain(&format!("\n{text}"));
            }
            // Everything that was shown as saved is on disk, so a process at a prompt can end here.
            if prompt.is_some() || before != 0 {
                // Nothing is dropped by an exit; a pilot's process would go on without its reader.
                turnzero_pilots::end_processes();
                std::process::exit(128 + signal);
            }
        }
    });
    Ok(())
}

/// While it lives, a signal prints this text and ends the process at once.
#[derive(Debug)]
pub struct PromptGuard(());

impl PromptGuard {
    /// Marks that the process waits at a prompt with everything saved.
    pub fn new(farewell: &str) -> Self {
        if let Ok(mut text) = AT_PROMPT.lock() {
            *text = Some(farewell.to_owned());
        }
        Self(())
    }
}

impl Drop for PromptGuard {
    fn drop(&mut self) {
        if let Ok(mut text) = AT_PROMPT.lock() {
            *text = None;
        }
    }
}

/// The error to stop with, once a signal has come; `go_on` is the command that resumes.
pub fn interrupted(go_on: &str) -> Option<AppError> {
    let text = format!("stopped; everything so far is saved. Go on with: {go_on}");
    match RECEIVED.load(Ordering::SeqCst) {
        0 => None,
        SIGTERM => Some(AppError::Terminated(text)),
        _ => Some(AppError::Interrupted(text)),
    }
}
