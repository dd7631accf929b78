//! Where the rows of a query go.

mod batch;
mod data_set;
mod listing;
mod macro_variables;

use feedrate_steps::data::{Ended, Fault, Outcome};
use feedrate_steps::environment::Environment;

pub(crate) use data_set::{NewTable, write};
pub(crate) use listing::{Listed, formats, list};
pub(crate) use macro_variables::fill;

/// What became of a statement that could not begin, which is told.
fn never_began(fault: Box<Fault>, environment: &mut Environment<'_>) -> Outcome {
    fault.tell(environment.log);
    Outcome {
        ended: Ended::Failed(fault),
        ..Outcome::default()
    }
}
