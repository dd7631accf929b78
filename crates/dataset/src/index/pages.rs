//! The pages of an index file, in a pool of buffers.

use std::ops::Range;

use feedrate_index::{Pages, PagesMut, seal_page, verify_page};

use crate::error::{Error, Result};
use crate::pages::{Pool, UnitForm};

/// The form of pages: they are checked when they are read, and sealed before they are written.
pub(super) const FORM: UnitForm = UnitForm {
    verify: verify_page,
    seal: seal_page,
};

/// The pages of an index file. They can be changed if the pool was opened for that.
#[derive(Debug)]
pub(crate) struct IndexPages {
    pub(crate) pool: Pool,
    page_bytes: usize,
    /// The number of pages, with those that were appended.
    count: u64,
}

impl IndexPages {
    pub(super) fn new(pool: Pool, page_bytes: u32) -> Result<Self> {
        let count = pool.file().size()? / u64::from(page_bytes);
        Ok(Self {
            pool,
            page_bytes: page_bytes as usize,
            count,
        })
    }

    /// Returns the length of the file with its appended pages, in bytes.
    pub(crate) fn end(&self) -> u64 {
        self.count * self.page_bytes as u64
    }
}

impl Pages for IndexPages {
    type Error = Error;

    fn page_bytes(&self) -> usize {
        self.page_bytes
    }

    fn count(&self) -> u64 {
        self.count
    }

    #[inline]
    fn page(&mut self, number: u64) -> Result<&[u8]> {
        self.pool.unit(number)
    }

    #[inline]
    fn expect(&mut self, number: u64, bytes: Range<usize>) {
        self.pool.expect_unit(number, bytes);
    }
}

impl PagesMut for IndexPages {
    fn page_mut(&mut self, number: u64) -> Result<&mut [u8]> {
        self.pool.unit_mut(number)
    }

    fn append(&mut self) -> Result<u64> {
        let number = self.count;
        self.count += 1;
        self.pool.unit_mut(number)?.fill(0);
        Ok(number)
    }
}
