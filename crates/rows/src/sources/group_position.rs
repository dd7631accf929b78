//! The position of an observation in the order of a SET or MERGE, and the BY groups of several sources.

use super::cursor::Cursor;
use super::key::KeyLayout;
use crate::evaluation::core::Core;
use crate::vector::clear::Clear;

/// The position of an observation among its neighbours.
pub(crate) struct GroupPosition {
    /// The number of leading BY variables that have the values of the previous observation.
    pub(crate) as_before: usize,
    /// The number of leading BY variables that have the values of the next observation.
    pub(crate) as_after: usize,
    /// True for the last observation.
    pub(crate) is_last: bool,
}

impl GroupPosition {
    /// Returns that of an observation without BY variables.
    pub(crate) fn ungrouped(is_last: bool) -> Self {
        Self {
            as_before: 0,
            as_after: 0,
            is_last,
        }
    }
}

/// The current BY group of several sources that are in the order of the BY variables.
pub(crate) struct SourceGroup {
    key: Vec<u8>,
    has_begun: bool,
    /// The variables of all sources.
    clear: Clear,
}

impl SourceGroup {
    pub(crate) fn new(cursors: &[Cursor<'_>], keys: &KeyLayout) -> Self {
        Self {
            key: vec![0; keys.length()],
            has_begun: false,
            clear: Clear::new(cursors.iter().flat_map(Cursor::slots)),
        }
    }

    /// Finds the next group, and sets the variables to missing. Returns how many leading BY variables equal those of
    /// the previous group; `None` at the end of all sources.
    pub(crate) fn begin(&mut self, cursors: &[Cursor<'_>], keys: &KeyLayout, core: &mut Core<'_, '_>) -> Option<usize> {
        let key = least(cursors)?.key();
        let mut as_before = 0;
        // Before the first group, the vector keeps its initial values.
        if std::mem::replace(&mut self.has_begun, true) {
            as_before = keys.common(&self.key, key);
            self.clear(core);
        }
        self.key.copy_from_slice(key);
        Some(as_before)
    }

    /// Sets the variables of all sources to missing.
    pub(crate) fn clear(&self, core: &mut Core<'_, '_>) {
        self.clear.apply(&mut core.values);
    }

    /// Returns whether the next observation of a source is in the group.
    pub(crate) fn has(&self, cursor: &Cursor<'_>) -> bool {
        self.has_begun && cursor.is_there() && cursor.key() == self.key
    }

    /// Returns the position of an observation behind which the sources have advanced; `goes_on` if one of them is known
    /// to be still in the group.
    pub(crate) fn position(
        &self,
        as_before: usize,
        goes_on: bool,
        cursors: &[Cursor<'_>],
        keys: &KeyLayout,
    ) -> GroupPosition {
        let next = least(cursors);
        GroupPosition {
            as_before,
            as_after: match next {
                Some(_) if goes_on => keys.count(),
                Some(next) => keys.common(&self.key, next.key()),
                None => 0,
            },
            is_last: next.is_none(),
        }
    }
}

/// Returns the source whose next observation has the least BY values; the first of several.
fn least<'c, 's>(cursors: &'c [Cursor<'s>]) -> Option<&'c Cursor<'s>> {
    let there = cursors.iter().filter(|cursor| cursor.is_there());
    there.min_by(|a, b| a.key().cmp(b.key()))
}

/// Sets IN= of each source.
pub(crate) fn set_contributions(cursors: &[Cursor<'_>], core: &mut Core<'_, '_>, contributes: impl Fn(usize) -> bool) {
    for (index, cursor) in cursors.iter().enumerate() {
        core.set_flag(cursor.source.contributes, contributes(index));
    }
}
