//! Data sets that a step reads: SET and MERGE.

use feedrate_dataset::DataSetName;
use feedrate_dataset::settings::RequestedSettings;
use feedrate_values::format::Format;

use super::{Number, NumberSlot, Slot, Vector};

/// A SET or MERGE statement.
#[derive(Clone, Debug)]
pub struct Read {
    /// How its sources are combined.
    pub kind: ReadKind,
    /// Its data sets.
    pub sources: Vec<Source>,
    /// The BY variables; none without a BY statement.
    pub by: Vec<By>,
    /// `end=`: 1 with the last observation.
    pub end: Option<NumberSlot>,
    /// `nobs=`: the number of observations of all sources, known before the first iteration.
    pub nobs: Option<NumberSlot>,
    /// The position of the statement.
    pub site: super::SiteId,
}

/// How sources are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadKind {
    /// SET without BY: one source after the other.
    Concatenate,
    /// SET with BY: all observations in the order of the BY variables, those with equal values in the order of the
    /// sources.
    Interleave,
    /// SET of one data set with BY and NOTSORTED: in its own order; a group is a run of equal BY values.
    Runs,
    /// MERGE without BY: observations with the same number together.
    OneToOne,
    /// MERGE with BY: within a group of equal BY values, a source without further observations keeps its last values.
    Match,
}

/// A BY variable.
#[derive(Clone, Debug)]
pub struct By {
    /// Its name, for messages.
    pub name: String,
    /// The slot of its value.
    pub slot: Slot,
    /// Whether the order is descending.
    pub descending: bool,
    /// `first.x`.
    pub first: NumberSlot,
    /// `last.x`.
    pub last: NumberSlot,
    /// The format that makes groups in a SET statement: values with the same formatted text are equal. `None` if the
    /// values themselves make groups. The order is always that of the values.
    pub group_format: Option<Format>,
}

/// A data set that is read.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name.
    pub data_set: DataSetName,
    /// The I/O settings among its data set options.
    pub settings: RequestedSettings,
    /// `firstobs=`, from 1.
    pub first: u64,
    /// `obs=`: the number of the last observation; `None` for all.
    pub last: Option<u64>,
    /// `where=` and WHERE.
    pub filter: Option<Filter>,
    /// The assignments of its variables to the vector, in the order of its columns.
    pub loads: Vec<Load>,
    /// `in=`.
    pub contributes: Option<NumberSlot>,
}

/// Assigns a column of a data set to a slot of the vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// The index of the column in the data set's schema.
    pub column: u32,
    /// The slot. Character values are cut or padded.
    pub slot: Slot,
}

/// A condition on the rows of a data set.
#[derive(Clone, Debug)]
pub struct Filter {
    /// A separate vector with the columns that the condition uses.
    pub vector: Vector,
    /// The assignments of these columns.
    pub loads: Vec<Load>,
    /// The condition.
    pub condition: Number,
    /// The condition as written, without WHERE and the semicolon, for the note about the observations read.
    pub text: String,
}
