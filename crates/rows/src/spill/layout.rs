//! The layout of records in the blocks of a run.

/// Blocks are multiples of this, for direct I/O.
const GRAIN: usize = 4096;

/// The minimum bytes of a block: smaller single blocks do not keep a device busy.
const LEAST_BLOCK: u64 = 64 << 10;

/// The maximum bytes of a block unless a record is longer: larger ones are not faster.
const MOST_BLOCK: u64 = 1 << 20;

/// The maximum number of runs that are read at once: each is an open file.
const MOST_RUNS: usize = 512;

/// The minimum, however little memory there is: with fewer, data would be merged in many passes.
const FEWEST_RUNS: usize = 8;

/// The blocks of one run that a merge holds: one that is read from and one in flight.
pub(super) const BUFFERS: usize = 2;

/// The layout of records of a fixed length in blocks: as many as fit, from the beginning of each block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    record_bytes: usize,
    records_a_block: usize,
    block_bytes: usize,
}

impl Layout {
    /// Returns a layout for about `data_bytes` bytes of records, which are spilled in runs of half the memory each and
    /// read back with the other half. Its blocks are as large as possible with one merge that reads all runs.
    ///
    /// Let M be the memory, N the data and B a block. There are 2N/M runs, and a merge holds two blocks of each, which
    /// is 4NB/M. So one merge suffices if M² ≥ 8NB.
    pub fn new(record_bytes: usize, data_bytes: u64, memory_bytes: u64) -> Self {
        let half = (memory_bytes / 2).max(1);
        // Beside the runs, two other sequences may be merged.
        let runs = (data_bytes / half).saturating_add(3);
        let wanted = half / runs.saturating_mul(BUFFERS as u64);
        Self::with_blocks(record_bytes, wanted.clamp(LEAST_BLOCK, MOST_BLOCK) as usize)
    }

    /// Returns a layout with blocks of about so many bytes.
    pub fn with_blocks(record_bytes: usize, block_bytes: usize) -> Self {
        let record_bytes = record_bytes.max(1);
        // Rounded down, so that only a longer record makes a block longer than that.
        let records_a_block = (block_bytes / GRAIN * GRAIN / record_bytes).max(1);
        Self {
            record_bytes,
            records_a_block,
            block_bytes: (records_a_block * record_bytes).next_multiple_of(GRAIN),
        }
    }

    /// Returns a layout for records that are read in any order: its blocks are as small as direct I/O takes.
    pub fn for_random(record_bytes: usize) -> Self {
        let record_bytes = record_bytes.max(1);
        let block_bytes = record_bytes.next_multiple_of(GRAIN);
        Self {
            record_bytes,
            records_a_block: block_bytes / record_bytes,
            block_bytes,
        }
    }

    /// Returns a layout for whole blocks, a record each, of a job that moves the blocks of others. Their length is a
    /// multiple of 4096.
    pub fn of_blocks(block_bytes: usize) -> Self {
        let block_bytes = block_bytes.max(1).next_multiple_of(GRAIN);
        Self {
            record_bytes: block_bytes,
            records_a_block: 1,
            block_bytes,
        }
    }

    /// Returns the bytes of a record.
    pub fn record_bytes(&self) -> usize {
        self.record_bytes
    }

    /// Returns how many records a full block has.
    pub fn records_a_block(&self) -> usize {
        self.records_a_block
    }

    /// Returns the bytes of a block.
    pub fn block_bytes(&self) -> usize {
        self.block_bytes
    }

    /// Returns how many blocks so many records take.
    pub fn blocks(&self, records: u64) -> u64 {
        records.div_ceil(self.records_a_block as u64)
    }

    /// Returns how many runs a merge can read at once with so much memory.
    pub fn runs_at_once(&self, memory_bytes: u64) -> usize {
        let each = (BUFFERS * self.block_bytes) as u64;
        usize::try_from(memory_bytes / each)
            .unwrap_or(MOST_RUNS)
            .clamp(FEWEST_RUNS, MOST_RUNS)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_merge_is_enough_from_the_square_root_of_eight_times_the_data_times_a_block_on() {
        for (data, memory) in [(30u64 << 30, 128u64 << 20), (1 << 30, 128 << 20), (10 << 30, 80 << 20)] {
            let layout = Layout::new(1016, data, memory);
            let runs = (2 * data).div_ceil(memory) as usize;
            assert!(layout.runs_at_once(memory / 2) >= runs + 2, "{layout:?}");
            assert!(layout.block_bytes() as u64 > LEAST_BLOCK - 2 * 1016);
        }
        // With much memory blocks are large.
        assert!(Layout::new(1016, 1 << 30, 1 << 28).block_bytes() > 1_000_000);
    }

    proptest! {
        #[test]
        fn records_fit_into_blocks_that_direct_transfers_take(
            record in 0usize..5_000_000, data: u64, memory: u64,
        ) {
            let layout = Layout::new(record, data, memory);
            prop_assert!(layout.records_a_block() >= 1);
            prop_assert!(layout.records_a_block() * layout.record_bytes() <= layout.block_bytes());
            prop_assert_eq!(layout.block_bytes() % GRAIN, 0);
            prop_assert!(layout.block_bytes() <= (MOST_BLOCK as usize).max(record + GRAIN));
            prop_assert!((FEWEST_RUNS..=MOST_RUNS).contains(&layout.runs_at_once(memory)));
        }
    }
}
