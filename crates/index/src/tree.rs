//! The tree, as far as it is kept outside its pages.

use crate::error::{Error, LayoutError};
use crate::layout::Layout;
use crate::pages::Pages;

/// No tree is higher: with two pages below each, that is more than can be numbered.
pub(crate) const MOST_LEVELS: u8 = 64;

/// No tree has more entries, nor a file more pages: what is counted on from here stays a number.
pub(crate) const MOST_ENTRIES: u64 = 1 << 62;

/// A tree, known by its root. The caller keeps it next to the pages, such as on page 0, and after each change anew.
///
/// A tree without entries has no page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tree {
    pub(crate) layout: Layout,
    pub(crate) root: u64,
    /// The number of levels.
    pub(crate) height: u8,
    pub(crate) entries: u64,
    pub(crate) leaves: u64,
}

impl Tree {
    /// The length of [`Tree::to_bytes`].
    pub const BYTES: usize = 32;

    /// Returns a tree without entries.
    pub fn new(layout: Layout) -> Self {
        Self {
            layout,
            root: 0,
            height: 0,
            entries: 0,
            leaves: 0,
        }
    }

    /// Returns the sizes of pages and keys.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the page of the root, or 0 for a tree without entries.
    pub fn root(&self) -> u64 {
        self.root
    }

    /// Returns the number of levels, which is how many pages a lookup reads.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Returns the number of entries.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Returns the number of leaves, the pages of the lowest level.
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// Returns the tree as bytes to be kept. The size of the pages is not among them.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[0..8].copy_from_slice(&self.root.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.entries.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.leaves.to_le_bytes());
        // A key fits several times on a page of at most 32 KiB.
        bytes[24..26].copy_from_slice(&(self.layout.key_bytes() as u16).to_le_bytes());
        bytes[26] = self.height;
        bytes
    }

    /// Returns the tree that [`Tree::to_bytes`] kept, or `None` if these bytes are no tree on pages of this size.
    pub fn from_bytes(bytes: &[u8; Self::BYTES], page_bytes: usize) -> Option<Self> {
        let number = |at: usize| {
            let mut number = [0; 8];
            number.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(number)
        };
        let key_bytes = usize::from(u16::from_le_bytes([bytes[24], bytes[25]]));
        let tree = Self {
            layout: Layout::new(page_bytes, key_bytes).ok()?,
            root: number(0),
            height: bytes[26],
            entries: number(8),
            leaves: number(16),
        };
        let is_empty = tree.height == 0;
        let is_sound = tree.height <= MOST_LEVELS
            && is_empty == (tree.root == 0)
            && is_empty == (tree.entries == 0)
            && is_empty == (tree.leaves == 0)
            && tree.leaves <= tree.entries
            && tree.entries <= MOST_ENTRIES
            && bytes[27..].iter().all(|byte| *byte == 0);
        is_sound.then_some(tree)
    }

    /// The level of the root, of a tree with entries.
    #[inline]
    pub(crate) fn top(&self) -> u8 {
        self.height.saturating_sub(1)
    }

    /// Looks whether a key and pages are of the tree's lengths.
    pub(crate) fn expect<P: Pages>(&self, pages: &P, key: &[u8]) -> Result<(), Error<P::Error>> {
        self.expect_pages(pages)?;
        let expected = self.layout.key_bytes();
        if key.len() == expected {
            Ok(())
        } else {
            Err(Error::KeyLength {
                expected,
                found: key.len(),
            })
        }
    }

    /// Looks whether pages are of the tree's size.
    pub(crate) fn expect_pages<P: Pages>(&self, pages: &P) -> Result<(), Error<P::Error>> {
        let page_bytes = self.layout.page_bytes();
        if pages.page_bytes() == page_bytes {
            Ok(())
        } else {
            Err(Error::Layout(LayoutError::PageBytes {
                page_bytes: pages.page_bytes(),
                least: page_bytes,
                most: page_bytes,
            }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tree;
    use crate::FreeList;

    #[test]
    fn bytes_that_are_no_tree_are_refused() {
        let mut sound = [0; Tree::BYTES];
        (sound[0], sound[8], sound[16], sound[24], sound[26]) = (1, 1, 1, 8, 1);
        assert!(Tree::from_bytes(&sound, 512).is_some());
        assert!(Tree::from_bytes(&sound, 256).is_none());
        // No root, no entries, more than can be counted, more leaves than entries, no key, no level, too many.
        for (at, byte) in [(0, 0), (8, 0), (15, 0xFF), (16, 2), (24, 0), (26, 0), (26, 65), (31, 1)] {
            let mut bytes = sound;
            bytes[at] = byte;
            assert!(Tree::from_bytes(&bytes, 512).is_none(), "{at}: {byte}");
        }
    }

    #[test]
    fn bytes_that_are_no_list_are_refused() {
        let mut bytes = [0; FreeList::BYTES];
        assert_eq!(FreeList::from_bytes(&bytes), Some(FreeList::new()));
        bytes[0] = 5;
        assert_eq!(FreeList::from_bytes(&bytes), None);
        bytes[8] = 2;
        assert_eq!(FreeList::from_bytes(&bytes).map(|list| list.pages()), Some(2));
        bytes[15] = 0xFF;
        assert_eq!(FreeList::from_bytes(&bytes), None);
    }
}
