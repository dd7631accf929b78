//! The sas7bdat format on bytes: this module opens no file.
//!
//! A file is a header followed by pages of one size. The first pages describe the variables, in parts that are called
//! subheaders; rows follow on the page where these end, and on pages of rows. The format is known from the analysis of
//! files; see the documents of BioStatMatt and of FredHutch named `sas7bdat`. Files made here are checked with
//! independent readers: pandas, ReadStat and parso. No such file has been opened with the SAS System.
//!
//! Reading: [`Header::parse`] takes the first bytes of a file. A [`Collector`] then requests page after page until the
//! description of the variables is complete, and returns [`Metadata`]. With it, [`Metadata::page_rows`] locates the
//! rows of any page, and [`PageRows::next_block`] returns them, in place or decompressed. A [`Converter`] converts
//! blocks of another byte order or encoding.
//!
//! ```text
//! let header = Header::parse(&first_bytes)?;
//! let mut collector = Collector::new(header, file_length)?;
//! while let Some(number) = collector.wants() {
//!     collector.take(&page(number))?;              // pages count from 0 after the header
//! }
//! let metadata = collector.finish()?;
//! let mut rows_before = 0;
//! for number in metadata.first_page_with_rows..metadata.header.page_count {
//!     let mut rows = metadata.page_rows(number, &page(number), rows_before)?;
//!     rows_before += rows.stored() as u64;
//!     while let Some(block) = rows.next_block(&page(number), &mut buffer)? {
//!         for row in block.rows() { … }             // without the deleted ones
//!     }
//! }
//! ```
//!
//! Writing: [`Front::new`] creates the header and the pages that describe the variables, and keeps them until the end,
//! because they contain the counts. Rows first go into the slots of the front, then into those of pages of rows, which
//! the caller owns and [`RowPages::seal`] completes.
//!
//! ```text
//! let mut front = Front::new(&new_file)?;
//! // Rows 0 .. front.slots() go into front.slot_mut(i). Then, for each data page of the caller's:
//! let row_pages = front.row_pages();
//! //     row_pages.slots().of(page, i) for i in 0 .. row_pages.slots().count
//! row_pages.seal(page, number, rows_on_it);         // numbers continue after front.pages()
//! let bytes = front.finish(rows, modified)?;        // goes to offset 0 of the file
//! ```
//!
//! Compressed rows do not have a fixed number of them on a page: [`PackedFront`] takes the place of [`Front`], and
//! [`PackedRows`] that of [`RowPages`]. A [`Directory`] lists the pages of such a file.
//!
//! Appending rows: [`Metadata::end_of_rows`] returns whether and where that is possible, and an [`Extension`] which
//! bytes of the file are changed in which order. Changing rows in place: [`InPlace`], and [`PackedInPlace`] where they
//! are compressed.

mod alignment;
pub(crate) mod bytes;
mod collect;
mod convert;
mod deleted_rows;
pub(crate) mod directory;
pub(crate) mod error;
pub mod field;
pub(crate) mod header;
mod lost;
mod mark;
pub(crate) mod metadata;
pub(crate) mod page;
mod placement;
mod positions;
mod resolve;
pub(crate) mod rows;
mod sort_order;
mod subheader;
pub mod write;

/// The extension of its files.
pub const EXTENSION: &str = ".sas7bdat";

pub use collect::Collector;
pub use convert::Converter;
pub(crate) use convert::whole_characters;
pub use directory::{Directory, DirectoryCollector};
pub use error::FormatError;
pub use field::{NumberField, Order, TextField};
pub use header::Header;
pub use lost::{Absurd, UndefinedValue, ValueLosses};
pub use mark::Marks;
pub use metadata::Metadata;
pub use placement::Placement;
pub use positions::{DeletedBit, PageHead, RowPositions};
pub use rows::{Block, PageRows};
pub use sort_order::{OrderNote, SortOrder, SortedVariable};
pub use write::{
    AddedRow, Edit, Extension, Front, InPlace, NewFile, NotExtended, RowPages, SMALLEST_PAGE, Slots, page_for,
    rows_per_page,
};

pub use crate::compression::pages::extension::PackedExtension;
pub use crate::compression::pages::filler::{PackedGap, PageFiller, pointer_to, pointer_to_deleted};
pub use crate::compression::pages::front::{PackedEnd, PackedFront};
pub use crate::compression::pages::in_place::{PackedCounts, PackedInPlace, RowPacker};
pub use crate::compression::pages::place::{PackedPiece, PackedPointers};
pub use crate::compression::pages::rows::PackedRows;
pub use crate::compression::{Compression, CompressionOptions};

#[cfg(test)]
mod tests;
