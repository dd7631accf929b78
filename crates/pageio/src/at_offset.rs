//! Reading and writing at an offset of a file, whatever its position is.
//!
//! On Windows the position moves with each, so that one file is not read or written both ways.

use std::fs::File;
use std::io;

use crate::system;

/// Reads exactly as many bytes.
///
/// # Errors
///
/// The error of the system; [`io::ErrorKind::UnexpectedEof`] if the file ends before.
pub fn read_exact(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    system::read_exact_at(file, bytes, offset)
}

/// Writes all bytes.
///
/// # Errors
///
/// The error of the system.
pub fn write_all(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    system::write_all_at(file, bytes, offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_at_an_offset_is_read_there() {
        let file = tempfile::tempfile().unwrap();
        write_all(&file, b"456", 4).unwrap();
        write_all(&file, b"0123", 0).unwrap();
        let mut bytes = [0; 3];
        read_exact(&file, &mut bytes, 3).unwrap();
        assert_eq!(&bytes, b"345");
        let error = read_exact(&file, &mut bytes, 5).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
