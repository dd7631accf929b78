//! The memory and the threads of a sort, and the rows that are held in them.

use feedrate_rows::spill::Layout;

use super::held::PIECE;

/// The minimum memory: with less, runs would be so many and so short that their files would cost more than their
/// contents.
const LEAST_MEMORY: u64 = 16 << 10;

/// The size of a row's entry in the order, in bytes.
const ENTRY_BYTES: u64 = 16;

/// The size of the blocks in transfer, in bytes: nine of the input and five of a run, or nine of the output, of a
/// megabyte each.
const TRANSFERS: u64 = 14 << 20;

/// Transfers get at most one of this many parts of the memory: with a larger part there would be hardly any room for
/// rows. If that limits them, half is for reading and half for writing.
const MOST_OF_TRANSFERS: u64 = 4;

/// If the input does not know its number of rows, the layout of runs assumes this many times the memory.
const TIMES_MEMORY: u64 = 16;

/// Buffers consist of whole huge pages.
const HUGE_PAGE: u64 = 2 << 20;

/// From this much memory on, there is a huge page for each direction of transfer in addition to those of rows.
const FROM_A_HUGE_PAGE: u64 = 8 << 20;

/// The memory and the number of threads of a sort.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) memory_bytes: u64,
    /// The memory for reading and that for writing; `None` if memory is sufficient for as many transfers as keep
    /// storage busy.
    pub(super) transfer_bytes: Option<u64>,
    /// The memory for blocks of runs in a merge.
    for_runs: u64,
    pub(super) threads: u32,
    pub(super) layout: Layout,
    /// The maximum number of rows of the input.
    pub(super) most_rows: u64,
    /// The maximum number of rows that are held at once: all of them, or those of a run.
    pub(super) rows_held: usize,
}

impl Limits {
    pub(super) fn new(memory_bytes: u64, threads: u32, record_bytes: usize, most_rows: u64) -> Self {
        let row = record_bytes as u64 + ENTRY_BYTES;
        let transfer_bytes = transfer_bytes(memory_bytes);
        let for_rows = memory_bytes - transfer_bytes.map_or(TRANSFERS, |bytes| 2 * bytes);
        let memory = for_rows.max(LEAST_MEMORY).max(4 * row);
        let all = match most_rows {
            // The number of rows is unknown; if it is larger, a merge takes more than one pass.
            u64::MAX => memory.saturating_mul(TIMES_MEMORY),
            rows => rows.saturating_mul(row),
        };
        // One half is filled while the other is sorted and written or, at the end, while runs are read.
        let held = match most_rows <= rows_within(memory, record_bytes) {
            true => most_rows,
            false => rows_within(memory / 2, record_bytes),
        };
        Self {
            memory_bytes,
            transfer_bytes,
            for_runs: memory / 2,
            threads,
            // Runs are as long as the held rows, which is slightly less than half because pieces are whole.
            layout: Layout::new(record_bytes, all, memory.min(held.saturating_mul(2 * row))),
            most_rows,
            rows_held: usize::try_from(held).unwrap_or(usize::MAX).max(1),
        }
    }

    /// Returns whether all rows fit into memory.
    pub(super) fn holds_all(&self) -> bool {
        self.rows_held as u64 >= self.most_rows
    }

    /// Returns how many runs a merge reads at once.
    pub(super) fn runs_at_once(&self) -> usize {
        self.layout.runs_at_once(self.for_runs)
    }
}

/// Returns the memory for transfers in one direction, if it must be limited.
fn transfer_bytes(memory_bytes: u64) -> Option<u64> {
    let share = memory_bytes / MOST_OF_TRANSFERS;
    if share >= TRANSFERS {
        return None;
    }
    Some(match memory_bytes >= FROM_A_HUGE_PAGE {
        true => (share / 2 / HUGE_PAGE * HUGE_PAGE).max(HUGE_PAGE),
        false => share / 2,
    })
}

/// Returns how many rows fit into this memory, which is allocated in whole pieces if it takes more than one.
fn rows_within(memory: u64, record_bytes: usize) -> u64 {
    let record = record_bytes.max(1) as u64;
    let rows_a_piece = (PIECE as u64 / record).max(1);
    let piece = (rows_a_piece * record).next_multiple_of(HUGE_PAGE);
    match memory / (piece + rows_a_piece * ENTRY_BYTES) {
        0 => memory / (record + ENTRY_BYTES),
        pieces => pieces * rows_a_piece,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_blocks_on_their_way_are_within_memory() {
        for memory in [1 << 20, 8 << 20, 16 << 20, 48 << 20, 64 << 20, 1 << 30] {
            let on_their_way = transfer_bytes(memory).map_or(TRANSFERS, |bytes| 2 * bytes);
            for rows in [10_000_000, memory / 20, rows_within(memory - on_their_way, 100)] {
                let limits = Limits::new(memory, 2, 100, rows);
                let halves = if limits.holds_all() { 1 } else { 2 };
                let rows_held = limits.rows_held as u64;
                let held = halves * rows_held * (100 + ENTRY_BYTES);
                assert!(held + on_their_way <= memory, "{limits:?}");
                // Pieces are allocated as a whole, however few rows are in them.
                let pieces = halves * (rows_held * 100).div_ceil(PIECE as u64);
                let taken = pieces * PIECE as u64 + halves * rows_held * ENTRY_BYTES;
                assert!(taken + on_their_way <= memory || memory < 16 << 20, "{limits:?}");
                // One merge reads all runs, unless blocks would have to be smaller than is efficient.
                let runs = (rows / rows_held.max(1)) as usize + 3;
                let is_small = limits.layout.block_bytes() < 80 << 10;
                assert!(limits.runs_at_once() >= runs || is_small, "{limits:?}");
                // At most another piece for each half is left unused.
                let another = halves * PIECE as u64 * (100 + ENTRY_BYTES) / 100;
                assert!(held + on_their_way + another + 500 > memory);
            }
        }
        let mib = |bytes: Option<u64>| bytes.map(|bytes| bytes >> 20);
        let each_way = [8, 24, 32, 55, 56].map(|memory| mib(transfer_bytes(memory << 20)));
        assert_eq!(each_way, [Some(2), Some(2), Some(4), Some(6), None]);
        // The least is enough for some rows.
        assert!(Limits::new(0, 1, 1_000_000, 100).rows_held >= 1);
    }
}
