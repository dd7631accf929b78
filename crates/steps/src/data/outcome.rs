//! What became of a step.

use feedrate_dataset::format::Lost;
use feedrate_dataset::{DataSetName, FileAccount};

use super::executor::Executor;
use super::fault::Fault;
use super::lines::LineCount;
use super::problems::Occurrences;
use super::sort_facts::SortFacts;

/// What became of a step: what it read and made, what was counted, and how it ended.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The data sets that were read, in the order of the program.
    pub read: Vec<DataSetRead>,
    /// The data sets that were made, or were to be.
    pub made: Vec<DataSetMade>,
    /// The files of lines that were read.
    pub files_read: Vec<FileRead>,
    /// The files of lines that were written.
    pub files_made: Vec<FileMade>,
    /// What was moved of utility files, in which lay what did not fit into memory: at most one account in
    /// each direction, over all of the files.
    pub utility: Vec<FileAccount>,
    /// How a data set was sorted, by a step that sorts one.
    pub sort: Option<SortFacts>,
    /// Where operations met missing values.
    pub missing: Vec<Occurrences>,
    /// Where operations had no result.
    pub mathematical: Vec<Occurrences>,
    /// How many texts were to be numbers and are none.
    pub conversions: u64,
    /// Whether a number that was to be seen did not fit in its format.
    pub is_format_narrow: bool,
    /// Whether a MERGE met several observations of a BY group in more than one data set.
    pub has_repeats: bool,
    /// For how many observations the log told all errors.
    pub observations_with_errors: u64,
    /// Whether the log has been told of the data sets that were made.
    pub made_is_told: bool,
    /// How it ended.
    pub ended: Ended,
    /// Who did the statements of a DATA step; absent where none were done, and of procedures.
    pub executor: Option<Executor>,
}

/// How a step ended.
#[derive(Debug, Default)]
pub enum Ended {
    /// As it was to.
    #[default]
    Complete,
    /// It went round without reading anything, and would have done so for ever. What it made is kept.
    Looping,
    /// By an error. What it was to make is not there, and what was there before is as it was; where one of
    /// several data sets could not get its name and the others not be taken back, the log says so.
    Failed(Box<Fault>),
}

/// A data set that was read.
#[derive(Clone, Debug)]
pub struct DataSetRead {
    /// Which.
    pub name: DataSetName,
    /// Observations that came into the step.
    pub observations: u64,
    /// The condition of WHERE, as written.
    pub condition: Option<String>,
    /// Whether the condition was compiled to machine code, which it is where there are many observations.
    pub is_condition_compiled: bool,
    /// What its text lost when it was made UTF-8.
    pub lost: Lost,
    /// What was moved, and how; absent where that could not be told.
    pub account: Option<FileAccount>,
}

/// A data set that was made, or was to be.
#[derive(Clone, Debug)]
pub struct DataSetMade {
    /// Which.
    pub name: DataSetName,
    /// Its observations.
    pub observations: u64,
    /// Its variables.
    pub variables: usize,
    /// Whether there is one of that name: this one when the step is complete, and else an older one.
    pub is_there: bool,
    /// What was moved, and how; absent when it was not completed.
    pub account: Option<FileAccount>,
}

/// A file of lines that was read.
#[derive(Clone, Debug)]
pub struct FileRead {
    /// What messages call it.
    pub name: String,
    /// Whether it is a file of its own, and not lines of the program.
    pub is_file: bool,
    /// What was read.
    pub count: LineCount,
    /// Whether INPUT went on to a further line for a value.
    pub went_on: bool,
    /// Whether the lines ended amid an INPUT statement.
    pub lost: bool,
    /// Whether lines were longer than LRECL= allows.
    pub cut: bool,
}

/// A file of lines that was written.
#[derive(Clone, Debug)]
pub struct FileMade {
    /// What messages call it.
    pub name: String,
    /// What was written.
    pub count: LineCount,
}

impl Outcome {
    /// Whether the step ended by an error.
    pub fn is_failed(&self) -> bool {
        matches!(self.ended, Ended::Failed(_))
    }

    /// Whether the user ended it.
    pub fn is_interrupted(&self) -> bool {
        matches!(&self.ended, Ended::Failed(fault) if matches!(**fault, Fault::Interrupted))
    }
}
