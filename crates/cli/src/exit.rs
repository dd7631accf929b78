//! Exit codes that scripts can use, and the one line that says what went wrong.

use std::fmt::Display;
use std::process::ExitCode;

use crate::say;

/// How a command ended.
#[derive(Debug)]
pub enum Exit {
    /// All is well; for a check, the volume meets the requirement.
    Success,
    /// The volume falls short of the requirement.
    FallsShort,
    /// A program ran with warnings.
    Warnings,
    /// A program ran with errors, which its log tells.
    Errors,
    /// The code of another tool.
    Code(u8),
    /// Nothing could be measured, or the request made no sense.
    Failure(String),
    /// The same of a program that goes by another name.
    FailureOf(&'static str, String),
    /// A signal ended it, after all was tidied up.
    Interrupted(i32),
}

impl Exit {
    /// A failure with its message.
    pub fn failure(what: impl Display) -> Self {
        Self::Failure(what.to_string())
    }

    /// A failure with its message, of a program that goes by another name.
    pub fn failure_of(program: &'static str, what: impl Display) -> Self {
        Self::FailureOf(program, what.to_string())
    }

    /// Prints the message, if there is one, and gives the code.
    pub fn report(self) -> ExitCode {
        match self {
            Self::Success => ExitCode::SUCCESS,
            Self::FallsShort | Self::Warnings => ExitCode::from(1),
            Self::Errors => ExitCode::from(2),
            Self::Code(code) => ExitCode::from(code),
            Self::Failure(what) => Self::FailureOf("feedrate", what).report(),
            Self::FailureOf(program, what) => {
                say::line(format_args!("{program}: {what}"));
                ExitCode::from(2)
            }
            // As a shell reports a program that a signal ended.
            Self::Interrupted(signal) => ExitCode::from(128 + signal as u8),
        }
    }
}
