//! What became of a program, for machines: the facts of the log.
//!
//! `docs/run-json.md` describes it to its users.

mod file;
mod recorder;
mod session;

use feedrate_pageio::cache::CacheShare;
use feedrate_report::Header;
use feedrate_steps::data::SortFacts;
use feedrate_steps::data::{DataSetMade, DataSetRead, Executor, FileMade, FileRead, Outcome};
use serde::Serialize;

use crate::log::Usage;
pub use file::{FileRecord, PipeRecord};
pub(crate) use recorder::StepRecorder;
pub use session::SessionRecord;

/// The version of this format. It rises with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// A program that was run.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// What the document is.
    pub feedrate: Header,
    /// What messages call the program that was run.
    pub program: String,
    /// When it began, by RFC 3339: `2026-11-21T05:44:25Z`.
    pub started_at: String,
    /// When it began, in microseconds since the machine started: by the clock of the steps, which all
    /// processes of the machine share.
    pub began_microseconds: u64,
    /// When it ended, by the same clock.
    pub ended_microseconds: u64,
    /// How it ended: `clean`, `warnings`, `errors` or `interrupted`.
    pub ended: &'static str,
    /// Why it was not run to its end: its log or its listing could not be written.
    pub error: Option<String>,
    /// How many warnings the log has.
    pub warnings: u64,
    /// How many errors.
    pub errors: u64,
    /// What all of it took.
    pub usage: Usage,
    /// Its steps, in their order.
    pub steps: Vec<StepRecord>,
    /// The sessions that it began with SIGNON or RSUBMIT, in their order.
    pub sessions: Vec<SessionRecord>,
}

/// A step of the program.
#[derive(Clone, Debug, Serialize)]
pub struct StepRecord {
    /// `DATA`, or the name of the procedure.
    pub name: String,
    /// The line of the log in which it begins.
    pub line: u32,
    /// Whether it was run at all, and not only checked.
    pub ran: bool,
    /// Whether it did what it was to do.
    pub completed: bool,
    /// When it began and ended.
    #[serde(flatten)]
    pub time: StepTime,
    /// What it took.
    pub usage: Usage,
    /// Seconds of it in which it stood still for storage.
    pub waited_seconds: f64,
    /// The share of all that it read of data sets which the page cache served, 0 to 1; absent when
    /// unknown or when nothing was read.
    pub cache_share: Option<f64>,
    /// Who did the statements of a DATA step, with the same results: `machine code` or `interpreter`; absent
    /// of procedures, and of steps that were not run or could not begin.
    pub executor: Option<&'static str>,
    /// Why it was interpreted; absent where it was not.
    pub interpreted_because: Option<String>,
    /// The data sets that it read.
    pub read: Vec<DataSetRecord>,
    /// The data sets that it made, or was to make.
    pub made: Vec<DataSetRecord>,
    /// The files of lines that it read with INPUT.
    pub files_read: Vec<LinesRecord>,
    /// The files of lines that it wrote with PUT.
    pub files_made: Vec<LinesRecord>,
    /// What was moved of utility files, in which lay what did not fit into memory: at most one account in
    /// each direction, over all of the files, whose folder is the path.
    pub utility: Vec<FileRecord>,
    /// How it sorted, if it is PROC SORT and came to its end.
    pub sort: Option<SortFacts>,
}

/// When a step began and ended, by a clock that all processes of the machine share, so that the steps of
/// several sessions can be told before and after each other. `CLOCK_BOOTTIME`, and not the time of day:
/// that may be set while a program runs, and then the sessions that began before would be misplaced.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct StepTime {
    /// When it began, in microseconds since the machine started.
    pub began_microseconds: u64,
    /// When it ended.
    pub ended_microseconds: u64,
}

impl StepTime {
    /// From a moment, as [`now`] tells it, until now.
    pub(crate) fn since(began_microseconds: u64) -> Self {
        Self {
            began_microseconds,
            ended_microseconds: now(),
        }
    }
}

/// Now, in microseconds since the machine started.
pub(crate) fn now() -> u64 {
    // A machine would have to run for 580,000 years.
    u64::try_from(feedrate_machine::since_boot().as_micros()).unwrap_or(u64::MAX)
}

/// A data set in a step.
#[derive(Clone, Debug, Serialize)]
pub struct DataSetRecord {
    /// Its name, as `WORK.SALES`.
    pub name: String,
    /// The observations that came into the step, or that it wrote.
    pub observations: u64,
    /// Who evaluated WHERE, `machine code` or `interpreter`; absent where there is none.
    pub where_executor: Option<&'static str>,
    /// What was moved, and how; absent where nothing can be told, such as of one that was not completed.
    pub file: Option<FileRecord>,
}

/// A file of lines in a step.
#[derive(Clone, Debug, Serialize)]
pub struct LinesRecord {
    /// What messages call it.
    pub name: String,
    /// How many lines.
    pub lines: u64,
}

impl From<&DataSetRead> for DataSetRecord {
    fn from(read: &DataSetRead) -> Self {
        let where_executor = match read.is_condition_compiled {
            true => "machine code",
            false => "interpreter",
        };
        Self {
            name: read.name.to_string(),
            observations: read.observations,
            where_executor: read.condition.is_some().then_some(where_executor),
            file: read.account.as_ref().map(FileRecord::from),
        }
    }
}

impl From<&DataSetMade> for DataSetRecord {
    fn from(made: &DataSetMade) -> Self {
        Self {
            name: made.name.to_string(),
            observations: made.observations,
            where_executor: None,
            file: made.account.as_ref().map(FileRecord::from),
        }
    }
}

impl From<&FileRead> for LinesRecord {
    fn from(read: &FileRead) -> Self {
        Self {
            name: read.name.clone(),
            lines: read.count.lines,
        }
    }
}

impl From<&FileMade> for LinesRecord {
    fn from(made: &FileMade) -> Self {
        Self {
            name: made.name.clone(),
            lines: made.count.lines,
        }
    }
}

impl StepRecord {
    /// A step that was run. `share` is that of the page cache in all that it read.
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
        let files = read.iter().chain(&made).filter_map(|it| it.file.as_ref());
        let files = files.chain(&utility);
        Self {
            name: name.to_owned(),
            line,
            ran: true,
            completed: !outcome.is_failed(),
            time,
            usage,
            waited_seconds: files.map(FileRecord::all_waited_seconds).sum(),
            cache_share: share.known(),
            executor: outcome.executor.as_ref().map(Executor::name),
            interpreted_because: outcome
                .executor
                .as_ref()
                .and_then(Executor::reason)
                .map(ToString::to_string),
            read,
            made,
            files_read: outcome.files_read.iter().map(LinesRecord::from).collect(),
            files_made: outcome.files_made.iter().map(LinesRecord::from).collect(),
            utility,
            sort: outcome.sort.clone(),
        }
    }

    /// A step that was not.
    pub(crate) fn not_run(name: &str, line: u32, time: StepTime, usage: Usage) -> Self {
        Self {
            name: name.to_owned(),
            line,
            ran: false,
            completed: false,
            time,
            usage,
            waited_seconds: 0.0,
            cache_share: None,
            executor: None,
            interpreted_because: None,
            read: Vec::new(),
            made: Vec::new(),
            files_read: Vec::new(),
            files_made: Vec::new(),
            utility: Vec::new(),
            sort: None,
        }
    }
}
