//! The record of a program as JSON: the facts of the log.
//!
//! `docs/run-json.md` describes it to its users.

mod cold;
mod file;
mod first_row;
mod recorder;
mod session;
mod step_text;
mod uses;

use feedrate_document::Header;
use feedrate_pageio::cache::CacheShare;
use feedrate_pageio::course::ThreadTimes;
use feedrate_rows::{Executor, Outcome, SortFacts};
use serde::Serialize;

use crate::log::Usage;
pub use cold::{ColdFileRecord, ColdRecord};
pub use feedrate_procedures::Growth;
pub use file::{FileRecord, PipeRecord};
pub(crate) use recorder::StepRecorder;
pub use session::{SessionHost, SessionRecord};
pub use step_text::StepText;
pub use uses::{DataSetRecord, LinesRecord, OtherRecord, UpdateRecord};

/// The version of this format. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// A program that was run.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// The type of the document.
    pub feedrate: Header,
    /// The name of the program in messages.
    pub program: String,
    /// The time when it began, by RFC 3339: `2026-11-21T05:44:25Z`.
    pub started_at: String,
    /// When it began, in microseconds since the machine started: by the clock of the steps, which all
    /// processes of the machine share.
    pub began_microseconds: u64,
    /// When it ended, by the same clock.
    pub ended_microseconds: u64,
    /// The way in which it ended: `clean`, `warnings`, `errors` or `interrupted`.
    pub ended: &'static str,
    /// The reason why it was not run to its end: its log or its listing could not be written.
    pub error: Option<String>,
    /// The number of warnings in the log.
    pub warnings: u64,
    /// The number of errors.
    pub errors: u64,
    /// The resources of the whole run.
    pub usage: Usage,
    /// The inputs that were made cold; absent without `--cold`.
    pub cold: Option<ColdRecord>,
    /// Its steps, in their order; none after [`Session::drop_records`](crate::Session::drop_records).
    pub steps: Vec<StepRecord>,
    /// The sessions that it started with SIGNON or RSUBMIT, in order.
    pub sessions: Vec<SessionRecord>,
}

/// A step of the program.
#[derive(Clone, Debug, Default, Serialize)]
pub struct StepRecord {
    /// `DATA`, or the name of the procedure.
    pub name: String,
    /// The line of the log in which it begins.
    pub line: u32,
    /// True if it was run, and not only checked.
    pub ran: bool,
    /// True if it completed its work.
    pub completed: bool,
    /// When it began and ended.
    #[serde(flatten)]
    pub time: StepTime,
    /// The resources that it used.
    pub usage: Usage,
    /// The times of its threads, which only `feedrate profile` records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<ThreadTimes>,
    /// Seconds in which it waited for storage.
    pub waited_seconds: f64,
    /// Seconds from its beginning until the first page of observations of an input had arrived, without those in which
    /// inputs were made cold; absent if it read none, and for files of lines.
    pub first_row_seconds: Option<f64>,
    /// The share of all that it read of data sets which the page cache served, 0 to 1; absent if unknown or if nothing
    /// was read.
    pub cache_share: Option<f64>,
    /// The executor of the statements of a DATA step, with the same results: `machine code` or `interpreter`; absent
    /// for procedures, and for steps that were not run or could not begin.
    pub executor: Option<&'static str>,
    /// Why it was interpreted; absent if it was not.
    pub interpreted_because: Option<String>,
    /// The data sets that it read.
    pub read: Vec<DataSetRecord>,
    /// The data sets that it made, or was to make.
    pub made: Vec<DataSetRecord>,
    /// The data set that it changed in place with MODIFY, or was to change; absent if there is none.
    pub updated: Option<Box<UpdateRecord>>,
    /// The files of lines that it read with INPUT.
    pub files_read: Vec<LinesRecord>,
    /// The files of lines that it wrote with PUT.
    pub files_made: Vec<LinesRecord>,
    /// The transfers of other files: of indexes, as `LIBRARY.NAME.INDEX`, and of data sets whose indexes it made.
    pub others: Vec<OtherRecord>,
    /// The transfers of spill files: at most one account in each direction, over all of the files, whose folder is the
    /// path.
    pub utility: Vec<FileRecord>,
    /// The figures of its sort, if it is PROC SORT and completed.
    pub sort: Option<Box<SortFacts>>,
}

/// When a step began and ended, by a clock that all processes of the machine share, so that the steps of several
/// sessions can be ordered. It is `CLOCK_BOOTTIME` rather than the time of day, which may be set while a program runs,
/// and would then misplace the sessions that began before.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct StepTime {
    /// When it began, in microseconds since the machine started.
    pub began_microseconds: u64,
    /// When it ended.
    pub ended_microseconds: u64,
}

impl StepTime {
    /// Returns its seconds.
    fn seconds(&self) -> f64 {
        self.ended_microseconds.saturating_sub(self.began_microseconds) as f64 / 1e6
    }

    /// Returns the time from a moment, as [`now`] returns it, until now.
    pub fn since(began_microseconds: u64) -> Self {
        Self {
            began_microseconds,
            ended_microseconds: now(),
        }
    }
}

/// Returns the present time in microseconds since the machine started.
pub fn now() -> u64 {
    // It would overflow after 580,000 years.
    u64::try_from(feedrate_machine::since_boot().as_micros()).unwrap_or(u64::MAX)
}

impl StepRecord {
    /// Creates the record of a step that was run. `share` is that of the page cache in all that it read.
    pub(crate) fn of(
        name: &str,
        line: u32,
        time: StepTime,
        usage: Usage,
        outcome: &Outcome,
        share: CacheShare,
    ) -> Self {
        let read: Vec<_> = outcome.read.iter().map(DataSetRecord::from).collect();
        let made: Vec<_> = outcome.made.iter().map(DataSetRecord::from).collect();
        let utility: Vec<_> = outcome.utility.iter().map(FileRecord::from).collect();
        let others: Vec<_> = outcome.other_uses().map(OtherRecord::from).collect();
        let files = read.iter().chain(&made).filter_map(|it| it.file.as_ref());
        let updated = outcome.updated.as_ref().map(UpdateRecord::from).map(Box::new);
        let of_updated = updated.iter().filter_map(|it| it.file.as_ref());
        let files = files.chain(of_updated).chain(others.iter().map(|it| &it.file));
        let files = files.chain(&utility);
        Self {
            name: name.to_owned(),
            line,
            ran: true,
            completed: !outcome.is_failed(),
            time,
            usage,
            waited_seconds: files
                .map(FileRecord::all_waited_seconds)
                .fold(0.0, |sum, part| sum + part),
            first_row_seconds: first_row::seconds(&time, &usage, outcome),
            cache_share: share.known(),
            executor: outcome.executor.as_ref().map(Executor::name),
            interpreted_because: outcome
                .executor
                .as_ref()
                .and_then(Executor::reason)
                .map(ToString::to_string),
            read,
            made,
            updated,
            files_read: outcome.files_read.iter().map(LinesRecord::from).collect(),
            files_made: outcome.files_made.iter().map(LinesRecord::from).collect(),
            others,
            utility,
            sort: outcome.sort.clone().map(Box::new),
            threads: None,
        }
    }

    /// Creates the record of a step that was not run.
    pub fn not_run(name: &str, line: u32, time: StepTime, usage: Usage) -> Self {
        Self {
            name: name.to_owned(),
            line,
            time,
            usage,
            ..Self::default()
        }
    }
}
