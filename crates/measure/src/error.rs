//! Why nothing was measured.

use feedrate_pageio as pageio;
use feedrate_workload::Error as WorkloadError;

/// The result of a function of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The machine or its files cannot do it, for the reason given.
    #[error("{0}")]
    Refused(String),
    /// The job failed.
    #[error("{}", explained(.0))]
    Job(#[from] WorkloadError),
}

/// Returns the error, with the option that would avoid it if there is one.
fn explained(error: &WorkloadError) -> String {
    match error {
        WorkloadError::Pages(pageio::Error::Misaligned {
            what: "a page",
            value,
            needed,
            ..
        }) => format!("{error}; use --page {}", value.next_multiple_of(*needed)),
        WorkloadError::Pages(pageio::Error::Misaligned {
            what: "a range",
            value,
            needed,
            ..
        }) => format!("{error}; use --size {}", (value - value % needed).max(*needed)),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misalignment_is_told_with_the_option_that_mends_it() {
        let misaligned = |what, value| {
            explained(&WorkloadError::Pages(pageio::Error::Misaligned {
                what,
                value,
                needed: 4096,
                path: "f".into(),
            }))
        };
        assert!(misaligned("a page", 5000).ends_with("; use --page 8192"));
        assert!(misaligned("a range", 9000).ends_with("; use --size 8192"));
        assert!(misaligned("a range", 90).ends_with("; use --size 4096"));
        assert!(!misaligned("a transfer", 90).contains("--"));
    }
}
