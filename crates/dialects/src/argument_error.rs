//! What can be wrong with arguments of the tools that have theirs in letters. Each message is one line that says what
//! is wrong and what to do.

use crate::drives::DriveError;

/// Why arguments make no sense.
#[derive(Debug, thiserror::Error)]
pub enum ArgumentError {
    /// There is no such option.
    #[error("{given} is not an option; {}", did_you_mean(.nearest.as_deref(), .tool))]
    Unknown {
        /// What was given.
        given: String,
        /// What may have been meant.
        nearest: Option<String>,
        /// The tool, which lists all of its options.
        tool: &'static str,
    },
    /// The value of an option is not what it should be.
    #[error("{given}: {expected}")]
    Value {
        /// The option with its value.
        given: String,
        /// What the value is to be, with an example.
        expected: &'static str,
    },
    /// Two options exclude each other.
    #[error("{one} and {other} do not go together: {why}")]
    Together {
        /// One.
        one: &'static str,
        /// The other.
        other: &'static str,
        /// Why, and what to do.
        why: &'static str,
    },
    /// Sizes or counts that do not fit each other.
    #[error("{0}")]
    Fit(String),
    /// A name that cannot be followed.
    #[error(transparent)]
    Drive(#[from] DriveError),
}

fn did_you_mean(nearest: Option<&str>, tool: &str) -> String {
    match nearest {
        Some(option) => format!("did you mean {option}?"),
        None => format!("run {tool} -? to see all of them"),
    }
}
