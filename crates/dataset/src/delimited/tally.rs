//! Counts the lines of a file as they are read or written.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The lines of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineTally {
    /// The number of lines.
    pub lines: u64,
    /// The length of the shortest line, in bytes without its end.
    pub shortest: usize,
    /// The length of the longest line.
    pub longest: usize,
    /// The number of values that could not be read.
    pub invalid: u64,
}

/// The lines of the file of a step, which are known when the step has ended.
#[derive(Clone, Debug, Default)]
pub struct SharedTally(Arc<Mutex<LineTally>>);

/// Counts lines in bytes that come piece by piece.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineCounter {
    /// The number of lines that are still to be left out.
    skipped: u64,
    tally: LineTally,
    /// The length of the line so far, and whether its last byte is a carriage return.
    length: usize,
    ends_in_return: bool,
}

/// Counts the lines that are written to a stream.
#[derive(Debug)]
pub(super) struct CountedStream<W> {
    stream: W,
    counter: LineCounter,
}

impl SharedTally {
    /// Returns the lines of the file.
    pub fn get(&self) -> LineTally {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set(&self, tally: LineTally) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = tally;
    }
}

impl LineCounter {
    /// Returns one that leaves out some of the first lines.
    pub(super) fn after(skipped: u64) -> Self {
        Self {
            skipped,
            ..Self::default()
        }
    }

    /// Takes the next bytes.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (piece, is_end) = match piece.strip_suffix(b"\n") {
                Some(before) => (before, true),
                None => (piece, false),
            };
            self.length += piece.len();
            if let Some(last) = piece.last() {
                self.ends_in_return = *last == b'\r';
            }
            if is_end {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let length = self.length - usize::from(self.ends_in_return);
        self.length = 0;
        self.ends_in_return = false;
        if let Some(left) = self.skipped.checked_sub(1) {
            self.skipped = left;
            return;
        }
        let tally = &mut self.tally;
        tally.shortest = match tally.lines {
            0 => length,
            _ => tally.shortest.min(length),
        };
        tally.longest = tally.longest.max(length);
        tally.lines += 1;
    }

    /// Returns the lines so far. The last one may lack its end.
    pub(super) fn tally(mut self) -> LineTally {
        if self.length > 0 {
            self.end_line();
        }
        self.tally
    }
}

impl<W> CountedStream<W> {
    pub(super) fn new(stream: W) -> Self {
        Self {
            stream,
            counter: LineCounter::default(),
        }
    }

    /// Returns the stream and the lines that were written to it.
    pub(super) fn into_parts(self) -> (W, LineTally) {
        (self.stream, self.counter.tally())
    }
}

impl<W: Write> Write for CountedStream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(bytes)?;
        self.counter.take(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_whatever_the_pieces() {
        let text = b"names\r\nlonger line\r\n\nend";
        for size in 1..text.len() {
            let mut counter = LineCounter::after(1);
            text.chunks(size).for_each(|piece| counter.take(piece));
            let tally = counter.tally();
            assert_eq!((tally.lines, tally.shortest, tally.longest), (3, 0, 11), "{size}");
        }
        assert_eq!(LineCounter::default().tally(), LineTally::default());
    }
}
