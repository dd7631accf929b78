//! Locks of files for single blocks, between the loads of a batch.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::spec::{FileLocking, Load};

/// The lock of one file: held by readers, or by one that excludes all others.
#[derive(Debug, Default)]
pub(super) struct FileLock {
    holders: Mutex<Holders>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct Holders {
    readers: u32,
    is_exclusive: bool,
}

impl FileLock {
    fn acquire(&self, exclusive: bool) {
        let mut holders = self.holders.lock().unwrap_or_else(PoisonError::into_inner);
        while holders.is_exclusive || (exclusive && holders.readers > 0) {
            let waited = self.freed.wait(holders);
            holders = waited.unwrap_or_else(PoisonError::into_inner);
        }
        match exclusive {
            true => holders.is_exclusive = true,
            false => holders.readers += 1,
        }
    }

    fn release(&self, exclusive: bool) {
        let mut holders = self.holders.lock().unwrap_or_else(PoisonError::into_inner);
        match exclusive {
            true => holders.is_exclusive = false,
            false => holders.readers -= 1,
        }
        self.freed.notify_all();
    }
}

/// Returns the locks of the files of each load; loads have the same lock for the same path.
pub(super) fn of_batch<'a>(loads: impl Iterator<Item = &'a Load>) -> Vec<Vec<Arc<FileLock>>> {
    let mut known: HashMap<&Path, Arc<FileLock>> = HashMap::new();
    loads
        .map(|load| match load.locking {
            FileLocking::None => Vec::new(),
            _ => {
                let files = load.files.iter();
                files
                    .map(|file| Arc::clone(known.entry(&file.path).or_default()))
                    .collect()
            }
        })
        .collect()
}

/// The locks of a load that moves one block at a time, and the one that it holds.
#[derive(Debug)]
pub(super) struct FileLocks {
    locking: FileLocking,
    files: Vec<Arc<FileLock>>,
    /// Its file, and whether it excludes readers.
    held: Option<(usize, bool)>,
}

impl FileLocks {
    pub(super) fn new(load: &Load, files: Vec<Arc<FileLock>>) -> Self {
        Self {
            locking: load.locking,
            files,
            held: None,
        }
    }

    /// Waits for the lock of a file for a block that changes it or not, if its load locks files. Returns whether it
    /// does.
    #[inline]
    pub(super) fn take(&mut self, file: usize, changes: bool) -> bool {
        let Some(lock) = self.files.get(file) else {
            return false;
        };
        let exclusive = changes || self.locking == FileLocking::Exclusive;
        lock.acquire(exclusive);
        self.held = Some((file, exclusive));
        true
    }

    /// Releases the lock that is held.
    #[inline]
    pub(super) fn release(&mut self) {
        if let Some((file, exclusive)) = self.held.take()
            && let Some(lock) = self.files.get(file)
        {
            lock.release(exclusive);
        }
    }
}

impl Drop for FileLocks {
    fn drop(&mut self) {
        self.release();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;
    use crate::load::spec::LoadFile;

    fn locks(lockings: [FileLocking; 2], paths: [&str; 2]) -> [FileLocks; 2] {
        let loads = [0, 1].map(|index: usize| {
            let mut load = Load::new("l", vec![LoadFile::new(paths[index], 4096)]);
            load.locking = lockings[index];
            load
        });
        let mut locks = of_batch(loads.iter()).into_iter();
        loads.each_ref().map(|load| FileLocks::new(load, locks.next().unwrap()))
    }

    #[test]
    fn readers_go_together_and_a_writer_alone() {
        let [mut one, mut other] = locks([FileLocking::ReadWrite; 2], ["f", "f"]);
        assert!(one.take(0, false) && other.take(0, false));
        one.release();
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                one.take(0, true);
                assert!(done.load(Ordering::SeqCst));
            });
            done.store(true, Ordering::SeqCst);
            other.release();
        });
    }

    #[test]
    fn other_files_and_other_loads_are_not_waited_for() {
        let [mut one, mut other] = locks([FileLocking::Exclusive; 2], ["f", "g"]);
        assert!(one.take(0, false) && other.take(0, false));
        let [mut one, mut free] = locks([FileLocking::Exclusive, FileLocking::None], ["f", "f"]);
        assert!(one.take(0, true));
        assert!(!free.take(0, true));
    }
}
