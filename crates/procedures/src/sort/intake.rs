//! Takes in the rows of the input.
//!
//! Rows are held in memory. When it is full and there are more rows, the held rows are sorted and spilled as a run by
//! a separate thread, while the next rows are read into other memory.
//!
//! As long as rows come in order, this is avoided: rows are only checked, or directly written to the output. If a row
//! is out of order, the rows before it are a run that is already in the input, and is read from there when runs are
//! merged.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use feedrate_rows::Fault;
use feedrate_rows::spill::{self, Layout, Run, RunWriter, SpillRoom};

use super::held::{HeldRows, PIECE};
use super::input::Input;
use super::layer::Layer;
use super::output::{Output, Target};
use super::request::{Duplicates, Sort};
use super::work::{Mover, SortWork};

/// The minimum memory: with less, runs would be so many and so short that their files would cost more than their
/// contents.
const LEAST_MEMORY: u64 = 16 << 10;

/// The number of rows that are spilled between checks for an interrupt.
const BETWEEN_LOOKS: u64 = 1 << 14;

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
    most_rows: u64,
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
    fn holds_all(&self) -> bool {
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

/// Takes in rows.
#[derive(Clone, Copy)]
pub(super) struct Intake<'i> {
    pub(super) sort: &'i Sort,
    pub(super) work: &'i SortWork<'i>,
    pub(super) limits: Limits,
    pub(super) room: &'i SpillRoom,
    pub(super) stop: &'i AtomicBool,
}

/// The rows that were taken in.
pub(super) struct IntakeResult<'i> {
    /// The number of rows.
    pub(super) rows: u64,
    /// True if they were in order.
    pub(super) in_order: bool,
    /// True if the input needs no change.
    pub(super) is_unchanged: bool,
    /// The output, which already has all rows if they were in order and did not fit into memory.
    pub(super) output: Option<Output<'i>>,
    /// The number of rows at the beginning of the input that are a run.
    pub(super) in_place: u64,
    /// The runs of the rows that follow.
    pub(super) runs: Vec<Run>,
    /// The last rows, in order.
    pub(super) held: HeldRows,
    /// True if fewer rows were held than fit, because the allocation of memory was slower than storage.
    pub(super) memory_was_slow: bool,
}

/// The treatment of rows as long as they are in order.
enum Passing<'i> {
    /// They are held, because all fit.
    HeldRows,
    /// They are only checked.
    Looked,
    /// They are written.
    Written(Box<Output<'i>>),
    /// A row was out of order, or rows are handled in another way.
    Over,
}

impl<'i> Intake<'i> {
    /// Takes in all rows.
    pub(super) fn take(
        self,
        input: &mut Input<'_, '_>,
        target: &mut Target<'i>,
    ) -> Result<IntakeResult<'i>, Box<Fault>> {
        thread::scope(|scope| {
            let mut taking = Taking::new(self)?;
            if self.limits.threads > 1 && self.limits.holds_all() {
                taking.held.take_memory_ahead(self.limits.most_rows, scope);
            }
            let mut layer = Layer::new(self);
            let ended = loop {
                let taken = match input.next() {
                    Ok(Some(batch)) => {
                        batch.pieces(|rows| taking.take(rows, target, &mut |held| layer.spill(held, scope)))
                    }
                    Ok(None) => break Ok(()),
                    Err(fault) => Err(fault),
                };
                if taken.is_err() {
                    break taken;
                }
            };
            // An error of the spilling thread is the cause of errors of this one.
            let runs = layer.finish()?;
            ended?;
            Ok(taking.finish(runs))
        })
    }

    /// Returns memory for this many rows.
    pub(super) fn held(&self, rows: usize) -> HeldRows {
        HeldRows::new(
            self.work.record_bytes(),
            self.work.key_bytes(),
            rows,
            self.limits.most_rows,
        )
    }

    fn begin_runs(&self) -> spill::Result<RunWriter<'i>> {
        // At least the last rows stay in memory. The rows may be fewer than the maximum.
        let runs = self.limits.most_rows / self.limits.rows_held.max(1) as u64;
        self.room.writer_of_runs(self.limits.layout, runs)
    }

    /// Sorts rows and spills them as a run. The first run creates the writer.
    pub(super) fn spill(
        &self,
        held: &mut HeldRows,
        threads: usize,
        writer: &mut Option<RunWriter<'i>>,
    ) -> spill::Result<()> {
        held.sort(&self.work.key, threads);
        let writer = match writer {
            Some(writer) => writer,
            None => writer.insert(self.begin_runs()?),
        };
        writer.reserve(held.len() as u64)?;
        let mut rows = held.in_order();
        while rows.advance() {
            writer.append(rows.row())?;
            if writer.records() % BETWEEN_LOOKS == 0 && self.stop.load(Ordering::Relaxed) {
                return Err(spill::Error::Interrupted);
            }
        }
        writer.end_run()
    }
}

/// Spills the held rows and returns other, empty memory.
type Spill<'a> = dyn FnMut(HeldRows) -> Result<HeldRows, Box<Fault>> + 'a;

/// The state of the intake.
struct Taking<'i> {
    intake: Intake<'i>,
    mover: Option<Mover>,
    /// A buffer for a converted row while it is checked.
    moved: Vec<u8>,
    held: HeldRows,
    /// True if all rows could be held, but may also be spilled.
    may_settle: bool,
    memory_was_slow: bool,
    rows: u64,
    in_order: bool,
    in_place: u64,
    passing: Passing<'i>,
    /// The keys of the previous and the current row.
    key_before: Vec<u8>,
    key: Vec<u8>,
}

impl<'i> Taking<'i> {
    fn new(intake: Intake<'i>) -> Result<Self, Box<Fault>> {
        Ok(Self {
            mover: intake.work.mover_in()?,
            moved: vec![0; intake.work.record_bytes()],
            held: intake.held(intake.limits.rows_held),
            may_settle: intake.limits.holds_all(),
            memory_was_slow: false,
            rows: 0,
            in_order: true,
            in_place: 0,
            passing: Passing::HeldRows,
            key_before: vec![0; intake.work.key_bytes()],
            key: vec![0; intake.work.key_bytes()],
            intake,
        })
    }

    /// Takes rows that are contiguous in memory.
    fn take(&mut self, mut rows: &[u8], target: &mut Target<'i>, spill: &mut Spill<'_>) -> Result<(), Box<Fault>> {
        let bytes = self.intake.work.input_bytes();
        while self.in_order && !rows.is_empty() {
            let (row, rest) = rows.split_at(bytes);
            if !self.take_in_order(row, target, spill)? {
                break;
            }
            rows = rest;
        }
        self.rows += (rows.len() / bytes) as u64;
        self.hold(rows, spill)
    }

    /// Takes a row, unless it is the first that is out of order.
    fn take_in_order(
        &mut self,
        row: &[u8],
        target: &mut Target<'i>,
        spill: &mut Spill<'_>,
    ) -> Result<bool, Box<Fault>> {
        let record = match &mut self.mover {
            None => row,
            Some(mover) => {
                mover.move_row(row, &mut self.moved);
                &self.moved
            }
        };
        self.intake.work.key.read(record, &mut self.key);
        if self.rows > 0 && self.key < self.key_before {
            self.in_order = false;
            match std::mem::replace(&mut self.passing, Passing::Over) {
                Passing::HeldRows | Passing::Over => {}
                // The rows that were written are discarded, since all of them are in the input.
                Passing::Looked | Passing::Written(_) => self.in_place = self.rows,
            }
            return Ok(false);
        }
        std::mem::swap(&mut self.key, &mut self.key_before);
        self.rows += 1;
        if matches!(self.passing, Passing::HeldRows) && self.held.room() == 0 {
            self.passing = self.pass(target)?;
        }
        // If rows are converted, this is done a second time, but only as long as they are in order.
        match &mut self.passing {
            Passing::HeldRows | Passing::Over => self.hold(row, spill)?,
            Passing::Looked => {}
            Passing::Written(output) => {
                let record = match &self.mover {
                    None => row,
                    Some(_) => &self.moved,
                };
                output.take(record)?;
            }
        }
        Ok(true)
    }

    /// Decides what to do with rows that are in order when memory is full.
    fn pass(&mut self, target: &mut Target<'i>) -> Result<Passing<'i>, Box<Fault>> {
        if !self.intake.work.can_be_read_again() {
            return Ok(Passing::Over);
        }
        if self.intake.leaves_as_it_is() {
            self.held.clear();
            return Ok(Passing::Looked);
        }
        let mut output = target.begin()?;
        let mut rows = self.held.in_order();
        while rows.advance() {
            output.take(rows.row())?;
        }
        drop(rows);
        self.held.clear();
        Ok(Passing::Written(Box::new(output)))
    }

    /// Holds rows that are contiguous in memory, and spills the held rows whenever memory is full.
    fn hold(&mut self, mut rows: &[u8], spill: &mut Spill<'_>) -> Result<(), Box<Fault>> {
        let bytes = self.intake.work.input_bytes();
        let key = &self.intake.work.key;
        if self.may_settle && self.held.settle() {
            (self.may_settle, self.memory_was_slow) = (false, true);
        }
        while !rows.is_empty() {
            if self.held.room() == 0 {
                let full = std::mem::replace(&mut self.held, HeldRows::empty());
                self.held = spill(full)?;
            }
            let count = (rows.len() / bytes).min(self.held.room());
            let (now, later) = rows.split_at(count * bytes);
            match &mut self.mover {
                None => self.held.take(now, key)?,
                Some(mover) => {
                    for row in now.chunks_exact(bytes) {
                        self.held.take_with(key, |to| mover.move_row(row, to))?;
                    }
                }
            }
            rows = later;
        }
        Ok(())
    }

    /// Ends the intake after the last row.
    fn finish(mut self, runs: Vec<Run>) -> IntakeResult<'i> {
        self.held.has_all();
        if !self.in_order {
            let threads = self.intake.limits.threads as usize;
            self.held.sort(&self.intake.work.key, threads);
        }
        let (is_looked_at, output) = match self.passing {
            Passing::Looked => (true, None),
            Passing::Written(output) => (false, Some(*output)),
            Passing::HeldRows => (self.intake.leaves_as_it_is(), None),
            Passing::Over => (false, None),
        };
        IntakeResult {
            rows: self.rows,
            in_order: self.in_order && runs.is_empty(),
            is_unchanged: is_looked_at,
            output,
            in_place: self.in_place,
            runs,
            held: self.held,
            memory_was_slow: self.memory_was_slow,
        }
    }
}

impl Intake<'_> {
    /// Returns whether rows that are in order need not be written, because the data set replaces itself and nothing
    /// in it changes.
    fn leaves_as_it_is(&self) -> bool {
        self.sort.replaces && !self.sort.force && self.sort.duplicates == Duplicates::Stay && self.work.is_as_read
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
