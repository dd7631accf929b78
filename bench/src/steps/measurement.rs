//! What one run gave.

use serde::Serialize;

/// Bytes of a data set's header with pages of 64K.
const HEADER_BYTES: f64 = 65536.0;

/// What a program tells of its own run, its start and end left out.
#[derive(Clone, Debug)]
pub struct Own {
    /// Bytes of the table; where only transfers moved, of the file.
    pub data_bytes: u64,
    /// From before anything was opened until all of it had reached the device.
    pub seconds: f64,
    /// Processor seconds of all its threads meanwhile.
    pub cpu_seconds: f64,
    /// Bytes that came from storage, where the kernel tells.
    pub storage_read_bytes: Option<u64>,
    /// The most memory that the whole process had resident at once.
    pub peak_memory_bytes: u64,
    /// What else it tells of how it did it.
    pub notes: Vec<String>,
}

/// The figures of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    /// Bytes of the table's values; where only transfers moved, of the file.
    pub data_bytes: u64,
    /// From before anything was opened until all of it had reached the device.
    pub seconds: f64,
    /// 10^6 bytes of the table a second.
    pub megabytes_per_second: f64,
    /// How long reading the same columns took in a run of its own just before; absent where it is not to be told.
    pub scan_seconds: Option<f64>,
    /// How long the same took with one thread in a run of its own just before; absent where it is not to be told.
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
    /// How long the volume then took to write what it still held back: near 0, if it was durable.
    pub sync_after_seconds: f64,
    /// What the program tells of how it did it.
    pub notes: Vec<String>,
}

/// The file that was read.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Its bytes.
    pub bytes: u64,
    /// Whether nothing else is read, so that what came from storage tells what the page cache served of it.
    pub is_all_that_is_read: bool,
    /// Whether it is to come from the page cache, and not from storage.
    pub is_hot: bool,
}

impl Measurement {
    /// Puts it together.
    pub fn of(own: Own, source: Option<Source>, file_bytes: u64, sync_after_seconds: f64) -> Self {
        let fetched = source
            .filter(|source| source.is_all_that_is_read)
            .zip(own.storage_read_bytes);
        Self {
            data_bytes: own.data_bytes,
            seconds: own.seconds,
            megabytes_per_second: own.data_bytes as f64 / 1e6 / own.seconds,
            scan_seconds: None,
            one_thread_seconds: None,
            cpu_seconds_per_gigabyte: own.cpu_seconds / (own.data_bytes as f64 / 1e9),
            source_bytes: source.map(|source| source.bytes),
            storage_read_bytes: own.storage_read_bytes,
            cache_share: fetched.map(|(source, fetched)| {
                (1.0 - fetched as f64 / source.bytes as f64).clamp(0.0, 1.0)
            }),
            file_bytes,
            peak_memory_bytes: own.peak_memory_bytes,
            sync_after_seconds,
            notes: own.notes,
        }
    }

    /// 10^6 bytes of the table a second of the time without that of the scan. It is no number where the scan took
    /// as long as all of it.
    pub fn rate_without_scan(&self) -> f64 {
        match self.seconds - self.scan_seconds.unwrap_or_default() {
            rest if rest > 0.0 => self.data_bytes as f64 / 1e6 / rest,
            _ => f64::NAN,
        }
    }

    /// Whether what was read came from where it should, as far as is known: none of it from the page cache, or all
    /// of it. A hundredth may not, what an opening looks at twice, and the rest of a header besides, which nobody
    /// needs to read.
    pub fn is_from(&self, source: Source) -> bool {
        let bytes = source.bytes as f64;
        let is_little = |part: f64| part <= bytes / 100.0 + HEADER_BYTES;
        match source.is_hot {
            true => self
                .storage_read_bytes
                .is_none_or(|fetched| is_little(fetched as f64)),
            false => self
                .cache_share
                .is_none_or(|share| is_little(share * bytes)),
        }
    }
}
