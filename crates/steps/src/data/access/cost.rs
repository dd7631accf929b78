//! Whether the rows that an index finds are read faster by their numbers than all rows in their order.

use std::sync::Arc;

use feedrate_dataset::Reader;
use feedrate_dataset::index::IndexScan;

use crate::data::fault::Faulted;

/// Bytes of a block, which is the least that is read of a file.
const BLOCK: u64 = 4096;

/// How many blocks are read in order in the time in which one is read by its number.
const BLOCKS_IN_ORDER: u64 = 8;

/// After so many rows it is asked again whether it pays.
const ASKED_AFTER: usize = 4096;

/// The most row numbers that are held in memory.
const MOST_NUMBERS: usize = 16 << 20;

/// What reading the rows that an index finds would cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// Bytes of a row.
    row_bytes: u64,
    /// The most blocks that may be read by their numbers.
    most_blocks: u64,
    /// About how many rows are found.
    estimate: u64,
    /// Whether the index is used whatever it costs.
    is_forced: bool,
}

impl Cost {
    /// Returns `None` if it does not pay.
    pub(super) fn of(reader: &Reader, estimate: u64, is_forced: bool) -> Option<Self> {
        let row_bytes = u64::from(reader.schema().row_length()).max(1);
        let stored = reader.stored_bytes();
        let cost = Self {
            row_bytes,
            most_blocks: stored / BLOCK / BLOCKS_IN_ORDER,
            estimate,
            is_forced,
        };
        // As many blocks as rows are found, unless several are in one.
        let least_blocks = estimate.saturating_mul(row_bytes) / BLOCK;
        (is_forced || least_blocks <= cost.most_blocks).then_some(cost)
    }

    /// Returns the numbers of the rows of a scan, ascending; `None` if reading them does not pay.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    pub(super) fn numbers(&self, scan: &mut IndexScan) -> Faulted<Option<Arc<[u64]>>> {
        let mut numbers = Vec::new();
        // How often a row was in another block than the one before it.
        let (mut changes, mut last_block) = (0_u64, u64::MAX);
        while let Some(number) = scan.next_row()? {
            let block = number.saturating_mul(self.row_bytes) / BLOCK;
            changes += u64::from(block != last_block);
            last_block = block;
            numbers.push(number);
            if numbers.len() > MOST_NUMBERS {
                return Ok(None);
            }
            if numbers.len().is_multiple_of(ASKED_AFTER) && !self.pays(changes, numbers.len()) {
                return Ok(None);
            }
        }
        numbers.sort_unstable();
        // Ranges of one index do not overlap.
        let blocks = numbers.iter().map(|number| number * self.row_bytes / BLOCK);
        let mut last = u64::MAX;
        let distinct = blocks.filter(|&block| std::mem::replace(&mut last, block) != block);
        let pays = self.is_forced || distinct.count() as u64 <= self.most_blocks;
        Ok(pays.then(|| numbers.into()))
    }

    /// Returns whether it can still pay after `found` rows in which the block has changed so often.
    fn pays(&self, changes: u64, found: usize) -> bool {
        if self.is_forced {
            return true;
        }
        let all = self.estimate.max(found as u64) as f64;
        let changes = changes as f64 * all / found as f64;
        // The same blocks may come again with other keys: rows that lie anywhere are in so many different ones.
        let blocks = (self.most_blocks * BLOCKS_IN_ORDER).max(1) as f64;
        let anywhere = blocks * (1.0 - (-all / blocks).exp());
        changes.min(anywhere) <= self.most_blocks as f64
    }
}
