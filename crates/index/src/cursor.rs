//! A place between two entries of a tree.

mod leaves;

use crate::error::Error;
use crate::node::node;
use crate::pages::Pages;
use crate::path::{Path, Way, descend, write_target};
use crate::tree::Tree;

/// An entry of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry<'a> {
    /// The key.
    pub key: &'a [u8],
    /// The number of the row.
    pub row: u64,
}

/// A place between two entries of a tree, before the first, or behind the last.
///
/// A cursor keeps its buffers, so that only its first searches allocate. It knows the tree as it was when the cursor
/// was made or [renewed](Cursor::renew): after a change of the tree, renew it and seek again, for instance behind the
/// last entry that was returned.
#[derive(Debug, Clone)]
pub struct Cursor {
    tree: Tree,
    path: Path,
    leaf: u64,
    /// The place is before the entry with this index.
    index: usize,
    /// The number of entries of the leaf.
    count: usize,
    /// The leaf's entries of the key that was looked up end here.
    end: usize,
    /// The target of the search: a key and a row.
    target: Vec<u8>,
    /// The last entry that was returned.
    key: Vec<u8>,
    /// The first entry of the leaf, with its row. The leaves to the right begin with greater ones. That is tested, so
    /// that no leaf comes twice, whatever damaged pages say.
    first: Vec<u8>,
    /// The first entry of the leaf before.
    before: Vec<u8>,
}

impl Cursor {
    /// Returns a cursor that has yet to seek: until then it is at the end of a tree without entries.
    pub fn new(tree: &Tree) -> Self {
        Self {
            tree: *tree,
            path: Path::new(),
            leaf: 0,
            index: 0,
            count: 0,
            end: 0,
            target: Vec::new(),
            key: Vec::new(),
            first: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Takes over a tree after it was changed, or another tree. The cursor has yet to seek.
    pub fn renew(&mut self, tree: &Tree) {
        self.tree = *tree;
        self.leave();
    }

    /// Returns the first row of a key, or `None` if no entry has the key. The place is behind its entry.
    ///
    /// # Errors
    /// If a page is damaged or cannot be read, or the key is not as long as those of the tree.
    pub fn find<P: Pages>(&mut self, pages: &mut P, key: &[u8]) -> Result<Option<u64>, Error<P::Error>> {
        match self.land(pages, key, 0)? {
            Some(row) => {
                self.index += 1;
                Ok(Some(row))
            }
            None => self.next_row(pages),
        }
    }

    /// Returns the next row of the key that was [found](Cursor::find) or [sought](Cursor::seek), in the order of rows,
    /// or `None` if there are no more.
    ///
    /// # Errors
    /// If a page is damaged or cannot be read.
    pub fn next_row<P: Pages>(&mut self, pages: &mut P) -> Result<Option<u64>, Error<P::Error>> {
        if self.index == self.end {
            // Only where the key reaches the end of the leaf can the next one have more of it.
            if self.index < self.count || !self.enter_next_leaf(pages)? {
                return Ok(None);
            }
            self.find_end(pages)?;
            if self.index == self.end {
                return Ok(None);
            }
        }
        let row = node(pages, self.tree.layout, self.leaf, 0)?.value(self.index);
        self.index += 1;
        Ok(Some(row))
    }

    /// Goes before the first entry that is not less than `key` and `row`.
    ///
    /// # Errors
    /// As for [`Cursor::find`].
    pub fn seek<P: Pages>(&mut self, pages: &mut P, key: &[u8], row: u64) -> Result<(), Error<P::Error>> {
        self.land(pages, key, row).map(drop)
    }

    /// Goes before the first entry that is not less than `key` and `row`, and returns its row if it is on the leaf and
    /// has the key.
    fn land<P: Pages>(&mut self, pages: &mut P, key: &[u8], row: u64) -> Result<Option<u64>, Error<P::Error>> {
        self.leave();
        self.tree.expect(pages, key)?;
        write_target(&mut self.target, key, row);
        if self.tree.height == 0 {
            return Ok(None);
        }
        let from = (self.tree.root, self.tree.top());
        let leaf = descend(pages, &self.tree, from, Way::To(&self.target), &mut self.path)?;
        let node = node(pages, self.tree.layout, leaf, 0)?;
        self.leaf = leaf;
        self.count = node.count();
        self.index = node.rank_of_entry(key, row);
        self.end = node.end_of_equal(key, self.index);
        Ok((self.index < self.end).then(|| node.value(self.index)))
    }

    /// Goes before the first entry.
    ///
    /// # Errors
    /// If a page is damaged or cannot be read.
    pub fn seek_first<P: Pages>(&mut self, pages: &mut P) -> Result<(), Error<P::Error>> {
        self.leave();
        self.tree.expect_pages(pages)?;
        if self.tree.height > 0 {
            let from = (self.tree.root, self.tree.top());
            let leaf = descend(pages, &self.tree, from, Way::First, &mut self.path)?;
            self.count = node(pages, self.tree.layout, leaf, 0)?.count();
            self.leaf = leaf;
        }
        Ok(())
    }

    /// Returns the entry behind the place and goes behind it, or `None` at the end.
    ///
    /// # Errors
    /// If a page is damaged or cannot be read.
    pub fn next<P: Pages>(&mut self, pages: &mut P) -> Result<Option<Entry<'_>>, Error<P::Error>> {
        if self.index == self.count && !self.enter_next_leaf(pages)? {
            return Ok(None);
        }
        self.index += 1;
        self.entry(pages, self.index - 1).map(Some)
    }

    /// Forgets the place.
    fn leave(&mut self) {
        self.path.clear();
        (self.leaf, self.index, self.count, self.end) = (0, 0, 0, 0);
    }

    /// Sets `end` for the key of `target`.
    fn find_end<P: Pages>(&mut self, pages: &mut P) -> Result<(), Error<P::Error>> {
        self.end = self.index;
        if self.index < self.count {
            let node = node(pages, self.tree.layout, self.leaf, 0)?;
            let key = &self.target[..self.tree.layout.key_bytes()];
            self.end = node.end_of_equal(key, self.index);
        }
        Ok(())
    }

    fn entry<P: Pages>(&mut self, pages: &mut P, index: usize) -> Result<Entry<'_>, Error<P::Error>> {
        let node = node(pages, self.tree.layout, self.leaf, 0)?;
        if index >= node.count() {
            return Err(Error::damaged(self.leaf, "it was changed under a cursor"));
        }
        self.key.resize(self.tree.layout.key_bytes(), 0);
        node.copy_key(index, &mut self.key);
        Ok(Entry {
            key: &self.key,
            row: node.value(index),
        })
    }
}
