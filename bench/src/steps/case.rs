//! A case: the work, who does it, and the rate that is required.

use super::check::Check;
use super::competitor::Who;
use super::format::Files;
use super::requirement::Requirement;
use super::task::Task;
use super::values::Values;

/// A case.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// A description for a person.
    pub description: &'static str,
    /// The task of programs.
    pub task: Task,
    /// The values of its table.
    pub values: Values,
    /// The files that it is read from and written to.
    pub files: Files,
    /// The check of results.
    pub check: Check,
    /// The competitors.
    pub field: &'static [Who],
    /// The transfers that give the raw rate; absent where it is held against none.
    pub raw: Option<RawRate>,
    /// The rate that feedrate is to reach.
    pub required: Requirement,
    /// The bound of a process's memory.
    pub memory: Memory,
    /// The threads of a program.
    pub threads: Threads,
    /// Set where its source is to come from the page cache, and not from storage.
    pub is_hot: bool,
    /// Set where feedrate does it by PROC SQL, which not every build of it has.
    pub needs_sql: bool,
}

/// Transfers of as many bytes, with which nothing is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RawRate {
    /// A description for a person.
    pub words: &'static str,
    /// The passes over a file, one after the other.
    pub passes: &'static [Pass],
    /// The limit, in times that one of each takes.
    pub times: u32,
}

/// A pass from one end to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// The file is read.
    Read,
    /// It is overwritten.
    Write,
    /// One file is read while the other is written.
    Both,
}

/// A bound of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// There is none.
    Free,
    /// The argument alone bounds it.
    AsAsked,
    /// An eighth of the table, or as the argument says.
    Little,
}

/// The threads that programs are told to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// Each chooses itself.
    Own,
    /// The argument says it.
    AsAsked,
    /// One.
    One,
    /// The argument says it; and every run has one with a single thread beside it, so that the gain can be told.
    AsAskedAndOne,
}

impl Case {
    /// Returns true if every run has one with a single thread beside it.
    pub fn is_of_threads(&self) -> bool {
        self.threads == Threads::AsAskedAndOne
    }

    /// Returns true if all programs read one file that lies for all cases that do.
    pub fn shares_a_file(&self) -> bool {
        self.files.shared.is_some()
    }

    /// Returns true if a copy is overwritten while the file is read.
    pub fn needs_copy(&self) -> bool {
        self.raw.is_some_and(|raw| raw.passes.contains(&Pass::Both))
    }

    /// Returns true if a program reads its source wholly and nothing else, so that the bytes from storage tell the
    /// share of the page cache. A sort and medians may read again what they laid down, and where files lie column by
    /// column claims are counted without most of them.
    pub fn reads_only_and_all_of_its_source(&self, who: Who) -> bool {
        match self.task {
            Task::Sort => false,
            Task::Tabulate => !who.is_peer(),
            Task::Median => self.is_hot && !who.is_peer(),
            _ => true,
        }
    }
}
