//! An observation that the sources of a SET or MERGE have given.

use super::cursor::Cursor;
use crate::data::core::Core;

/// What the order of the sources decides about one observation.
pub(super) struct GroupPosition {
    /// How many BY variables, from the first on, are as in the observation before.
    pub(super) as_before: usize,
    /// How many are as in the observation after.
    pub(super) as_after: usize,
    /// Whether it is the last.
    pub(super) is_last: bool,
}

/// Sets IN= of each source.
pub(super) fn set_contributions(
    cursors: &[Cursor<'_>],
    core: &mut Core<'_, '_>,
    contributes: impl Fn(usize) -> bool,
) {
    for (index, cursor) in cursors.iter().enumerate() {
        core.set_flag(cursor.source.contributes, contributes(index));
    }
}
