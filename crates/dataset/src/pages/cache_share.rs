//! The share of what was read that came from the page cache.
//!
//! The kernel counts what a whole process read from storage. That is attributable to one file only while no other is
//! read, so the shares of files that are read concurrently are unknown; the share of all of them together is still
//! known.

use std::sync::atomic::{AtomicU64, Ordering};

use feedrate_pageio::cache::{CacheShare, StorageIo, UnknownBecause};

/// Passes over files in progress.
static UNDER_WAY: AtomicU64 = AtomicU64::new(0);

/// Passes that were ever begun.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// Measures what the process reads from storage from a moment on, for the share of all files of a step together.
#[derive(Clone, Copy, Debug)]
pub struct StorageReads {
    before: Option<StorageIo>,
}

impl StorageReads {
    /// Begins to count.
    pub fn start() -> Self {
        Self {
            before: StorageIo::now().ok(),
        }
    }

    /// Returns the share of the page cache in `bytes` bytes that were read since then.
    pub fn share(&self, bytes: u64) -> CacheShare {
        CacheShare::of(bytes, self.since())
    }

    fn since(&self) -> Option<StorageIo> {
        Some(StorageIo::now().ok()?.since(self.before?))
    }
}

/// Measures what is read from storage during passes over one file.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// Bytes read from storage in finished passes; unknown if that of one of them is.
    fetched: MissedBytes,
    pass: Option<Pass>,
}

/// A sum that is unknown if a part of it is.
#[derive(Clone, Copy, Debug)]
struct MissedBytes(Option<u64>);

impl Default for MissedBytes {
    fn default() -> Self {
        Self(Some(0))
    }
}

#[derive(Debug)]
struct Pass {
    fetched: StorageReads,
    number: u64,
    was_alone: bool,
}

impl Pass {
    fn begin() -> Self {
        let was_alone = UNDER_WAY.fetch_add(1, Ordering::SeqCst) == 0;
        let number = BEGUN.fetch_add(1, Ordering::SeqCst) + 1;
        Self {
            fetched: StorageReads::start(),
            number,
            was_alone,
        }
    }

    /// Returns the bytes read from storage so far, if no other pass was made meanwhile.
    fn bytes(&self) -> Option<u64> {
        let is_alone = self.was_alone && BEGUN.load(Ordering::SeqCst) == self.number;
        is_alone.then(|| self.fetched.since()).flatten().map(|io| io.read_bytes)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Watch {
    /// Begins or resumes a pass.
    pub(super) fn resume(&mut self) {
        self.pass.get_or_insert_with(Pass::begin);
    }

    /// Ends a pass.
    pub(super) fn pause(&mut self) {
        self.fetched = self.so_far();
        self.pass = None;
    }

    fn so_far(&self) -> MissedBytes {
        match &self.pass {
            None => self.fetched,
            Some(pass) => MissedBytes(self.fetched.0.zip(pass.bytes()).map(|(a, b)| a + b)),
        }
    }

    /// Returns the share of the page cache in the bytes that were read.
    pub(super) fn share(&self, bytes: u64, direct: bool) -> CacheShare {
        match self.so_far().0 {
            _ if bytes == 0 => CacheShare::Unknown(UnknownBecause::NothingRead),
            // Every byte bypassed the cache, whatever else was read.
            _ if direct => CacheShare::Known(0.0),
            fetched => CacheShare::of(
                bytes,
                fetched.map(|read_bytes| StorageIo {
                    read_bytes,
                    write_bytes: 0,
                }),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concurrent_reads_have_unknown_shares() {
        // Other tests read files too, so a pass is never known to be the only one here.
        let (mut one, mut other) = (Watch::default(), Watch::default());
        one.resume();
        other.resume();
        assert_eq!(one.share(1000, false).known(), None);
        assert_eq!(other.share(1000, false).known(), None);
        one.pause();
        assert_eq!(one.share(1000, false).known(), None);
        assert_eq!(one.share(1000, true).known(), Some(0.0));
        assert_eq!(one.share(0, true).known(), None);
    }

    #[test]
    fn nothing_is_fetched_for_what_was_not_read() {
        let watch = Watch::default();
        assert_eq!(watch.share(1000, false).known(), Some(1.0));
    }
}
