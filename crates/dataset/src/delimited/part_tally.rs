//! The facts of parts of a file that a scan finds.

use super::columns::{ColumnGuess, utf8};
use super::fields::Record;
use super::open_line::OpenLine;
use super::tally::LineParts;

/// The rest of a file behind the lines before its rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    /// The offset at which it begins, and how many of its lines still precede the rows, all of which are blank or
    /// the first that is not.
    pub start: u64,
    pub lines_before: u64,
    /// True if lines end with a carriage return and a line feed, as far as the first line of the rest and those behind
    /// it need to know.
    pub first_carriage_returns: Option<bool>,
    pub carriage_returns: Option<bool>,
    /// The last line before the rest, if a value of it is left open.
    pub last: Option<OpenLine>,
}

/// The rows of a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartRows {
    pub part: usize,
    pub rows: u64,
    /// The number of the first one, from 0, when those of the parts before it are known.
    pub first: u64,
    /// The offset at which the first record of the part begins.
    pub offset: u64,
}

/// The facts of all parts that a thread has read.
#[derive(Debug)]
pub(super) struct Tally {
    pub guesses: Vec<ColumnGuess>,
    /// The parts with records.
    pub parts: Vec<PartRows>,
    /// The lines with more values than columns, and the values that are no UTF-8.
    pub longer: u64,
    pub in_windows: u64,
    /// The last part with lines, and its last line if a value of it is left open.
    pub last: Option<(usize, Option<OpenLine>)>,
    /// The lines of parts, if they are counted.
    pub lines: Vec<(usize, LineParts)>,
}

impl Tally {
    /// Returns the facts of no part.
    pub fn new(guesses: &[ColumnGuess]) -> Self {
        Self {
            guesses: guesses.to_vec(),
            parts: Vec::new(),
            longer: 0,
            in_windows: 0,
            last: None,
            lines: Vec::new(),
        }
    }

    /// Adds the facts of other parts.
    pub fn merge(&mut self, other: Self) {
        for (guess, other) in self.guesses.iter_mut().zip(&other.guesses) {
            guess.merge(other);
        }
        self.parts.extend(other.parts);
        self.longer += other.longer;
        self.in_windows += other.in_windows;
        let number = |last: &Option<(usize, _)>| last.map(|(part, _)| part);
        if number(&other.last) > number(&self.last) {
            self.last = other.last;
        }
        self.lines.extend(other.lines);
    }

    /// Returns the parts with rows and their first rows, at least one, and the number of all rows. The parts begin at
    /// this offset.
    pub fn numbered_parts(self, start: u64) -> (Vec<PartRows>, u64) {
        let mut parts = self.parts;
        parts.sort_by_key(|rows| rows.part);
        let mut next = 0;
        for rows in &mut parts {
            rows.first = next;
            next += rows.rows;
        }
        if parts.is_empty() {
            parts.push(PartRows {
                part: 0,
                rows: 0,
                first: 0,
                offset: start,
            });
        }
        (parts, next)
    }

    /// Takes the values of a row, for guesses if that is wanted.
    #[inline]
    pub fn take(&mut self, record: Record<'_>, is_ascii: bool, guesses: bool, part: usize) {
        let columns = self.guesses.len();
        self.longer += u64::from(record.len() > columns);
        if is_ascii && !guesses {
            return;
        }
        for (text, guess) in record.iter().zip(&mut self.guesses) {
            if is_ascii {
                guess.take(text, part);
                continue;
            }
            let text = utf8(text);
            self.in_windows += u64::from(matches!(text, std::borrow::Cow::Owned(_)));
            if guesses {
                guess.take(text.as_bytes(), part);
            }
        }
    }
}
