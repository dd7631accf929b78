//! Ranges of a file in memory of their own, as the crates of Arrow and Parquet take them.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use feedrate_dataset::pages::{FileAccount, Identity, RangeReader};
use feedrate_dataset::{Error, Result};
use feedrate_pageio::Access;

/// Bytes of a transfer.
const TRANSFER: u64 = 1 << 20;

/// A file of which ranges are read.
#[derive(Debug)]
pub struct Bytes {
    path: PathBuf,
    ranges: RangeReader,
}

impl Bytes {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self> {
        Ok(Self {
            path: path.into(),
            ranges: RangeReader::open(path, Access::Sequential, TRANSFER)?,
        })
    }

    /// Which file it is.
    pub fn identity(&self) -> Result<Identity> {
        self.ranges.identity()
    }

    /// How long it is.
    pub fn len(&self) -> u64 {
        self.ranges.file_bytes()
    }

    /// The bytes of a range, which must lie in the file.
    pub fn read(&mut self, range: &Range<u64>) -> Result<Vec<u8>> {
        if range.start > range.end || range.end > self.len() {
            return Err(
                self.wrong("it tells of bytes behind its end; copy it again from where it came")
            );
        }
        let bytes = range.end - range.start;
        let mut read = Vec::with_capacity(usize::try_from(bytes).unwrap_or(0));
        let mut offset = range.start;
        while offset < range.end {
            let part = self.ranges.read(offset, TRANSFER.min(range.end - offset))?;
            offset += part.len() as u64;
            read.extend_from_slice(part);
            if part.is_empty() {
                return Err(Error::Changed {
                    path: self.path.clone(),
                });
            }
        }
        Ok(read)
    }

    /// What was moved so far, and how.
    pub fn account(&self) -> FileAccount {
        self.ranges.account()
    }

    /// That the file cannot be read.
    pub fn wrong(&self, reason: impl ToString) -> Error {
        wrong(&self.path, reason)
    }

    /// Lets a crate look at bytes that may be anything. Some of what is wrong with them ends there with a panic,
    /// which here is an error like others.
    pub fn guarded<T, E: ToString>(
        &self,
        look: impl FnOnce() -> std::result::Result<T, E>,
    ) -> Result<T> {
        match catch_unwind(AssertUnwindSafe(look)) {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(error)) => Err(self.wrong(error)),
            Err(_) => Err(self.wrong("it is damaged; restore it from a copy")),
        }
    }
}

/// That a file cannot be read, in one line.
pub fn wrong(path: &Path, reason: impl ToString) -> Error {
    let reason = reason.to_string();
    Error::Foreign {
        path: path.into(),
        reason: reason.lines().collect::<Vec<_>>().join(" "),
    }
}
