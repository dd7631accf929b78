//! The result: what was seen of a command.

use feedrate_document::Header;
use feedrate_pageio::cache::{CacheShare, StorageIo};
use serde::Serialize;

use crate::counters::Counters;
use crate::device_seen::{DeviceSeen, FileSystemSeen};
use crate::file_seen::FileSeen;
use crate::process_seen::ProcessSeen;
use crate::series::Sample;

/// The version of this format. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// The observation of a command. Serialized, it is the result `profile-command` in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Observation {
    /// The type of the document.
    pub feedrate: Header,
    /// The command and its arguments.
    pub command: Vec<String>,
    /// The number of its process.
    pub process: u32,
    /// When it was started, by RFC 3339.
    pub started_at: String,
    /// Its exit code; absent if a signal ended it.
    pub exit_code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// True if it was stopped because this program was told to stop.
    pub is_interrupted: bool,
    /// Seconds from its start to its end.
    pub seconds: f64,
    /// Processor seconds in user mode, of all its processes.
    pub user_cpu_seconds: f64,
    /// Processor seconds in the kernel.
    pub system_cpu_seconds: f64,
    /// The most memory that one of its processes had at once.
    pub peak_memory_bytes: u64,
    /// The bytes that all its processes moved.
    pub totals: Totals,
    /// The waits of its threads.
    pub waits: Waits,
    /// The samples, in their order. They follow each other without gaps.
    pub samples: Vec<Sample>,
    /// Its files, in the order in which they were seen.
    pub files: Vec<FileSeen>,
    /// The number of files seen that are not among them.
    pub files_not_listed: u64,
    /// The block devices below its files, in the order of the samples.
    pub devices: Vec<DeviceSeen>,
    /// The file systems of its files.
    pub file_systems: Vec<FileSystemSeen>,
    /// Its processes, in the order in which they were seen.
    pub processes: Vec<ProcessSeen>,
    /// The number of processes that were seen.
    pub processes_seen: u64,
    /// The most that were alive at the same time.
    pub most_processes_at_once: usize,
    /// Processes that the command left running, which were not observed further: numbers and names.
    pub left_running: Vec<LeftRunning>,
    /// The cost of the observation.
    pub sampling: Sampling,
    /// The things that cannot be seen from outside, a sentence each, as far as it applies to this command.
    pub cannot_see: Vec<String>,
}

/// The sums over all processes of a command.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Totals {
    /// Bytes and calls.
    #[serde(flatten)]
    pub counters: Counters,
    /// The mean bytes of a call that reads; absent without any.
    pub mean_read_bytes: Option<f64>,
    /// The mean bytes of a call that writes.
    pub mean_write_bytes: Option<f64>,
    /// The share, 0 to 1, of the bytes read by calls that storage did not deliver: the page cache, if all were read
    /// from files. Absent if nothing was read, or some of it is hidden.
    pub cache_share: Option<f64>,
}

impl Totals {
    /// Returns the totals of counters.
    pub(crate) fn of(counters: Counters) -> Self {
        let mean = |bytes: u64, calls: u64| (calls > 0).then(|| bytes as f64 / calls as f64);
        let storage = counters.storage.map(|storage| StorageIo {
            read_bytes: storage.read,
            write_bytes: storage.written,
        });
        Self {
            counters,
            mean_read_bytes: mean(counters.read_bytes, counters.read_calls),
            mean_write_bytes: mean(counters.written_bytes, counters.write_calls),
            cache_share: CacheShare::of(counters.read_bytes, storage).known(),
        }
    }
}

/// The waits of the threads of a command.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Waits {
    /// Seconds that its threads waited for block I/O, by the kernel's delay accounting, summed over the threads that
    /// were seen; absent where that is off.
    pub block_io_seconds: Option<f64>,
    /// The number of looks at the states of the threads.
    pub looks: u64,
    /// Of them, how often at least one thread ran or could run.
    pub looks_running: u64,
    /// The number of looks at which none did, and at least one was in a wait that cannot be interrupted, which is
    /// mostly for I/O.
    pub looks_waiting: u64,
}

impl Waits {
    /// Returns the share of the looks, 0 to 1, at which the command waited for I/O and did nothing else.
    pub fn waiting_share(&self) -> Option<f64> {
        (self.looks > 0).then(|| self.looks_waiting as f64 / self.looks as f64)
    }

    /// Returns the share of the looks at which it ran.
    pub fn running_share(&self) -> Option<f64> {
        (self.looks > 0).then(|| self.looks_running as f64 / self.looks as f64)
    }
}

/// A process that a command left running.
#[derive(Clone, Debug, Serialize)]
pub struct LeftRunning {
    /// Its number.
    pub process: u32,
    /// The name of its program.
    pub name: String,
}

/// The cost of an observation.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Sampling {
    /// The number of times that the counters were read.
    pub counter_looks: u64,
    /// Processor seconds that this took.
    pub counter_cpu_seconds: f64,
    /// The number of looks at the files.
    pub file_looks: u64,
    /// Processor seconds that this took.
    pub file_cpu_seconds: f64,
    /// The share of a core that all of it took while the command ran.
    pub core_share: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::StorageBytes;

    #[test]
    fn totals_have_means_and_the_share_of_the_cache() {
        let of = Totals::of(Counters {
            read_bytes: 1000,
            read_calls: 10,
            storage: Some(StorageBytes {
                read: 250,
                ..StorageBytes::default()
            }),
            ..Counters::default()
        });
        assert_eq!(of.mean_read_bytes, Some(100.0));
        assert_eq!(of.mean_write_bytes, None);
        assert_eq!(of.cache_share, Some(0.75));
        assert_eq!(Totals::of(Counters::default()).cache_share, None);
    }
}
