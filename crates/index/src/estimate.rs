//! An estimate of the number of entries in a range of keys, from the pages at its ends.

use std::ops::Bound;

use crate::error::Error;
use crate::node::node;
use crate::pages::Pages;
use crate::path::{Path, Way, descend, leaf_of};
use crate::tree::Tree;

/// A place between two entries: the way to its leaf, the index there, and the number of entries of the leaf.
struct Place {
    path: Path,
    index: usize,
    count: usize,
}

impl Tree {
    /// Returns about how many entries have keys in a range, from the two ways down to its ends. The number is exact if
    /// both ends are on the same leaf or on neighbours below the same page.
    ///
    /// # Errors
    /// If a page is damaged or cannot be read, or a key is not as long as those of the tree.
    pub fn estimate<P: Pages>(
        &self,
        pages: &mut P,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
    ) -> Result<u64, Error<P::Error>> {
        for bound in [from, to] {
            match bound {
                Bound::Included(key) | Bound::Excluded(key) => self.expect(pages, key)?,
                Bound::Unbounded => self.expect_pages(pages)?,
            }
        }
        if self.height == 0 {
            return Ok(0);
        }
        if (from, to) == (Bound::Unbounded, Bound::Unbounded) {
            return Ok(self.entries);
        }
        let first = match from {
            Bound::Included(key) => self.place(pages, key, false)?,
            Bound::Excluded(key) => self.place(pages, key, true)?,
            Bound::Unbounded => self.edge(pages, Way::First)?,
        };
        let last = match to {
            Bound::Included(key) => self.place(pages, key, true)?,
            Bound::Excluded(key) => self.place(pages, key, false)?,
            Bound::Unbounded => self.edge(pages, Way::Last)?,
        };
        Ok(self.entries_between(&first, &last))
    }

    /// The place before the first entry of a key, or behind the last one.
    fn place<P: Pages>(&self, pages: &mut P, key: &[u8], is_behind: bool) -> Result<Place, Error<P::Error>> {
        let (leaf, path) = leaf_of(pages, self, key, if is_behind { u64::MAX } else { 0 })?;
        let node = node(pages, self.layout, leaf, 0)?;
        Ok(Place {
            index: node.rank(key, is_behind),
            count: node.count(),
            path,
        })
    }

    /// The place before all entries or behind all.
    fn edge<P: Pages>(&self, pages: &mut P, way: Way<'_>) -> Result<Place, Error<P::Error>> {
        let mut path = Path::new();
        let leaf = descend(pages, self, (self.root, self.top()), way, &mut path)?;
        let count = node(pages, self.layout, leaf, 0)?.count();
        let index = if matches!(way, Way::First) { 0 } else { count };
        Ok(Place { path, index, count })
    }

    fn entries_between(&self, first: &Place, last: &Place) -> u64 {
        let steps = || first.path.iter().zip(&last.path);
        let Some(turn) = steps().position(|(left, right)| left.index != right.index) else {
            return last.index.saturating_sub(first.index) as u64;
        };
        if first.path[turn].index > last.path[turn].index {
            return 0;
        }
        // From the page above the leaves up to where the ways part: the leaves between them, and those below one page.
        let (mut leaves, mut below) = (0.0, 1.0);
        for (left, right) in steps().skip(turn + 1).rev() {
            let between = left.count - 1 - left.index + right.index;
            leaves += between as f64 * below;
            below *= (left.count + right.count) as f64 / 2.0;
        }
        leaves += (last.path[turn].index - first.path[turn].index - 1) as f64 * below;
        let leaf = self.entries as f64 / self.leaves.max(1) as f64;
        let ends = (first.count - first.index.min(first.count) + last.index) as u64;
        ends.saturating_add((leaves * leaf) as u64).min(self.entries)
    }
}
