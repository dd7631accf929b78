//! The kernel's counts of a process, and their sum over a tree of processes.

use feedrate_machine::proc::ProcessIo;
use serde::Serialize;

/// The counts of a process, or of several. Bytes and calls are those of `/proc/PID/io`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counters {
    /// Bytes that calls such as `read` returned, from files, pipes, sockets and terminals.
    pub read_bytes: u64,
    /// Bytes that calls such as `write` took.
    pub written_bytes: u64,
    /// Calls that read.
    pub read_calls: u64,
    /// Calls that write.
    pub write_calls: u64,
    /// The bytes of storage; absent where the system does not count them.
    #[serde(flatten)]
    pub storage: Option<StorageBytes>,
    /// Processor time in user mode, in ticks of the kernel's clock.
    #[serde(skip)]
    pub user_ticks: u64,
    /// Processor time in the kernel, in ticks.
    #[serde(skip)]
    pub system_ticks: u64,
}

/// The bytes that a process, or several, had of storage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StorageBytes {
    /// Bytes fetched from storage, read-ahead included.
    #[serde(rename = "storage_read_bytes")]
    pub read: u64,
    /// Bytes sent, or made to be sent later, to storage.
    #[serde(rename = "storage_write_bytes")]
    pub written: u64,
    /// Of them, bytes that were discarded before they were sent, such as those of a file that was removed.
    #[serde(rename = "storage_cancelled_bytes")]
    pub cancelled: u64,
}

impl Default for Counters {
    /// Returns nothing of anything, with which sums begin.
    fn default() -> Self {
        Self {
            read_bytes: 0,
            written_bytes: 0,
            read_calls: 0,
            write_calls: 0,
            storage: Some(StorageBytes::default()),
            user_ticks: 0,
            system_ticks: 0,
        }
    }
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

    /// Returns the results of a function on each of both.
    #[must_use]
    pub(crate) fn zip(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            read_bytes: of(self.read_bytes, other.read_bytes),
            written_bytes: of(self.written_bytes, other.written_bytes),
            read_calls: of(self.read_calls, other.read_calls),
            write_calls: of(self.write_calls, other.write_calls),
            // With something unknown, the result is unknown.
            storage: self.storage.zip(other.storage).map(|(one, other)| StorageBytes {
                read: of(one.read, other.read),
                written: of(one.written, other.written),
                cancelled: of(one.cancelled, other.cancelled),
            }),
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
            storage: Some(StorageBytes {
                read: io.storage_read_bytes,
                written: io.storage_write_bytes,
                cancelled: io.cancelled_write_bytes,
            }),
            ..Self::default()
        }
    }
}
