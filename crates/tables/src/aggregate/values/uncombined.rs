//! The values of a part of the data as they came.

use feedrate_procedure::keys::Keys;

use super::{GroupedValues, Segments};

/// Values as they came, of which none were combined, by cell.
#[derive(Debug)]
pub(in crate::aggregate) struct UncombinedValues {
    pub(super) cells: Keys,
    pub(super) in_memory: GroupedValues,
    pub(super) segments: Segments,
}
