//! Counts the lines of a file as they are read or written.

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

impl LineTally {
    /// Returns the lines of two files as those of one.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            lines: self.lines + other.lines,
            shortest: match (self.lines, other.lines) {
                (0, _) => other.shortest,
                (_, 0) => self.shortest,
                _ => self.shortest.min(other.shortest),
            },
            longest: self.longest.max(other.longest),
            invalid: self.invalid + other.invalid,
        }
    }
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

    /// Takes a whole line of so many bytes without its end, which is no carriage return.
    pub(super) fn take_line(&mut self, length: usize) {
        self.length = length;
        self.ends_in_return = false;
        self.end_line();
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

    #[test]
    fn lines_of_parts_are_those_of_the_whole() {
        let tally = |text: &[u8]| {
            let mut counter = LineCounter::default();
            counter.take(text);
            counter.tally()
        };
        let (parts, whole) = (
            [&b""[..], b"abc\n", b"", b"d\n\n", b"efghi\n"],
            tally(b"abc\nd\n\nefghi\n"),
        );
        let sum = parts
            .iter()
            .fold(LineTally::default(), |sum, part| sum.and(tally(part)));
        assert_eq!(sum, whole);
        let mut counter = LineCounter::default();
        [3, 1, 0, 5].into_iter().for_each(|length| counter.take_line(length));
        assert_eq!(counter.tally(), whole);
    }
}
