//! The options of steps.

use crate::form::{Form, number};
use crate::group::options;
use crate::option_type::words;

/// The reaction to a possible mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// None.
    Silence,
    /// A warning.
    Warning,
    /// An error.
    Error,
}

words!(Reaction {
    "NOWARN" => Silence,
    "WARN" => Warning,
    "ERROR" => Error,
    "NOWARNING" => Silence,
    "WARNING" => Warning,
});

/// The messages that the log tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageLevel {
    /// Notes, warnings and errors.
    Notes,
    /// Also which indexes are used.
    Information,
}

words!(MessageLevel {
    "N" => Notes,
    "I" => Information,
});

options! {
    /// The options of steps, when they are lowered and when they run.
    ///
    /// Cores and memory are as the program sets them: the caller that runs a step replaces ACTUAL and MAX by the cores
    /// and bytes that are available.
    #[derive(Copy)]
    StepOptions {
        CPUCOUNT => cpu_count: u32 [Form::Cores] = 0,
            "How many cores a procedure computes on with THREADS. ACTUAL by default: those that there are.";
        DKRICOND => strangers_read: Reaction = Reaction::Error,
            "What becomes of a name in DROP=, KEEP= or RENAME= of a data set that is read, which it has no variable \
             of. ERROR by default.";
        DKROCOND => strangers_made: Reaction = Reaction::Warning,
            "What becomes of such a name of a data set that is made, or in DROP, KEEP or RENAME. WARN by default.";
        ERRORS => errors: u32 = 20,
            "How many observations with errors in their data the log tells in full. 20 by default.";
        FIRSTOBS => first_observation: u64 [number(1, u64::MAX)] = 1,
            "The first observation of data sets, or line of files, that is read. 1 by default.";
        FMTERR => format_errors: bool = true,
            "A format that cannot be found is an error; with NOFMTERR, BEST12. or $w. takes its place.";
        LINESIZE | LS => line_size: u32 [number(64, 256)] = 80,
            "Columns of a line of the listing. 80 by default.";
        MACHINECODE => machine_code: bool = true,
            "DATA steps are compiled to machine code. On by default; with NOMACHINECODE they are interpreted, with \
             the same results.";
        MEMSIZE => memory_bytes: u64 [Form::Memory] = u64::MAX,
            "Bytes that a step may hold in memory. MAX by default, or 0: half of what is available.";
        MERGENOBY => merge_without_by: Reaction = Reaction::Silence,
            "What becomes of MERGE of several data sets without BY. NOWARN by default.";
        MSGLEVEL => message_level: MessageLevel = MessageLevel::Notes,
            "What the log tells: N, or with I also which indexes are used, and why not. N by default.";
        OBS => last_observation: Option<u64> = None,
            "The last observation of data sets, or line of files, that is read. MAX by default.";
        REPLACE => replace: bool = true,
            "Data sets outside WORK may be replaced by new ones. On by default.";
        SORTSIZE => sort_bytes: u64 [Form::Memory] = u64::MAX,
            "Bytes that PROC SORT may hold in memory. MAX by default, or 0: as many as MEMSIZE, which is the most.";
        THREADS => threads: bool = true,
            "Procedures compute on several cores at once. On by default.";
        VARLENCHK => shorter_texts: Reaction = Reaction::Warning,
            "What becomes of a text that has less room in the step than in a data set that it is read from. WARN by \
             default.";
    }
    beside {
        /// The number of rows of a data set, with as many to come, after which its WHERE condition is compiled to
        /// machine code: for fewer, compilation takes longer than the interpreter. No statement sets it. The default is
        /// the number of rows that the interpreter evaluates in the 0.9 ms that compiling a short condition takes.
        rows_worth_compiling: u64 = 40_000;
        /// True if XCMD lets programs run commands of the system.
        runs_commands: bool = false;
    }
}

impl StepOptions {
    /// Returns the number of cores on which a procedure computes concurrently.
    pub fn workers(&self) -> u32 {
        match self.threads {
            true => self.cpu_count.max(1),
            false => 1,
        }
    }
}
