//! The data set that MODIFY changes in place.

use feedrate_dataset::DataSetName;
use feedrate_dataset::settings::RequestedSettings;

use super::{Load, NumberSlot, SiteId};

/// The data set of MODIFY, which the DATA statement names too.
#[derive(Clone, Debug)]
pub struct ModifiedDataSet {
    /// Its name.
    pub data_set: DataSetName,
    /// The I/O settings among its data set options.
    pub settings: RequestedSettings,
    /// The assignments of its variables to the vector, in the order of its columns. What is rewritten takes the values
    /// of the same slots.
    pub loads: Vec<Load>,
    /// `_IORC_`.
    pub return_code: NumberSlot,
    /// The position of the first MODIFY statement.
    pub site: SiteId,
}

/// The change that a statement makes to the data set of MODIFY.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// REPLACE: rewrites the observation that MODIFY has read.
    Replace,
    /// REMOVE: deletes it.
    Remove,
    /// OUTPUT: adds an observation behind the last one.
    Append,
}

impl Change {
    /// Returns the keyword of the statement.
    pub fn name(self) -> &'static str {
        match self {
            Self::Replace => "REPLACE",
            Self::Remove => "REMOVE",
            Self::Append => "OUTPUT",
        }
    }
}
