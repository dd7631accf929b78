//! The kernel's counts of a process, and their sum over a tree of processes.

use feedrate_machine::proc::ProcessIo;
use serde::Serialize;

/// The counts of a process, or of several. Bytes and calls are those of `/proc/PID/io`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counters {
    /// Bytes that calls such as `read` returned, from files, pipes, sockets and terminals.
    pub read_bytes: u64,
    /// Bytes that calls such as `write` took.
    pub written_bytes: u64,
    /// Calls that read.
    pub read_calls: u64,
    /// Calls that write.
    pub write_calls: u64,
    /// Bytes fetched from storage, read-ahead included.
    pub storage_read_bytes: u64,
    /// Bytes sent, or made to be sent later, to storage.
    pub storage_write_bytes: u64,
    /// Of them, bytes that were discarded before they were sent, such as those of a file that was removed.
    pub storage_cancelled_bytes: u64,
    /// Processor time in user mode, in ticks of the kernel's clock.
    #[serde(skip)]
    pub user_ticks: u64,
    /// Processor time in the kernel, in ticks.
    #[serde(skip)]
    pub system_ticks: u64,
}

impl Counters {
    /// Returns the sum.
    #[must_use]
    pub(crate) fn plus(self, other: Self) -> Self {
        self.zip(other, u64::saturating_add)
    }

    /// Returns what was counted since an earlier moment; nothing where less is counted now.
    #[must_use]
    pub(crate) fn since(self, earlier: Self) -> Self {
        self.zip(earlier, u64::saturating_sub)
    }

    /// Returns the greater of each.
    #[must_use]
    pub(crate) fn max(self, other: Self) -> Self {
        self.zip(other, u64::max)
    }

    /// Returns the results of a function on each of both.
    #[must_use]
    pub(crate) fn zip(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            read_bytes: of(self.read_bytes, other.read_bytes),
            written_bytes: of(self.written_bytes, other.written_bytes),
            read_calls: of(self.read_calls, other.read_calls),
            write_calls: of(self.write_calls, other.write_calls),
            storage_read_bytes: of(self.storage_read_bytes, other.storage_read_bytes),
            storage_write_bytes: of(self.storage_write_bytes, other.storage_write_bytes),
            storage_cancelled_bytes: of(self.storage_cancelled_bytes, other.storage_cancelled_bytes),
            user_ticks: of(self.user_ticks, other.user_ticks),
            system_ticks: of(self.system_ticks, other.system_ticks),
        }
    }
}

impl From<ProcessIo> for Counters {
    fn from(io: ProcessIo) -> Self {
        Self {
            read_bytes: io.called_read_bytes,
            written_bytes: io.called_write_bytes,
            read_calls: io.read_calls,
            write_calls: io.write_calls,
            storage_read_bytes: io.storage_read_bytes,
            storage_write_bytes: io.storage_write_bytes,
            storage_cancelled_bytes: io.cancelled_write_bytes,
            ..Self::default()
        }
    }
}
