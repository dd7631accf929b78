//! The lines of a file as records of values, with its blank lines or without.

use std::path::{Path, PathBuf};

use csv::ByteRecord;

use super::Shape;
use super::lines::Lines;
use super::tally::LineCounter;
use crate::error::{Error, Result};
use crate::pages::StreamReader;

/// The size of the buffer that is searched for line ends.
const BUFFER: usize = 64 << 10;

/// The records of a file.
#[derive(Debug)]
pub(super) struct Records {
    path: PathBuf,
    reader: csv::Reader<Lines>,
    /// True if a blank line is a record without values.
    keeps_blank: bool,
    /// The blank lines that are still to be returned, and the record after them.
    blank: u64,
    held: Option<ByteRecord>,
    /// True if lines end with a carriage return and a line feed, as the first one shows.
    has_carriage_returns: Option<bool>,
    is_ended: bool,
}

impl Records {
    /// Begins at the front of a file.
    pub fn new(path: &Path, stream: StreamReader, shape: Shape, keeps_blank: bool) -> Self {
        // PROC IMPORT tells how many lines it has read.
        let counter = keeps_blank.then(|| LineCounter::after(shape.lines_before()));
        let reader = csv::ReaderBuilder::new()
            .delimiter(shape.delimiter)
            .has_headers(false)
            .flexible(true)
            .buffer_capacity(BUFFER)
            .from_reader(Lines::new(path, stream, counter));
        Self {
            path: path.into(),
            reader,
            keeps_blank,
            blank: 0,
            held: None,
            has_carriage_returns: None,
            is_ended: false,
        }
    }

    /// Returns the bytes of the lines.
    pub fn lines(&self) -> &Lines {
        self.reader.get_ref()
    }

    /// Returns the stream.
    pub fn into_stream(self) -> StreamReader {
        self.reader.into_inner().into_stream()
    }

    /// Reads the next record. Returns `false` after the last.
    pub fn next(&mut self, record: &mut ByteRecord) -> Result<bool> {
        if self.blank > 0 {
            self.blank -= 1;
            record.clear();
            return Ok(true);
        }
        if let Some(held) = self.held.take() {
            *record = held;
            return Ok(true);
        }
        if self.is_ended {
            return Ok(false);
        }
        let before = self.reader.position().line();
        let found = self.read(record)?;
        self.is_ended = !found;
        if !self.keeps_blank {
            return Ok(found);
        }
        let breaks = self.reader.position().line() - before;
        let Some(others) = self.blank_lines(breaks, found, record).checked_sub(1) else {
            return Ok(found);
        };
        self.blank = others;
        self.held = found.then(|| std::mem::take(record));
        record.clear();
        Ok(true)
    }

    /// Returns the number of blank lines before a record, or at the end of the file, from the line feeds that were
    /// passed with it: each line has one, except the last, and the first of lines that end with two characters.
    fn blank_lines(&mut self, breaks: u64, found: bool, record: &ByteRecord) -> u64 {
        let is_break = |byte: &&u8| **byte == b'\n';
        let within = match (found, breaks) {
            (true, 1..) => record.as_slice().iter().filter(is_break).count() as u64,
            _ => 0,
        };
        let is_first = self.has_carriage_returns.is_none();
        let lines = self.reader.get_ref();
        let is_open = lines.is_at_end_without_break() && lines.taken() == self.reader.position().byte();
        let has_carriage_returns = *self
            .has_carriage_returns
            .get_or_insert(found && breaks == within && !is_open);
        let own = match (has_carriage_returns, found) {
            (true, _) => !is_first,
            (false, true) => !is_open,
            (false, false) => false,
        };
        breaks.saturating_sub(within + u64::from(own))
    }

    fn read(&mut self, record: &mut ByteRecord) -> Result<bool> {
        self.reader.get_mut().begin_line();
        self.reader
            .read_byte_record(record)
            .map_err(|error| match error.into_kind() {
                csv::ErrorKind::Io(error) => Error::of_stream(&self.path, error),
                other => Error::Foreign {
                    path: self.path.clone(),
                    reason: format!("{other:?}"),
                },
            })
    }
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
        let (mut record, mut found) = (ByteRecord::new(), Vec::new());
        while records.next(&mut record).unwrap() {
            let values = record.iter().map(|value| String::from_utf8_lossy(value).into_owned());
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
