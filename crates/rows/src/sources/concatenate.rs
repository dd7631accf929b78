//! SET without BY: one source after the other.

use super::cursor::Cursor;
use super::group_position::{GroupPosition, set_contributions};
use crate::evaluation::core::Core;
use crate::fault::StepResult;
use crate::vector::clear::Clear;

/// The position of a SET in its sources.
pub(crate) struct Concatenate {
    /// The source of the next observation.
    at: usize,
    /// The source of the last one.
    last: Option<usize>,
    /// The variables of all sources, which are set to missing when a source begins.
    clear: Clear,
}

impl Concatenate {
    pub(crate) fn new(cursors: &[Cursor<'_>]) -> Self {
        let slots = cursors.iter().flat_map(Cursor::slots);
        Self {
            at: 0,
            last: None,
            clear: Clear::new(slots),
        }
    }

    /// Returns the source of the last observation.
    pub(crate) fn current(&self) -> Option<usize> {
        self.last
    }

    /// Finds the first observation.
    pub(crate) fn begin<'s>(&mut self, cursors: &mut [Cursor<'s>], core: &mut Core<'s, '_>) -> StepResult<()> {
        self.find(cursors, core)
    }

    /// Advances from the current source to the first one that has a next observation.
    fn find<'s>(&mut self, cursors: &mut [Cursor<'s>], core: &mut Core<'s, '_>) -> StepResult<()> {
        while let Some(cursor) = cursors.get_mut(self.at) {
            cursor.advance(core)?;
            if cursor.is_there() {
                break;
            }
            self.at += 1;
        }
        Ok(())
    }

    pub(crate) fn next<'s>(
        &mut self,
        cursors: &mut [Cursor<'s>],
        core: &mut Core<'s, '_>,
    ) -> StepResult<Option<GroupPosition>> {
        if self.at >= cursors.len() {
            return Ok(None);
        }
        if self.last != Some(self.at) {
            // Before the first observation, the vector keeps its initial values.
            if self.last.is_some() {
                self.clear.apply(&mut core.values);
            }
            self.last = Some(self.at);
        }
        set_contributions(cursors, core, |index| index == self.at);
        cursors[self.at].take(&mut core.values);
        self.find(cursors, core)?;
        let is_last = self.at >= cursors.len();
        Ok(Some(GroupPosition::ungrouped(is_last)))
    }
}
