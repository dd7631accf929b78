//! Writes recordings of loads.

use std::io::{self, Write};
use std::path::PathBuf;

use feedrate_workload::load::{Action, Movement};

use super::{HEAD, name, version};

/// The version that is written: fio's since 3.31.
const VERSION: u32 = 3;

/// Returns whether a file begins as a recording that can be read and appended to.
pub(crate) fn looks_like_one(head: &str) -> bool {
    let mut lines = head.split_inclusive('\n');
    let first = lines.next().and_then(|line| line.strip_suffix('\n'));
    first.is_some_and(|line| version(line).is_some())
}

/// Writes the beginning of the recording of a load with these files.
pub(crate) fn write_head(out: &mut dyn Write, files: &[PathBuf]) -> io::Result<()> {
    writeln!(out, "{HEAD}{VERSION} iolog")?;
    let mut files = files.iter();
    files.try_for_each(|file| writeln!(out, "0 {} add", file.display()))
}

/// Writes what such a load did.
pub(crate) fn write(out: &mut dyn Write, files: &[PathBuf], movements: &[Movement]) -> io::Result<()> {
    for movement in movements {
        let Some(file) = files.get(movement.file) else {
            continue;
        };
        let (file, time) = (file.display(), movement.at.as_micros());
        let action = name(movement.what);
        match movement.what {
            Action::Open | Action::Close => writeln!(out, "{time} {file} {action}")?,
            _ => writeln!(out, "{time} {file} {action} {} {}", movement.offset, movement.bytes)?,
        }
    }
    Ok(())
}
