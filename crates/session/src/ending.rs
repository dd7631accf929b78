//! The ending of a program.

use crate::execution::Execution;
use crate::log::Log;

/// The ending of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Without warnings.
    Clean,
    /// With warnings.
    Warnings,
    /// With errors.
    Errors,
    /// With an ABORT statement or ERRORABEND, which give it this exit code.
    Aborted(u8),
    /// The user interrupted it.
    Interrupted,
}

impl Ending {
    /// Returns the ending of a program if it ended now.
    pub(crate) fn so_far(execution: &Execution, log: &Log<'_>) -> Self {
        if execution.is_stopped() {
            Self::Interrupted
        } else if let Some(code) = execution.exit_code() {
            Self::Aborted(code)
        } else if log.errors() > 0 {
            Self::Errors
        } else if log.warnings() > 0 {
            Self::Warnings
        } else {
            Self::Clean
        }
    }

    /// Returns its name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Warnings => "warnings",
            Self::Errors | Self::Aborted(_) => "errors",
            Self::Interrupted => "interrupted",
        }
    }
}
