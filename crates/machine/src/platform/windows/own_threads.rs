//! The times of the threads of this process, which are not told yet.

use crate::proc::ThreadSchedule;

/// The threads of this process.
#[derive(Debug, Default)]
pub struct OwnThreads;

impl OwnThreads {
    /// Calls `each` for no thread.
    pub fn read(&mut self, _each: impl FnMut(u32, &str, ThreadSchedule)) {}
}
