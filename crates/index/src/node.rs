//! A page of a tree, as it lies there.
//!
//! ```text
//! header | prefix | rest of key 0, value 0 | rest of key 1, value 1 | … | room
//! ```
//!
//! The bytes that all keys of a page have in common at their beginning and end are stored once. The rests are of one
//! length, and so are the values, which are stored less their least. On leaves, the values are rows, and on the levels
//! above they are pages, where each key separates a page from the one before: it is at most what the page has, and
//! greater than what the one before has. There, the first key has no meaning, and is not read.

mod rank;

use crate::error::Error;
use crate::header::{HEADER_BYTES, Header, Kind};
use crate::layout::Layout;
use crate::pages::Pages;

/// A page of a tree whose header has been looked at, so that all that it speaks of is on the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node<'a> {
    page: &'a [u8],
    level: u8,
    /// The number of values, at least 1.
    count: usize,
    most_entries: usize,
    prefix: usize,
    pad: u8,
    /// The length of the rest of a key.
    width: usize,
    value_bytes: usize,
    base: u64,
}

impl<'a> Node<'a> {
    /// Looks at a page of a level; `Err` says what is wrong with it.
    #[inline]
    pub fn read(page: &'a [u8], layout: Layout, level: u8) -> Result<Self, &'static str> {
        let header = Header::read(page)?;
        if page.len() != layout.page_bytes() {
            return Err("it is of another size");
        }
        if header.kind != Kind::Node {
            return Err("it is free but in use");
        }
        if header.level != level {
            return Err("it is of another level");
        }
        if header.count == 0 {
            return Err("it is empty");
        }
        let key_bytes = layout.search_bytes(level);
        if usize::from(header.key_bytes) != key_bytes {
            return Err("its keys are of another length");
        }
        let (prefix, tail) = (usize::from(header.prefix), usize::from(header.tail));
        let Some(width) = key_bytes.checked_sub(prefix + tail) else {
            return Err("its keys are longer than they can be");
        };
        let node = Self {
            page,
            level,
            count: usize::from(header.count),
            most_entries: layout.most_entries(level),
            prefix,
            pad: header.pad,
            width,
            value_bytes: usize::from(header.value_bytes),
            base: header.base,
        };
        if node.count > layout.most_entries(level) || node.value_bytes > 8 || node.used() > page.len() {
            return Err("it holds more than fits");
        }
        // No two entries are the same, nor two values above the leaves.
        if node.count > 1 && node.entry_bytes() == 0 {
            return Err("its entries are all the same");
        }
        Ok(node)
    }

    pub fn level(&self) -> u8 {
        self.level
    }

    /// The number of values.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The number of keys.
    #[inline]
    pub fn keys(&self) -> usize {
        self.count - usize::from(self.level > 0)
    }

    /// Returns the number of bytes of the page that are used.
    #[inline]
    pub fn used(&self) -> usize {
        self.entry_at(self.count)
    }

    /// Returns whether one more entry fits, if it has in common what all have.
    pub fn has_room(&self) -> bool {
        self.count < self.most_entries && self.entry_at(self.count + 1) <= self.page.len()
    }

    /// The length of the rest of a key and a value.
    #[inline]
    pub fn entry_bytes(&self) -> usize {
        self.width + self.value_bytes
    }

    /// Where an entry begins, or would begin.
    #[inline]
    pub fn entry_at(&self, index: usize) -> usize {
        HEADER_BYTES + self.prefix + index * self.entry_bytes()
    }

    /// The row or page at an index below [`Node::count`].
    #[inline]
    pub fn value(&self, index: usize) -> u64 {
        // The value is the upper bytes of the eight bytes that end with it: before the first is the header.
        let shift = 64 - 8 * self.value_bytes as u32;
        let stored = u64::from_le_bytes(eight_before(self.page, self.entry_at(index + 1)));
        self.base.wrapping_add(stored.checked_shr(shift).unwrap_or(0))
    }

    /// Copies the key at an index below [`Node::keys`]. `key` is as long as the keys are.
    pub fn copy_key(&self, index: usize, key: &mut [u8]) {
        let (prefix, rest) = key.split_at_mut(self.prefix);
        let (rest, tail) = rest.split_at_mut(self.width);
        prefix.copy_from_slice(self.prefix());
        rest.copy_from_slice(self.rest(index));
        tail.fill(self.pad);
    }

    #[inline]
    fn prefix(&self) -> &'a [u8] {
        &self.page[HEADER_BYTES..self.entry_at(0)]
    }

    /// The entry that has a key.
    #[inline]
    fn entry_of(&self, key: usize) -> usize {
        key + usize::from(self.level > 0)
    }

    #[inline]
    fn rest(&self, index: usize) -> &'a [u8] {
        let at = self.entry_at(self.entry_of(index));
        &self.page[at..at + self.width]
    }

    /// The rest of a key if it has in common what all keys of the page have.
    #[inline]
    pub fn rest_of<'k>(&self, key: &'k [u8]) -> Option<&'k [u8]> {
        let rest = key.strip_prefix(self.prefix())?;
        let (rest, tail) = rest.split_at(self.width);
        tail.iter().all(|byte| *byte == self.pad).then_some(rest)
    }

    /// Returns the bytes that are stored for a value, if it can be stored in as many bytes as the others.
    pub fn stored(&self, value: u64) -> Option<[u8; 8]> {
        let stored = value.checked_sub(self.base)?;
        let more = stored.checked_shr(8 * self.value_bytes as u32).unwrap_or(0);
        (more == 0).then(|| stored.to_le_bytes())
    }
}

/// The eight bytes of a page before an offset, which is behind the header.
#[inline]
fn eight_before(page: &[u8], end: usize) -> [u8; 8] {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&page[end - 8..end]);
    bytes
}

/// Returns a page of a tree at a level.
pub(crate) fn node<P: Pages>(
    pages: &mut P,
    layout: Layout,
    number: u64,
    level: u8,
) -> Result<Node<'_>, Error<P::Error>> {
    if number == 0 || number >= pages.count() {
        return Err(Error::damaged(
            number,
            "an index refers to it, but it is none of its pages",
        ));
    }
    let page = pages.page(number).map_err(Error::Storage)?;
    Node::read(page, layout, level).map_err(|reason| Error::damaged(number, reason))
}
