//! Which keys go on which pages.

use crate::error::LayoutError;
use crate::header::HEADER_BYTES;

/// The size of pages that suits most indexes.
///
/// In memory, `examples/index_rates.rs` finds one of 10 million keys of 8 bytes equally fast on pages of 1 to 32 KiB;
/// on larger ones changes take longer, and on the smallest there is a level more to read. See
/// `docs/decisions/0019-indexes.md`.
pub const DEFAULT_PAGE_BYTES: usize = 8192;

/// The bytes of a row number, as separators have them behind the key.
pub(crate) const ROW_BYTES: usize = 8;

/// A page holds so many entries even if nothing of them is stored in common.
const LEAST_ENTRIES: usize = 4;

/// The whole keys of a page are at most so many times as long as the page.
const MOST_EXPANSION: usize = 32;

const LEAST_PAGE: usize = 512;
const MOST_PAGE: usize = 32768;

/// Keys of one length on pages of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    page_bytes: usize,
    key_bytes: usize,
}

impl Layout {
    /// Returns the layout for keys of `key_bytes` on pages of `page_bytes`.
    ///
    /// # Errors
    /// If pages do not have from 512 to 32,768 bytes, or keys do not have from 1 to [`Layout::longest_key`] bytes.
    pub fn new(page_bytes: usize, key_bytes: usize) -> Result<Self, LayoutError> {
        if !(LEAST_PAGE..=MOST_PAGE).contains(&page_bytes) {
            return Err(LayoutError::PageBytes {
                page_bytes,
                least: LEAST_PAGE,
                most: MOST_PAGE,
            });
        }
        let most = Self::longest_key(page_bytes);
        if !(1..=most).contains(&key_bytes) {
            return Err(LayoutError::KeyBytes {
                page_bytes,
                key_bytes,
                most,
            });
        }
        Ok(Self { page_bytes, key_bytes })
    }

    /// Returns the length of the longest key that goes on pages of `page_bytes`: at least four entries fit on a page.
    pub fn longest_key(page_bytes: usize) -> usize {
        (page_bytes.saturating_sub(HEADER_BYTES) / LEAST_ENTRIES).saturating_sub(2 * ROW_BYTES)
    }

    /// Returns the size of a page.
    #[inline]
    pub fn page_bytes(self) -> usize {
        self.page_bytes
    }

    /// Returns the length of a key.
    #[inline]
    pub fn key_bytes(self) -> usize {
        self.key_bytes
    }

    /// Returns how many entries a page of a level has at most. Keys that have nearly all in common take nearly no room;
    /// this limits what it takes to change their page.
    #[inline]
    pub(crate) fn most_entries(self, level: u8) -> usize {
        MOST_EXPANSION * self.page_bytes / self.search_bytes(level)
    }

    /// Returns the length of what the pages of a level are searched by: keys on leaves, keys and rows above.
    #[inline]
    pub(crate) fn search_bytes(self, level: u8) -> usize {
        if level == 0 {
            self.key_bytes
        } else {
            self.key_bytes + ROW_BYTES
        }
    }
}
