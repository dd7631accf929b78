//! A position in a file that loads share.

use std::sync::atomic::{AtomicU64, Ordering};

/// The position, as the number of blocks that were begun.
#[derive(Debug, Default)]
pub(crate) struct SharedPosition(AtomicU64);

impl SharedPosition {
    /// Returns the offset of the next block in a part of `part` bytes, with `step` bytes skipped after each. It
    /// continues from the end at the start. A block is no longer than the part.
    pub(super) fn next(&self, bytes: u64, step: u64, part: u64) -> u64 {
        let stride = bytes + step;
        let at = self.0.fetch_add(1, Ordering::Relaxed);
        // The number of blocks that fit between the start and the end.
        let number = (part - bytes) / stride + 1;
        at % number * stride
    }
}
