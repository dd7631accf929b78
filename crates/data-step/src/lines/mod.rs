//! Files of lines: INFILE, INPUT, DATALINES, FILE and PUT.
//!
//! | module | contents |
//! |---|---|
//! | [`source`] | lines from a file or the program |
//! | [`bytes`] | the bytes of files and commands |
//! | [`said`] | messages of commands |
//! | [`pattern`] | the files of `data/*.csv` |
//! | [`scan`] | finds values in a line |
//! | [`input`] | INPUT |
//! | [`target`] | lines to a file, the log or the listing |
//! | [`put`] | PUT |
//! | [`shown`] | lines of input in the log |

mod bytes;
mod compressed;
pub mod input;
mod pattern;
pub mod put;
mod said;
mod scan;
pub mod shown;
mod source;
mod target;

pub use compressed::has_member;

use std::path::{Path, PathBuf};

use feedrate_options::{MemoryGrant, MemoryRefused};
use feedrate_program::{Device, External};
use feedrate_values::value::trim;

/// Grows the buffer of a line to so many bytes, taking the memory from the step's grant.
#[inline]
fn make_room(line: &mut Vec<u8>, bytes: usize, memory: &mut MemoryGrant) -> Result<(), MemoryRefused> {
    match bytes <= line.capacity() {
        true => Ok(()),
        false => grow(line, bytes, memory),
    }
}

#[cold]
fn grow(line: &mut Vec<u8>, bytes: usize, memory: &mut MemoryGrant) -> Result<(), MemoryRefused> {
    let had = line.capacity();
    // Grows by a fraction, so that a line that arrives in many parts is not moved for each one, but not to twice the
    // size.
    let ahead = (bytes as u64 - had as u64).saturating_add(bytes as u64 / 8);
    let wanted = ahead.min(memory.left()).max((bytes - had) as u64);
    let what = ("A line of that length", "needs");
    memory.take(wanted, what, "make it shorter, such as by LRECL=")?;
    line.reserve_exact(had + wanted as usize - line.len());
    Ok(())
}

/// Returns the path that a character value names.
fn path_of(text: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(trim(text).trim_ascii_start()).as_ref())
}

/// Returns the name of a file in messages: the reference by which the program named it, or else its path.
fn name_of(external: &External, path: &Path) -> String {
    match &external.reference {
        Some(reference) => reference.clone(),
        None => format!("'{}'", path.display()),
    }
}

/// Returns a path as the note about an opened file shows it.
fn shown_place(external: &External, path: &Path) -> String {
    match &external.device {
        Device::Disk | Device::Gzip => format!("Filename={}", path.display()),
        Device::Zip(member) => format!("Library={},\nMember Name={member}", path.display()),
        Device::Pipe => format!("Pipe command=\"{}\"", path.display()),
    }
}

/// Converts a column, from 1, to a position, from 0. An invalid column becomes the nearest position in a line of
/// `longest` bytes.
fn position_of_column(column: f64, longest: u32) -> usize {
    // A missing column counts as the first.
    (column.floor().max(1.0) - 1.0).min(f64::from(longest)) as usize
}

/// The maximum number of lines that `#n` can refer to in a statement.
const MOST_LINES: usize = 32_767;

/// Converts the line number of `#n` to an index. An invalid number becomes the nearest line.
fn index_of_line(line: f64) -> usize {
    // A missing number counts as the first line.
    (line.floor().max(1.0) as usize).min(MOST_LINES) - 1
}

/// Returns a position moved by a number of columns.
fn moved(position: usize, by: f64, longest: u32) -> usize {
    position_of_column(
        position as f64 + 1.0 + if by.is_nan() { 0.0 } else { by.trunc() },
        longest,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stay_within_a_line() {
        assert_eq!(position_of_column(1.0, 80), 0);
        assert_eq!(position_of_column(0.0, 80), 0);
        assert_eq!(position_of_column(f64::NAN, 80), 0);
        assert_eq!(position_of_column(1e300, 80), 80);
        assert_eq!(moved(5, -2.0, 80), 3);
        assert_eq!(moved(5, -9.0, 80), 0);
        assert_eq!(moved(5, f64::NAN, 80), 5);
    }

    #[test]
    fn lines_are_numbered_from_one() {
        assert_eq!(index_of_line(2.5), 1);
        for none in [0.0, -3.0, f64::NAN] {
            assert_eq!(index_of_line(none), 0);
        }
        assert_eq!(index_of_line(f64::INFINITY), MOST_LINES - 1);
    }

    #[test]
    fn a_line_takes_no_more_than_is_granted() {
        let mut memory = MemoryGrant::new(1 << 20);
        let mut line = Vec::new();
        for bytes in [1, 80, 1 << 10, 1 << 19, 1 << 20] {
            make_room(&mut line, bytes, &mut memory).unwrap();
            assert!(line.capacity() >= bytes);
            assert_eq!(line.capacity() as u64 + memory.left(), 1 << 20);
            line.resize(bytes, b' ');
        }
        let refused = make_room(&mut line, (1 << 20) + 1, &mut memory).unwrap_err();
        assert!(refused.to_string().contains("MEMSIZE="), "{refused}");
        assert_eq!(line.capacity(), 1 << 20);
    }
}
