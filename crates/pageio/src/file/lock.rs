//! The lock on a file, against other processes of feedrate.

use std::os::unix::fs::MetadataExt;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::FlockOperation;
use rustix::io::Errno;

use super::PageFile;
use crate::error::{Error, Result};

/// The time for which a lock is waited for: of a process that was killed with transfers in io_uring, the kernel closes
/// the files a moment later.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

/// The time before a lock is tried again.
const LOCK_PAUSE: Duration = Duration::from_millis(20);

impl PageFile {
    /// Locks it, `alone` or shared with others.
    pub(super) fn lock(&self, alone: bool) -> Result<()> {
        let operation = if alone {
            FlockOperation::NonBlockingLockExclusive
        } else {
            FlockOperation::NonBlockingLockShared
        };
        let locked = Error::Locked {
            path: self.path.clone(),
        };
        let deadline = Instant::now() + LOCK_PATIENCE;
        loop {
            match rustix::fs::flock(&self.file, operation) {
                Ok(()) => break,
                Err(Errno::WOULDBLOCK) if Instant::now() < deadline => thread::sleep(LOCK_PAUSE),
                Err(Errno::WOULDBLOCK) => return Err(locked),
                // Some network file systems have no locks; the measurement does not depend on one.
                Err(_) => return Ok(()),
            }
        }
        // Who held the lock may have removed the file before letting go of it.
        match self.file.metadata() {
            Ok(metadata) if metadata.nlink() == 0 => Err(locked),
            _ => Ok(()),
        }
    }
}
