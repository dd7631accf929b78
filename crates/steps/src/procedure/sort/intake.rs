//! What becomes of the rows of the input as they come.
//!
//! They are held in memory. When that is full and there are more, the rows that are held are sorted and
//! laid down as a run by a thread of its own, while the next are read into other memory.
//!
//! As long as all rows came in order, there is a better way: rows are only looked at, or written at once
//! to where they go. Should one come that is out of order, then those before it are a run that lies in
//! the input already, and is read from there when runs are merged.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::held::Held;
use super::input::Input;
use super::layer::Layer;
use super::output::{Output, Target};
use super::work::{Mover, Work};
use super::{Duplicates, Sort};
use crate::data::Fault;
use crate::spill::{self, Layout, Run, SpillRoom};

/// The least memory: with less, runs would be so many and so short that their files cost more than what is
/// in them.
const LEAST_MEMORY: u64 = 16 << 10;

/// How many rows are laid down before it is looked whether the user wants to stop.
const BETWEEN_LOOKS: u64 = 1 << 14;

/// Bytes that the order among rows takes for each.
const ENTRY_BYTES: u64 = 16;

/// Bytes of blocks on their way that are held at once: nine of the input and five of a run, or nine of what
/// is made, of a megabyte each. They are no more than this part of the memory: with less than four times as
/// much, rows would have hardly any room.
const TRANSFERS: u64 = 14 << 20;
const MOST_OF_TRANSFERS: u64 = 4;

/// What sorting may hold, and on how many cores it may compute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) memory_bytes: u64,
    /// How much of it a merge has for the blocks of runs.
    for_runs: u64,
    pub(super) threads: u32,
    pub(super) layout: Layout,
    /// The most rows that the input has.
    most_rows: u64,
    /// How many rows are held at once: all of them, or those of a run.
    rows_held: usize,
}

impl Limits {
    pub(super) fn new(
        memory_bytes: u64,
        threads: u32,
        record_bytes: usize,
        most_rows: u64,
    ) -> Self {
        let row = record_bytes as u64 + ENTRY_BYTES;
        let for_rows = memory_bytes - TRANSFERS.min(memory_bytes / MOST_OF_TRANSFERS);
        let memory = for_rows.max(LEAST_MEMORY).max(4 * row);
        let all = most_rows.saturating_mul(row);
        // One half is filled while the other is sorted and written, or, at the end, while runs are read.
        let held = match all <= memory {
            true => most_rows,
            false => memory / 2 / row,
        };
        Self {
            memory_bytes,
            for_runs: memory / 2,
            threads,
            layout: Layout::new(record_bytes, all, memory),
            most_rows,
            rows_held: usize::try_from(held).unwrap_or(usize::MAX).max(1),
        }
    }

    /// Whether all rows have room in memory.
    fn holds_all(&self) -> bool {
        self.rows_held as u64 >= self.most_rows
    }

    /// How many runs a merge reads at once.
    pub(super) fn runs_at_once(&self) -> usize {
        self.layout.runs_at_once(self.for_runs)
    }
}

/// Takes rows in.
#[derive(Clone, Copy)]
pub(super) struct Intake<'i> {
    pub(super) sort: &'i Sort,
    pub(super) work: &'i Work<'i>,
    pub(super) limits: Limits,
    pub(super) room: &'i SpillRoom,
    pub(super) stop: &'i AtomicBool,
}

/// All rows, as they were taken in.
pub(super) struct Taken<'i> {
    /// How many.
    pub(super) rows: u64,
    /// Whether they came in order.
    pub(super) in_order: bool,
    /// Whether they are what they are to be where they lie.
    pub(super) is_unchanged: bool,
    /// What has all of them already, where they came in order and were more than fit into memory.
    pub(super) output: Option<Output<'i>>,
    /// The first so many are a run that lies in the input.
    pub(super) in_place: u64,
    /// The next ones are in these.
    pub(super) runs: Vec<Run>,
    /// The last ones are here, in order.
    pub(super) held: Held,
}

/// What is done with rows as long as they come in order.
enum Passing<'i> {
    /// They are held, as all have room.
    Held,
    /// They are only looked at.
    Looked,
    /// They are written.
    Written(Box<Output<'i>>),
    /// One was out of order, or they are kept in another way.
    Over,
}

impl<'i> Intake<'i> {
    /// Takes all rows in.
    pub(super) fn take(
        self,
        input: &mut Input<'_, '_>,
        target: &mut Target<'i>,
    ) -> Result<Taken<'i>, Box<Fault>> {
        thread::scope(|scope| {
            let mut taking = Taking::new(self)?;
            if self.limits.threads > 1 && self.limits.holds_all() {
                taking.held.take_memory_ahead(self.limits.most_rows, scope);
            }
            let mut layer = Layer::new(self);
            let ended = loop {
                let taken = match input.next() {
                    Ok(Some(batch)) => batch.pieces(|rows| {
                        taking.take(rows, target, &mut |held| layer.lay_down(held, scope))
                    }),
                    Ok(None) => break Ok(()),
                    Err(fault) => Err(fault),
                };
                if taken.is_err() {
                    break taken;
                }
            };
            // What the other thread met is the cause of what this one may have met of it.
            let runs = layer.finish()?;
            ended?;
            Ok(taking.finish(runs))
        })
    }

    /// Memory for the rows that are held at once.
    pub(super) fn held(&self) -> Held {
        Held::new(
            self.work.record_bytes(),
            self.work.key_bytes(),
            self.limits.rows_held,
            self.limits.most_rows,
        )
    }

    /// Sorts rows and lays them down.
    pub(super) fn run_of(&self, held: &mut Held, threads: usize) -> spill::Result<Run> {
        held.sort(&self.work.key, threads);
        let mut writer = self
            .room
            .writer(self.limits.layout, Some(held.len() as u64))?;
        let mut rows = held.in_order();
        while rows.advance() {
            writer.append(rows.row())?;
            if writer.records() % BETWEEN_LOOKS == 0 && self.stop.load(Ordering::Relaxed) {
                return Err(spill::Error::Interrupted);
            }
        }
        writer.finish()
    }
}

/// Lays down what is held and gives other memory, empty.
type LayDown<'a> = dyn FnMut(Held) -> Result<Held, Box<Fault>> + 'a;

/// Rows on their way in.
struct Taking<'i> {
    intake: Intake<'i>,
    mover: Option<Mover>,
    /// A row that was moved, while it is looked at.
    moved: Vec<u8>,
    held: Held,
    rows: u64,
    in_order: bool,
    in_place: u64,
    passing: Passing<'i>,
    /// The key of the row before, and of this one.
    key_before: Vec<u8>,
    key: Vec<u8>,
}

impl<'i> Taking<'i> {
    fn new(intake: Intake<'i>) -> Result<Self, Box<Fault>> {
        Ok(Self {
            mover: intake.work.mover_in()?,
            moved: vec![0; intake.work.record_bytes()],
            held: intake.held(),
            rows: 0,
            in_order: true,
            in_place: 0,
            passing: Passing::Held,
            key_before: vec![0; intake.work.key_bytes()],
            key: vec![0; intake.work.key_bytes()],
            intake,
        })
    }

    /// Takes rows that lie together.
    fn take(
        &mut self,
        mut rows: &[u8],
        target: &mut Target<'i>,
        lay_down: &mut LayDown<'_>,
    ) -> Result<(), Box<Fault>> {
        let bytes = self.intake.work.input_bytes();
        while self.in_order && !rows.is_empty() {
            let (row, rest) = rows.split_at(bytes);
            if !self.take_in_order(row, target, lay_down)? {
                break;
            }
            rows = rest;
        }
        self.rows += (rows.len() / bytes) as u64;
        self.hold(rows, lay_down)
    }

    /// Takes a row, unless it is the first that is out of order.
    fn take_in_order(
        &mut self,
        row: &[u8],
        target: &mut Target<'i>,
        lay_down: &mut LayDown<'_>,
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
                Passing::Held | Passing::Over => {}
                // What was written is given up: all of it lies in the input.
                Passing::Looked | Passing::Written(_) => self.in_place = self.rows,
            }
            return Ok(false);
        }
        std::mem::swap(&mut self.key, &mut self.key_before);
        self.rows += 1;
        if matches!(self.passing, Passing::Held) && self.held.room() == 0 {
            self.passing = self.pass(target)?;
        }
        // The move is made a second time where rows differ; only as long as they come in order.
        match &mut self.passing {
            Passing::Held | Passing::Over => self.hold(row, lay_down)?,
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

    /// Memory is full, and all rows came in order.
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

    /// Holds rows that lie together, and lays down what is held whenever there is no room.
    fn hold(&mut self, mut rows: &[u8], lay_down: &mut LayDown<'_>) -> Result<(), Box<Fault>> {
        let bytes = self.intake.work.input_bytes();
        let key = &self.intake.work.key;
        while !rows.is_empty() {
            if self.held.room() == 0 {
                let full = std::mem::replace(&mut self.held, Held::empty());
                self.held = lay_down(full)?;
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

    /// All rows have come.
    fn finish(mut self, runs: Vec<Run>) -> Taken<'i> {
        self.held.has_all();
        if !self.in_order {
            let threads = self.intake.limits.threads as usize;
            self.held.sort(&self.intake.work.key, threads);
        }
        let (is_looked_at, output) = match self.passing {
            Passing::Looked => (true, None),
            Passing::Written(output) => (false, Some(*output)),
            Passing::Held => (self.intake.leaves_as_it_is(), None),
            Passing::Over => (false, None),
        };
        Taken {
            rows: self.rows,
            in_order: self.in_order && runs.is_empty(),
            is_unchanged: is_looked_at,
            output,
            in_place: self.in_place,
            runs,
            held: self.held,
        }
    }
}

impl Intake<'_> {
    /// Whether rows that are in order need not be written: the data set takes its own place, and nothing of
    /// it changes.
    fn leaves_as_it_is(&self) -> bool {
        self.sort.replaces
            && !self.sort.force
            && self.sort.duplicates == Duplicates::Stay
            && self.work.is_as_read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_blocks_on_their_way_are_within_memory() {
        for memory in [1 << 20, 16 << 20, 48 << 20, 64 << 20, 1 << 30] {
            let on_their_way = TRANSFERS.min(memory / MOST_OF_TRANSFERS);
            for rows in [10_000_000, (memory - on_their_way) / 116] {
                let limits = Limits::new(memory, 2, 100, rows);
                let halves = if limits.holds_all() { 1 } else { 2 };
                let held = halves * limits.rows_held as u64 * (100 + ENTRY_BYTES);
                assert!(held + on_their_way <= memory, "{limits:?}");
                // No more is left unused than rows do not divide.
                assert!(held + on_their_way + 500 > memory || limits.holds_all());
            }
        }
        // The least is enough for some rows.
        assert!(Limits::new(0, 1, 1_000_000, 100).rows_held >= 1);
    }
}
