//! Takes in the rows of the input.
//!
//! Rows are held in memory. When it is full and there are more rows, the held rows are sorted and spilled as a run by
//! a separate thread, while the next rows are read into other memory.
//!
//! As long as rows come in order, this is avoided: rows are only checked, or directly written to the output. If a row
//! is out of order, the rows before it are a run that is already in the input, and is read from there when runs are
//! merged.

use std::thread;

use feedrate_rows::spill::Run;
use feedrate_rows::{SortFacts, StepResult};

use super::context::SortContext;
use super::held::HeldRows;
use super::input::Input;
use super::layer::Layer;
use super::output::{Output, Target};
use super::work::Mover;

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

impl IntakeResult<'_> {
    /// Returns the facts of a sort that gathers these rows, as far as they are known before.
    pub(super) fn facts(&self, context: SortContext<'_>, is_sorted_elsewhere: bool) -> SortFacts {
        SortFacts {
            // The order of rows that were sorted elsewhere is not that of the data set.
            presorted: self.in_order && !is_sorted_elsewhere,
            memory_bytes: context.limits.memory_bytes,
            threads: context.limits.threads,
            sorted_bytes: self.rows * context.work.record_bytes() as u64,
            runs: self.runs.len() as u64,
            rows_in_place: self.in_place,
            memory_was_slow: self.memory_was_slow,
            ..SortFacts::default()
        }
    }
}

/// The treatment of rows as long as they are in order.
enum Treatment<'i> {
    /// They are held, because all fit.
    Held,
    /// They are only checked.
    Checked,
    /// They are written.
    Written(Box<Output<'i>>),
    /// A row was out of order, or rows are handled in another way.
    Over,
}

/// Takes in all rows.
pub(super) fn take_in<'i>(
    context: SortContext<'i>,
    input: &mut Input<'_, '_>,
    target: &mut Target<'i>,
) -> StepResult<IntakeResult<'i>> {
    thread::scope(|scope| {
        let mut intake = Intake::new(context)?;
        if context.limits.threads > 1 && context.limits.holds_all() {
            intake.held.take_memory_ahead(context.limits.most_rows, scope);
        }
        let mut layer = Layer::new(context);
        let ended = loop {
            let taken = match input.next() {
                Ok(Some(batch)) => batch.pieces(|rows| intake.take(rows, target, &mut |held| layer.spill(held, scope))),
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
        Ok(intake.finish(runs))
    })
}

/// Spills the held rows and returns other, empty memory.
type RowSpiller<'a> = dyn FnMut(HeldRows) -> StepResult<HeldRows> + 'a;

/// The state of the intake.
struct Intake<'i> {
    context: SortContext<'i>,
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
    treatment: Treatment<'i>,
    /// The keys of the previous and the current row.
    key_before: Vec<u8>,
    key: Vec<u8>,
}

impl<'i> Intake<'i> {
    fn new(context: SortContext<'i>) -> StepResult<Self> {
        Ok(Self {
            mover: context.work.mover_in()?,
            moved: vec![0; context.work.record_bytes()],
            held: context.held(context.limits.rows_held),
            may_settle: context.limits.holds_all(),
            memory_was_slow: false,
            rows: 0,
            in_order: true,
            in_place: 0,
            treatment: Treatment::Held,
            key_before: vec![0; context.work.key_bytes()],
            key: vec![0; context.work.key_bytes()],
            context,
        })
    }

    /// Takes rows that are contiguous in memory.
    fn take(&mut self, mut rows: &[u8], target: &mut Target<'i>, spill: &mut RowSpiller<'_>) -> StepResult<()> {
        let bytes = self.context.work.input_bytes();
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
    fn take_in_order(&mut self, row: &[u8], target: &mut Target<'i>, spill: &mut RowSpiller<'_>) -> StepResult<bool> {
        let record = match &mut self.mover {
            None => row,
            Some(mover) => {
                mover.move_row(row, &mut self.moved);
                &self.moved
            }
        };
        self.context.work.key.read(record, &mut self.key);
        if self.rows > 0 && self.key < self.key_before {
            self.in_order = false;
            match std::mem::replace(&mut self.treatment, Treatment::Over) {
                Treatment::Held | Treatment::Over => {}
                // The rows that were written are discarded, since all of them are in the input.
                Treatment::Checked | Treatment::Written(_) => self.in_place = self.rows,
            }
            return Ok(false);
        }
        std::mem::swap(&mut self.key, &mut self.key_before);
        self.rows += 1;
        if matches!(self.treatment, Treatment::Held) && self.held.room() == 0 {
            self.treatment = self.treatment_when_full(target)?;
        }
        // If rows are converted, this is done a second time, but only as long as they are in order.
        match &mut self.treatment {
            Treatment::Held | Treatment::Over => self.hold(row, spill)?,
            Treatment::Checked => {}
            Treatment::Written(output) => {
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
    fn treatment_when_full(&mut self, target: &mut Target<'i>) -> StepResult<Treatment<'i>> {
        if !self.context.work.can_be_read_again() {
            return Ok(Treatment::Over);
        }
        if self.context.leaves_as_it_is() {
            self.held.clear();
            return Ok(Treatment::Checked);
        }
        let mut output = target.begin()?;
        let mut rows = self.held.in_order();
        while rows.advance() {
            output.take(rows.row())?;
        }
        drop(rows);
        self.held.clear();
        Ok(Treatment::Written(Box::new(output)))
    }

    /// Holds rows that are contiguous in memory, and spills the held rows whenever memory is full.
    fn hold(&mut self, mut rows: &[u8], spill: &mut RowSpiller<'_>) -> StepResult<()> {
        let bytes = self.context.work.input_bytes();
        let key = &self.context.work.key;
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
            let threads = self.context.limits.threads as usize;
            self.held.sort(&self.context.work.key, threads);
        }
        let (is_unchanged, output) = match self.treatment {
            Treatment::Checked => (true, None),
            Treatment::Written(output) => (false, Some(*output)),
            Treatment::Held => (self.context.leaves_as_it_is(), None),
            Treatment::Over => (false, None),
        };
        IntakeResult {
            rows: self.rows,
            in_order: self.in_order && runs.is_empty(),
            is_unchanged,
            output,
            in_place: self.in_place,
            runs,
            held: self.held,
            memory_was_slow: self.memory_was_slow,
        }
    }
}
