//! Which share of what was read the page cache served.
//!
//! The kernel counts what a whole process fetched from storage. That tells of one file only while no
//! other is read, so files that are read at the same time leave each other's share unknown; that of all
//! of them together is known still.

use std::sync::atomic::{AtomicU64, Ordering};

use feedrate_pageio::cache::{CacheShare, StorageIo, UnknownBecause};

/// Passes over files that are under way now.
static UNDER_WAY: AtomicU64 = AtomicU64::new(0);

/// Passes that were ever begun.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// What the process fetches from storage from a moment on, to learn the share of all files of a step
/// together.
#[derive(Clone, Copy, Debug)]
pub struct Fetched {
    before: Option<StorageIo>,
}

impl Fetched {
    /// Counts from now on.
    pub fn start() -> Self {
        Self {
            before: StorageIo::now().ok(),
        }
    }

    /// The share of the page cache in `bytes` bytes that were read since then.
    pub fn share(&self, bytes: u64) -> CacheShare {
        CacheShare::of(bytes, self.since())
    }

    fn since(&self) -> Option<StorageIo> {
        Some(StorageIo::now().ok()?.since(self.before?))
    }
}

/// Watches what is fetched while passes are made over one file.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// What finished passes fetched, in bytes; absent when that is not known of one of them.
    fetched: Lost,
    pass: Option<Pass>,
}

/// A sum that is lost when a part of it is not known.
#[derive(Clone, Copy, Debug)]
struct Lost(Option<u64>);

impl Default for Lost {
    fn default() -> Self {
        Self(Some(0))
    }
}

#[derive(Debug)]
struct Pass {
    fetched: Fetched,
    number: u64,
    was_alone: bool,
}

impl Pass {
    fn begin() -> Self {
        let was_alone = UNDER_WAY.fetch_add(1, Ordering::SeqCst) == 0;
        let number = BEGUN.fetch_add(1, Ordering::SeqCst) + 1;
        Self {
            fetched: Fetched::start(),
            number,
            was_alone,
        }
    }

    /// Bytes fetched so far, where no other pass was made meanwhile.
    fn bytes(&self) -> Option<u64> {
        let is_alone = self.was_alone && BEGUN.load(Ordering::SeqCst) == self.number;
        is_alone
            .then(|| self.fetched.since())
            .flatten()
            .map(|io| io.read_bytes)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Watch {
    /// Something is read from here on.
    pub(super) fn resume(&mut self) {
        self.pass.get_or_insert_with(Pass::begin);
    }

    /// A pass has come to its end.
    pub(super) fn pause(&mut self) {
        self.fetched = self.so_far();
        self.pass = None;
    }

    fn so_far(&self) -> Lost {
        match &self.pass {
            None => self.fetched,
            Some(pass) => Lost(self.fetched.0.zip(pass.bytes()).map(|(a, b)| a + b)),
        }
    }

    /// The share in the bytes that were read.
    pub(super) fn share(&self, bytes: u64, direct: bool) -> CacheShare {
        match self.so_far().0 {
            _ if bytes == 0 => CacheShare::Unknown(UnknownBecause::NothingRead),
            // Every byte came past the cache, whoever else read.
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
    fn what_is_read_at_the_same_time_is_not_told_apart() {
        // Other tests read files too, so it is never known here that a pass was alone.
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
