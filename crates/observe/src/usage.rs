//! What an ended process used.

use std::time::Duration;

/// The use of the processor and memory by an ended process and its children, for which it waited.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Processor time in user mode.
    pub user: Duration,
    /// Processor time in the kernel.
    pub system: Duration,
    /// The most memory that one of them had at once, in bytes.
    pub peak_memory_bytes: u64,
}

impl Usage {
    /// Returns what both have used.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            user: self.user + other.user,
            system: self.system + other.system,
            peak_memory_bytes: self.peak_memory_bytes.max(other.peak_memory_bytes),
        }
    }
}
