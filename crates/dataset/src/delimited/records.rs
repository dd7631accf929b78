//! The lines of a file as records of values, with its blank lines or without.

use std::ops::Range;
use std::path::Path;

use super::Shape;
use super::fields::{Fields, Record, RecordEnd};
use super::text::{STEP, Text};
use crate::error::Result;
use crate::pages::StreamReader;

/// The mark of the byte order before texts in UTF-8.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The records of a file.
#[derive(Debug)]
pub(super) struct Records {
    text: Text,
    fields: Fields,
    /// True if a blank line is a record without values.
    keeps_blank: bool,
    /// The place behind the last record, and that at which it began.
    at: usize,
    start: u64,
    /// The blank lines that are still to be returned, and whether a record follows them.
    blank: u64,
    is_held: bool,
    /// True if lines end with a carriage return and a line feed, as the first one shows.
    has_carriage_returns: Option<bool>,
    is_ended: bool,
    /// The record that was returned last is one of the fields, not a blank line.
    has_values: bool,
}

impl Records {
    /// Begins at the front of a file.
    pub fn new(path: &Path, stream: StreamReader, shape: Shape, keeps_blank: bool) -> Self {
        Self {
            text: Text::new(path, stream),
            fields: Fields::new(shape.delimiter),
            keeps_blank,
            at: 0,
            start: 0,
            blank: 0,
            is_held: false,
            has_carriage_returns: None,
            is_ended: false,
            has_values: false,
        }
    }

    /// Goes to a range of the file that begins where a record ends, or at its front. Further records follow those of
    /// the range.
    pub fn seek(&mut self, range: Range<u64>) -> Result<()> {
        self.seek_in_steps(range, STEP)
    }

    fn seek_in_steps(&mut self, range: Range<u64>, step: u64) -> Result<()> {
        self.text.seek(range, step)?;
        (self.blank, self.is_held, self.is_ended, self.has_values) = (0, false, false, false);
        self.at = 0;
        self.fields.restart(&[], 0);
        Ok(())
    }

    /// Goes to a range of the file, reads it as a whole and returns it. Its records follow the [first](Self::skip).
    pub fn load(&mut self, range: Range<u64>) -> Result<&[u8]> {
        let bytes = range.end - range.start;
        self.seek_in_steps(range, bytes)?;
        self.text.extend(0)?;
        self.fields.restart(self.text.bytes(), 0);
        Ok(self.text.bytes())
    }

    /// Goes on by a number of bytes of a range that was loaded, to where a record ends.
    pub fn skip(&mut self, bytes: usize) {
        self.at = bytes;
    }

    /// Passes the bytes of a range of the file to `take`, piece by piece. Records are behind it.
    pub fn pieces(&mut self, range: Range<u64>, mut take: impl FnMut(&[u8])) -> Result<()> {
        let end = range.end.min(self.text.file_bytes());
        self.seek(range.start..end)?;
        while self.text.offset(self.text.bytes().len()) < end {
            self.text.extend(self.text.bytes().len())?;
            take(self.text.bytes());
        }
        self.at = self.text.bytes().len();
        Ok(())
    }

    /// Returns how the lines end, if that is known.
    pub fn has_carriage_returns(&self) -> Option<bool> {
        self.has_carriage_returns
    }

    /// Sets how the lines end, which the first one of the file shows.
    pub fn set_carriage_returns(&mut self, has_carriage_returns: Option<bool>) {
        self.has_carriage_returns = has_carriage_returns;
    }

    /// Returns the stream.
    pub fn stream(&self) -> &StreamReader {
        self.text.stream()
    }

    /// Returns the stream.
    pub fn into_stream(self) -> StreamReader {
        self.text.into_stream()
    }

    /// Returns the offset in the file behind the last record, with the blank lines that precede it.
    pub fn offset(&self) -> u64 {
        self.text.offset(self.at)
    }

    /// Returns the offset in the file at which the last record began, with the blank lines that precede it.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Returns whether another line precedes the next one to read.
    pub fn is_within(&self) -> bool {
        self.blank > 0 || self.is_held
    }

    /// Returns the record that was read last.
    #[inline]
    pub fn record(&self) -> Record<'_> {
        match self.has_values {
            true => self.fields.record(self.text.bytes()),
            false => Record::default(),
        }
    }

    /// Returns whether all values of the record that was read last are ASCII, if that is known.
    #[inline]
    pub fn is_ascii(&self) -> bool {
        self.text.is_ascii()
    }

    /// Returns the last byte of the last record that is no part of a line break.
    pub fn last_byte(&self) -> Option<u8> {
        let before = &self.text.bytes()[..self.at];
        before.iter().rev().find(|byte| !is_break(**byte)).copied()
    }

    /// Reads the next record. Returns `false` after the last.
    #[inline]
    pub fn next(&mut self) -> Result<bool> {
        if !self.is_within() {
            if self.is_ended {
                return Ok(false);
            }
            self.is_held = self.read()?;
            self.is_ended = !self.is_held;
        }
        self.has_values = self.blank == 0 && self.is_held;
        match self.blank.checked_sub(1) {
            Some(blank) => self.blank = blank,
            None if self.is_held => self.is_held = false,
            None => return Ok(false),
        }
        Ok(true)
    }

    /// Reads up to the end of the next record, and counts the blank lines before it. Returns `false` if there is none.
    fn read(&mut self) -> Result<bool> {
        self.start = self.offset();
        let mut feeds = 0;
        loop {
            match self.text.bytes().get(self.at).copied() {
                Some(byte) if is_break(byte) => {
                    feeds += u64::from(byte == b'\n');
                    self.at += 1;
                }
                Some(_) if self.offset() == 0 && self.passes_mark()? => continue,
                Some(_) => break,
                None if self.text.is_whole() => {
                    self.text.check_line(self.start, self.offset())?;
                    self.count_blank(feeds, None);
                    return Ok(false);
                }
                None => self.more()?,
            }
        }
        loop {
            let (bytes, is_whole) = (self.text.bytes(), self.text.is_whole());
            if let Some(end) = self.fields.find(bytes, self.at, is_whole) {
                self.at = end.offset;
                self.text.check_line(self.start, self.offset())?;
                self.count_blank(feeds, Some(end));
                return Ok(true);
            }
            self.more()?;
        }
    }

    /// Passes the mark of the byte order at the front of the file, if there is one.
    fn passes_mark(&mut self) -> Result<bool> {
        while self.text.bytes().len() < BYTE_ORDER_MARK.len() && !self.text.is_whole() {
            self.more()?;
        }
        let is_there = self.text.bytes().starts_with(BYTE_ORDER_MARK);
        if is_there {
            self.at = BYTE_ORDER_MARK.len();
        }
        Ok(is_there)
    }

    fn more(&mut self) -> Result<()> {
        let end = self.text.offset(self.text.bytes().len());
        if !self.text.is_whole() {
            self.text.check_line(self.start, end.saturating_add(1))?;
        }
        self.text.extend(self.at)?;
        self.at = 0;
        self.fields.restart(self.text.bytes(), 0);
        Ok(())
    }

    /// Counts the blank lines before a record, or at the end of the file if there is none, from the line feeds before
    /// it and behind it: each line has one, except the last, and the first of lines that end with two characters.
    #[inline]
    fn count_blank(&mut self, feeds_before: u64, found: Option<RecordEnd>) {
        if !self.keeps_blank {
            return;
        }
        let last = self.at.checked_sub(1).map(|last| self.text.bytes()[last]);
        let has_break = found.is_some_and(|end| end.has_break);
        let is_open = found.is_some() && !has_break && last.is_some_and(|last| !is_break(last));
        let feeds = feeds_before + u64::from(has_break && last == Some(b'\n'));
        let is_first = self.has_carriage_returns.is_none();
        let has_carriage_returns = *self
            .has_carriage_returns
            .get_or_insert(found.is_some() && feeds == 0 && !is_open);
        let own = match has_carriage_returns {
            true => !is_first,
            false => found.is_some() && !is_open,
        };
        self.blank = feeds.saturating_sub(u64::from(own));
    }
}

fn is_break(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    fn records(text: &str, keeps_blank: bool) -> Vec<String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let stream = StreamReader::open(file.path(), &Settings::default()).unwrap();
        let mut records = Records::new(file.path(), stream, Shape::default(), keeps_blank);
        let mut found = Vec::new();
        while records.next().unwrap() {
            let values = records
                .record()
                .iter()
                .map(|value| String::from_utf8_lossy(value).into_owned());
            found.push(values.collect::<Vec<_>>().join("|"));
        }
        found
    }

    // As INFILE reads them: each line is a record, however it ends.
    #[test]
    fn blank_lines_are_records_if_they_are_to_be() {
        for (text, wanted) in [
            ("a\n1\n\n3\n", &["a", "1", "", "3"][..]),
            ("a\r\n1\r\n\r\n\r\n3\r\n", &["a", "1", "", "", "3"]),
            ("a,b\n\n1,2\n\n\n3,4", &["a|b", "", "1|2", "", "", "3|4"]),
            ("a\r\n1\r\n\r\n3", &["a", "1", "", "3"]),
            ("a\n1\n\n\n", &["a", "1", "", ""]),
            ("a\r\n1\r\n\r\n", &["a", "1", ""]),
            ("a\n\"x\n\ny\"\n\n2\n", &["a", "x\n\ny", "", "2"]),
            ("a\n", &["a"]),
            ("a", &["a"]),
            ("", &[]),
        ] {
            assert_eq!(records(text, true), wanted, "{text:?}");
            let without: Vec<_> = wanted.iter().filter(|line| !line.is_empty()).collect();
            assert_eq!(
                records(text, false),
                without.iter().map(|line| **line).collect::<Vec<_>>()
            );
        }
    }
}
