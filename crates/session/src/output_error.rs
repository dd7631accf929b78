//! The error for a log or listing that cannot be written, which ends a program.

use std::io;

/// The log or the listing cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the {output}: {reason}")]
pub(crate) struct OutputError {
    output: &'static str,
    reason: String,
}

impl OutputError {
    pub(crate) fn log(source: &io::Error) -> Self {
        Self::of("log", source)
    }

    pub(crate) fn listing(source: &io::Error) -> Self {
        Self::of("listing", source)
    }

    /// Creates the error with the system's message without the number that `io::Error` adds.
    fn of(output: &'static str, source: &io::Error) -> Self {
        let text = source.to_string();
        let words = text.split(" (os error").next().unwrap_or_default();
        Self {
            output,
            reason: words.to_lowercase(),
        }
    }
}
