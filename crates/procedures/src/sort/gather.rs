//! Merges the rows that the intake left in the input, in runs and in memory.

use std::sync::atomic::Ordering;

use feedrate_dataset::{FileAccount, Reader};
use feedrate_rows::spill::{Heads, Merge, RunReaders, reduce};
use feedrate_rows::{Fault, StepResult};

use super::context::SortContext;
use super::held::InOrder;
use super::intake::IntakeResult;
use super::output::Output;
use super::request::source;
use super::work::Mover;

/// The number of rows that are written between checks for an interrupt.
const BETWEEN_LOOKS: u64 = 1 << 12;

/// The result of gathering.
pub(super) struct GatherResult {
    /// The number of merges of runs into longer ones before the final merge.
    pub(super) merges_before: u32,
    /// The account of all reads of the input, if a part of it was read twice.
    pub(super) read_in_all: Option<FileAccount>,
}

/// Writes all rows to the output in order. `reader` has read the input once.
pub(super) fn gather(
    taken: &mut IntakeResult<'_>,
    context: SortContext<'_>,
    reader: Reader,
    output: &mut Output<'_>,
) -> StepResult<GatherResult> {
    let mut looked = 0;
    let mut check_stop = || {
        looked += 1;
        match looked % BETWEEN_LOOKS == 0 && context.stop.load(Ordering::Relaxed) {
            true => Err(Box::new(Fault::Interrupted)),
            false => Ok(()),
        }
    };
    // Its buffers are freed unless the input is read again.
    let reader = (taken.in_place > 0).then_some(reader);
    let mut held = taken.held.in_order();
    if taken.runs.is_empty() && taken.in_place == 0 {
        while held.advance() {
            output.take(held.row())?;
            check_stop()?;
        }
        return Ok(GatherResult {
            merges_before: 0,
            read_in_all: None,
        });
    }
    let key = &context.work.key;
    // In addition to runs, the beginning of the input and the rows in memory are merged.
    let most = context.limits.runs_at_once().saturating_sub(2);
    let runs = std::mem::take(&mut taken.runs);
    let layout = context.limits.layout;
    let (runs, merges_before) = reduce(context.room, layout, runs, most, key, context.stop)?;
    let in_input = match reader {
        Some(reader) => Some(InInput::new(reader, taken.in_place, context)?),
        None => None,
    };
    let sequences = Sequences {
        first: usize::from(in_input.is_some()),
        in_input,
        runs: RunReaders::open(context.room, runs)?,
        held,
    };
    let count = sequences.first + sequences.runs.count() + 1;
    let mut merge = Merge::new(sequences, count, key);
    let mut given = 0;
    while let Some(row) = merge.next()? {
        output.take(row)?;
        check_stop()?;
        given += 1;
    }
    if given != taken.rows {
        // Another program has written to the input in the meantime.
        let name = &source(&context.sort.step)?.data_set;
        return Err(Box::new(Fault::Changed(name.to_string())));
    }
    let in_input = merge.into_heads().in_input;
    Ok(GatherResult {
        merges_before,
        read_in_all: in_input.map(|in_input| in_input.reader.account()),
    })
}

/// The rows at the beginning of the input, which were in order.
struct InInput {
    reader: Reader,
    mover: Option<Mover>,
    moved: Vec<u8>,
}

impl InInput {
    fn new(mut reader: Reader, rows: u64, context: SortContext<'_>) -> StepResult<Self> {
        let first = source(&context.sort.step)?.first.max(1);
        reader.set_window(first, Some(first + rows - 1))?;
        Ok(Self {
            reader,
            mover: context.work.mover_in()?,
            moved: vec![0; context.work.record_bytes()],
        })
    }

    fn advance(&mut self) -> StepResult<bool> {
        let Some(row) = self.reader.next_row()? else {
            return Ok(false);
        };
        if let Some(mover) = &mut self.mover {
            mover.move_row(row, &mut self.moved);
        }
        Ok(true)
    }

    fn row(&self) -> &[u8] {
        match self.mover {
            None => self.reader.row(),
            Some(_) => &self.moved,
        }
    }
}

/// The sorted sequences, in the order of the input: its beginning, runs, and memory.
struct Sequences<'s> {
    in_input: Option<InInput>,
    /// The number of sequences before the runs.
    first: usize,
    runs: RunReaders<'s>,
    held: InOrder<'s>,
}

impl Heads for Sequences<'_> {
    type Error = Box<Fault>;

    #[inline]
    fn advance(&mut self, sequence: usize) -> StepResult<bool> {
        match (sequence.checked_sub(self.first), &mut self.in_input) {
            (Some(run), _) if run < self.runs.count() => Ok(self.runs.advance(run)?),
            (None, Some(in_input)) => in_input.advance(),
            _ => Ok(self.held.advance()),
        }
    }

    #[inline]
    fn head(&self, sequence: usize) -> &[u8] {
        match (sequence.checked_sub(self.first), &self.in_input) {
            (Some(run), _) if run < self.runs.count() => self.runs.head(run),
            (None, Some(in_input)) => in_input.row(),
            _ => self.held.row(),
        }
    }
}
