//! Releases file space while runs are read.
//!
//! A merge reads each run once. Where the space is released as it is read, a merge needs hardly more space than its
//! output. File systems that discard freed blocks at once, which took a fifth of a second per gigabyte where it was
//! measured, do so while the merge runs.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, JoinHandle};

use feedrate_pageio::release_space;

use super::run::SpillFile;

/// Returns how many bytes of a run of this size are released at once: enough for few calls, and few enough that reads
/// of the same file do not wait long for a call and that the unreleased space of all runs is small.
pub(super) fn bytes_at_once(run_bytes: u64) -> u64 {
    (run_bytes / 16).clamp(1 << 20, 4 << 20)
}

/// A range of a file.
struct FileRange {
    file: Arc<SpillFile>,
    offset: u64,
    bytes: u64,
}

/// A thread that releases space. Dropping it waits for the thread to end.
#[derive(Debug)]
pub(super) struct SpaceRelease {
    /// The channel to the thread and the thread. `None` if it could not be started: then space is released with the
    /// files.
    thread: Option<(Sender<FileRange>, JoinHandle<()>)>,
}

impl SpaceRelease {
    pub(super) fn new() -> Self {
        let (ranges, due) = channel::<FileRange>();
        let thread = Builder::new().name("give back".to_owned()).spawn(move || {
            for range in due {
                release_space(&range.file.0, range.offset, range.bytes);
            }
        });
        Self {
            thread: thread.ok().map(|thread| (ranges, thread)),
        }
    }

    /// Releases a range of a file soon.
    pub(super) fn release(&self, file: &Arc<SpillFile>, offset: u64, bytes: u64) {
        if let Some((ranges, _)) = &self.thread {
            let file = file.clone();
            // The thread receives until this is dropped.
            let _ = ranges.send(FileRange { file, offset, bytes });
        }
    }
}

impl Drop for SpaceRelease {
    fn drop(&mut self) {
        if let Some((ranges, thread)) = self.thread.take() {
            drop(ranges);
            // The thread does not panic, and has no result.
            let _ = thread.join();
        }
    }
}
