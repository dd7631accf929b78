//! Data sets that a step makes.

use feedrate_dataset::settings::RequestedSettings;
use feedrate_dataset::{DataSetName, Schema};

use super::{Number, SiteId, Slot};

/// A data set of the DATA statement.
#[derive(Clone, Debug)]
pub struct Write {
    /// Which.
    pub data_set: DataSetName,
    /// Where the DATA statement names it.
    pub site: SiteId,
    /// Its variables.
    pub schema: Schema,
    /// Its label.
    pub label: String,
    /// Its data set options about I/O.
    pub settings: RequestedSettings,
    /// `replace=no`: an error when it exists.
    pub keep_existing: bool,
    /// The vector into its row, in the order of its columns.
    pub stores: Vec<Store>,
    /// `where=` of an output data set, over the step's vector.
    pub condition: Option<Number>,
}

/// A value of the vector into a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Store {
    /// From where.
    pub slot: Slot,
    /// Which column of the schema.
    pub column: u32,
}
