//! UPDATE: applies the transactions of a BY group to the observation of the master.

use super::cursor::Cursor;
use super::group_position::{GroupPosition, set_contributions};
use super::key::KeyLayout;
use super::overlay::Overlay;
use crate::evaluation::core::Core;
use crate::fault::StepResult;
use crate::vector::clear::Clear;

/// The index of the master among the sources.
const MASTER: usize = 0;

/// The index of the transactions.
const TRANSACTIONS: usize = 1;

/// The current BY group.
pub(crate) struct UpdateGroup {
    group: Vec<u8>,
    has_group: bool,
    overlay: Overlay,
    /// Set when the master had several observations in a group.
    has_repeats: bool,
    /// The variables of both sources.
    clear: Clear,
}

/// The parts of the next observation.
struct Parts {
    master: bool,
    transaction: bool,
}

impl UpdateGroup {
    pub(crate) fn new(cursors: &[Cursor<'_>], keys: &KeyLayout, overlay: Overlay) -> Self {
        Self {
            group: vec![0; keys.length()],
            has_group: false,
            overlay,
            has_repeats: false,
            clear: Clear::new(cursors.iter().flat_map(Cursor::slots)),
        }
    }

    /// Returns whether the master had several observations in a BY group.
    pub(crate) fn has_repeats(&self) -> bool {
        self.has_repeats
    }

    /// Applies the next transaction, or takes the next observation of the master. Returns its position, and whether no
    /// further transaction follows for the observation.
    pub(crate) fn next<'s>(
        &mut self,
        cursors: &mut [Cursor<'s>],
        keys: &KeyLayout,
        core: &mut Core<'s, '_>,
    ) -> StepResult<Option<(GroupPosition, bool)>> {
        let mut as_before = keys.count();
        let parts = if self.is_in_group(cursors, TRANSACTIONS) {
            Parts {
                master: false,
                transaction: true,
            }
        } else if self.is_in_group(cursors, MASTER) {
            self.has_repeats = true;
            self.clear.apply(&mut core.values);
            core.set_flag(cursors[TRANSACTIONS].source.contributes, false);
            Parts {
                master: true,
                transaction: false,
            }
        } else {
            match self.begin_group(cursors, keys, core) {
                Some((common, parts)) => {
                    as_before = common;
                    parts
                }
                None => return Ok(None),
            }
        };
        if parts.master {
            let cursor = &mut cursors[MASTER];
            cursor.take(&mut core.values);
            cursor.advance(core)?;
        }
        if parts.transaction {
            let cursor = &mut cursors[TRANSACTIONS];
            cursor.take_over(&self.overlay, &mut core.values);
            cursor.advance(core)?;
        }
        let next = least(cursors);
        let as_after = next.map_or(0, |next| keys.common(&self.group, cursors[next].key()));
        let position = GroupPosition {
            as_before,
            as_after,
            is_last: next.is_none(),
        };
        Ok(Some((position, !self.is_in_group(cursors, TRANSACTIONS))))
    }

    fn is_in_group(&self, cursors: &[Cursor<'_>], source: usize) -> bool {
        let cursor = &cursors[source];
        self.has_group && cursor.is_there() && cursor.key() == self.group
    }

    /// Finds the next group. Returns how many leading BY variables equal those of the previous group, and the parts of
    /// its first observation; `None` at the end of both sources.
    fn begin_group(
        &mut self,
        cursors: &[Cursor<'_>],
        keys: &KeyLayout,
        core: &mut Core<'_, '_>,
    ) -> Option<(usize, Parts)> {
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
        let parts = Parts {
            master: self.is_in_group(cursors, MASTER),
            transaction: self.is_in_group(cursors, TRANSACTIONS),
        };
        set_contributions(cursors, core, |source| match source {
            MASTER => parts.master,
            _ => parts.transaction,
        });
        if !parts.master {
            let row = cursors[TRANSACTIONS].row();
            self.overlay.load_key(row, &mut core.values);
        }
        Some((as_before, parts))
    }
}

/// Returns the source whose next observation has the least BY values; the master if they are equal.
fn least(cursors: &[Cursor<'_>]) -> Option<usize> {
    (0..cursors.len())
        .filter(|&source| cursors[source].is_there())
        .min_by(|&a, &b| cursors[a].key().cmp(cursors[b].key()))
}
