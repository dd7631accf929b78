//! Any bytes, read as a Parquet file and as an Arrow file.

use crate::file::read;

/// Reads a file as both. Of files before it nothing is known.
pub fn columnar(bytes: &[u8]) {
    for format in feedrate_columnar::formats() {
        read(&*format, bytes);
    }
}
