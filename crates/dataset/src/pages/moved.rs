//! Counters of moved bytes, to show the progress of a long step.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use feedrate_pageio::{Completion, Queue, Transfer};

use crate::error::Result;

/// Bytes that completed transfers of this process have moved.
static MOVED: AtomicU64 = AtomicU64::new(0);

/// Bytes of pages of `.sas7bdat` files that this process has read.
static READ: AtomicU64 = AtomicU64::new(0);

/// Bytes of all pages of the `.sas7bdat` files that steps of this process have begun to read.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// Returns the bytes that this process has moved to and from files of data sets in completed transfers. The counter is
/// updated once per transfer and never decreases.
pub fn bytes_moved() -> u64 {
    MOVED.load(Ordering::Relaxed)
}

/// The progress of reading `.sas7bdat` files. Both numbers never decrease; their increase during a step is its
/// progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Bytes of pages that were read; those read twice count twice.
    pub read: u64,
    /// Bytes of all pages of the files that steps have begun to read, each file once per step.
    pub begun: u64,
}

impl Reading {
    /// Returns the progress of this process.
    pub fn so_far() -> Self {
        Self {
            read: READ.load(Ordering::Relaxed),
            begun: BEGUN.load(Ordering::Relaxed),
        }
    }
}

/// Adds bytes of completed transfers, including those of pipes.
pub(crate) fn count(bytes: u64) {
    MOVED.fetch_add(bytes, Ordering::Relaxed);
}

/// Adds bytes of pages of a `.sas7bdat` file that were read.
pub(super) fn count_read(bytes: u64) {
    READ.fetch_add(bytes, Ordering::Relaxed);
}

/// Adds the bytes of all pages of a `.sas7bdat` file that a step begins to read.
pub(crate) fn count_begun(bytes: u64) {
    BEGUN.fetch_add(bytes, Ordering::Relaxed);
}

/// Makes one transfer, which began at a moment, waits for it and counts its bytes. `done` is for its completion.
pub(super) fn transfer_alone(
    queue: &mut Queue,
    transfer: Transfer,
    began: Instant,
    done: &mut Vec<Completion>,
) -> Result<()> {
    done.clear();
    queue.submit_at(transfer, began)?;
    while queue.in_flight() > 0 {
        queue.wait(1, done)?;
    }
    count(transfer.bytes as u64);
    Ok(())
}
