//! How much was moved so far, for those who watch a long step.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes that completed transfers of this process have moved.
static MOVED: AtomicU64 = AtomicU64::new(0);

/// The bytes that this process has moved to and from files of data sets so far, in transfers that are
/// complete. It is counted once a transfer, and only ever grows.
pub fn bytes_moved() -> u64 {
    MOVED.load(Ordering::Relaxed)
}

/// Counts bytes of transfers that are complete, those through pipes among them.
pub(crate) fn count(bytes: u64) {
    MOVED.fetch_add(bytes, Ordering::Relaxed);
}
