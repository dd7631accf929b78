//! What one run of one program gave.

use feedrate_bench::child::Usage;
use serde::Serialize;

/// The figures of a run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Measurement {
    /// Bytes moved, as the program reports.
    pub bytes: u64,
    /// 10^6 bytes a second, as the program reports.
    pub megabytes_per_second: f64,
    /// Transfers a second, as the program reports.
    pub transfers_per_second: f64,
    /// Processor seconds for 10^9 bytes while it measured, as the program reports.
    pub own_cpu_per_gigabyte: f64,
    /// Processor seconds for 10^9 bytes of the whole process, its start and end included, as the
    /// kernel reports.
    pub whole_cpu_per_gigabyte: f64,
    /// The rate divided by the one asked for, in the direction where it is further from it; 1 where none is.
    pub of_asked: f64,
    /// The share of `bytes` that really came from storage, as the kernel reports.
    pub storage_share: f64,
}

impl Measurement {
    /// Fills in what the kernel reports of the whole process.
    pub fn with_whole(mut self, usage: Usage) -> Self {
        self.whole_cpu_per_gigabyte = usage.cpu_seconds / (self.bytes as f64 / 1e9);
        self.storage_share = usage.storage_read_bytes as f64 / self.bytes as f64;
        self
    }

    /// Whether the page cache served it, but for what the program's own files may add.
    pub fn is_hot(&self) -> bool {
        self.storage_share < 0.001
    }
}
