//! Writes recordings of loads.

use std::io::{self, Write};

use feedrate_workload::load::{Action, LoadFile, Movement};

use super::{HEAD, name, version};

/// The version that is written: fio's since 3.31.
const VERSION: u32 = 3;

/// Returns whether a file begins as a recording that can be read and appended to.
pub(crate) fn looks_like_one(head: &str) -> bool {
    let mut lines = head.split_inclusive('\n');
    let first = lines.next().and_then(|line| line.strip_suffix('\n'));
    first.is_some_and(|line| version(line).is_some())
}

/// Writes the recording of a load.
pub(crate) fn write(
    out: &mut dyn Write,
    files: &[LoadFile],
    movements: &[Movement],
) -> io::Result<()> {
    writeln!(out, "{HEAD}{VERSION} iolog")?;
    let names: Vec<_> = files.iter().map(|file| file.path.display()).collect();
    for name in &names {
        writeln!(out, "0 {name} add")?;
    }
    for movement in movements {
        let Some(file) = names.get(movement.file) else {
            continue;
        };
        let (time, action) = (movement.at.as_micros(), name(movement.what));
        match movement.what {
            Action::Open | Action::Close => writeln!(out, "{time} {file} {action}")?,
            _ => writeln!(
                out,
                "{time} {file} {action} {} {}",
                movement.offset, movement.bytes
            )?,
        }
    }
    Ok(())
}
