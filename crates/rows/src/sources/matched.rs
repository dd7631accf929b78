//! MERGE with BY: joins the observations of a BY group. A source that has fewer observations in the group keeps its
//! last values.

use super::cursor::Cursor;
use super::group_position::{GroupPosition, SourceGroup, set_contributions};
use super::key::KeyLayout;
use crate::evaluation::core::Core;
use crate::fault::StepResult;

/// The state of a MERGE with BY.
pub(crate) struct MergeGroup {
    group: SourceGroup,
    /// For each source, whether its next observation is in the group.
    is_in_group: Vec<bool>,
    /// For each source, whether it has several observations in the group.
    repeats: Vec<bool>,
    has_repeats: bool,
}

impl MergeGroup {
    pub(crate) fn new(cursors: &[Cursor<'_>], keys: &KeyLayout) -> Self {
        Self {
            group: SourceGroup::new(cursors, keys),
            is_in_group: vec![false; cursors.len()],
            repeats: vec![false; cursors.len()],
            has_repeats: false,
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
        let mut as_before = keys.count();
        if !self.is_in_group.contains(&true) {
            match self.group.begin(cursors, keys, core) {
                Some(common) => as_before = common,
                None => return Ok(None),
            }
            self.repeats.fill(false);
            for (is_in_group, cursor) in self.is_in_group.iter_mut().zip(&*cursors) {
                *is_in_group = self.group.has(cursor);
            }
            set_contributions(cursors, core, |_| false);
        }
        for (source, cursor) in cursors.iter_mut().enumerate() {
            if self.is_in_group[source] {
                cursor.take(&mut core.values);
                // With each observation: the step may have changed it since the one before.
                core.set_flag(cursor.source.contributes, true);
                cursor.advance(core)?;
                self.is_in_group[source] = self.group.has(cursor);
                self.repeats[source] |= self.is_in_group[source];
            }
        }
        self.has_repeats |= self.repeats.iter().filter(|&&repeats| repeats).count() > 1;
        let goes_on = self.is_in_group.contains(&true);
        Ok(Some(self.group.position(as_before, goes_on, cursors, keys)))
    }
}
