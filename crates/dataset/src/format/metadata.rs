//! What a file is: its variables, how many rows it has, and how they lie on pages.

use serde::Serialize;

use super::header::Header;
use super::page::Shape;
use super::write::most_rows;
use crate::schema::Schema;

/// How rows are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Compression {
    /// Not at all.
    None,
    /// By runs of equal bytes: `COMPRESS=CHAR` or `COMPRESS=YES`.
    RunLength,
    /// By Ross's method, which also refers back: `COMPRESS=BINARY`.
    Ross,
}

impl Compression {
    /// What a listing calls it: `NO`, `CHAR` or `BINARY`.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "NO",
            Self::RunLength => "CHAR",
            Self::Ross => "BINARY",
        }
    }
}

/// All that a file says of itself before its rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Metadata {
    /// What its header says.
    pub header: Header,
    /// Its variables, and where in a row each is.
    pub schema: Schema,
    /// What the data set means, for listings; empty for none.
    pub label: String,
    /// The type of the data set, such as `CORR`; empty for an ordinary one.
    pub data_set_type: String,
    /// The step that made it, such as `DATASTEP` or `SORT`.
    pub step: String,
    /// How rows are compressed.
    pub compression: Compression,
    /// Rows that take room, deleted ones included.
    pub rows_stored: u64,
    /// Rows that are deleted.
    pub rows_deleted: u64,
    /// The first page that may hold rows, counted from 0 after the header. The number of pages if there
    /// is none.
    pub first_page_with_rows: u64,
    pub(super) first_pointer_to_rows: usize,
    pub(super) most_on_mixed_page: u64,
    pub(super) most_on_page: Option<u16>,
    /// The page that the last row lies on, counted from 1 after the header, and which block of it that is.
    pub(super) last_row: (u64, u16),
    /// Where on the first page the piece with the number of rows begins, if it is there.
    pub(super) row_size_at: Option<usize>,
}

impl Metadata {
    /// The number of rows, without deleted ones.
    pub fn rows(&self) -> u64 {
        self.rows_stored - self.rows_deleted
    }

    /// The most rows that a page of nothing but rows holds; 0 for a compressed file, whose rows differ
    /// in length. Listings call it "Max Obs per Page".
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

    /// Rows on the first page that holds rows, deleted ones included. Listings call it "Obs in First
    /// Data Page". 0 for a compressed file.
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
    pub(super) fn shape(&self) -> Shape {
        Shape {
            order: self.order,
            wide: self.wide,
            page_size: self.page_size,
            may_not_align: ["9.0000M0", "8.0000M0"].contains(&self.release.as_str()),
        }
    }
}
