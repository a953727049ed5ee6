//! The one error type of the programs, and the exit code each kind ends with.

use std::process::ExitCode;
use thiserror::Error;

/// What ended a command early; the text says how to go on.
#[derive(Debug, Error)]
pub enum AppError {
    /// A check answered "no" (exit 1); the details are already printed.
    #[error("{0}")]
    CheckFailed(String),
    /// Wrong usage (exit 2).
    #[error("{0}")]
    Usage(String),
    /// Bad input or missing data (exit 3): names file, line or field, and the remedy.
    #[error("{0}")]
    Input(String),
    /// Stopped by a guard with the state kept (exit 4): names the command to go on.
    #[error("{0}")]
    Guard(String),
    /// Interrupted by Ctrl-C (exit 130) with the state kept.
    #[error("{0}")]
    Interrupted(String),
    /// Ended by SIGTERM (exit 143) with the state kept.
    #[error("{0}")]
    Terminated(String),
    /// Standard output is closed: nothing more to say (exit 0).
    #[error("standard output is closed")]
    ClosedPipe,
}

impl AppError {
    /// Bad input, from anything that reads well.
    pub fn input(error: impl std::fmt::Display) -> Self {
        Self::Input(error.to_string())
    }

    /// The process's exit code.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::ClosedPipe => 0,
            Self::CheckFailed(_) => 1,
            Self::Usage(_) => 2,
            Self::Input(_) => 3,
            Self::Guard(_) => 4,
            Self::Interrupted(_) => 130,
            Self::Terminated(_) => 143,
        }
    }
}

impl From<AppError> for ExitCode {
    fn from(error: AppError) -> Self {
        Self::from(error.exit_code())
    }
}

impl From<turnzero_datasets::Error> for AppError {
    fn from(error: turnzero_datasets::Error) -> Self {
        match error.exit_code() {
            4 => Self::Guard(error.to_string()),
            _ => Self::Input(error.to_string()),
        }
    }
}

impl From<turnzero_contract::PilotError> for AppError {
    fn from(error: turnzero_contract::PilotError) -> Self {
        Self::Guard(error.to_string())
    }
}

/// Result of the programs' commands.
pub type Result<T, E = AppError> = std::result::Result<T, E>;
