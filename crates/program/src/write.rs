//! Data sets that a step makes.

use feedrate_dataset::format::SortOrder;
use feedrate_dataset::index::Index;
use feedrate_dataset::settings::RequestedSettings;
use feedrate_dataset::{DataSetName, Schema};

use super::{Number, SiteId, Slot};

/// A data set of the DATA statement.
#[derive(Clone, Debug)]
pub struct Write {
    /// Its name.
    pub data_set: DataSetName,
    /// Its position in the DATA statement.
    pub site: SiteId,
    /// Its variables.
    pub schema: Schema,
    /// Its label.
    pub label: String,
    /// Its type, such as `CORR`; empty for an ordinary one.
    pub data_set_type: String,
    /// The I/O settings among its data set options.
    pub settings: RequestedSettings,
    /// `replace=no`: an existing data set is an error.
    pub keep_existing: bool,
    /// The order of its rows, as SORTEDBY= says; without keys if it is to be unknown.
    pub order: Option<SortOrder>,
    /// The indexes that it gets.
    pub indexes: Vec<Index>,
    /// The assignments of the vector to its row, in the order of its columns.
    pub stores: Vec<Store>,
    /// `where=` of an output data set, evaluated over the step's vector.
    pub condition: Option<Number>,
}

/// Assigns a slot of the vector to a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Store {
    /// The slot.
    pub slot: Slot,
    /// The index of the column in the schema.
    pub column: u32,
}
