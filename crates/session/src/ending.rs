//! How a program ended.

use crate::execution::Execution;
use crate::log::Log;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Without warnings.
    Clean,
    /// With warnings.
    Warnings,
    /// With errors.
    Errors,
    /// The user stopped it.
    Interrupted,
}

impl Ending {
    /// Returns how a program has gone so far.
    pub(crate) fn so_far(execution: &Execution, log: &Log<'_>) -> Self {
        if execution.is_stopped() {
            Self::Interrupted
        } else if log.errors() > 0 {
            Self::Errors
        } else if log.warnings() > 0 {
            Self::Warnings
        } else {
            Self::Clean
        }
    }

    /// What a record calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Warnings => "warnings",
            Self::Errors => "errors",
            Self::Interrupted => "interrupted",
        }
    }
}
