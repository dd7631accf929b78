//! The bytes of a file for the reader of its lines, of which none may go on for ever.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::pages::StreamReader;

/// The most bytes of a line, with all of the values that span more than one. A quotation mark without its pair
/// would take the rest of the file, whatever that is, into memory.
const LONGEST_LINE: u64 = 64 << 20;

/// A file that is read line by line.
#[derive(Debug)]
pub(super) struct Lines {
    path: PathBuf,
    stream: StreamReader,
    /// How many bytes the current line may still have.
    left: u64,
    /// The last byte so far that ends no line.
    last: u8,
}

impl Lines {
    pub fn new(path: &Path, stream: StreamReader) -> Self {
        Self {
            path: path.into(),
            stream,
            left: LONGEST_LINE,
            last: 0,
        }
    }

    /// A line begins.
    pub fn begin_line(&mut self) {
        self.left = LONGEST_LINE;
    }

    /// The last byte so far that ends no line.
    pub fn last(&self) -> u8 {
        self.last
    }

    /// The file.
    pub fn stream(&self) -> &StreamReader {
        &self.stream
    }

    /// The file.
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
        let mut from_end = at_hand.iter().rev();
        if let Some(last) = from_end.find(|byte| !b"\r\n".contains(byte)) {
            self.last = *last;
        }
        self.stream.consume(taken);
        // What was read with the line before is not counted, and what comes with the line is: a buffer more or less.
        match self.left.checked_sub(taken as u64) {
            Some(left) => self.left = left,
            None => {
                let most = LONGEST_LINE >> 20;
                let reason =
                    format!("a line has more than {most} MiB; a quotation mark may lack its pair");
                let path = self.path.clone();
                return Err(io::Error::other(Error::Foreign { path, reason }));
            }
        }
        Ok(taken)
    }
}
