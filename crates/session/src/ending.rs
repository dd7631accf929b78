//! How a program ended.

use std::io;

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
