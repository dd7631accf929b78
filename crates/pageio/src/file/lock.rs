//! The lock on a file, against other processes of feedrate.

use std::thread;
use std::time::{Duration, Instant};

use super::PageFile;
use crate::error::{Error, Result};
use crate::system;

/// The time for which a lock is waited for: of a process that was killed with transfers in io_uring, the kernel closes
/// the files a moment later.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

/// The time before a lock is tried again.
const LOCK_PAUSE: Duration = Duration::from_millis(20);

impl PageFile {
    /// Locks it, `alone` or shared with others.
    pub(super) fn lock(&self, alone: bool) -> Result<()> {
        let locked = Error::Locked {
            path: self.path.clone(),
        };
        let deadline = Instant::now() + LOCK_PATIENCE;
        loop {
            match system::try_lock_file(&self.file, alone) {
                Ok(true) => break,
                Ok(false) if Instant::now() < deadline => thread::sleep(LOCK_PAUSE),
                Ok(false) => return Err(locked),
                // Some network file systems have no locks; the measurement does not depend on one.
                Err(_) => return Ok(()),
            }
        }
        // Who held the lock may have removed the file before letting go of it.
        match system::is_removed(&self.file) {
            true => Err(locked),
            false => Ok(()),
        }
    }
}
