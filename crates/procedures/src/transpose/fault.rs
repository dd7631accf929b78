//! Faults of PROC TRANSPOSE.

use feedrate_dataset::schema::SchemaError;
use feedrate_rows::Fault;

/// Why PROC TRANSPOSE ended early.
#[derive(Debug, thiserror::Error)]
pub(super) enum TransposeFault {
    /// An ID value occurs twice in a BY group.
    #[error("The ID value {0} occurs twice in the same BY group or data set; LET keeps its last observation.")]
    IdTwice(String),
    /// The observations cannot be the columns of a data set.
    #[error("The observations make no data set: {0}.")]
    Columns(#[source] SchemaError),
}

impl From<TransposeFault> for Box<Fault> {
    fn from(fault: TransposeFault) -> Self {
        Fault::of_procedure(fault)
    }
}
