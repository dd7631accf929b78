//! UPDATE: applies the transactions of a BY group to the observation of the master.

use feedrate_program::ReadStatement;

use super::cursor::Cursor;
use super::group_position::{GroupPosition, SourceGroup, set_contributions};
use super::key::KeyLayout;
use super::overlay::Overlay;
use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};

/// The index of the master among the sources.
const MASTER: usize = 0;

/// The index of the transactions.
const TRANSACTIONS: usize = 1;

/// Returns how the transactions of an UPDATE go over its master.
pub(super) fn overlay(read: &ReadStatement, cursors: &[Cursor<'_>], checks_missing: bool) -> StepResult<Overlay> {
    let [_, transactions] = cursors else {
        return Err(Box::new(Fault::NoDataSet));
    };
    let (source, schema) = (transactions.source, transactions.reader().schema());
    Overlay::new(&source.loads, &read.by, checks_missing, schema).ok_or_else(|| Fault::changed(&source.data_set))
}

/// The state of an UPDATE.
pub(crate) struct UpdateGroup {
    group: SourceGroup,
    overlay: Overlay,
    /// Set when the master had several observations in a group.
    has_repeats: bool,
}

impl UpdateGroup {
    pub(crate) fn new(cursors: &[Cursor<'_>], keys: &KeyLayout, overlay: Overlay) -> Self {
        Self {
            group: SourceGroup::new(cursors, keys),
            overlay,
            has_repeats: false,
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
        let (mut has_master, mut has_transaction) = (false, true);
        if !self.group.has(&cursors[TRANSACTIONS]) {
            if self.group.has(&cursors[MASTER]) {
                self.has_repeats = true;
                self.group.clear(core);
                core.set_flag(cursors[TRANSACTIONS].source.contributes, false);
                (has_master, has_transaction) = (true, false);
            } else {
                match self.group.begin(cursors, keys, core) {
                    Some(common) => as_before = common,
                    None => return Ok(None),
                }
                has_master = self.group.has(&cursors[MASTER]);
                has_transaction = self.group.has(&cursors[TRANSACTIONS]);
                set_contributions(cursors, core, |source| match source {
                    MASTER => has_master,
                    _ => has_transaction,
                });
                if !has_master {
                    let row = cursors[TRANSACTIONS].row();
                    self.overlay.load_key(row, &mut core.values);
                }
            }
        }
        if has_master {
            let cursor = &mut cursors[MASTER];
            cursor.take(&mut core.values);
            cursor.advance(core)?;
        }
        if has_transaction {
            let cursor = &mut cursors[TRANSACTIONS];
            cursor.take_over(&self.overlay, &mut core.values);
            cursor.advance(core)?;
        }
        let position = self.group.position(as_before, false, cursors, keys);
        Ok(Some((position, !self.group.has(&cursors[TRANSACTIONS]))))
    }
}
