//! Trees of entries that come in order, written page after page.

use std::cmp::Ordering;

use crate::error::BuildError;
use crate::header::seal_page;
use crate::layout::Layout;
use crate::page_fill::PageFill;
use crate::tree::Tree;

/// Builds a tree of entries in the order of keys and rows. Of each level, one page is in memory.
///
/// The sink takes the pages in the order of their numbers, without a gap, and sealed.
#[derive(Debug)]
pub struct Builder<S> {
    sink: S,
    layout: Layout,
    /// The number of bytes of a page that are used.
    fill: usize,
    next_page: u64,
    /// Room for the page that is written.
    page: Vec<u8>,
    levels: Vec<PageFill>,
    /// The key that separates the leaf that is being filled from the one before.
    separator: Vec<u8>,
    tree: Tree,
    keys: u64,
    repeat: Option<Repeat>,
}

/// Two rows with the same key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    /// The lesser row.
    pub first: u64,
    /// The next one.
    pub second: u64,
}

/// The tree that a builder has built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltTree {
    /// The tree.
    pub tree: Tree,
    /// The number of the page after the last one.
    pub next_page: u64,
    /// The number of different keys.
    pub keys: u64,
    /// The first key that two rows have, if there is one.
    pub repeat: Option<Repeat>,
}

impl<S, E> Builder<S>
where
    S: FnMut(u64, &[u8]) -> Result<(), E>,
{
    /// Returns a builder whose first page has the number `first_page`, which is at least 1. `fill` is how many percent
    /// of a page are used, from 50 to 100: what is left is for entries to come.
    pub fn new(layout: Layout, first_page: u64, fill: u8, sink: S) -> Self {
        let fill = layout.page_bytes() * usize::from(fill.clamp(50, 100)) / 100;
        Self {
            sink,
            layout,
            fill,
            next_page: first_page.max(1),
            page: vec![0; layout.page_bytes()],
            levels: vec![PageFill::new(0, layout, fill)],
            separator: vec![0; layout.search_bytes(1)],
            tree: Tree::new(layout),
            keys: 0,
            repeat: None,
        }
    }

    /// Adds an entry, which is greater than all before.
    ///
    /// # Errors
    /// If the entry is not greater, if its key is not as long as those of the tree, or if a page cannot be written.
    #[inline]
    pub fn push(&mut self, key: &[u8], row: u64) -> Result<(), BuildError<E>> {
        let expected = self.layout.key_bytes();
        if key.len() != expected {
            return Err(BuildError::KeyLength {
                expected,
                found: key.len(),
            });
        }
        let before = self.before();
        let order = before.map_or(Ordering::Less, |(before, _)| compare(before, key));
        match (order, before) {
            (Ordering::Less, _) => self.keys += 1,
            (Ordering::Equal, Some((_, first))) if first < row => {
                self.repeat.get_or_insert(Repeat { first, second: row });
            }
            _ => {
                return Err(BuildError::OutOfOrder {
                    position: self.tree.entries + 1,
                });
            }
        }
        self.tree.entries += 1;
        if self.levels[0].push(key, row) {
            self.write_full(0)?;
        }
        Ok(())
    }

    /// The entry before the next one.
    #[inline]
    fn before(&self) -> Option<(&[u8], u64)> {
        let leaf = &self.levels[0].entries;
        let index = leaf.len().checked_sub(1)?;
        Some((leaf.key(index), leaf.value(index)))
    }

    /// Returns the first key that two rows have, among those so far.
    pub fn repeat(&self) -> Option<Repeat> {
        self.repeat
    }

    /// Writes what is left, and returns the tree.
    ///
    /// # Errors
    /// If a page cannot be written.
    pub fn finish(mut self) -> Result<BuiltTree, BuildError<E>> {
        if self.tree.entries > 0 {
            let mut level = 0;
            loop {
                while self.levels[level].look() {
                    self.write_full(level)?;
                }
                let last = &self.levels[level];
                let is_root = !last.is_begun;
                let separator = if level == 0 {
                    std::mem::take(&mut self.separator)
                } else {
                    last.entries.key(0).to_vec()
                };
                let page = self.write(level)?;
                if is_root {
                    self.tree.root = page;
                    self.tree.height = level as u8 + 1;
                    break;
                }
                level += 1;
                self.add(level, &separator, page)?;
            }
        }
        Ok(BuiltTree {
            tree: self.tree,
            next_page: self.next_page,
            keys: self.keys,
            repeat: self.repeat,
        })
    }

    /// Writes the page of a level that is full, and adds it to the level above.
    fn write_full(&mut self, level: usize) -> Result<(), BuildError<E>> {
        let full = &self.levels[level];
        let separator = if level == 0 {
            std::mem::replace(&mut self.separator, full.separator())
        } else {
            full.entries.key(0).to_vec()
        };
        let page = self.write(level)?;
        self.add(level + 1, &separator, page)
    }

    /// Adds a page to the level above its own.
    fn add(&mut self, level: usize, separator: &[u8], page: u64) -> Result<(), BuildError<E>> {
        if level == self.levels.len() {
            self.levels.push(PageFill::new(level as u8, self.layout, self.fill));
        }
        if self.levels[level].push(separator, page) {
            self.write_full(level)?;
        }
        Ok(())
    }

    /// Writes the page of a level that was filled, and returns its number.
    fn write(&mut self, level: usize) -> Result<u64, BuildError<E>> {
        self.levels[level].write(&mut self.page);
        let number = self.next_page;
        seal_page(number, &mut self.page);
        (self.sink)(number, &self.page).map_err(BuildError::Storage)?;
        self.next_page += 1;
        if level == 0 {
            self.tree.leaves += 1;
        }
        Ok(number)
    }
}

/// Compares two keys of one length, of which most differ in the first eight bytes.
#[inline]
fn compare(left: &[u8], right: &[u8]) -> Ordering {
    match (left.split_first_chunk(), right.split_first_chunk()) {
        (Some((first_left, left)), Some((first_right, right))) => u64::from_be_bytes(*first_left)
            .cmp(&u64::from_be_bytes(*first_right))
            .then_with(|| left.cmp(right)),
        _ => left.cmp(right),
    }
}
