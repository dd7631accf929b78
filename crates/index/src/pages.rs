//! The interface to the pages of trees.

use std::convert::Infallible;
use std::ops::Range;

/// Pages of one size, numbered from 0.
pub trait Pages {
    /// Why a page cannot be had.
    type Error;

    /// Returns the size of a page.
    fn page_bytes(&self) -> usize;

    /// Returns the number of pages, with page 0.
    fn count(&self) -> u64;

    /// Returns a page of [`Pages::page_bytes`] bytes.
    ///
    /// # Errors
    /// If the page cannot be read.
    fn page(&mut self, number: u64) -> Result<&[u8], Self::Error>;

    /// Takes note that bytes of a page will be read soon, so that they may be brought near. It is a hint.
    fn expect(&mut self, number: u64, bytes: Range<usize>) {
        let _ = (number, bytes);
    }
}

/// Pages that can be changed.
///
/// One change of a tree may change several pages. If it fails in between, the caller goes back to what the pages and
/// the tree were before.
pub trait PagesMut: Pages {
    /// Returns a page to be changed.
    ///
    /// # Errors
    /// If the page cannot be read, or not be changed.
    fn page_mut(&mut self, number: u64) -> Result<&mut [u8], Self::Error>;

    /// Appends a page of zeros, and returns its number, which is at least 1.
    ///
    /// # Errors
    /// If there is no room for one more.
    fn append(&mut self) -> Result<u64, Self::Error>;
}

/// Pages in memory.
#[derive(Debug, Clone)]
pub struct MemoryPages {
    page_bytes: usize,
    bytes: Vec<u8>,
}

impl MemoryPages {
    /// Returns page 0, of zeros, alone.
    pub fn new(page_bytes: usize) -> Self {
        Self {
            page_bytes,
            bytes: vec![0; page_bytes],
        }
    }

    /// Appends a copy of a page, as the sink of a [`crate::Builder`] does.
    ///
    /// # Panics
    /// If the page has another size.
    pub fn push(&mut self, page: &[u8]) {
        assert_eq!(page.len(), self.page_bytes, "all pages are of one size");
        self.bytes.extend_from_slice(page);
    }
}

impl Pages for MemoryPages {
    type Error = Infallible;

    #[inline]
    fn page_bytes(&self) -> usize {
        self.page_bytes
    }

    #[inline]
    fn count(&self) -> u64 {
        (self.bytes.len() / self.page_bytes) as u64
    }

    /// Returns a page. Panics if there are not so many.
    #[inline]
    fn page(&mut self, number: u64) -> Result<&[u8], Infallible> {
        let at = number as usize * self.page_bytes;
        Ok(&self.bytes[at..at + self.page_bytes])
    }
}

impl PagesMut for MemoryPages {
    #[inline]
    fn page_mut(&mut self, number: u64) -> Result<&mut [u8], Infallible> {
        let at = number as usize * self.page_bytes;
        Ok(&mut self.bytes[at..at + self.page_bytes])
    }

    fn append(&mut self) -> Result<u64, Infallible> {
        let number = self.count();
        self.bytes.resize(self.bytes.len() + self.page_bytes, 0);
        Ok(number)
    }
}
