//! A position that loads share in a file.

use std::sync::atomic::{AtomicU64, Ordering};

/// It, as the number of blocks that were begun there.
#[derive(Debug, Default)]
pub(crate) struct SharedPosition(AtomicU64);

impl SharedPosition {
    /// Where in a part of `part` bytes the next block goes, after each of which `step` bytes are left out. From the
    /// end it goes on at the start. A block is no longer than the part.
    pub(super) fn next(&self, bytes: u64, step: u64, part: u64) -> u64 {
        let stride = bytes + step;
        let at = self.0.fetch_add(1, Ordering::Relaxed);
        // Blocks that fit between the start and the end.
        let number = (part - bytes) / stride + 1;
        at % number * stride
    }
}
