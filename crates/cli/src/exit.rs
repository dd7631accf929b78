//! Exit codes for scripts, and the one-line message of a failure.

use std::fmt::Display;
use std::process::ExitCode;

use crate::say;

/// The ending of a command.
#[derive(Debug)]
pub enum Exit {
    /// Success; for a check, the volume meets the requirement.
    Success,
    /// The volume falls short of the requirement, or something got slower.
    FallsShort,
    /// A program ran with warnings.
    Warnings,
    /// A program ran with errors, which are in its log.
    Errors,
    /// The exit code of another tool.
    Code(u8),
    /// Nothing could be measured, or the request was invalid.
    Failure(String),
    /// The same for a program that is called by another name.
    FailureOf(&'static str, String),
    /// Nothing can be told, as the report says.
    Untold,
    /// A signal ended it, after it removed its files.
    Interrupted(i32),
}

/// The ending of a command; the error is one that ended it early.
pub type CommandResult = Result<Exit, Exit>;

impl<E: Display> From<E> for Exit {
    /// Returns a failure with a message.
    fn from(error: E) -> Self {
        Self::Failure(error.to_string())
    }
}

/// Reports the ending of a command, as [`Exit::report`] does.
pub fn report(ended: CommandResult) -> ExitCode {
    ended.unwrap_or_else(|exit| exit).report()
}

impl Exit {
    /// Creates a failure with a message, of a program that is called by another name.
    pub fn failure_of(program: &'static str, what: impl Display) -> Self {
        Self::FailureOf(program, what.to_string())
    }

    /// Prints the message, if there is one, and returns the code.
    pub fn report(self) -> ExitCode {
        match self {
            Self::Success => ExitCode::SUCCESS,
            Self::FallsShort | Self::Warnings => ExitCode::from(1),
            Self::Errors | Self::Untold => ExitCode::from(2),
            Self::Code(code) => ExitCode::from(code),
            Self::Failure(what) => Self::FailureOf("feedrate", what).report(),
            Self::FailureOf(program, what) => {
                say::line(format_args!("{program}: {what}"));
                ExitCode::from(2)
            }
            // The code that shells use for a program that a signal ended.
            Self::Interrupted(signal) => ExitCode::from(128 + signal as u8),
        }
    }
}
