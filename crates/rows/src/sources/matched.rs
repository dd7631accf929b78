//! MERGE with BY: joins the observations of a BY group. A source that has fewer observations in the group keeps its
//! last values.

use super::cursor::Cursor;
use super::group_position::{GroupPosition, set_contributions};
use super::key::KeyLayout;
use crate::evaluation::core::Core;
use crate::fault::StepResult;
use crate::vector::clear::Clear;

/// The current BY group.
pub(crate) struct MergeGroup {
    group: Vec<u8>,
    has_group: bool,
    /// For each source, whether its next observation is in the group.
    is_in_group: Vec<bool>,
    /// For each source, whether it has several observations in the group.
    repeats: Vec<bool>,
    has_repeats: bool,
    /// The variables of all sources.
    clear: Clear,
}

impl MergeGroup {
    pub(crate) fn new(cursors: &[Cursor<'_>], keys: &KeyLayout) -> Self {
        Self {
            group: vec![0; keys.length()],
            has_group: false,
            is_in_group: vec![false; cursors.len()],
            repeats: vec![false; cursors.len()],
            has_repeats: false,
            clear: Clear::new(cursors.iter().flat_map(Cursor::slots)),
        }
    }

    /// Returns whether more than one source had several observations in a group.
    pub(crate) fn has_repeats(&self) -> bool {
        self.has_repeats
    }

    pub(crate) fn next<'s>(
        &mut self,
        cursors: &mut [Cursor<'s>],
        keys: &KeyLayout,
        core: &mut Core<'s, '_>,
    ) -> StepResult<Option<GroupPosition>> {
        let as_before = if self.is_in_group.contains(&true) {
            keys.count()
        } else {
            match self.begin_group(cursors, keys, core) {
                Some(as_before) => as_before,
                None => return Ok(None),
            }
        };
        for (source, cursor) in cursors.iter_mut().enumerate() {
            if self.is_in_group[source] {
                cursor.take(&mut core.values);
                cursor.advance(core)?;
                self.is_in_group[source] = cursor.is_there() && cursor.key() == self.group;
                self.repeats[source] |= self.is_in_group[source];
            }
        }
        self.has_repeats |= self.repeats.iter().filter(|&&repeats| repeats).count() > 1;
        let next = least(cursors);
        let as_after = match next {
            _ if self.is_in_group.contains(&true) => keys.count(),
            Some(next) => keys.common(&self.group, cursors[next].key()),
            None => 0,
        };
        Ok(Some(GroupPosition {
            as_before,
            as_after,
            is_last: next.is_none(),
        }))
    }

    /// Finds the next group. Returns how many leading BY variables equal those of the previous group; `None` at the end
    /// of all sources.
    fn begin_group(&mut self, cursors: &[Cursor<'_>], keys: &KeyLayout, core: &mut Core<'_, '_>) -> Option<usize> {
        let least = least(cursors)?;
        let key = cursors[least].key();
        let mut as_before = 0;
        // Before the first group, the vector keeps its initial values.
        if self.has_group {
            as_before = keys.common(&self.group, key);
            self.clear.apply(&mut core.values);
        }
        self.has_group = true;
        self.group.copy_from_slice(key);
        self.repeats.fill(false);
        for (is_in_group, cursor) in self.is_in_group.iter_mut().zip(cursors) {
            *is_in_group = cursor.is_there() && cursor.key() == self.group;
        }
        set_contributions(cursors, core, |index| self.is_in_group[index]);
        Some(as_before)
    }
}

/// Returns the source whose next observation has the least BY values.
fn least(cursors: &[Cursor<'_>]) -> Option<usize> {
    (0..cursors.len())
        .filter(|&source| cursors[source].is_there())
        .min_by(|&a, &b| cursors[a].key().cmp(cursors[b].key()))
}
