//! The rows of a data set for who reads them in ranges, each on a thread of its own.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_dataset::{FileAccount, Identity, Libraries, Location, Schema};
use feedrate_values::Kind;
use feedrate_values::format::Format;
use feedrate_values::function::{Context, NoSymbols};

use super::core::Core;
use super::fault::{Fault, Faulted};
use super::row::RowSetting;
use super::runtime::Filtered;
use crate::environment::{Collected, Options};
use crate::ir::{DataStep, Source};

/// Bytes of rows that a thread reads before others go on behind them.
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
    options: Options,
}

/// What reading a range came to.
#[derive(Clone, Debug)]
pub struct TableRead {
    /// What was moved of the file.
    pub account: FileAccount,
    /// Rows that came through the condition.
    pub rows: u64,
    /// Values that were too long for what the file says of them.
    pub cut: u64,
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
            rows: first..(last + 1).max(first),
            can_seek: reader.can_seek(),
            location,
            options,
            step,
        }))
    }

    /// Its variables as they lie in a row.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// How many rows it has within FIRSTOBS= and OBS=, before WHERE.
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

    /// Ranges of its rows for at most so many threads: to each some, in order, such that all of them together go through
    /// the file from front to back. None has less than `least` bytes if that can be. A file that does not tell where its
    /// rows lie is read by one, for every reader would begin at its front.
    pub fn ranges(&self, most: usize, least: u64) -> Vec<Vec<Range<u64>>> {
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
        // Not so many that each thread could not have one.
        let wanted = (least / row_bytes).max(RANGE_BYTES / row_bytes).max(1);
        let a_range = wanted.min(rows.div_ceil(threads as u64)).max(1);
        let mut ranges = vec![Vec::new(); threads];
        let starts = (self.rows.start..self.rows.end)
            .step_by(usize::try_from(a_range).unwrap_or(usize::MAX));
        for (index, start) in starts.enumerate() {
            ranges[index % threads].push(start..(start + a_range).min(self.rows.end));
        }
        ranges
    }

    /// Reads the rows of a range of [`ranges`](Self::ranges), and gives those of which the condition holds to `take`,
    /// which says whether it wants more. It ends early, without a fault, when nothing more is wanted or `stop` says so.
    pub fn read(
        &self,
        range: Range<u64>,
        setting: &RowSetting<'_>,
        stop: &AtomicBool,
        mut take: impl FnMut(&[u8]) -> Faulted<bool>,
    ) -> Faulted<TableRead> {
        let mut reader = self.location.open()?;
        let changed = || Box::new(Fault::Changed(self.location.name().to_string()));
        // The data set is opened by its path, where there may be another file by now.
        if reader.identity() != self.identity || *reader.schema() != self.schema {
            return Err(changed());
        }
        reader.set_window(range.start, Some(range.end.saturating_sub(1)))?;
        let filter = first_source(&self.step).and_then(|source| source.filter.as_ref());
        let (mut rows, mut is_condition_compiled) = (0, false);
        match filter {
            _ if range.is_empty() => {}
            None => {
                'blocks: while let Some(block) = reader.next_block()? {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    rows += block.len() as u64;
                    for row in block.iter() {
                        if !take(row)? {
                            break 'blocks;
                        }
                    }
                }
            }
            Some(filter) => {
                let mut filtered = Filtered::new(filter, &reader).ok_or_else(changed)?;
                let (mut symbols, mut log) = (NoSymbols, Collected::default());
                let mut context = Context::new(setting.clock, &mut symbols);
                context.formats = Some(setting.formats);
                let best = Format::default_of(Kind::Number, 8);
                let mut core = Core::new(&self.step, context, &mut log, self.options, best, stop);
                loop {
                    match filtered.find_next(&mut reader, &mut core) {
                        Ok(true) => rows += 1,
                        Ok(false) => break,
                        Err(fault) if matches!(*fault, Fault::Interrupted) => break,
                        Err(fault) => return Err(fault),
                    }
                    if !take(reader.row())? {
                        break;
                    }
                }
                is_condition_compiled = filtered.is_compiled();
            }
        }
        Ok(TableRead {
            account: reader.account(),
            rows,
            cut: reader.cut(),
            is_condition_compiled,
        })
    }
}

fn first_source(step: &DataStep) -> Option<&Source> {
    step.reads.first()?.sources.first()
}
