//! The text of a file in memory, as far as it is needed.

use std::io::BufRead;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::pages::StreamReader;

/// The maximum bytes of a line, including values that span several. Otherwise an unmatched quotation mark would read
/// the rest of the file into memory.
const LONGEST_LINE: u64 = 64 << 20;

/// The limit is that of whole blocks of so many bytes.
const BLOCK: u64 = 64 << 10;

/// The bytes that are read at a time.
pub(super) const STEP: u64 = 256 << 10;

/// The least bytes that are read behind the range to read.
const BEHIND: u64 = 64 << 10;

/// The text of a file from an offset on.
#[derive(Debug)]
pub(super) struct Text {
    path: PathBuf,
    stream: StreamReader,
    bytes: Vec<u8>,
    /// True if these bytes are ASCII.
    is_ascii: bool,
    /// The offset of the first byte in memory.
    first: u64,
    /// The end of the range for which the stream is positioned.
    sought: u64,
    /// The bytes that are read at a time within it.
    step: u64,
}

impl Text {
    /// Returns the text of a file from its front.
    pub fn new(path: &Path, stream: StreamReader) -> Self {
        Self {
            path: path.into(),
            stream,
            bytes: Vec::new(),
            is_ascii: true,
            first: 0,
            sought: u64::MAX,
            step: STEP,
        }
    }

    /// Goes to a range of the file, of which `step` bytes are read at a time. None is in memory.
    pub fn seek(&mut self, range: Range<u64>, step: u64) -> Result<()> {
        self.bytes.clear();
        self.first = range.start;
        self.sought = range.end;
        self.step = step;
        self.stream.seek(range)
    }

    /// Returns the bytes in memory.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the offset in the file of one of these bytes.
    #[inline]
    pub fn offset(&self, index: usize) -> u64 {
        self.first + index as u64
    }

    /// Returns whether all bytes in memory are ASCII.
    #[inline]
    pub fn is_ascii(&self) -> bool {
        self.is_ascii
    }

    /// Returns whether the bytes in memory are the last of the file.
    pub fn is_whole(&self) -> bool {
        self.end() >= self.stream.file_bytes()
    }

    /// Returns the bytes of the file.
    pub fn file_bytes(&self) -> u64 {
        self.stream.file_bytes()
    }

    /// Returns the stream.
    pub fn stream(&self) -> &StreamReader {
        &self.stream
    }

    /// Returns the stream.
    pub fn into_stream(self) -> StreamReader {
        self.stream
    }

    fn end(&self) -> u64 {
        self.offset(self.bytes.len())
    }

    /// Forgets the bytes before `index` and reads more behind those in memory, at least as many as are kept so that
    /// long lines are not searched again and again. Does nothing at the end of the file.
    pub fn extend(&mut self, index: usize) -> Result<()> {
        let kept = self.bytes.len() - index;
        self.bytes.copy_within(index.., 0);
        self.bytes.truncate(kept);
        self.first += index as u64;
        let start = self.end();
        if start >= self.sought {
            self.sought = start + (kept as u64).max(BEHIND);
            self.stream.seek(start..self.sought)?;
        }
        let step = self.step.max(kept as u64);
        let end = (start + step).min(self.sought).min(self.file_bytes());
        self.bytes.reserve(end.saturating_sub(start) as usize);
        while self.end() < end {
            let left = (end - self.end()) as usize;
            let at_hand = self.stream.fill()?;
            let part = &at_hand[..at_hand.len().min(left)];
            let taken = part.len();
            self.bytes.extend_from_slice(part);
            if taken == 0 {
                let path = self.path.clone();
                return Err(Error::Changed { path });
            }
            self.stream.consume(taken);
        }
        self.is_ascii = self.bytes.is_ascii();
        Ok(())
    }

    /// Refuses a line from `start` that has not ended before `end`, if that is too far.
    #[inline]
    pub fn check_line(&self, start: u64, end: u64) -> Result<()> {
        match end > start.next_multiple_of(BLOCK).saturating_add(LONGEST_LINE) {
            true => Err(self.too_long()),
            false => Ok(()),
        }
    }

    #[cold]
    fn too_long(&self) -> Error {
        let most = LONGEST_LINE >> 20;
        Error::Foreign {
            path: self.path.clone(),
            reason: format!("a line has more than {most} MiB; a quotation mark may lack its pair"),
        }
    }
}
