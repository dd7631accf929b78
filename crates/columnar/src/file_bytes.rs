//! Ranges of a file in memory of their own, as the crates of Arrow and Parquet take them.

use std::ops::Range;
use std::path::{Path, PathBuf};

use feedrate_dataset::pages::{FileAccount, Identity, RangeReader, StreamReader};
use feedrate_dataset::{Error, Result, Settings};
use feedrate_pageio::Access;

/// Bytes of a transfer of what a file says of itself.
const TRANSFER: u64 = 1 << 20;

/// The most bytes that are read ahead.
const MOST_AHEAD: u64 = 64 << 20;

/// A file of which ranges are read: what it says of itself one range at a time, and its rows ahead of where they
/// are wanted.
#[derive(Debug)]
pub struct Bytes {
    path: PathBuf,
    settings: Settings,
    ranges: RangeReader,
    /// There once rows were wanted.
    rows: Option<StreamReader>,
}

impl Bytes {
    /// Opens a file.
    pub fn open(path: &Path, settings: &Settings) -> Result<Self> {
        Ok(Self {
            path: path.into(),
            settings: settings.clone(),
            ranges: RangeReader::open(path, Access::Sequential, TRANSFER)?,
            rows: None,
        })
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
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
        let bytes = self.within(range)?;
        let mut read = Vec::with_capacity(bytes);
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

    /// Wants rows that lie in a range, which does not end before it begins; about `together` bytes of it are decoded at one time, while as many are read
    /// ahead.
    pub fn begin_rows(&mut self, wanted: Range<u64>, together: u64) -> Result<()> {
        let rows = match &mut self.rows {
            Some(rows) => rows,
            // So little is there before anything could be done meanwhile.
            None if wanted.end - wanted.start <= TRANSFER => return Ok(()),
            None => {
                let ahead = together.min(MOST_AHEAD);
                let rows = StreamReader::open_ahead(&self.path, &self.settings, ahead)?;
                // Another file may have taken its place since it was described.
                if rows.identity()? != self.ranges.identity()? {
                    let path = self.path.clone();
                    return Err(Error::Changed { path });
                }
                self.rows.insert(rows)
            }
        };
        rows.seek(wanted)
    }

    /// The bytes of a range with rows, which must lie in the file. Ranges are best read in their order.
    pub fn read_rows(&mut self, range: &Range<u64>) -> Result<Vec<u8>> {
        self.within(range)?;
        match &mut self.rows {
            Some(rows) => rows.read_range(range),
            None => self.read(range),
        }
    }

    /// Keeps transfers in flight, without waiting for any.
    pub fn go_on(&mut self) -> Result<()> {
        match &mut self.rows {
            Some(rows) => rows.go_on(),
            None => Ok(()),
        }
    }

    /// What was moved so far, and how.
    pub fn account(&self) -> FileAccount {
        let description = self.ranges.account();
        let Some(rows) = &self.rows else {
            return description;
        };
        let mut account = rows.account();
        account.moved += description.moved;
        account.elapsed = account.elapsed.max(description.elapsed);
        account.waited += description.waited;
        account.resident_before = description.resident_before;
        account
    }

    /// How long a range is that lies in the file.
    fn within(&self, range: &Range<u64>) -> Result<usize> {
        let bytes = range.end.checked_sub(range.start);
        bytes
            .filter(|_| range.end <= self.len())
            .and_then(|bytes| usize::try_from(bytes).ok())
            .ok_or_else(|| {
                self.wrong("it tells of bytes behind its end; copy it again from where it came")
            })
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
        guarded(&self.path, look)
    }
}

/// The same for a file that is not at hand.
pub fn guarded<T, E: ToString>(
    path: &Path,
    look: impl FnOnce() -> std::result::Result<T, E>,
) -> Result<T> {
    match feedrate_dataset::guarded(look) {
        Some(Ok(found)) => Ok(found),
        Some(Err(error)) => Err(wrong(path, error)),
        None => Err(wrong(path, "it is damaged; restore it from a copy")),
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
