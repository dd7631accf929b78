//! How a program ended.

use std::io;

use crate::log::Severity;
use crate::session::Session;

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

/// What a program says of itself cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the {what}: {reason}")]
pub(crate) struct Unwritten {
    what: &'static str,
    reason: String,
}

impl Unwritten {
    pub(crate) fn log(source: &io::Error) -> Self {
        Self::of("log", source)
    }

    pub(crate) fn listing(source: &io::Error) -> Self {
        Self::of("listing", source)
    }

    /// The system's words without the number that `io::Error` adds.
    fn of(what: &'static str, source: &io::Error) -> Self {
        let text = source.to_string();
        let words = text.split(" (os error").next().unwrap_or_default();
        Self {
            what,
            reason: words.to_lowercase(),
        }
    }
}

impl Session<'_> {
    /// How it has gone so far.
    pub fn ending(&self) -> Ending {
        if self.is_stopped() {
            Ending::Interrupted
        } else if self.log.errors() > 0 {
            Ending::Errors
        } else if self.log.warnings() > 0 {
            Ending::Warnings
        } else {
            Ending::Clean
        }
    }

    /// Whether the log and the listing could be written so far.
    pub(crate) fn check_outputs(&mut self) -> Result<(), Unwritten> {
        let failure = match (self.log.failure(), self.listing.failure()) {
            (Some(error), _) => Unwritten::log(error),
            (None, Some(failure)) => failure,
            (None, None) => return Ok(()),
        };
        self.log.message(Severity::Error, &failure.to_string());
        self.log.flush();
        Err(failure)
    }
}
