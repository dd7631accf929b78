//! The position of an observation in the order of a SET or MERGE.

use super::cursor::Cursor;
use crate::evaluation::core::Core;

/// The position of an observation among its neighbours.
pub(crate) struct GroupPosition {
    /// The number of leading BY variables that have the values of the previous observation.
    pub(crate) as_before: usize,
    /// The number of leading BY variables that have the values of the next observation.
    pub(crate) as_after: usize,
    /// True for the last observation.
    pub(crate) is_last: bool,
}

/// Sets IN= of each source.
pub(crate) fn set_contributions(cursors: &[Cursor<'_>], core: &mut Core<'_, '_>, contributes: impl Fn(usize) -> bool) {
    for (index, cursor) in cursors.iter().enumerate() {
        core.set_flag(cursor.source.contributes, contributes(index));
    }
}
