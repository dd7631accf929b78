//! Giving space back to the file system while runs are read.
//!
//! What was read of a run is not wanted again. Where its space is given back as it is read, a merge needs
//! hardly more space than what it makes; and file systems that tell their device of free space at once,
//! which takes a fifth of a second for a gigabyte where it was measured, do so while the merge goes on.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, JoinHandle};

use feedrate_pageio::release_space;

use super::run::SpillFile;

/// Bytes of a run of so many that are given back at once: enough that it takes few calls, and little enough that
/// reads of the same file do not wait long for one, and that what all runs have not given back yet is a small
/// part of them.
pub(super) fn bytes_at_once(run_bytes: u64) -> u64 {
    (run_bytes / 16).clamp(1 << 20, 4 << 20)
}

/// A part of a file.
struct FileRange {
    file: Arc<SpillFile>,
    offset: u64,
    bytes: u64,
}

/// A thread that gives space back. It ends when this is dropped, which waits for it.
#[derive(Debug)]
pub(super) struct SpaceRelease {
    /// Where ranges go, and the thread that takes them. Absent where the system refuses one: then space is given
    /// back with the files.
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

    /// Gives a part of a file back soon.
    pub(super) fn release(&self, file: &Arc<SpillFile>, offset: u64, bytes: u64) {
        if let Some((ranges, _)) = &self.thread {
            let file = file.clone();
            // The thread takes ranges until this is dropped.
            let _ = ranges.send(FileRange {
                file,
                offset,
                bytes,
            });
        }
    }
}

impl Drop for SpaceRelease {
    fn drop(&mut self) {
        if let Some((ranges, thread)) = self.thread.take() {
            drop(ranges);
            // It does not panic, and if it did, nothing of it is wanted.
            let _ = thread.join();
        }
    }
}
