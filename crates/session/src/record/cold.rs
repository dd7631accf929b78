//! The inputs that were made cold, with the units in the names.

use feedrate_pageio::cold::{self, SentFile};
use serde::Serialize;

/// The inputs of a program that were sent out of the page cache before their first use.
#[derive(Clone, Debug, Serialize)]
pub struct ColdRecord {
    /// The bytes that were in the cache and went.
    pub evicted_bytes: u64,
    /// The seconds that this took, the sum of all processes. Each process leaves out its own of its times, not those
    /// for which it waited while a session sent something out.
    pub seconds: f64,
    /// The files, in the order of their first uses.
    pub files: Vec<ColdFileRecord>,
    /// The files that count as made by the program, and so stayed in the cache, because of the times of their last
    /// changes alone. Bytes that are not UTF-8 are replaced by replacement characters.
    pub taken_for_made: Vec<String>,
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
    /// True if its last change was in the future when it was first used, by the clock of its file system.
    pub changed_in_future: bool,
    /// The seconds that it took, with the writing of what had not reached the device.
    pub seconds: f64,
}

impl ColdRecord {
    /// Returns the inputs of the program that this process runs; `None` without `--cold`.
    pub(crate) fn of_program() -> Option<Self> {
        let all = cold::files()?;
        let files: Vec<_> = all.sent.iter().map(ColdFileRecord::of).collect();
        let taken = all.taken_for_made.iter();
        let evicted = |file: &ColdFileRecord| file.resident_before_bytes.saturating_sub(file.resident_after_bytes);
        Some(Self {
            evicted_bytes: files.iter().map(evicted).sum(),
            seconds: files.iter().map(|file| file.seconds).sum(),
            files,
            taken_for_made: taken.map(|path| path.to_string_lossy().into_owned()).collect(),
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
            changed_in_future: sent.changed_in_future,
            seconds: sent.elapsed.as_secs_f64(),
        }
    }
}
