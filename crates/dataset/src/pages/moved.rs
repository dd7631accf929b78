//! How much was moved so far, for those who watch a long step.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes that completed transfers of this process have moved.
static MOVED: AtomicU64 = AtomicU64::new(0);

/// Bytes of pages of `.sas7bdat` files that this process has read.
static READ: AtomicU64 = AtomicU64::new(0);

/// Bytes of all pages of the `.sas7bdat` files that steps of this process have begun to read.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// The bytes that this process has moved to and from files of data sets so far, in transfers that are
/// complete. It is counted once a transfer, and only ever grows.
pub fn bytes_moved() -> u64 {
    MOVED.load(Ordering::Relaxed)
}

/// How far `.sas7bdat` files are read. Both numbers only ever grow; what a step adds to them tells how far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Bytes of pages that were read, those that were read twice counted twice.
    pub read: u64,
    /// Bytes of all pages of the files that steps have begun to read, each file once a step.
    pub begun: u64,
}

impl Reading {
    /// What this process has read so far.
    pub fn so_far() -> Self {
        Self {
            read: READ.load(Ordering::Relaxed),
            begun: BEGUN.load(Ordering::Relaxed),
        }
    }
}

/// Counts bytes of transfers that are complete, those through pipes among them.
pub(crate) fn count(bytes: u64) {
    MOVED.fetch_add(bytes, Ordering::Relaxed);
}

/// Counts bytes of pages of a `.sas7bdat` file that were read.
pub(super) fn count_read(bytes: u64) {
    READ.fetch_add(bytes, Ordering::Relaxed);
}

/// Counts the bytes of all pages of a `.sas7bdat` file that a step begins to read.
pub(crate) fn count_begun(bytes: u64) {
    BEGUN.fetch_add(bytes, Ordering::Relaxed);
}
