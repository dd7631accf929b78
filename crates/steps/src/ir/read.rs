//! Data sets that a step reads: SET and MERGE.

use feedrate_dataset::DataSetName;
use feedrate_dataset::settings::RequestedSettings;
use feedrate_values::format::Format;

use super::{Number, NumberSlot, Slot, Vector};

/// A SET or MERGE statement.
#[derive(Clone, Debug)]
pub struct Read {
    /// How its sources go together.
    pub kind: ReadKind,
    /// Its data sets.
    pub sources: Vec<Source>,
    /// The BY variables; none without a BY statement.
    pub by: Vec<By>,
    /// `end=`: 1 with the last observation.
    pub end: Option<NumberSlot>,
    /// `nobs=`: the observations of all sources, known before the first iteration.
    pub nobs: Option<NumberSlot>,
    /// Where the statement stands.
    pub site: super::SiteId,
}

/// How sources go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadKind {
    /// SET without BY: one after the other.
    Concatenate,
    /// SET with BY: all in the order of the BY variables, those of equal values in the order of the
    /// sources.
    Interleave,
    /// SET of one data set with BY and NOTSORTED: as it stands; a group is a run of equal BY values.
    Runs,
    /// MERGE without BY: the first with the first, the second with the second.
    OneToOne,
    /// MERGE with BY: within a group of equal BY values, what has run out keeps its last values.
    Match,
}

/// A BY variable.
#[derive(Clone, Debug)]
pub struct By {
    /// Its name, for messages.
    pub name: String,
    /// Where its value lies.
    pub slot: Slot,
    /// Whether from high to low.
    pub descending: bool,
    /// `first.x`.
    pub first: NumberSlot,
    /// `last.x`.
    pub last: NumberSlot,
    /// The format by which values that are shown alike count as equal, in a SET statement; `None` where
    /// values make groups by themselves. The order is always that of the values.
    pub group_format: Option<Format>,
}

/// A data set that is read.
#[derive(Clone, Debug)]
pub struct Source {
    /// Which.
    pub data_set: DataSetName,
    /// Its data set options about I/O.
    pub settings: RequestedSettings,
    /// `firstobs=`, from 1.
    pub first: u64,
    /// `obs=`: the number of the last observation; `None` for all.
    pub last: Option<u64>,
    /// `where=` and WHERE.
    pub filter: Option<Filter>,
    /// Its variables into the vector, in the order of its columns.
    pub loads: Vec<Load>,
    /// `in=`.
    pub contributes: Option<NumberSlot>,
}

/// A column of a data set into the vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Which column of the data set's schema.
    pub column: u32,
    /// Where it goes. Text is cut or padded.
    pub slot: Slot,
}

/// A condition on observations as they lie in the data set.
#[derive(Clone, Debug)]
pub struct Filter {
    /// A vector of its own, with the columns that the condition names.
    pub vector: Vector,
    /// Those columns.
    pub loads: Vec<Load>,
    /// What must hold.
    pub condition: Number,
    /// The condition as written, without WHERE and the semicolon, for the note of what was read.
    pub text: String,
}
