//! A place that breaks a rule.

use std::fmt;

/// A place that breaks a rule, and by how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The name by which `exceptions.toml` allows it: a path, a path and a function, a type, a crate.
    pub place: String,
    /// The measured quantity, in the rule's unit: lines, files, comments. At least 1.
    pub measure: usize,
    /// The sentence that says what is wrong and where, for a person.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
