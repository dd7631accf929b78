//! Counts of the messages of the log.

/// The numbers of warnings and errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MessageCounts {
    pub(crate) warnings: u64,
    pub(crate) errors: u64,
}

impl MessageCounts {
    /// Returns the counts of messages after `before`.
    pub(crate) fn since(self, before: Self) -> Self {
        Self {
            warnings: self.warnings - before.warnings,
            errors: self.errors - before.errors,
        }
    }
}
