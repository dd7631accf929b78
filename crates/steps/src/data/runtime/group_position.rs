//! The position of an observation in the order of a SET or MERGE.

use super::cursor::Cursor;
use crate::data::core::Core;

/// The position of an observation among its neighbours.
pub(super) struct GroupPosition {
    /// How many leading BY variables have the values of the previous observation.
    pub(super) as_before: usize,
    /// How many leading BY variables have the values of the next observation.
    pub(super) as_after: usize,
    /// Whether it is the last observation.
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
