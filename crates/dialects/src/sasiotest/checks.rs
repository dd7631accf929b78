//! Conditions that are checked before a test starts and prints anything.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use feedrate_machine::{Memory, Volume};
use feedrate_pageio::{self as pageio, PageFile, mark};
use feedrate_workload as workload;

use super::error::{Error, Result};
use super::request::Test;
use super::rules::words;
use crate::system;

/// Returns an error if a test cannot be run, as far as that can be checked without opening the file. Conditions that
/// may change until then are found when it is opened.
pub(super) fn check(test: &Test) -> Result<()> {
    PageFile::check_kind(&test.file).map_err(pages)?;
    match fs::metadata(&test.file) {
        Ok(metadata) => {
            if test.operation.reads() {
                check_length(test, metadata.len())?;
            }
            if test.operation.writes() && !test.force {
                check_mark(&test.file)?;
            }
        }
        Err(source) if test.operation.reads() || !folder_of(&test.file).is_dir() => {
            return Err(cannot_open(&test.file, source));
        }
        Err(_) => {}
    }
    check_memory(test)?;
    check_space(test)
}

fn pages(error: pageio::Error) -> Error {
    Error::Job(workload::Error::Pages(error))
}

fn cannot_open(file: &Path, source: io::Error) -> Error {
    let path = file.into();
    pages(pageio::Error::Open { path, source })
}

/// Returns the folder of a file that exists or will be created.
fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Checks that the file has as many bytes as are to be read.
fn check_length(test: &Test, holds: u64) -> Result<()> {
    if holds >= test.file_size.bytes {
        return Ok(());
    }
    // `None` if a transfer is larger than any file: then no size is valid.
    let unit = test.transfer_bytes().unwrap_or(u64::MAX);
    let advice = match holds / unit * unit {
        0 => "write it first with -w".to_owned(),
        most => format!("give -filesize {most} or less"),
    };
    Err(Error::ShortFile {
        path: test.file.clone(),
        holds,
        wanted: words("the file size", test.file_size),
        advice,
    })
}

/// Checks that feedrate made the file that is to be written. A file that cannot be read cannot be recognized.
fn check_mark(file: &Path) -> Result<()> {
    match File::open(file).and_then(|file| mark::is_on(&file)) {
        Ok(true) => Ok(()),
        Ok(false) | Err(_) => Err(Error::NotOurs { path: file.into() }),
    }
}

/// Checks that the buffers of one transfer fit in memory. The kernel grants more than there is, and kills the process
/// that then uses it.
fn check_memory(test: &Test) -> Result<()> {
    let memory = Memory::host();
    let limits = [memory.available_bytes, memory.cgroup_limit_bytes];
    let Some(available) = limits.into_iter().flatten().min() else {
        return Ok(());
    };
    match test.transfer_bytes() {
        Some(bytes) if bytes < available => Ok(()),
        bytes => Err(Error::Memory {
            asked: match bytes {
                Some(bytes) => format!("{bytes} bytes needs as much memory"),
                None => "that many bytes needs more than any memory".to_owned(),
            },
            available,
        }),
    }
}

/// Checks that the volume has room for what is to be written. The present space of the file is reused.
fn check_space(test: &Test) -> Result<()> {
    if test.operation.reads() {
        // Pages are written back to where they were read from.
        return Ok(());
    }
    let (holds, seen_from) = match fs::metadata(&test.file) {
        Ok(metadata) => (system::space_of(&test.file, &metadata), test.file.as_path()),
        Err(_) => (0, folder_of(&test.file)),
    };
    let space = Volume::of(seen_from).ok().and_then(|volume| volume.space);
    let Some(available) = space.map(|space| space.available_bytes) else {
        return Ok(());
    };
    let room = available.saturating_add(holds);
    if test.file_size.bytes <= room {
        return Ok(());
    }
    Err(Error::NoRoom {
        path: test.file.clone(),
        wanted: words("the file size", test.file_size),
        room,
    })
}
