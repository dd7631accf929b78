//! Compresses rows, one at a time.

use super::{rdc, rle};
use crate::compression::Compression;

/// Compresses the rows of a file.
#[derive(Debug)]
pub(crate) struct Packer {
    method: Method,
    /// The length of a row in the file.
    row_length: usize,
    /// The compressed row, and its length; `None` if it is not less than that of the row.
    output: Vec<u8>,
    length: Option<usize>,
}

#[derive(Debug)]
enum Method {
    RunLength,
    Ross(rdc::EarlierGroups),
    /// Rows are stored as they are.
    Plain,
}

impl Packer {
    pub(crate) fn new(compression: Compression, row_length: usize) -> Self {
        let (method, room) = match compression {
            Compression::RunLength => (Method::RunLength, rle::room(row_length)),
            Compression::Ross => (Method::Ross(rdc::EarlierGroups::new()), rdc::room(row_length)),
            Compression::None => (Method::Plain, 0),
        };
        Self {
            method,
            row_length,
            output: vec![0; room],
            length: None,
        }
    }

    /// Compresses a row, of which bytes behind its length in the file do not count. Returns the length to be stored.
    ///
    /// # Panics
    ///
    /// Panics if the row is too short.
    #[inline]
    pub(crate) fn pack(&mut self, row: &[u8]) -> usize {
        let row = &row[..self.row_length];
        self.length = match &mut self.method {
            Method::RunLength => rle::compress(row, &mut self.output),
            Method::Ross(seen) => rdc::compress(row, seen, &mut self.output),
            Method::Plain => None,
        };
        self.length.unwrap_or(self.row_length)
    }

    /// Returns the bytes to be stored of the row that was given last, and whether they are compressed.
    #[inline]
    pub(crate) fn packed<'a>(&'a self, row: &'a [u8]) -> (&'a [u8], bool) {
        match self.length {
            Some(length) => (&self.output[..length], true),
            None => (&row[..self.row_length], false),
        }
    }
}
