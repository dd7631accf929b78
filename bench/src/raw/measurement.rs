//! The figures of one run.

use feedrate_bench::peers::fio::Job;
use feedrate_bench::process::child::Usage;
use serde::Serialize;

/// The figures of a run of one program.
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
    /// Puts it together: rates of MB and of transfers, processor seconds while it measured, and those of the process.
    pub fn of(bytes: u64, rates: [f64; 2], own_cpu_seconds: f64, usage: Usage) -> Self {
        let gigabytes = bytes as f64 / 1e9;
        let [megabytes_per_second, transfers_per_second] = rates;
        Self {
            bytes,
            megabytes_per_second,
            transfers_per_second,
            own_cpu_per_gigabyte: own_cpu_seconds / gigabytes,
            whole_cpu_per_gigabyte: usage.cpu_seconds / gigabytes,
            of_asked: 1.0,
            storage_share: usage.storage_read_bytes as f64 / bytes as f64,
        }
    }

    /// Puts that of a job of fio's form together.
    pub fn of_job(job: &Job, usage: Usage) -> Self {
        let rates = [
            (job.read.bw_bytes + job.write.bw_bytes) / 1e6,
            job.read.iops + job.write.iops,
        ];
        Self::of(job.bytes(), rates, job.cpu_seconds(), usage)
    }

    /// Returns true if the page cache served it, but for what the program's own files may add.
    pub fn is_hot(&self) -> bool {
        self.storage_share < 0.001
    }
}
