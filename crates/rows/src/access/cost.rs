//! The cost of reading the rows that an index finds by their numbers, against that of all rows in their order.

use std::ops::Range;

use feedrate_dataset::format::Compression;
use feedrate_dataset::index::IndexScan;
use feedrate_dataset::{Reader, RowNumbers};

use crate::fault::StepResult;

/// Bytes of a block, which is the least that is read of a file.
const BLOCK: u64 = 4096;

/// The number of blocks that are read in order in the time in which one is read by its number.
const BLOCKS_IN_ORDER: u64 = 8;

/// After so many rows it is asked again whether it pays.
const ASKED_AFTER: u64 = 4096;

/// The most runs of row numbers that are held in memory, of 16 bytes each.
const MOST_RUNS: usize = 4 << 20;

/// The cost of reading the rows that an index finds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// The number of rows, with deleted ones, and of the blocks that they lie in.
    rows: u64,
    blocks: u64,
    /// The most blocks that may be read by their numbers.
    most_blocks: u64,
    /// About how many rows are found.
    estimate: u64,
    /// True if the index is used whatever it costs.
    is_forced: bool,
}

impl Cost {
    /// Returns `None` if it does not pay.
    pub(super) fn of(reader: &Reader, estimate: u64, is_forced: bool) -> Option<Self> {
        let metadata = reader.metadata()?;
        let blocks = reader.stored_bytes().div_ceil(BLOCK).max(1);
        let cost = Self {
            rows: metadata.rows_stored.max(1),
            blocks,
            most_blocks: match metadata.compression {
                Compression::None => blocks / BLOCKS_IN_ORDER,
                // All pages would be read to learn which rows they have.
                _ if !reader.is_listed() => 0,
                // Another block says where a row lies.
                _ => blocks / BLOCKS_IN_ORDER / 2,
            },
            estimate,
            is_forced,
        };
        let least_blocks = cost.block_of(estimate);
        (is_forced || least_blocks <= cost.most_blocks).then_some(cost)
    }

    /// Returns the numbers of the rows of a scan; `None` if reading them does not pay.
    ///
    /// # Errors
    ///
    /// Fails if the index cannot be read.
    pub(super) fn numbers(&self, scan: &mut IndexScan) -> StepResult<Option<RowNumbers>> {
        let mut runs: Vec<Range<u64>> = Vec::new();
        // `changes` counts the rows in another block than the one before.
        let (mut found, mut changes, mut last_block) = (0_u64, 0_u64, u64::MAX);
        while let Some(number) = scan.next_row()? {
            let block = self.block_of(number);
            changes += u64::from(block != last_block);
            last_block = block;
            match runs.last_mut().filter(|run| run.end == number) {
                Some(run) => run.end += 1,
                None => {
                    if runs.len() == MOST_RUNS {
                        return Ok(None);
                    }
                    runs.push(number..number.saturating_add(1));
                }
            }
            found += 1;
            if found.is_multiple_of(ASKED_AFTER) && !self.pays(changes, found) {
                return Ok(None);
            }
        }
        // Ranges of one index do not overlap.
        runs.sort_unstable_by_key(|run| run.start);
        let mut blocks = 0;
        let mut last = None;
        for run in &runs {
            let (from, to) = (self.block_of(run.start), self.block_of(run.end - 1));
            blocks += to - from + u64::from(last != Some(from));
            last = Some(to);
        }
        let pays = self.is_forced || blocks <= self.most_blocks;
        Ok(pays.then(|| RowNumbers::new(runs)))
    }

    /// Returns in which block a row lies, about.
    fn block_of(&self, row: u64) -> u64 {
        (u128::from(row) * u128::from(self.blocks) / u128::from(self.rows)) as u64
    }

    /// Returns whether it can still pay after `found` rows in which the block has changed so often.
    fn pays(&self, changes: u64, found: u64) -> bool {
        if self.is_forced {
            return true;
        }
        let all = self.estimate.max(found) as f64;
        let changes = changes as f64 * all / found as f64;
        // The same blocks may come again with other keys: rows that lie anywhere are in so many different ones.
        let blocks = self.blocks as f64;
        let anywhere = blocks * (1.0 - (-all / blocks).exp());
        changes.min(anywhere) <= self.most_blocks as f64
    }
}
