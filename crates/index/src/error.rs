//! The errors of trees.

use thiserror::Error as ThisError;

/// An error of a tree whose pages fail with `E`.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
pub enum Error<E> {
    /// A page is not what the tree has written.
    #[error("page {page} of the index is damaged: {reason}")]
    Damaged {
        /// The number of the page.
        page: u64,
        /// The fault.
        reason: &'static str,
    },
    /// A key does not have the length of the tree's keys.
    #[error("a key of {found} bytes was used on an index with keys of {expected} bytes")]
    KeyLength {
        /// The length of the tree's keys.
        expected: usize,
        /// The length of the key.
        found: usize,
    },
    /// The pages do not have a size that keys of this length fit on.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The pages could not be read or changed.
    #[error("{0}")]
    Storage(E),
}

impl<E> Error<E> {
    pub(crate) fn damaged(page: u64, reason: &'static str) -> Self {
        Self::Damaged { page, reason }
    }
}

/// An error of a bulk load whose pages cannot be written for `E`.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
pub enum BuildError<E> {
    /// An entry does not follow the one before it.
    #[error("entry {position} of the index is not in order")]
    OutOfOrder {
        /// The entry, counted from 1.
        position: u64,
    },
    /// A key does not have the length of the tree's keys.
    #[error("a key of {found} bytes was used on an index with keys of {expected} bytes")]
    KeyLength {
        /// The length of the tree's keys.
        expected: usize,
        /// The length of the key.
        found: usize,
    },
    /// A page could not be written.
    #[error("{0}")]
    Storage(E),
}

/// Why keys of some length do not go on pages of some size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ThisError)]
pub enum LayoutError {
    /// No index has pages of this size.
    #[error("an index page has from {least} to {most} bytes, not {page_bytes}")]
    PageBytes {
        /// The size of the pages.
        page_bytes: usize,
        /// The smallest page.
        least: usize,
        /// The largest page.
        most: usize,
    },
    /// The key is too long for the page, or has no bytes.
    #[error("index keys on pages of {page_bytes} bytes have from 1 to {most} bytes, not {key_bytes}")]
    KeyBytes {
        /// The size of the pages.
        page_bytes: usize,
        /// The length of the key.
        key_bytes: usize,
        /// The length of the longest key for such pages.
        most: usize,
    },
}
