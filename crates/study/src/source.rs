//! The sentence on what a study repeats, in plans and reports.

/// Returns the sentence on the figure or table that a study repeats.
pub(crate) fn repeats(source: &str) -> String {
    format!("This repeats {source}.")
}
