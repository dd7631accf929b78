//! Entries that are added to a tree.

use std::ops::Range;

use crate::entries::Entries;
use crate::error::Error;
use crate::free::FreeList;
use crate::node::{Node, node};
use crate::pages::PagesMut;
use crate::path::{Path, Step, leaf_of};
use crate::tree::{MOST_LEVELS, Tree};

/// A page that was split off, and the key that separates it from the page before.
type Sibling = (Vec<u8>, u64);

impl Tree {
    /// Adds an entry, and returns false if the tree has it.
    ///
    /// # Errors
    /// If a page is damaged or cannot be read or changed, or the key is not as long as those of the tree. The caller
    /// then takes the pages, the tree and the list as they were before.
    pub fn insert<P: PagesMut>(
        &mut self,
        pages: &mut P,
        free: &mut FreeList,
        key: &[u8],
        row: u64,
    ) -> Result<bool, Error<P::Error>> {
        self.expect(pages, key)?;
        if self.height == 0 {
            let mut entries = Entries::new(0, self.layout);
            entries.push(key, row);
            let root = free.take(pages)?;
            entries.write(0..1, pages.page_mut(root).map_err(Error::Storage)?);
            (self.root, self.height, self.entries, self.leaves) = (root, 1, 1, 1);
            return Ok(true);
        }
        let (leaf, path) = leaf_of(pages, self, key, row)?;
        let node = node(pages, self.layout, leaf, 0)?;
        let index = node.rank_of_entry(key, row);
        if index < node.count() && node.value(index) == row && node.end_of_equal(key, index) > index {
            return Ok(false);
        }
        match room(&node, key, row) {
            Some(place) => place.fill(pages.page_mut(leaf).map_err(Error::Storage)?, index),
            None => {
                let mut entries = Entries::of(&node, self.layout).map_err(|reason| Error::damaged(leaf, reason))?;
                entries.insert(index, key, row);
                let is_last = index + 1 == entries.len() && path.iter().all(is_last);
                let siblings = self.write(pages, free, &entries, leaf, is_last)?;
                self.add_siblings(pages, free, path, siblings)?;
            }
        }
        self.entries += 1;
        Ok(true)
    }

    /// Writes entries to a page, and those that do not fit to other ones, which are returned.
    fn write<P: PagesMut>(
        &mut self,
        pages: &mut P,
        free: &mut FreeList,
        entries: &Entries,
        page: u64,
        is_last: bool,
    ) -> Result<Vec<Sibling>, Error<P::Error>> {
        let mut parts = Vec::new();
        let len = entries.len();
        let page_bytes = self.layout.page_bytes();
        // In a tree that grows at its end, what is left behind stays full.
        let kept = if entries.level() == 0 { len - 1 } else { len - 2 };
        if is_last && !entries.fit(0..len, page_bytes) && entries.fit(0..kept, page_bytes) {
            parts.extend([0..kept, kept..len]);
        } else {
            split(entries, 0..len, page_bytes, &mut parts);
        }
        let mut siblings = Vec::new();
        for part in parts {
            let number = if part.start == 0 { page } else { free.take(pages)? };
            entries.write(part.clone(), pages.page_mut(number).map_err(Error::Storage)?);
            if part.start > 0 {
                siblings.push((entries.separator(part.start), number));
            }
        }
        if entries.level() == 0 {
            self.leaves += siblings.len() as u64;
        }
        Ok(siblings)
    }

    /// Adds pages that were split off to the page above, which may have to be split in turn.
    fn add_siblings<P: PagesMut>(
        &mut self,
        pages: &mut P,
        free: &mut FreeList,
        mut path: Path,
        mut siblings: Vec<Sibling>,
    ) -> Result<(), Error<P::Error>> {
        while !siblings.is_empty() {
            let level = self.top() - path.len() as u8 + 1;
            let (mut entries, at, page) = if let Some(Step { page, index, .. }) = path.pop() {
                let above = node(pages, self.layout, page, level)?;
                let entries = Entries::of(&above, self.layout).map_err(|reason| Error::damaged(page, reason))?;
                (entries, index + 1, page)
            } else {
                if self.height == MOST_LEVELS {
                    return Err(Error::damaged(self.root, "the tree is higher than it can be"));
                }
                let mut entries = Entries::new(level, self.layout);
                entries.push(&vec![0; self.layout.search_bytes(level)], self.root);
                self.root = free.take(pages)?;
                self.height += 1;
                (entries, 1, self.root)
            };
            let is_last = at == entries.len() && path.iter().all(is_last);
            for (offset, (key, page)) in siblings.iter().enumerate() {
                entries.insert(at + offset, key, *page);
            }
            siblings = self.write(pages, free, &entries, page, is_last)?;
        }
        Ok(())
    }
}

fn is_last(step: &Step) -> bool {
    step.index + 1 == step.count
}

/// Splits a range into parts that each fit on a page: in the middle, as often as it takes. At least four entries fit on
/// a page, so that each part has two.
fn split(entries: &Entries, range: Range<usize>, page_bytes: usize, parts: &mut Vec<Range<usize>>) {
    if entries.fit(range.clone(), page_bytes) {
        parts.push(range);
    } else {
        let middle = range.start + range.len() / 2;
        split(entries, range.start..middle, page_bytes, parts);
        split(entries, middle..range.end, page_bytes, parts);
    }
}

/// The parts of an entry that are stored, and the place on its leaf where the first one begins.
struct Room {
    entry: Vec<u8>,
    first: usize,
    count: usize,
}

/// Returns how an entry goes on a leaf as it is, or `None` if it does not.
fn room(node: &Node<'_>, key: &[u8], row: u64) -> Option<Room> {
    let mut entry = node.rest_of(key)?.to_vec();
    let value = node.stored(row)?;
    entry.extend_from_slice(&value[..node.entry_bytes() - entry.len()]);
    node.has_room().then(|| Room {
        entry,
        first: node.entry_at(0),
        count: node.count(),
    })
}

impl Room {
    /// Inserts the entry before the one with the index.
    fn fill(&self, page: &mut [u8], index: usize) {
        let bytes = self.entry.len();
        let at = self.first + index * bytes;
        let end = self.first + self.count * bytes;
        page.copy_within(at..end, at + bytes);
        page[at..at + bytes].copy_from_slice(&self.entry);
        set_count(page, self.count + 1);
    }
}

/// Changes the number of values of a page, which is then not sealed.
pub(crate) fn set_count(page: &mut [u8], count: usize) {
    page[8..10].copy_from_slice(&(count as u16).to_le_bytes());
    page[0..4].fill(0);
}
