//! The use of the processor and memory by a process.

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
