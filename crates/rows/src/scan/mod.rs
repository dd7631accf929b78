//! Reads a data set directly from its pages, in ranges on several threads, without BY groups or other data sets.
//!
//! | module | contents |
//! |---|---|
//! | this one | a data set as it was found, and its ranges |
//! | `column` | reads it column by column |
//! | `find` | finds it, and an index by which its rows are read |
//! | `ranges` | divides its rows into ranges |
//! | `parallel` | all of its rows on several threads, for procedures |
//! | `condition` | WHERE on each thread, and its messages |
//! | `threads` | parts of a task, each on a thread |
//! | `lanes` | pages from a pipe, distributed to threads |

mod column;
mod condition;
mod find;
mod lanes;
mod parallel;
mod ranges;
mod threads;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_dataset::format::ValueLosses;
use feedrate_dataset::{FileAccount, Identity, Location, Reader, Rows, Schema};
use feedrate_program::DataStep;

use crate::access::Choice;
use crate::evaluation::core::Core;
use crate::evaluation::row::RowSetting;
use crate::fault::{Fault, StepResult};
use condition::{Condition, on_thread_core};
use feedrate_options::StepOptions as Options;

pub use find::planned_parts;
pub use parallel::{ScanResults, ScanWork};

/// A data set as it was found, to be read in ranges of rows. Reading fails if the file was replaced meanwhile.
#[derive(Clone, Debug)]
pub struct Scan {
    location: Location,
    identity: Option<Identity>,
    schema: Schema,
    rows: Range<u64>,
    all_rows: u64,
    /// The first rows, from 0, of the groups that are only read as a whole.
    group_starts: Vec<u64>,
    /// True if several threads can read from any of its rows.
    can_seek: bool,
    is_pipe: bool,
    /// True if one thread must read its rows in order: the condition depends on more than the row, or FIRSTOBS= and
    /// OBS= count the rows that satisfy it.
    is_ordered: bool,
    has_indexes: bool,
    /// True if the values of its rows can be had column by column.
    has_columns: bool,
    /// The rows that an index has found, if one is used.
    choice: Choice,
    /// The variables that are read, if not all are.
    wanted: Option<Arc<[bool]>>,
}

/// Receives the rows of a scan.
pub trait TakeRows {
    /// Receives rows. Returns whether more are wanted.
    ///
    /// # Errors
    ///
    /// Any error ends the scan.
    fn rows(&mut self, rows: Rows<'_>) -> StepResult<bool>;

    /// Receives the row of this number, which satisfies the condition. Returns whether more are wanted.
    ///
    /// # Errors
    ///
    /// Any error ends the scan.
    fn row(&mut self, row: &[u8], number: u64) -> StepResult<bool>;
}

/// The result of reading ranges.
#[derive(Clone, Debug)]
pub struct ScanRead {
    /// The transfers of the file.
    pub account: FileAccount,
    /// The number of rows that satisfied the condition.
    pub rows: u64,
    /// The losses of its character values in the conversion to UTF-8.
    pub lost: ValueLosses,
    /// True if the condition was compiled to machine code.
    pub is_condition_compiled: bool,
}

impl Scan {
    /// Reads only the variables with these columns of the schema, and those of the condition of its step: others have
    /// no meaning in the rows that are passed on. `step` must be the one with which it was [found](Self::find).
    pub fn select_variables(&mut self, step: &DataStep, columns: impl IntoIterator<Item = usize>) {
        let filter = step.only_source().and_then(|source| source.filter.as_ref());
        let loads = filter.iter().flat_map(|filter| &filter.loads);
        let columns = columns.into_iter().chain(loads.map(|load| load.column as usize));
        self.wanted = Some(self.schema.selection(columns).into());
    }

    /// Returns its variables and their positions in a row.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns the identity of the file; `None` if files of its kind have none.
    pub fn identity(&self) -> Option<Identity> {
        self.identity
    }

    /// Returns whether it is read from a pipe: only once, and with an unknown number of rows.
    pub fn is_pipe(&self) -> bool {
        self.is_pipe
    }

    /// Returns the numbers of its rows within FIRSTOBS= and OBS=, from 1; with a WHERE all rows, because these options
    /// count the rows that satisfy it. For a pipe, all possible rows.
    pub fn rows(&self) -> Range<u64> {
        self.rows.clone()
    }

    /// Returns the number of these rows.
    pub fn row_count(&self) -> u64 {
        self.rows.end - self.rows.start
    }

    /// Returns its location.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// Returns the number of rows of the data set, whatever FIRSTOBS= and OBS= say; for a pipe it is not known.
    pub fn all_rows(&self) -> u64 {
        self.all_rows
    }

    /// Reads the rows of some [`ranges`](Self::ranges) on this thread, and passes those that satisfy the condition of
    /// the step to `taker`. `step` must be the one with which the scan was [found](Self::find). Ends early, without an
    /// error, when no more rows are wanted or `stop` is set.
    ///
    /// The file is opened only once, because the time to open it grows with its size: its share in the page cache is
    /// counted.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be read or was replaced, if the condition fails, or if `taker` does.
    pub fn read(
        &self,
        step: &DataStep,
        ranges: &[Range<u64>],
        setting: &RowSetting<'_>,
        options: Options,
        stop: &AtomicBool,
        taker: &mut impl TakeRows,
    ) -> StepResult<ScanRead> {
        let mut reader = self.open()?;
        // Queries do not log details about their conditions.
        let options = Options { errors: 0, ..options };
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
    fn open(&self) -> StepResult<Reader> {
        let mut reader = self.location.open()?;
        // The path may name another file by now.
        if reader.identity() != self.identity || *reader.schema() != self.schema {
            return Err(self.changed());
        }
        if let Some(wanted) = &self.wanted {
            reader.select_variables(wanted);
        }
        if let Some(chosen) = &self.choice.chosen {
            chosen.select(&self.location, &mut reader)?;
        }
        Ok(reader)
    }

    fn changed(&self) -> Box<Fault> {
        Fault::changed(self.location.name())
    }

    /// Returns the condition of the step of `core`, if it has one.
    fn condition<'c, 's, 'e>(&self, core: &'c mut Core<'s, 'e>) -> StepResult<Option<Condition<'c, 's, 'e>>> {
        let Some(source) = core.step.only_source() else {
            return Ok(None);
        };
        let rows = (!self.is_pipe).then(|| self.row_count());
        Condition::new(source, &self.schema, rows, core).ok_or_else(|| self.changed())
    }

    /// Passes the rows of ranges to `taker` as long as more are wanted and `goes_on` returns `true`. Returns how many
    /// satisfied the condition, and whether it was compiled.
    fn read_ranges(
        &self,
        reader: &mut Reader,
        ranges: &[Range<u64>],
        core: &mut Core<'_, '_>,
        goes_on: &impl Fn() -> StepResult<bool>,
        taker: &mut impl TakeRows,
    ) -> StepResult<(u64, bool)> {
        let mut condition = self.condition(core)?;
        let mut count = 0;
        'ranges: for range in ranges.iter().filter(|range| !range.is_empty()) {
            reader.set_window(range.start, Some(range.end - 1))?;
            while let Some(rows) = reader.next_block()? {
                if !goes_on()? {
                    break 'ranges;
                }
                let wants_more = match &mut condition {
                    None => {
                        count += rows.len() as u64;
                        taker.rows(rows)?
                    }
                    Some(condition) => condition.take(rows, &self.schema, taker)?,
                };
                if !wants_more {
                    break 'ranges;
                }
            }
        }
        Ok(match condition {
            None => (count, false),
            Some(condition) => (condition.taken(), condition.is_compiled()),
        })
    }
}
