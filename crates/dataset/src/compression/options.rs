//! The compression of the rows of a file.

use super::Compression;

/// The compression of the rows of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompressionOptions {
    /// The method.
    pub method: Compression,
    /// True if new rows take the space of deleted ones: `REUSE=YES`.
    pub reuses_space: bool,
    /// True if a row is found by its number: `POINTOBS=YES`. The file then has a directory of its pages.
    pub is_addressable: bool,
}
