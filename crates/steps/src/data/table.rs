//! The rows of a data set for who reads them in ranges, each on a thread of its own.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_dataset::format::Lost;
use feedrate_dataset::{FileAccount, Identity, Libraries, Location, Reader, Rows, Schema};
use feedrate_values::Kind;
use feedrate_values::format::Format;
use feedrate_values::function::Context;

use super::core::Core;
use super::fault::{Fault, Faulted};
use super::row::{ReadOnly, RowSetting};
use super::runtime::Filtered;
use crate::environment::{Collected, Options};
use crate::ir::{DataStep, Source};

/// Bytes of rows that a thread reads before others go on behind them, when they are wanted in order.
const RANGE_BYTES: u64 = 16 << 20;

/// A data set with the condition of its WHERE.
#[derive(Clone, Debug)]
pub struct Table {
    step: Arc<DataStep>,
    location: Location,
    identity: Option<Identity>,
    schema: Schema,
    rows: Range<u64>,
    can_seek: bool,
    is_pipe: bool,
    options: Options,
}

/// Who takes the rows of a data set.
pub trait TakeRows {
    /// The next rows are those from this number on, counted from 1.
    fn begin(&mut self, first: u64);

    /// Takes rows that lie together; whether more is wanted.
    fn rows(&mut self, rows: Rows<'_>) -> Faulted<bool>;

    /// Takes a row; whether more is wanted.
    fn row(&mut self, row: &[u8]) -> Faulted<bool>;
}

/// What reading came to.
#[derive(Clone, Debug)]
pub struct TableRead {
    /// What was moved of the file.
    pub account: FileAccount,
    /// Rows that came through the condition.
    pub rows: u64,
    /// What its text lost when it was made UTF-8.
    pub lost: Lost,
    /// Whether the condition was compiled to machine code.
    pub is_condition_compiled: bool,
}

impl Table {
    /// The first data set that a step reads. It is opened, looked at and closed again.
    pub fn find(
        step: Arc<DataStep>,
        libraries: &Libraries,
        options: Options,
    ) -> Faulted<Option<Self>> {
        let Some(source) = first_source(&step) else {
            return Ok(None);
        };
        let location = libraries.locate(&source.data_set, &source.settings)?;
        let reader = location.open()?;
        let first = source.first.max(1);
        let last = source.last.unwrap_or(u64::MAX).min(reader.rows());
        Ok(Some(Self {
            identity: reader.identity(),
            schema: reader.schema().clone(),
            rows: first..last.saturating_add(1).max(first),
            can_seek: reader.can_seek(),
            is_pipe: reader.is_pipe(),
            location,
            options,
            step,
        }))
    }

    /// Its variables as they lie in a row.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Whether it comes in through a pipe: one thread reads it once, and how many rows there are is not known before.
    pub fn is_pipe(&self) -> bool {
        self.is_pipe
    }

    /// How many rows it has within FIRSTOBS= and OBS=, before WHERE; of a pipe, the most that there could be.
    pub fn rows(&self) -> u64 {
        self.rows.end - self.rows.start
    }

    /// The step that names it.
    pub fn step(&self) -> &DataStep {
        &self.step
    }

    /// Where it lies.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// Ranges of its rows for at most so many threads. None has less than `least` bytes if that can be. Each thread has
    /// one; or, where rows are wanted `in_order`, several such that all of them together go through the file from front
    /// to back. A file that does not tell where its rows lie is read by one, for every reader would begin at its front.
    pub fn ranges(&self, most: usize, least: u64, in_order: bool) -> Vec<Vec<Range<u64>>> {
        let rows = self.rows();
        let row_bytes = u64::from(self.schema.row_length()).max(1);
        let worth =
            usize::try_from(rows.saturating_mul(row_bytes) / least.max(1)).unwrap_or(usize::MAX);
        let threads = if self.can_seek {
            worth.min(most).max(1)
        } else {
            1
        };
        if threads == 1 {
            return vec![vec![self.rows.clone()]];
        }
        let a_share = rows.div_ceil(threads as u64).max(1);
        // Reading begins anew with each range, and two share the page between them.
        let a_range = match in_order {
            true => (least.max(RANGE_BYTES) / row_bytes).clamp(1, a_share),
            false => a_share,
        };
        let mut ranges = vec![Vec::new(); threads];
        let starts = (self.rows.start..self.rows.end)
            .step_by(usize::try_from(a_range).unwrap_or(usize::MAX));
        for (index, start) in starts.enumerate() {
            ranges[index % threads].push(start..(start + a_range).min(self.rows.end));
        }
        ranges
    }

    /// Reads the rows of some of the [`ranges`](Self::ranges), and gives those of which the condition holds to
    /// `taker`. It ends early, without a fault, when nothing more is wanted or `stop` says so.
    ///
    /// The file is opened once, for to open it takes time that grows with its size: what the page cache holds of it
    /// is counted.
    pub fn read(
        &self,
        ranges: &[Range<u64>],
        setting: &RowSetting<'_>,
        stop: &AtomicBool,
        taker: &mut impl TakeRows,
    ) -> Faulted<TableRead> {
        let mut reader = self.location.open()?;
        let changed = || Box::new(Fault::Changed(self.location.name().to_string()));
        // The data set is opened by its path, where there may be another file by now.
        if reader.identity() != self.identity || *reader.schema() != self.schema {
            return Err(changed());
        }
        let filter = first_source(&self.step).and_then(|source| source.filter.as_ref());
        let (mut rows, mut is_condition_compiled) = (0, false);
        match filter {
            None => {
                for range in ranges.iter().filter(|range| !range.is_empty()) {
                    reader.set_window(range.start, Some(range.end - 1))?;
                    taker.begin(range.start);
                    if !take_all(&mut reader, stop, taker, &mut rows)? {
                        break;
                    }
                }
            }
            Some(filter) => {
                let mut filtered = Filtered::new(filter, &reader).ok_or_else(changed)?;
                let mut symbols = ReadOnly(setting.symbols);
                let mut log = Collected::default();
                let mut context = Context::new(setting.clock, &mut symbols);
                context.formats = Some(setting.formats);
                let best = Format::default_of(Kind::Number, 8);
                let mut core = Core::new(&self.step, context, &mut log, self.options, best, stop);
                'ranges: for range in ranges.iter().filter(|range| !range.is_empty()) {
                    reader.set_window(range.start, Some(range.end - 1))?;
                    taker.begin(range.start);
                    loop {
                        match filtered.find_next(&mut reader, &mut core) {
                            Ok(true) => rows += 1,
                            Ok(false) => break,
                            Err(fault) if matches!(*fault, Fault::Interrupted) => break 'ranges,
                            Err(fault) => return Err(fault),
                        }
                        if !taker.row(reader.row())? {
                            break 'ranges;
                        }
                    }
                }
                is_condition_compiled = filtered.is_compiled();
            }
        }
        Ok(TableRead {
            account: reader.account(),
            rows,
            lost: reader.lost(),
            is_condition_compiled,
        })
    }
}

/// Gives all rows of the window, and counts them; whether more is wanted.
fn take_all(
    reader: &mut Reader,
    stop: &AtomicBool,
    taker: &mut impl TakeRows,
    count: &mut u64,
) -> Faulted<bool> {
    while let Some(rows) = reader.next_block()? {
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        *count += rows.len() as u64;
        if !taker.rows(rows)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn first_source(step: &DataStep) -> Option<&Source> {
    step.reads.first()?.sources.first()
}
