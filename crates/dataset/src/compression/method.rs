//! The methods by which rows are compressed.

use serde::Serialize;

use super::{rdc, rle};
use crate::format::FormatError;

/// The compression of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Compression {
    /// None.
    None,
    /// Run-length encoding: `COMPRESS=CHAR` or `COMPRESS=YES`.
    RunLength,
    /// Ross Data Compression, which also uses back references: `COMPRESS=BINARY`.
    Ross,
}

impl Compression {
    /// Returns its name in listings: `NO`, `CHAR` or `BINARY`.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "NO",
            Self::RunLength => "CHAR",
            Self::Ross => "BINARY",
        }
    }

    /// Returns the name of the method in a file.
    pub(crate) fn signature(self) -> &'static [u8] {
        match self {
            Self::None => b"        ",
            Self::RunLength => b"SASYZCRL",
            Self::Ross => b"SASYZCR2",
        }
    }
}

/// Decompresses a row into `buffer`.
pub(crate) fn decompress(
    compression: Compression,
    row_length: usize,
    page: u64,
    piece: &[u8],
    buffer: &mut Vec<u8>,
) -> Result<(), FormatError> {
    let done = match compression {
        Compression::RunLength => rle::decompress(piece, row_length, buffer),
        Compression::Ross => rdc::decompress(piece, row_length, buffer),
        Compression::None => None,
    };
    done.ok_or_else(|| {
        let length = piece.len();
        let reason = format!("a compressed row of {length} bytes does not give one of {row_length}");
        FormatError::page(page, reason)
    })
}
