//! Entries that are taken out of a tree.

use crate::entries::Entries;
use crate::error::Error;
use crate::free::FreeList;
use crate::insert::set_count;
use crate::layout::Layout;
use crate::node::node;
use crate::pages::{Pages, PagesMut};
use crate::path::{Path, Step, leaf_of};
use crate::tree::Tree;

/// A page that uses less than one part of so many is put together with a neighbour.
const SPARSE: usize = 4;

impl Tree {
    /// Takes an entry out, and returns false if the tree does not have it. A page that has become nearly empty is put
    /// together with a neighbour, and the page that is left over is free.
    ///
    /// # Errors
    /// As for [`Tree::insert`].
    pub fn remove<P: PagesMut>(
        &mut self,
        pages: &mut P,
        free: &mut FreeList,
        key: &[u8],
        row: u64,
    ) -> Result<bool, Error<P::Error>> {
        self.expect(pages, key)?;
        if self.height == 0 {
            return Ok(false);
        }
        let (leaf, path) = leaf_of(pages, self, key, row)?;
        let node = node(pages, self.layout, leaf, 0)?;
        let index = node.rank_of_entry(key, row);
        if node.end_of_equal(key, index) == index || node.value(index) != row {
            return Ok(false);
        }
        let count = node.count();
        let Some(entries) = self.entries.checked_sub(1).filter(|left| *left > 0 || self.height == 1) else {
            return Err(Error::damaged(leaf, "the tree has more entries than it says"));
        };
        let (at, next, end) = (node.entry_at(index), node.entry_at(index + 1), node.entry_at(count));
        let is_sparse = node.used() - node.entry_bytes() < self.layout.page_bytes() / SPARSE;
        self.entries = entries;
        if count == 1 {
            return self.unlink(pages, free, path, leaf).map(|()| true);
        }
        let page = pages.page_mut(leaf).map_err(Error::Storage)?;
        page.copy_within(next..end, at);
        set_count(page, count - 1);
        if is_sparse {
            self.join(pages, free, path)?;
        }
        Ok(true)
    }

    /// Takes an empty page out of the tree, with the pages above that had no other.
    fn unlink<P: PagesMut>(
        &mut self,
        pages: &mut P,
        free: &mut FreeList,
        mut path: Path,
        page: u64,
    ) -> Result<(), Error<P::Error>> {
        self.leaves = self.leaves.saturating_sub(1);
        free.give(pages, page)?;
        while let Some(step) = path.last().copied() {
            if step.count > 1 {
                self.drop_value(pages, &path, step, step.index)?;
                return self.join(pages, free, above(path));
            }
            free.give(pages, step.page)?;
            path.pop();
        }
        if self.entries > 0 {
            return Err(Error::damaged(self.root, "the tree has fewer entries than it says"));
        }
        *self = Self::new(self.layout);
        Ok(())
    }

    /// Puts the page below the last step of `path` together with a neighbour if one of them is nearly empty and the
    /// other has room, and so on upwards. A root with one page below gives way to that.
    fn join<P: PagesMut>(&mut self, pages: &mut P, free: &mut FreeList, mut path: Path) -> Result<(), Error<P::Error>> {
        while let Some(step) = path.last().copied() {
            let level = self.top() - path.len() as u8;
            let above_node = node(pages, self.layout, step.page, level + 1)?;
            let count = above_node.count();
            if count == 1 {
                break;
            }
            let index = step.index.min(count - 1);
            let here = above_node.value(index);
            let is_sparse = node(pages, self.layout, here, level)?.used() < self.layout.page_bytes() / SPARSE;
            let is_joined = is_sparse
                && ((index + 1 < count && self.join_at(pages, free, &path, index)?)
                    || (index > 0 && self.join_at(pages, free, &path, index - 1)?));
            if !is_joined {
                break;
            }
            path.pop();
        }
        self.lower_root(pages, free)
    }

    /// Puts the page at an index of the page above and the one to its right together if they leave room; returns
    /// whether they did.
    fn join_at<P: PagesMut>(
        &mut self,
        pages: &mut P,
        free: &mut FreeList,
        path: &Path,
        index: usize,
    ) -> Result<bool, Error<P::Error>> {
        let Some(step) = path.last() else {
            return Ok(false);
        };
        let level = self.top() - path.len() as u8;
        let above = node(pages, self.layout, step.page, level + 1)?;
        let mut separator = vec![0; self.layout.search_bytes(level + 1)];
        above.copy_key(index, &mut separator);
        let (left, right) = (above.value(index), above.value(index + 1));
        if left == right {
            return Err(Error::damaged(left, "an index refers to it twice"));
        }
        let mut entries = read(pages, self.layout, left, level)?;
        entries.append(read(pages, self.layout, right, level)?, &separator);
        // Not so full that the next entry splits it again.
        if !entries.fit(0..entries.len(), self.layout.page_bytes() / 4 * 3) {
            return Ok(false);
        }
        entries.write(0..entries.len(), pages.page_mut(left).map_err(Error::Storage)?);
        free.give(pages, right)?;
        if level == 0 {
            self.leaves = self.leaves.saturating_sub(1);
        }
        self.drop_value(pages, path, *step, index + 1)?;
        Ok(true)
    }

    /// Takes a value, and the key before it, out of the page of the last step of `path`, which has more.
    fn drop_value<P: PagesMut>(
        &self,
        pages: &mut P,
        path: &Path,
        step: Step,
        index: usize,
    ) -> Result<(), Error<P::Error>> {
        let level = self.top() - path.len() as u8 + 1;
        let mut entries = read(pages, self.layout, step.page, level)?;
        entries.remove(index);
        entries.write(0..entries.len(), pages.page_mut(step.page).map_err(Error::Storage)?);
        Ok(())
    }

    /// Takes roots out that have one page below.
    fn lower_root<P: PagesMut>(&mut self, pages: &mut P, free: &mut FreeList) -> Result<(), Error<P::Error>> {
        while self.height > 1 {
            let root = node(pages, self.layout, self.root, self.top())?;
            if root.count() > 1 {
                break;
            }
            let below = root.value(0);
            free.give(pages, self.root)?;
            self.root = below;
            self.height -= 1;
        }
        Ok(())
    }
}

fn above(mut path: Path) -> Path {
    path.pop();
    path
}

fn read<P: Pages>(pages: &mut P, layout: Layout, page: u64, level: u8) -> Result<Entries, Error<P::Error>> {
    let node = node(pages, layout, page, level)?;
    Entries::of(&node, layout).map_err(|reason| Error::damaged(page, reason))
}
