//! A file of lines that FOPEN has opened, and its record in memory.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_pageio::named_file::WriteMode;
use feedrate_pageio::stoppable::StoppableFile;

/// The longest record, in bytes.
const LONGEST: usize = 32_767;

/// The mark of UTF-8 at the beginning of a file, which is no part of its first record.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The direction of a file.
enum Stream {
    Input(BufReader<StoppableFile>),
    Output(BufWriter<StoppableFile>),
}

/// An open file.
pub(super) struct OpenFile {
    pub(super) path: PathBuf,
    stream: Stream,
    stop: Arc<AtomicBool>,
    /// The record that was read, or is to be written.
    pub(super) record: Vec<u8>,
    /// The next byte of the record, from 0.
    pub(super) at: usize,
    /// The bytes between which FGET finds tokens.
    pub(super) separators: Vec<u8>,
    /// The number of records that were read.
    pub(super) read: u64,
    /// The records that FNOTE has noted.
    pub(super) notes: Vec<u64>,
}

impl OpenFile {
    /// Opens a file to be read, or to be written in a mode.
    pub(super) fn open(path: &Path, writing: Option<WriteMode>, stop: &Arc<AtomicBool>) -> io::Result<Self> {
        let stream = match writing {
            None if path.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            None => Stream::Input(BufReader::new(StoppableFile::read_from(path, stop)?)),
            Some(mode) => Stream::Output(BufWriter::new(StoppableFile::write_to(path, mode, stop)?)),
        };
        Ok(Self {
            path: path.to_path_buf(),
            stream,
            stop: Arc::clone(stop),
            record: Vec::new(),
            at: 0,
            separators: vec![b' '],
            read: 0,
            notes: Vec::new(),
        })
    }

    /// Reads the next record. Returns whether there is one.
    pub(super) fn read(&mut self) -> io::Result<bool> {
        let Stream::Input(input) = &mut self.stream else {
            return Err(io::Error::other("the file was opened to be written"));
        };
        self.record.clear();
        self.at = 0;
        let is_there = read_line(input, &mut self.record)?;
        if self.read == 0 && self.record.starts_with(MARK) {
            self.record.drain(..MARK.len());
        }
        self.read += u64::from(is_there);
        Ok(is_there)
    }

    /// Goes back to before the record after so many.
    pub(super) fn go_to(&mut self, before: u64) -> io::Result<()> {
        let Stream::Input(input) = &mut self.stream else {
            return Err(io::Error::other("the file was opened to be written"));
        };
        *input = BufReader::new(StoppableFile::read_from(&self.path, &self.stop)?);
        (self.read, self.at) = (0, 0);
        while self.read < before && self.read()? {}
        self.record.clear();
        self.at = 0;
        Ok(())
    }

    /// Returns the token at the column, or so many bytes; `None` at the end of the record.
    pub(super) fn token(&mut self, length: Option<usize>) -> Option<Vec<u8>> {
        let is_separator = |byte: &u8| self.separators.contains(byte);
        if length.is_none() && self.separators == [b' '] {
            let blanks = self.record.get(self.at..)?.iter().take_while(|byte| is_separator(byte));
            self.at += blanks.count();
        }
        let rest = self.record.get(self.at..).filter(|rest| !rest.is_empty())?;
        let (token, passed) = match length {
            Some(length) => (&rest[..length.min(rest.len())], length.min(rest.len())),
            None => match rest.iter().position(is_separator) {
                Some(end) => (&rest[..end], end + 1),
                None => (rest, rest.len()),
            },
        };
        let token = token.to_vec();
        self.at += passed;
        Some(token)
    }

    /// Puts a value into the record at the column. Returns whether it fits.
    pub(super) fn put(&mut self, value: &[u8]) -> bool {
        let end = self.at + value.len();
        if end > LONGEST {
            return false;
        }
        if self.record.len() < end {
            self.record.resize(end, b' ');
        }
        self.record[self.at..end].copy_from_slice(value);
        self.at = end;
        true
    }

    /// Moves to a column, from 0. Returns whether a record can have it.
    pub(super) fn set_column(&mut self, at: usize) -> bool {
        let fits = at < LONGEST;
        if fits {
            self.at = at;
        }
        fits
    }

    /// Writes the record as a line, and clears it.
    pub(super) fn write(&mut self) -> io::Result<()> {
        let Stream::Output(out) = &mut self.stream else {
            return Err(io::Error::other("the file was opened to be read"));
        };
        out.write_all(&self.record)?;
        out.write_all(b"\n")?;
        self.record.clear();
        self.at = 0;
        Ok(())
    }

    /// Writes what is not written yet.
    pub(super) fn close(&mut self) -> io::Result<()> {
        match &mut self.stream {
            Stream::Input(_) => Ok(()),
            Stream::Output(out) => out.flush(),
        }
    }
}

/// Reads a line without its end, of which the first bytes are kept. Returns whether there is one.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let mut is_there = false;
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        is_there = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        let room = LONGEST.saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let passed = end.map_or(bytes.len(), |end| end + 1);
        input.consume(passed);
        if end.is_some() {
            break;
        }
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(is_there)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_written_and_read_in_tokens() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let stop = Arc::new(AtomicBool::new(false));
        let mut file = OpenFile::open(&path, Some(WriteMode::Anew), &stop).unwrap();
        assert!(file.put(b"one  two") && file.set_column(10) && file.put(b"x"));
        file.write().unwrap();
        file.write().unwrap();
        assert!(file.read().is_err());
        file.close().unwrap();
        let mut file = OpenFile::open(&path, None, &stop).unwrap();
        assert!(file.read().unwrap());
        let mut tokens = Vec::new();
        while let Some(token) = file.token(None) {
            tokens.push(String::from_utf8(token).unwrap());
        }
        assert_eq!(tokens, ["one", "two", "x"]);
        assert!(file.read().unwrap() && file.token(None).is_none() && !file.read().unwrap());
        file.go_to(0).unwrap();
        assert!(file.read().unwrap());
        assert_eq!(file.token(Some(5)).unwrap(), b"one  ");
        assert!(file.write().is_err());
    }

    #[test]
    fn a_mark_of_utf_8_is_no_part_of_the_first_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        std::fs::write(&path, "\u{feff}one\n\u{feff}two\n").unwrap();
        let mut file = OpenFile::open(&path, None, &Arc::new(AtomicBool::new(false))).unwrap();
        for _ in 0..2 {
            assert!(file.read().unwrap());
            assert_eq!(file.record, b"one");
            assert!(file.read().unwrap());
            assert_eq!(file.record, "\u{feff}two".as_bytes());
            file.go_to(0).unwrap();
        }
    }
}
