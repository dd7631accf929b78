//! The state of the page cache at the start of a run.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_pageio::file::{OpenRequest, PageFile};
use feedrate_pageio::stoppable::open_ordinary;
use feedrate_pageio::{Method, folder};

use crate::definition::CacheState;
use crate::error::{Error, Result};

/// Bytes that are read at once to bring a file into the page cache.
const PIECE: usize = 1 << 20;

/// Sends files out of the page cache, and proves it, or reads them into it.
///
/// # Errors
///
/// Returns an error if a file cannot be read, or stays in the cache.
pub(super) fn set(state: CacheState, inputs: &[impl AsRef<Path>], stop: &AtomicBool) -> Result<()> {
    for input in inputs {
        let input = input.as_ref();
        match state {
            CacheState::AsLeft => {}
            CacheState::Cold => make_cold(input)?,
            CacheState::Hot => make_hot(input, stop)?,
        }
    }
    Ok(())
}

fn make_cold(input: &Path) -> Result<()> {
    let opened = PageFile::open(input, OpenRequest::read(Method::Cached));
    let evicted = opened
        .and_then(|file| file.evict())
        .map_err(|error| failed(input, error))?;
    match evicted.is_cold() {
        true => Ok(()),
        false => Err(failed(
            input,
            "it stays in the page cache, so that no run of it is cold; end the programs that hold it, or leave \
             cache = \"cold\" out",
        )),
    }
}

/// Sends the files of a folder out of the page cache, as far as that is possible.
pub(super) fn send_out_all_within(folder: &Path) {
    for entry in folder::entries(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file()) {
            let opened = PageFile::open(&path, OpenRequest::read(Method::Cached));
            let _ = opened.and_then(|file| file.evict());
        }
    }
}

fn make_hot(input: &Path, stop: &AtomicBool) -> Result<()> {
    let mut file = open_ordinary(input).map_err(|error| failed(input, error))?;
    let mut piece = vec![0; PIECE];
    loop {
        if stop.load(Ordering::Acquire) {
            return Err(Error::Interrupted);
        }
        if file.read(&mut piece).map_err(|error| failed(input, error))? == 0 {
            return Ok(());
        }
    }
}

fn failed(file: &Path, reason: impl std::fmt::Display) -> Error {
    Error::File {
        file: file.to_owned(),
        reason: reason.to_string(),
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// Windows has no pipes in folders.
    #[test]
    fn what_is_no_ordinary_file_is_refused_and_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let stop = AtomicBool::new(false);
        for state in [CacheState::Hot, CacheState::Cold] {
            for input in [&pipe, folder.path(), &folder.path().join("none")] {
                assert!(set(state, &[input], &stop).is_err());
            }
        }
    }
}
