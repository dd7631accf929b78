//! Data sets that a step reads: SET, MERGE, UPDATE and MODIFY.

use feedrate_dataset::DataSetName;
use feedrate_dataset::settings::RequestedSettings;
use feedrate_values::format::Format;

use super::{Number, NumberSlot, Slot, Vector};

/// A SET, MERGE, UPDATE or MODIFY statement.
#[derive(Clone, Debug)]
pub struct ReadStatement {
    /// The combination of its sources.
    pub kind: ReadKind,
    /// Its data sets.
    pub sources: Vec<Source>,
    /// The BY variables; none without a BY statement.
    pub by: Vec<By>,
    /// `end=`: 1 with the last observation.
    pub end: Option<NumberSlot>,
    /// `nobs=`: the number of observations of all sources, known before the first iteration.
    pub nobs: Option<NumberSlot>,
    /// `curobs=`: the number of the observation in its data set.
    pub current: Option<NumberSlot>,
    /// UPDATE: 1 if the implicit output is due at the end of the iteration, because no further transaction follows for
    /// the observation; otherwise 0.
    pub output_due: Option<NumberSlot>,
    /// KEY=, with the kinds that look observations up.
    pub key: Option<KeyLookup>,
    /// The position of the statement.
    pub site: super::SiteId,
}

/// The look-up of an observation in an index.
#[derive(Clone, Debug)]
pub struct KeyLookup {
    /// The name of the index.
    pub index: String,
    /// True if each execution begins at the first observation with the key (`/unique`).
    pub unique: bool,
    /// `_IORC_`.
    pub return_code: NumberSlot,
}

/// The combination of sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadKind {
    /// SET without BY: one source after the other.
    Concatenate,
    /// SET with BY: all observations in the order of the BY variables, those with equal values in the order of the
    /// sources.
    Interleave,
    /// SET with POINT=: the observation whose number, from 1, is in this slot. Another number, and that of a deleted
    /// observation, sets `_ERROR_` to 1 and reads nothing.
    Point(NumberSlot),
    /// SET with KEY=: the next observation whose key variables have the values of the vector.
    Key,
    /// SET of one data set with BY and NOTSORTED: in its own order; a group is a run of equal BY values.
    Runs,
    /// MERGE without BY: observations with the same number together.
    OneToOne,
    /// MERGE with BY: within a group of equal BY values, a source without further observations keeps its last values.
    Match,
    /// UPDATE: the first source is the master, the second has its transactions; both in the order of the BY variables.
    Update {
        /// True if missing values of a transaction leave those of the master (UPDATEMODE=MISSINGCHECK).
        checks_missing: bool,
    },
    /// MODIFY: the first source is that of [`ModifiedDataSet`](super::ModifiedDataSet), and its observations are read
    /// in their order.
    Modify,
    /// MODIFY with POINT=: the observation whose number is in this slot.
    ModifyPoint(NumberSlot),
    /// MODIFY with KEY=: the next observation whose key variables have the values of the vector.
    ModifyKey,
    /// MODIFY with BY: for each transaction of the second source, the first observation of the first source with its BY
    /// values.
    ModifyBy {
        /// True if missing values of a transaction leave those of the master (UPDATEMODE=MISSINGCHECK).
        checks_missing: bool,
    },
}

/// A BY variable.
#[derive(Clone, Debug)]
pub struct By {
    /// Its name, for messages.
    pub name: String,
    /// The slot of its value.
    pub slot: Slot,
    /// True if the order is descending.
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
    /// IDXWHERE= and IDXNAME=.
    pub index_use: IndexUse,
}

/// The use of an index to find the rows that satisfy WHERE.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum IndexUse {
    /// If fewer blocks are read by it.
    #[default]
    WhenItPays,
    /// `idxwhere=no`.
    Never,
    /// `idxwhere=yes`: if there is one for the condition.
    Always,
    /// `idxname=`: in this one.
    Named(String),
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
