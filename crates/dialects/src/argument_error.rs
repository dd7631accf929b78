//! Errors in the arguments of tools with one-letter options. Each message is one line that says what is wrong and what
//! to do.

use crate::drives::DriveError;

/// The reason why arguments are invalid.
#[derive(Debug, thiserror::Error)]
pub enum ArgumentError {
    /// There is no such option.
    #[error("{given} is not an option; {}", did_you_mean(.nearest.as_deref(), .tool))]
    Unknown {
        /// The argument.
        given: String,
        /// A similar option.
        nearest: Option<String>,
        /// The tool, which lists all of its options.
        tool: &'static str,
    },
    /// The value of an option is invalid.
    #[error("{given}: {expected}")]
    Value {
        /// The option with its value.
        given: String,
        /// The expected value, with an example.
        expected: &'static str,
    },
    /// Two options exclude each other.
    #[error("{one} and {other} do not go together: {why}")]
    Together {
        /// One.
        one: &'static str,
        /// The other.
        other: &'static str,
        /// The reason, and what to do.
        why: &'static str,
    },
    /// Sizes or counts that are inconsistent.
    #[error("{0}")]
    Fit(String),
    /// A name that cannot be mapped.
    #[error(transparent)]
    Drive(#[from] DriveError),
}

fn did_you_mean(nearest: Option<&str>, tool: &str) -> String {
    match nearest {
        Some(option) => format!("did you mean {option}?"),
        None => format!("run {tool} -? to see all of them"),
    }
}

/// Returns an error of clap in one line: its sentence, the possible values and the tips, without the usage.
pub fn sentence(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let said: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    let said = said.join(" ");
    let said = said.strip_prefix("error: ").unwrap_or(&said);
    let said = said.replace(" tip: ", "; ");
    said.trim_end_matches('.').to_owned()
}
