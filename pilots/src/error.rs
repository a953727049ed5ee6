//! What can go wrong before a pilot plays; while it plays, errors are the contract's `PilotError`.

use thiserror::Error;

/// A pilot that cannot be named, configured or made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PilotsError {
    /// The text names no pilot.
    #[error("`{text}` names no pilot: {why}; known are {known}")]
    UnknownPilot {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: &'static str,
        /// The forms that exist.
        known: &'static str,
    },
    /// A configuration file does not read.
    #[error("configuration `{file}`: {why}")]
    Configuration {
        /// The file's name.
        file: String,
        /// Field and remedy.
        why: String,
    },
    /// No profile has this name.
    #[error("no profile is called `{name}`; known are {known}")]
    UnknownProfile {
        /// The name asked for.
        name: String,
        /// Names of the profiles, separated by commas.
        known: String,
    },
}
