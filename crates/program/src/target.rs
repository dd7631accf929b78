//! Targets of assignments.

use super::{ArrayId, Number, SiteId, Slot};

/// The target of an assignment.
#[derive(Clone, Debug)]
pub enum AssignmentTarget {
    /// A variable.
    Variable(Slot),
    /// An element of an array.
    Element {
        /// The array.
        array: ArrayId,
        /// An index for each dimension.
        index: Vec<Number>,
        /// Its position in the program.
        site: SiteId,
    },
}
