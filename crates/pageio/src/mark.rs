//! The mark by which feedrate knows a file of its own.
//!
//! Files that feedrate fills with test data begin with a mark, so that a later run may overwrite
//! them and nothing else.

use std::fs::File;
use std::io::{self, ErrorKind};

use crate::system::names::read_at;

/// The first bytes of every file that feedrate fills with test data. They are as long as the
/// smallest block of direct I/O allows for, and plain text so that a person who finds such a file
/// learns what it is.
pub const MARK: &[u8; 64] = b"feedrate test data: made for a measurement, it may be deleted.\n\n";

/// Puts the mark on the first page of a file. Bytes beyond the mark stay as they are; a page shorter
/// than the mark gets as much of it as fits.
pub fn put(first_page: &mut [u8]) {
    put_part(first_page, 0);
}

/// Puts what of the mark belongs to a block at an offset of a file.
pub fn put_part(block: &mut [u8], offset: u64) {
    let part = part_of(offset, block.len());
    block[..part.len()].copy_from_slice(part);
}

/// Returns the part of the mark that belongs to a block at an offset of a file; nothing beyond the mark.
pub fn part_of(offset: u64, bytes: usize) -> &'static [u8] {
    let from = offset.min(MARK.len() as u64) as usize;
    let end = from.saturating_add(bytes).min(MARK.len());
    &MARK[from..end]
}

/// Returns whether a file is feedrate's own: it begins with the mark, or is shorter and all of it is the beginning of
/// the mark. An empty file is: nothing in it can be lost. The file must be open for reading, and not for direct I/O,
/// which the mark's length would not suit.
///
/// # Errors
/// The error of the system where the file cannot be read.
pub fn is_on(file: &File) -> io::Result<bool> {
    let mut start = [0; MARK.len()];
    let mut length = 0;
    while length < start.len() {
        match read_at(file, &mut start[length..], length as u64) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(start[..length] == MARK[..length])
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn file_of(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    #[test]
    fn a_marked_page_is_known_and_others_are_not() {
        let mut page = vec![9; 4096];
        put(&mut page);
        assert!(is_on(&file_of(&page)).unwrap());
        assert!(is_on(&file_of(b"")).unwrap());
        assert!(is_on(&file_of(&MARK[..5])).unwrap());
        assert!(!is_on(&file_of(b"x")).unwrap());
        page[3] ^= 1;
        assert!(!is_on(&file_of(&page)).unwrap());
        assert!(!is_on(&file_of(&vec![0; 4096])).unwrap());
    }

    #[test]
    fn blocks_shorter_than_the_mark_have_their_parts_of_it() {
        let mut file = [9; 96];
        for (index, block) in file.chunks_mut(24).enumerate() {
            put_part(block, 24 * index as u64);
        }
        assert!(file.starts_with(MARK) && file[MARK.len()..] == [9; 32]);
        assert!(part_of(u64::MAX, usize::MAX).is_empty());
    }
}
