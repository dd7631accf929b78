//! The sas7bdat format on bytes: nothing here opens a file.
//!
//! A file is a header and then pages of one size. The first pages describe the variables, in pieces
//! that are called subheaders; rows follow on the page where these end, and on pages of their own.
//! What is known of the format is what others found out from files; see the documents of BioStatMatt
//! and of FredHutch named `sas7bdat`. Files that are made here are checked with independent readers, which
//! are pandas, ReadStat and parso. No such file has been opened with the SAS System.
//!
//! Reading: [`Header::parse`] takes the first bytes of a file. A [`Collector`] then asks for page
//! after page until it knows all variables and gives [`Metadata`]. With that, [`Metadata::page_rows`]
//! says of any page which rows it holds, and [`PageRows::next_block`] gives them, in place or
//! decompressed. A [`Converter`] turns blocks of foreign byte order or text encoding into the own.
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
//! Writing: [`Front::new`] makes the header and the pages that describe the variables, and holds them
//! until the end, because they have the counts. Rows first go into the slots of the front, then into
//! those of data pages, which the caller owns and [`RowPages::seal`] completes.
//!
//! ```text
//! let mut front = Front::new(&new_file)?;
//! // Rows 0 .. front.slots() go into front.slot_mut(i). Then, for each data page of the caller's:
//! let row_pages = front.row_pages();
//! //     row_pages.slots().of(page, i) for i in 0 .. row_pages.slots().count
//! row_pages.seal(page, number, rows_on_it);         // numbers go on after front.pages()
//! let bytes = front.finish(rows, modified)?;        // goes to offset 0 of the file
//! ```
//!
//! Adding rows: [`Metadata::end_of_rows`] says whether and where, and an [`Extension`] which bytes of the
//! file change in which order.

mod bytes;
mod collect;
mod convert;
mod error;
pub mod field;
mod header;
mod lost;
mod metadata;
mod page;
mod placement;
mod rdc;
mod resolve;
mod rle;
mod rows;
mod subheader;
pub mod write;

pub use collect::Collector;
pub use convert::Converter;
pub(crate) use convert::whole_characters;
pub use error::FormatError;
pub use field::{NumberField, Order, TextField};
pub use header::Header;
pub use lost::{Lost, Undefined};
pub use metadata::{Compression, Metadata};
pub use placement::Placement;
pub use rows::{Block, PageRows};
pub use write::{
    Edit, Extension, Front, NewFile, NotExtended, RowPages, SMALLEST_PAGE, Slots, page_for,
    rows_per_page,
};

#[cfg(test)]
mod tests;
