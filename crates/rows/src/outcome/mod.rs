//! The outcome of a step: what it read and made, and the notes about it.

pub(crate) mod data_set_notes;
pub mod executor;
pub mod notes;
pub mod sort_facts;
pub mod static_notes;

use feedrate_dataset::format::ValueLosses;
use feedrate_dataset::update::Changes;
use feedrate_dataset::{CompressionEffect, DataSetName, FileAccount, Remains};
use feedrate_values::Severity;
use serde::Serialize;

use crate::evaluation::problems::Occurrences;
use crate::fault::Fault;

pub use executor::Executor;
pub use sort_facts::SortFacts;
pub use static_notes::log_static_notes;

/// The outcome of a step: what it read and made, its counts, and how it ended.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The data sets that were read, in the order of the program.
    pub read: Vec<DataSetRead>,
    /// The data sets that were made, or would have been made.
    pub made: Vec<DataSetMade>,
    /// The data set that MODIFY changed, or was to change.
    pub updated: Option<DataSetUpdated>,
    /// The files of lines that were read.
    pub files_read: Vec<FileRead>,
    /// The files of lines that were written.
    pub files_made: Vec<FileMade>,
    /// The notes about the indexes that were made with their data sets.
    pub indexes: Vec<String>,
    /// The uses of other files: of index files, and of data sets whose indexes were made.
    pub others: Vec<OtherUse>,
    /// The transfers to and from spill files: at most one account per direction, over all files.
    pub utility: Vec<FileAccount>,
    /// The facts about the sort of a data set, if the step sorts one.
    pub sort: Option<SortFacts>,
    /// Where operations had missing operands.
    pub missing: Vec<Occurrences>,
    /// Where operations had no result.
    pub mathematical: Vec<Occurrences>,
    /// The number of character values that were not valid numbers.
    pub conversions: u64,
    /// Set when a number did not fit the format in which it was written.
    pub is_format_narrow: bool,
    /// The variables with values that were cut before a character of UTF-8 that did not fit, and their lengths.
    pub cut_texts: Vec<(String, u32)>,
    /// Set when more than one data set of a MERGE had several observations in a BY group.
    pub has_repeats: bool,
    /// Set when the master of an UPDATE had several observations in a BY group.
    pub has_repeated_master: bool,
    /// For how many observations all errors were logged.
    pub observations_with_errors: u64,
    /// Set when the notes about the created data sets were logged.
    pub made_is_logged: bool,
    /// The number of the first data sets in `read` whose notes were logged when they were read.
    pub logged_reads: usize,
    /// The number of the first data sets in `made` whose notes were logged when they were made.
    pub logged_makes: usize,
    /// The texts that are logged after all notes: messages, and lines as they are.
    pub closing: Vec<(Option<Severity>, String)>,
    /// Its end.
    pub ended: StepEnd,
    /// The executor of the statements of a DATA step; `None` for procedures and if no statements were executed.
    pub executor: Option<Executor>,
}

/// The end of a step.
#[derive(Debug, Default)]
pub enum StepEnd {
    /// Successfully.
    #[default]
    Complete,
    /// An iteration read nothing and would have been repeated for ever. What the step made is kept.
    Looping,
    /// With an error. Its data sets were not created, and existing ones are unchanged. If one of several data sets
    /// could not be put in place and the others not be withdrawn, the log says so.
    Failed(Box<Fault>),
}

/// A use of a file that is not one of the data sets of the program.
#[derive(Clone, Debug)]
pub struct OtherUse {
    /// Its name in tables: that of the data set, followed by `.INDEX` for its index file.
    pub name: String,
    /// Its transfers.
    pub account: FileAccount,
}

/// A data set that was read.
#[derive(Clone, Debug)]
pub struct DataSetRead {
    /// Its name.
    pub name: DataSetName,
    /// The number of observations that were read into the step.
    pub observations: u64,
    /// True if they were read by their numbers, and not in their order.
    pub at_random: bool,
    /// The condition of WHERE, as written.
    pub condition: Option<String>,
    /// True if the condition was compiled to machine code, as it is for many observations.
    pub is_condition_compiled: bool,
    /// The losses of its character values in the conversion to UTF-8.
    pub lost: ValueLosses,
    /// Its transfers, if known.
    pub account: Option<FileAccount>,
    /// The transfers of its index, if one was used.
    pub index: Option<OtherUse>,
}

/// A data set that was made, or would have been made.
#[derive(Clone, Debug)]
pub struct DataSetMade {
    /// Its name.
    pub name: DataSetName,
    /// The number of observations.
    pub observations: u64,
    /// The number of variables.
    pub variables: usize,
    /// True if a data set of that name exists: this one if the step is complete, otherwise an older one.
    pub is_there: bool,
    /// Its transfers; `None` if it was not completed.
    pub account: Option<FileAccount>,
}

impl DataSetMade {
    /// Returns one that was put in place.
    pub fn complete(name: &DataSetName, observations: u64, variables: usize, account: FileAccount) -> Self {
        Self {
            name: name.clone(),
            observations,
            variables,
            is_there: true,
            account: Some(account),
        }
    }

    /// Returns the note that compression of the data set was requested and would not pay, if so.
    pub fn compression_disabled(&self) -> Option<String> {
        let packed = self.account.as_ref()?.compression?;
        (packed == CompressionEffect::Disabled).then(|| {
            format!(
                "Compression was disabled for data set {} because compression overhead would increase the size \
                 of the data set.",
                self.name
            )
        })
    }

    /// Returns the note about the size of the data set, if it is compressed.
    pub fn compression(&self) -> Option<String> {
        let CompressionEffect::Pages {
            compressed,
            uncompressed,
        } = self.account.as_ref()?.compression?
        else {
            return None;
        };
        let percent = 100.0 * compressed.abs_diff(uncompressed) as f64 / uncompressed.max(1) as f64;
        let change = if compressed > uncompressed {
            "increased"
        } else {
            "decreased"
        };
        Some(format!(
            "Compressing data set {} {change} size by {percent:.2} percent.\nCompressed is {compressed} pages; \
             un-compressed would require {uncompressed} pages.",
            self.name
        ))
    }
}

/// Observations that were not written because a unique index has their keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RejectedRows {
    /// By REPLACE.
    pub updates: u64,
    /// By OUTPUT.
    pub adds: u64,
}

/// A data set that MODIFY changed in place, or was to change.
#[derive(Clone, Debug)]
pub struct DataSetUpdated {
    /// Its name.
    pub name: DataSetName,
    /// The number of observations that were read.
    pub observations: u64,
    /// True if they were read by their numbers or BY values, and not in their order.
    pub at_random: bool,
    /// The numbers of observations that were changed.
    pub changes: Changes,
    /// The numbers of observations that were not written because a unique index has their keys.
    pub rejected: RejectedRows,
    /// Its transfers; `None` if the step failed. It is unchanged then, unless there are [remains](Self::remains).
    pub account: Option<FileAccount>,
    /// In which state it is if storage failed while the changes were being made.
    pub remains: Option<Remains>,
}

/// Statistics of the lines read or written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LineCount {
    /// The number of lines.
    pub lines: u64,
    /// The length of the shortest line, in bytes.
    pub shortest: usize,
    /// The length of the longest line, in bytes.
    pub longest: usize,
}

impl LineCount {
    /// Counts a line of so many bytes.
    pub fn add(&mut self, length: usize) {
        self.shortest = if self.lines == 0 {
            length
        } else {
            self.shortest.min(length)
        };
        self.longest = self.longest.max(length);
        self.lines += 1;
    }
}

/// A file of lines that was read.
#[derive(Clone, Debug)]
pub struct FileRead {
    /// Its name in messages.
    pub name: String,
    /// True for a file, and not for lines of the program.
    pub is_file: bool,
    /// The lines that were read.
    pub count: LineCount,
    /// Set when INPUT continued on another line to find a value.
    pub went_on: bool,
    /// Set when `@'text'` was searched for on another line.
    pub scanned: bool,
    /// Set when the lines ended within an INPUT statement.
    pub lost: bool,
    /// Set when lines exceeded LRECL=.
    pub cut: bool,
}

/// A file of lines that was written.
#[derive(Clone, Debug)]
pub struct FileMade {
    /// Its name in messages.
    pub name: String,
    /// The lines that were written.
    pub count: LineCount,
    /// Set when values were left out that did not fit into a line.
    pub cut: bool,
}

impl Outcome {
    /// Returns whether the step ended with an error.
    pub fn is_failed(&self) -> bool {
        matches!(self.ended, StepEnd::Failed(_))
    }

    /// Returns what was moved of index files and of data sets whose indexes were made.
    pub fn other_uses(&self) -> impl Iterator<Item = &OtherUse> {
        let indexes = self.read.iter().filter_map(|read| read.index.as_ref());
        indexes.chain(&self.others)
    }

    /// Returns whether the user stopped the step.
    pub fn is_interrupted(&self) -> bool {
        matches!(&self.ended, StepEnd::Failed(fault) if matches!(**fault, Fault::Interrupted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_knows_the_shortest_and_the_longest() {
        let mut count = LineCount::default();
        for length in [4, 9, 2] {
            count.add(length);
        }
        assert_eq!(
            count,
            LineCount {
                lines: 3,
                shortest: 2,
                longest: 9
            }
        );
    }
}
