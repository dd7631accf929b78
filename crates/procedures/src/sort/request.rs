//! The request of PROC SORT.

use feedrate_procedure::cluster;
use feedrate_program::{DataStep, Slot, Source, Write};
use feedrate_rows::{Fault, StepResult};

/// A PROC SORT step.
#[derive(Clone, Debug)]
pub struct Sort {
    /// The input and output: a step with one SET statement of one data set, whose first output is OUT= and whose
    /// second, if any, is DUPOUT= or UNIQUEOUT=. It is not run as a step.
    pub step: DataStep,
    /// The BY variables, in order of significance.
    pub by: Vec<SortKey>,
    /// True if the data set replaces itself: OUT= is absent, or names the input.
    pub replaces: bool,
    /// The duplicates that are removed.
    pub duplicates: Duplicates,
    /// FORCE: true if it is sorted and written even if it is already in order.
    pub force: bool,
    /// PRESORTED: true if it is probably in order already.
    pub presorted: bool,
    /// DETAILS: true if the log shows details of the sort.
    pub details: bool,
    /// THREADS and NOTHREADS, which take precedence over the system option.
    pub threads: Option<bool>,
    /// SORTSIZE= in bytes, which takes precedence over the system option, and is limited to MEMSIZE=.
    pub sort_bytes: Option<u64>,
}

/// A BY variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortKey {
    /// Its slot in the vector of the step.
    pub slot: Slot,
    /// True if the order is descending.
    pub descending: bool,
}

/// The observations that are removed, and written to DUPOUT= or UNIQUEOUT= if it is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// None.
    #[default]
    Stay,
    /// NODUPKEY: all but the first observation with the same BY values.
    OfKeys,
    /// NODUPRECS: observations with the same values as the previous one.
    OfRecords,
    /// NOUNIQUEKEY: observations whose BY values no other has.
    UniqueKeys,
}

/// Returns the input data set of a step.
pub(super) fn source(step: &DataStep) -> StepResult<&Source> {
    cluster::source(step).ok_or_else(|| Box::new(Fault::NoDataSet))
}

/// Returns the fault that the variables of a data set have changed.
pub(super) fn changed(write: &Write) -> Box<Fault> {
    Box::new(Fault::Changed(write.data_set.to_string()))
}
