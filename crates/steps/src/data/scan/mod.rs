//! A data set that is read straight from its pages, each thread a range of them, without the order of BY groups or of
//! other data sets beside it.
//!
//! | room | what is in it |
//! |---|---|
//! | here | a data set as it was found, and its ranges |
//! | `parallel` | all of its rows on several threads, for procedures |
//! | `condition` | WHERE on each thread, and what threads have met with it |
//! | `threads` | parts of a work, each on a thread |
//! | `lanes` | pages that come through a pipe, handed out to threads |

mod condition;
mod lanes;
mod parallel;
mod threads;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use condition::{Condition, depends_on_row_alone, on_thread_core};
use feedrate_dataset::format::Lost;
use feedrate_dataset::{FileAccount, Identity, Libraries, Location, Reader, Rows, Schema};

use super::core::Core;
use super::fault::{Fault, Faulted};
use super::row::RowSetting;
use crate::environment::Options;
use crate::ir::{DataStep, Source};

pub use parallel::{ScanWork, Scanned};

/// Bytes of rows that a thread reads before others go on behind them, when they are wanted in order.
const RANGE_BYTES: u64 = 16 << 20;

/// A data set as it was found, which is read in ranges of its rows. Whoever reads one reads rows of this file, or fails.
#[derive(Clone, Debug)]
pub struct Scan {
    location: Location,
    identity: Option<Identity>,
    schema: Schema,
    rows: Range<u64>,
    /// Whether its rows can be read from any of them on, by several threads.
    can_seek: bool,
    is_pipe: bool,
    /// Whether one thread must read its rows in their order: the condition depends on more than the row, or FIRSTOBS=
    /// and OBS= count what comes through it.
    is_ordered: bool,
}

/// Who takes the rows of a scan.
pub trait TakeRows {
    /// Takes rows that follow each other, of which the first has this number, counted from 1; whether more is wanted.
    fn rows(&mut self, rows: Rows<'_>, first: u64) -> Faulted<bool>;

    /// Takes the row of this number, of which the condition holds; whether more is wanted.
    fn row(&mut self, row: &[u8], number: u64) -> Faulted<bool>;
}

/// What reading ranges came to.
#[derive(Clone, Debug)]
pub struct ScanRead {
    /// What was moved of the file.
    pub account: FileAccount,
    /// Rows that came through the condition.
    pub rows: u64,
    /// What its text lost when it was made UTF-8.
    pub lost: Lost,
    /// Whether the condition was compiled to machine code.
    pub is_condition_compiled: bool,
}

impl Scan {
    /// The data set that a step reads, with its source; `None` where it reads several. It is opened, looked at and
    /// closed again.
    pub fn find<'s>(
        step: &'s DataStep,
        libraries: &Libraries,
    ) -> Faulted<Option<(&'s Source, Self)>> {
        let Some(source) = only_source(step) else {
            return Ok(None);
        };
        let location = libraries.locate(&source.data_set, &source.settings)?;
        let reader = location.open()?;
        // With a condition they count the rows that come through it.
        let is_counted = source.first > 1 || source.last.is_some();
        let (first, last) = match source.filter {
            // Of none, none is looked at.
            Some(_) if source.last == Some(0) => (1, 0),
            Some(_) => (1, u64::MAX),
            None => (source.first.max(1), source.last.unwrap_or(u64::MAX)),
        };
        let last = last.min(reader.rows());
        let filter = source.filter.as_ref();
        let scan = Self {
            identity: reader.identity(),
            schema: reader.schema().clone(),
            rows: first..last.saturating_add(1).max(first),
            can_seek: reader.can_seek(),
            is_pipe: reader.is_pipe(),
            is_ordered: filter
                .is_some_and(|filter| is_counted || !depends_on_row_alone(&filter.condition)),
            location,
        };
        Ok(Some((source, scan)))
    }

    /// Its variables as they lie in a row.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Which file it is; `None` where files of its kind are not told apart.
    pub fn identity(&self) -> Option<Identity> {
        self.identity
    }

    /// Whether it comes in through a pipe: it is read once, and how many rows there are is not known before.
    pub fn is_pipe(&self) -> bool {
        self.is_pipe
    }

    /// The numbers of its rows within FIRSTOBS= and OBS=, counted from 1; with a WHERE all, for these count what comes
    /// through it. Of a pipe, all that there could be.
    pub fn rows(&self) -> Range<u64> {
        self.rows.clone()
    }

    /// How many these are.
    pub fn row_count(&self) -> u64 {
        self.rows.end - self.rows.start
    }

    /// Where it lies.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// Ranges of its rows for at most so many threads. None has less than `least` bytes if that can be. Each thread has
    /// one; or, where rows are wanted `in_order`, several such that all of them together go through the file from front
    /// to back. A file that does not tell where its rows lie is read by one, for every reader would begin at its front.
    pub fn ranges(&self, most: usize, least: u64, in_order: bool) -> Vec<Vec<Range<u64>>> {
        let threads = self.threads(&self.rows, most, least);
        if threads == 1 || !in_order {
            return shares(&self.rows, threads)
                .map(|share| vec![share])
                .collect();
        }
        let a_share = self.row_count().div_ceil(threads as u64).max(1);
        // Reading begins anew with each range, and two share the page between them.
        let a_range = (least.max(RANGE_BYTES) / self.row_bytes()).clamp(1, a_share);
        let mut ranges = vec![Vec::new(); threads];
        let starts = (self.rows.start..self.rows.end)
            .step_by(usize::try_from(a_range).unwrap_or(usize::MAX));
        for (index, start) in starts.enumerate() {
            ranges[index % threads].push(start..(start + a_range).min(self.rows.end));
        }
        ranges
    }

    /// On how many threads it is worth to read some rows: at most so many, and each of at least so many bytes.
    fn threads(&self, rows: &Range<u64>, most: usize, least: u64) -> usize {
        let bytes = (rows.end - rows.start).saturating_mul(self.row_bytes());
        let worth = usize::try_from(bytes / least.max(1)).unwrap_or(usize::MAX);
        match self.can_seek && !self.is_ordered {
            true => worth.min(most).max(1),
            false => 1,
        }
    }

    fn row_bytes(&self) -> u64 {
        u64::from(self.schema.row_length()).max(1)
    }

    /// Reads the rows of some of the [`ranges`](Self::ranges) on this thread, and gives those of which the condition of
    /// the step that it was [found](Self::find) for holds to `taker`. It ends early, without a fault, when nothing more
    /// is wanted or `stop` says so.
    ///
    /// The file is opened once, for to open it takes time that grows with its size: what the page cache holds of it
    /// is counted.
    pub fn read(
        &self,
        step: &DataStep,
        ranges: &[Range<u64>],
        setting: &RowSetting<'_>,
        options: Options,
        stop: &AtomicBool,
        taker: &mut impl TakeRows,
    ) -> Faulted<ScanRead> {
        let mut reader = self.open()?;
        // A query tells nothing of what its conditions meet.
        let options = Options {
            errors: 0,
            ..options
        };
        let (read, _) = on_thread_core(step, setting, options, stop, |core| {
            let goes_on = || Ok(!stop.load(Ordering::Relaxed));
            self.read_ranges(&mut reader, ranges, core, &goes_on, taker)
        });
        let (rows, is_condition_compiled) = read?;
        Ok(ScanRead {
            account: reader.account(),
            rows,
            lost: reader.lost(),
            is_condition_compiled,
        })
    }

    /// Opens the file that was found.
    fn open(&self) -> Faulted<Reader> {
        let reader = self.location.open()?;
        // It is opened by its path, where there may be another file by now.
        match reader.identity() == self.identity && *reader.schema() == self.schema {
            true => Ok(reader),
            false => Err(self.changed()),
        }
    }

    fn changed(&self) -> Box<Fault> {
        Box::new(Fault::Changed(self.location.name().to_string()))
    }

    /// The condition of the step that `core` is of, if it has one.
    fn condition<'c, 's, 'e>(
        &self,
        core: &'c mut Core<'s, 'e>,
    ) -> Faulted<Option<Condition<'c, 's, 'e>>> {
        let Some(source) = only_source(core.step) else {
            return Ok(None);
        };
        let rows = (!self.is_pipe).then(|| self.row_count());
        Condition::new(source, &self.schema, rows, core).ok_or_else(|| self.changed())
    }

    /// Gives the rows of ranges to `taker`, for as long as more are wanted and `goes_on` says so. Returns how many came
    /// through the condition, and whether it was compiled.
    fn read_ranges(
        &self,
        reader: &mut Reader,
        ranges: &[Range<u64>],
        core: &mut Core<'_, '_>,
        goes_on: &impl Fn() -> Faulted<bool>,
        taker: &mut impl TakeRows,
    ) -> Faulted<(u64, bool)> {
        let mut condition = self.condition(core)?;
        let mut count = 0;
        'ranges: for range in ranges.iter().filter(|range| !range.is_empty()) {
            reader.set_window(range.start, Some(range.end - 1))?;
            let mut number = range.start;
            while let Some(rows) = reader.next_block()? {
                if !goes_on()? {
                    break 'ranges;
                }
                let wants_more = match &mut condition {
                    None => {
                        count += rows.len() as u64;
                        taker.rows(rows, number)?
                    }
                    Some(condition) => condition.take(rows, number, &self.schema, taker)?,
                };
                if !wants_more {
                    break 'ranges;
                }
                number += rows.len() as u64;
            }
        }
        Ok(match condition {
            None => (count, false),
            Some(condition) => (condition.taken(), condition.is_compiled()),
        })
    }
}

/// Equal shares of some rows, one behind the other.
fn shares(rows: &Range<u64>, count: usize) -> impl Iterator<Item = Range<u64>> + use<> {
    let (start, all) = (rows.start, u128::from(rows.end - rows.start));
    let at = move |share: usize| start + (all * share as u128 / count as u128) as u64;
    (0..count).map(move |share| at(share)..at(share + 1))
}

fn only_source(step: &DataStep) -> Option<&Source> {
    match &step.reads[..] {
        [read] => match &read.sources[..] {
            [source] => Some(source),
            _ => None,
        },
        _ => None,
    }
}
