//! The plan of a program: what its steps would read and write, without running them.
//!
//! Statements outside steps and macros are executed, and each step is lowered, as when the program is run. Instead of
//! being run, a step is described: by the headers of the data sets that it reads, by the schemas and the settings of
//! those that it makes, and by its statements. What only the data decide is assumed, and every assumption is stated.
//!
//! | module | contents |
//! |---|---|
//! | this one | the plan |
//! | `program` | plans a program |
//! | `known` | the data sets that are there, or would be |
//! | `uses` | one use of a data set |
//! | `data_step`, `procedure` | the plan of a DATA step, and that of a procedure |
//! | `objects` | the data sets that hash objects read |
//! | `whole` | copies, appends and descriptions of whole data sets |

mod data_step;
mod known;
mod objects;
mod procedure;
mod program;
mod uses;
mod whole;

use std::path::PathBuf;

use feedrate_pageio::Discipline;
use serde::Serialize;

use feedrate_procedures::Growth;
pub use feedrate_procedures::{SortPlan as PlannedSort, plan_sort as sort_plan};
pub(crate) use known::ProgramPlan;

/// The plan of a program.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedProgram {
    /// The name of the program in messages.
    pub program: String,
    /// Its steps, in their order. Every statement of PROC SQL is one.
    pub steps: Vec<PlannedStep>,
    /// The assumptions about the program as a whole.
    pub assumptions: Vec<String>,
    /// Why it was not planned to its end: its log or its listing could not be written.
    pub error: Option<String>,
    /// The number of warnings in the log.
    pub warnings: u64,
    /// The first line of the first error.
    pub first_error: Option<String>,
    /// The number of errors. Steps with errors are not planned, and do not prevent the planning of later ones.
    pub errors: u64,
}

/// The plan of a step.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlannedStep {
    /// `DATA`, or the name of the procedure or of the statement for other sessions.
    pub name: String,
    /// The line of the log in which it begins.
    pub line: u32,
    /// The data sets that it reads, in the order of the program.
    pub reads: Vec<PlannedUse>,
    /// The data sets that it makes.
    pub makes: Vec<PlannedUse>,
    /// The data set that it changes in place, of which it moves pages in both directions.
    pub updates: Option<PlannedUse>,
    /// The sort, if it is PROC SORT.
    pub sort: Option<PlannedSort>,
    /// The number of cores that read at once.
    pub threads: u32,
    /// Why the plan lacks a part of the step; absent if it is complete.
    pub not_planned: Option<String>,
    /// The assumptions about what the data decide.
    pub assumptions: Vec<String>,
}

impl PlannedStep {
    /// Returns a step that begins at a line, without uses of data sets.
    pub(crate) fn new(name: &str, line: u32) -> Self {
        Self {
            name: name.to_owned(),
            line,
            threads: 1,
            ..Self::default()
        }
    }
}

/// A use of a data set.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedUse {
    /// Its name, as `WORK.SALES`.
    pub name: String,
    /// The path of its file, or where it would be. The folder of WORK is made when a program is run; here it is
    /// `feedrate-work` in the folder in which it is made.
    pub path: Option<PathBuf>,
    /// True if this file is there before the program is run.
    pub is_there: bool,
    /// The observations that the step reads or writes.
    pub observations: u64,
    /// The bytes of an observation that is not compressed.
    pub row_bytes: u64,
    /// The bytes of the header of the file; 0 for files without pages.
    pub header_bytes: u64,
    /// The bytes of a page (`BUFSIZE=`); 0 for files without pages, such as transport files.
    pub page_bytes: u64,
    /// The pages of the file.
    pub pages: u64,
    /// The length of the file in bytes.
    pub file_bytes: u64,
    /// The pages that the step moves. Pages that are read twice count twice, as those of the description do where they
    /// have rows.
    pub pages_moved: u64,
    /// The bytes that the step moves, including those of the header.
    pub bytes_moved: u64,
    /// The method by which its pages move: `cached` or `direct`. A file system may refuse direct I/O, which shows when
    /// a file is opened.
    pub method: &'static str,
    /// `BUFNO=` if pages move past the page cache; absent otherwise.
    pub buffers: Option<u32>,
    /// Who waits.
    pub discipline: Discipline,
    /// True if observations are read by their numbers or by keys, and not in their order.
    pub at_random: bool,
    /// True if the step waits until what it wrote has reached the device. False for what is read.
    pub durable: bool,
    /// The quantity by which a data set that is made grows where the data are larger; absent if that is not known, and
    /// for what is read.
    pub grows_with: Option<Growth>,
    /// True if the rows are compressed. A new file is planned with the size that it has if that saves nothing.
    pub is_compressed: bool,
    /// True if the number of observations is assumed, and with it everything that depends on it.
    pub is_estimated: bool,
    /// Requested settings that are not available, with the reason.
    pub notes: Vec<String>,
}
