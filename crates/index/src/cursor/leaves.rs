//! The way of a cursor from one leaf to the next.

use super::Cursor;
use crate::error::Error;
use crate::node::node;
use crate::pages::Pages;
use crate::path::{Step, Way, descend};

impl Cursor {
    /// Writes the first entry of the leaf into `first`, with its row.
    fn write_first<P: Pages>(&mut self, pages: &mut P) -> Result<(), Error<P::Error>> {
        let node = node(pages, self.tree.layout, self.leaf, 0)?;
        self.first.resize(self.tree.layout.search_bytes(1), 0);
        let (key, row) = self.first.split_at_mut(self.tree.layout.key_bytes());
        node.copy_key(0, key);
        row.copy_from_slice(&node.value(0).to_be_bytes());
        Ok(())
    }

    /// Goes to the beginning of the next leaf; returns false, and stays, if this is the last one.
    pub(super) fn enter_next_leaf<P: Pages>(&mut self, pages: &mut P) -> Result<bool, Error<P::Error>> {
        let is_next = |step: &Step| step.index + 1 < step.count;
        let Some(turn) = self.path.iter().rposition(is_next) else {
            return Ok(false);
        };
        self.turn(pages, turn).inspect_err(|_| self.leave())?;
        self.index = 0;
        Ok(true)
    }

    /// Goes one value on in the page of a step, and from there down to the nearest leaf.
    fn turn<P: Pages>(&mut self, pages: &mut P, turn: usize) -> Result<(), Error<P::Error>> {
        let layout = self.tree.layout;
        self.write_first(pages)?;
        std::mem::swap(&mut self.first, &mut self.before);
        self.path.truncate(turn + 1);
        let level = self.tree.top() - turn as u8;
        let step = &mut self.path[turn];
        step.index += 1;
        let step = *step;
        let above = node(pages, layout, step.page, level)?;
        if step.index >= above.count() {
            return Err(Error::damaged(step.page, "it was changed under a cursor"));
        }
        let from = (above.value(step.index), level - 1);
        self.leaf = descend(pages, &self.tree, from, Way::First, &mut self.path)?;
        self.count = node(pages, layout, self.leaf, 0)?.count();
        self.write_first(pages)?;
        if self.first <= self.before {
            return Err(Error::damaged(self.leaf, "its first entry is not in order"));
        }
        Ok(())
    }
}
