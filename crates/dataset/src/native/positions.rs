//! Where the rows of a file lie, if that is known without reading the pages before them.

use std::ops::Range;
use std::sync::Arc;

use super::description::Description;
use crate::format::{Directory, Placement};

/// The positions of the rows of a file without deleted ones.
#[derive(Clone, Debug)]
pub(crate) enum Positions {
    /// They are computed: pages are full.
    Computed(Placement),
    /// The file lists its pages.
    Listed(Arc<Directory>),
}

impl Positions {
    /// Returns `None` if they are not known.
    pub(crate) fn of(description: &Description) -> Option<Self> {
        let metadata = &description.metadata;
        let directory = description.directory();
        let listed = directory.filter(|_| metadata.rows_deleted == 0);
        match listed {
            Some(directory) => Some(Self::Listed(Arc::clone(directory))),
            None => metadata.placement().map(Self::Computed),
        }
    }

    /// Returns the numbers of the pages with rows.
    pub(crate) fn pages(&self) -> Range<u64> {
        match self {
            Self::Computed(placement) => placement.pages(),
            Self::Listed(directory) => directory.pages(),
        }
    }

    /// Returns the page of a row, both from 0; the row must be there.
    pub(crate) fn page_of(&self, row: u64) -> u64 {
        match self {
            Self::Computed(placement) => placement.page_of(row),
            Self::Listed(directory) => {
                let place = directory.page_of_row(row);
                place.map_or(directory.pages().end, |(page, _)| page)
            }
        }
    }

    /// Returns how many rows precede a page, which must not be before the first.
    pub(crate) fn rows_before(&self, page: u64) -> u64 {
        match self {
            Self::Computed(placement) => placement.rows_before(page),
            Self::Listed(directory) => directory.rows_before(page),
        }
    }

    /// Returns how many rows a page has.
    pub(crate) fn rows_on(&self, page: u64) -> u64 {
        match self {
            Self::Computed(placement) => placement.rows_on(page),
            Self::Listed(directory) => directory.rows_on(page),
        }
    }
}
