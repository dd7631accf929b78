//! The destinations of the rows of a query.

mod data_set;
mod listing;
mod macro_variables;
mod stream;

use feedrate_rows::environment::Environment;
use feedrate_rows::{Fault, Outcome, StepEnd};

pub(crate) use data_set::{NewTable, write, write_nothing};
pub(crate) use listing::{Lister, formats};
pub(crate) use macro_variables::Filler;
pub(crate) use stream::Stream;

/// The number of rows that were taken of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub rows: u64,
    /// Set when there were more rows, cut off by OUTOBS=.
    pub has_more: bool,
}

/// Logs a fault that prevented a statement from starting, and returns its outcome.
pub(crate) fn never_began(fault: Box<Fault>, environment: &mut Environment<'_>) -> Outcome {
    fault.log(environment.log);
    Outcome {
        ended: StepEnd::Failed(fault),
        ..Outcome::default()
    }
}
