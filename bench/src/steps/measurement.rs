//! The figures of one run.

use feedrate_bench::harness::run::Run;
use serde::Serialize;

/// Bytes of a data set's header with pages of 64K.
const HEADER_BYTES: f64 = 65536.0;

/// The figures of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    /// Bytes of the table's values; where only transfers moved, of the file.
    pub data_bytes: u64,
    /// From before anything was opened until all of it had reached the device.
    pub seconds: f64,
    /// 10^6 bytes of the table a second.
    pub megabytes_per_second: f64,
    /// Seconds that reading the same columns took in a run of its own just before; absent where it is not to be told.
    pub scan_seconds: Option<f64>,
    /// Seconds that the same took with one thread in a run of its own just before; absent where it is not to be told.
    pub one_thread_seconds: Option<f64>,
    /// Processor seconds for 10^9 bytes of the table.
    pub cpu_seconds_per_gigabyte: f64,
    /// Bytes of the file that was to be read.
    pub source_bytes: Option<u64>,
    /// Bytes that came from storage, where the kernel tells.
    pub storage_read_bytes: Option<u64>,
    /// The share of the source that the page cache served, where the kernel tells; absent too where more is
    /// read than the source.
    pub cache_share: Option<f64>,
    /// Bytes of the file that was written.
    pub file_bytes: u64,
    /// The most memory that the whole process had resident at once, what it mapped of files included.
    pub peak_memory_bytes: u64,
    /// Seconds that the volume then took to write what it still held back: near 0, if it was durable.
    pub sync_after_seconds: f64,
    /// Facts that the program tells of how it did it.
    pub notes: Vec<String>,
}

/// The file that was read.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Its bytes.
    pub bytes: u64,
    /// Set where nothing else is read, so that the bytes from storage tell the share of the page cache.
    pub is_all_that_is_read: bool,
    /// Set where it is to come from the page cache, and not from storage.
    pub is_hot: bool,
}

impl Measurement {
    /// Puts it together.
    pub fn of((run, data_bytes): (Run, u64), source: Option<Source>, file_bytes: u64, sync_after_seconds: f64) -> Self {
        let fetched = source
            .filter(|source| source.is_all_that_is_read)
            .zip(run.storage_read_bytes);
        Self {
            data_bytes,
            seconds: run.seconds,
            megabytes_per_second: data_bytes as f64 / 1e6 / run.seconds,
            scan_seconds: None,
            one_thread_seconds: None,
            cpu_seconds_per_gigabyte: run.cpu_seconds / (data_bytes as f64 / 1e9),
            source_bytes: source.map(|source| source.bytes),
            storage_read_bytes: run.storage_read_bytes,
            cache_share: fetched.map(|(source, fetched)| (1.0 - fetched as f64 / source.bytes as f64).clamp(0.0, 1.0)),
            file_bytes,
            peak_memory_bytes: run.peak_memory_bytes,
            sync_after_seconds,
            notes: run.notes,
        }
    }

    /// Returns 10^6 bytes of the table a second of the time without that of the scan. It is no number where the scan
    /// took as long as all of it.
    pub fn rate_without_scan(&self) -> f64 {
        match self.seconds - self.scan_seconds.unwrap_or_default() {
            rest if rest > 0.0 => self.data_bytes as f64 / 1e6 / rest,
            _ => f64::NAN,
        }
    }

    /// Returns true if all that was read came from where it should, as far as is known: none of it from the page
    /// cache, or all of it. A hundredth may not, which an opening looks at twice, and the rest of a header besides,
    /// which nobody needs to read.
    pub fn is_from(&self, source: Source) -> bool {
        let bytes = source.bytes as f64;
        let is_little = |part: f64| part <= bytes / 100.0 + HEADER_BYTES;
        match source.is_hot {
            true => self.storage_read_bytes.is_none_or(|fetched| is_little(fetched as f64)),
            false => self.cache_share.is_none_or(|share| is_little(share * bytes)),
        }
    }
}
