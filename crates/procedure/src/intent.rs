//! The data sets that a procedure reads and makes, for plans of programs that are not run, and for scaling those that
//! ran.

use std::fmt;

use feedrate_dataset::{DataSetName, Schema};
use feedrate_program::DataStep;
use feedrate_rows::environment::Options;
use serde::{Deserialize, Serialize};

/// The name of the step in the headers of copies.
const COPIES: &str = "COPY";

/// The work of a procedure on data sets, in order.
#[derive(Clone, Debug, Default)]
pub struct Intent<'p> {
    /// The parts of its work.
    pub actions: Vec<Action<'p>>,
    /// The assumptions about facts that are not known before it runs.
    pub assumptions: Vec<&'static str>,
}

/// A part of the work of a procedure.
#[derive(Clone, Debug)]
pub enum Action<'p> {
    /// Reads the input of a step and makes its outputs.
    Step(StepIntent<'p>),
    /// Sorts.
    Sort(&'p dyn SortIntent),
    /// Copies data sets to another library.
    Copy {
        /// The source library.
        from: &'p str,
        /// The target library.
        to: &'p str,
        /// The data sets; `None` for all of the library.
        select: Option<Vec<&'p DataSetName>>,
        /// Those that are not copied.
        exclude: &'p [DataSetName],
        /// True if they are deleted from the source library.
        moves: bool,
    },
    /// Adds the observations of one data set to another.
    Append {
        /// The data set that grows.
        base: &'p DataSetName,
        /// The data set whose observations are added.
        data: &'p DataSetName,
    },
    /// Reads the description of a data set.
    Describe(&'p DataSetName),
    /// Reads the descriptions of all data sets of a library.
    DescribeAll(&'p str),
    /// Makes the outputs of a step that reads no data set.
    Make(&'p DataStep),
    /// Deletes data sets.
    Delete(&'p [DataSetName]),
    /// Deletes all data sets of a library.
    DeleteAll(&'p str),
    /// Work that is not planned, in words.
    Other(&'static str),
}

/// A sort, whose plan depends on its input.
pub trait SortIntent: fmt::Debug {
    /// Returns a step with one SET statement of one data set, whose first output is the sorted data set and whose
    /// second, if any, has the duplicates. It is not run as a step.
    fn step(&self) -> &DataStep;

    /// Returns the name of the step in the headers of the data sets that it makes.
    fn creator(&self) -> &'static str;

    /// Returns true if the data set replaces itself.
    fn replaces(&self) -> bool;

    /// Returns true if every row of the input is in the first output.
    fn keeps_all(&self) -> bool;

    /// Returns how it would sort `rows` of the `most_rows` rows of an input with these variables; `None` if the input
    /// does not have those of the step.
    fn plan(&self, input: &Schema, rows: u64, most_rows: u64, options: &Options) -> Option<SortPlan>;
}

/// The work of sorting rows in no order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SortPlan {
    /// The bytes of memory that the sort may use: SORTSIZE=, at most MEMSIZE=.
    pub memory_bytes: u64,
    /// The number of threads that sort concurrently.
    pub threads: u32,
    /// The bytes of a row while it is sorted.
    pub record_bytes: u64,
    /// The bytes of all rows.
    pub sorted_bytes: u64,
    /// The runs that are spilled while the input is read; 0 if memory holds all rows.
    pub runs: u64,
    /// The rows of each of these runs. The rest of the rows stays in memory.
    pub run_rows: u64,
    /// The bytes of a block of a run.
    pub block_bytes: u64,
    /// The number of passes that merge runs into longer ones before the final merge.
    pub merges_before: u32,
    /// The runs that the final merge reads at once.
    pub final_runs: u64,
    /// The bytes that are written to the folder of UTILLOC=, by all passes together.
    pub spilled_written_bytes: u64,
    /// The bytes that are read back.
    pub spilled_read_bytes: u64,
}

/// The reading of the input of a step, and its outputs.
#[derive(Clone, Debug)]
pub struct StepIntent<'p> {
    /// The step, whose statements are not executed.
    pub step: &'p DataStep,
    /// The number of times that the input is read on all cores, each of which takes a part of it.
    pub scans: u32,
    /// The number of times that it is read by one core in its order.
    pub passes: u32,
    /// THREADS or NOTHREADS of the procedure, which takes precedence over the system option.
    pub threads: Option<bool>,
    /// The number of crossings of class variables, each of which every core collects in memory of its own.
    pub crossings: usize,
    /// The numbers of observations of the outputs, in their order.
    pub outputs: Vec<OutputSize>,
}

/// The size of an output data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputSize {
    /// An observation for each one of the input.
    AsInput,
    /// So many observations, whatever the data are.
    Exactly(u64),
    /// A few observations, whose number the data decide.
    Few,
    /// Not known, because its variables are not.
    Unknown,
}

/// The quantity by which an output data set grows where the data of a program are larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Growth {
    /// The observations of the input.
    Observations,
    /// The groups that the values of the data form. How their number changes with the data is not known.
    Groups,
    /// Nothing: the program decides the number of its observations.
    Nothing,
}

impl OutputSize {
    /// Returns the quantity by which an output of this size grows; `None` if that is not known.
    pub fn growth(self) -> Option<Growth> {
        match self {
            Self::AsInput => Some(Growth::Observations),
            Self::Exactly(_) => Some(Growth::Nothing),
            Self::Few => Some(Growth::Groups),
            Self::Unknown => None,
        }
    }
}

impl Action<'_> {
    /// Returns the name of the step that the headers of its data sets have.
    pub fn creator(&self) -> &'static str {
        match self {
            Self::Sort(sort) => sort.creator(),
            Self::Copy { .. } | Self::Append { .. } => COPIES,
            _ => "DATASTEP",
        }
    }

    fn growth_of(&self, data_set: &DataSetName) -> Option<Growth> {
        let place = |step: &DataStep| {
            let mut writes = step.writes.iter();
            writes.position(|write| write.data_set == *data_set)
        };
        match self {
            Self::Step(intent) => intent.outputs.get(place(intent.step)?)?.growth(),
            Self::Sort(sort) => place(sort.step()).map(|_| Growth::Observations),
            Self::Make(step) => place(step).map(|_| Growth::Nothing),
            Self::Copy { to, .. } => (data_set.library() == *to).then_some(Growth::Observations),
            Self::Append { base, .. } => (*base == data_set).then_some(Growth::Observations),
            Self::Describe(_) | Self::DescribeAll(_) | Self::Delete(_) | Self::DeleteAll(_) | Self::Other(_) => None,
        }
    }
}

impl<'p> Intent<'p> {
    /// Returns that of a procedure that does one thing.
    pub fn of(action: Action<'p>) -> Self {
        Self {
            actions: vec![action],
            assumptions: Vec::new(),
        }
    }

    /// Returns that of a procedure that reads the input of a step once in its order.
    pub fn reading(step: &'p DataStep, outputs: OutputSize) -> Self {
        Self::of(Action::Step(StepIntent::reading(step, outputs)))
    }

    /// Returns the quantity by which a data set that the procedure makes grows; `None` if that is not known.
    pub fn growth_of(&self, data_set: &DataSetName) -> Option<Growth> {
        let mut actions = self.actions.iter();
        actions.find_map(|action| action.growth_of(data_set))
    }

    /// Returns true if the procedure sorts, and so may hold all memory that it is allowed.
    pub fn sorts(&self) -> bool {
        let mut actions = self.actions.iter();
        actions.any(|action| matches!(action, Action::Sort(_)))
    }

    /// Returns the same with an assumption.
    #[must_use]
    pub fn assuming(mut self, assumption: &'static str) -> Self {
        self.assumptions.push(assumption);
        self
    }
}

impl<'p> StepIntent<'p> {
    /// Returns the intent of one pass in order, with outputs of one size.
    pub fn reading(step: &'p DataStep, outputs: OutputSize) -> Self {
        Self {
            step,
            scans: 0,
            passes: 1,
            threads: None,
            crossings: 0,
            outputs: vec![outputs; step.writes.len()],
        }
    }

    /// Returns the most cores of a scan with these system options.
    pub fn workers(&self, options: &Options) -> usize {
        let mut options = *options;
        options.threads = self.threads.unwrap_or(options.threads);
        let memory = usize::try_from(options.memory_bytes / 2).unwrap_or(usize::MAX);
        most_workers(self.crossings, memory).min(options.workers() as usize)
    }
}

/// The minimum memory of each of several crossings for which another thread is worthwhile, in bytes.
const WORTH_BYTES: usize = 64 << 10;

/// Returns the maximum number of threads for this number of crossings with `memory` bytes in all. Each thread has
/// cells of its own, which should rarely be spilled.
pub fn most_workers(crossings: usize, memory: usize) -> usize {
    match crossings {
        0 | 1 => usize::MAX,
        several => (memory / several.saturating_mul(WORTH_BYTES)).max(1),
    }
}
