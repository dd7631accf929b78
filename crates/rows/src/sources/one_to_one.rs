//! MERGE without BY: joins observations with the same number.

use super::cursor::Cursor;
use super::group_position::{GroupPosition, set_contributions};
use crate::evaluation::core::Core;
use crate::fault::StepResult;
use crate::vector::clear::Clear;

/// The state of a one-to-one merge.
pub(crate) struct OneToOne {
    /// The variables of each source, and whether they were set to missing at its end.
    sources: Vec<(Clear, bool)>,
}

impl OneToOne {
    pub(crate) fn new(cursors: &[Cursor<'_>]) -> Self {
        Self {
            sources: cursors.iter().map(|cursor| (cursor.clear(), false)).collect(),
        }
    }

    pub(crate) fn next<'s>(
        &mut self,
        cursors: &mut [Cursor<'s>],
        core: &mut Core<'s, '_>,
    ) -> StepResult<Option<GroupPosition>> {
        if !cursors.iter().any(Cursor::is_there) {
            return Ok(None);
        }
        // First set to missing, then read: a variable may come from several sources.
        for (cursor, (clear, is_cleared)) in cursors.iter().zip(&mut self.sources) {
            if !cursor.is_there() && !std::mem::replace(is_cleared, true) {
                clear.apply(&mut core.values);
            }
        }
        set_contributions(cursors, core, |index| cursors[index].is_there());
        for cursor in cursors.iter_mut().filter(|cursor| cursor.is_there()) {
            cursor.take(&mut core.values);
            cursor.advance(core)?;
        }
        let is_last = !cursors.iter().any(Cursor::is_there);
        Ok(Some(GroupPosition::ungrouped(is_last)))
    }
}
