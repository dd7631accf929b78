//! Errors of new data sets.

use super::Error;
use crate::name::DataSetName;

/// Returns the error of a data set that is not written because of another error.
pub(crate) fn not_written(name: &DataSetName, source: Error) -> Error {
    match source {
        already @ (Error::NotWritten { .. }
        | Error::NotPossible { .. }
        | Error::ChangedByOther { .. }
        | Error::Incomplete { .. }) => already,
        source => Error::NotWritten {
            name: name.to_string(),
            source: Box::new(source),
        },
    }
}

/// Returns the error of a data set that cannot be as it is wanted.
pub(crate) fn not_possible(name: &DataSetName, reason: String) -> Error {
    Error::NotPossible {
        name: name.to_string(),
        reason,
    }
}
