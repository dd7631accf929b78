//! The compression of the rows of a file.

use super::pages;
use crate::compression::Compression;
use crate::format::write::{POINTER, page_for};
use crate::schema::Schema;

/// The compression of the rows of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The method.
    pub compression: Compression,
    /// True if new rows take the space of deleted ones: `REUSE=YES`.
    pub reuses_space: bool,
    /// True if a row is found by its number: `POINTOBS=YES`. The file then has a directory of its pages.
    pub is_addressable: bool,
}

impl Packing {
    /// Returns whether compression can pay for rows of this schema: a row is longer than what it takes besides its
    /// bytes.
    pub fn can_pay(schema: &Schema) -> bool {
        schema.end_of_values() as usize >= POINTER
    }

    /// Returns the bytes of a page that holds a row of this schema however it is stored.
    pub fn page_for(schema: &Schema) -> u64 {
        pages::rows::page_for(schema.end_of_values()).max(page_for(1, schema.row_length()))
    }

    /// Returns the name of the method in a file.
    pub(crate) fn method(self) -> &'static [u8] {
        match self.compression {
            Compression::None => b"        ",
            Compression::RunLength => b"SASYZCRL",
            Compression::Ross => b"SASYZCR2",
        }
    }
}
