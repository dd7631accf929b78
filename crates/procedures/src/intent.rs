//! What a procedure would read and make, for plans of programs that are not run.

use feedrate_dataset::DataSetName;
use feedrate_steps::environment::Options;
use feedrate_steps::ir::DataStep;

use crate::aggregate::most_workers;
use crate::sort::Sort;

/// What a procedure would do to data sets, in order.
#[derive(Clone, Debug, Default)]
pub struct Intent<'p> {
    /// The parts of its work.
    pub actions: Vec<Action<'p>>,
    /// What is not known before it runs, and was assumed.
    pub assumptions: Vec<&'static str>,
}

/// A part of the work of a procedure.
#[derive(Clone, Debug)]
pub enum Action<'p> {
    /// Reads the input of a step and makes its outputs.
    Step(StepIntent<'p>),
    /// Sorts.
    Sort(&'p Sort),
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
        /// Whether they are deleted from the source library.
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
    /// Does what is not planned, in words.
    Other(&'static str),
}

/// The reading of the input of a step, and its outputs.
#[derive(Clone, Debug)]
pub struct StepIntent<'p> {
    /// The step, whose statements are not executed.
    pub step: &'p DataStep,
    /// How often the input is read on all cores, each of which takes a part of it.
    pub scans: u32,
    /// How often it is read by one core in its order.
    pub passes: u32,
    /// THREADS or NOTHREADS of the procedure, which takes precedence over the system option.
    pub threads: Option<bool>,
    /// The number of crossings of class variables, each of which every core collects in memory of its own.
    pub crossings: usize,
    /// How many observations the outputs have, in their order.
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

impl<'p> Intent<'p> {
    /// Returns that of a procedure that does one thing.
    pub(crate) fn of(action: Action<'p>) -> Self {
        Self {
            actions: vec![action],
            assumptions: Vec::new(),
        }
    }

    /// Returns that of a procedure that reads the input of a step once in its order.
    pub(crate) fn reading(step: &'p DataStep, outputs: OutputSize) -> Self {
        Self::of(Action::Step(StepIntent::reading(step, outputs)))
    }

    /// Returns the same with an assumption.
    #[must_use]
    pub(crate) fn assuming(mut self, assumption: &'static str) -> Self {
        self.assumptions.push(assumption);
        self
    }
}

impl<'p> StepIntent<'p> {
    /// Returns the intent of one pass in order, with outputs of one size.
    pub(crate) fn reading(step: &'p DataStep, outputs: OutputSize) -> Self {
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
