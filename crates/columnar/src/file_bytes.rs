//! Reads ranges of a file into memory, for the crates of Arrow and Parquet.

use std::ops::Range;
use std::path::{Path, PathBuf};

use feedrate_dataset::pages::{FileAccount, Identity, RangeReader, StreamReader};
use feedrate_dataset::{Error, Result, Settings};
use feedrate_pageio::Access;

/// The bytes of a transfer of metadata.
const TRANSFER: u64 = 1 << 20;

/// The most bytes that are read ahead.
const MOST_AHEAD: u64 = 64 << 20;

/// A file of which ranges are read: metadata one range at a time, and rows ahead of their use.
#[derive(Debug)]
pub struct Bytes {
    path: PathBuf,
    settings: Settings,
    ranges: RangeReader,
    /// Set once rows were requested.
    rows: Option<StreamReader>,
    /// The account of others that read the same file at the same time.
    beside: Option<FileAccount>,
    /// True if much of what lies between the ranges of rows is not read.
    is_sparse: bool,
}

/// A file that several threads open.
#[derive(Debug)]
pub struct SameFile {
    path: PathBuf,
    settings: Settings,
    identity: Identity,
}

impl SameFile {
    /// Opens the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened, or was replaced.
    pub fn open(&self) -> Result<Bytes> {
        let bytes = Bytes::open(&self.path, &self.settings)?;
        match bytes.identity()? == self.identity {
            true => Ok(bytes),
            false => Err(Error::Changed {
                path: self.path.clone(),
            }),
        }
    }
}

impl Bytes {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened.
    pub fn open(path: &Path, settings: &Settings) -> Result<Self> {
        Ok(Self {
            path: path.into(),
            settings: settings.clone(),
            ranges: RangeReader::open(path, Access::Sequential, TRANSFER)?,
            rows: None,
            beside: None,
            is_sparse: false,
        })
    }

    /// Returns the file, for others to open it.
    ///
    /// # Errors
    ///
    /// Returns an error if the system does not provide its identity.
    pub fn same_file(&self) -> Result<SameFile> {
        Ok(SameFile {
            path: self.path.clone(),
            settings: self.settings.clone(),
            identity: self.identity()?,
        })
    }

    /// Adds the account of another one of the same file.
    pub fn add_account(&mut self, mut account: FileAccount) {
        if let Some(before) = &self.beside {
            add(&mut account, before);
        }
        self.beside = Some(account);
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of threads that decode it, at most.
    pub fn threads(&self) -> usize {
        self.settings.threads
    }

    /// Returns the identity of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the system cannot provide it.
    pub fn identity(&self) -> Result<Identity> {
        self.ranges.identity()
    }

    /// Returns the length.
    pub fn len(&self) -> u64 {
        self.ranges.file_bytes()
    }

    /// Reads a range of metadata.
    ///
    /// # Errors
    ///
    /// Returns an error if the range is not within the file, or if it cannot be read.
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

    /// Requests rows in a range, which must not end before it begins; about `together` bytes of it are decoded at a
    /// time, while as many are read ahead. With `is_sparse` only the ranges themselves are read.
    ///
    /// # Errors
    ///
    /// Returns an error if the file was replaced since it was described, or if it cannot be read.
    pub fn begin_rows(&mut self, wanted: Range<u64>, together: u64, is_sparse: bool) -> Result<()> {
        self.is_sparse = is_sparse;
        let rows = match &mut self.rows {
            Some(rows) => rows,
            // Small ranges are read before anything could be done meanwhile.
            None if wanted.end - wanted.start <= TRANSFER => return Ok(()),
            None => {
                let ahead = together.min(MOST_AHEAD);
                let rows = StreamReader::open_ahead(&self.path, &self.settings, ahead)?;
                // Another file may have replaced it since it was described.
                if rows.identity()? != self.ranges.identity()? {
                    let path = self.path.clone();
                    return Err(Error::Changed { path });
                }
                self.rows.insert(rows)
            }
        };
        rows.seek(if is_sparse { wanted.start..wanted.start } else { wanted })
    }

    /// Reads a range of rows. Ranges should be read in their order.
    ///
    /// # Errors
    ///
    /// Returns an error if the range is not within the file, or if it cannot be read.
    pub fn read_rows(&mut self, range: &Range<u64>) -> Result<Vec<u8>> {
        self.within(range)?;
        match &mut self.rows {
            Some(rows) => {
                if self.is_sparse {
                    rows.seek(range.clone())?;
                }
                rows.read_range(range)
            }
            None => self.read(range),
        }
    }

    /// Keeps transfers in flight, without waiting for any.
    ///
    /// # Errors
    ///
    /// Returns an error if a transfer failed.
    pub fn go_on(&mut self) -> Result<()> {
        match &mut self.rows {
            Some(rows) => rows.go_on(),
            None => Ok(()),
        }
    }

    /// Returns the account of the transfers so far.
    pub fn account(&self) -> FileAccount {
        let description = self.ranges.account();
        let mut account = match &self.rows {
            Some(rows) => {
                let mut account = rows.account();
                add(&mut account, &description);
                account.resident_before = description.resident_before;
                account
            }
            None => description,
        };
        if let Some(beside) = &self.beside {
            add(&mut account, beside);
        }
        account
    }

    /// Returns the length of a range, which must be within the file.
    fn within(&self, range: &Range<u64>) -> Result<usize> {
        let bytes = range.end.checked_sub(range.start);
        bytes
            .filter(|_| range.end <= self.len())
            .and_then(|bytes| usize::try_from(bytes).ok())
            .ok_or_else(|| self.wrong("it tells of bytes behind its end; copy it again from where it came"))
    }

    /// Returns the error that the file cannot be read.
    pub fn wrong(&self, reason: impl ToString) -> Error {
        wrong(&self.path, reason)
    }

    /// Calls a function of another crate that parses untrusted bytes. A panic in it is converted to an error.
    ///
    /// # Errors
    ///
    /// Returns the error of `look`, or one for its panic.
    pub fn guarded<T, E: ToString>(&self, look: impl FnOnce() -> std::result::Result<T, E>) -> Result<T> {
        guarded(&self.path, look)
    }
}

/// Adds what was moved beside it.
fn add(account: &mut FileAccount, other: &FileAccount) {
    account.moved += other.moved;
    account.elapsed = account.elapsed.max(other.elapsed);
    account.waited += other.waited;
}

/// The same for a file by its path.
///
/// # Errors
///
/// Returns the error of `look`, or one for its panic.
pub fn guarded<T, E: ToString>(path: &Path, look: impl FnOnce() -> std::result::Result<T, E>) -> Result<T> {
    match feedrate_dataset::guarded(look) {
        Some(Ok(found)) => Ok(found),
        Some(Err(error)) => Err(wrong(path, error)),
        None => Err(wrong(path, "it is damaged; restore it from a copy")),
    }
}

/// Returns the error that a file cannot be read, in one line.
pub fn wrong(path: &Path, reason: impl ToString) -> Error {
    let reason = reason.to_string();
    Error::Foreign {
        path: path.into(),
        reason: reason.lines().collect::<Vec<_>>().join(" "),
    }
}

/// Returns the error of a library about the new file.
pub fn failed(error: impl ToString) -> Error {
    wrong(Path::new("the new file"), error)
}
