//! The size of a `.sas7bdat` file and the pages of its rows, for plans that read and write none of them.

use std::ops::Range;

use super::description::Description;
use super::positions::Positions;
use crate::format::{Front, Header};

/// The size of a `.sas7bdat` file, and which of its pages have which rows. The file need not exist.
#[derive(Clone, Debug)]
pub struct Extent {
    header_bytes: u64,
    page_bytes: u64,
    pages: u64,
    described: u64,
    described_bytes: u64,
    rows: u64,
    row_bytes: u64,
    /// The first page that may have rows.
    first_page: u64,
    /// `None` if the pages of single rows are not known.
    positions: Option<Positions>,
}

impl Extent {
    /// Returns that of a file whose description was read.
    pub(crate) fn of(description: &Description) -> Self {
        let metadata = &description.metadata;
        let positions = Positions::of(description);
        Self {
            header_bytes: metadata.header.header_length.into(),
            page_bytes: metadata.header.page_size.into(),
            pages: metadata.header.page_count,
            described: description.account().moved.pages,
            described_bytes: description.account().moved.bytes,
            rows: metadata.rows(),
            row_bytes: metadata.schema.row_length().into(),
            first_page: metadata.first_page_with_rows,
            positions,
        }
    }

    /// Returns that of a file which begins with `front` and has this many uncompressed rows.
    pub(crate) fn of_new(front: &Front, rows: u64) -> Self {
        let placement = front.placement(rows);
        let (pages, page_bytes) = (front.page_count(rows), front.page_size() as u64);
        // A description that ends with a full page is followed by a look at the first page of rows.
        let described = match front.slots() {
            0 => pages.min(front.pages() + 1),
            _ => front.pages(),
        };
        Self {
            header_bytes: front.header_length() as u64,
            page_bytes,
            pages,
            described,
            described_bytes: Header::PREFIX as u64 + described * page_bytes,
            rows,
            row_bytes: front.row_pages().slots().stride as u64,
            first_page: placement.pages().start,
            positions: Some(Positions::Computed(placement)),
        }
    }

    /// Returns the bytes of the header.
    pub fn header_bytes(&self) -> u64 {
        self.header_bytes
    }

    /// Returns the bytes of a page.
    pub fn page_bytes(&self) -> u64 {
        self.page_bytes
    }

    /// Returns the number of pages after the header.
    pub fn pages(&self) -> u64 {
        self.pages
    }

    /// Returns the length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        let pages = self.pages.saturating_mul(self.page_bytes);
        pages.saturating_add(self.header_bytes)
    }

    /// Returns how many pages are read to learn the variables, before any row is read.
    pub fn described(&self) -> u64 {
        self.described
    }

    /// Returns how many bytes are read to learn the variables: a part of the header, and these pages.
    pub fn described_bytes(&self) -> u64 {
        self.described_bytes
    }

    /// Returns that of the same file with another number of rows. Rows that are not in full pages take as much space on
    /// average as the present ones.
    #[must_use]
    pub fn with_rows(&self, rows: u64) -> Self {
        let first = self.first_page;
        let (pages, positions) = match &self.positions {
            Some(Positions::Computed(placement)) => {
                let placement = placement.with_rows(rows);
                let pages = placement.pages().end.max(first);
                (pages, Some(Positions::Computed(placement)))
            }
            _ => {
                let now = u128::from(self.pages.saturating_sub(first));
                let pages = (now * u128::from(rows)).div_ceil(u128::from(self.rows.max(1)));
                (first.saturating_add(pages as u64), None)
            }
        };
        Self {
            // A page with the description may have no rows yet.
            pages: pages.max(self.pages.min(first + 1)),
            rows,
            positions,
            ..self.clone()
        }
    }

    /// Returns the number of rows that are not deleted.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the bytes of a row that is not compressed.
    pub fn row_bytes(&self) -> u64 {
        self.row_bytes
    }

    /// Returns whether reading can begin at any row. If not, it begins at the first.
    pub fn can_seek(&self) -> bool {
        self.positions.is_some()
    }

    /// Returns how many pages a pass over rows with these numbers, from 0, reads.
    pub fn pages_of(&self, rows: Range<u64>) -> u64 {
        let end = rows.end.min(self.rows);
        if rows.start >= end {
            return 0;
        }
        match &self.positions {
            Some(positions) => positions.page_of(end - 1) + 1 - positions.page_of(rows.start),
            None => self.pages.saturating_sub(self.first_page),
        }
    }
}
