//! The metadata of a file: its variables, its number of rows, and their positions on pages.

use super::header::Header;
use super::lost::Absurd;
use super::page::Shape;
use super::write::most_rows;
use crate::compression::Compression;
use crate::schema::Schema;

/// The metadata of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Metadata {
    /// The header.
    pub header: Header,
    /// Its variables and their offsets in a row.
    pub schema: Schema,
    /// Its label; may be empty.
    pub label: String,
    /// The type of the data set, such as `CORR`; empty for an ordinary one.
    pub data_set_type: String,
    /// The step that created it, such as `DATASTEP` or `SORT`.
    pub step: String,
    /// The compression of rows.
    pub compression: Compression,
    /// The number of rows in the file, including deleted ones.
    pub rows_stored: u64,
    /// The number of deleted rows.
    pub rows_deleted: u64,
    /// The first page that may have rows, from 0 after the header. The number of pages if there is none.
    pub first_page_with_rows: u64,
    pub(crate) first_pointer_to_rows: usize,
    /// The page, from 0 after the header, that may have rows in a compressed file without any.
    pub empty_front: Option<u64>,
    /// The offset of the first row on that page, if rows are together there.
    pub(crate) start_of_rows: usize,
    /// True if rows on pages with a description begin at multiples of eight.
    pub(crate) is_aligned: bool,
    /// A value of the first rows that its variable cannot have: they may not be where they were sought.
    pub absurd: Option<Absurd>,
    pub(crate) most_on_mixed_page: u64,
    pub(crate) most_on_page: Option<u16>,
    /// The page of the last row, from 1 after the header, and its block on the page.
    pub(crate) last_row: (u64, u16),
    /// True if new rows take the space of deleted ones, in a compressed file.
    pub reuses_space: bool,
    /// True if a row can be found by its number, in a compressed file.
    pub is_addressable: bool,
    /// The page, from 1, of the directory of pages; 0 if there is none.
    pub(crate) directory_page: u64,
    /// The offset on the first page of the subheader with the number of rows, if it is there.
    pub(crate) row_size_at: Option<usize>,
}

impl Metadata {
    /// Returns the number of rows, without deleted ones.
    pub fn rows(&self) -> u64 {
        self.rows_stored - self.rows_deleted
    }

    /// Returns the maximum number of rows on a page of rows; 0 for a compressed file, whose rows differ in length.
    /// Listings call it "Max Obs per Page".
    pub fn most_rows_per_page(&self) -> u32 {
        match (self.compression, self.most_on_page) {
            (Compression::None, Some(most)) if most > 0 => most.into(),
            (Compression::None, _) => {
                let head = self.header.shape().head() as u32;
                most_rows(self.header.page_size - head, self.schema.row_length())
            }
            _ => 0,
        }
    }

    /// Returns the number of rows on the first page with rows, including deleted ones; 0 for a compressed file.
    /// Listings call it "Obs in First Data Page".
    pub fn rows_on_first_page(&self) -> u64 {
        let most = match (self.compression, self.most_on_mixed_page) {
            (Compression::None, 0) => self.most_rows_per_page().into(),
            (Compression::None, most) => most,
            _ => 0,
        };
        most.min(self.rows_stored)
    }
}

impl Header {
    pub(crate) fn shape(&self) -> Shape {
        Shape {
            order: self.order,
            wide: self.wide,
            page_size: self.page_size,
        }
    }
}
