//! SET with BY: all sources in the order of the BY variables, observations with equal values in the order of the
//! sources. A single source is read as it is, sorted or (NOTSORTED) not.

use std::cmp::Ordering;

use feedrate_program::By;

use super::cursor::Cursor;
use super::group_position::{GroupPosition, set_contributions};
use super::groups::Groups;
use super::key;
use super::key::KeyLayout;
use crate::evaluation::core::Core;
use crate::fault::StepResult;
use crate::vector::clear::Clear;

/// The sources that have a next observation, as a heap: the least one is first, and none is before its parent at half
/// its position.
pub(crate) struct Interleave {
    heap: Vec<usize>,
    /// The source and the BY values of the last observation.
    last: Option<usize>,
    last_key: Vec<u8>,
    /// The number of leading BY variables of the next observation that equal those of the last one.
    as_after: usize,
    groups: Groups,
    /// The variables of all sources.
    clear: Clear,
}

impl Interleave {
    pub(crate) fn new(cursors: &[Cursor<'_>], by: &[By], keys: &KeyLayout) -> Self {
        Self {
            heap: Vec::with_capacity(cursors.len()),
            last: None,
            last_key: vec![0; keys.length()],
            as_after: 0,
            groups: Groups::new(by, keys),
            clear: Clear::new(cursors.iter().flat_map(Cursor::slots)),
        }
    }

    /// Returns the source of the last observation.
    pub(crate) fn current(&self) -> Option<usize> {
        self.last
    }

    /// Builds the heap once the first observation of each source is known.
    pub(crate) fn begin(&mut self, cursors: &[Cursor<'_>]) {
        self.heap
            .extend((0..cursors.len()).filter(|&source| cursors[source].is_there()));
        self.heap.sort_by(|&a, &b| order(cursors, a, b));
    }

    pub(crate) fn next<'s>(
        &mut self,
        cursors: &mut [Cursor<'s>],
        keys: &KeyLayout,
        core: &mut Core<'s, '_>,
    ) -> StepResult<Option<GroupPosition>> {
        let Some(&source) = self.heap.first() else {
            return Ok(None);
        };
        let as_before = self.as_after;
        // Values of another source or another group are cleared, except before the first observation.
        let begins = self.last != Some(source) || as_before < keys.count();
        if self.last.is_some() && begins {
            self.clear.apply(&mut core.values);
        }
        self.last = Some(source);
        self.last_key.copy_from_slice(cursors[source].key());
        set_contributions(cursors, core, |index| index == source);
        cursors[source].take(&mut core.values);
        cursors[source].advance(core)?;
        self.sink_first(cursors);
        let next = self.heap.first();
        self.as_after = next.map_or(0, |&next| {
            let key = cursors[next].key();
            self.groups.common(keys, &self.last_key, key)
        });
        Ok(Some(GroupPosition {
            as_before,
            as_after: self.as_after,
            is_last: next.is_none(),
        }))
    }

    /// Restores the heap after the first source has advanced.
    fn sink_first(&mut self, cursors: &[Cursor<'_>]) {
        if !cursors[self.heap[0]].is_there() {
            self.heap.swap_remove(0);
        }
        let heap = &mut self.heap;
        let mut at = 0;
        loop {
            let left = 2 * at + 1;
            let Some(&first) = heap.get(left) else {
                return;
            };
            let least = match heap.get(left + 1) {
                Some(&second) if order(cursors, second, first).is_lt() => left + 1,
                _ => left,
            };
            if order(cursors, heap[at], heap[least]).is_lt() {
                return;
            }
            heap.swap(at, least);
            at = least;
        }
    }
}

fn order(cursors: &[Cursor<'_>], a: usize, b: usize) -> Ordering {
    key::compare((cursors[a].key(), a), (cursors[b].key(), b))
}
