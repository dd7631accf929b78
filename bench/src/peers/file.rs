//! The file that both programs work on.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use feedrate_pageio::mark;
use rustix::fs::Advice;

use super::feedrate::Feedrate;
use crate::harness::bench::Bench;
use crate::volume;

/// A file made by feedrate, in a folder that is removed with all that is in it.
#[derive(Debug)]
pub struct TestFile {
    folder: PathBuf,
    path: PathBuf,
    size: u64,
}

impl TestFile {
    /// Makes the file; whole blocks of the largest size, so that no case meets a partial one.
    pub fn make(folder: &Path, size: u64, feedrate: &Feedrate, bench: &Bench) -> Result<Self, String> {
        let largest = 1 << 20;
        // fio runs with its folder as the current one.
        let folder = folder.canonicalize().map_err(volume::cannot("find", folder))?;
        let made = Self {
            path: folder.join("data"),
            folder,
            size: size.max(largest) / largest * largest,
        };
        feedrate.make(&made.path, made.size, bench)?;
        Ok(made)
    }

    /// Returns where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the folder it lies in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns its size in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Puts feedrate's mark back, which fio overwrites and without which feedrate refuses to write,
    /// and leaves nothing of it in the page cache, where it would get in the way of direct I/O.
    pub fn mark(&self) -> Result<(), String> {
        let marked = || -> io::Result<()> {
            let file = self.marked()?;
            rustix::fs::fadvise(&file, 0, None, Advice::DontNeed)?;
            Ok(())
        };
        marked().map_err(|error| format!("cannot mark the file: {error}"))
    }

    /// The file with feedrate's mark, all of it on the device.
    fn marked(&self) -> io::Result<File> {
        let file = OpenOptions::new().write(true).open(&self.path)?;
        file.write_all_at(mark::MARK, 0)?;
        file.sync_data()?;
        Ok(file)
    }

    /// Reads its first `bytes` bytes, so that the page cache holds them.
    pub fn warm(&self, bytes: u64) -> Result<(), String> {
        let warmed = || -> io::Result<()> {
            let mut file = File::open(&self.path)?.take(bytes);
            io::copy(&mut file, &mut io::sink()).map(drop)
        };
        warmed().map_err(|error| format!("cannot read the file: {error}"))
    }

    /// Puts feedrate's mark back, and leaves the first `bytes` bytes in the page cache, clean: what was written there
    /// before has reached the device.
    pub fn settle(&self, bytes: u64) -> Result<(), String> {
        self.marked()
            .map_err(|error| format!("cannot mark the file: {error}"))?;
        self.warm(bytes)
    }
}
