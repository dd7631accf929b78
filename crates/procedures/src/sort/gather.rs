//! All that was taken in, as one sequence in order.

use std::sync::atomic::Ordering;

use feedrate_dataset::{FileAccount, Reader};
use feedrate_steps::data::Fault;
use feedrate_steps::spill::{Heads, Merge, RunReaders, reduce};

use super::held::InOrder;
use super::intake::{Intake, IntakeResult};
use super::output::Output;
use super::source;
use super::work::Mover;

/// How many rows are written before it is looked whether the user wants to stop.
const BETWEEN_LOOKS: u64 = 1 << 12;

/// What it took.
pub(super) struct Gathered {
    /// How often runs were merged into longer ones first.
    pub(super) merges_before: u32,
    /// What was read of the input in all, where some of it was read once more.
    pub(super) read_in_all: Option<FileAccount>,
}

/// Gives all rows to the output. The `reader` has read the input once.
pub(super) fn gather(
    taken: &mut IntakeResult<'_>,
    intake: Intake<'_>,
    reader: Reader,
    output: &mut Output<'_>,
) -> Result<Gathered, Box<Fault>> {
    let mut looked = 0;
    let mut check_stop = || {
        looked += 1;
        match looked % BETWEEN_LOOKS == 0 && intake.stop.load(Ordering::Relaxed) {
            true => Err(Box::new(Fault::Interrupted)),
            false => Ok(()),
        }
    };
    // Where it is not read once more, its buffers are not needed any more.
    let reader = (taken.in_place > 0).then_some(reader);
    let mut held = taken.held.in_order();
    if taken.runs.is_empty() && taken.in_place == 0 {
        while held.advance() {
            output.take(held.row())?;
            check_stop()?;
        }
        return Ok(Gathered {
            merges_before: 0,
            read_in_all: None,
        });
    }
    let key = &intake.work.key;
    // Beside runs, the beginning of the input and what is held are merged.
    let most = intake.limits.runs_at_once().saturating_sub(2);
    let runs = std::mem::take(&mut taken.runs);
    let layout = intake.limits.layout;
    let (runs, merges_before) = reduce(intake.room, layout, runs, most, key, intake.stop)?;
    let in_input = match reader {
        Some(reader) => Some(InInput::new(reader, taken.in_place, intake)?),
        None => None,
    };
    let sequences = Sequences {
        first: usize::from(in_input.is_some()),
        in_input,
        runs: RunReaders::open(intake.room, runs)?,
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
        // Another program has written into the input since.
        let name = &source(&intake.sort.step)?.data_set;
        return Err(Box::new(Fault::Changed(name.to_string())));
    }
    let in_input = merge.into_heads().in_input;
    Ok(Gathered {
        merges_before,
        read_in_all: in_input.map(|in_input| in_input.reader.account()),
    })
}

/// Rows at the beginning of the input, which came in order.
struct InInput {
    reader: Reader,
    mover: Option<Mover>,
    moved: Vec<u8>,
}

impl InInput {
    fn new(mut reader: Reader, rows: u64, intake: Intake<'_>) -> Result<Self, Box<Fault>> {
        let first = source(&intake.sort.step)?.first.max(1);
        reader.set_window(first, Some(first + rows - 1))?;
        Ok(Self {
            reader,
            mover: intake.work.mover_in()?,
            moved: vec![0; intake.work.record_bytes()],
        })
    }

    fn advance(&mut self) -> Result<bool, Box<Fault>> {
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

/// All sequences in which rows lie, in the order of the input: its beginning, runs, and memory.
struct Sequences<'s> {
    in_input: Option<InInput>,
    /// How many sequences there are before the runs.
    first: usize,
    runs: RunReaders<'s>,
    held: InOrder<'s>,
}

impl Heads for Sequences<'_> {
    type Error = Box<Fault>;

    #[inline]
    fn advance(&mut self, sequence: usize) -> Result<bool, Box<Fault>> {
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
