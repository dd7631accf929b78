//! The inputs that were made cold, with the units in the names.

use feedrate_pageio::cold::{self, SentFile};
use serde::Serialize;

/// The inputs of a program that were sent out of the page cache before their first use.
#[derive(Clone, Debug, Serialize)]
pub struct ColdRecord {
    /// The bytes that were in the cache and went.
    pub evicted_bytes: u64,
    /// The seconds that this took, in all processes. They are in no time of a step.
    pub seconds: f64,
    /// The files, in the order of their first uses.
    pub files: Vec<ColdFileRecord>,
}

/// An input that was sent out of the page cache.
#[derive(Clone, Debug, Serialize)]
pub struct ColdFileRecord {
    /// Its path. Bytes that are not UTF-8 are replaced by replacement characters.
    pub path: String,
    /// The number of the process that used it first.
    pub process: u32,
    /// Its length.
    pub file_bytes: u64,
    /// Its bytes in the cache before.
    pub resident_before_bytes: u64,
    /// Its bytes in the cache after: less than one page in a thousand.
    pub resident_after_bytes: u64,
    /// The seconds that it took, with the writing of what had not reached the device.
    pub seconds: f64,
}

impl ColdRecord {
    /// Returns the inputs of the program that this process runs; `None` without `--cold`.
    pub(crate) fn of_program() -> Option<Self> {
        let files: Vec<_> = cold::files()?.iter().map(ColdFileRecord::of).collect();
        let evicted = |file: &ColdFileRecord| {
            file.resident_before_bytes
                .saturating_sub(file.resident_after_bytes)
        };
        Some(Self {
            evicted_bytes: files.iter().map(evicted).sum(),
            seconds: files.iter().map(|file| file.seconds).sum(),
            files,
        })
    }
}

impl ColdFileRecord {
    fn of(sent: &SentFile) -> Self {
        Self {
            path: sent.path.to_string_lossy().into_owned(),
            process: sent.process,
            file_bytes: sent.file_bytes,
            resident_before_bytes: sent.resident_bytes,
            resident_after_bytes: sent.left_bytes,
            seconds: sent.elapsed.as_secs_f64(),
        }
    }
}
