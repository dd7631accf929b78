//! How many messages the log has.

/// How many warnings and errors there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MessageCounts {
    pub(crate) warnings: u64,
    pub(crate) errors: u64,
}

impl MessageCounts {
    /// Returns those that came after `before`.
    pub(crate) fn since(self, before: Self) -> Self {
        Self {
            warnings: self.warnings - before.warnings,
            errors: self.errors - before.errors,
        }
    }
}
