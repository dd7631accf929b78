//! The bytes of a file for the CSV reader, with a limit on the length of lines.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use super::tally::{LineCounter, LineTally};
use crate::error::Error;
use crate::pages::StreamReader;

/// The maximum bytes of a line, including values that span several. Otherwise an unmatched quotation mark would read
/// the rest of the file into memory.
const LONGEST_LINE: u64 = 64 << 20;

/// A file that is read line by line.
#[derive(Debug)]
pub(super) struct Lines {
    path: PathBuf,
    stream: StreamReader,
    /// The bytes that the current line may still have.
    left: u64,
    /// The last byte so far that is not part of a line end.
    last: u8,
    /// The number of bytes so far, and whether the last of them ends a line.
    taken: u64,
    ends_line: bool,
    is_at_end: bool,
    /// Counts lines, if that is wanted.
    counter: Option<LineCounter>,
}

impl Lines {
    /// Begins at the front of a file. Its lines are counted with `counter`.
    pub fn new(path: &Path, stream: StreamReader, counter: Option<LineCounter>) -> Self {
        Self {
            path: path.into(),
            stream,
            left: LONGEST_LINE,
            last: 0,
            taken: 0,
            ends_line: true,
            is_at_end: false,
            counter,
        }
    }

    /// Returns the lines so far, if they are counted.
    pub fn tally(&self) -> LineTally {
        self.counter.map(LineCounter::tally).unwrap_or_default()
    }

    /// Begins a line.
    pub fn begin_line(&mut self) {
        self.left = LONGEST_LINE;
    }

    /// Returns the last byte so far that is not part of a line end.
    pub fn last(&self) -> u8 {
        self.last
    }

    /// Returns the number of bytes so far.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// Returns whether the file has ended, without the end of its last line.
    pub fn is_at_end_without_break(&self) -> bool {
        self.is_at_end && !self.ends_line
    }

    /// Returns the stream.
    pub fn stream(&self) -> &StreamReader {
        &self.stream
    }

    /// Returns the stream.
    pub fn into_stream(self) -> StreamReader {
        self.stream
    }
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let at_hand = self.stream.fill_buf()?;
        let taken = at_hand.len().min(buffer.len());
        let (buffer, at_hand) = (&mut buffer[..taken], &at_hand[..taken]);
        buffer.copy_from_slice(at_hand);
        self.taken += taken as u64;
        if let Some(counter) = &mut self.counter {
            counter.take(at_hand);
        }
        self.is_at_end = taken == 0;
        if let Some(last) = at_hand.last() {
            self.ends_line = b"\r\n".contains(last);
        }
        let mut from_end = at_hand.iter().rev();
        if let Some(last) = from_end.find(|byte| !b"\r\n".contains(byte)) {
            self.last = *last;
        }
        self.stream.consume(taken);
        // The limit is not exact: bytes that were buffered with the previous line are not counted, and those buffered
        // with this one are.
        match self.left.checked_sub(taken as u64) {
            Some(left) => self.left = left,
            None => {
                let most = LONGEST_LINE >> 20;
                let reason = format!("a line has more than {most} MiB; a quotation mark may lack its pair");
                let path = self.path.clone();
                return Err(io::Error::other(Error::Foreign { path, reason }));
            }
        }
        Ok(taken)
    }
}
