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
        let mut start = 0;
        loop {
            let end = memchr::memchr(b'\n', &bytes[start..]).map(|end| start + end);
            let piece = &bytes[start..end.unwrap_or(bytes.len())];
            self.length += piece.len();
            if let Some(last) = piece.last() {
                self.ends_in_return = *last == b'\r';
            }
            let Some(end) = end else {
                return;
            };
            self.end_line();
            start = end + 1;
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

/// The lines of consecutive parts of a file, each of which was counted for itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineParts {
    /// The bytes before the first line feed, and whether the last of them is a carriage return; `None` without bytes.
    head: usize,
    head_ends_in_return: Option<bool>,
    /// The lines after the first line feed; `None` if there is none.
    rest: Option<LineCounter>,
}

impl LineParts {
    /// Counts the lines of a part.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let end = memchr::memchr(b'\n', bytes);
        let head = &bytes[..end.unwrap_or(bytes.len())];
        Self {
            head: head.len(),
            head_ends_in_return: head.last().map(|last| *last == b'\r'),
            rest: end.map(|end| {
                let mut counter = LineCounter::default();
                counter.take(&bytes[end + 1..]);
                counter
            }),
        }
    }
}

impl LineCounter {
    /// Takes the next part of the file. Returns `false`, and has not taken it, if lines of it are to be left out.
    pub(super) fn append(&mut self, part: &LineParts) -> bool {
        if self.skipped > 1 && part.rest.is_some_and(|rest| rest.tally.lines > 0) {
            return false;
        }
        self.length += part.head;
        self.ends_in_return = part.head_ends_in_return.unwrap_or(self.ends_in_return);
        let Some(rest) = part.rest else {
            return true;
        };
        self.end_line();
        if rest.tally.lines > 0 {
            let (tally, others) = (&mut self.tally, rest.tally);
            tally.shortest = match tally.lines {
                0 => others.shortest,
                _ => tally.shortest.min(others.shortest),
            };
            tally.longest = tally.longest.max(others.longest);
            tally.lines += others.lines;
        }
        (self.length, self.ends_in_return) = (rest.length, rest.ends_in_return);
        true
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

    #[test]
    fn lines_of_parts_of_any_size_are_those_of_the_whole() {
        for text in [&b"names\r\nlonger line\r\n\nend"[..], b"\r\r\n\n\r\nab\r\n", b"a\nbc"] {
            for skipped in 0..3 {
                for size in 1..=text.len() {
                    let mut whole = LineCounter::after(skipped);
                    whole.take(text);
                    let mut counter = LineCounter::after(skipped);
                    let parts: Vec<_> = text.chunks(size).map(LineParts::of).collect();
                    if parts.iter().all(|part| counter.append(part)) {
                        assert_eq!(counter.tally(), whole.tally(), "{size} {skipped}");
                    } else {
                        assert!(skipped > 1);
                    }
                }
            }
        }
    }
}
