//! The pages of an index file, in a pool of buffers.

use std::ops::Range;
use std::path::Path;

use feedrate_index::{Pages, PagesMut, seal_page, verify_page};
use feedrate_pageio::Discipline;

use super::head::IndexHead;
use crate::error::{Error, Result};
use crate::pages::{Pool, PoolPlan, UnitForm};
use crate::settings::Settings;

/// The most bytes of index pages that are kept.
const MOST_KEPT: u64 = 256 << 20;

/// The fewest index pages that are kept.
const FEWEST: u64 = 16;

/// The form of pages: they are checked when they are read, and sealed before they are written.
const FORM: UnitForm = UnitForm {
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

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> &Path {
        self.pool.file().path()
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

/// Returns the plan of a pool for an index file.
pub(super) fn plan(head: &IndexHead, path: &Path, settings: &Settings) -> PoolPlan {
    let page_bytes = u64::from(head.page_bytes);
    let file_bytes = std::fs::metadata(path).map_or(0, |it| it.len());
    let granted = settings.transfer_bytes().unwrap_or(u64::MAX) / page_bytes;
    let most = match settings.discipline {
        // The pages from the root to a leaf are always kept, as SAS does; IBUFNO= adds to them.
        Discipline::AsSas => {
            let height = head.indexes.iter().map(|(_, tree)| u64::from(tree.height()));
            let kept = height.max().unwrap_or(0) + 1;
            kept + u64::from(settings.index_buffers).min(granted)
        }
        Discipline::Overlapped => (MOST_KEPT / page_bytes).min(granted).max(FEWEST),
    };
    PoolPlan {
        origin: 0,
        unit_bytes: head.page_bytes as usize,
        buffers: most.min(file_bytes.div_ceil(page_bytes).max(1)) as usize + 1,
        discipline: settings.discipline,
        form: Some(FORM),
        is_mapped: settings.discipline == Discipline::Overlapped,
    }
}
